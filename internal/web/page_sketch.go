package web

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// sketchOf draws the position of a round after so many plies.
func sketchOf(c *lang.Catalogue, snap *table.Snapshot, ply int) (templates.Sketch, error) {
	code := codeAfter(snap, ply)
	state := snap.State
	if code != snap.Position || ply < len(snap.Plies) {
		var err error
		if state, err = snap.Rules.Start(snap.Options, code); err != nil {
			return templates.Sketch{}, fmt.Errorf("position after ply %d: %w", ply, err)
		}
	}
	switch snap.Game {
	case bachetID:
		var heap templates.Bachet
		if err := viewInto(state, &heap); err != nil {
			return templates.Sketch{}, err
		}
		taken := 0
		if ply > 0 {
			taken, _ = strconv.Atoi(string(snap.Plies[ply-1].Action)) // 0 where it is no number: nothing is marked
		}
		return heap.Sketch(c, taken), nil
	case ashtarashkiID:
		before := ""
		if ply > 0 {
			before = codeAfter(snap, ply-1)
		}
		return sketchAshtarashki(c, state, before)
	case nardyID:
		b, err := nardyBoard(c, state)
		if err != nil {
			return templates.Sketch{}, err
		}
		nardyLast(&b, snap, ply)
		return b.Sketch(), nil
	default:
		return templates.PlainSketch(code), nil
	}
}

func sketchAshtarashki(c *lang.Catalogue, state game.State, before string) (templates.Sketch, error) {
	b := templates.AshtarashkiBoard{T: c, Code: state.String()}
	if err := viewInto(state, &b.View); err != nil {
		return templates.Sketch{}, err
	}
	if before != "" {
		b.Last = templates.ChangedSquares(before, b.Code)
	}
	label := b.Code
	if p, err := ashtarashki.Parse(b.Code); err == nil {
		label = inWords(c, p)
	}
	return b.Sketch(label), nil
}

// sketchPolicy lets a drawing be shown and do nothing.
const sketchPolicy = "default-src 'none'; sandbox; frame-ancestors *"

// writeSketch answers with a drawing that any page may show; age is how many
// seconds browsers may keep it.
func (s *Server) writeSketch(w http.ResponseWriter, r *http.Request, sketch templates.Sketch, age int) {
	svg := sketch.SVG()
	sum := fnv.New64a()
	sum.Write([]byte(svg)) // never fails, by its own promise
	h := w.Header()
	h.Del("X-Frame-Options")
	h.Set("Content-Security-Policy", sketchPolicy)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Content-Type", "image/svg+xml; charset=utf-8")
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(age))
	h.Set("ETag", `"`+strconv.FormatUint(sum.Sum64(), 36)+`"`)
	if r.Header.Get("If-None-Match") == h.Get("ETag") {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write([]byte(svg)) // the client may be gone: its affair
}

// tableSketch answers GET /t/ID/board.svg: the position on the table, or after
// ?ply= plies of ?round=.
func (s *Server) tableSketch(w http.ResponseWriter, r *http.Request) {
	snap, err := s.roundAsked(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	sketch, err := sketchOf(s.lang(r), snap, plyAsked(r, snap))
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	s.writeSketch(w, r, sketch, 5)
}

// positionSketch answers GET /GAME/board.svg?position=CODE&options=JSON: a
// position of a game, the initial one where none is named.
func (s *Server) positionSketch(w http.ResponseWriter, r *http.Request) {
	entry, ok := s.game(chi.URLParam(r, "game"))
	if !ok {
		s.failPage(w, r, notFound())
		return
	}
	q := r.URL.Query()
	if len(q.Get("position")) > table.MaxText || len(q.Get("options")) > table.MaxText {
		s.failPage(w, r, &requestError{status: http.StatusRequestEntityTooLarge, key: "error.too-big"})
		return
	}
	var options json.RawMessage
	if text := q.Get("options"); text != "" {
		options = json.RawMessage(text)
	}
	snap, err := positionSnapshot(entry.Rules, options, q.Get("position"))
	if err == nil {
		var sketch templates.Sketch
		if sketch, err = sketchOf(s.lang(r), snap, 0); err == nil {
			s.writeSketch(w, r, sketch, 86400)
			return
		}
	}
	s.failPage(w, r, badMessage(err.Error()))
}

// positionSnapshot is a round of which nothing but the position is known.
func positionSnapshot(rules game.Rules, options json.RawMessage, code string) (*table.Snapshot, error) {
	canonical, err := rules.Normalize(options)
	if err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	state, err := rules.Start(canonical, code)
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	return &table.Snapshot{
		Rules: rules, Game: rules.Info().ID, Options: canonical, Begin: state.String(), Position: state.String(), State: state,
		Starts: game.First, Round: 1,
	}, nil
}

// roundAsked is the round that ?round= names, counted from 1 through all that
// were ever played at the table, and the last one where it names none.
func (s *Server) roundAsked(r *http.Request) (*table.Snapshot, error) {
	id, err := tableID(r)
	if err != nil {
		return nil, err
	}
	if !r.URL.Query().Has("round") {
		return s.host.Snapshot(r.Context(), id)
	}
	rounds, err := s.host.Rounds(r.Context(), id)
	if err != nil {
		return nil, err
	}
	no, err := strconv.Atoi(r.URL.Query().Get("round"))
	if err != nil || no < 1 || no > len(rounds) {
		return nil, notFound()
	}
	return rounds[no-1], nil
}

// plyAsked is the ply that ?ply= names, the last one where it names none.
func plyAsked(r *http.Request, snap *table.Snapshot) int {
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil || ply < 0 || ply > len(snap.Plies) {
		return len(snap.Plies)
	}
	return ply
}
