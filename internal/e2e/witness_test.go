package e2e

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket/wsjson"

	"github.com/hod-games/hod/internal/wire"
)

// witnesses see a table through a fault. Two watch it from its first event on,
// each at a process of its own where there are two, and come back with the
// number of the last event they have whenever their line or process dies; what
// is acknowledged at the table is noted. Afterwards see settle.
type witnesses struct {
	t        *testing.T
	id       string
	done     []done
	end      target
	watchers [2]*spectator
	leave    func() // lets the watchers go
}

// witness sets the two to watch.
func witness(t *testing.T, id string, processes ...*client) *witnesses {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w := &witnesses{t: t, id: id, leave: cancel}
	var urls []string
	for _, c := range processes {
		urls = append(urls, c.url)
	}
	var watching sync.WaitGroup
	for i := range w.watchers {
		x := &spectator{done: make(chan error, 1)}
		w.watchers[i] = x
		watching.Go(func() { x.done <- x.follow(ctx, urls, id, i, &w.end) })
	}
	t.Cleanup(func() { // before the programs end, which were started earlier
		cancel()
		watching.Wait()
	})
	return w
}

// note takes down that a command was acknowledged.
func (w *witnesses) note(cmd wire.Command, answer wire.Answer) {
	w.done = append(w.done, done{cmd, answer.Seq})
}

// command sends a command, which must be acknowledged.
func (w *witnesses) command(c *client, secret string, cmd wire.Command) wire.Answer {
	w.t.Helper()
	answer, err := c.command(w.t.Context(), w.id, secret, cmd)
	if err != nil {
		w.t.Fatalf("command %s at table %s: %v", cmd.Key, w.id, err)
	}
	w.note(cmd, answer)
	return answer
}

// agree checks that whatever was acknowledged is one event of the log, and that
// all processes and both watchers make the same of the table. It returns what
// that is.
func (w *witnesses) agree(processes ...*client) string {
	w.t.Helper()
	hash := agree(w.t, w.id, processes...)
	if err := verify(w.t.Context(), processes[0], w.id, w.done); err != nil {
		w.t.Error(err)
	}
	now := mustTable(w.t, processes[0], w.id)
	w.end.set(now.Seq)
	defer time.AfterFunc(4*patience, w.leave).Stop() // they miss something for good
	log, _, _ := strings.Cut(hash, "-")
	for i, x := range w.watchers {
		if err := <-x.done; err != nil {
			w.t.Errorf("watcher %d of table %s: %v", i, w.id, err)
			continue
		}
		if seen := logHash(x.events); seen != log {
			w.t.Errorf("watcher %d makes %s of table %s, the processes %s:\n%s", i, seen, w.id, log, factsOf(x.events))
		}
		// Whoever was there when it happened was also shown what it led to.
		if last := x.events[len(x.events)-1]; last.Now != nil {
			if shown, want := asJSON(w.t, last.Now), asJSON(w.t, now.Now); shown != want {
				w.t.Errorf("watcher %d of table %s was shown\n%s\nand it is\n%s", i, w.id, shown, want)
			}
		}
	}
	return hash
}

// settle checks what witnesses have to say (see agree), kills the program,
// starts it again on the data in dir, and checks that it makes the same of all.
func settle(t *testing.T, p *program, dir string, all ...*witnesses) {
	t.Helper()
	before := make([]string, len(all))
	for i, w := range all {
		before[i] = w.agree(newClient(p.url))
	}
	p.kill()
	fresh := newClient(start(t, dir, p.host()).url)
	for i, w := range all {
		w.same(before[i], fresh)
	}
}

// settle does so for a cluster, of which the first program is started again.
func (s *cloud) settle(t *testing.T, all ...*witnesses) {
	t.Helper()
	before := make([]string, len(all))
	for i, w := range all {
		before[i] = w.agree(s.clients[:]...)
	}
	s.programs[0].kill()
	s.start(t, 0, s.programs[0].host())
	for i, w := range all {
		w.same(before[i], s.clients[0])
	}
}

// same checks that a process that has just been started makes the same of the
// table as others did, and knows all that was acknowledged.
func (w *witnesses) same(before string, fresh *client) {
	w.t.Helper()
	if now := agree(w.t, w.id, fresh); now != before {
		w.t.Errorf("after a restart table %s is %s, and was %s", w.id, now, before)
	}
	if err := verify(w.t.Context(), fresh, w.id, w.done); err != nil {
		w.t.Errorf("after a restart: %v", err)
	}
}

// spectator follows a table at one process, and at the next when that dies.
type spectator struct {
	events []message
	done   chan error
}

// target is how many events there will have been.
type target struct {
	mu sync.Mutex
	n  uint64
}

func (e *target) set(n uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.n = n
}

func (e *target) reached(n uint64) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.n != 0 && n >= e.n
}

// follow reads events until the last one is there, which is set by end.
func (x *spectator) follow(ctx context.Context, urls []string, id string, at int, end *target) error {
	for i := at; ; i++ {
		conn, err := newClient(urls[i%len(urls)]).socket(ctx, id, uint64(len(x.events)))
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			time.Sleep(50 * time.Millisecond)
			continue
		}
		for !end.reached(uint64(len(x.events))) {
			short, cancel := context.WithTimeout(ctx, time.Second)
			var m message
			err := wsjson.Read(short, conn, &m)
			cancel()
			if err != nil {
				break // dead, or nothing new: come back with the last number
			}
			if m.Kind == "" || m.Kind == "beat" || m.Kind == wire.KindPresence {
				continue
			}
			if want := uint64(len(x.events)) + 1; m.Seq != want {
				return fmt.Errorf("a watcher got event %d in place of %d", m.Seq, want)
			}
			x.events = append(x.events, m)
		}
		_ = conn.CloseNow()
		if end.reached(uint64(len(x.events))) {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("a watcher has %d events: %w", len(x.events), ctx.Err())
		}
	}
}
