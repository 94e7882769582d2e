package e2e

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/hod-games/hod/internal/wire"
)

// confirmed is true in a page of which every command has been answered.
const confirmed = "document.querySelector('#table').dataset.pending == 'false'"

// unreachable is what the browser may say about a site that it cannot reach.
const unreachable = "WebSocket connection|ERR_(CONNECTION|SOCKET|EMPTY|INTERNET|NETWORK|TIMED)"

// TestMoveWhileTheNetworkIsDown: between a tap and its acknowledgement the
// network is down for a while, before the move has arrived or after. The page
// says that the move is on its way, and does not call it done; when the network
// is back it is done, once, and somebody who looks on over a good line sees the
// same.
func TestMoveWhileTheNetworkIsDown(t *testing.T) {
	t.Parallel()
	absences := map[time.Duration][]silence{
		time.Second:      {allLost, answersLost},
		10 * time.Second: {allLost},
	}
	if times(0, 1) == 1 {
		absences[10*time.Second] = []silence{allLost, answersLost}
		absences[time.Minute] = []silence{allLost, answersLost}
	}
	for away, losses := range absences {
		for _, lost := range losses {
			name := away.String() + " before it arrives"
			if lost == answersLost {
				name = away.String() + " before the answer"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				moveWhileTheNetworkIsDown(t, away, lost)
			})
		}
	}
}

func moveWhileTheNetworkIsDown(t *testing.T, away time.Duration, lost silence) {
	t.Helper()
	s := newSite(t)
	l := newLine(t, s.server)
	p := newPerson(t, l.url)
	path := p.choose(opening{mode: "hotseat"})
	w := witness(t, tableID(path), s.api)
	onlooker := s.person()
	onlooker.open(path)
	w.take(p, 1)
	p.awaitLeft(14)
	for _, one := range []*person{p, onlooker} {
		one.expect(unreachable)
	}

	p.awaitConfirmed()
	if lost == answersLost {
		l.setSilence(answersLost)
		p.take(2)
		onlooker.awaitLeft(12)
		l.setCut(true)
	} else {
		l.setCut(true)
		p.take(2)
	}
	time.Sleep(away)
	if n := len(s.table(path).Plies); lost == allLost && n != 1 {
		t.Fatalf("%d moves arrived over a line that is cut", n)
	}
	if p.isConfirmed() {
		t.Errorf("the page calls a move done of which it has heard nothing:\n%s", p.describe())
	}
	if away > 5*time.Second {
		p.until("document.querySelector('#sent').textContent !== '' && document.querySelector('#live').textContent.trim() === document.querySelector('#sent').textContent")
	}
	l.setSilence(nothingLost)
	l.setCut(false)
	p.awaitMoves(s, path, 2)
	p.awaitConfirmed()
	p.awaitLeft(12)
	w.note(command("", 2, "2"), wire.Answer{Seq: 3})
	w.take(p, 3)
	pagesAgree(t, w.id, []*client{s.api}, p, onlooker)
	settle(t, s.server, s.dir, w)
}

// TestAnswerIsLost: the move arrives, and its answer does not. The page asks
// again, with the same key, and the move is made once.
func TestAnswerIsLost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	l := newLine(t, s.server)
	p := newPerson(t, l.url)
	path := p.choose(opening{mode: "hotseat"})
	w := witness(t, tableID(path), s.api)
	onlooker := s.person()
	onlooker.open(path)
	for _, one := range []*person{p, onlooker} {
		one.expect(unreachable)
	}
	p.awaitConfirmed()
	l.setSilence(answersLost)
	p.take(2)
	p.awaitMoves(s, path, 1)
	if p.isConfirmed() {
		t.Errorf("the page calls a move done of which it has heard nothing:\n%s", p.describe())
	}
	l.setSilence(nothingLost)
	l.drop()
	p.awaitConfirmed()
	p.awaitLeft(13)
	w.note(command("", 1, "2"), wire.Answer{Seq: 2})
	w.take(p, 1)
	pagesAgree(t, w.id, []*client{s.api}, p, onlooker)
	settle(t, s.server, s.dir, w)
}

