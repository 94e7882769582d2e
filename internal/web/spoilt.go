package web

import (
	"net/http"
	"net/url"
	"strings"
)

// mendLinks leads on from links to tables that were spoilt on their way. Some
// messengers turn their "#" into "%23": then an invitation or seats, which stand
// after it, are in the path. Others take what ends a sentence for a part of the
// link. The browser is sent to the page that was meant, with the secrets in the
// fragment, where the page looks for them and which no request has.
func (s *Server) mendLinks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, fragment, spoilt := strings.Cut(r.URL.Path, "#")
		at := path
		if code, rest, ok := strings.Cut(strings.TrimPrefix(path, "/"), "/"); ok && s.languages[code] != nil {
			at = "/" + rest
		}
		at, ofTable := strings.CutPrefix(at, "/t/")
		to := url.URL{Path: path, Fragment: fragment}
		if id, _, _ := strings.Cut(withoutEnd(at), "/"); !spoilt && isTableID(id) {
			to.Path, to.RawQuery = withoutEnd(path), r.URL.RawQuery
			spoilt = to.Path != path
		}
		if !spoilt || !ofTable || r.Method != http.MethodGet && r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
	})
}

// withoutEnd takes off a path what no address of a table ends with: a full stop,
// a bracket, a closing quotation mark.
func withoutEnd(path string) string {
	return strings.TrimRightFunc(path, func(r rune) bool { return r != '/' && notOfSecret(r) })
}
