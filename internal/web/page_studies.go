package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/ashtarashki/studies"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// studiesPage lists the studies, the easy ones first.
func (s *Server) studiesPage(w http.ResponseWriter, r *http.Request) {
	if !s.offersAshtarashki(r) {
		s.failPage(w, r, notFound())
		return
	}
	c := s.lang(r)
	p := templates.StudiesPage{
		Page: s.article(r, ashtarashki.ID, "/studies", c.Text("studies.ashtarashki.title"), c.Text("studies.ashtarashki.description"),
			templates.Crumb{Text: gameName(c, ashtarashki.ID), URL: s.path(r, "/"+ashtarashki.ID)}, templates.Crumb{Text: c.Text("studies.ashtarashki.title")}),
	}
	p.Scripts = append(p.Scripts, s.assets.URL("studies.js"))
	for _, study := range studies.All() {
		if n := len(p.Groups); n == 0 || p.Groups[n-1].Moves != study.Moves {
			p.Groups = append(p.Groups, templates.StudyGroup{Moves: study.Moves})
		}
		g := &p.Groups[len(p.Groups)-1]
		g.Studies = append(g.Studies, templates.StudyLink{ID: study.ID, URL: s.studyURL(r, study, nil)})
		p.All++
	}
	s.render(w, r, http.StatusOK, templates.StudiesAshtarashki(p))
}

// studyURL is the address of a study after some half-moves.
func (s *Server) studyURL(r *http.Request, study studies.Study, played []game.Action) string {
	address := s.path(r, "/"+ashtarashki.ID+"/studies/"+study.ID)
	if len(played) == 0 {
		return address
	}
	return address + "?" + url.Values{"moves": {line(played)}}.Encode()
}

func line(actions []game.Action) string {
	words := make([]string, len(actions))
	for i, a := range actions {
		words[i] = string(a)
	}
	return strings.Join(words, " ")
}

// studyPage shows a study and answers what is tried. ?moves= are the half-moves
// so far, &text= is White's next one, &at= a half-made one; ?part=study asks
// for the figure alone. It keeps nothing.
func (s *Server) studyPage(w http.ResponseWriter, r *http.Request) {
	if !s.offersAshtarashki(r) {
		s.failPage(w, r, notFound())
		return
	}
	all := studies.All()
	i := slices.IndexFunc(all, func(a studies.Study) bool { return a.ID == chi.URLParam(r, "study") })
	if i < 0 {
		s.failPage(w, r, notFound())
		return
	}
	c, study := s.lang(r), all[i]
	task := c.Text("studies.ashtarashki.task", "n", study.Moves)
	p := templates.StudyPage{
		Page: s.article(r, ashtarashki.ID, "/studies/"+study.ID, c.Text("studies.ashtarashki.study", "id", study.ID), task,
			templates.Crumb{Text: gameName(c, ashtarashki.ID), URL: s.path(r, "/"+ashtarashki.ID)},
			templates.Crumb{Text: c.Text("studies.ashtarashki.title"), URL: s.path(r, "/"+ashtarashki.ID+"/studies")},
			templates.Crumb{Text: study.ID}),
		Task: task,
		All:  s.path(r, "/"+ashtarashki.ID+"/studies"),
	}
	p.Scripts = append(p.Scripts, s.assets.URL("studies.js"))
	if i > 0 {
		p.Previous = s.studyURL(r, all[i-1], nil)
	}
	if i+1 < len(all) {
		p.Next = s.studyURL(r, all[i+1], nil)
	}
	var err error
	if p.Figure, err = s.study(r, study); err != nil {
		s.failPage(w, r, err)
		return
	}
	p.Figure.Next = p.Next
	texts, err := c.Subset("ashtarashki.play.", "play.rule")
	if err != nil {
		s.failPage(w, r, fmt.Errorf("texts for the script: %w", err))
		return
	}
	p.Texts = json.RawMessage(texts)
	if r.URL.Query().Get("part") == "study" {
		s.render(w, r, http.StatusOK, templates.StudyPart(p.Page, p.Figure))
		return
	}
	s.render(w, r, http.StatusOK, templates.StudyAshtarashki(p))
}

