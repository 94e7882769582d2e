package web

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/lang"
)

// routes is the map of the site: every URL, its middleware, its handler.
func (s *Server) routes() http.Handler {
	r := chi.NewRouter()

	r.Group(func(r chi.Router) {
		r.Use(s.inLanguage(lang.Languages()[0]))
		s.pages(r)
	})
	for _, code := range lang.Languages()[1:] {
		r.Route("/"+code, func(r chi.Router) {
			r.Use(s.inLanguage(code))
			s.pages(r)
		})
	}
	return r
}

// pages are the addresses that exist once in every language. Pages take their
// texts from s.lang(r) and make links with s.path(r, "/t/ID").
func (s *Server) pages(r chi.Router) {
}
