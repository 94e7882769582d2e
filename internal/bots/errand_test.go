package bots_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/hod-games/hod/internal/bots"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// diary is in which order things were done.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) add(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, line)
}

// TestWhatCanWaitWaits fills the queue of a pool with one worker: the urgent
// errand takes turns with moves, the steps of an analysis come last.
func TestWhatCanWaitWaits(t *testing.T) {
	s := position(t)
	synctest.Test(t, func(t *testing.T) {
		p := bots.New(bots.Config{Workers: 1})
		defer p.Close()
		var done diary
		gate := make(chan struct{})
		go func() {
			_ = p.Do(t.Context(), bots.Soon, func(context.Context) error { <-gate; return nil })
		}()
		synctest.Wait() // the worker is busy
		var all sync.WaitGroup
		do := func(u bots.Urgency, line string) {
			all.Go(func() {
				if err := p.Do(t.Context(), u, func(context.Context) error { done.add(line); return nil }); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			})
			synctest.Wait()
		}
		do(bots.Later, "later")
		do(bots.Later, "later")
		for range 3 {
			all.Add(1)
			p.Ask(table.Thinking{ID: "t", Bot: game.Random{}, State: s, Play: func(context.Context, game.Choice) error {
				done.add("move")
				all.Done()
				return nil
			}})
		}
		do(bots.Soon, "soon")
		do(bots.Soon, "soon")
		close(gate)
		all.Wait()
		want := []string{"move", "soon", "move", "soon", "move", "later", "later"}
		if !slices.Equal(done.lines, want) {
			t.Errorf("in the order %v, want %v", done.lines, want)
		}
	})
}

// TestOneWorkerStaysForWhatIsUrgent begins several analyses on two workers.
func TestOneWorkerStaysForWhatIsUrgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := bots.New(bots.Config{Workers: 2})
		defer p.Close()
		gate := make(chan struct{})
		var running diary
		for range 3 {
			go func() {
				_ = p.Do(t.Context(), bots.Later, func(context.Context) error { running.add("later"); <-gate; return nil })
			}()
		}
		synctest.Wait()
		if len(running.lines) != 1 {
			t.Errorf("%d workers do what can wait", len(running.lines))
		}
		if err := p.Do(t.Context(), bots.Soon, func(context.Context) error { return nil }); err != nil {
			t.Error(err)
		}
		close(gate)
		synctest.Wait()
		if len(running.lines) != 3 {
			t.Errorf("%d of 3 analyses went on", len(running.lines))
		}
	})
}

func TestErrandsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := bots.New(bots.Config{Workers: 1})
		fault := errors.New("a fault")
		if err := p.Do(t.Context(), bots.Soon, func(context.Context) error { return fault }); !errors.Is(err, fault) {
			t.Errorf("error %v", err)
		}
		if err := p.Do(t.Context(), bots.Soon, func(context.Context) error { panic("by mistake") }); err == nil || !strings.Contains(err.Error(), "by mistake") {
			t.Errorf("after a panic: %v", err)
		}
		// One that thinks until the pool closes, one that waits for it and is
		// given up, and one that waits until the end.
		errs := make(chan error, 2)
		go func() {
			errs <- p.Do(t.Context(), bots.Later, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		}()
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error, 1)
		never := func(context.Context) error { t.Error("it was done all the same"); return nil }
		go func() { gone <- p.Do(ctx, bots.Later, never) }()
		synctest.Wait()
		cancel()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("given up with %v", err)
		}
		go func() { errs <- p.Do(t.Context(), bots.Later, never) }()
		synctest.Wait()
		p.Close()
		if first, second := <-errs, <-errs; first == nil || second == nil {
			t.Errorf("the pool has closed, and the errands say %v and %v", first, second)
		}
		if err := p.Do(t.Context(), bots.Soon, never); !errors.Is(err, bots.ErrClosed) {
			t.Errorf("after the end: %v", err)
		}
	})
}
