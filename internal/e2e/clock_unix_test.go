//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// TestStoppedSiteStopsTheClock: a process that stands still for a while, as on a
// machine that sleeps, takes nobody's time, and gives none back.
func TestStoppedSiteStopsTheClock(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "127.0.0.1:0")
	c := newClient(p.url)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Options: json.RawMessage(`{"sticks":20}`), Mode: "hotseat", Clock: &wire.Tempo{Kind: "delay", Bank: 600}})
	if _, err := c.command(t.Context(), made.Table, made.Seats["first"], command("a", 1, "1")); err != nil {
		t.Fatal(err)
	}
	before := mustTable(t, c, made.Table)
	time.Sleep(4 * time.Second)
	stopped := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	const still = 6 * time.Second
	time.Sleep(still)
	if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	var stood table.ResumedBody
	for deadline := time.Now().Add(patience); stood.Gap < still.Milliseconds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the log does not say that the clocks stood: %+v", standstills(t, c, made.Table))
		}
		if all := standstills(t, c, made.Table); len(all) > 0 {
			stood = all[len(all)-1]
		}
	}
	// The log is asked every second whether it answers; until the last answer
	// time is used.
	if used := stood.From - before.Clock.Since; used < 500 || stood.From > stopped.UnixMilli() || stood.To-stood.From < stood.Gap {
		t.Errorf("the site stood still from %d on, and the log says %+v; the clock ran since %d", stopped.UnixMilli(), stood, before.Clock.Since)
	}
	now := mustTable(t, c, made.Table).Clock
	if used, most := 600_000-now.Left[1], now.Since-before.Clock.Since-still.Milliseconds(); used > most {
		t.Errorf("%d ms are used after %d ms beside the standstill", used, most)
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
	// act plays whatever comes first, until somebody has decided something. It
	// reports whether somebody has: many plays of a double come in another form.
	act := func(one open) bool {
		t.Helper()
		for {
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
				return false
			}
			if _, err := s.api.command(t.Context(), one.made.Table, one.made.Seats[now.ToAct], command(fmt.Sprint("p", now.Seq), now.Seq, action)); err != nil {
				t.Fatal(err)
			}
			one.until(fmt.Sprintf("+document.querySelector('#table').dataset.seq > %d", now.Seq))
			return true
		}
	}
	var all []open
	for _, game := range []string{"bachet", "ashtarashki", "nardy"} {
		for {
			made := mustCreate(t, s.api, wire.Create{Game: game, Mode: "hotseat", Clock: &wire.Tempo{Kind: "delay", Bank: 600}})
			p := s.person()
			p.open(made.URL + "#f." + made.Seats["first"] + "~s." + made.Seats["second"])
			p.until("document.querySelector('#table')?.dataset.line == 'open'")
			one := open{p, made}
			if act(one) {
				all = append(all, one)
				break
			}
		}
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
		one.until("document.querySelector('#plies .stood')")
		act(one) // the list is drawn anew
		before := len(standstills(t, s.api, one.made.Table))
		live := eval[string](one.person, lines)
		if !strings.Contains(live, "Сайтбылнедоступен:часыстояли") {
			t.Errorf("%s: the page shows %q", one.made.Table, live)
		}
		one.open(one.made.URL)
		one.until("document.querySelector('#table')?.dataset.line == 'open'")
		if again := eval[string](one.person, lines); again != live && len(standstills(t, s.api, one.made.Table)) == before {
			t.Errorf("%s: loaded again it shows %q, not %q", one.made.Table, again, live)
		}
		one.passesAxe("a table whose clocks stood still")
	}
}
