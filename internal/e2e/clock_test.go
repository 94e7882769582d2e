package e2e

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// seated opens a table of a game for two people by the API and has a browser
// sit at each seat.
func (s *site) seated(w wire.Create) (host, guest *person, made wire.Created) {
	s.t.Helper()
	w.Mode = "link"
	made = mustCreate(s.t, s.api, w)
	host, guest = s.person(), s.person()
	host.open(made.URL + "#f." + made.Seats["first"])
	guest.open(made.Join)
	guest.click("#sit")
	for _, p := range []*person{host, guest} {
		p.until("document.querySelector('#table')?.dataset.line == 'open' && document.querySelector('#invite')?.hidden !== false")
	}
	return host, guest, made
}

// TestClockRunsOut: both pages count down the clock of whoever is to move, see
// it run out at the same time, and nothing on them moves meanwhile.
func TestClockRunsOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, made := s.seated(wire.Create{Game: "bachet", Options: json.RawMessage(`{"sticks":20}`), Clock: &wire.Tempo{Kind: "delay", Bank: 11, Each: 1}})
	guest.onPhone()
	if got := host.text("[data-clock=second] .clock-time"); got != "0:11" {
		t.Errorf("before the first move the clock shows %q", got)
	}
	host.awaitTurn()
	host.take(2)
	// The place of everything in the strip, while the clock goes from the delay
	// to its last tenths.
	const places = "JSON.stringify([...document.querySelectorAll('.seat, .seat > *:not(.seat-note), #board')].map(e => e.getBoundingClientRect()))"
	guest.until("+document.querySelector('#table').dataset.seq >= 3")
	before := eval[string](guest, places)
	guest.until("document.querySelector('[data-clock=second] .clock-free').textContent == '' && document.querySelector('[data-clock=second]').dataset.low !== undefined")
	if after := eval[string](guest, places); after != before {
		t.Errorf("what stood at\n%s\nstands at\n%s", before, after)
	}
	guest.until("document.querySelector('#clock-voice').textContent == 'Осталось 10 секунд.'")
	if got := host.text("#clock-voice"); got != "" {
		t.Errorf("the opponent hears of it, too: %q", got)
	}
	for _, p := range []*person{host, guest} {
		p.within(2*patience, "document.querySelector('#table').dataset.over == 'true'")
		p.until("document.querySelector('[data-clock=second] .clock-time').textContent == '0.0' && document.querySelector('[data-clock=second]').dataset.runs === undefined")
	}
	if got := guest.text("#detail"); got != "У вас вышло время." {
		t.Errorf("the loser is told %q", got)
	}
	if got := host.text("#detail"); got != "У соперника вышло время." {
		t.Errorf("the winner is told %q", got)
	}
	if now := mustTable(t, s.api, made.Table); now.Outcome == nil || now.Outcome.Reason != "time" || now.Score != [2]int{1, 0} {
		t.Errorf("the table says %+v, %v", now.Outcome, now.Score)
	}
	pagesAgree(t, made.Table, []*client{s.api}, host, guest)
	// The next round has its whole time.
	guest.until(ready)
	guest.click("#again")
	host.until("document.querySelector('[data-clock=first] .clock-time').textContent == '0:11' && document.querySelector('[data-clock=second] .clock-time').textContent == '0:11'")
}

