package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/hod-games/hod/internal/wire"
)

// throw enters dice of one's own and waits until they can be played.
func (p *person) throw(pips string) {
	p.t.Helper()
	p.awaitDue("dice")
	p.enter(pips)
}

// code is the position that the board shows the turn of.
func (p *person) code() string {
	p.t.Helper()
	return eval[string](p, "document.querySelector('#board').dataset.code")
}

// pieces is where the checkers are that the page shows, half-made turns included.
func (p *person) pieces() string {
	p.t.Helper()
	return eval[string](p, `[...document.querySelectorAll('#board .point, #board [data-store]')]
		.map(b => (b.dataset.place ?? b.dataset.store + b.dataset.side) + ':' + b.getAttribute('aria-label').replace(/,.*/, '') + ' ' + b.querySelectorAll('.stack i').length)
		.sort().join(' ')`)
}

// places are those that a selector finds on the board, as "24 bar".
func (p *person) places(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf("[...document.querySelectorAll('#board [data-place]%s')].map(b => b.dataset.place).sort().join(' ')", selector))
}

// lastTurn is the last turn of a table, not a throw.
func (s *site) lastTurn(path string) wire.Ply {
	s.t.Helper()
	plies := s.table(path).Plies
	for _, ply := range slices.Backward(plies) {
		if ply.Seat != "chance" {
			return ply
		}
	}
	s.t.Fatalf("nothing was played: %+v", plies)
	return wire.Ply{}
}

// TestNardyUndoOfAHit hits a checker, takes it back, hits it again, and the
// other side has to enter.
func TestNardyUndoOfAHit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	path := p.nardyTable(s, "short", nardyCode(15, map[int]string{
		1: "2", 12: "5", 17: "3", 19: "5", 4: "-1", 6: "-4", 8: "-3", 13: "-5", 24: "-2",
	}, [2]int{}, "throw L"), "own")
	p.throw("3 1")
	p.awaitDue("hop")
	before := p.pieces()
	p.hop("1", "4")
	hit := p.pieces()
	if hit == before {
		t.Fatal("nothing is seen of the hit")
	}
	p.click("#undo")
	p.until("document.querySelector('#undo').disabled")
	if now := p.pieces(); now != before {
		t.Errorf("taken back, the board shows\n%s\nand was\n%s", now, before)
	}
	p.hop("1", "4")
	if now := p.pieces(); now != hit {
		t.Errorf("done again, the board shows\n%s\nand was\n%s", now, hit)
	}
	p.hop("17", "18")
	p.awaitDue("done")
	p.click("#done")
	p.throw("6 5")
	p.awaitDue("hop")
	if action := s.lastTurn(path).Action; action != "1/4* 17/18" {
		t.Errorf("played: %s", action)
	}
	if code := p.code(); !strings.Contains(code, "|0,1|0,0 ") {
		t.Errorf("after the hit the position is %s", code)
	}
	if from := p.places(".movable"); from != "bar" {
		t.Errorf("with a checker on the bar %s can move", from)
	}
}

// TestNardyBearingOffIsInterrupted: who is hit while bearing off has to enter
// and to come home before anything else goes off.
func TestNardyBearingOffIsInterrupted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	path := p.nardyTable(s, "short", nardyCode(15, map[int]string{
		19: "2", 22: "2", 24: "2", 1: "-3", 2: "-3", 3: "-3", 4: "-3", 5: "-2",
	}, [2]int{0, 1}, "throw L"), "own")
	p.throw("6 3")
	p.hop("19", "off")
	p.hop("22", "off")
	p.awaitDue("done")
	p.click("#done")
	p.awaitDue("dice")
	if action := s.lastTurn(path).Action; action != "19/off 22/off" {
		t.Errorf("played: %s", action)
	}

	p.throw("3 1") // 24 is closed
	p.hop("bar", "22")
	p.hop("22", "21")
	p.awaitDue("done")
	p.click("#done")

	p.throw("6 5") // 5 is closed
	p.awaitDue("hop")
	if action := s.lastTurn(path).Action; action != "bar/22* 22/21" {
		t.Errorf("hit by: %s", action)
	}
	if from := p.places(".movable"); from != "bar" {
		t.Errorf("who was hit can move from %s", from)
	}
	p.hop("bar", "6")
	p.awaitDue("hop")
	for from := range strings.FieldsSeq(p.places(".movable")) {
		p.click(point(from))
		p.until("document.querySelector('#board .selected')")
		if to := p.places(".target"); to == "" || strings.Contains(to, "off") {
			t.Errorf("with a checker outside the home %s leads to %q", from, to)
		}
		p.click(point(from))
		p.until("!document.querySelector('#board .selected')")
	}
}

