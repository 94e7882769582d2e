package e2e

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/hod-games/hod/internal/wire"
)

// TestFaultIdleSockets: thousands of pages stand open, each at its table, and
// nobody plays. They cost memory that is bounded, nobody is sent away, and all
// hear of the next move at once and once, at either store.
func TestFaultIdleSockets(t *testing.T) {
	t.Parallel()
	flags := []string{"-max-sockets-per-address", "-1", "-max-tables-per-address", "-1", "-max-commands", "-1"}
	// At length one store after the other: their sockets together are more than
	// a process may have where 20,000 are allowed.
	sideBySide := times(1, 0) == 1
	t.Run("sqlite", func(t *testing.T) {
		if sideBySide {
			t.Parallel()
		}
		dir := t.TempDir()
		p := start(t, dir, "127.0.0.1:0", flags...)
		c := newClient(p.url)
		after := idleSockets(t, p, []*client{c})
		p.kill()
		c = newClient(start(t, dir, p.host(), flags...).url)
		after(c)
	})
	t.Run("jetstream", func(t *testing.T) {
		if sideBySide {
			t.Parallel()
		}
		s := newCloud(t, flags...)
		after := idleSockets(t, s.programs[0], s.clients[:])
		s.programs[0].kill()
		s.start(t, 0, s.programs[0].host())
		after(s.clients[0])
	})
}

// idleSockets opens two sockets at each of many tables, by turns at the
// processes of clients, waits, and moves once everywhere. What it returns
// checks that a process makes the same of the tables as those did.
func idleSockets(t *testing.T, p *program, clients []*client) (after func(*client)) {
	t.Helper()
	tables := times(150, 5000)
	var may syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &may); err != nil {
		t.Fatal(err)
	}
	if need := uint64(2*tables + 500); may.Cur < need {
		t.Skipf("a process may have %d files here, and %d are needed", may.Cur, need)
	}
	made := make([]wire.Created, tables)
	for i := range made {
		made[i] = mustCreate(t, clients[i%len(clients)], wire.Create{Game: "bachet", Mode: "hotseat"})
	}
	before := residentKB(t, p)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	conns := make([]*websocket.Conn, 2*tables)
	var opening sync.WaitGroup
	gate := make(chan struct{}, 32)
	for i := range conns {
		opening.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			var err error
			// The two of a table sit at different processes where there are two.
			if conns[i], err = clients[(i/tables+i)%len(clients)].socket(ctx, made[i%tables].Table, 1); err != nil {
				t.Errorf("socket %d: %v", i, err)
			}
		})
	}
	opening.Wait()
	if t.Failed() {
		t.FailNow()
	}
	perSocket := (residentKB(t, p) - before) / (len(conns) / len(clients))
	t.Logf("%d sockets take %d KiB each of a process", len(conns), perSocket)
	if !raceEnabled && len(conns) >= 10_000 && perSocket > 64 {
		t.Errorf("an idle socket takes %d KiB", perSocket)
	}

	// Everybody waits for one event, and answers what keeps lines alive.
	heard, facts := make(chan error, len(conns)), make([]string, len(conns))
	var connected sync.WaitGroup
	for i, conn := range conns {
		connected.Go(func() {
			defer func() { _ = conn.CloseNow() }()
			heard <- func() error {
				for {
					var m message
					if err := wsjson.Read(ctx, conn, &m); err != nil {
						return fmt.Errorf("socket %d: %w", i, err)
					}
					if m.Kind != "acted" {
						continue
					}
					if m.Seq != 2 {
						return fmt.Errorf("socket %d hears of event %d", i, m.Seq)
					}
					facts[i] = factsOf([]message{m})
					return nil
				}
			}()
		})
	}
	// Longer than three beats, after which silent lines are given up; at length
	// only.
	select {
	case err := <-heard:
		t.Fatalf("somebody did not stay idle: %v", err)
	case <-time.After(time.Duration(times(1, 100)) * time.Second):
	}
	took := make([]time.Duration, 0, tables)
	for i, m := range made {
		begun := time.Now()
		answer, err := clients[(i+1)%len(clients)].command(ctx, m.Table, m.Seats["first"], command("k", 1, "2"))
		if err != nil || answer.Seq != 2 {
			t.Fatalf("table %d: event %d, %v", i, answer.Seq, err)
		}
		took = append(took, time.Since(begun))
	}
	for range conns {
		if err := <-heard; err != nil {
			t.Error(err)
		}
	}
	connected.Wait()
	slices.Sort(took)
	t.Logf("of %d moves half took less than %s, one in a hundred more than %s", tables, took[tables/2], took[tables*99/100])
	hashes := make(map[string]string)
	acknowledged := []done{{command("k", 1, "2"), 2}}
	for i := 0; i < tables; i += max(1, tables/50) {
		id := made[i].Table
		hashes[id] = agree(t, id, clients...)
		events, err := clients[0].history(ctx, id, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range []int{i, i + tables} {
			if want := factsOf(events[1:]); facts[j] != want {
				t.Errorf("socket %d heard of\n%s\nand the log has\n%s", j, facts[j], want)
			}
		}
	}
	return func(c *client) {
		for id, hash := range hashes {
			if now := agree(t, id, c); now != hash {
				t.Errorf("after a restart table %s is %s, and was %s", id, now, hash)
			}
			if err := verify(t.Context(), c, id, acknowledged); err != nil {
				t.Error(err)
			}
		}
	}
}