// study shows a study as the request asks for.
func (s *Server) study(r *http.Request, study studies.Study) (templates.Study, error) {
	c, q := s.lang(r), r.URL.Query()
	try, err := newAttempt(study, q.Get("moves"))
	if err != nil {
		return templates.Study{}, err
	}
	f := templates.Study{
		ID: study.ID, Action: s.path(r, "/"+ashtarashki.ID+"/studies/"+study.ID),
		Rules:    s.path(r, "/"+ashtarashki.ID+"/rules"),
		Restart:  s.studyURL(r, study, nil),
		Hint:     c.Text("studies.ashtarashki.hint-text", "square", departure(study)),
		Solution: c.Text("studies.ashtarashki.solution", "line", numbered(study.Line)),
	}
	before := try.before
	if q.Has("text") {
		f.Answer, before = s.judge(r, &try, q.Get("text"))
	} else if try.ended != nil {
		f.Answer = try.endedAnswer(c, "")
	}
	f.Played = line(try.played)
	f.Moved = len(try.played) > 0
	f.Wrong = try.wrong
	if try.wrong {
		f.Back = s.studyURL(r, study, try.played[:try.good])
	}
	f.Solved = try.solved()
	state := ashtarashki.StateOf(try.position)
	f.Board, f.Label = ashtarashkiBoard(c, state, before), inWords(c, try.position)
	f.Open = s.positionURL(r, try.position)
	if f.Moved {
		f.PlayedText = c.Text("studies.ashtarashki.played", "line", numbered(try.played))
	}
	if try.ended == nil && !try.wrong {
		f.Status = c.Text("studies.ashtarashki.your-move", "n", try.left())
		f.Board.CanAct = true
		pick(&f.Board, q.Get("at"))
		view, err := json.Marshal(state.View())
		if err != nil {
			return templates.Study{}, fmt.Errorf("view of study %s: %w", study.ID, err)
		}
		f.Board.Script = string(view)
		for a := range state.Legal() {
			f.Legal = append(f.Legal, string(a))
		}
	}
	return f, nil
}

// departure is the square of the stone that makes the first move.
func departure(study studies.Study) string {
	p, err := ashtarashki.Parse(study.Position)
	if err != nil {
		return ""
	}
	for _, play := range p.Plays() {
		if play.Text == study.Solution() {
			return play.From.String()
		}
	}
	return ""
}

// numbered is a line of play as people write it, White's move first.
func numbered(actions []game.Action) string {
	var text strings.Builder
	for i, a := range actions {
		if i%2 == 0 {
			if i > 0 {
				text.WriteByte(' ')
			}
			fmt.Fprintf(&text, "%d.\u00a0", i/2+1)
		} else {
			text.WriteString("\u00a0")
		}
		text.WriteString(string(a))
	}
	return text.String()
}

// attempt is how far somebody has come with a study.
type attempt struct {
	study    studies.Study
	position ashtarashki.Position
	before   game.State // the position before the last half-move, nil at the start
	played   []game.Action
	good     int  // how many half-moves of played keep the win
	wrong    bool // the last move of White does not
	ended    *ashtarashki.Ending
}

// newAttempt replays half-moves: White's, and after each the answer to it. The
// error is for who asks for a line that can not be.
func newAttempt(study studies.Study, moves string) (attempt, error) {
	p, err := ashtarashki.Parse(study.Position)
	if err != nil {
		return attempt{}, fmt.Errorf("study %s: %w", study.ID, err)
	}
	t := attempt{study: study, position: p}
	words := strings.Fields(moves)
	if len(words) > 2*study.Moves {
		return attempt{}, badMessage("more moves than the study has")
	}
	for _, word := range words {
		if err := t.play(word); err != nil {
			return attempt{}, badMessage("no such line of play: " + err.Error())
		}
	}
	if t.ended == nil && (t.position.ToMove != ashtarashki.White || t.left() == 0) {
		return attempt{}, badMessage("the line stops where White has no move to make")
	}
	t.good = len(t.played)
	return t, nil
}

// play makes a half-move.
func (t *attempt) play(text string) error {
	state := ashtarashki.StateOf(t.position)
	after, err := played(state, text)
	if err != nil {
		return err
	}
	action, err := state.Read(text)
	if err != nil {
		return err
	}
	t.before, t.played = state, append(slices.Clip(t.played), action)
	t.position = after.(ashtarashki.State).Position()
	if e, over := t.position.Ending(); over {
		t.ended = &e
	}
	return nil
}

// left is how many moves White has left.
func (t *attempt) left() int { return t.study.Moves - (len(t.played)+1)/2 }