// TestClockWithoutALine: a page that has lost its line says so at the clock, and
// shows the site's time once it is back.
func TestClockWithoutALine(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "127.0.0.1:0")
	l := newLine(t, p)
	s := &site{t: t, server: p, url: l.url, api: newClient(p.url)}
	host, guest, made := s.seated(wire.Create{Game: "bachet", Options: json.RawMessage(`{"sticks":20}`), Clock: &wire.Tempo{Kind: "delay", Bank: 600}})
	for _, one := range []*person{host, guest} {
		one.expect("net::ERR", "WebSocket connection")
	}
	host.awaitTurn()
	host.take(1)
	guest.until("document.querySelector('[data-clock=second][data-runs]')")
	l.setCut(true)
	guest.until("document.querySelector('[data-clock=second][data-unsure]')")
	time.Sleep(2 * time.Second)
	l.setCut(false)
	guest.until("document.querySelector('[data-clock=second][data-runs]:not([data-unsure])')")
	c := mustTable(t, s.api, made.Table).Clock
	want := c.Left[1] - (time.Now().UnixMilli() - c.Since)
	shown := eval[float64](guest, "(m => m[1] * 60 + +m[2])(document.querySelector('[data-clock=second] .clock-time').textContent.match(/(\\d+):(\\d+)/))") * 1000
	if d := shown - float64(want); d < -3000 || d > 3000 {
		t.Errorf("back on the line the page shows %g ms, the site %d", shown, want)
	}
	guest.passesAxe("a table with clocks")
}

// TestKilledSiteStopsTheClock: the time of an outage counts for nobody, and what
// was used before it stays used.
func TestKilledSiteStopsTheClock(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, "127.0.0.1:0")
	c := newClient(p.url)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Options: json.RawMessage(`{"sticks":20}`), Mode: "hotseat", Clock: &wire.Tempo{Kind: "delay", Bank: 600}})
	if _, err := c.command(t.Context(), made.Table, made.Seats["first"], command("a", 1, "1")); err != nil {
		t.Fatal(err)
	}
	before := mustTable(t, c, made.Table)
	// Longer than it takes until the site is noted to be up, twice.
	time.Sleep(10 * time.Second)
	p.kill()
	killed := time.Now()
	time.Sleep(3 * time.Second)
	c = newClient(start(t, dir, "127.0.0.1:0").url)
	now := mustTable(t, c, made.Table)
	if now.Outcome != nil || now.Clock == nil || now.Clock.Runs != "second" {
		t.Fatalf("after the outage: %+v, clock %+v", now.Outcome, now.Clock)
	}
	used, most := 600_000-now.Clock.Left[1], killed.UnixMilli()-before.Clock.Since
	if used < 500 || used > most {
		t.Errorf("%d ms are used after %d ms and an outage", used, most)
	}
	var stood table.ResumedBody
	for _, one := range standstills(t, c, made.Table) {
		if one.Why == table.OutageRestart {
			stood = one
		}
	}
	// Each is rounded to a millisecond.
	if rest := stood.To - stood.From - stood.Gap; rest < 0 || rest > 1 || stood.From > killed.UnixMilli() || stood.To < killed.UnixMilli() || stood.Gap < 3000 {
		t.Errorf("the site was killed at %d, and the log says %+v", killed.UnixMilli(), stood)
	}
}

// standstills are what the log of a table says of clocks that stood. On a busy
// machine the log itself may have been slow, which counts, too.
func standstills(t *testing.T, c *client, id string) (all []table.ResumedBody) {
	t.Helper()
	events, err := c.history(t.Context(), id, mustTable(t, c, id).Seq)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind == string(table.KindResumed) {
			var body table.ResumedBody
			if err := json.Unmarshal(e.Body, &body); err != nil {
				t.Fatal(err)
			}
			all = append(all, body)
		}
	}
	return all
}

// TestTakeBackByConsent: one asks, the other is asked and agrees or not.
func TestTakeBackByConsent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, path := s.twoByLink()
	host.awaitTurn()
	host.take(3)
	guest.awaitLeft(7)
	host.until(ready)
	host.click("#takeback")
	guest.until("!document.querySelector('#offer').hidden && document.querySelector('#asked').textContent.includes('взять ход назад')")
	guest.until(ready)
	guest.click("#decline-reset")
	host.until("document.querySelector('#sent').textContent.includes('ход остаётся')")
	host.until(ready)
	host.click("#takeback")
	guest.until("!document.querySelector('#offer').hidden")
	guest.until(ready)
	guest.click("#agree-reset")
	for _, p := range []*person{host, guest} {
		p.awaitLeft(10)
	}
	if now := s.table(path); len(now.Plies) != 0 || now.ToAct != "first" {
		t.Errorf("%s is to move after %d plies", now.ToAct, len(now.Plies))
	}
	if !host.awaitTurn() {
		t.Fatal("the round is over")
	}
	host.take(1)
	for _, p := range []*person{host, guest} {
		p.awaitLeft(9)
	}
	// Whoever goes on has answered.
	host.until(ready)
	host.click("#takeback")
	guest.until("!document.querySelector('#offer').hidden")
	guest.awaitTurn()
	guest.take(1)
	for _, p := range []*person{host, guest} {
		p.awaitLeft(8)
		p.until("document.querySelector('#offer').hidden")
	}
	pagesAgree(t, tableID(path), []*client{s.api}, guest, host)
}

