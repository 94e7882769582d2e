//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
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
// shows the same lines in its list of moves as one that is loaded again; in a
// turn of nardy, between the throw and the play.
func TestPagesSayThatTheClocksStood(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	tables := []struct {
		wire.Create
		before, after []string // what is played, and with own dice thrown
		place         string   // of the line, which is "…" here

		page *person
		made wire.Created
	}{
		{Create: wire.Create{Game: "bachet"}, before: []string{"1"}, after: []string{"1"}, place: "1Игрок1…"},
		{Create: wire.Create{Game: "ashtarashki"}, before: []string{"M2h4"}, after: []string{"M2a5"}, place: "1.M2h4…M2a5"},
		{
			Create: wire.Create{
				Game: "nardy", Options: json.RawMessage(`{"variant":"crazy"}`), Dice: "own",
				Position: "5,5,0,0,0,0,0,0,0,0,0,0,-5,-5,0,0,0,0,0,0,0,0,0,0|0,0|5,5 play L 6-5 throws=6,6",
			},
			before: []string{"1/7 2/7", "3 3"}, after: []string{"13/16 14/17(3)", "14/18(2) 16/20 17/21"}, place: "3–3…13/1614/17(3)",
		},
	}
	play := func(p *person, made wire.Created, actions []string) {
		t.Helper()
		for _, action := range actions {
			now := mustTable(t, s.api, made.Table)
			c, seat := command(fmt.Sprint("p", now.Seq), now.Seq, action), now.ToAct
			if seat == "chance" {
				c.Kind, seat = "roll", now.Calls[0]
			}
			if _, err := s.api.command(t.Context(), made.Table, made.Seats[seat], c); err != nil {
				t.Fatalf("%s: %v", action, err)
			}
		}
		p.until(fmt.Sprintf("+document.querySelector('#table').dataset.seq >= %d", mustTable(t, s.api, made.Table).Seq))
	}
	const open = "document.querySelector('#table')?.dataset.line == 'open'"
	for i := range tables {
		one := &tables[i]
		one.Mode, one.Clock = "hotseat", &wire.Tempo{Kind: "delay", Bank: 600}
		one.page, one.made = s.person(), mustCreate(t, s.api, one.Create)
		one.page.open(one.made.URL)
		one.page.until(open)
		play(one.page, one.made, one.before)
	}
	if err := s.server.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(3500 * time.Millisecond) // shorter silences are a part of every move
	if err := s.server.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	// The text of every row that has such a line, and the lines in it. A busy
	// machine may have stood still more than once.
	const rows = "[...document.querySelectorAll('#plies .stood')].map(e => e.closest('tr, li').textContent.replace(/\\s+/g, '')).join('|')"
	lines := regexp.MustCompile(`(Сайтбылнедоступен:часыстояли\d+(с|мин)\.)+`)
	for _, one := range tables {
		one.page.until("document.querySelector('#plies .stood')")
		play(one.page, one.made, one.after) // the list is drawn anew
		before := len(standstills(t, s.api, one.made.Table))
		live := eval[string](one.page, rows)
		if !strings.Contains(lines.ReplaceAllString(live, "…"), one.place) {
			t.Errorf("%s: the page shows %q, want %q in it", one.Game, live, one.place)
		}
		one.page.open(one.made.URL)
		one.page.until(open)
		if again := eval[string](one.page, rows); again != live && len(standstills(t, s.api, one.made.Table)) == before {
			t.Errorf("%s: loaded again it shows %q, not %q", one.Game, again, live)
		}
		one.page.passesAxe("a table of " + one.Game + " whose clocks stood still")
	}
}
