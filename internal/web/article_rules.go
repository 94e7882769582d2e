package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/bachet"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/templates"
)

// rulesPage shows the clauses of a game with their examples. ?step= chooses a
// move of the round that is told below them; ?part=round asks for that alone.
func (s *Server) rulesPage(w http.ResponseWriter, r *http.Request) {
	rules, err := s.explained(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	c, id := s.lang(r), rules.Info().ID
	extra := extrasOf(id)
	replay, err := s.toldRound(r, rules, extra.round)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	name := gameName(c, id)
	heading := textOr(c, "rules."+id+".title", c.Text("rules.title", "game", name))
	p := templates.RulesPage{
		Page: s.article(r, id, "/rules", heading, textOr(c, "rules."+id+".description", heading),
			templates.Crumb{Text: name, URL: s.path(r, "/"+id)}, templates.Crumb{Text: c.Text("rules.rules")}),
		Heading:   heading,
		Lead:      textOr(c, "rules."+id+".lead", ""),
		Play:      s.path(r, "/"+id),
		Replay:    replay,
		Mistakes:  passages(c, "rules."+id+".mistake", extra.mistakes),
		Questions: passages(c, "rules."+id+".question", extra.questions),
	}
	if r.URL.Query().Get("part") == "round" && replay != nil {
		s.render(w, r, http.StatusOK, templates.ReplayPart(p.Page, *replay))
		return
	}
	if extra.strategy {
		p.Strategy = s.path(r, "/"+id+"/strategy")
	}
	p.Links = s.furtherPages(r, id)
	if replay != nil {
		p.RoundTitle, p.RoundLead = c.Text("rules."+id+".round.title"), c.Text("rules."+id+".round.lead")
	}
	if len(p.Mistakes) > 0 {
		p.MistakesTitle = c.Text("rules." + id + ".mistakes.title")
	}
	if id == nardy.ID {
		for _, told := range [][]templates.Passage{p.Mistakes, p.Questions} {
			for i := range told {
				told[i].Text = linkTerms(c, told[i].Text, "")
			}
		}
		if p.Nardy, err = s.nardyRules(r); err != nil {
			s.failPage(w, r, err)
			return
		}
		if r.URL.Query().Get("part") == "compare" {
			s.render(w, r, http.StatusOK, templates.NardyComparePart(p.Page, p.Nardy.Compare))
			return
		}
	}
	if p.Clauses, err = s.clauses(r, rules); err != nil {
		s.failPage(w, r, err)
		return
	}
	s.render(w, r, http.StatusOK, templates.Rules(p))
}

// clauses are the paragraphs of the rules with their examples as they begin.
func (s *Server) clauses(r *http.Request, rules game.Explainer) ([]templates.RuleClause, error) {
	c := s.lang(r)
	var all []templates.RuleClause
	anchors := map[string]bool{} // an id stands once on a page
	for _, clause := range rules.Explain() {
		anchors[clause.ID] = true
	}
	for _, clause := range rules.Explain() {
		shown := templates.RuleClause{
			ID:    clause.ID,
			Title: clauseTitle(c, clause.ID),
			Text:  clauseText(c, clause.ID),
			House: textOr(c, "clause."+clause.ID+".house", ""),
		}
		if rules.Info().ID == nardy.ID {
			shown.Text, shown.House = linkTerms(c, shown.Text, ""), linkTerms(c, shown.House, "")
		}
		for _, rule := range clause.Refusals {
			if !anchors[rule] {
				anchors[rule] = true
				shown.Anchors = append(shown.Anchors, rule)
			}
		}
		for _, e := range clause.Examples {
			board, err := s.example(r, rules, e, trial{position: e.Position})
			if err != nil {
				return nil, fmt.Errorf("example %s: %w", e.ID, err)
			}
			shown.Examples = append(shown.Examples, board)
		}
		all = append(all, shown)
	}
	return all, nil
}

// round is a whole round that a rules page tells move by move.
type round struct {
	options []byte
	actions []game.Action
}

// toldRound shows a round as it stands after ?step= moves, nil where there is
// none.
func (s *Server) toldRound(r *http.Request, rules game.Rules, told round) (*templates.Replay, error) {
	if len(told.actions) == 0 {
		return nil, nil
	}
	c, id := s.lang(r), rules.Info().ID
	options, err := rules.Normalize(told.options)
	if err != nil {
		return nil, fmt.Errorf("options of the round: %w", err)
	}
	state, err := rules.Start(options, "")
	if err != nil {
		return nil, fmt.Errorf("start the round: %w", err)
	}
	last := len(told.actions)
	url := func(step int) string {
		if step < 0 || step > last {
			return ""
		}
		return s.path(r, "/"+id+"/rules") + "?step=" + strconv.Itoa(step) + "#replay"
	}
	step, err := strconv.Atoi(r.URL.Query().Get("step"))
	if err != nil {
		step = 0
	}
	step = min(max(step, 0), last)
	shown := &templates.Replay{Step: step, Title: c.Text("rules.step-start"), Back: url(step - 1), Forward: url(step + 1)}
	states := []game.State{state}
	for i, a := range told.actions {
		before := state
		side, move := ownText(c, id, "side."+state.ToAct().String()), moveLabel(c, id, state, string(a))
		if state, err = state.Apply(a); err != nil {
			return nil, fmt.Errorf("move %d of the round: %w", i+1, err)
		}
		states = append(states, state)
		shown.Moves = append(shown.Moves, templates.ReplayMove{
			URL: url(i + 1), Side: side, Move: move, Reached: reached(c, id, before, state), Current: i+1 == step,
		})
	}
	if step > 0 {
		shown.First = url(0)
		shown.Title = c.Text("rules.step", "n", step, "all", last)
	}
	shown.Text = c.Text("rules." + id + ".round." + strconv.Itoa(step))
	shown.Board = drawing(c, states[step], states[max(step-1, 0)])
	return shown, nil
}

// extras are what a rules page has beside the clauses; their words are in the
// catalogues.
type extras struct {
	strategy  bool // there is an article on how to win
	links     []extraLink
	round     round
	mistakes  []string
	questions []string
}

// extraLink leads to a page that only some games have: its word in the
// catalogues, its address below that of the game.
type extraLink struct{ word, page string }

func extrasOf(id string) extras {
	switch id {
	case bachet.ID:
		return bachetExtras()
	case ashtarashki.ID:
		return ashtarashkiExtras()
	case nardy.ID:
		return nardyExtras()
	default:
		return extras{}
	}
}

// exampleOf returns an example by its id.
func exampleOf(rules game.Explainer, id string) (game.Clause, game.Example, bool) {
	for _, clause := range rules.Explain() {
		i := slices.IndexFunc(clause.Examples, func(e game.Example) bool { return e.ID == id })
		if i >= 0 {
			return clause, clause.Examples[i], true
		}
	}
	return game.Clause{}, game.Example{}, false
}