// solved reports whether White has won in time.
func (t *attempt) solved() bool {
	return t.ended != nil && t.ended.Winner == ashtarashki.White && t.left() >= 0
}

// mostWork bounds the positions that one answer may look at. Studies are small:
// the hardest need a twentieth of it.
const mostWork = 200_000

// defence is Black's best answer to what White has just played: the one after
// which White does not win in time, or if there is none the one that holds out
// longest. Holds reports which it is.
func (t *attempt) defence() (answer game.Action, holds bool) {
	prover := studies.NewProver(ashtarashki.White, mostWork)
	longest := -1
	for _, play := range t.position.Plays() {
		after := t.position.After(play.Move)
		n, won := prover.Fewest(after, 2*t.left())
		if e, over := after.Ending(); over && e.Winner == ashtarashki.Black {
			return play.Text, true
		}
		switch {
		case !won && !holds:
			answer, holds = play.Text, true
		case won && !holds && n > longest:
			answer, longest = play.Text, n
		}
	}
	return answer, holds
}

// judge plays a move of White's and Black's answer, and says what came of it.
// It returns the position before the last half-move.
func (s *Server) judge(r *http.Request, t *attempt, text string) (*templates.Answer, game.State) {
	c := s.lang(r)
	if t.ended != nil {
		return t.endedAnswer(c, ""), t.before
	}
	first := len(t.played) == 0
	if err := t.play(text); err != nil {
		p := s.explain(r.Context(), c, err, nil)
		answer := &templates.Answer{Text: p.Message, Rule: p.Rule}
		if p.Rule == "" {
			answer.Rule = table.RuleRoundOver // something is wrong with it, whatever it is
		} else {
			answer.RuleURL, answer.RuleTag = s.ruleLink(r, ashtarashki.Rules{}, p.Rule)
		}
		return answer, t.before
	}
	move := string(t.played[len(t.played)-1])
	if t.ended != nil {
		return t.endedAnswer(c, move), t.before
	}
	answer, holds := t.defence()
	if err := t.play(string(answer)); err != nil {
		// Out of reach: the answer is one of the legal moves.
		return nil, t.before
	}
	values := []any{"move", move, "reply", answer}
	switch {
	case t.ended != nil && t.ended.Winner == ashtarashki.Black:
		t.wrong = true
		return &templates.Answer{Rule: wrongMove, Text: c.Text("studies.ashtarashki.lost-after", append(values, "reason", c.Text("studies.ashtarashki.why-lost."+t.ended.Reason))...)}, t.before
	case holds && first:
		t.wrong = true
		return &templates.Answer{Rule: wrongMove, Text: c.Text("studies.ashtarashki.wrong-only", values...)}, t.before
	case holds:
		t.wrong = true
		return &templates.Answer{Rule: wrongMove, Text: c.Text("studies.ashtarashki.wrong", values...)}, t.before
	}
	t.good = len(t.played)
	if t.ended != nil {
		return t.endedAnswer(c, move), t.before
	}
	return &templates.Answer{Text: c.Text("studies.ashtarashki.right", values...)}, t.before
}

// wrongMove marks an answer to a move that is legal and does not win.
const wrongMove = "wrong"

// endedAnswer says how it ended, after a move if one was just made.
func (t *attempt) endedAnswer(c *lang.Catalogue, move string) *templates.Answer {
	if t.ended.Winner == ashtarashki.White {
		key := "studies.ashtarashki.solved"
		if move != "" {
			key += "-after"
		}
		return &templates.Answer{Text: c.Text(key, "move", move, "reason", c.Text("studies.ashtarashki.why."+t.ended.Reason))}
	}
	t.wrong = true
	return &templates.Answer{Rule: wrongMove, Text: c.Text("studies.ashtarashki.lost", "move", move, "reason", c.Text("studies.ashtarashki.why-lost."+t.ended.Reason))}
}

// ruleLink leads to the clause that explains a refusal.
func (s *Server) ruleLink(r *http.Request, rules game.Explainer, rule string) (address, words string) {
	for _, clause := range rules.Explain() {
		if slices.Contains(clause.Refusals, rule) {
			c := s.lang(r)
			return s.rulesURL(r, rules.Info().ID, rule), c.Text("rules.clause-link", "title", clauseTitle(c, clause.ID))
		}
	}
	return "", ""
}
