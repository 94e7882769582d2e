package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/hod-games/hod/internal/wire"
)

const (
	writers     = 16
	crashes     = 30
	crashesSoak = 400
	stops       = 5
	stopsSoak   = 60
	enough      = 10 * writers // commands
)

// TestCrash kills the program under load, starts it again on the same data,
// and compares: whatever was acknowledged is there once, under its number; what
// was not is there once after it has been repeated; the numbers have no gaps.
func TestCrash(t *testing.T) {
	t.Parallel()
	c := newCampaign(t)
	for round := 0; c.goesOn(round, times(crashes, crashesSoak)); round++ {
		p := c.start(t)
		c.check(t, round)
		c.watch(t)
		load := c.load(t)
		time.Sleep(time.Duration(10+c.rand.IntN(250)) * time.Millisecond)
		p.kill()
		load()
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	p := c.start(t)
	c.check(t, -1)
	c.report(t, p)
}

// TestCrashStop does the same with SIGTERM: the program ends by itself and in
// good order, and tells every socket to come back (1012); those that do get
// what they missed, and nothing else.
func TestCrashStop(t *testing.T) {
	t.Parallel()
	c := newCampaign(t)
	var watchers []*watcher
	for round := 0; c.goesOn(round, times(stops, stopsSoak)); round++ {
		p := c.start(t)
		c.check(t, round)
		c.watch(t)
		for len(watchers) < 2*writers {
			watchers = append(watchers, &watcher{id: c.writers[len(watchers)%writers].id})
		}
		var watching sync.WaitGroup
		for i, w := range watchers {
			conn, err := c.client.socket(t.Context(), w.id, w.last)
			if err != nil {
				t.Fatal(err)
			}
			watching.Go(func() {
				if err := w.watch(t.Context(), conn); err != nil {
					t.Errorf("watcher %d: %v", i, err)
				}
			})
		}
		load := c.load(t)
		time.Sleep(time.Duration(50+c.rand.IntN(250)) * time.Millisecond)
		p.terminate(t)
		load()
		watching.Wait()
		for _, w := range c.writers {
			// -1: it was between two commands, or had no socket yet.
			if w.socket && w.closed != websocket.StatusServiceRestart && w.closed != -1 {
				t.Errorf("%s: the socket was closed with %d instead of 1012", w.name, w.closed)
			}
		}
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	p := c.start(t)
	c.check(t, -1)
	c.report(t, p)
}

func times(usually, soak int) int {
	if os.Getenv("HOD_SOAK") != "" {
		return soak
	}
	return usually
}

// campaign is one set of data and those who write to it.
type campaign struct {
	dir     string
	listen  string
	seed    uint64
	rand    *rand.Rand
	client  *client
	writers []*writer
	seen    []*witnesses // of the first writers' tables
}

func newCampaign(t *testing.T) *campaign {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	c := &campaign{dir: t.TempDir(), listen: "127.0.0.1:0", seed: seed, rand: rand.New(rand.NewPCG(seed, 0))}
	for i := range writers {
		c.writers = append(c.writers, &writer{
			name: fmt.Sprintf("w%d", i), socket: i%2 == 0, rand: rand.New(rand.NewPCG(seed, uint64(i)+1)),
		})
	}
	return c
}

// start starts the program on the campaign's data, always at one address.
func (c *campaign) start(t *testing.T) *program {
	t.Helper()
	p := start(t, c.dir, c.listen, "-max-commands", "-1")
	c.listen, c.client = p.host(), newClient(p.url)
	return p
}

// check settles what was left open and compares tables with what their writers
// know: all of them at first and in the end, and every eighth of many rounds,
// when their logs are long.
func (c *campaign) check(t *testing.T, round int) {
	t.Helper()
	var all sync.WaitGroup
	for i, w := range c.writers {
		all.Go(func() {
			if w.id == "" {
				if err := w.open(t.Context(), c.client); err != nil {
					t.Errorf("%s: open: %v", w.name, err)
				}
				return
			}
			if err := w.settle(t.Context(), c.client); err != nil {
				t.Errorf("round %d, settle: %v", round, err)
			}
			if round > crashes && (round+i)%8 != 0 {
				return
			}
			if err := w.verify(t.Context(), c.client); err != nil {
				t.Errorf("round %d, verify: %v", round, err)
			}
		})
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

// load lets all writers write. The result waits until none of them can.
func (c *campaign) load(t *testing.T) (wait func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	var all sync.WaitGroup
	for _, w := range c.writers {
		w.closed = -1
		all.Go(func() {
			if err := w.run(ctx, c.client); err != nil {
				t.Error(err)
			}
		})
	}
	return func() {
		all.Wait()
		if ctx.Err() != nil {
			t.Error("writers still wrote a minute after the program had ended")
		}
		cancel()
	}
}

// watch sets witnesses to watch the tables of one who writes over a socket and
// of one who does not, in the first round.
func (c *campaign) watch(t *testing.T) {
	t.Helper()
	for i := len(c.seen); i < 2; i++ {
		c.seen = append(c.seen, witness(t, c.writers[i].id, c.client))
	}
}

// done is how many commands have been carried out.
func (c *campaign) done() (n int) {
	for _, w := range c.writers {
		n += len(w.done)
	}
	return n
}

// goesOn says whether there is to be another round after so many. How much is
// written in one is the machine's affair: a slow one needs more of them.
func (c *campaign) goesOn(round, rounds int) bool {
	return round < rounds || c.done() < enough && round < 10*rounds
}

// report says how much was written, and hears the witnesses.
func (c *campaign) report(t *testing.T, p *program) {
	t.Helper()
	for i, w := range c.seen {
		w.done = c.writers[i].done
	}
	settle(t, p, c.dir, c.seen...)
	n := c.done()
	if n < enough {
		t.Errorf("only %d commands were carried out", n)
	}
	t.Logf("%d commands, each there once", n)
}

// watcher looks on and knows the last event it has seen.
type watcher struct {
	id   string
	last uint64
}

// watch reads until the program says good-bye.
func (w *watcher) watch(ctx context.Context, conn *websocket.Conn) error {
	defer func() { _ = conn.CloseNow() }()
	for {
		var m message
		if err := wsjson.Read(ctx, conn, &m); err != nil {
			if code := websocket.CloseStatus(err); code != websocket.StatusServiceRestart {
				return fmt.Errorf("closed with %d instead of 1012: %w", code, err)
			}
			return nil
		}
		if m.Kind == "beat" {
			continue
		}
		if m.Seq != w.last+1 {
			return &orderError{"a watcher", w.last, m.Seq}
		}
		w.last = m.Seq
	}
}

// TestCrashDoesNotChangeWhatPeopleSee: a table that was left in the middle of a
// game is the same after a restart, and an invitation still works.
func TestCrashDoesNotChangeWhatPeopleSee(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, "127.0.0.1:0")
	c := newClient(p.url)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "link"})
	if _, err := c.command(t.Context(), made.Table, made.Seats["first"], command("k", 1, "2")); err != nil {
		t.Fatal(err)
	}
	before := mustTable(t, c, made.Table)
	p.kill()

	p = start(t, dir, "127.0.0.1:0")
	c = newClient(p.url)
	after := mustTable(t, c, made.Table)
	if b, a := asJSON(t, before), asJSON(t, after); a != b {
		t.Errorf("before the restart:\n%s\nafter it:\n%s", b, a)
	}
	_, invitation, _ := cutJoin(made.Join)
	if _, err := c.sit(t.Context(), made.Table, wire.Sit{Invitation: invitation, Key: "a"}); err != nil {
		t.Errorf("sit down after the restart: %v", err)
	}
}
