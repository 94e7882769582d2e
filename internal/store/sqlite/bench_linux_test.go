package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/table"
)

// gameLength is after how many events a writer begins another table.
const gameLength = 60

// appender adds an event and returns when it is durable.
type appender func(ctx context.Context, id table.ID, e table.Event) error

// BenchmarkAppend compares the log with what the disk can do and with a
// transaction for each event, in one run.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 16, 64, 256} {
		for _, how := range []struct {
			name string
			open func(b *testing.B) appender
		}{
			{"raw-sync-each", openRawSyncEach},
			{"raw-group-commit", openRawGroupCommit},
			{"transaction-each", openTransactionEach},
			{"log", openLog},
		} {
			b.Run(fmt.Sprintf("writers=%d/%s", writers, how.name), func(b *testing.B) {
				benchmarkAppend(b, writers, how.open(b))
			})
		}
	}
}

func benchmarkAppend(b *testing.B, writers int, add appender) {
	var (
		wait  sync.WaitGroup
		left  atomic.Int64
		waits = make([][]time.Duration, writers)
	)
	left.Store(int64(b.N))
	before := cpu(b)
	b.ResetTimer()
	for w := range writers {
		wait.Go(func() {
			for n := uint64(0); left.Add(-1) >= 0; n++ {
				id := tableID(w, n/gameLength)
				start := time.Now()
				if err := add(b.Context(), id, benchEvent(n%gameLength+1)); err != nil {
					b.Error(err)
					return
				}
				waits[w] = append(waits[w], time.Since(start))
			}
		})
	}
	wait.Wait()
	b.StopTimer()
	used := cpu(b) - before
	all := slices.Concat(waits...)
	slices.Sort(all)
	if len(all) == 0 {
		return
	}
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
	b.ReportMetric(ms(all[len(all)/2]), "p50-ms")
	b.ReportMetric(ms(all[len(all)*99/100]), "p99-ms")
	b.ReportMetric(float64(used)/float64(time.Microsecond)/float64(b.N), "cpu-us/append")
}

// cpu returns the time that this process has spent on processors.
func cpu(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func openLog(b *testing.B) appender {
	b.Helper()
	log, err := sqlite.Open(b.Context(), sqlite.Options{Path: filepath.Join(b.TempDir(), "hod.db")})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := log.Close(); err != nil {
			b.Error(err)
		}
	})
	return log.Append
}

// openTransactionEach writes into a table of the same form with the same
// settings, but one transaction for each event.
func openTransactionEach(b *testing.B) appender {
	b.Helper()
	db, err := sql.Open("sqlite", filepath.Join(b.TempDir(), "each.db")+
		"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=wal_autocheckpoint(4000)")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(b.Context(), `CREATE TABLE events (tbl TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
		kind TEXT NOT NULL, key TEXT NOT NULL, body BLOB, private BLOB, PRIMARY KEY (tbl, seq)) STRICT, WITHOUT ROWID`); err != nil {
		b.Fatal(err)
	}
	insert, err := db.PrepareContext(b.Context(), `INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = insert.Close() })
	return func(_ context.Context, id table.ID, e table.Event) error {
		ctx := context.Background() // as the log does: no watching of a context
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		add := tx.StmtContext(ctx, insert)
		defer add.Close()
		if _, err := add.ExecContext(ctx, string(id), int64(e.Seq), e.At.UnixMilli(), string(e.Kind), e.Key, []byte(e.Body), nil); err != nil {
			return err
		}
		return tx.Commit()
	}
}

// record is what the raw files hold of an event.
func record(id table.ID, e table.Event) []byte {
	return fmt.Appendf(nil, "%s %d %d %s %s %s\n", id, e.Seq, e.At.UnixMilli(), e.Kind, e.Key, e.Body)
}

func openRawFile(b *testing.B) *os.File {
	b.Helper()
	f, err := os.Create(filepath.Join(b.TempDir(), "raw"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = f.Close() })
	return f
}

// openRawSyncEach writes to a bare file and syncs it, one event at a time.
func openRawSyncEach(b *testing.B) appender {
	b.Helper()
	f := openRawFile(b)
	var mu sync.Mutex
	return func(_ context.Context, id table.ID, e table.Event) error {
		mu.Lock()
		defer mu.Unlock()
		if _, err := f.Write(record(id, e)); err != nil {
			return err
		}
		return syscall.Fdatasync(int(f.Fd()))
	}
}

// openRawGroupCommit is the limit: a bare file, and all that wait share a sync.
func openRawGroupCommit(b *testing.B) appender {
	b.Helper()
	type request struct {
		data []byte
		done chan error
	}
	f := openRawFile(b)
	queue := make(chan request, 256)
	b.Cleanup(func() { close(queue) })
	go func() {
		var batch []request
		var data []byte
		for r := range queue {
			batch, data = append(batch[:0], r), append(data[:0], r.data...)
			for len(batch) < cap(queue) && len(queue) > 0 {
				r := <-queue
				batch, data = append(batch, r), append(data, r.data...)
			}
			_, err := f.Write(data)
			if err == nil {
				err = syscall.Fdatasync(int(f.Fd()))
			}
			for _, r := range batch {
				r.done <- err
			}
		}
	}()
	return func(_ context.Context, id table.ID, e table.Event) error {
		r := request{record(id, e), make(chan error, 1)}
		queue <- r
		return <-r.done
	}
}

// BenchmarkRead reads a whole table of 10 and of 100 events, among others.
func BenchmarkRead(b *testing.B) {
	log, err := sqlite.Open(b.Context(), sqlite.Options{Path: filepath.Join(b.TempDir(), "hod.db")})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	var wait sync.WaitGroup
	for w := range 200 {
		wait.Go(func() {
			for seq := uint64(1); seq <= 100; seq++ {
				if err := log.Append(b.Context(), tableID(w, 0), benchEvent(seq)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	for _, length := range []uint64{10, 100} {
		b.Run(fmt.Sprintf("events=%d", length), func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i++
				n := uint64(0)
				for _, err := range log.Read(b.Context(), tableID(i%200, 0), 100-length) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != length {
					b.Fatalf("read %d events, want %d", n, length)
				}
			}
		})
	}
}
