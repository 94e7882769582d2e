package sqlite_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/store/storetest"
	"github.com/hod-games/hod/internal/table"
)

func TestLog(t *testing.T) {
	storetest.Run(t, storetest.Engine{
		Durable: true,
		Open: func(t *testing.T, dir string) table.Log {
			t.Helper()
			return mustOpen(t, filepath.Join(dir, "hod.db"))
		},
	})
}

// mustOpen opens a log that is closed when the test ends, if not before.
func mustOpen(tb testing.TB, path string) *sqlite.Log {
	tb.Helper()
	log, err := sqlite.Open(tb.Context(), sqlite.Options{Path: path})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = log.Close() })
	return log
}

func mustClose(tb testing.TB, log *sqlite.Log) {
	tb.Helper()
	if err := log.Close(); err != nil {
		tb.Fatal(err)
	}
}

// tableID returns a name that looks like one of package table; the tables of
// one writer are not neighbours.
func tableID(writer int, n uint64) table.ID {
	mixed := (uint64(writer)<<32 + n) * 0x9E3779B97F4A7C15
	return table.ID(fmt.Sprintf("%016x", mixed))
}

// benchEvent is an event of about 120 bytes.
func benchEvent(seq uint64) table.Event {
	return table.Event{
		Seq:  seq,
		At:   time.UnixMilli(1_790_000_000_000),
		Key:  "first/k7Jx0qPz",
		Kind: table.KindActed,
		Body: json.RawMessage(`{"action":"24/18 13/11","position":"` + strings.Repeat("x", 60) + `"}`),
	}
}

// appendAll appends events to so many tables, each in its own goroutine, until
// each has the given number.
func appendAll(tb testing.TB, log table.Log, tables int, last uint64) {
	tb.Helper()
	var wait sync.WaitGroup
	for i := range tables {
		wait.Go(func() {
			for seq := uint64(1); seq <= last; seq++ {
				if err := log.Append(tb.Context(), tableID(i, 0), benchEvent(seq)); err != nil {
					tb.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	if tb.Failed() {
		tb.FailNow()
	}
}

// count returns how many events the table has and fails the test if one is
// missing.
func count(tb testing.TB, log table.Log, id table.ID) uint64 {
	tb.Helper()
	n := uint64(0)
	for e, err := range log.Read(tb.Context(), id, 0) {
		if err != nil {
			tb.Fatal(err)
		}
		if n++; e.Seq != n {
			tb.Fatalf("table %s: event %d in place of %d", id, e.Seq, n)
		}
	}
	return n
}

func TestAppendsThatWaitShareATransaction(t *testing.T) {
	var transactions, events atomic.Int64
	log, err := sqlite.Open(t.Context(), sqlite.Options{
		Path: filepath.Join(t.TempDir(), "hod.db"),
		Observe: func(batch int, d time.Duration) {
			if batch < 1 || batch > 256 || d <= 0 {
				t.Errorf("a transaction of %d events took %v", batch, d)
			}
			transactions.Add(1)
			events.Add(int64(batch))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()

	appendAll(t, log, 1, 50)
	if transactions.Load() != 50 || events.Load() != 50 {
		t.Errorf("alone: %d transactions of %d events, want 50 of 50", transactions.Load(), events.Load())
	}
	transactions.Store(0)
	events.Store(0)
	const writers, each = 64, 50
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			id := table.ID(fmt.Sprintf("shared-%d", w))
			for seq := uint64(1); seq <= each; seq++ {
				if err := log.Append(t.Context(), id, benchEvent(seq)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	if n := events.Load(); n != writers*each {
		t.Errorf("%d events observed, want %d", n, writers*each)
	}
	if n := transactions.Load(); n > writers*each/10 {
		t.Errorf("%d transactions for %d events of %d writers, want at most a tenth", n, writers*each, writers)
	}
}
