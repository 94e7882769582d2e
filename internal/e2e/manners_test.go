package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestQuestionsAreModal: while the page asks, nothing behind the question can be
// reached; Escape closes it, and the focus is back where it came from.
func TestQuestionsAreModal(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.choose(opening{mode: "hotseat"})
	p.awaitTurn()
	p.until(ready)
	for _, name := range []string{"resign", "reset", "next"} {
		p.tabTo("#" + name)
		p.press(kb.Enter)
		p.until(fmt.Sprintf("document.querySelector('#ask-%s').matches(':modal')", name))
		if !eval[bool](p, fmt.Sprintf("document.querySelector('#ask-%s').contains(document.activeElement)", name)) {
			t.Errorf("%s: the focus is not in the question\n%s", name, p.describe())
		}
		for range 4 {
			p.press(kb.Tab)
			if eval[bool](p, "!!document.activeElement.closest('#table')") {
				t.Errorf("%s: the key Tab leads behind the question", name)
			}
		}
		p.press(kb.Escape)
		p.until(fmt.Sprintf("!document.querySelector('#ask-%s').open", name))
		if !eval[bool](p, fmt.Sprintf("document.activeElement.id == '%s'", name)) {
			t.Errorf("%s: the focus is not back\n%s", name, p.describe())
		}
	}
}

// TestFocusStaysOnTheBoard: a stick that has been taken hands the focus to the
// next one, a take button that is too big now to a smaller one.
func TestFocusStaysOnTheBoard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.choose(opening{mode: "hotseat", heap: "10"})
	p.awaitTurn()
	p.tabTo("[data-stick='8']")
	p.until(ready)
	p.press(kb.Enter) // takes three
	p.awaitLeft(7)
	p.until("document.activeElement.dataset.stick == '7'")
	p.until(ready)
	p.tabTo("[data-take='3']")
	p.press(kb.Enter)
	p.awaitLeft(4)
	p.until("document.activeElement.dataset.take == '3'")
	p.until(ready)
	p.press(kb.Enter)
	p.awaitLeft(1)
	p.until("document.activeElement.dataset.take == '1'")
	p.until(ready)
	p.press(kb.Enter)
	p.awaitLeft(0)
	p.until("document.activeElement.id == 'heap'")
}

// TestQuestionByKeyIsNotGuarded: R asks at once, even right after a move.
func TestQuestionByKeyIsNotGuarded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.choose(opening{mode: "hotseat"})
	p.awaitTurn()
	eval[bool](p, `(() => {
		const key = new KeyboardEvent("keydown", { code: "KeyR", key: "r", bubbles: true, cancelable: true });
		new MutationObserver((_, o) => {
			if (document.querySelector("#board").dataset.left == "15") return;
			o.disconnect();
			document.body.dispatchEvent(key); // in the very moment of the move
			window.questionOpen = document.querySelector("#ask-next").open;
		}).observe(document.querySelector("#board"), { attributes: true });
		document.querySelector("[data-take='1']").click();
		return true;
	})()`)
	p.until("window.questionOpen !== undefined")
	if !eval[bool](p, "window.questionOpen") {
		t.Error("R was swallowed")
	}
}

// TestTitleKeepsUpWithTheSeats: the heading that only screen readers have says
// who sits at the table now, oneself first.
func TestTitleKeepsUpWithTheSeats(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, _ := s.twoByLink()
	host.until("document.querySelector('h1').textContent == 'Баше: Аня — Боря'")
	guest.click("details:has(#rename-text) summary")
	guest.do(chromedp.Clear(chromedp.CSS("#rename-text")))
	guest.fill("#rename-text", "Вера")
	guest.press(kb.Enter)
	host.until("document.querySelector('h1').textContent == 'Баше: Аня — Вера'")
	guest.until("document.querySelector('h1').textContent == 'Баше: Вера — Аня'")
}

// TestProposalIsDeclined: what is proposed is seen on a phone without scrolling;
// who proposed it learns of the answer.
func TestProposalIsDeclined(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, path := s.twoByLink()
	guest.onPhone()
	host.until(ready)
	host.click("#reset")
	host.click("#reset-yes")
	guest.until("!document.querySelector('#offer').hidden")
	if !eval[bool](guest, "(scrollTo(0, 0), document.querySelector('#decline-reset').getBoundingClientRect().bottom < innerHeight)") {
		t.Error("the proposal is not seen without scrolling")
	}
	guest.until(ready) // a question guards its buttons from presses that were meant for something else
	guest.click("#decline-reset")
	for _, p := range []*person{host, guest} {
		p.until("document.querySelector('#offer').hidden")
	}
	host.until("document.querySelector('#sent').textContent.includes('Боря: не') && !document.querySelector('#reset').disabled")
	if now := s.table(path); now.Round != 1 || len(now.Plies) != 0 {
		t.Errorf("declining made %+v", now)
	}
}

// TestFocusStaysOnTheSquares: a button beside the board that has done its work
// hands the focus to the board.
func TestFocusStaysOnTheSquares(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.chooseAshtarashki("hotseat", "", "")
	p.until(ready)
	p.click("#squares .movable")
	p.until("!document.querySelector('#undo').disabled")
	p.tabTo("#undo")
	p.press(kb.Enter)
	p.until("document.querySelector('#undo').disabled && document.activeElement.matches('#squares [data-square]')")
}
