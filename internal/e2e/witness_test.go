package e2e

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
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
	w := &witnesses{t: t, id: id, leave: cancel, end: target{known: make(chan struct{})}}
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

// take has somebody take sticks, and notes it once the page calls it done.
func (w *witnesses) take(p *person, n int) {
	w.t.Helper()
	seen := eval[uint64](p, "+document.querySelector('#table').dataset.seq")
	p.take(n)
	p.awaitConfirmed()
	w.note(wire.Command{Kind: "act", Text: fmt.Sprint(n)}, wire.Answer{Seq: seen + 1})
}

// agree checks that whatever was acknowledged is one event of the log, and that
// all processes and both watchers make the same of the table. It returns what
// that is.
func (w *witnesses) agree(processes ...*client) string {
	w.t.Helper()
	if err := verify(w.t.Context(), processes[0], w.id, w.done); err != nil {
		w.t.Error(err)
	}
	hash := agree(w.t, w.id, processes...)
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

// target is how many events there will have been, once that is known.
type target struct {
	n     uint64
	known chan struct{} // closed when n is
}

// set says how many events there are.
func (e *target) set(n uint64) {
	e.n = n
	close(e.known)
}

// reached reports whether n events are all.
func (e *target) reached(n uint64) bool {
	select {
	case <-e.known:
		return n >= e.n
	default:
		return false
	}
}

// follow reads events until the last one is there, which is set by end.
func (x *spectator) follow(ctx context.Context, urls []string, id string, at int, end *target) error {
	for i := at; ; i++ {
		conn, err := newClient(urls[i%len(urls)]).socket(ctx, id, uint64(len(x.events)))
		if err == nil {
			err = x.read(ctx, conn, end)
			_ = conn.CloseNow()
		}
		var order *orderError
		switch {
		case errors.As(err, &order):
			return err
		case end.reached(uint64(len(x.events))):
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("a watcher has %d events: %w", len(x.events), err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// read reads events from a socket until the last one is there, or the socket
// ends. When it becomes known which one is the last it stops to look.
func (x *spectator) read(ctx context.Context, conn *websocket.Conn, end *target) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	select {
	case <-end.known:
		// Whoever has not got the rest at once comes back for it.
		defer time.AfterFunc(patience, cancel).Stop()
	default:
		go func() {
			select {
			case <-end.known:
			case <-ctx.Done():
			}
			cancel()
		}()
	}
	for !end.reached(uint64(len(x.events))) {
		var m message
		if err := wsjson.Read(ctx, conn, &m); err != nil {
			return fmt.Errorf("watch: %w", err)
		}
		if m.Kind == "" || m.Kind == "beat" || m.Kind == wire.KindPresence {
			continue
		}
		if last := uint64(len(x.events)); m.Seq != last+1 {
			return &orderError{"a watcher", last, m.Seq}
		}
		x.events = append(x.events, m)
	}
	return nil
}
