package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestHotSeatGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	id := tableID(p.choose(opening{mode: "hotseat", names: [2]string{"Аня", "Боря"}}))
	left, moves := 15, 0
	for _, n := range []int{1, 2, 3, 1, 2} {
		p.takeAndCheck(n, &left, &moves)
	}

	p.do(chromedp.Reload())
	p.awaitLeft(left)
	p.takeAndCheck(1, &left, &moves)
	s.restart()
	p.until("document.querySelector('#takes button:not([disabled])')")
	p.expect("WebSocket connection")
	p.takeAndCheck(2, &left, &moves)

	p.takeAndCheck(3, &left, &moves)
	if left != 0 {
		t.Fatalf("%d sticks are left", left)
	}
	p.until("document.querySelector('#table').dataset.over == 'true'")
	if now := s.table(p.path()); now.Outcome == nil || now.Outcome.Winner != "second" || now.Score != [2]int{0, 1} {
		t.Errorf("the table ends as %+v, score %v", now.Outcome, now.Score)
	}
	if headline := p.text("#headline"); !strings.Contains(headline, "Боря") {
		t.Errorf("the winner Боря is announced as %q", headline)
	}
	p.until("document.querySelector('.seat[data-seat=second] .seat-points').textContent == '1'")

	p.until(ready)
	p.click("#next")
	p.awaitLeft(15)
	p.until("document.querySelector('#table').dataset.over == 'false'")
	if n := p.count("#plies tr"); n != 0 {
		t.Errorf("a new round has %d moves", n)
	}
	if _, kinds := s.history(id); kinds["acted"] != moves || kinds["ended"] != 1 || kinds["next"] != 1 {
		t.Errorf("%d moves were made, and the events are %v", moves, kinds)
	}
}

// takeAndCheck takes sticks, and looks at everything that must follow.
func (p *person) takeAndCheck(n int, left, moves *int) {
	p.t.Helper()
	said := p.text("#live")
	p.take(n)
	*left -= n
	*moves++
	p.awaitLeft(*left)
	p.until(fmt.Sprintf("document.querySelectorAll('#plies tr').length == %d", *moves))
	p.until(fmt.Sprintf("document.querySelector('#live').textContent.trim() != %q", said))
}

func TestGameAgainstRandomBot(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.choose(opening{mode: "computer", bot: "random", starts: "second"})
	for p.awaitTurn() {
		p.take(1)
		p.until("!document.querySelector('#takes button:not([disabled])')")
	}
	if now := s.table(p.path()); now.Outcome == nil || now.Round != 1 {
		t.Errorf("the round has no outcome: %+v", now)
	}
}

// TestGameAgainstWinningBot plays the winning strategy: with 15 sticks and the
// first move one cannot lose. Then it does not, and cannot win.
func TestGameAgainstWinningBot(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.choose(opening{mode: "computer", bot: "winning", starts: "first"})
	for p.awaitTurn() {
		left := p.left()
		if left%4 == 0 {
			t.Fatalf("%d are left for the one who plays to win", left)
		}
		p.take(left % 4)
		p.until(fmt.Sprintf("document.querySelector('#board').dataset.left <= %d", left-left%4))
		if left == 7 {
			s.restart()
			p.expect("WebSocket connection")
		}
	}
	if now := s.table(p.path()); now.Outcome == nil || now.Outcome.Winner != "first" {
		t.Errorf("the one who plays to win ends with %+v", now.Outcome)
	}
	p.until("document.querySelector('#table').dataset.over == 'true'")

	p.choose(opening{mode: "computer", bot: "winning", starts: "second"})
	for p.awaitTurn() {
		left := p.left()
		if left%4 != 0 {
			t.Fatalf("the winning bot leaves %d", left)
		}
		p.take(1)
		p.until(fmt.Sprintf("document.querySelector('#board').dataset.left < %d", left-1))
	}
	if now := s.table(p.path()); now.Outcome == nil || now.Outcome.Winner != "second" {
		t.Errorf("against the winning bot the round ends with %+v", now.Outcome)
	}
}

// TestGameByLink: two browsers play, a third looks on; the page of the
// invitation takes no seat, its button takes one, even when pressed twice.
func TestGameByLink(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, onlooker := s.person(), s.person(), s.person()
	path := host.choose(opening{mode: "link", names: [2]string{"Аня", ""}})
	id := tableID(path)
	link := eval[string](host, "document.querySelector('#invite-link').value")
	if !strings.HasPrefix(link, s.url+path+"/join#") {
		t.Fatalf("the invitation is %q", link)
	}

	guest.open(link)
	guest.until("document.querySelector('#sit')")
	onlooker.open(strings.Split(link, "#")[0])
	if s.table(path).Seats[1].Taken {
		t.Fatal("looking at the invitation took the seat")
	}
	guest.fill("#name", "Боря")
	guest.do(chromedp.DoubleClick(chromedp.CSS("#sit"), chromedp.NodeVisible))
	guest.until(fmt.Sprintf("location.pathname == %q && document.querySelector('#board')", path))
	if _, kinds := s.history(id); kinds["seated"] != 1 {
		t.Errorf("pressing the button twice made %d events", kinds["seated"])
	}
	if name := s.table(path).Seats[1].Name; name != "Боря" {
		t.Errorf("the guest is called %q", name)
	}
	host.until("document.querySelector('.seat[data-seat=second]').textContent.includes('Боря')")

	onlooker.open(path)
	if n := onlooker.count("#takes button:not([disabled])"); n != 0 {
		t.Errorf("an onlooker can press %d buttons", n)
	}
	left := 15
	for turn := 0; left > 0; turn++ {
		player, other := host, guest
		if turn%2 == 1 {
			player, other = guest, host
		}
		if !player.awaitTurn() {
			t.Fatalf("the round is over with %d left", left)
		}
		if n := other.count("#takes button:not([disabled])"); n != 0 {
			t.Errorf("whose turn it is not can press %d buttons", n)
		}
		n := min(left, 1+turn%3)
		player.take(n)
		left -= n
		for _, one := range []*person{host, guest, onlooker} {
			one.awaitLeft(left)
		}
		switch turn {
		case 1:
			guest.do(chromedp.Reload())
			guest.awaitLeft(left)
		case 3:
			for _, one := range []*person{host, guest, onlooker} {
				one.expect(unreachable)
			}
			s.update()
		}
	}
	for _, one := range []*person{host, guest, onlooker} {
		one.until("document.querySelector('#table').dataset.over == 'true'")
	}
	pagesAgree(t, id, []*client{s.api}, host, guest, onlooker)

	// A late guest finds the seat taken.
	late := s.person()
	late.open(link)
	late.until("document.querySelector('#taken')")
}
