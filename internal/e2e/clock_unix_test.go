//go:build unix

package e2e

import (
	"encoding/json"
	"syscall"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/wire"
)

// TestStoppedSiteStopsTheClock: a process that stands still for a while, as on a
// machine that sleeps, takes nobody's time, and gives none back.
func TestStoppedSiteStopsTheClock(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "127.0.0.1:0")
	c := newClient(p.url)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Options: json.RawMessage(`{"sticks":20}`), Mode: "hotseat", Clock: &wire.Tempo{Kind: "delay", Bank: 12}})
	if _, err := c.command(t.Context(), made.Table, made.Seats["first"], command("a", 1, "1")); err != nil {
		t.Fatal(err)
	}
	before := mustTable(t, c, made.Table)
	time.Sleep(3 * time.Second)
	stopped := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(10 * time.Second)
	if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	now := mustTable(t, c, made.Table)
	for deadline := time.Now().Add(patience); now.Seq == 2 && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		now = mustTable(t, c, made.Table)
	}
	if now.Outcome != nil {
		t.Fatalf("after ten seconds of standing still: %+v, clock %+v", now.Outcome, now.Clock)
	}
	// The log is asked every second whether it answers; until the last answer
	// time is used.
	used, most := 12_000-now.Clock.Left[1], stopped.UnixMilli()-before.Clock.Since
	if used < 500 || used > most {
		t.Errorf("%d ms are used after %d ms and a standstill", used, most)
	}
	events, err := c.history(t.Context(), made.Table, now.Seq)
	if err != nil || len(events) != 3 || events[2].Kind != "resumed" {
		t.Errorf("the log does not say that the clocks stood: %+v, %v", events, err)
	}
}
