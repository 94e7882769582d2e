package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/wire"
)

// atOnce has several people do something at the same time.
func atOnce(all []*person, do func(p *person)) {
	var together sync.WaitGroup
	for _, p := range all {
		together.Go(func() { do(p) })
	}
	together.Wait()
}

// pressTogether presses a button in several tabs at a time: each page waits for
// the same moment by itself.
func pressTogether(all []*person, selector string) {
	moment := eval[float64](all[0], "Date.now() + 400")
	atOnce(all, func(p *person) {
		eval[bool](p, fmt.Sprintf("setTimeout(() => document.querySelector(%q).click(), %f - Date.now()) > 0", selector, moment))
	})
}

// TestLobbyRace: an open table shows by itself in the lists of two people, who
// press at once: one plays, the other reads why not and what else there is.
func TestLobbyRace(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, one, two := s.person(), s.person(), s.person()
	takers := []*person{one, two}
	one.open("/lobby")
	two.open("/en/")
	for _, p := range takers {
		p.until("document.querySelector('#open-tables')")
		if n := p.count("#offers li"); n != 0 {
			t.Fatalf("%d tables are open before anybody has opened one", n)
		}
		p.expect("status of 409")
	}
	host.open("/bachet")
	host.until("document.querySelector('#start')")
	host.fill("#name1", "Аня")
	host.click("[name=mode][value=open]")
	if eval[bool](host, "document.querySelector('#names').checkVisibility()") {
		t.Error("a name is asked for that nobody will see")
	}
	host.load(func() { host.click("#start") })
	path := host.path()
	if !host.has("#withdraw-seat") {
		t.Error("who has opened the table can not withdraw it")
	}
	for _, p := range takers {
		p.until("document.querySelector('#offers button')")
		if row := p.text("#offers li"); strings.Contains(row, "Аня") {
			t.Errorf("the table is listed as %q", row)
		}
	}

	pressTogether(takers, "#offers button")
	for _, p := range takers {
		p.until("document.querySelector('#board, #problem')")
	}
	winner, loser := one, two
	if two.has("#board") {
		winner, loser = two, one
	}
	if !winner.has("#board") || !loser.has("#problem") {
		t.Fatalf("one is at %s, the other at %s", one.describe(), two.describe())
	}
	if got := strings.TrimPrefix(winner.path(), "/en"); got != path {
		t.Errorf("the one who got the seat is at %s, not at %s", got, path)
	}
	if !strings.HasSuffix(loser.path(), "/lobby/"+tableID(path)) || loser.text("#problem") == "" {
		t.Errorf("the other one is at %s", loser.describe())
	}
	if _, kinds := s.history(tableID(path)); kinds["seated"] != 1 {
		t.Errorf("two who pressed at once made %d events", kinds["seated"])
	}
	loser.until("!document.querySelector('#offers li')")
	// The page of the one who waited goes on by itself.
	host.until("document.querySelector('#invite').hidden")
	host.awaitTurn()
	host.take(1)
	winner.awaitLeft(14)
	pagesAgree(t, tableID(path), []*client{s.api}, host, winner)
}

// TestWhoWaitsMeetsTheOther: two have each opened a table of the same kind to
// anybody. The page of the first shows by itself that another one waits; one
// press, and both are at one table.
func TestWhoWaitsMeetsTheOther(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	one, two := s.person(), s.person()
	var paths []string
	for _, p := range []*person{one, two} {
		p.open("/bachet")
		p.until("document.querySelector('#start')")
		p.click("[name=mode][value=open]")
		p.load(func() { p.click("#start") })
		p.until("document.querySelector('#table')?.dataset.line == 'open'")
		paths = append(paths, p.path())
	}
	if paths[0] == paths[1] {
		t.Fatalf("both are at %s", paths[0])
	}
	one.until("document.querySelector('#meet button')")
	one.passesAxe("a table that waits, when another one does")
	one.load(func() { one.click("#meet button") })
	if got := one.path(); got != paths[1] {
		t.Fatalf("the one who pressed is at %s, not at %s", got, paths[1])
	}
	two.until("document.querySelector('#invite').hidden")
	var lobby wire.Lobby
	if err := s.api.ask(t.Context(), http.MethodGet, "/api/lobby", "", http.StatusOK, nil, &lobby); err != nil {
		t.Fatal(err)
	}
	if len(lobby.Offers) != 0 {
		t.Errorf("nobody waits any more, and there is on offer %+v", lobby.Offers)
	}
	pagesAgree(t, tableID(paths[1]), []*client{s.api}, one, two)
}

