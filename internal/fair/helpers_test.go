package fair_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

func soak() bool { return os.Getenv("HOD_SOAK") != "" }

// people are the persons at a table, who do with their shares what comes into
// their heads: keep to the protocol as a rule, and else lose a secret, commit
// themselves anew, reveal early, reveal nothing, copy the other's commitment.
type people struct {
	t      *testing.T
	r      *rand.Rand
	host   *table.Host
	id     table.ID
	seats  map[game.Side]string
	secret map[game.Side]string // of the standing commitment
	honest bool
	undo   bool // they take back what they have played, now and then
	n      int
}

var seats = [...]game.Side{game.First, game.Second}

func newHost() *table.Host {
	return table.New(table.Config{Log: memory.New(), Games: []game.Entry{toy.Entry()}, Roller: fair.Roller{}})
}

// sitDown opens a table of the toy game.
func sitDown(t *testing.T, r *rand.Rand, mode table.Mode, honest bool) *people {
	t.Helper()
	p := &people{t: t, r: r, host: newHost(), secret: make(map[game.Side]string), honest: honest}
	o := table.Opening{Game: "toy", Mode: mode}
	if honest || r.IntN(4) > 0 {
		o.Commit = p.fresh(game.First)
	}
	opened, err := p.host.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	p.id, p.seats = opened.ID, opened.Seats
	if mode == table.Link {
		sit := table.Sit{Invitation: opened.Join, Key: "sit"}
		if honest || r.IntN(4) > 0 {
			sit.Commit = p.fresh(game.Second)
		}
		seated, err := p.host.Sit(t.Context(), p.id, sit)
		if err != nil {
			t.Fatal(err)
		}
		p.seats[game.Second] = seated.Secret
	}
	return p
}

// fresh makes a secret and returns its commitment.
func (p *people) fresh(seat game.Side) string {
	p.secret[seat] = randomSecret(p.r)
	commit, err := fair.Commitment(p.secret[seat])
	if err != nil {
		p.t.Fatal(err)
	}
	return commit
}

func randomSecret(r *rand.Rand) string {
	var b [32]byte
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return hex.EncodeToString(b[:])
}

func (p *people) snapshot() *table.Snapshot {
	p.t.Helper()
	s, err := p.host.Snapshot(p.t.Context(), p.id)
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

// do sends a command with a share.
func (p *people) do(seat game.Side, kind table.Kind, text string) {
	p.t.Helper()
	c := table.Command{Key: fmt.Sprint(p.n), Secret: p.seats[seat], Seen: p.snapshot().Seq, Kind: kind, Text: text}
	p.n++
	s := p.snapshot()
	standing := s.Dice.Commits[seat-game.First]
	whim := 0
	if !p.honest {
		whim = p.r.IntN(12)
	}
	if standing != "" && p.secret[seat] != "" && whim != 1 && whim != 2 {
		c.Reveal = p.secret[seat]
		p.secret[seat] = ""
	}
	if other := s.Dice.Commits[seat.Other()-game.First]; whim == 3 && other != "" {
		c.Commit = other // of which nobody but the other knows the secret
	} else if whim != 2 && whim != 4 || kind == table.KindCommit {
		c.Commit = p.fresh(seat)
	}
	if _, err := p.host.Do(p.t.Context(), p.id, c); err != nil {
		p.t.Fatalf("%s %s %q (%+v): %v", seat, kind, text, c, err)
	}
}

// play plays until the table has seen so many throws.
func (p *people) play(throws int) {
	p.t.Helper()
	for {
		s := p.snapshot()
		if s.Dice.Next > throws {
			return
		}
		if !p.honest && p.r.IntN(6) == 0 {
			p.do(seats[p.r.IntN(2)], table.KindCommit, "")
			continue
		}
		if p.undo && len(s.Plies) > 0 && p.r.IntN(5) == 0 {
			seat := seats[p.r.IntN(2)]
			if s.CanTakeBack(seat) {
				p.do(seat, table.KindTakeBack, "")
				if s.Mode == table.Link {
					p.do(seat.Other(), table.KindTakeBack, "")
				}
			}
			continue
		}
		switch {
		case s.Over():
			p.do(seats[p.r.IntN(2)], table.KindNext, "")
		case len(s.Calls) > 0:
			p.do(s.Calls[p.r.IntN(len(s.Calls))], table.KindRoll, "")
		case s.ToAct.Player():
			a, err := game.Random{}.Choose(p.t.Context(), s.State, p.r)
			if err != nil {
				p.t.Fatal(err)
			}
			p.do(s.ToAct, table.KindAct, string(a))
		default:
			p.t.Fatalf("nobody can do anything: %s is to act, %v are awaited", s.ToAct, s.Calls)
		}
	}
}

// hasRevealed says whether a seat has shown a secret since the last throw.
func (p *people) hasRevealed(seat game.Side) bool {
	p.t.Helper()
	for _, e := range slices.Backward(p.events()) {
		var body struct {
			Seat   game.Side
			Reveal string
		}
		if err := json.Unmarshal(e.Body, &body); err != nil {
			p.t.Fatal(err)
		}
		if e.Kind == table.KindRolled {
			break
		}
		if body.Seat == seat && body.Reveal != "" {
			return true
		}
	}
	return false
}

// events are the public events of the table.
func (p *people) events() []table.Event {
	p.t.Helper()
	var all []table.Event
	for e, err := range p.host.Events(p.t.Context(), p.id, 0) {
		if err != nil {
			p.t.Fatal(err)
		}
		if e.Private != nil || e.Key != "" {
			p.t.Fatalf("event %d brings %s and %s", e.Seq, e.Private, e.Key)
		}
		all = append(all, e)
	}
	return all
}

// each yields events as a log does.
func each(events []table.Event) iter.Seq2[table.Event, error] {
	return func(yield func(table.Event, error) bool) {
		for _, e := range events {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// plain is events as the second verifier reads them.
func plain(t *testing.T, events []table.Event) []object {
	t.Helper()
	data, err := json.Marshal(events)
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var all []object
	if err := dec.Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all
}
