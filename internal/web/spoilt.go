package web

import (
	"net/http"
	"net/url"
	"strings"
)

// mendLinks leads on from links whose "#" some messengers turn into "%23". Of
// tables such a link has an invitation or seats after it, which stand in the path
// then. The browser is sent to the same page with them in the fragment, where the
// page looks for them and which no request has.
func (s *Server) mendLinks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, fragment, spoilt := strings.Cut(r.URL.Path, "#")
		at := path
		if code, rest, ok := strings.Cut(strings.TrimPrefix(path, "/"), "/"); ok && s.languages[code] != nil {
			at = "/" + rest
		}
		if !spoilt || !strings.HasPrefix(at, "/t/") || r.Method != http.MethodGet && r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		to := url.URL{Path: path, Fragment: fragment}
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
	})
}
