package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// withoutScript switches the scripts of pages off.
func (p *person) withoutScript() *person {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	if err != nil {
		p.t.Fatalf("switch scripts off: %v", err)
	}
	return p
}

func TestHotSeatGameWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().withoutScript()
	p.choose(opening{mode: "hotseat", heap: "10"})
	left := 10
	for turn := 0; left > 0; turn++ {
		if turn == 2 {
			p.expect("ERR_CONNECTION_REFUSED .*/(seat|watch)\\.svg") // the pictures of codes may be on their way
			s.restart()
		}
		n := min(left, 1+turn%3)
		p.take(n)
		left -= n
		p.awaitLeft(left)
	}
	if !p.over() {
		t.Error("no stick is left and the page does not say that the round is over")
	}
	p.click("#next")
	p.awaitLeft(10)
	// A stick takes itself and all after it.
	p.click("#heap button[data-stick='8']")
	p.awaitLeft(7)

	p.click("#reset")
	p.click("#reset-yes")
	p.awaitLeft(10)
	if score := s.table(p.path()).Score; score != [2]int{} {
		t.Errorf("after a reset the score is %v", score)
	}
	p.click("#resign")
	p.click("#resign-yes")
	p.until("document.querySelector('#table').dataset.over == 'true'")
}

func TestComputerGameWithoutScript(t *testing.T) {
	t.Parallel()
	for _, bot := range []string{"random", "winning"} {
		t.Run(bot, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			p := s.person().withoutScript()
			p.choose(opening{mode: "computer", bot: bot, starts: "first"})
			for range 15 {
				if p.over() {
					break
				}
				for !p.has("#takes button:not([disabled])") && !p.over() {
					p.do(chromedp.Reload())
				}
				if !p.over() {
					p.load(func() { p.take(1) })
				}
			}
			if now := s.table(p.path()); now.Outcome == nil {
				t.Errorf("the round does not end: %+v", now)
			}
		})
	}
}

func TestGameByLinkWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest := s.person().withoutScript(), s.person().withoutScript()
	path := host.choose(opening{mode: "link", heap: "10"})
	link := eval[string](host, "document.querySelector('#invite-link').value")
	page, code, _ := strings.Cut(link, "#")

	guest.open(page)
	guest.fill("#invitation", "not-this")
	guest.load(func() { guest.click("#sit") })
	guest.until("document.querySelector('#problem')")
	guest.expect("status of 4\\d\\d")
	guest.click("#invitation")
	guest.do(chromedp.Clear(chromedp.CSS("#invitation")))
	guest.fill("#invitation", code)
	guest.click("#sit")
	guest.until(fmt.Sprintf("location.pathname == %q && document.querySelector('#board')", path))

	left := 10
	for turn := 0; left > 0; turn++ {
		player := []*person{host, guest}[turn%2]
		player.open(path)
		player.take(1)
		left--
		player.awaitLeft(left)
	}
	if now := s.table(path); now.Outcome == nil || now.Outcome.Winner != "second" {
		t.Errorf("the round ends with %+v", now.Outcome)
	}
}

// TestRefusalWithoutScript: what the rules forbid comes back as the page with a
// sentence on it, and nothing has changed.
func TestRefusalWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().withoutScript()
	path := p.choose(opening{mode: "hotseat"})
	eval[bool](p, "(document.querySelector('#takes button').value = '9', true)")
	p.expect("status of 422")
	p.load(func() { p.take(1) })
	p.until("document.querySelector('#problem')")
	if n := s.table(path).Seq; n != 1 {
		t.Errorf("a refused move made %d events", n-1)
	}
	p.awaitLeft(15)

	// A page that is behind the times.
	q := p.newTab().withoutScript()
	q.open(path)
	p.open(path)
	q.take(2)
	q.awaitLeft(13)
	p.expect("status of 409")
	p.load(func() { p.take(3) })
	p.until("document.querySelector('#problem')")
	p.awaitLeft(13)
}
