package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

// dicePage explains dice with receipts, and checks the log of a table in the
// browser.
func (s *Server) dicePage(w http.ResponseWriter, r *http.Request) {
	c := s.lang(r)
	texts, err := diceTexts(c)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	d := templates.Dice{Page: s.page(r, "/dice", c.Text("fair.title"), c.Text("fair.description")), Texts: texts}
	d.Styles = append(append(d.Styles, s.gameStyles(nardyID)...), s.assets.URL("article.css"))
	d.Scripts = append(d.Scripts, s.assets.URL("dice.js"))
	d.Crumbs = []templates.Crumb{{Text: c.Text("fair.title")}}
	s.render(w, r, http.StatusOK, templates.DicePage(d))
}

// diceFile is the check as one file to keep: it needs neither the site nor a
// network.
func (s *Server) diceFile(w http.ResponseWriter, r *http.Request) {
	c := s.lang(r)
	texts, err := diceTexts(c)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	style, okStyle := s.assets.Content("dice-file.css")
	script, okScript := s.assets.Content("dice.js")
	if !okStyle || !okScript {
		s.failPage(w, r, errors.New("the check of dice is not among the assets"))
		return
	}
	var b bytes.Buffer
	d := templates.Dice{Page: templates.Page{T: c}, Texts: texts}
	if err := templates.DiceFile(d, string(style), string(script)).Render(r.Context(), &b); err != nil {
		s.failPage(w, r, fmt.Errorf("write the check as a file: %w", err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="hod-dice.html"`)
	_, _ = b.WriteTo(w) // the client may be gone: its affair
}

// diceTexts is what the script of the check says.
func diceTexts(c *lang.Catalogue) (json.RawMessage, error) {
	texts, err := c.Subset("dice.problem.", "dice.seat.", "dice.says.", "dice.counts", "fair.result.")
	if err != nil {
		return nil, fmt.Errorf("texts for the script: %w", err)
	}
	return json.RawMessage(texts), nil
}
