package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/hod-games/hod/internal/games/ashtarashki/studies"
	"github.com/hod-games/hod/internal/wire"
)

// refusal waits until the page of a table or of a study says that a rule
// forbids something, with a link to that rule.
func (p *person) refusal(rule string) {
	p.t.Helper()
	p.until(fmt.Sprintf("[...document.querySelectorAll('#sent a, #refusal a')].some(a => a.getAttribute('href') == '/ashtarashki/rules#ashtarashki.%s')", rule))
}

// TestEveryRefusedDragSaysWhy drags what can not be dragged there, and gets the
// answer that taps and typing get.
func TestEveryRefusedDragSaysWhy(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.expect("status of 422")
	path := p.seatedAt(s, wire.Create{Mode: "hotseat", Position: "w M3c3,M1a1,M2b8 M2d4,M1h8,M1g5"})
	for _, try := range []struct{ from, to, rule string }{
		{"a1", "b2", "must-capture"},
		{"d4", "e5", "not-your-stone"},
		{"c3", "b4", "must-capture"},
		{"b8", "a7", "finished"},
		{"a1", "c3", "not-diagonal"},
		{"d4", "c5", "not-your-stone"},
		{"c3", "g5", "not-diagonal"},
	} {
		p.drag(try.from, square(try.to))
		p.refusal(try.rule)
		if p.has("#squares .dragged") || s.table(path).Seq != 1 {
			t.Fatalf("%s to %s was played", try.from, try.to)
		}
	}
	p.drag("c3", square("d4"))
	p.awaitPlies(1)
}

// TestWhoListensHearsTheHand hears what is taken up, taken on the way and taken
// back; what has not moved is no last move.
func TestWhoListensHearsTheHand(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	heard := func(words ...string) {
		t.Helper()
		for _, w := range words {
			p.until(fmt.Sprintf("document.querySelector('#live').textContent.includes(%q)", w))
		}
	}
	lastMoves := func() string {
		return eval[string](p, "[...document.querySelectorAll('#squares button')].filter(b => b.ariaLabel.includes('последний ход')).map(b => b.dataset.square).join(' ')")
	}
	p.seatedAt(s, wire.Create{Mode: "hotseat", Position: "w M3c3,M1g3 M2d4,M2c5,M2e5,M2f6,M3h4"})
	p.walk("c3")
	heard("c3", "тройка", "d4")
	p.click(square("d4"))
	heard("Взято на d4", "Бейте дальше", "c5", "e5")
	if got := lastMoves(); got != "" {
		t.Errorf("%s are called the last move before there was one", got)
	}
	p.click("#undo")
	heard("Возвращено", "c3")
	p.click("#undo")
	heard("Возвращено")
	p.walk("c3", "c3")
	heard("опущен")
	p.walk("c3", "d4", "c5")
	p.awaitPlies(1)
	if got := lastMoves(); got != "c5 d4 c3" {
		t.Errorf("%q are called the last move", got)
	}
	// Its squares have shapes, not only a tint.
	if got := eval[string](p, "getComputedStyle(document.querySelector(\"#squares [data-square='c5']\"), '::before').content"); got == "none" {
		t.Error("nothing but a tint marks where the last move ended")
	}
}

// TestAMoveTypedAtAnEarlierPositionIsNotPlayedBlind goes back to the game
// first.
func TestAMoveTypedAtAnEarlierPositionIsNotPlayedBlind(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.seatedAt(s, wire.Create{Mode: "hotseat"})
	for i, move := range []string{"M3cd4", "M3de5"} {
		p.typeMove(move)
		p.awaitPlies(i + 1)
	}
	p.click("#step-back")
	p.until("document.querySelector('#board').dataset.ply == '1' && document.querySelector('#headline').textContent.includes('1. M3cd4')")
	if got := p.text("#detail"); !strings.Contains(got, "прошлая позиция") || !strings.Contains(got, "Ход") {
		t.Errorf("an earlier position is told as %q", got)
	}
	if turn := eval[string](p, "document.querySelector('.seat[data-turn]').dataset.seat"); turn != "second" {
		t.Errorf("it is the turn of %s in the position after the first move", turn)
	}
	const notes = "[...document.querySelectorAll('.seat-note')].map(n => n.textContent.trim()).join('')"
	if got := eval[string](p, notes); got != "M3cd4" {
		t.Errorf("beside the names of an earlier position stands %q", got)
	}
	p.click(square("d4"))
	p.until("document.querySelector('#sent').textContent.includes('вернитесь')")
	p.click("#step-back")
	p.until("document.querySelector('#board').dataset.ply == '0' && document.querySelector('#sent').textContent === ''")
	p.dragBetween(square("c3"), square("b4"))
	p.until("document.querySelector('#sent').textContent.includes('вернитесь')")
	p.typeMove("M3f4")
	p.until("document.querySelector('#board').dataset.ply == '' && document.querySelector('#sent').textContent.includes('ход не сделан')")
	if n := len(s.table(path).Plies); n != 2 {
		t.Fatalf("%d moves are played", n)
	}
	p.click("#type button")
	p.awaitPlies(3)
	p.click("#plies a[data-ply='1']")
	p.until("document.querySelector('#board').dataset.ply == '1'")
	p.click("#step-back")
	p.until("document.querySelector('#headline').textContent.includes('Начало')")

	q := s.person().withoutScript()
	q.open(path + "?ply=1")
	if got := eval[string](q, notes); got != "M3cd4" {
		t.Errorf("without a script, beside the names of an earlier position stands %q", got)
	}
	q.open(path + "?ply=2")
	if got := q.text("#headline"); !strings.Contains(got, "1… M3de5") {
		t.Errorf("without a script the headline of an earlier position is %q", got)
	}
}