// TestSilentLine: the connection stands and carries nothing, as when a phone
// has changed its cell. The page notices when no answer comes, long before it
// would for want of news.
func TestSilentLine(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	l := newLine(t, s.server)
	p := newPerson(t, l.url)
	path := p.choose(opening{mode: "hotseat"})
	w := witness(t, tableID(path), s.api)
	onlooker := s.person()
	onlooker.open(path)
	for _, one := range []*person{p, onlooker} {
		one.expect(unreachable)
	}
	p.until("document.querySelector('#table').dataset.line == 'open'")
	l.setSilence(allLost)
	p.take(2)
	time.Sleep(500 * time.Millisecond)
	p.bringsThrough(s, l, path)
	w.note(command("", 1, "2"), wire.Answer{Seq: 2})
	pagesAgree(t, w.id, []*client{s.api}, p, onlooker)
	settle(t, s.server, s.dir, w)
}

// bringsThrough wants the page to know that its first move, of two, got lost, and
// to make it when the line carries again.
func (p *person) bringsThrough(s *site, l *line, path string) {
	p.t.Helper()
	if p.isConfirmed() {
		p.t.Errorf("the page calls a move done that never arrived:\n%s", p.describe())
	}
	l.setSilence(nothingLost)
	p.awaitMoves(s, path, 1)
	p.awaitConfirmed()
	p.awaitLeft(13)
}

// TestLostCommand: what the page says does not arrive, and what the program says
// does. News show that a line is alive one way, not that a command has arrived.
func TestLostCommand(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	l := newLine(t, s.server)
	p := newPerson(t, l.url)
	path := p.choose(opening{mode: "hotseat"})
	p.expect(unreachable)
	// The page hears of every onlooker.
	onlookers := []*person{s.person(), s.person()}
	for _, o := range onlookers {
		o.expect(unreachable)
	}
	const heard = "document.querySelector('#watchers').textContent"
	onlookers[0].open(path)
	p.until(heard + " != ''")
	before := eval[string](p, heard)
	l.setSilence(requestsLost)
	p.take(2)
	time.Sleep(time.Second)
	onlookers[1].open(path)
	p.until(heard + " != " + strconv.Quote(before))
	p.bringsThrough(s, l, path)
}

// TestPageLoadsWhileTheSocketCannotOpen: the network goes down between the page
// and its socket.
func TestPageLoadsWhileTheSocketCannotOpen(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	l := newLine(t, s.server)
	p := newPerson(t, l.url)
	path := p.choose(opening{mode: "hotseat"})
	other := s.person()
	other.open(path)

	p.expect(unreachable)
	p.awaitConfirmed()
	l.setCut(true)
	// Somebody else plays meanwhile.
	seats := eval[map[string]string](p, "JSON.parse(document.querySelector('#boot').textContent).mine")
	now := s.table(path)
	if _, err := s.api.command(t.Context(), tableID(path), seats["first"], command("a", now.Seq, "3")); err != nil {
		t.Fatal(err)
	}
	other.awaitLeft(12)
	if left := p.left(); left != 15 {
		t.Fatalf("%d sticks came over a line that is cut", left)
	}
	l.setCut(false)
	p.awaitLeft(12)
}

// awaitConfirmed waits until the page says that nothing is on its way.
func (p *person) awaitConfirmed() {
	p.t.Helper()
	p.until(confirmed)
}

func (p *person) isConfirmed() bool {
	p.t.Helper()
	return eval[bool](p, confirmed)
}

// awaitMoves waits until the table has exactly n moves.
func (p *person) awaitMoves(s *site, path string, n int) {
	p.t.Helper()
	for deadline := time.Now().Add(2 * patience); ; time.Sleep(50 * time.Millisecond) {
		got := len(s.table(path).Plies)
		if got == n {
			return
		}
		if got > n || time.Now().After(deadline) {
			p.t.Fatalf("the table has %d moves instead of %d\n%s", got, n, p.describe())
		}
	}
}

