package storetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/table"
)

func cancelledBefore(t *testing.T, engine Engine) {
	log := engine.open(t)
	mustAppend(t, log, "cancelled", events(1, 2)...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	if err := log.Append(ctx, "cancelled", event(3)); !errors.Is(err, context.Canceled) {
		t.Errorf("append: error %v, want one that wraps context.Canceled", err)
	}
	if _, err := collect(log.Read(ctx, "cancelled", 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("read: error %v, want one that wraps context.Canceled", err)
	}

	// Whether the event was kept is open; that the log goes on is not.
	n, err := length(t.Context(), log, "cancelled")
	if err != nil {
		t.Fatal(err)
	}
	if n != 2 && n != 3 {
		t.Fatalf("%d events after a cancelled append to 2", n)
	}
	mustAppend(t, log, "cancelled", event(n+1))
	same(t, mustRead(t, log, "cancelled", 0), events(1, n+1))
}

func cancelledDuringAppend(t *testing.T, engine Engine) {
	log := engine.open(t)
	const writers = 32
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			id := table.ID(fmt.Sprintf("hasty-%d", w))
			if err := appendImpatiently(t.Context(), log, id, w); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

// appendImpatiently appends with deadlines that end at about the time an
// append takes, and checks that what is kept agrees with what was said.
func appendImpatiently(ctx context.Context, log table.Log, id table.ID, writer int) error {
	next := uint64(1)
	for i := range 20 {
		patience := time.Duration((writer*31+i*17)%40) * 50 * time.Microsecond
		hasty, cancel := context.WithTimeout(ctx, patience)
		err := log.Append(hasty, id, event(next))
		cancel()
		switch {
		case err == nil:
			next++
		case errors.Is(err, context.DeadlineExceeded):
			// Settled by asking. An append that was given up may still be
			// under way; the next one, which waits, comes after it or in
			// its place.
			e := event(next)
			e.Key = "patient"
			err := log.Append(ctx, id, e)
			if err != nil && !errors.Is(err, table.ErrConflict) {
				return fmt.Errorf("append event %d of %s again: %w", next, id, err)
			}
			next++
		default:
			return fmt.Errorf("append event %d of %s: %w, want no error or that of the context", next, id, err)
		}
		n, err := length(ctx, log, id)
		if err != nil {
			return err
		}
		if n != next-1 {
			return fmt.Errorf("table %s has %d events, want %d", id, n, next-1)
		}
	}
	return nil
}

func cancelledDuringRead(t *testing.T, engine Engine) {
	log := engine.open(t)
	const last = 1000
	mustAppend(t, log, "read", events(1, last)...)
	for _, stop := range []uint64{1, 2, 500, last} {
		ctx, cancel := context.WithCancel(t.Context())
		var (
			n      uint64
			failed error
		)
		for e, err := range log.Read(ctx, "read", 0) {
			if failed = err; err != nil {
				break
			}
			if n++; e.Seq != n {
				t.Fatalf("event %d in place of %d", e.Seq, n)
			}
			if n == stop {
				cancel()
			}
		}
		cancel()
		if failed == nil && n != last {
			t.Errorf("cancelled at %d: the sequence ended after %d of %d events without an error", stop, n, last)
		}
		if failed != nil && !errors.Is(failed, context.Canceled) {
			t.Errorf("cancelled at %d: error %v, want one that wraps context.Canceled", stop, failed)
		}
	}
	same(t, mustRead(t, log, "read", 0), events(1, last))
}

func closedLogAnswersWithErrors(t *testing.T, engine Engine) {
	log := engine.open(t)
	closer, ok := log.(io.Closer)
	if !ok {
		if engine.Durable {
			t.Fatal("a durable engine must be an io.Closer")
		}
		t.Skip("the engine can not be closed")
	}
	mustAppend(t, log, "closed", events(1, 2)...)
	if err := closer.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
	if err := log.Append(t.Context(), "closed", event(3)); err == nil || errors.Is(err, table.ErrConflict) {
		t.Errorf("append after close: error %v, want one that is not ErrConflict", err)
	}
	if all, err := collect(log.Read(t.Context(), "closed", 0)); err == nil {
		t.Errorf("read after close: %d events and no error", len(all))
	}
	// Whether closing twice is an error is left to the engine.
	_ = closer.Close()
}

func closeWhileAppending(t *testing.T, engine Engine) {
	dir := t.TempDir()
	log := engine.openIn(t, dir)
	closer, ok := log.(io.Closer)
	if !ok {
		t.Skip("the engine can not be closed")
	}
	const writers = 16
	name := func(w int) table.ID { return table.ID(fmt.Sprintf("closing-%d", w)) }
	var (
		wait    sync.WaitGroup
		started sync.WaitGroup
		acked   [writers]uint64
	)
	for w := range writers {
		started.Add(1)
		wait.Go(func() {
			for seq := uint64(1); ; seq++ {
				err := log.Append(t.Context(), name(w), event(seq))
				if seq == 1 {
					started.Done()
				}
				if err != nil {
					if errors.Is(err, table.ErrConflict) {
						t.Errorf("append event %d of %s: %v", seq, name(w), err)
					}
					return
				}
				acked[w] = seq
			}
		})
	}
	started.Wait()
	if err := closer.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	wait.Wait()
	if !engine.Durable {
		return
	}
	again := engine.openIn(t, dir)
	for w := range writers {
		n, err := length(t.Context(), again, name(w))
		if err != nil {
			t.Fatal(err)
		}
		// One more than acknowledged may be kept, never one less.
		if n < acked[w] || n > acked[w]+1 {
			t.Errorf("%s has %d events after %d were acknowledged", name(w), n, acked[w])
		}
	}
}

func eventsOutliveTheProcess(t *testing.T, engine Engine) {
	if !engine.Durable {
		t.Skip("the engine keeps nothing")
	}
	dir := t.TempDir()
	const tables = 5
	for round := range uint64(4) {
		log := engine.openIn(t, dir)
		for i := range uint64(tables) {
			id := table.ID(fmt.Sprintf("kept-%d", i))
			last := round * (i + 1)
			same(t, mustRead(t, log, id, 0), events(1, last))
			for _, seq := range []uint64{last, last + 2} {
				if err := log.Append(t.Context(), id, event(seq)); !errors.Is(err, table.ErrConflict) {
					t.Fatalf("append event %d after %d in another life: error %v, want one that wraps ErrConflict", seq, last, err)
				}
			}
			mustAppend(t, log, id, events(last+1, last+i+1)...)
		}
		if err := log.(io.Closer).Close(); err != nil {
			t.Fatalf("close: %v", err)
		}
	}
}
