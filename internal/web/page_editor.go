package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

// editorPage sets up a position. ?pos= is where it stands, &put= and &mover=
// change it, &side=, &rank= and &state= say what is put; ?text= is a position
// or a game that somebody pasted. ?part=verdict asks for what there is to say
// about the position, and the ways to play it, alone.
func (s *Server) editorPage(w http.ResponseWriter, r *http.Request) {
	if chi.URLParam(r, "game") == nardy.ID {
		s.trainingPage(w, r)
		return
	}
	if !s.offersAshtarashki(r) {
		s.failPage(w, r, notFound())
		return
	}
	q := r.URL.Query()
	if q.Has("text") {
		s.paste(w, r, q.Get("text"))
		return
	}
	e := editing{position: ashtarashki.Initial()}
	if q.Has("pos") {
		p, err := ashtarashki.Parse(q.Get("pos"))
		if err != nil {
			s.showEditor(w, r, http.StatusUnprocessableEntity, editing{problem: pasteProblem(s.lang(r), err), pasted: q.Get("pos")})
			return
		}
		e.position = p
	}
	status := http.StatusOK
	if changed, err := e.changed(q); err != nil {
		e.problem, status = pasteProblem(s.lang(r), err), http.StatusUnprocessableEntity
	} else {
		e.position = changed
	}
	s.showEditor(w, r, status, e)
}

// longestPaste bounds what is read as a game, in bytes: the longest games have
// some two hundred half-moves.
const longestPaste = 6000

// errTooLong and errNothing are what a pasted text can be before it is read.
var (
	errTooLong = errors.New("the text is too long")
	errNothing = errors.New("there is no text")
)

// readGame reads a text that somebody pasted: a game, or a position as a game
// without moves.
func readGame(text string) (ashtarashki.Record, error) {
	switch {
	case len(text) > longestPaste:
		return ashtarashki.Record{}, errTooLong
	case strings.TrimSpace(text) == "":
		return ashtarashki.Record{}, errNothing
	}
	// Three words with a list among them are a position, whatever the first
	// one is: what is wrong with it is to be told as of a position.
	if words := strings.Fields(text); len(words) == 3 && (words[1] == "-" || words[2] == "-" || strings.Contains(text, ",")) {
		p, err := ashtarashki.Parse(text)
		return ashtarashki.Record{Start: p}, err
	}
	return ashtarashki.ReadRecord(text)
}

// paste leads to the page of a pasted position or game, or says what is wrong
// with it.
func (s *Server) paste(w http.ResponseWriter, r *http.Request, text string) {
	told, err := readGame(text)
	if err != nil {
		s.showEditor(w, r, http.StatusUnprocessableEntity, editing{position: ashtarashki.Initial(), problem: pasteProblem(s.lang(r), err), pasted: text})
		return
	}
	if len(told.Moves) == 0 {
		http.Redirect(w, r, s.positionURL(r, told.Start), http.StatusSeeOther)
		return
	}
	short := url.Values{"game": {shortGame(told)}}
	http.Redirect(w, r, s.path(r, "/"+ashtarashki.ID+"/game")+"?"+short.Encode(), http.StatusSeeOther)
}

// shortGame is a game as addresses hold it: without numbers.
func shortGame(told ashtarashki.Record) string {
	var text strings.Builder
	if told.Start != ashtarashki.Initial() {
		text.WriteString(told.Start.String() + "\n")
	}
	for i, a := range told.Moves {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(string(a))
	}
	return text.String()
}

// positionURL is the address of the editor with a position.
func (s *Server) positionURL(r *http.Request, p ashtarashki.Position) string {
	return s.path(r, "/"+ashtarashki.ID+"/position") + "?" + url.Values{"pos": {p.String()}}.Encode()
}

// pasteProblem says in words why a text is no game and no position.
func pasteProblem(c *lang.Catalogue, err error) string {
	const key = "editor.ashtarashki."
	if move, ok := errors.AsType[*ashtarashki.RecordError](err); ok {
		reason := ""
		if refusal, ok := errors.AsType[*game.Refusal](err); ok {
			reason = c.Text("refusal." + refusal.Rule)
		}
		return c.Text(key+"game-problem."+ashtarashki.SideOf(move.Mover).String(), "number", move.Number, "text", shortened(move.Text), "reason", reason)
	}
	if position, ok := errors.AsType[*ashtarashki.PositionError](err); ok {
		return c.Text(key+"problem."+string(position.Problem), "word", shortened(position.Word))
	}
	switch {
	case errors.Is(err, errTooLong):
		return c.Text(key + "too-long")
	case errors.Is(err, errNothing):
		return c.Text(key + "nothing-pasted")
	}
	return c.Text(key + "refused")
}

// shortened is the beginning of something that was typed.
func shortened(text string) string {
	if runes := []rune(text); len(runes) > 20 {
		return string(runes[:20]) + "…"
	}
	return text
}

// editing is a position that is being set up.
type editing struct {
	position ashtarashki.Position
	problem  string // in words
	pasted   string // what could not be read
}