// TestTwoTabsOfOneSeat: two tabs and a phone hold the same seats. All show what
// one does, and when all act at once one of them does.
func TestTwoTabsOfOneSeat(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.choose(opening{mode: "hotseat"})
	q := p.newTab()
	q.open(path)
	q.awaitTurn()
	p.take(2)
	q.awaitLeft(13)
	q.take(1)
	p.awaitLeft(12)

	for _, one := range []*person{p, q} {
		one.awaitTurn()
	}
	for _, one := range []*person{p, q} {
		// Both press in the same moment: the next full second.
		one.do(chromedp.Evaluate[chromedp.Void]("void setTimeout(() => {" +
			"const take = document.querySelector('#takes button[data-take=\"1\"]');" +
			"take.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true})); take.click() }, 1000 - Date.now() % 1000)"))
	}
	p.awaitLeft(11)
	q.awaitLeft(11)
	time.Sleep(300 * time.Millisecond)
	if n := len(s.table(path).Plies); n != 3 {
		t.Errorf("two tabs that press at once make %d moves", n-2)
	}
	pagesAgree(t, tableID(path), []*client{s.api}, p, q)
}

// TestBackToTheTable: after another page one comes back to the table as it is,
// not as it was.
func TestBackToTheTable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.choose(opening{mode: "hotseat"})
	p.take(1)
	p.awaitLeft(14)
	p.click("a[href$='/bachet/rules']")
	p.until("location.pathname == '/bachet/rules'")

	q := p.newTab()
	q.open(path)
	q.awaitTurn()
	q.take(3)
	q.awaitLeft(11)

	// Not at once: the page may be gone before it could answer.
	p.do(chromedp.Evaluate[chromedp.Void]("void setTimeout(() => history.back())"))
	p.until(fmt.Sprintf("location.pathname == %q && document.querySelector('#board')", path))
	p.awaitLeft(11)
	p.take(1)
	p.awaitLeft(10)
	q.awaitLeft(10)
	pagesAgree(t, tableID(path), []*client{s.api}, p, q)
}

// TestPageThatTheBrowserKept: a browser that keeps a page for the button Back
// cuts its socket and says so with two events. Chromium under a test keeps
// none, so the test sends them.
func TestPageThatTheBrowserKept(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.choose(opening{mode: "hotseat"})
	p.until("document.querySelector('#table').dataset.line == 'open'")
	p.do(chromedp.Evaluate[chromedp.Void]("void dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))"))
	p.until("document.querySelector('#table').dataset.line != 'open'")
	q := p.newTab()
	q.open(path)
	q.take(3)
	q.awaitLeft(12)
	if left := p.left(); left != 15 {
		t.Errorf("a page without a socket knows of a move: %d are left", left)
	}
	p.do(chromedp.Evaluate[chromedp.Void]("void dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"))
	p.awaitLeft(12)
	pagesAgree(t, tableID(path), []*client{s.api}, p, q)
}

// TestTitleSaysWhoseTurnItIs, which is what one sees of a tab in the back.
func TestTitleSaysWhoseTurnItIs(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest := s.person(), s.person()
	host.choose(opening{mode: "link"})
	guest.open(eval[string](host, "document.querySelector('#invite-link').value"))
	guest.click("#sit")
	guest.until("document.querySelector('#board')")
	title := func(p *person) string { return eval[string](p, "document.title") }

	host.awaitTurn()
	mine, theirs := title(host), title(guest)
	if mine == theirs {
		t.Errorf("both titles are %q", mine)
	}
	host.take(1)
	guest.until(fmt.Sprintf("document.title != %q", theirs))
	host.until(fmt.Sprintf("document.title != %q", mine))
	if got := title(guest); got != mine {
		t.Errorf("when it is the guest's turn the title is %q, and was %q for the host", got, mine)
	}
}