// TestStudiesHaveTheBoardOfATable: refusals, drags, arrows and Escape.
func TestStudiesHaveTheBoardOfATable(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	p.expect("status of 422")
	study := studies.All()[0]
	at := func(square string) string { return fmt.Sprintf("#study [data-square=%q]", square) }
	p.open("/ashtarashki/studies/" + study.ID)
	p.until("document.querySelector('#study [tabindex=\"0\"]')")
	if n := p.count("#study button[data-square]:not([tabindex='-1'])"); n != 1 {
		t.Fatalf("%d squares take the Tab key", n)
	}
	movable := eval[string](p, "document.querySelector('#study .movable').dataset.square")
	enemy := eval[string](p, "document.querySelector('#study .square:has(.second)').dataset.square")
	p.click(at(enemy))
	p.refusal("not-your-stone")
	p.click(at(movable))
	p.until("!document.querySelector('#refusal') && document.querySelector('#study .selected')")
	far := eval[string](p, "[...document.querySelectorAll('#study .square:has(.none)')].map(b => b.dataset.square).find(s => Math.abs(s.charCodeAt(0) - document.querySelector('#study .selected').dataset.square.charCodeAt(0)) > 1)")
	p.click(at(far))
	p.until("document.querySelector('#refusal a')")
	if !p.has(at(movable) + ".selected") {
		t.Error("a refusal takes the stone out of the hand")
	}
	if said := p.text("body > [role=status]"); said == "" || !strings.Contains(p.text("#refusal"), said) {
		t.Errorf("the refusal is heard as %q", said)
	}
	p.press(kb.Escape)
	p.until("!document.querySelector('#study .selected')")
	p.press(kb.ArrowUp + kb.ArrowDown)
	p.dragOn("#study ", enemy, movable)
	p.refusal("not-your-stone")
	// A drag to where the stone can go is a try, or a hop of one.
	p.click(at(movable))
	target := eval[string](p, "document.querySelector('#study .target').dataset.square")
	p.press(kb.Escape)
	p.dragOn("#study ", movable, target)
	for range 6 {
		p.until("document.querySelector('[data-answer], #study .target')")
		if p.has("[data-answer]") {
			return
		}
		p.click("#study .target")
	}
	t.Error("the try is not answered")
}

// TestTheEditorHasTheKeysAndDragsOfABoard: one Tab stop, arrows, stones that are
// dragged.
func TestTheEditorHasTheKeysAndDragsOfABoard(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	p.open("/ashtarashki/position?pos=w+M3c3+V2d4")
	code := "document.querySelector('#edit input[name=pos]').value"
	p.until("document.querySelector('#squares [tabindex=\"0\"]')")
	if n := p.count("#squares button:not([tabindex='-1'])"); n != 1 {
		t.Errorf("%d squares take the Tab key", n)
	}
	p.dragOn("#squares ", "c3", "e3")
	p.until(code + " === 'w M3e3 V2d4'")
	p.tabTo("#squares button")
	p.arrowTo("#squares [data-square=a3]")
	p.press(" ")
	p.until(code + ".includes('M1a3')")
}

// TestAMoveThatWaitsForTheNetworkAsksForNothing: what there was to do is done,
// and nothing of a chain is left to go on with.
func TestAMoveThatWaitsForTheNetworkAsksForNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	l := newLine(t, s.server)
	p := newPerson(t, l.url)
	p.expect(unreachable)
	p.seatedAt(s, wire.Create{Mode: "hotseat"})
	p.until(ready)
	l.setCut(true)
	p.until("document.querySelector('#table').dataset.line == 'lost'")
	p.walk("c3", "d4")
	p.until("document.querySelector('#table').dataset.pending == 'true' && document.querySelector('#sent').textContent != ''")
	if got := p.text("#detail"); strings.Contains(got, "Бейте") || strings.Contains(got, "Выберите") {
		t.Errorf("while the move waits the page says %q", got)
	}
	l.setCut(false)
	p.awaitPlies(1)
}
