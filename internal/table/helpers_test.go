package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/games/bachet"
	bachetbot "github.com/hod-games/hod/internal/games/bachet/bot"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// dice throws from a seed and the number of the throw, so that two hosts throw
// the same. Its receipts tell what it was given.
type dice struct{ seed uint64 }

func (d dice) Commit(_ []byte, n int) string { return fmt.Sprintf("site %d", n) }

func (d dice) Roll(t table.Throw) ([]int, json.RawMessage, error) {
	r := rand.New(rand.NewPCG(d.seed, uint64(t.N)))
	pips := make([]int, t.Draw.Dice)
	for i := range pips {
		pips[i] = 1 + r.IntN(t.Draw.Faces)
	}
	receipt, err := json.Marshal(map[string]any{"n": t.N, "nextCommit": d.Commit(nil, t.N+1), "shares": t.Shares, "key": len(t.Key)})
	return pips, receipt, err
}

// queue is a computer player that thinks when the test says so.
type queue struct {
	mu   sync.Mutex
	jobs []table.Thinking
}

func (q *queue) Ask(t table.Thinking) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs = append(q.jobs, t)
}

func (q *queue) take() (table.Thinking, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.jobs) == 0 {
		return table.Thinking{}, false
	}
	job := q.jobs[0]
	q.jobs = q.jobs[1:]
	return job, true
}

// play lets the computer make all the moves it has been asked for.
func (q *queue) play(t *testing.T) int {
	t.Helper()
	n := 0
	for job, ok := q.take(); ok; job, ok = q.take() {
		a, err := job.Bot.Choose(t.Context(), job.State, rand.New(rand.NewPCG(job.Seed, job.Seq)))
		if err != nil {
			t.Fatal(err)
		}
		if err := job.Play(t.Context(), game.Choice{Action: a, Depth: 7}); err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

func entries() []game.Entry {
	return []game.Entry{{Rules: bachet.Rules{}, Bots: bachetbot.All()}, toy.Entry()}
}

func newHost(log table.Log, bots table.Bots) *table.Host {
	return table.New(table.Config{Log: log, Games: entries(), Roller: dice{seed: 1}, Bots: bots})
}

// client is a person at a table.
type client struct {
	t     *testing.T
	host  *table.Host
	id    table.ID
	seats map[game.Side]string
	n     int
}

func open(t *testing.T, h *table.Host, o table.Opening) (*client, table.Opened) {
	t.Helper()
	opened, err := h.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return &client{t: t, host: h, id: opened.ID, seats: opened.Seats}, opened
}

func (c *client) snapshot() *table.Snapshot {
	c.t.Helper()
	s, err := c.host.Snapshot(c.t.Context(), c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

// try sends a command of a seat that has seen everything.
func (c *client) try(seat game.Side, kind table.Kind, text string) (table.Event, error) {
	c.t.Helper()
	c.n++
	return c.host.Do(c.t.Context(), c.id, table.Command{
		Key: fmt.Sprint("k", c.n), Secret: c.seats[seat], Seen: c.snapshot().Seq, Kind: kind, Text: text,
	})
}

func (c *client) do(seat game.Side, kind table.Kind, text string) table.Event {
	c.t.Helper()
	e, err := c.try(seat, kind, text)
	if err != nil {
		c.t.Fatalf("%s %s %q: %v", seat, kind, text, err)
	}
	return e
}

func (c *client) refused(rule string, seat game.Side, kind table.Kind, text string) {
	c.t.Helper()
	before := c.snapshot()
	_, err := c.try(seat, kind, text)
	var refusal *game.Refusal
	if !errors.As(err, &refusal) || refusal.Rule != rule {
		c.t.Errorf("%s %s %q: got %v, want a refusal by %s", seat, kind, text, err, rule)
	}
	if after := c.snapshot(); after.Seq != before.Seq {
		c.t.Errorf("%s %s %q was refused and made an event", seat, kind, text)
	}
}

// finish plays random legal actions until the round is over.
func (c *client) finish(r *rand.Rand) {
	c.t.Helper()
	for s := c.snapshot(); !s.Over(); s = c.snapshot() {
		a, err := game.Random{}.Choose(c.t.Context(), s.State, r)
		if err != nil {
			c.t.Fatal(err)
		}
		c.do(s.ToAct, table.KindAct, string(a))
	}
}

func events(t *testing.T, log table.Log, id table.ID) []table.Event {
	t.Helper()
	var all []table.Event
	for e, err := range log.Read(t.Context(), id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// faulty is a log whose appends go wrong as the test says.
type faulty struct {
	*memory.Log
	mu sync.Mutex
	// fault is asked before each append; it says whether the event is kept
	// and what the caller is told.
	fault func(table.Event) (kept bool, err error)
}

func (f *faulty) Append(ctx context.Context, id table.ID, e table.Event) error {
	f.mu.Lock()
	fault := f.fault
	f.mu.Unlock()
	if fault == nil {
		return f.Log.Append(ctx, id, e)
	}
	kept, err := fault(e)
	if kept {
		if err := f.Log.Append(ctx, id, e); err != nil {
			return err
		}
	}
	return err
}

func (f *faulty) set(fault func(table.Event) (bool, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault = fault
}
