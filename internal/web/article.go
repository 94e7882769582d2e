package web

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/bachet"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

// article returns the frame of a page on a game that is read rather than played
// on.
func (s *Server) article(r *http.Request, id, path, title, description string, crumbs ...templates.Crumb) templates.Page {
	p := s.page(r, "/"+id+path, title, description)
	p.Styles = append(p.Styles, s.gameStyles(id)...)
	p.Styles = append(p.Styles, s.assets.URL("article.css"))
	p.Scripts = append(p.Scripts, s.assets.URL("article.js"))
	p.Class = "reading"
	showsGame(&p, id)
	p.Crumbs = crumbs
	return p
}

// explained returns the game of the address if it can explain its clauses, or
// the error of a page that does not exist.
func (s *Server) explained(r *http.Request) (game.Explainer, error) {
	entry, ok := s.host.Game(chi.URLParam(r, "game"))
	if !ok || entry.Draft {
		return nil, notFound()
	}
	explainer, ok := entry.Rules.(game.Explainer)
	if !ok {
		return nil, notFound()
	}
	return explainer, nil
}

// furtherPages are the pages on a game beside its rules and its strategy.
func (s *Server) furtherPages(r *http.Request, id string) []templates.Crumb {
	var all []templates.Crumb
	for _, link := range extrasOf(id).links {
		all = append(all, templates.Crumb{Text: s.lang(r).Text("rules." + link.word + "-link"), URL: s.path(r, "/"+id+"/"+link.page)})
	}
	return all
}

// gameName is what people call a game, its id if nobody has named it.
func gameName(c *lang.Catalogue, id string) string { return textOr(c, id+".name", id) }

// textOr returns the text of a key that not every game has.
func textOr(c *lang.Catalogue, key, otherwise string, values ...any) string {
	if !c.Has(key) {
		return otherwise
	}
	return c.Text(key, values...)
}

// rulesURL is the address of a place on a rules page.
func (s *Server) rulesURL(r *http.Request, id, place string) string {
	return s.path(r, "/"+id+"/rules") + "#" + place
}

// clauseTitle is the heading of a clause, its id if nobody has written one.
func clauseTitle(c *lang.Catalogue, id string) string {
	return textOr(c, "clause."+id+".title", id)
}

// clauseText is the text of a clause, "" if nobody has written one.
func clauseText(c *lang.Catalogue, id string) string {
	return textOr(c, "clause."+id+".text", "", "variants", handingOver(c))
}

// passages are texts of the catalogue with their headings.
func passages(c *lang.Catalogue, prefix string, ids []string) []templates.Passage {
	all := make([]templates.Passage, 0, len(ids))
	for _, id := range ids {
		key := prefix + "." + id
		all = append(all, templates.Passage{ID: id, Title: c.Text(key + ".title"), Text: c.Text(key+".text", "variants", handingOver(c))})
	}
	return all
}

// whereItStands says what a position is: what is left and whose turn it is, or
// who has won.
func whereItStands(c *lang.Catalogue, id string, state game.State) string {
	if o, over := state.Outcome(); over {
		return ownText(c, id, "won."+o.Winner.String())
	}
	turn := ownText(c, id, "to-act."+state.ToAct().String())
	if n, ok := state.(*nardy.State); ok && state.ToAct() == game.Chance {
		turn += " " + nardyThrower(c, n)
	}
	if key := "rules." + id + ".position"; c.Has(key) {
		return c.Text(key, counted(state)...) + " " + turn
	}
	return turn
}

// reached says in short what a move came to: what it did or left, or who has
// won.
func reached(c *lang.Catalogue, id string, before, after game.State) string {
	if o, over := after.Outcome(); over {
		return ownText(c, id, "wins."+o.Winner.String(), "n", o.Points)
	}
	effect, n := effectOf(before, after)
	if effect == "" {
		effect, n = nardyEffect(before, after)
	}
	if effect != "" {
		return c.Text("rules."+id+".reached."+effect, "n", n)
	}
	return textOr(c, "rules."+id+".reached", after.String(), counted(after)...)
}

// ownText is a text of the rules pages in the words of a game, or in those that
// do for every game: "the first player to move", "White to move".
func ownText(c *lang.Catalogue, id, what string, values ...any) string {
	if own := "rules." + id + "." + what; c.Has(own) {
		return c.Text(own, values...)
	}
	return c.Text("rules."+what, values...)
}

// counted returns the numbers of a position for a text, the one that people
// count by as n.
func counted(state game.State) []any {
	pairs := numbers(state.View())
	switch s := state.(type) {
	case bachet.State:
		pairs = append(pairs, "n", s.Left())
	case ashtarashki.State:
		p := s.Position()
		pairs = append(pairs, "white", p.Sides[ashtarashki.White].Len(), "black", p.Sides[ashtarashki.Black].Len())
	}
	return pairs
}

// moveLabel is a text as a button says it: a move in the words of the game,
// and what is no move at all between quotes.
func moveLabel(c *lang.Catalogue, id string, state game.State, text string) string {
	if text == "" {
		return c.Text("rules.empty-text")
	}
	if _, err := state.Read(text); err != nil {
		return c.Text("rules.typed", "text", text)
	}
	if digits, negative := strings.CutPrefix(text, "-"); negative {
		text = "−" + digits
	}
	if word := "rules." + id + ".action." + text; c.Has(word) {
		return c.Text(word)
	}
	if id == nardy.ID { // words of the same kind as in the list of a game's moves
		text = templates.NardyAction(c, text)
	}
	return textOr(c, "rules."+id+".action", text, "text", text)
}