// changed returns the position after &mover= and &put=.
func (e editing) changed(q url.Values) (ashtarashki.Position, error) {
	text := e.position.String()
	words := strings.Fields(text)
	if mover := q.Get("mover"); mover != "" {
		words[0] = mover
	}
	if at := q.Get("put"); at != "" {
		for i := 1; i < len(words); i++ {
			words[i] = without(words[i], at)
		}
		stone := q.Get("state") + q.Get("rank") + at
		switch q.Get("side") {
		case "w":
			words[1] = with(words[1], stone)
		case "b":
			words[2] = with(words[2], stone)
		}
	}
	return ashtarashki.Parse(strings.Join(words, " "))
}

// without takes the stone on a square off a list of a position text.
func without(list, at string) string {
	var kept []string
	for stone := range strings.SplitSeq(list, ",") {
		if !strings.HasSuffix(stone, at) && stone != "-" {
			kept = append(kept, stone)
		}
	}
	if len(kept) == 0 {
		return "-"
	}
	return strings.Join(kept, ",")
}

// with puts a stone on such a list.
func with(list, stone string) string {
	if list == "-" {
		return stone
	}
	return list + "," + stone
}

// showEditor answers with the page.
func (s *Server) showEditor(w http.ResponseWriter, r *http.Request, status int, e editing) {
	c := s.lang(r)
	const key = "editor.ashtarashki."
	p := templates.EditorPage{
		Page: s.article(r, ashtarashki.ID, "/position", c.Text(key+"title"), c.Text(key+"description"),
			templates.Crumb{Text: gameName(c, ashtarashki.ID), URL: s.path(r, "/"+ashtarashki.ID)}, templates.Crumb{Text: c.Text(key + "title")}),
		Action: s.path(r, "/"+ashtarashki.ID+"/position"),
		Code:   e.position.String(),
		Pasted: e.pasted,
		Brush:  brush(r.URL.Query()),
	}
	if e.pasted != "" {
		p.PasteProblem = e.problem
	}
	p.Class += " wide"
	p.Scripts = append(p.Scripts, s.assets.URL("editor.js"))
	p.Link = s.publicOrigin(r) + s.positionURL(r, e.position)
	p.Start = s.positionURL(r, ashtarashki.Initial())
	p.Clear = s.positionURL(r, ashtarashki.Position{})
	p.Board = ashtarashkiBoard(c, ashtarashki.StateOf(e.position), nil)
	p.Verdict = s.verdict(r, e)
	// Every position is a page of its own: none of them is for search engines.
	p.Private = r.URL.RawQuery != ""
	if r.URL.Query().Get("part") == "verdict" {
		s.render(w, r, http.StatusOK, templates.EditorVerdict(p.Page, p.Verdict))
		return
	}
	s.render(w, r, status, templates.EditorAshtarashki(p))
}

// brush is what the palette holds.
func brush(q url.Values) templates.Brush {
	b := templates.Brush{Side: "w", Rank: "1", State: "M"}
	for _, field := range []struct {
		name string
		to   *string
		of   []string
	}{
		{"side", &b.Side, []string{"w", "b", "none"}},
		{"rank", &b.Rank, []string{"1", "2", "3"}},
		{"state", &b.State, []string{"M", "V", "W"}},
	} {
		for _, value := range field.of {
			if q.Get(field.name) == value {
				*field.to = value
			}
		}
	}
	return b
}

// verdict says whether one can play from a position, and offers it.
func (s *Server) verdict(r *http.Request, e editing) templates.Verdict {
	c := s.lang(r)
	const key = "editor.ashtarashki."
	state := ashtarashki.StateOf(e.position)
	mover := e.position.ToMove.String()[:1]
	v := templates.Verdict{Problem: e.problem, Mover: mover, Code: e.position.String()}
	switch outcome, over := state.Outcome(); {
	case e.pasted != "":
		v.Problem = "" // it stands beside the text
	case e.problem != "":
	case e.position.Sides == [2]ashtarashki.Set{}:
		v.Problem = c.Text(key + "empty")
	case over:
		v.Problem = c.Text(key+"over."+outcome.Winner.String(), "reason", c.Text(key+"why."+outcome.Reason))
	default:
		v.Ready = c.Text(key+"ready", "turn", c.Text(key+"turn."+mover))
	}
	if _, over := state.Outcome(); over {
		return v
	}
	v.Action = s.path(r, "/"+ashtarashki.ID)
	entry, _ := s.host.Game(ashtarashki.ID)
	bots := entry.Players()
	for _, bot := range bots {
		name := bot.Name()
		v.Bots = append(v.Bots, choice(name, textOr(c, "bot."+ashtarashki.ID+"."+name, textOr(c, "bot."+name, name)), bots[len(bots)-1].Name()))
	}
	v.Sides = []templates.Choice{
		choice(game.First.String(), c.Text(key+"play-as.first"), state.ToAct().String()),
		choice(game.Second.String(), c.Text(key+"play-as.second"), state.ToAct().String()),
	}
	return v
}
