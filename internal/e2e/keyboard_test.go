package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tabTo moves the focus forward until it is on what a selector finds.
func (p *person) tabTo(selector string) {
	p.t.Helper()
	for range 80 {
		if eval[bool](p, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
		p.press(kb.Tab)
	}
	p.t.Fatalf("the key Tab does not lead to %s\n%s", selector, p.describe())
}

// TestKeyboardAlone starts a game from the first page and plays it to the end
// without a mouse.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.open("/")
	p.tabTo("form[data-start] button, .starts button")
	p.press(kb.Enter)
	p.until("location.pathname.startsWith('/t/') && document.querySelector('#board')")
	path := p.path()

	// By the buttons, and by the keys that stand for them.
	p.awaitTurn()
	before := p.left()
	p.tabTo("#takes button:not([disabled])")
	p.press(kb.Enter)
	p.until(fmt.Sprintf("document.querySelector('#board').dataset.left < %d", before))
	for p.awaitTurn() {
		before := p.left()
		p.press(fmt.Sprint(min(2, before)))
		p.until(fmt.Sprintf("document.querySelector('#board').dataset.left < %d", before))
	}
	if now := s.table(path); now.Outcome == nil {
		t.Fatalf("the round does not end: %+v", now)
	}

	// R begins a new round at once when none is running, and asks when one is.
	p.press("r")
	p.until("document.querySelector('#table').dataset.over == 'false'")
	if n := s.table(path).Round; n != 2 {
		t.Errorf("it is round %d", n)
	}
	p.awaitTurn()
	p.press("r")
	p.until("document.querySelector('#ask-next[open]')")
	if n := s.table(path).Round; n != 2 {
		t.Errorf("R did not ask: it is round %d", n)
	}
	// While it asks, the other keys do nothing.
	seq := s.table(path).Seq
	p.press("1")
	p.press(kb.Escape)
	p.until("!document.querySelector('#ask-next[open]')")
	if now := s.table(path).Seq; now != seq {
		t.Errorf("a key pressed while the page asked made %d events", now-seq)
	}
	p.press("r")
	p.until("document.querySelector('#ask-next[open]')")
	p.tabTo("#next-yes")
	p.press(kb.Enter)
	p.until("document.querySelector('#round').textContent.includes('3')")
}

// TestKeysAreInertWhileTyping: a name with digits and an R in it moves nothing.
func TestKeysAreInertWhileTyping(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.choose(opening{mode: "computer", bot: "random", starts: "first"})
	p.awaitTurn()
	seq := s.table(path).Seq
	p.click("details:has(#rename-text) summary")
	p.click("#rename-text")
	p.do(chromedp.Clear(chromedp.CSS("#rename-text")))
	p.press("1 R2-D2 r 3")
	if now := s.table(path).Seq; now != seq {
		t.Errorf("typing made %d events", now-seq)
	}
	if eval[bool](p, "!!document.querySelector('#ask-next[open]')") {
		t.Error("typing an r asks for a new round")
	}
	p.press(kb.Enter)
	p.until("document.querySelector('.seat[data-seat=first]').textContent.includes('1 R2-D2 r 3')")
	if name := s.table(path).Seats[0].Name; name != "1 R2-D2 r 3" {
		t.Errorf("the name is %q", name)
	}

	// Neither do keys with a modifier: they belong to the browser.
	p.click("#headline")
	p.do(chromedp.KeyEvent("1", chromedp.KeyModifiers(2)))
	if n := s.table(path); len(n.Plies) != 0 {
		t.Error("Ctrl+1 took a stick")
	}
}

// TestPressWithoutPointer: assistive technology presses buttons without a
// mouse, a finger or a key.
func TestPressWithoutPointer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, mode := range []opening{{mode: "hotseat"}, {mode: "computer", bot: "random", starts: "first"}} {
		p := s.person()
		path := p.choose(mode)
		for n := range 2 {
			p.awaitTurn()
			eval[bool](p, "(document.querySelector('#takes button[data-take=\"1\"]').click(), true)")
			p.until(fmt.Sprintf("document.querySelectorAll('#plies tr').length > %d", n))
		}
		if n := len(s.table(path).Plies); n < 2 {
			t.Errorf("%s: two presses made %d moves", mode.mode, n)
		}
	}
}
