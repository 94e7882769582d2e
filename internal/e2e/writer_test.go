package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/hod-games/hod/internal/wire"
)

// done is a command whose number is known.
type done struct {
	wire.Command
	seq uint64
}

// writer plays both seats of one table as fast as it may, and remembers every
// command until its fate is known.
type writer struct {
	name   string
	socket bool // commands go over the socket, not by POST
	id     string
	seats  [2]string
	rand   *rand.Rand

	made    int
	done    []done
	pending *wire.Command // sent, and not answered
	last    uint64        // last event that came over the socket
	closed  websocket.StatusCode
}

// open opens the writer's table.
func (w *writer) open(ctx context.Context, c *client) error {
	made, err := c.create(ctx, wire.Create{
		Game: "bachet", Mode: "hotseat", Options: json.RawMessage(`{"sticks":30,"max":9}`),
	})
	if err != nil {
		return err
	}
	w.id, w.seats = made.Table, [2]string{made.Seats["first"], made.Seats["second"]}
	return nil
}

// run sends commands until ctx ends or the connection does. The error says
// what the program did wrong; that it went away is none.
func (w *writer) run(ctx context.Context, c *client) error {
	send := func(cmd wire.Command) (wire.Answer, error) {
		secret := cmd.Seat
		cmd.Seat = ""
		return c.command(ctx, w.id, secret, cmd)
	}
	if w.socket {
		conn, err := c.socket(ctx, w.id, w.last)
		if err != nil {
			return nil //nolint:nilerr // the program went away before
		}
		defer func() { _ = conn.CloseNow() }()
		send = func(cmd wire.Command) (wire.Answer, error) { return w.exchange(ctx, conn, cmd) }
	}
	for ctx.Err() == nil {
		cmd, err := w.next(ctx, c)
		if err != nil {
			return gone(err)
		}
		w.pending = &cmd
		answer, err := send(cmd)
		for isTooFast(answer, err) {
			select {
			case <-ctx.Done():
			case <-time.After(30 * time.Millisecond):
			}
			answer, err = send(cmd)
		}
		if err != nil {
			w.closed = websocket.CloseStatus(err)
			return gone(err)
		}
		if answer.Error != "" {
			return fmt.Errorf("%s: command %+v is refused: %+v", w.name, cmd, answer.Refusal)
		}
		w.done, w.pending = append(w.done, done{cmd, answer.Seq}), nil
	}
	return nil
}

// exchange sends a command over the socket and reads up to its answer. The
// events on the way must come without gaps.
func (w *writer) exchange(ctx context.Context, conn *websocket.Conn, cmd wire.Command) (wire.Answer, error) {
	if err := wsjson.Write(ctx, conn, cmd); err != nil {
		return wire.Answer{}, fmt.Errorf("send: %w", err)
	}
	for {
		var m message
		if err := wsjson.Read(ctx, conn, &m); err != nil {
			return wire.Answer{}, fmt.Errorf("receive: %w", err)
		}
		switch {
		case m.Key == cmd.Key:
			return m.Answer, nil
		case m.Kind == "beat":
		case m.Kind != "":
			if m.Seq != w.last+1 {
				return wire.Answer{}, &orderError{w.name, w.last, m.Seq}
			}
			w.last = m.Seq
		}
	}
}

// orderError is an event that came out of turn.
type orderError struct {
	who       string
	last, seq uint64
}

func (e *orderError) Error() string {
	return fmt.Sprintf("%s: event %d came after event %d", e.who, e.seq, e.last)
}

// next is a command that the table must accept: a new name, or whatever the
// game is waiting for.
func (w *writer) next(ctx context.Context, c *client) (wire.Command, error) {
	w.made++
	cmd := wire.Command{Key: fmt.Sprintf("%s-%d", w.name, w.made), Seat: w.seats[w.rand.IntN(2)]}
	if w.rand.IntN(2) == 0 {
		cmd.Kind, cmd.Text = "rename", cmd.Key
		return cmd, nil
	}
	now, err := c.table(ctx, w.id)
	if err != nil {
		return cmd, err
	}
	cmd.Seen = now.Seq
	switch now.ToAct {
	case "first":
		cmd.Seat, cmd.Kind, cmd.Text = w.seats[0], "act", "1"
	case "second":
		cmd.Seat, cmd.Kind, cmd.Text = w.seats[1], "act", "1"
	default:
		cmd.Kind = "next"
	}
	return cmd, nil
}

