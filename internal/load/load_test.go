package load_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/app"
	"github.com/hod-games/hod/internal/load"
)

// TestMain is also the servers: started with a first argument that is no flag
// of tests, the test program is one of them.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "serve-hod" {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		code := app.Main(ctx, os.Args[2:], func(string) string { return "" }, os.Stdout, os.Stderr)
		stop()
		os.Exit(code)
	}
	if len(os.Args) > 1 && os.Args[1] == "serve-relay" {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		err := load.ServeRelay(ctx, "127.0.0.1:0", func(url string) { fmt.Println("ready at", url) })
		stop()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func options(t *testing.T, servers ...string) load.Options {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("CPU and memory of a process are read from /proc, which only Linux has")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return load.Options{
		Tables: 20, Duration: 500 * time.Millisecond, Warmup: 100 * time.Millisecond, Seed: 1,
		Rest: 50 * time.Millisecond, Settle: 100 * time.Millisecond, Quiet: time.Second,
		Relay: []string{self, "serve-relay"}, Hod: []string{self, "serve-hod"}, Servers: servers,
	}
}

func TestNoEventIsLostRepeatedOrOutOfOrderUnderLoad(t *testing.T) {
	o := options(t, "relay", "memory", "sqlite")
	o.Idle = 10
	o.Duration = 2 * time.Second // the system counts the CPU in hundredths of a second: a busy machine gives a server too few in less
	report, err := load.Measure(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for i, run := range report.Runs {
		if run.Server != o.Servers[i] || run.Moves < 1 || run.MovesPerSec <= 0 || run.CPUPerMove <= 0 || run.P50 <= 0 || run.P99 < run.P50 || run.RSS < 1000 || run.IdlePerTable == 0 {
			t.Errorf("report of %s: %+v", run.Server, run)
		}
		if run.Events < run.Moves {
			t.Errorf("%s: %d events were checked after %d moves", run.Server, run.Events, run.Moves)
		}
	}
	if report.Ratios["memory"] <= 0 || report.Ratios["sqlite"] <= 0 {
		t.Errorf("ratios %v", report.Ratios)
	}
}

// TestAnOpenLoopIsNotFasterThanItsRate: what a busy machine is late with it makes
// up for, but of all the time since the beginning there are no more moves. How
// the rate is kept, TestAnOpenLoopKeepsItsRate sees without a machine.
func TestAnOpenLoopIsNotFasterThanItsRate(t *testing.T) {
	o := options(t, "memory")
	o.Rate, o.Duration = 50, 2*time.Second
	begin := time.Now()
	report, err := load.Measure(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	most := int(o.Rate*time.Since(begin).Seconds()) + o.Tables
	if got := report.Runs[0].Moves; got < 1 || got > most {
		t.Errorf("%d moves, want 1 to %d", got, most)
	}
}

func TestAServerThatDoesNotStartIsAnError(t *testing.T) {
	o := options(t, "memory")
	o.Hod = []string{"/bin/false"}
	if _, err := load.Measure(t.Context(), o); err == nil || !strings.Contains(err.Error(), "ended without an address") {
		t.Errorf("error %v", err)
	}
}

func TestGamesAgainstComputersAreUnderWayMeanwhile(t *testing.T) {
	o := options(t, "memory")
	o.Bots = 2
	o.Hod = append(o.Hod, "-bot-pause", "0s")
	var report load.Report
	// A slow machine may think about every move for longer than a run takes.
	for o.Duration = 3 * time.Second; ; o.Duration *= 2 {
		var err error
		if report, err = load.Measure(t.Context(), o); err == nil {
			break
		}
		if !errors.Is(err, load.ErrNoBotMoved) || o.Duration > 20*time.Second {
			t.Fatal(err)
		}
	}
	if len(report.Runs) != 2 || report.Runs[0].Bots != 0 {
		t.Fatalf("%+v", report.Runs)
	}
	if with := report.Runs[1]; with.Bots != 2 || with.BotMoves < 1 || with.BotMean <= 0 || with.BotP50 <= 0 || with.BotP99 < with.BotP50 || with.Moves < 1 {
		t.Errorf("with computers: %+v", with)
	}
}
