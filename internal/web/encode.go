package web

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// encodeEvent writes an update as the wire.Event that sockets send. It is
// written by hand because it is done for every move: the event's body is JSON
// already, and encoding/json would check and copy it again.
func encodeEvent(u *table.Update) ([]byte, error) {
	e := &u.Event
	b := make([]byte, 0, 1024)
	b = append(b, `{"seq":`...)
	b = strconv.AppendUint(b, e.Seq, 10)
	b = append(b, `,"at":`...)
	b = strconv.AppendInt(b, e.At.UnixMilli(), 10)
	b = append(b, `,"kind":"`...)
	b = append(b, e.Kind...)
	b = append(b, '"')
	if len(e.Body) > 0 {
		b = append(b, `,"body":`...)
		b = append(b, e.Body...)
	}
	if changesBoard(e.Kind) {
		after, err := u.After()
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
		if b, err = appendNow(append(b, `,"now":`...), after); err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
	}
	return append(b, '}'), nil
}

// changesBoard reports whether the board looks different after an event.
func changesBoard(kind table.Kind) bool {
	switch kind {
	case table.KindSeated, table.KindAsked, table.KindRenamed:
		return false
	default:
		return true
	}
}

// appendNow writes a wire.Now.
func appendNow(b []byte, s *table.Snapshot) ([]byte, error) {
	view, err := json.Marshal(s.State.View())
	if err != nil {
		return nil, fmt.Errorf("write view: %w", err)
	}
	b = append(b, `{"toAct":"`...)
	b = append(b, s.ToAct.String()...)
	b = append(b, `","view":`...)
	b = append(b, view...)
	b = append(b, `,"outcome":`...)
	if s.Result == nil {
		b = append(b, "null"...)
	} else {
		b = append(b, `{"winner":"`...)
		b = append(b, s.Result.Winner.String()...)
		b = append(b, `","points":`...)
		b = strconv.AppendInt(b, int64(s.Result.Points), 10)
		b = append(b, `,"reason":"`...)
		b = append(b, s.Result.Reason...) // a word of letters and dashes
		b = append(b, `"}`...)
	}
	b = append(b, `,"score":[`...)
	b = strconv.AppendInt(b, int64(s.Score[0]), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(s.Score[1]), 10)
	b = append(b, `],"round":`...)
	b = strconv.AppendInt(b, int64(s.Round), 10)
	b = append(b, `,"starts":"`...)
	b = append(b, s.Starts.String()...)
	return append(b, `"}`...), nil
}

// tableMessage is a table as GET /api/tables/ID shows it.
func tableMessage(s *table.Snapshot) (wire.Table, error) {
	view, err := json.Marshal(s.State.View())
	if err != nil {
		return wire.Table{}, fmt.Errorf("write view: %w", err)
	}
	t := wire.Table{
		Table: string(s.ID), Game: s.Game, Options: s.Options, Mode: string(s.Mode), Seq: s.Seq,
		Now: wire.Now{
			ToAct: s.ToAct.String(), View: view, Outcome: outcomeMessage(s.Result),
			Score: s.Score, Round: s.Round, Starts: s.Starts.String(),
		},
		Plies: make([]wire.Ply, 0, len(s.Plies)),
	}
	for i, seat := range s.Seats {
		t.Seats[i] = wire.Seat{Name: seat.Name, Bot: seat.Bot, Taken: seat.Taken}
	}
	for _, p := range s.Plies {
		t.Plies = append(t.Plies, wire.Ply{
			Seat: p.Seat.String(), Action: string(p.Action), Pips: p.Pips, Position: p.Position,
		})
	}
	return t, nil
}

func outcomeMessage(r *table.Result) *wire.Outcome {
	if r == nil {
		return nil
	}
	return &wire.Outcome{Winner: r.Winner.String(), Points: r.Points, Reason: r.Reason}
}

// seatNamed reads "first", "second", or nothing, which is Nobody.
func seatNamed(name string) (game.Side, bool) {
	switch name {
	case "":
		return game.Nobody, true
	case game.First.String():
		return game.First, true
	case game.Second.String():
		return game.Second, true
	default:
		return game.Nobody, false
	}
}
