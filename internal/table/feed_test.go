package table_test

import (
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

func TestAFeedTellsEveryEventOnceAndInOrder(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.HotSeat})
	var woken atomic.Int64
	feed, err := h.Attach(t.Context(), c.id, func() { woken.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	r := rand.New(rand.NewPCG(5, 5))
	for range 12 {
		c.finish(r)
		c.do(game.First, table.KindNext, "")
	}
	all := events(t, log, c.id)
	if len(all) < 100 {
		t.Fatalf("only %d events: memory holds them all", len(all))
	}
	if n := int(woken.Load()); n < len(all)-10 {
		t.Errorf("woken %d times for %d events", n, len(all))
	}
	afters := []uint64{0, 1, uint64(len(all)) / 2, 9999}
	for back := range uint64(24) { // from memory, and from both memory and the log
		afters = append(afters, uint64(len(all))-back)
	}
	for _, after := range afters {
		var got, want []table.Event
		for u, err := range feed.Since(t.Context(), after) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, u.Event)
		}
		for _, e := range all {
			if e.Seq > after {
				want = append(want, e)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("after %d (-log +feed):\n%s", after, diff)
		}
	}
}

func TestEveryUpdateKnowsTheTableAfterIt(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.HotSeat})
	live := []map[string]any{told(c.snapshot())}
	feed, err := h.Attach(t.Context(), c.id, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	r := rand.New(rand.NewPCG(6, 6))
	last := c.snapshot().Seq
	live = live[:0]
	for range 3 {
		for !c.snapshot().Over() {
			a, err := game.Random{}.Choose(t.Context(), c.snapshot().State, r)
			if err != nil {
				t.Fatal(err)
			}
			c.do(c.snapshot().ToAct, table.KindAct, string(a))
			live = append(live, after(t, feed.Since(t.Context(), last))...)
			last = c.snapshot().Seq
		}
		c.do(game.Second, table.KindNext, "")
		live = append(live, after(t, feed.Since(t.Context(), last))...)
		last = c.snapshot().Seq
	}
	read := after(t, newHost(log, nil).Updates(t.Context(), c.id))
	if diff := cmp.Diff(live, read[len(read)-len(live):]); diff != "" {
		t.Errorf("as it happened, and as it is read (-live +read):\n%s", diff)
	}
}

func after(t *testing.T, updates func(func(*table.Update, error) bool)) []map[string]any {
	t.Helper()
	var all []map[string]any
	for u, err := range updates {
		if err != nil {
			t.Fatal(err)
		}
		s, err := u.After()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, told(s))
	}
	return all
}

func TestUpdatesOfAnUnknownTable(t *testing.T) {
	for _, err := range newHost(memory.New(), nil).Updates(t.Context(), "nosuchtable0") {
		if !errors.Is(err, table.ErrNotFound) {
			t.Errorf("got %v", err)
		}
		return
	}
	t.Error("nothing came")
}

func TestOneEncodingServesAll(t *testing.T) {
	h := newHost(memory.New(), nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	n := 0
	encode := func(u *table.Update) ([]byte, error) { n++; return []byte(u.Event.Kind), nil }
	for range 3 {
		feed, err := h.Attach(t.Context(), c.id, func() {})
		if err != nil {
			t.Fatal(err)
		}
		for u, err := range feed.Since(t.Context(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			if data, err := u.Encoded(encode); err != nil || string(data) != "opened" {
				t.Errorf("%q, %v", data, err)
			}
		}
		feed.Close()
	}
	if n != 1 {
		t.Errorf("encoded %d times", n)
	}
}

func TestAFeedOfATableWhoseLogIsLostSaysSo(t *testing.T) {
	mem := memory.New()
	log := &faulty{Log: mem}
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	var woken atomic.Int64
	feed, err := h.Attach(t.Context(), c.id, func() { woken.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	log.set(func(table.Event) (bool, error) {
		return false, errors.Join(failure(true), mem.Close())
	})
	if _, err := c.try(game.First, table.KindAct, "1"); err == nil {
		t.Error("a move was acknowledged that no log has")
	}
	if !feed.Gone() || woken.Load() == 0 {
		t.Errorf("gone %t, woken %d times", feed.Gone(), woken.Load())
	}
}