// TestLobbyWithoutScript: a table is offered, found, and taken by forms.
func TestLobbyWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest := s.person(), s.person()
	for _, p := range []*person{host, guest} {
		p.withoutScript()
	}
	host.open("/lobby")
	host.load(func() { host.click("#find-bachet") })
	path := host.path()
	guest.open("/lobby")
	guest.load(func() { guest.click("#find-bachet") })
	if got := guest.path(); got != path {
		t.Fatalf("the second to look for an opponent is at %s, the first at %s", got, path)
	}
	if !s.table(path).Seats[1].Taken {
		t.Error("nobody sits opposite")
	}
}

// TestOfferIsWithdrawn: a table that is offered no more leaves the lists by
// itself; the invitation still holds.
func TestOfferIsWithdrawn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest := s.person(), s.person()
	host.choose(opening{mode: "link"})
	guest.open("/lobby")
	host.load(func() { host.click("#offer-seat button") })
	guest.until("document.querySelector('#offers button')")
	host.load(func() { host.click("#withdraw-seat button") })
	guest.until("!document.querySelector('#offers li')")
	guest.open(eval[string](host, "document.querySelector('#invite-link').value"))
	guest.click("#sit")
	guest.until("document.querySelector('#board')")
}

// TestRematchRace: both ask for the next round at once, and a third looks on.
// One round begins, nobody reads of an error, and all three are in it.
func TestRematchRace(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, onlooker := s.person(), s.person(), s.person()
	path := host.choose(opening{mode: "link"})
	guest.open(eval[string](host, "document.querySelector('#invite-link').value"))
	guest.load(func() { guest.click("#sit") })
	onlooker.open(path)
	players, all := []*person{host, guest}, []*person{host, guest, onlooker}
	for _, p := range all {
		p.until("document.querySelector('#table').dataset.line == 'open'")
	}
	for round := 1; round <= 2; round++ {
		for left, turn := 15, round-1; left > 0; turn++ {
			player := players[turn%2]
			player.awaitTurn()
			player.take(3)
			left -= 3
			for _, p := range all {
				p.awaitLeft(left)
			}
		}
		for _, p := range all {
			p.until("document.querySelector('#table').dataset.over == 'true'")
			eval[bool](p, "document.documentElement.dataset.same = true")
		}
		for _, p := range players {
			p.until("!document.querySelector('#next').disabled && !document.querySelector('#table').hasAttribute('data-guard')")
		}
		pressTogether(players, "#next")
		for _, p := range all {
			p.awaitLeft(15)
			p.until("document.querySelector('#table').dataset.over == 'false' && document.querySelector('#table').dataset.pending == 'false'")
			if p.has("#sent.problem") || !p.has("html[data-same]") {
				t.Errorf("round %d begins with: %s", round+1, p.describe())
			}
		}
		if _, kinds := s.history(tableID(path)); kinds["next"] != round {
			t.Errorf("after %d rematches there are %d events", round, kinds["next"])
		}
	}
	// By the rule of series, whoever began the first round begins the third.
	if !host.awaitTurn() {
		t.Error("it is not the first one's turn")
	}
	pagesAgree(t, tableID(path), []*client{s.api}, all...)
}