// TestNardyTakeBackKeepsTheDice plays at one device and takes back: the same
// dice lie on the board, and the page that checks them is content.
func TestNardyTakeBackKeepsTheDice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	made := mustCreate(t, s.api, wire.Create{Game: "nardy", Mode: "hotseat", Options: json.RawMessage(`{"variant":"classic"}`)})
	p := s.person()
	p.open(made.URL + "#f." + made.Seats["first"] + "~s." + made.Seats["second"])
	p.until("document.querySelector('#table')?.dataset.line == 'open'")
	// The page throws; the API plays, as another device would.
	play := func(n int) {
		t.Helper()
		for range n {
			var view struct {
				Turn struct {
					Nodes []struct{ Action string }
				}
			}
			now := mustTable(t, s.api, made.Table)
			if now.ToAct == "chance" || now.ToAct == "nobody" {
				return
			}
			if err := json.Unmarshal(now.View, &view); err != nil {
				t.Fatal(err)
			}
			for _, node := range view.Turn.Nodes {
				if node.Action != "" {
					if _, err := s.api.command(t.Context(), made.Table, made.Seats[now.ToAct], command(fmt.Sprint("p", now.Seq), now.Seq, node.Action)); err != nil {
						t.Fatal(err)
					}
					break
				}
			}
		}
	}
	roll := func() {
		t.Helper()
		for mustTable(t, s.api, made.Table).ToAct == "chance" {
			p.until(ready)
			p.click("#roll")
			p.until("document.querySelector('#board').dataset.code.includes(' play ') || document.querySelector('#table').dataset.seq > 2")
			time.Sleep(300 * time.Millisecond)
		}
	}
	roll()
	play(1)
	roll()
	before := mustTable(t, s.api, made.Table)
	play(1)
	after := mustTable(t, s.api, made.Table)
	p.until(fmt.Sprintf("+document.querySelector('#table').dataset.seq >= %d", after.Seq))
	p.until(ready)
	p.click("#takeback")
	p.until(fmt.Sprintf("document.querySelector('#board').dataset.code == %q", before.Plies[len(before.Plies)-1].Position))
	p.until("document.querySelector('#receipt').dataset.mark != 'failed'")
	now := mustTable(t, s.api, made.Table)
	if len(now.Plies) != len(before.Plies) || now.ToAct != before.ToAct {
		t.Errorf("%s is to play after %d plies; it was %s after %d", now.ToAct, len(now.Plies), before.ToAct, len(before.Plies))
	}
}

// TestAMoveJustMadeIsTakenBack: who regrets a move at once is not kept waiting
// without a word; a second press with the same finger takes back nothing more.
func TestAMoveJustMadeIsTakenBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.choose(opening{mode: "hotseat"})
	for left := 14; left >= 13; left-- {
		p.until(ready)
		p.take(1)
		p.awaitLeft(left)
	}
	p.until(ready)
	eval[bool](p, `(() => {
		const [back, table] = ['takeback', 'table'].map(id => document.getElementById(id));
		const seq = +table.dataset.seq;
		let pressed = 0;
		new MutationObserver(() => {
			if (+table.dataset.seq <= seq + pressed || back.disabled) return;
			pressed++;
			setTimeout(() => back.click(), 100 * (pressed - 1));
		}).observe(table, {attributes: true, subtree: true});
		return true;
	})()`)
	p.take(1)
	p.awaitLeft(13)
	time.Sleep(500 * time.Millisecond) // within which a second turn would be taken back
	p.until(ready)
	if _, kinds := s.history(tableID(path)); kinds["tookback"] != 1 || kinds["acted"] != 3 {
		t.Errorf("three moves, the last of them regretted at once, made %v", kinds)
	}
	if got := p.left(); got != 13 {
		t.Errorf("%d sticks are left, want 13", got)
	}
}

