package table_test

import (
	"context"
	"fmt"
	"iter"
	"sync/atomic"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// counted is a log that counts how many events are read.
type counted struct {
	*memory.Log
	read atomic.Int64
}

func (c *counted) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	return func(yield func(table.Event, error) bool) {
		for e, err := range c.Log.Read(ctx, id, after) {
			c.read.Add(1)
			if !yield(e, err) {
				return
			}
		}
	}
}

// Commands that pretend to have seen nothing do not have the log read for each
// of them; and one that is repeated is still found, however old it is.
func TestAFloodOfCommandsThatHaveSeenNothingReadsTheLogOnce(t *testing.T) {
	log := &counted{Log: memory.New()}
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	const n = 500
	rename := func(i int) table.Event {
		t.Helper()
		e, err := h.Do(t.Context(), c.id, table.Command{Key: fmt.Sprint(i), Secret: c.seats[game.First], Kind: table.KindRename, Text: fmt.Sprint(i)})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	made := make([]table.Event, n)
	for i := range made {
		made[i] = rename(i)
	}
	if read := log.read.Load(); read > 3*n {
		t.Errorf("%d events were read for %d commands", read, n)
	}
	for i := 0; i < n; i += 7 {
		if again := rename(i); again.Seq != made[i].Seq {
			t.Errorf("command %d was event %d, and is event %d when repeated", i, made[i].Seq, again.Seq)
		}
	}
	if all := events(t, log, c.id); len(all) != n+1 {
		t.Errorf("%d events, want %d", len(all), n+1)
	}
}