// settle asks again for what was not answered, and for some of what was: the
// numbers must be the same as before.
func (w *writer) settle(ctx context.Context, c *client) error {
	if w.pending != nil {
		answer, err := w.again(ctx, c, *w.pending)
		if err != nil {
			return fmt.Errorf("%s: repeat what was not answered, %+v: %w", w.name, *w.pending, err)
		}
		w.done, w.pending = append(w.done, done{*w.pending, answer.Seq}), nil
	}
	for range min(3, len(w.done)) {
		d := w.done[w.rand.IntN(len(w.done))]
		answer, err := w.again(ctx, c, d.Command)
		if err != nil {
			return fmt.Errorf("%s: repeat %+v: %w", w.name, d, err)
		}
		if answer.Seq != d.seq {
			return fmt.Errorf("%s: command %s was event %d, and is event %d when repeated", w.name, d.Key, d.seq, answer.Seq)
		}
	}
	return nil
}

func (w *writer) again(ctx context.Context, c *client, cmd wire.Command) (wire.Answer, error) {
	secret := cmd.Seat
	cmd.Seat = ""
	for {
		answer, err := c.command(ctx, w.id, secret, cmd)
		if !isTooFast(answer, err) {
			return answer, err
		}
		time.Sleep(30 * time.Millisecond)
	}
}

// verify compares the table's history with what was done.
func (w *writer) verify(ctx context.Context, c *client) error {
	if err := verify(ctx, c, w.id, w.done); err != nil {
		return fmt.Errorf("%s: %w", w.name, err)
	}
	return nil
}

// gone turns errors of a connection that ended into none: that the program is
// killed is what the test is about. Answers and events that are wrong remain.
func gone(err error) error {
	if status, ok := errors.AsType[*statusError](err); ok && status.status != http.StatusServiceUnavailable {
		return err
	}
	if order, ok := errors.AsType[*orderError](err); ok {
		return order
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return syntax
	}
	return nil
}

func isTooFast(answer wire.Answer, err error) bool {
	status, ok := errors.AsType[*statusError](err)
	return ok && status.status == http.StatusTooManyRequests || answer.Error == "too-fast"
}

// verify compares the history of a table with the commands that were
// acknowledged at it: every one is one event, under its number, and nobody else
// has named a seat, asked for a throw, moved, or begun a round.
func verify(ctx context.Context, c *client, id string, all []done) error {
	numbers := make([]uint64, 0, len(all))
	for _, d := range all {
		numbers = append(numbers, d.seq)
	}
	slices.Sort(numbers)
	if unique := len(slices.Compact(slices.Clone(numbers))); unique != len(all) {
		return fmt.Errorf("table %s: %d commands share %d events", id, len(all), unique)
	}
	last := uint64(0)
	if len(all) > 0 {
		last = numbers[len(all)-1]
	}
	now, err := awaitEvent(ctx, c, id, last)
	if err != nil {
		return err
	}
	events, err := c.history(ctx, id, now.Seq)
	if err != nil {
		return err
	}
	commanded := map[string]int{} // events by kind
	for _, e := range events {
		if e.Kind != "acted" || !bytes.Contains(e.Body, []byte(`"action":"pass"`)) { // which the table does by itself
			commanded[e.Kind]++
		}
	}
	for _, d := range all {
		if d.seq == 0 || d.seq > uint64(len(events)) {
			return fmt.Errorf("table %s: command %s was event %d, and the table has %d", id, d.Key, d.seq, len(events))
		}
		e := events[d.seq-1]
		var body struct{ Name, Action string }
		if err := json.Unmarshal(e.Body, &body); err != nil {
			return fmt.Errorf("table %s: event %d: %w", id, d.seq, err)
		}
		switch d.Kind {
		case "rename":
			if e.Kind != "renamed" || body.Name != d.Text {
				return fmt.Errorf("table %s: event %d is %s %s instead of the name %s", id, d.seq, e.Kind, e.Body, d.Text)
			}
			commanded["renamed"]--
		case "act":
			if e.Kind != "acted" || body.Action != d.Text {
				return fmt.Errorf("table %s: event %d is %s %s instead of action %s", id, d.seq, e.Kind, e.Body, d.Text)
			}
			commanded["acted"]--
		case "next":
			if e.Kind != "next" {
				return fmt.Errorf("table %s: event %d is %s %s instead of a new round", id, d.seq, e.Kind, e.Body)
			}
			commanded["next"]--
		case "roll":
			if e.Kind != "called" {
				return fmt.Errorf("table %s: event %d is %s %s instead of a call for a throw", id, d.seq, e.Kind, e.Body)
			}
			commanded["called"]--
		}
	}
	for _, kind := range []string{"renamed", "acted", "next", "called"} {
		if commanded[kind] != 0 {
			return fmt.Errorf("table %s: %d events %q too many or too few", id, commanded[kind], kind)
		}
	}
	return nil
}
