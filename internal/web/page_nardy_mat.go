package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/table"
)

// gameMat answers GET /t/ID/game.mat: the match that the table is in, or its
// games where they are no match, as a .mat file.
func (s *Server) gameMat(w http.ResponseWriter, r *http.Request) {
	snapshot, err := s.snapshotOf(r)
	if err == nil && snapshot.Game != nardyID {
		err = notFound()
	}
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	match, err := s.nardyMatch(r.Context(), snapshot.ID)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	for i, side := range [...]game.Side{game.First, game.Second} {
		seat := snapshot.Seat(snapshot.SeatOf(side))
		match.Names[i] = seat.Name // where there is none the file says "Light" and "Dark"
		if seat.Bot != "" {
			match.Names[i] = s.lang(r).Text("play.computer")
		}
	}
	text, err := match.Mat()
	if err != nil {
		s.failPage(w, r, fmt.Errorf("table %s: %w", snapshot.ID, err))
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "nardy-"+string(snapshot.ID)+".mat"))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(text)) // the client may be gone: its affair
}

// nardyMatch collects the games of the table's match: since its score was last
// 0 : 0, or since the players last exchanged their sides.
func (s *Server) nardyMatch(ctx context.Context, id table.ID) (nardy.Match, error) {
	var (
		m      nardy.Match
		begin  string
		starts game.Side
	)
	for e, err := range s.host.Events(ctx, id, 0) {
		if err != nil {
			return m, fmt.Errorf("read table %s: %w", id, err)
		}
		var body struct {
			Options  json.RawMessage `json:"options"`
			Position string          `json:"position"`
			Starts   game.Side       `json:"starts"`
			Seat     game.Side       `json:"seat"`
			Action   game.Action     `json:"action"`
			Pips     []int           `json:"pips"`
			Plies    int             `json:"plies"`
		}
		if err := json.Unmarshal(e.Body, &body); err != nil {
			return m, fmt.Errorf("read event %d of table %s: %w", e.Seq, id, err)
		}
		last := len(m.Games) - 1
		add := func(what nardy.Event) { m.Games[last].Events = append(m.Games[last].Events, what) }
		switch e.Kind {
		case table.KindOpened:
			begin, starts = body.Position, body.Starts
			m.Games = []nardy.Record{{Options: body.Options, Start: begin}}
		case table.KindNext, table.KindReset:
			next := nardy.Record{Options: m.Games[last].Options, Start: begin}
			if body.Position != "" {
				next.Start = body.Position
			}
			if body.Options != nil {
				next.Options = body.Options
			}
			if e.Kind == table.KindReset || body.Starts != starts || firstOfMatch(next.Options) {
				m.Games = nil
			}
			starts = body.Starts
			m.Games = append(m.Games, next)
		case table.KindRolled:
			add(nardy.Event{Roll: body.Pips})
		case table.KindActed:
			add(nardy.Event{Act: body.Action})
		case table.KindTookBack:
			events := m.Games[last].Events
			m.Games[last].Events = events[:max(0, len(events)-body.Plies)]
		case table.KindResigned, table.KindFlagged, table.KindClaimed:
			side := body.Seat
			if e.Kind == table.KindClaimed {
				side = side.Other() // it was claimed against that one
			}
			if starts == game.Second {
				side = side.Other()
			}
			add(nardy.Event{Resigned: side})
		default: // what changes no position is not part of a record
		}
	}
	return m, nil
}

// firstOfMatch reports whether options are those of the first game of a match
// of several.
func firstOfMatch(options []byte) bool {
	o, err := nardy.ParseOptions(options)
	return err == nil && o.Points > 1 && o.Score == [2]int{}
}