// TestNardyBearsOffByItself: with the setting on, what bears off exactly and
// without risk goes off by itself, which the page says; what was taken back
// stays until the end of the turn.
func TestNardyBearsOffByItself(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	path := p.nardyTable(s, "short", nardyCode(15, map[int]string{21: "1", 23: "4", 24: "2", 1: "-7"}, [2]int{}, "throw L"), "own")
	p.click("#settings summary")
	p.click("#nardy-settings label:has([name=off])")
	p.until("JSON.parse(localStorage['nardy/settings']).off")
	p.throw("2 1")
	p.until("document.querySelector('#live').textContent.includes('Автовыброс: 23/')")
	p.awaitDue("dice") // the turn went out by itself
	if action := s.lastTurn(path).Action; action != "23/off 24/off" && action != "24/off 23/off" {
		t.Errorf("by itself: %s", action)
	}
	p.throw("6 5")
	p.hop("1", "off") // with more than is needed: not by itself
	p.hop("1", "off")
	p.awaitDue("done")
	p.click("#done")
	p.awaitDue("dice")

	// Whoever objects is left alone.
	eval[bool](p, `(() => {
		const undo = document.querySelector('#undo');
		const press = setInterval(() => {
			if (undo.disabled) return;
			undo.click(); // in the first moments of a turn that does nothing
			if (undo.disabled) clearInterval(press);
		}, 20);
		return true;
	})()`)
	seq := s.table(path).Seq
	p.throw("2 1")
	p.awaitDue("hop")
	p.until("document.querySelector('#live').textContent.includes('После «Вернуть»')")
	p.hop("23", "24")
	p.hop("23", "off")
	p.awaitDue("done")
	if now := s.table(path).Seq; now > seq+2 {
		t.Errorf("after something was taken back the page has sent %d events", now-seq)
	}
	p.click("#done")
	p.awaitDue("dice")
	if action := s.lastTurn(path).Action; !strings.Contains(action, "23/24") {
		t.Errorf("by hand: %s", action)
	}
}

// TestNardyPassSaysWhy: who can not enter passes; the page shows the dice and
// says the reason, until it goes on.
func TestNardyPassSaysWhy(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	path := p.nardyTable(s, "short", nardyCode(15, map[int]string{
		1: "-2", 2: "-2", 3: "-2", 4: "-2", 5: "-2", 6: "-2", 8: "-3", 12: "5", 17: "4", 19: "5",
	}, [2]int{1, 0}, "throw L"), "own")
	eval[bool](p, "localStorage['nardy/settings'] = JSON.stringify({ pass: false }), true") // it waits for us
	p.load(func() { p.open(path) })
	p.throw("6 5")
	p.awaitDue("done")
	p.until("document.querySelector('#live').textContent.includes('Ходить нечем')")
	said := p.text("#live")
	if !strings.Contains(said, "бар") {
		t.Errorf("the reason is %q", said)
	}
	p.click("#done")
	p.awaitDue("dice")
	if pass := s.lastTurn(path); pass.Action != "pass" || pass.Seat != "first" {
		t.Errorf("played: %+v", pass)
	}
	p.throw("2 1")
	p.awaitDue("hop")
	if s.table(path).ToAct != "second" {
		t.Error("it is not the other side's turn")
	}
}

// TestNardyDraftSurvives: a half-made turn is there again after a reload, and
// after the program was killed: with the same dice, and it can be finished.
func TestNardyDraftSurvives(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	path := p.nardyTable(s, "short", nardyStart("throw L"), "") // dice of the site
	p.awaitDue("hop")                                           // nobody had to ask for the first throw
	p.until("Object.keys(JSON.parse(localStorage['dice/secrets'] ?? '{}')).length >= 2")
	from, to := p.someHop(func(from string) { p.click(point(from)) })
	p.click(point(to))
	p.until("!document.querySelector('#undo').disabled")
	code, draft := p.code(), p.pieces()
	same := func(when string) {
		t.Helper()
		p.until("!document.querySelector('#undo').disabled && " + ready)
		if now := p.code(); now != code {
			t.Errorf("%s the position is\n%s, and was\n%s", when, now, code)
		}
		if now := p.pieces(); now != draft {
			t.Errorf("%s, after %s/%s, the board shows\n%s\nand showed\n%s", when, from, to, now, draft)
		}
	}
	p.load(func() { p.do(chromedp.Reload()) })
	same("after a reload")

	p.expect("WebSocket connection", "net::ERR_")
	s.server.kill()
	p.until("document.querySelector('#table').dataset.line != 'open'")
	s.begin(s.server.host())
	p.until("document.querySelector('#table').dataset.line == 'open'")
	same("after the program was killed")
	if plies := s.table(path).Plies; plies[len(plies)-1].Position != code {
		t.Errorf("the table is at %s", plies[len(plies)-1].Position)
	}
	p.load(func() { p.do(chromedp.Reload()) })
	same("after that and a reload")
	for p.due() == "hop" {
		p.fingers().hop()
	}
	p.click("#done")
	p.awaitDue("roll")
	if played := s.lastTurn(path); played.Seat != "first" {
		t.Errorf("played: %+v", played)
	}
}
