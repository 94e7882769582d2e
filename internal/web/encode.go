package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// encodeEvent writes an update as the wire.Event that sockets send. It is
// written by hand because it is done for every move: the event's body is JSON
// already, and encoding/json would check and copy it again.
func encodeEvent(u *table.Update) ([]byte, error) { return encode(u, true) }

// encodeBrief is encodeEvent for somebody who catches up and need not draw the
// table as it stood after the event, since more has happened since.
func encodeBrief(u *table.Update) ([]byte, error) { return encode(u, false) }

func encode(u *table.Update, now bool) ([]byte, error) {
	scratch := scratches.Get().(*bytes.Buffer)
	defer scratches.Put(scratch)
	scratch.Reset()
	if err := writeEvent(scratch, u, now); err != nil {
		return nil, fmt.Errorf("event %d: %w", u.Event.Seq, err)
	}
	// The update keeps it for everybody who follows, so it gets no byte more
	// than it needs.
	return bytes.Clone(scratch.Bytes()), nil
}

var scratches = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 2<<10)) }}

func writeEvent(w *bytes.Buffer, u *table.Update, now bool) error {
	writeFact(w, &u.Event)
	switch u.Event.Kind {
	case table.KindSeated, table.KindCommitted, table.KindCalled:
		if !now {
			break
		}
		after, err := u.After()
		if err != nil {
			return err
		}
		if after.Dice != nil {
			w.Write(appendCalls(w.AvailableBuffer(), after.Calls))
		}
		if after.Clock != nil && u.Event.Kind == table.KindSeated {
			w.Write(appendClock(w.AvailableBuffer(), after))
		}
	default:
		if !now || !u.Event.Kind.ChangesBoard() {
			break
		}
		after, err := u.After()
		if err != nil {
			return err
		}
		w.WriteString(`,"now":`)
		if err := writeNow(w, after); err != nil {
			return err
		}
	}
	w.WriteByte('}')
	return nil
}

// writeFact writes what is public about an event, without the brace that ends
// it.
func writeFact(w *bytes.Buffer, e *table.Event) {
	b := w.AvailableBuffer()
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
	w.Write(b)
}

// appendCalls appends the seats that a throw waits for as a field.
func appendCalls(b []byte, seats []game.Side) []byte {
	b = append(b, `,"calls":[`...)
	for i, seat := range seats {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(b, seat.String()...)
		b = append(b, '"')
	}
	return append(b, ']')
}

// writeNow writes a wire.Now.
func writeNow(w *bytes.Buffer, s *table.Snapshot) error {
	w.WriteString(`{"toAct":"`)
	w.WriteString(s.ToAct.String())
	w.WriteString(`","view":`)
	if err := json.NewEncoder(w).Encode(s.State.View()); err != nil {
		return fmt.Errorf("write view: %w", err)
	}
	w.Truncate(w.Len() - 1) // the line end that Encode adds
	b := w.AvailableBuffer()
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
	b = append(b, '"')
	if len(s.Calls) > 0 {
		b = appendCalls(b, s.Calls)
	}
	if s.MatchOver {
		b = append(b, `,"matchOver":true`...)
	}
	if s.Clock != nil {
		b = appendClock(b, s)
	}
	b = append(b, '}')
	w.Write(b)
	return nil
}

// appendClock appends a wire.Clock as a field.
func appendClock(b []byte, s *table.Snapshot) []byte {
	c := clockMessage(s)
	b = append(b, `,"clock":{"kind":"`...)
	b = append(b, c.Kind...)
	b = append(b, `","bank":`...)
	b = strconv.AppendInt(b, int64(c.Bank), 10)
	b = append(b, `,"each":`...)
	b = strconv.AppendInt(b, int64(c.Each), 10)
	b = append(b, `,"left":[`...)
	b = strconv.AppendInt(b, c.Left[0], 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, c.Left[1], 10)
	b = append(b, ']')
	if c.Free != 0 {
		b = append(b, `,"free":`...)
		b = strconv.AppendInt(b, c.Free, 10)
	}
	b = append(b, `,"runs":"`...)
	b = append(b, c.Runs...)
	b = append(b, `","since":`...)
	b = strconv.AppendInt(b, c.Since, 10)
	return append(b, '}')
}

// clockMessage is the clock of a table, nil where there is none.
func clockMessage(s *table.Snapshot) *wire.Clock {
	c := s.Clock
	if c == nil {
		return nil
	}
	return &wire.Clock{
		Tempo: wire.Tempo{Kind: string(c.Kind), Bank: c.Bank, Each: c.Each},
		Left:  [2]int64{c.Left[0].Milliseconds(), c.Left[1].Milliseconds()}, Free: c.Free.Milliseconds(),
		Runs: c.Runs.String(), Since: s.LastAt.UnixMilli(),
	}
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
			Calls: seatNames(s.Calls), MatchOver: s.MatchOver, Clock: clockMessage(s),
		},
		Plies: make([]wire.Ply, 0, len(s.Plies)),
	}
	for i, seat := range s.Seats {
		t.Seats[i] = wire.Seat{Name: seat.Name, Bot: seat.Bot, Taken: seat.Taken}
	}
	for _, p := range s.Plies {
		t.Plies = append(t.Plies, wire.Ply{
			Seat: p.Seat.String(), Action: string(p.Action), Pips: p.Pips, Position: p.Position, Depth: p.Depth, Throw: p.Throw,
			Left: p.Left.Milliseconds(),
		})
	}
	if d := s.Dice; d != nil {
		t.Dice = &wire.Dice{Kind: string(d.Kind), Next: d.Next, Commit: d.Commit, Commits: d.Commits}
	}
	return t, nil
}

func seatNames(seats []game.Side) []string {
	if len(seats) == 0 {
		return nil
	}
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = seat.String()
	}
	return names
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
