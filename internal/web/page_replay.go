package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

// offersAshtarashki reports whether the address names Ashtarashki, and the site
// offers it: the pages here are of that game alone.
func (s *Server) offersAshtarashki(r *http.Request) bool {
	id := chi.URLParam(r, "game")
	entry, ok := s.host.Game(id)
	return ok && id == ashtarashki.ID && !entry.Draft
}

// replayPage shows a game move by move: the author's with notes, or the one
// that ?game= holds. ?ply= chooses a position; ?part=replay asks for the
// figure alone.
func (s *Server) replayPage(w http.ResponseWriter, r *http.Request) {
	if !s.offersAshtarashki(r) {
		s.failPage(w, r, notFound())
		return
	}
	c, q := s.lang(r), r.URL.Query()
	told, own := ashtarashki.AuthorsGame(), q.Get("game")
	if own != "" {
		var err error
		if told, err = readGame(own); err != nil {
			s.showEditor(w, r, http.StatusUnprocessableEntity, editing{problem: pasteProblem(c, err), pasted: own})
			return
		}
	}
	figure, err := s.replay(r, told, own)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	key := "replay.ashtarashki."
	if own != "" {
		key += "own-"
	}
	p := templates.ReplayPage{
		Page: s.article(r, ashtarashki.ID, "/game", c.Text(key+"title"), c.Text(key+"description"),
			templates.Crumb{Text: gameName(c, ashtarashki.ID), URL: s.path(r, "/"+ashtarashki.ID)}, templates.Crumb{Text: c.Text(key + "title")}),
		Heading: c.Text(key + "title"),
		Lead:    c.Text(key + "lead"),
		Record:  strings.TrimSpace(told.String()),
		Rules:   s.path(r, "/"+ashtarashki.ID+"/rules"),
		Paste:   s.path(r, "/"+ashtarashki.ID+"/position") + "#text",
		Figure:  figure,
	}
	p.Private = own != ""
	p.Class += " wide"
	if q.Get("part") == "replay" {
		s.render(w, r, http.StatusOK, templates.ReplayFigure(p.Page, figure))
		return
	}
	s.render(w, r, http.StatusOK, templates.ReplayAshtarashki(p))
}

// replay is a game as it stands after ?ply= moves. Own is its text where it is
// not the author's.
func (s *Server) replay(r *http.Request, told ashtarashki.Record, own string) (templates.GameReplay, error) {
	c := s.lang(r)
	positions, err := told.Positions()
	if err != nil {
		return templates.GameReplay{}, err
	}
	last := len(told.Moves)
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil {
		ply = 0
	}
	ply = min(max(ply, 0), last)
	urlOf := func(n int) string {
		if n < 0 || n > last {
			return ""
		}
		q := url.Values{}
		if own != "" {
			q.Set("game", own)
		}
		q.Set("ply", strconv.Itoa(n))
		return s.path(r, "/"+ashtarashki.ID+"/game") + "?" + q.Encode() + "#replay"
	}
	f := templates.GameReplay{
		Ply: ply, All: last,
		Forward: urlOf(ply + 1), Back: urlOf(ply - 1),
		Open: s.path(r, "/"+ashtarashki.ID+"/position") + "?" + url.Values{"pos": {positions[ply].String()}}.Encode(),
	}
	if ply > 0 {
		f.First = urlOf(0)
	}
	if ply < last {
		f.Last = urlOf(last)
	}
	noted := func(n int) bool { return own == "" && c.Has("replay.ashtarashki.note."+strconv.Itoa(n)) }
	for n := ply + 1; n <= last && f.NextNote == ""; n++ {
		if noted(n) {
			f.NextNote = urlOf(n)
		}
	}
	f.Title, f.Said = saidOfPly(c, told, positions, ply)
	if noted(ply) {
		f.Note = c.Text("replay.ashtarashki.note." + strconv.Itoa(ply))
	}
	state := ashtarashki.StateOf(positions[ply])
	var before game.State
	if ply > 0 {
		before = ashtarashki.StateOf(positions[ply-1])
	}
	f.Board, f.Label = ashtarashkiBoard(c, state, before), inWords(c, positions[ply])
	for i, a := range told.Moves {
		m := &templates.ReplayLink{URL: urlOf(i + 1), Text: string(a), Current: i+1 == ply, Noted: noted(i + 1)}
		side := int(positions[i].ToMove)
		if side == 0 || i == 0 {
			f.Pairs = append(f.Pairs, templates.ReplayPair{No: len(f.Pairs) + 1})
		}
		f.Pairs[len(f.Pairs)-1].Moves[side] = m
	}
	return f, nil
}

// saidOfPly names the move that led to a position, and says what it did.
func saidOfPly(c *lang.Catalogue, told ashtarashki.Record, positions []ashtarashki.Position, ply int) (title, said string) {
	if ply == 0 {
		return c.Text("replay.ashtarashki.start"), ""
	}
	before, after := positions[ply-1], positions[ply]
	side := ashtarashki.SideOf(before.ToMove).String()
	number := (ply-1+int(positions[0].ToMove))/2 + 1
	title = c.Text("replay.ashtarashki.move."+side, "number", number, "move", told.Moves[ply-1])
	effect, n := effectOf(ashtarashki.StateOf(before), ashtarashki.StateOf(after))
	said = c.Text("replay.ashtarashki.said."+effect, "side", c.Text("rules.ashtarashki.side."+side), "n", n)
	if e, over := after.Ending(); over {
		points := [2]int{}
		points[e.Winner] = e.Points
		said += " " + c.Text("replay.ashtarashki.said.end", "white", points[ashtarashki.White], "black", points[ashtarashki.Black])
	}
	return title, said
}
