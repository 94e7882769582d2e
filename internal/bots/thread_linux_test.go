package bots_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/bots"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// low is the niceness of a thread of the pool.
const low = 10

// niceness is that of a thread, and the error of a thread that has ended.
func niceness(tid int) (int, error) {
	has, err := syscall.Getpriority(syscall.PRIO_PROCESS, tid)
	return 20 - has, err
}

// lowered is how many threads of this process have the priority of the pool's.
func lowered(t *testing.T) (n int) {
	t.Helper()
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		tid, err := strconv.Atoi(task.Name())
		if err != nil {
			t.Fatal(err)
		}
		if has, err := niceness(tid); err == nil && has == low {
			n++
		}
	}
	return n
}

// noneLowered waits until the threads of pools that are closed have ended.
func noneLowered(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); lowered(t) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d threads have a low priority, and no pool is open", lowered(t))
		}
	}
}

// TestWhoThinksYieldsTheProcessor: moves and errands are thought about with a
// low priority, and what is done with them is not.
func TestWhoThinksYieldsTheProcessor(t *testing.T) {
	usual, err := niceness(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if usual >= low {
		t.Skipf("these tests run with niceness %d themselves", usual)
	}
	here := func(what string, want int) {
		if has, err := niceness(syscall.Gettid()); err != nil || has != want {
			t.Errorf("%s with niceness %d, %v, want %d", what, has, err, want)
		}
	}
	noneLowered(t)
	p := bots.New(bots.Config{Workers: 2})
	played := make(chan struct{})
	p.Ask(table.Thinking{
		ID: "t", State: position(t),
		Bot: bot{func(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
			here("a move is thought about", low)
			return game.Random{}.Choose(ctx, s, r)
		}},
		Play: func(context.Context, game.Choice) error {
			here("a move is played", usual)
			close(played)
			return nil
		},
	})
	<-played
	err = p.Do(t.Context(), bots.Soon, func(context.Context) error {
		here("an errand is done", low)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	// Work for many threads, none of which may be a child of the pool's.
	for range 20 {
		go time.Sleep(time.Millisecond)
	}
	if n := lowered(t); n > 2 {
		t.Errorf("%d threads have a low priority, and there are 2 workers", n)
	}
	p.Close()
	noneLowered(t)
}
