package table_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// shared is a log of several hosts: it tells each what any of them appends.
type shared struct {
	*memory.Log
	mu     sync.Mutex
	follow map[*func(uint64)]table.ID
	deaf   atomic.Bool // it tells nobody
}

func newShared() *shared {
	return &shared{Log: memory.New(), follow: make(map[*func(uint64)]table.ID)}
}

func (s *shared) Append(ctx context.Context, id table.ID, e table.Event) error {
	if err := s.Log.Append(ctx, id, e); err != nil {
		return err
	}
	if s.deaf.Load() {
		return nil
	}
	s.mu.Lock()
	var tell []func(uint64)
	for f, followed := range s.follow {
		if followed == id {
			tell = append(tell, *f)
		}
	}
	s.mu.Unlock()
	for _, moved := range tell {
		moved(e.Seq)
	}
	return nil
}

func (s *shared) Follow(id table.ID, moved func(uint64)) func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.follow[&moved] = id
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.follow, &moved)
	}
}

func (s *shared) Last(ctx context.Context, id table.ID) (last uint64, err error) {
	for e, err := range s.Log.Read(ctx, id, 0) {
		if err != nil {
			return 0, err
		}
		last = e.Seq
	}
	return last, nil
}

func (s *shared) followers() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.follow)
}

func (s *shared) host(bots table.Bots) *table.Host {
	return table.New(table.Config{Log: s, Follower: s, Games: entries(), Roller: dice{seed: 1}, Bots: bots})
}

func TestWhatOneHostAppendsIsSeenAtTheOther(t *testing.T) {
	log := newShared()
	a, b := log.host(nil), log.host(nil)
	c, _ := open(t, a, table.Opening{Game: "toy", Mode: table.HotSeat})
	woken := make(chan struct{}, 1)
	feed, err := b.Attach(t.Context(), c.id, func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	r := rand.New(rand.NewPCG(3, 3))
	for range 3 {
		c.finish(r)
		c.do(game.First, table.KindNext, "")
	}
	all := events(t, log, c.id)
	var got []table.Event
	for len(got) < len(all) {
		for u, err := range feed.Since(t.Context(), uint64(len(got))) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, u.Event)
		}
		if len(got) < len(all) {
			select {
			case <-woken:
			case <-time.After(10 * time.Second):
				t.Fatalf("the other host shows %d of %d events", len(got), len(all))
			}
		}
	}
	if diff := cmp.Diff(all, got); diff != "" {
		t.Errorf("(-log +feed of the other host):\n%s", diff)
	}
	mine, theirs := c.snapshot(), feed.Snapshot()
	if mine.Position != theirs.Position || mine.Score != theirs.Score || mine.Round != theirs.Round {
		t.Errorf("one host is at %q, %v, the other at %q, %v", mine.Position, mine.Score, theirs.Position, theirs.Score)
	}
}

// Without being told: who asks after an answer, of whichever host, must see
// what was answered.
func TestAHostThatWasNotToldDecidesOnWhatIsAcknowledged(t *testing.T) {
	log := newShared()
	log.deaf.Store(true)
	hosts := []*table.Host{log.host(nil), log.host(nil), log.host(nil)}
	c, _ := open(t, hosts[0], table.Opening{Game: "bachet", Mode: table.HotSeat, Options: []byte(`{"sticks":40}`)})
	for i := range 30 {
		// Each host has the table in memory, and two of them are behind.
		at := hosts[i%len(hosts)]
		seen := uint64(i) + 1
		seat := []game.Side{game.First, game.Second}[i%2]
		e, err := at.Do(t.Context(), c.id, table.Command{Key: fmt.Sprint(i), Secret: c.seats[seat], Seen: seen, Kind: table.KindAct, Text: "1"})
		if err != nil || e.Seq != seen+1 {
			t.Fatalf("move %d at another host: event %d, %v", i, e.Seq, err)
		}
		s, err := hosts[(i+1)%len(hosts)].Snapshot(t.Context(), c.id)
		if err != nil || s.Seq != e.Seq {
			t.Fatalf("after event %d another host shows %d, %v", e.Seq, s.Seq, err)
		}
		_, err = hosts[(i+2)%len(hosts)].Do(t.Context(), c.id, table.Command{Key: "old", Secret: c.seats[seat.Other()], Seen: seen, Kind: table.KindAct, Text: "1"})
		if !errors.Is(err, table.ErrStale) {
			t.Fatalf("a move meant for the position before event %d: %v", e.Seq, err)
		}
	}
}

