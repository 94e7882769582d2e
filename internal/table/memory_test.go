package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// openings is a log that keeps the first event of every table and lets the
// others go, so that what is left in memory belongs to the tables.
type openings map[table.ID]table.Event

func (o openings) Append(_ context.Context, id table.ID, e table.Event) error {
	if e.Seq == 1 {
		o[id] = e
	}
	return nil
}

func (o openings) Read(_ context.Context, id table.ID, _ uint64) iter.Seq2[table.Event, error] {
	return func(yield func(table.Event, error) bool) { yield(o[id], nil) }
}

// followed is a table that somebody watches.
type followed struct {
	opened table.Opened
	feed   *table.Feed
	told   uint64
}

// playRound plays a round of one stick a move, begins the next one, and has
// every update encoded as sockets do.
func (f *followed) playRound(t *testing.T, h *table.Host) {
	t.Helper()
	for next := false; !next; {
		s := f.feed.Snapshot()
		c := table.Command{Key: fmt.Sprint(s.Seq), Seen: s.Seq, Kind: table.KindAct, Text: "1", Secret: f.opened.Seats[s.ToAct]}
		if next = s.Over(); next {
			c.Kind, c.Text, c.Secret = table.KindNext, "", f.opened.Seats[game.First]
		}
		if _, err := h.Do(t.Context(), f.opened.ID, c); err != nil {
			t.Fatal(err)
		}
		for u, err := range f.feed.Since(t.Context(), f.told) {
			if err != nil {
				t.Fatal(err)
			}
			if _, err := u.Encoded(drawn); err != nil {
				t.Fatal(err)
			}
			f.told = u.Event.Seq
		}
	}
}

// drawn is an update as sockets are sent it, more or less.
func drawn(u *table.Update) ([]byte, error) {
	s, err := u.After()
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{"body": u.Event.Body, "view": s.State.View()})
}

// inUse is how many bytes are in use.
func inUse() int {
	runtime.GC()
	runtime.GC() // what pools held
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// However much has been played at a table, it takes no more memory than after
// its first rounds: the log has the rest. What it takes is measured at many
// tables at once, so that what else goes on makes no difference, and after whole
// rounds, each of 32 events.
func TestTheMemoryOfATableDoesNotGrowWithItsEvents(t *testing.T) {
	const (
		tables = 60
		most   = 40 << 10 // bytes of one; they were 21,000 when this was written
	)
	h := newHost(openings{}, nil)
	before := inUse()
	var all []*followed
	for range tables {
		opened, err := h.Open(t.Context(), table.Opening{Game: "bachet", Options: []byte(`{"sticks":30}`), Mode: table.HotSeat})
		if err != nil {
			t.Fatal(err)
		}
		feed, err := h.Attach(t.Context(), opened.ID, func() {})
		if err != nil {
			t.Fatal(err)
		}
		defer feed.Close()
		all = append(all, &followed{opened: opened, feed: feed})
	}
	play := func(rounds int) (bytes int) {
		for range rounds {
			for _, f := range all {
				f.playRound(t, h)
			}
		}
		return (inUse() - before) / tables
	}
	early := play(3)
	late := play(7)
	t.Logf("%d bytes a table after 3 rounds, %d after 10", early, late)
	if late > early*5/4 {
		t.Errorf("%d bytes a table after 3 rounds, and %d after 10", early, late)
	}
	if late > most {
		t.Errorf("%d bytes a table, want %d at the most", late, most)
	}
}

// forgetful is a log that shows no more than so many events once it is told to.
type forgetful struct {
	*memory.Log
	shows uint64 // 0 for all
}

func (f *forgetful) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	return func(yield func(table.Event, error) bool) {
		for e, err := range f.Log.Read(ctx, id, after) {
			if f.shows != 0 && e.Seq > f.shows || !yield(e, err) {
				return
			}
		}
	}
}

// A log that shows less than it had shown, as one that has fallen behind may,
// must not leave a gap in what a page is told, nor have a command carried out
// twice.
func TestALogThatShowsLessThanBeforeLeavesNoGap(t *testing.T) {
	log := &forgetful{Log: memory.New()}
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	rename := func(i int) (table.Event, error) {
		return h.Do(t.Context(), c.id, table.Command{Key: fmt.Sprint(i), Secret: c.seats[game.First], Seen: 1, Kind: table.KindRename, Text: fmt.Sprint(i)})
	}
	for i := range 60 {
		if _, err := rename(i); err != nil {
			t.Fatal(err)
		}
	}
	feed, err := h.Attach(t.Context(), c.id, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	log.shows = 20
	next := uint64(11)
	for u, err := range feed.Since(t.Context(), next-1) {
		if err != nil {
			if !errors.Is(err, table.ErrSilent) {
				t.Errorf("got %v", err)
			}
			next = 0
			break
		}
		if u.Event.Seq != next {
			t.Fatalf("event %d is told where %d follows", u.Event.Seq, next)
		}
		next++
	}
	if next != 0 {
		t.Error("nobody was told that events are missing")
	}
	if e, err := rename(30); !errors.Is(err, table.ErrSilent) {
		t.Errorf("a repeated command whose event the log does not show made %+v, %v", e, err)
	}
	log.shows = 0
	if e, err := rename(30); err != nil || e.Seq != 32 {
		t.Errorf("a repeated command is event %d, %v; want 32", e.Seq, err)
	}
}
