package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/hod-games/hod/internal/table"
)

func breakFreesTheReader(t *testing.T, engine Engine) {
	log := engine.open(t)
	mustAppend(t, log, "left", events(1, 20)...)
	// More often than any engine has connections.
	for range 100 {
		for e, err := range log.Read(t.Context(), "left", 0) {
			if err != nil {
				t.Fatalf("read: %v", err)
			}
			if e.Seq == 2 {
				break
			}
		}
	}
	mustAppend(t, log, "left", event(21))
	same(t, mustRead(t, log, "left", 0), events(1, 21))
}

func readInsideReadAndAppend(t *testing.T, engine Engine) {
	log := engine.open(t)
	mustAppend(t, log, "nested", events(1, 3)...)

	var descend func(depth int) error
	descend = func(depth int) error {
		if depth == 0 {
			return log.Append(t.Context(), "inner", event(1))
		}
		for _, err := range log.Read(t.Context(), "nested", 2) {
			if err != nil {
				return fmt.Errorf("read at depth %d: %w", depth, err)
			}
			if err := descend(depth - 1); err != nil {
				return err
			}
		}
		return nil
	}
	if err := descend(20); err != nil {
		t.Fatal(err)
	}
	same(t, mustRead(t, log, "inner", 0), events(1, 1))
}

func hundredWritersMakeOneHistory(t *testing.T, engine Engine) {
	log := engine.open(t)
	const (
		writers = 100
		last    = 20
	)
	var (
		wait sync.WaitGroup
		wins [last + 1]atomic.Int64 // by number: 1 + the writer that won it, summed
		won  [last + 1]atomic.Int64 // by number: how many won it
		errs = make(chan error, writers)
	)
	for w := range writers {
		wait.Go(func() {
			// Whoever comes to number n has seen n-1 won or refused as a
			// duplicate, so that it is never a gap.
			for seq := uint64(1); seq <= last; seq++ {
				e := event(seq)
				e.Key = fmt.Sprintf("writer %d", w)
				switch err := log.Append(t.Context(), "contested", e); {
				case err == nil:
					wins[seq].Add(int64(w) + 1)
					won[seq].Add(1)
				case !errors.Is(err, table.ErrConflict):
					errs <- fmt.Errorf("writer %d, event %d: %w", w, seq, err)
					return
				}
			}
		})
	}
	wait.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	var want []table.Event
	for seq := uint64(1); seq <= last; seq++ {
		if n := won[seq].Load(); n != 1 {
			t.Fatalf("%d writers were told that they had made event %d, want 1", n, seq)
		}
		e := event(seq)
		e.Key = fmt.Sprintf("writer %d", wins[seq].Load()-1)
		want = append(want, e)
	}
	same(t, mustRead(t, log, "contested", 0), want)
}

func manyTablesAtOnce(t *testing.T, engine Engine) {
	log := engine.open(t)
	const (
		tables = 64
		last   = 15
	)
	name := func(i int) table.ID { return table.ID(fmt.Sprintf("table-%d", i)) }
	stamp := func(i int, seq uint64) table.Event {
		e := event(seq)
		e.Key = string(name(i))
		return e
	}
	var wait sync.WaitGroup
	for i := range tables {
		wait.Go(func() {
			for seq := uint64(1); seq <= last; seq++ {
				if err := log.Append(t.Context(), name(i), stamp(i, seq)); err != nil {
					t.Errorf("append event %d of %s: %v", seq, name(i), err)
					return
				}
				// What does not follow must fail alone, whatever is
				// written together with it.
				if err := log.Append(t.Context(), name(i), stamp(i, seq+5)); !errors.Is(err, table.ErrConflict) {
					t.Errorf("append a gap to %s: error %v, want one that wraps ErrConflict", name(i), err)
					return
				}
			}
		})
	}
	wait.Wait()
	for i := range tables {
		var want []table.Event
		for seq := uint64(1); seq <= last; seq++ {
			want = append(want, stamp(i, seq))
		}
		same(t, mustRead(t, log, name(i), 0), want)
	}
}

func readingWhileWriting(t *testing.T, engine Engine) {
	log := engine.open(t)
	const last = 200
	var (
		wait  sync.WaitGroup
		acked atomic.Uint64
	)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for range 2 {
		wait.Go(func() {
			for ctx.Err() == nil {
				before := acked.Load()
				n, err := length(t.Context(), log, "busy")
				if err != nil {
					t.Error(err)
					return
				}
				if n < before {
					t.Errorf("read %d events when %d had been acknowledged", n, before)
					return
				}
			}
		})
	}
	for seq := uint64(1); seq <= last; seq++ {
		if err := log.Append(t.Context(), "busy", event(seq)); err != nil {
			t.Errorf("append event %d: %v", seq, err)
			break
		}
		acked.Store(seq)
	}
	stop()
	wait.Wait()
	same(t, mustRead(t, log, "busy", 0), events(1, last))
}
