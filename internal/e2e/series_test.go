package e2e

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/hod-games/hod/internal/wire"
)

// twoByLink opens a table by link and seats two browsers at it.
func (s *site) twoByLink() (host, guest *person, path string) {
	s.t.Helper()
	host, guest = s.person(), s.person()
	path = host.choose(opening{mode: "link", heap: "10", names: [2]string{"Аня", ""}})
	guest.open(eval[string](host, "document.querySelector('#invite-link').value"))
	guest.fill("#name", "Боря")
	guest.click("#sit")
	guest.until("document.querySelector('#board') && document.querySelector('#table').dataset.line == 'open'")
	host.until("document.querySelector('.seat[data-seat=second]').textContent.includes('Боря')")
	return host, guest, path
}

// TestSeriesByLink: to resign takes a second press and gives the point to the
// other; the order alternates; the score goes back only when both want it.
func TestSeriesByLink(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, path := s.twoByLink()
	host.awaitTurn()

	host.click("#resign")
	host.until("document.querySelector('#ask-resign[open]')")
	if now := s.table(path); now.Outcome != nil {
		t.Fatal("one press was enough to resign")
	}
	host.click("#resign-yes")
	for _, p := range []*person{host, guest} {
		p.until("document.querySelector('#table').dataset.over == 'true'")
		p.until("document.querySelector('.seat[data-seat=second] .seat-points').textContent == '1'")
	}

	guest.until(ready)
	guest.click("#next")
	host.until("document.querySelector('#table').dataset.over == 'false'")
	if !guest.awaitTurn() {
		t.Error("the second round is over at once")
	}
	if now := s.table(path); now.Starts != "second" || now.ToAct != "second" || now.Score != [2]int{0, 1} {
		t.Errorf("in the second round %s begins, %s is to move, the score is %v", now.Starts, now.ToAct, now.Score)
	}

	host.until(ready)
	host.click("#reset")
	host.click("#reset-yes")
	guest.until("!document.querySelector('#offer').hidden")
	if score := s.table(path).Score; score != [2]int{0, 1} {
		t.Errorf("one alone reset the score to %v", score)
	}
	guest.until(ready)
	guest.click("#agree-reset")
	for _, p := range []*person{host, guest} {
		p.until("document.querySelector('.seat[data-seat=second] .seat-points').textContent == '0'")
	}
	if now := s.table(path); now.Score != [2]int{} || now.Round != 1 {
		t.Errorf("after the reset it is round %d at %v", now.Round, now.Score)
	}
}

// TestSecondDevice: a seat link takes the seat along, and leaves no secret in
// the address.
func TestSecondDevice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, path := s.twoByLink()
	phone := s.person().onPhone()
	phone.open(eval[string](host, "document.querySelector('#seat-link').value"))
	phone.until(fmt.Sprintf("location.pathname == %q && !location.hash && document.querySelector('#takes button:not([disabled])')", path))
	phone.awaitTurn()
	phone.take(3)
	for _, p := range []*person{host, guest, phone} {
		p.awaitLeft(7)
	}
	if p := s.table(path); len(p.Plies) != 1 || p.Plies[0].Seat != "first" {
		t.Errorf("the phone's move is %+v", p.Plies)
	}
	guest.awaitTurn()
	guest.take(2)
	pagesAgree(t, tableID(path), []*client{s.api}, guest, host, phone)
}

// TestHastyPresses: a press that began before a turn, or right at its start, was
// meant for something else.
func TestHastyPresses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.choose(opening{mode: "hotseat", heap: "20"})
	p.awaitTurn()
	p.do(chromedp.DoubleClick(chromedp.CSS("#takes button[data-take='1']")))
	p.awaitLeft(19)
	time.Sleep(300 * time.Millisecond)
	if n := len(s.table(path).Plies); n != 1 {
		t.Errorf("a double click made %d moves", n)
	}

	p.awaitTurn()
	before := len(s.table(path).Plies)
	middle := eval[[2]float64](p, "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('#takes button[data-take=\"1\"]').getBoundingClientRect())")
	begin := time.Now()
	for time.Since(begin) < 2*time.Second {
		p.do(chromedp.MouseClickXY(middle[0], middle[1]))
	}
	p.until(ready)
	made, most := len(s.table(path).Plies)-before, int(time.Since(begin)/(400*time.Millisecond))+1
	if made < 1 || made > most {
		t.Errorf("hammering on one place for %v made %d moves, and at most %d should be", time.Since(begin), made, most)
	}
}

// TestFiftySitDownAtOnce: one of them gets the seat, the others a sentence.
func TestFiftySitDownAtOnce(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "127.0.0.1:0")
	c := newClient(p.url)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "link"})
	_, invitation, _ := cutJoin(made.Join)
	var seated atomic.Int32
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			_, err := c.sit(t.Context(), made.Table, wire.Sit{Invitation: invitation, Key: fmt.Sprint(i)})
			if err == nil {
				seated.Add(1)
			} else if !strings.Contains(err.Error(), "table.seat-taken") {
				t.Errorf("request %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if n := seated.Load(); n != 1 {
		t.Errorf("%d people have the seat", n)
	}
	events, err := c.history(t.Context(), made.Table, mustTable(t, c, made.Table).Seq)
	if err != nil || len(events) != 2 {
		t.Errorf("the events are %+v (error %v)", events, err)
	}
}

// TestUnfinishedGames: the first page leads back to what this browser plays,
// and shows nobody else's.
func TestUnfinishedGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p, stranger := s.person(), s.person()
	path := p.choose(opening{mode: "hotseat", names: [2]string{"Аня", "Боря"}})
	p.take(2)
	p.awaitLeft(13)
	untouched := p.choose(opening{mode: "hotseat"})
	p.open("/")
	if p.has(fmt.Sprintf("#unfinished a[href$=%q]", untouched)) {
		t.Error("a table at which nobody has moved is shown as a game")
	}
	p.click(fmt.Sprintf("#unfinished a[href$=%q]", path))
	p.until(fmt.Sprintf("location.pathname == %q", path))
	stranger.open("/")
	if stranger.has("#unfinished") {
		t.Error("a stranger is shown unfinished games")
	}
}

// TestTheme: what one chooses stays.
func TestTheme(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.open("/bachet")
	light := eval[string](p, "getComputedStyle(document.documentElement).backgroundColor")
	p.load(func() { p.click("#theme button[value=dark]") })
	if path := p.path(); path != "/bachet" {
		t.Errorf("choosing a theme leads to %s", path)
	}
	p.open("/en/bachet/rules")
	if dark := eval[string](p, "getComputedStyle(document.documentElement).backgroundColor"); dark == light {
		t.Errorf("the background stays %s", dark)
	}
}