// TestWhoIsThere: players see one another come and go, and how many watch; a
// second device takes over by the seat link, and the link for watchers leads to
// no seat.
func TestWhoIsThere(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, onlooker, second := s.person(), s.person(), s.person(), s.person()
	path := host.choose(opening{mode: "link"})
	guest.open(eval[string](host, "document.querySelector('#invite-link').value"))
	guest.load(func() { guest.click("#sit") })
	for _, p := range []*person{host, guest} {
		p.until("document.querySelector('.seat[data-here=yes]')")
	}
	if words := host.text(".seat[data-seat=second] .seat-here"); words == "" || host.has(".seat[data-seat=first][data-here=yes]") {
		t.Errorf("the first one is told %q of the other one, or something of himself", words)
	}
	watch := eval[string](host, "document.querySelector('#watch-link').value")
	if watch != s.url+path {
		t.Errorf("the link for watchers is %q", watch)
	}
	onlooker.open(watch)
	host.until("document.querySelector('#watchers').textContent.includes('1')")
	if onlooker.has("#next, #act") {
		t.Error("who watches has buttons of a player")
	}

	// The second device: by the link, and by the picture of it.
	host.click(".settings details:has(#seat-link) summary")
	host.until("document.querySelector('img[src$=\"seat.svg\"]').naturalWidth > 0")
	link := eval[string](host, "document.querySelector('#seat-link').value")
	eval[bool](host, `(() => {
		const words = document.querySelector('#watchers');
		window.counted = [words.textContent];
		new MutationObserver(() => counted.push(words.textContent)).observe(words, {childList: true, characterData: true, subtree: true});
		return true;
	})()`)
	second.load(func() { second.open(link) })
	second.until("document.querySelector('#next') && !location.hash")
	if !second.awaitTurn() {
		t.Fatal("it is not the turn of the second device")
	}
	second.take(1)
	host.awaitLeft(14)
	time.Sleep(1500 * time.Millisecond) // presence is told once a second
	if counted := eval[[]string](host, "counted.filter(words => words.includes('2'))"); len(counted) > 0 {
		t.Errorf("whoever takes over by the seat link was counted as a watcher: %q", counted)
	}
	host.until("document.querySelector('.seat[data-seat=second]').dataset.here == 'yes' && !document.querySelector('#sent').textContent.includes('садится')")
	// One of two devices goes: the seat is still there. The other one goes: a
	// while later it is not.
	second.open("/")
	guest.take(1)
	guest.until("document.querySelector('.seat[data-seat=first]').dataset.here == 'yes'")
	host.open("/")
	guest.until("document.querySelector('.seat[data-seat=first]').dataset.here == 'no'")
	host.open(path)
	guest.until("document.querySelector('.seat[data-seat=first]').dataset.here == 'yes'")
	pagesAgree(t, tableID(path), []*client{s.api}, host, guest, onlooker)
}

// TestAWrongSeatLinkLosesNothing: what was typed stays in its field with what is
// wrong beside it, and the page is at the address of its table.
func TestAWrongSeatLinkLosesNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, phone := s.person(), s.person()
	path := host.choose(opening{mode: "link"})
	phone.open("/en" + path)
	phone.until("document.querySelector('#table').dataset.line == 'open'")
	phone.expect("status of 422")
	phone.click(".settings details:has(#adopt) summary")
	phone.fill("#adopt-code", "http://hod.example/t/another#f.LINK")
	phone.load(func() { phone.click("#adopt button") })
	phone.until("document.querySelector('#table').dataset.line == 'open'")
	if got := phone.path(); got != "/en"+path {
		t.Errorf("the page of the table is at %s", got)
	}
	if got := eval[string](phone, "document.activeElement.id + ' ' + document.querySelector('details[open] #adopt-code')?.value"); got != "adopt-code http://hod.example/t/another#f.LINK" {
		t.Errorf("after a wrong link the focus and the field are %q", got)
	}
	if got := phone.text("#problem-code"); got != "This link opens no seat at this table." {
		t.Errorf("beside the field stands %q", got)
	}
	phone.passesAxe("a table with a wrong link to a seat")
}

// TestWhoHasJustLeftIsNotCalledConnected: whoever sits down opposite somebody
// who has gone a moment before is told nothing of him until more is known.
func TestWhoHasJustLeftIsNotCalledConnected(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest := s.person(), s.person()
	path := host.choose(opening{mode: "link"})
	link := eval[string](host, "document.querySelector('#invite-link').value")
	host.until("document.querySelector('#table').dataset.line == 'open'")
	guest.open(link)
	host.open("/")
	guest.load(func() { guest.click("#sit") })
	const here = "document.querySelector('.seat[data-seat=first]').dataset.here ?? ''"
	seen := eval[string](guest, here)
	eval[bool](guest, `(() => {
		window.seen = [];
		new MutationObserver(() => seen.push(`+here+`)).observe(document.querySelector('.seat[data-seat=first]'), {attributeFilter: ['data-here']});
		return true;
	})()`)
	guest.until("document.querySelector('#table').dataset.line == 'open'")
	time.Sleep(1500 * time.Millisecond) // presence is told once a second
	if seen += eval[string](guest, "seen.join(' ')"); strings.Contains(seen, "yes") {
		t.Errorf("who has gone is shown as %q", seen)
	}
	host.open(path)
	guest.until(here + " == 'yes'")
}