// TestClaim: somebody leaves on his own turn and does not come back.
func TestClaim(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "127.0.0.1:0", "-claim-after", "1s")
	s := &site{t: t, server: p, url: p.url, api: newClient(p.url)}
	host, guest, made := s.seated(wire.Create{Game: "bachet", Options: json.RawMessage(`{"sticks":40}`)})
	for i := range 4 {
		now := mustTable(t, s.api, made.Table)
		if _, err := s.api.command(t.Context(), made.Table, made.Seats["first"], command(fmt.Sprint("h", i), now.Seq, "1")); err != nil {
			t.Fatal(err)
		}
		guest.until(fmt.Sprintf("+document.querySelector('#table').dataset.seq >= %d", now.Seq+1))
		if i < 3 {
			guest.awaitTurn()
			guest.take(1)
			host.until(fmt.Sprintf("+document.querySelector('#table').dataset.seq >= %d", now.Seq+2))
		}
	}
	if host.has("#claim:not([hidden])") {
		t.Error("a claim is offered against somebody who is there")
	}
	guest.open("/bachet")
	host.open(made.URL)
	host.within(40*time.Second, "document.querySelector('#claim:not([hidden]) #claim-now:enabled')")
	host.click("#claim-now")
	host.until("document.querySelector('#table').dataset.over == 'true'")
	if got := host.text("#detail"); got != "Соперник не вернулся за стол." {
		t.Errorf("the winner is told %q", got)
	}
	if now := mustTable(t, s.api, made.Table); now.Outcome == nil || now.Outcome.Reason != "absent" || now.Outcome.Winner != "first" {
		t.Errorf("the table says %+v", now.Outcome)
	}
	guest.open(made.URL) // too late
	guest.until("document.querySelector('#table')?.dataset.over == 'true'")
	pagesAgree(t, made.Table, []*client{s.api}, host, guest)
}

// TestAshtarashkiTakeBackFromTheComputer: against the computer a turn comes back
// at once, its answer included, and the list of moves with it.
func TestAshtarashkiTakeBackFromTheComputer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	made := mustCreate(t, s.api, wire.Create{Game: "ashtarashki", Mode: "computer", Bot: "random", Starts: "first"})
	p := s.person()
	p.open(made.URL + "#f." + made.Seats["first"])
	p.until("document.querySelector('#table')?.dataset.line == 'open'")
	begin := eval[string](p, "document.querySelector('#board').dataset.code")
	var view struct {
		Turn struct {
			Nodes []struct{ Action string }
		}
	}
	if err := json.Unmarshal(mustTable(t, s.api, made.Table).View, &view); err != nil {
		t.Fatal(err)
	}
	for _, node := range view.Turn.Nodes {
		if node.Action != "" {
			if _, err := s.api.command(t.Context(), made.Table, made.Seats["first"], command("a", 1, node.Action)); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	p.until("+document.querySelector('#table').dataset.seq >= 3 && document.querySelector('#table').dataset.act == 'first'")
	p.until(ready)
	p.click("#takeback")
	p.until(fmt.Sprintf("document.querySelector('#board').dataset.code == %q", begin))
	p.until("document.querySelector('#takeback').disabled && document.querySelector('#table').dataset.act == 'first'")
	if now := mustTable(t, s.api, made.Table); len(now.Plies) != 0 || now.ToAct != "first" {
		t.Errorf("%s is to move after %d plies", now.ToAct, len(now.Plies))
	}
}
