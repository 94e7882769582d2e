package table_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// attach follows a table and says what the page is there for.
func attach(t *testing.T, h *table.Host, id table.ID, wake func(), secrets ...string) *table.Feed {
	t.Helper()
	feed, err := h.Attach(t.Context(), id, wake)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range secrets {
		if err := feed.Here(t.Context(), secret); err != nil {
			t.Fatal(err)
		}
	}
	return feed
}

func TestWhoProvesASeatIsThereUntilAWhileAfterLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(memory.New(), nil)
		c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link})
		opened := time.Now()
		page := attach(t, h, c.id, func() {}, c.seats[game.First])
		if p := h.Presence(c.id); p.Here != [2]bool{true, false} || !p.LastSeen[1].IsZero() || p.Since.After(opened) {
			t.Errorf("one page of the first seat: got %+v", p)
		}
		time.Sleep(time.Minute)
		left := time.Now()
		page.Close()
		time.Sleep(table.AbsentAfter / 2)
		if p := h.Presence(c.id); !p.Here[0] || !p.Leaving[0] || !p.LastSeen[0].Equal(left) {
			t.Errorf("a moment after leaving: got %+v, want still there, but leaving, seen when it left", p)
		}
		time.Sleep(table.AbsentAfter)
		if p := h.Presence(c.id); p.Here[0] || p.Leaving[0] || !p.LastSeen[0].Equal(left) {
			t.Errorf("a while after leaving: got %+v, want gone, seen when it left", p)
		}
		page = attach(t, h, c.id, func() {}, c.seats[game.First])
		defer page.Close()
		if p := h.Presence(c.id); !p.Here[0] || p.Leaving[0] || !p.LastSeen[0].Equal(time.Now()) {
			t.Errorf("come back: got %+v", p)
		}
	})
}

// TestWhoComesIsToldWhoIsLeaving: somebody whose page has just gone is not
// called connected to a newcomer, until the page is back. A page without script
// that was just loaded is no such one.
func TestWhoComesIsToldWhoIsLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(memory.New(), nil)
		c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link})
		page := attach(t, h, c.id, func() {}, c.seats[game.First])
		time.Sleep(time.Minute)
		page.Close()
		watcher := attach(t, h, c.id, func() {}, "")
		defer watcher.Close()
		if p := watcher.Presence(); p.Leaving != [2]bool{true, false} || !p.Here[0] {
			t.Errorf("whoever comes after the first seat has gone is told %+v", p)
		}
		time.Sleep(2 * time.Second)
		page = attach(t, h, c.id, func() {}, c.seats[game.First])
		time.Sleep(2 * time.Second)
		if p := watcher.Presence(); p.Leaving[0] || !p.Here[0] {
			t.Errorf("the page is back, and told is %+v", p)
		}
		page.Close()
		h.Passed(c.id, game.First)
		if p := h.Presence(c.id); p.Leaving[0] || !p.Here[0] {
			t.Errorf("a page without script was loaded: got %+v", p)
		}
	})
}

func TestAReloadIsToldToNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(memory.New(), nil)
		c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link})
		watcher := attach(t, h, c.id, func() {}, "")
		defer watcher.Close()
		page := attach(t, h, c.id, func() {}, c.seats[game.First])
		second := attach(t, h, c.id, func() {}, "")
		time.Sleep(2 * time.Second)
		before := watcher.Presence()
		if before == nil || !before.Here[0] || before.Watchers != 2 {
			t.Fatalf("told %+v, want the first seat and two watchers", before)
		}
		page.Close()
		second.Close()
		time.Sleep(3 * time.Second)
		page = attach(t, h, c.id, func() {}, c.seats[game.First])
		second = attach(t, h, c.id, func() {}, "")
		time.Sleep(time.Minute)
		if watcher.Presence() != before {
			t.Errorf("two pages were loaded again: told %+v after %+v", watcher.Presence(), before)
		}
		page.Close()
		second.Close()
		time.Sleep(table.AbsentAfter + 2*time.Second)
		if p := watcher.Presence(); p.Here[0] || p.Watchers != 1 {
			t.Errorf("two pages have gone for good: told %+v", p)
		}
	})
}

func TestPresenceIsToldAtMostOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(memory.New(), nil)
		c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link})
		var woken atomic.Int32
		watcher := attach(t, h, c.id, func() { woken.Add(1) }, "")
		defer watcher.Close()
		woken.Store(0)
		for range 40 {
			defer attach(t, h, c.id, func() {}, "").Close()
			time.Sleep(50 * time.Millisecond)
		}
		time.Sleep(5 * time.Second)
		if n := woken.Load(); n == 0 || n > 3 {
			t.Errorf("forty watchers came within two seconds and were told in %d pieces, want one to three", n)
		}
		if p := watcher.Presence(); p.Watchers != 41 {
			t.Errorf("told of %d watchers, want 41", p.Watchers)
		}
	})
}

func TestAPageWithASeatIsNoWatcher(t *testing.T) {
	h := newHost(memory.New(), nil)
	c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.HotSeat})
	feed := attach(t, h, c.id, func() {}, "", c.seats[game.First], c.seats[game.Second])
	defer feed.Close()
	if p := h.Presence(c.id); p.Here != [2]bool{true, true} || p.Watchers != 0 {
		t.Errorf("got %+v, want both seats and no watcher", p)
	}
	if err := feed.Here(t.Context(), "a secret of nobody"); !errors.Is(err, table.ErrNoSeat) {
		t.Errorf("got %v, want ErrNoSeat", err)
	}
}

func TestWhoHasClosedIsNotCountedAfterwards(t *testing.T) {
	h := newHost(memory.New(), nil)
	c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link})
	feed := attach(t, h, c.id, func() {})
	feed.Close()
	if err := feed.Here(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if p := h.Presence(c.id); p.Watchers != 0 {
		t.Errorf("a closed feed counts as %d watchers", p.Watchers)
	}
	if p := h.Presence("nosuchtable"); p != (table.Presence{}) {
		t.Errorf("a table that is not in memory: got %+v", p)
	}
}