func TestAStormOfConflictsMakesOneHistory(t *testing.T) {
	log := newShared()
	hosts := []*table.Host{log.host(nil), log.host(nil)}
	c, _ := open(t, hosts[0], table.Opening{Game: "bachet", Mode: table.HotSeat})
	const (
		writers = 8
		each    = 25
	)
	acked := make([][]table.Event, len(hosts)*writers)
	var all sync.WaitGroup
	for w := range acked {
		all.Go(func() {
			for i := range each {
				e, err := hosts[w%len(hosts)].Do(t.Context(), c.id, table.Command{
					Key: fmt.Sprintf("%d/%d", w, i), Secret: c.seats[game.First], Kind: table.KindRename, Text: fmt.Sprintf("%d/%d", w, i),
				})
				if err != nil {
					t.Errorf("writer %d, command %d: %v", w, i, err)
					return
				}
				acked[w] = append(acked[w], e)
			}
		})
	}
	all.Wait()
	history := events(t, log, c.id)
	if len(history) != 1+len(acked)*each {
		t.Errorf("%d events, want %d", len(history), 1+len(acked)*each)
	}
	for w := range acked {
		for _, e := range acked[w] {
			if diff := cmp.Diff(history[e.Seq-1], e); diff != "" {
				t.Errorf("acknowledged and kept differ:\n%s", diff)
			}
		}
	}
}

// The host that made the last event dies before it asks its computer: the one
// at which people wait does it after a while.
func TestWhatADeadHostLeftUndoneIsDoneByAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newShared()
		dead, alive := &queue{}, &queue{}
		a, b := log.host(dead), log.host(alive)
		c, _ := open(t, a, table.Opening{Game: "bachet", Mode: table.Computer, Starts: game.First})
		feed, err := b.Attach(t.Context(), c.id, func() {})
		if err != nil {
			t.Fatal(err)
		}
		defer feed.Close()
		c.do(game.First, table.KindAct, "1")
		synctest.Wait()
		if feed.Snapshot().Seq != 2 {
			t.Fatalf("the other host shows event %d", feed.Snapshot().Seq)
		}
		if _, asked := alive.take(); asked {
			t.Error("both hosts let their computer think at once")
		}
		time.Sleep(time.Minute)
		if alive.play(t) != 1 {
			t.Error("nobody makes the computer's move")
		}
		if dead.play(t) != 1 {
			t.Error("the first host was not asked")
		}
		if all := events(t, log, c.id); len(all) != 3 || all[2].Kind != table.KindActed {
			t.Errorf("the log has %d events", len(all))
		}
	})
}

func TestATableThatLeavesMemoryIsNotFollowedAnyMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newShared()
		h := log.host(nil)
		c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
		c.snapshot()
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			h.Run(ctx)
			close(done)
		}()
		if log.followers() != 1 {
			t.Errorf("%d are followed, want 1", log.followers())
		}
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if log.followers() != 0 || h.Stats().Tables != 0 {
			t.Errorf("%d are followed, %d tables in memory", log.followers(), h.Stats().Tables)
		}
		stop()
		<-done
		if _, err := h.Snapshot(t.Context(), "nobody"); !errors.Is(err, table.ErrNotFound) || log.followers() != 0 {
			t.Errorf("%v, %d are followed", err, log.followers())
		}
	})
}

// muted is the log as one host sees it whose line to it is dead.
type muted struct {
	*shared
	dead atomic.Bool
}

func (m *muted) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	if m.dead.Load() {
		return func(yield func(table.Event, error) bool) { yield(table.Event{}, context.DeadlineExceeded) }
	}
	return m.shared.Read(ctx, id, after)
}

func (m *muted) Append(ctx context.Context, id table.ID, e table.Event) error {
	if m.dead.Load() {
		return context.DeadlineExceeded
	}
	return m.shared.Append(ctx, id, e)
}

// Whoever has heard of more than a host that can not ask the log is told to try
// again, not that the position has changed: he would give up a move that is
// good.
func TestAHostThatCannotAskCallsNobodyStale(t *testing.T) {
	log := newShared()
	log.deaf.Store(true)
	line := &muted{shared: log}
	a, b := log.host(nil), table.New(table.Config{Log: line, Follower: line, Games: entries()})
	opened, err := a.Open(t.Context(), table.Opening{Game: "bachet", Mode: table.HotSeat})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Snapshot(t.Context(), opened.ID); err != nil {
		t.Fatal(err)
	}
	line.dead.Store(true)
	act := func(h *table.Host, seat game.Side, key string, seen uint64) (table.Event, error) {
		return h.Do(t.Context(), opened.ID, table.Command{Key: key, Secret: opened.Seats[seat], Seen: seen, Kind: table.KindAct, Text: "1"})
	}
	if e, err := act(a, game.First, "one", 1); err != nil || e.Seq != 2 {
		t.Fatalf("event %d, %v", e.Seq, err)
	}
	if _, err := act(b, game.Second, "two", 2); !errors.Is(err, table.ErrSilent) {
		t.Errorf("a host that can not ask says %v", err)
	}
	line.dead.Store(false)
	if e, err := act(b, game.Second, "two", 2); err != nil || e.Seq != 3 {
		t.Errorf("when it can ask again: event %d, %v", e.Seq, err)
	}
	if _, err := act(b, game.First, "three", 9); !errors.Is(err, table.ErrStale) || errors.Is(err, table.ErrSilent) {
		t.Errorf("who has seen what is not there is told %v", err)
	}
}
