package web

import (
	"bytes"
	"net/http"

	"github.com/a-h/templ"

	"github.com/hod-games/hod/templates"
)

// page returns the frame of a page in the language of the request. Path is
// that of the page without the language, "/bachet"; title and description are
// texts, not keys.
func (s *Server) page(r *http.Request, path, title, description string) templates.Page {
	return templates.Page{
		T:           s.lang(r),
		Title:       title,
		Description: description,
		Path:        path,
		Origin:      s.publicOrigin(r),
		Theme:       theme(r),
		Styles:      []string{s.assets.URL("site.css")},
		Icon:        "/favicon.svg",
		Picture:     "/picture.png",
		PictureAlt:  s.lang(r).Text("site.picture"),
	}
}

// gameStyles are the style sheets that a game has of its own.
func (s *Server) gameStyles(id string) []string {
	if url := s.assets.URL("game-" + id + ".css"); url != "" {
		return []string{url}
	}
	return nil
}

// publicOrigin is where the public finds the site: what the program was told,
// else what this request was sent to.
func (s *Server) publicOrigin(r *http.Request) string {
	if s.origin != "" {
		return s.origin
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// secure reports whether people reach the site by https, so that cookies may
// ask for it.
func (s *Server) secure(r *http.Request) bool {
	return r.TLS != nil || len(s.origin) >= 8 && s.origin[:8] == "https://"
}

// render answers with a page. It is rendered in full first, so that a fault
// half-way becomes an error page and not half a page.
func (s *Server) render(w http.ResponseWriter, r *http.Request, status int, page templ.Component) {
	var b bytes.Buffer
	if err := page.Render(r.Context(), &b); err != nil {
		s.logger.ErrorContext(r.Context(), "page can not be rendered", "path", loggedPath(r), "err", err)
		http.Error(w, s.lang(r).Text("error.broken", "id", "page"), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "private, no-cache")
	}
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the client may be gone: its affair
}
