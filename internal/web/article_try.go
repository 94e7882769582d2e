package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/bachet"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// offeredMoves bounds the buttons of an example: a whole nardy turn can be
// played in a thousand ways.
const offeredMoves = 24

// fewMoves are the buttons of an example of nardy that says only what is not
// allowed.
const fewMoves = 4

// tryPage plays an example of the rules on: ?example= names it, &position= is
// where it stands by now, &text= is the move to try. It keeps nothing.
// ?part=example asks for the example alone.
func (s *Server) tryPage(w http.ResponseWriter, r *http.Request) {
	rules, err := s.explained(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	q := r.URL.Query()
	clause, e, ok := exampleOf(rules, q.Get("example"))
	if !ok && rules.Info().ID == nardy.ID {
		clause, e, ok = variantExample(q.Get("example"))
	}
	if !ok {
		s.failPage(w, r, notFound())
		return
	}
	position := e.Position
	if q.Has("position") {
		position = q.Get("position")
	}
	asked := trial{position: position, path: q.Get("at")}
	if q.Has("text") {
		tried := q.Get("text")
		asked.text = &tried
	}
	board, err := s.example(r, rules, e, asked)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	c, id := s.lang(r), rules.Info().ID
	title := c.Text("rules.try-title", "title", clauseTitle(c, clause.ID))
	p := s.article(r, id, "/rules", title, board.Caption,
		templates.Crumb{Text: gameName(c, id), URL: s.path(r, "/"+id)},
		templates.Crumb{Text: c.Text("rules.rules"), URL: s.path(r, "/"+id+"/rules")})
	p.Private = true // the rules page says all this in its place
	if q.Get("part") == "example" {
		s.render(w, r, http.StatusOK, templates.ExamplePart(p, board))
		return
	}
	s.render(w, r, http.StatusOK, templates.TryPage(p, title, s.rulesURL(r, id, board.Anchor()), board))
}

// trial is what is to be seen of an example.
type trial struct {
	position string
	text     *string // what is tried there, nil for nothing
	path     string  // the squares of a half-made move
}

// example shows an example in a position, after something was tried there. What
// it says of moves is what the rules answer, never what the example expects.
func (s *Server) example(r *http.Request, rules game.Explainer, e game.Example, asked trial) (templates.ExampleBoard, error) {
	position, text := asked.position, asked.text
	c, id := s.lang(r), rules.Info().ID
	options, err := rules.Normalize(e.Options)
	if err != nil {
		return templates.ExampleBoard{}, fmt.Errorf("options of example %s: %w", e.ID, err)
	}
	state, err := rules.Start(options, position)
	if err != nil {
		return templates.ExampleBoard{}, &table.OpeningError{Field: "position", Problem: err.Error()}
	}
	begin, err := rules.Start(options, e.Position)
	if err != nil {
		return templates.ExampleBoard{}, fmt.Errorf("start example %s: %w", e.ID, err)
	}
	shown := templates.ExampleBoard{
		Game:    id,
		ID:      e.ID,
		Caption: textOr(c, "example."+id+"."+e.ID, ""),
		Action:  s.path(r, "/"+id+"/try"),
		Restart: s.path(r, "/"+id+"/try") + "?" + url.Values{"example": {e.ID}}.Encode(),
	}
	if shown.Caption == "" && id == nardy.ID {
		shown.Caption = variantCaption(c, e)
	}
	before := state
	if text != nil {
		if state, err = s.tried(r, rules, &shown, state, *text); err != nil {
			return templates.ExampleBoard{}, err
		}
	}
	shown.Position = state.String()
	shown.Status = whereItStands(c, id, state)
	shown.Moved = shown.Position != begin.String() || text != nil
	if shown.Position == begin.String() {
		for _, a := range e.Allowed {
			shown.Tries = append(shown.Tries, s.attempt(r, rules, state, string(a)))
		}
		for _, refused := range e.Refused {
			shown.Tries = append(shown.Tries, s.attempt(r, rules, state, refused.Text))
		}
	}
	most := offeredMoves
	if id == nardy.ID && text == nil { // a page of a hundred boards; a touched one offers more
		most = 0
		if len(e.Allowed) == 0 {
			most = fewMoves
		}
	}
	for a := range state.Legal() {
		if len(shown.Others) == most {
			break
		}
		if a != game.Pass && !slices.ContainsFunc(shown.Tries, func(t templates.Attempt) bool { return t.Text == string(a) }) {
			shown.Others = append(shown.Others, s.attempt(r, rules, state, string(a)))
		}
	}
	if state.ToAct().Player() {
		shown.Open = s.openings(r, rules, options, state)
		if id == nardy.ID {
			shown.Training = s.path(r, trainingPath)
		}
	}
	shown.Board = drawing(c, state, before)
	if shown.Board.Ashtarashki != nil {
		pick(shown.Board.Ashtarashki, asked.path)
	}
	return shown, nil
}

// tried plays text and says what came of it. It returns the position after
// it, which is the same one after a refusal.
func (s *Server) tried(r *http.Request, rules game.Explainer, shown *templates.ExampleBoard, state game.State, text string) (game.State, error) {
	c, id := s.lang(r), rules.Info().ID
	after, err := played(state, text)
	if err == nil {
		side := ownText(c, id, "side."+state.ToAct().String())
		shown.Answer = &templates.Answer{Text: c.Text("rules.tried", "side", side, "move", moveLabel(c, id, state, text))}
		return after, nil
	}
	if _, ok := errors.AsType[*game.Refusal](err); !ok {
		return nil, err
	}
	p := s.explain(r.Context(), c, err, state.View())
	shown.Answer = &templates.Answer{Text: p.Message, Rule: p.Rule}
	shown.Answer.RuleURL, shown.Answer.RuleTag = s.ruleLink(r, rules, p.Rule)
	return state, nil
}

// attempt says what the rules answer to a text in a position.
func (s *Server) attempt(r *http.Request, rules game.Rules, state game.State, text string) templates.Attempt {
	c, id := s.lang(r), rules.Info().ID
	a := templates.Attempt{Text: text, Label: moveLabel(c, id, state, text)}
	after, err := played(state, text)
	if err != nil {
		p := s.explain(r.Context(), c, err, state.View())
		a.Result, a.Rule = p.Message, p.Rule
		return a
	}
	a.Allowed, a.Result = true, reached(c, id, state, after)
	return a
}

// played does what a table does with a text, whoever is to act.
func played(state game.State, text string) (game.State, error) {
	if len(text) > table.MaxText {
		return nil, &table.CommandError{Field: "text", Problem: fmt.Sprintf("is longer than %d bytes", table.MaxText)}
	}
	action, err := state.Read(text)
	if err != nil {
		return nil, fmt.Errorf("read action: %w", err)
	}
	after, err := state.Apply(action)
	if err != nil {
		return nil, fmt.Errorf("apply action: %w", err)
	}
	return after, nil
}

// drawing shows a position; before is the one that the last move was made in,
// nil where there was none. A game that nobody has drawn shows its code.
func drawing(c *lang.Catalogue, state, before game.State) templates.Drawing {
	if p, ok := state.(ashtarashki.State); ok {
		return ashtarashkiDrawing(c, p, before)
	}
	if p, ok := state.(*nardy.State); ok {
		return nardyDrawing(c, p)
	}
	heap, ok := state.(bachet.State)
	if !ok {
		return templates.Drawing{Code: state.String()}
	}
	o := heap.Options()
	d := templates.Drawing{
		Bachet: &templates.Bachet{Sticks: o.Sticks, Left: heap.Left(), Max: o.Max, Misere: o.Misere},
		Label:  c.Text("rules.bachet.sticks", "left", heap.Left(), "sticks", o.Sticks),
	}
	for a := range heap.Legal() {
		d.Bachet.Legal = append(d.Bachet.Legal, string(a))
	}
	if earlier, ok := before.(bachet.State); ok {
		d.Last = earlier.Left() - heap.Left()
	}
	return d
}
