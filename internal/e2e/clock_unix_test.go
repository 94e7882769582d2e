//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
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

// TestPagesSayThatTheClocksStood: a page that was there when the site came back
// shows the same lines in its list of moves as one that is loaded again.
func TestPagesSayThatTheClocksStood(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	type open struct {
		*person
		made wire.Created
	}
	var all []open
	for _, game := range []string{"bachet", "ashtarashki", "nardy"} {
		made := mustCreate(t, s.api, wire.Create{Game: game, Mode: "hotseat", Clock: &wire.Tempo{Kind: "delay", Bank: 600}})
		p := s.person()
		p.open(made.URL + "#f." + made.Seats["first"] + "~s." + made.Seats["second"])
		p.until("document.querySelector('#table')?.dataset.line == 'open'")
		all = append(all, open{p, made})
	}
	// act plays whatever comes first, until somebody has decided something.
	act := func(one open) {
		t.Helper()
		for decided := false; !decided; {
			now := mustTable(t, s.api, one.made.Table)
			if now.ToAct == "chance" {
				one.until(ready)
				one.click("#roll")
				one.until(fmt.Sprintf("+document.querySelector('#table').dataset.seq > %d", now.Seq))
				continue
			}
			action := "1" // stick
			var view struct {
				Turn struct {
					Nodes []struct{ Action string }
				}
			}
			if err := json.Unmarshal(now.View, &view); err != nil {
				t.Fatal(err)
			}
			for _, node := range view.Turn.Nodes {
				if action = node.Action; action != "" {
					break
				}
			}
			if now.Game == "nardy" && len(view.Turn.Nodes) == 0 {
				return // a double, whose many plays come in another form
			}
			if _, err := s.api.command(t.Context(), one.made.Table, one.made.Seats[now.ToAct], command(fmt.Sprint("p", now.Seq), now.Seq, action)); err != nil {
				t.Fatal(err)
			}
			one.until(fmt.Sprintf("+document.querySelector('#table').dataset.seq > %d", now.Seq))
			decided = true
		}
	}
	for _, one := range all {
		act(one)
	}
	if err := s.server.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Second)
	if err := s.server.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	// The text of every row that has such a line.
	const lines = "[...document.querySelectorAll('#plies .stood')].map(e => e.closest('tr, li').textContent.replace(/\\s+/g, '')).join('|')"
	for _, one := range all {
		one.until("document.querySelectorAll('#plies .stood').length == 1")
		act(one) // the list is drawn anew
		live := eval[string](one.person, lines)
		if !strings.Contains(live, "Сайтбылнедоступен:часыстояли") || strings.Contains(live, "|") {
			t.Errorf("%s: the page shows %q", one.made.Table, live)
		}
		one.open(one.made.URL)
		one.until("document.querySelector('#table')?.dataset.line == 'open'")
		if again := eval[string](one.person, lines); again != live {
			t.Errorf("%s: loaded again it shows %q, not %q", one.made.Table, again, live)
		}
		one.passesAxe("a table whose clocks stood still")
	}
}
