package web

import (
	"net/http"

	"github.com/hod-games/hod/templates"
)

// errorPage shows a problem.
func (s *Server) errorPage(w http.ResponseWriter, r *http.Request, p problem) {
	c := s.lang(r)
	title := c.Text("error.title")
	hint := ""
	if p.status == http.StatusNotFound {
		title, hint = c.Text("error.title.lost"), c.Text("error.hint.lost")
	}
	page := s.page(r, "/", title, p.Message)
	page.Private = true
	w.Header().Set("Cache-Control", "no-store")
	s.render(w, r, p.status, templates.ProblemPage(templates.Problem{Page: page, Status: p.status, Message: p.Message, Hint: hint}))
}
