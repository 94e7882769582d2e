package e2e

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

const (
	diceCrashes     = 12
	diceCrashesSoak = 200
)

// TestCrashKeepsTheDice kills the program again and again in the middle of a
// game of nardy, wherever it is: between a call and its throw, between a throw
// and its answer. No throw that anybody has seen changes, none is made twice,
// and all receipts stay in order.
func TestCrashKeepsTheDice(t *testing.T) {
	t.Parallel()
	d := &diceGame{t: t, dir: t.TempDir(), shares: make(map[string]string)}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	d.rand = rand.New(rand.NewPCG(seed, 0))
	listen := "127.0.0.1:0"
	// How much is played between two kills is the machine's affair: a slow one has
	// to be killed more often.
	for round := 0; round < times(diceCrashes, diceCrashesSoak) || d.throws < 3*diceCrashes && round < 10*diceCrashes; round++ {
		p := start(t, d.dir, listen, "-max-commands", "-1")
		listen, d.client = p.host(), newClient(p.url)
		if round == 0 {
			d.open(d.client)
		}
		d.check(round)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		time.AfterFunc(time.Duration(20+d.rand.IntN(150))*time.Millisecond, p.kill)
		for d.step(ctx) {
		}
		if ctx.Err() != nil {
			t.Fatal("the program goes on although it has been killed")
		}
		cancel()
		<-p.exited
	}
	p := start(t, d.dir, listen)
	d.client = newClient(p.url)
	d.check(-1)
	settle(t, p, d.dir, d.seen)
	if d.throws < 3*diceCrashes {
		t.Errorf("only %d throws", d.throws)
	}
	t.Logf("%d throws in %d events", d.throws, len(d.known))
}

// diceGame is a table for two people, both of whom are the test.
type diceGame struct {
	t      *testing.T
	dir    string
	rand   *rand.Rand
	client *client
	id     string
	seats  map[string]string
	shares map[string]string // seat → the secret of its standing commitment

	n       int
	pending *wire.Command // sent, and not answered
	by      string        // the seat that sent it
	fresh   string        // the secret of its new commitment
	last    uint64        // the last event that was acknowledged
	known   []string      // the events as they were last read
	throws  int
	seen    *witnesses
}

// secret makes a share and its commitment.
func (d *diceGame) secret() (secret, commit string) {
	var raw [sha256.Size]byte
	for i := range raw {
		raw[i] = byte(d.rand.Uint32())
	}
	sum := sha256.Sum256(raw[:])
	return hex.EncodeToString(raw[:]), hex.EncodeToString(sum[:])
}

// open opens the table, and sets witnesses to watch it at some processes.
func (d *diceGame) open(processes ...*client) {
	d.t.Helper()
	create := wire.Create{Game: nardy.ID, Mode: "link", Options: json.RawMessage(`{"variant":"classic","cube":"doubling"}`)}
	d.shares["first"], create.Commit = d.secret()
	made := mustCreate(d.t, d.client, create)
	d.id, d.seats = made.Table, made.Seats
	sit := wire.Sit{Key: "sit"}
	_, sit.Invitation, _ = strings.Cut(made.Join, "#")
	d.shares["second"], sit.Commit = d.secret()
	seated, err := d.client.sit(d.t.Context(), d.id, sit)
	if err != nil {
		d.t.Fatal(err)
	}
	d.seats["second"] = seated.Secret
	d.seen = witness(d.t, d.id, processes...)
}

// step sends the next command. It reports whether the program still answers.
func (d *diceGame) step(ctx context.Context) bool {
	d.t.Helper()
	now, err := d.client.table(ctx, d.id)
	if err != nil {
		return false
	}
	d.n++
	c := wire.Command{Key: fmt.Sprint("d", d.n), Seen: now.Seq}
	switch {
	case now.ToAct == "nobody":
		d.by, c.Kind = "first", "next"
	case len(now.Calls) > 0:
		d.by, c.Kind = now.Calls[d.rand.IntN(len(now.Calls))], "roll"
	case now.ToAct == "chance":
		d.t.Fatalf("nobody is awaited and nothing is thrown at event %d", now.Seq)
	default:
		state, err := nardy.Rules{}.Start(now.Options, now.Plies[len(now.Plies)-1].Position)
		if err != nil {
			d.t.Fatal(err)
		}
		a, err := game.Random{}.Choose(ctx, state, d.rand)
		if err != nil {
			d.t.Fatal(err)
		}
		if a == nardy.Drop {
			a = nardy.Take
		}
		d.by, c.Kind, c.Text = now.ToAct, "act", string(a)
	}
	c.Reveal = d.shares[d.by]
	d.fresh, c.Commit = d.secret()
	d.pending = &c
	return d.send(ctx) == nil
}

// send sends what is pending and notes the answer.
func (d *diceGame) send(ctx context.Context) error {
	answer, err := d.client.command(ctx, d.id, d.seats[d.by], *d.pending)
	if status, ok := err.(*statusError); ok && status.status != http.StatusServiceUnavailable { //nolint:errorlint // as ask returns it
		d.t.Errorf("%s sends %+v: %v", d.by, *d.pending, err)
	}
	if err != nil {
		return err
	}
	d.shares[d.by] = d.fresh
	d.seen.note(*d.pending, answer)
	d.pending, d.last = nil, max(d.last, answer.Seq)
	return nil
}

// check settles what was left open and compares the log with what was known.
func (d *diceGame) check(round int) {
	d.t.Helper()
	if d.pending != nil {
		if err := d.send(d.t.Context()); err != nil {
			d.t.Fatalf("round %d: repeat what was not answered: %v", round, err)
		}
	}
	mustTable(d.t, d.client, d.id) // which makes the throw that is due
	var log wire.Log
	if err := d.client.ask(d.t.Context(), http.MethodGet, "/api/tables/"+d.id+"/log", "", http.StatusOK, nil, &log); err != nil {
		d.t.Fatal(err)
	}
	if len(log.Events) < len(d.known) || uint64(len(log.Events)) < d.last {
		d.t.Fatalf("round %d: %d events, there were %d and number %d was acknowledged", round, len(log.Events), len(d.known), d.last)
	}
	var events []string
	d.throws = 0
	sum, err := fair.CheckLog(table.ID(d.id), nardy.Rules{}, func(yield func(table.Event, error) bool) {
		for i, e := range log.Events {
			events = append(events, asJSON(d.t, e))
			if i < len(d.known) && events[i] != d.known[i] {
				d.t.Errorf("round %d: event %d was\n%s\nand is\n%s", round, e.Seq, d.known[i], events[i])
			}
			if !yield(table.Event{Seq: e.Seq, Kind: table.Kind(e.Kind), Body: e.Body}, nil) {
				return
			}
		}
	})
	if err != nil {
		d.t.Fatalf("round %d: %v", round, err)
	}
	d.known, d.throws = events, sum.Throws
}
