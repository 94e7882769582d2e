package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/wire"
)

// TestWhateverIsSaidHasItsRoom writes every refusal and every reason for an end
// into the message above the board: the board must not move.
func TestWhateverIsSaidHasItsRoom(t *testing.T) {
	t.Parallel()
	catalogues, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t)
	p := s.person()
	path := p.seatedAt(s, wire.Create{Mode: "hotseat"})
	names := strings.NewReplacer("{winner}", "Константин Великий", "{loser}", "Константин Великий", "{winnerMid}", "Константин Великий", "{loserMid}", "Константин Великий", "{n}", "2")
	for _, code := range lang.Languages() {
		c := catalogues[code]
		var refusals, details []string
		for _, key := range c.Keys() {
			switch {
			case strings.HasPrefix(key, "refusal.ashtarashki."), strings.HasPrefix(key, "ashtarashki.play.past.closed"), strings.HasPrefix(key, "ashtarashki.play.past.typed"), strings.HasPrefix(key, "ashtarashki.play.stuck"), key == "ashtarashki.play.not-yours":
				refusals = append(refusals, c.Text(key))
			case strings.HasPrefix(key, "reason.ashtarashki."), strings.HasPrefix(key, "ashtarashki.play.past.now"):
				details = append(details, names.Replace(c.Text(key)))
			}
		}
		if len(refusals) < 16 || len(details) < 15 {
			t.Fatalf("%d refusals, %d details", len(refusals), len(details))
		}
		said, err := json.Marshal([][]string{refusals, details})
		if err != nil {
			t.Fatal(err)
		}
		prefix := ""
		if code != "ru" {
			prefix = "/" + code
		}
		for _, size := range [][2]int64{{320, 568}, {320, 700}, {360, 640}, {360, 740}, {390, 844}, {768, 1024}, {1280, 720}, {1440, 900}} {
			p.resize(size[0], size[1])
			p.open(prefix + path)
			p.until("document.querySelector('#table').dataset.line == 'open'")
			moved := eval[[]string](p, fmt.Sprintf(`(() => {
				const [refusals, details] = %s;
				const [sent, detail, message] = ['sent', 'detail', 'message'].map(id => document.getElementById(id));
				const top = () => Math.round(document.getElementById('board').getBoundingClientRect().top + scrollY);
				const begin = top(), moved = [];
				const room = message.clientHeight;
				const look = text => {
					const by = top() - begin, hidden = message.scrollHeight - message.clientHeight;
					const over = innerWidth < 1024 ? message.getBoundingClientRect().bottom - document.getElementById('board').getBoundingClientRect().top : 0;
					if (over > 1) moved.push('lies over ' + over + ' px of the board: ' + text);
					if (by != 0 || hidden > 1) moved.push(by + ' px of ' + room + ', ' + hidden + ' hidden: ' + text);
				};
				const [was, now] = [sent.outerHTML, detail.textContent];
				for (const text of refusals) {
					sent.className = 'sent problem';
					sent.innerHTML = '<span></span> <a href="#">Правило</a>';
					sent.firstChild.textContent = text;
					look(text);
				}
				sent.className = 'sent';
				sent.textContent = '';
				for (const text of details) { detail.textContent = text; look(text); }
				detail.textContent = now;
				const offer = document.getElementById('offer');
				offer.hidden = false;
				document.querySelector('#asked bdi').textContent = 'Константин Великий: можно взять ход назад?';
				look('the offer');
				return moved;
			})()`, said))
			slices.Sort(moved)
			for _, m := range moved {
				t.Errorf("%s at %d×%d: %s", code, size[0], size[1], m)
			}
		}
	}
}

// TestOnesOwnClockIsInSight: on the first screen of every phone both clocks can
// be read.
func TestOnesOwnClockIsInSight(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, game := range []string{"ashtarashki", "nardy", "bachet"} {
		made := mustCreate(t, s.api, wire.Create{Game: game, Mode: "link", Clock: &wire.Tempo{Kind: "fischer", Bank: 600, Each: 10}})
		_, invitation, _ := strings.Cut(made.Join, "#")
		if _, err := s.api.sit(t.Context(), made.Table, wire.Sit{Invitation: invitation, Key: "sit"}); err != nil {
			t.Fatal(err)
		}
		p := s.person()
		p.open(made.URL + "#f." + made.Seats["first"])
		p.until("document.querySelector('#table')?.dataset.line == 'open'")
		for _, size := range [][2]int64{{320, 480}, {320, 568}, {320, 640}, {360, 640}, {360, 740}, {390, 844}} {
			p.phone(size[0], size[1])
			p.open(made.URL)
			p.until("document.querySelector('#table').dataset.line == 'open'")
			if hidden := eval[[]string](p, `[...document.querySelectorAll('.clock-time')].map(e => [e, e.getBoundingClientRect()])
				.filter(([e, r]) => r.top < 0 || r.bottom > innerHeight || !e.contains(document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2)))
				.map(([e, r]) => e.parentElement.dataset.clock + ' at ' + r.top)`); len(hidden) > 0 {
				t.Errorf("%s at %d×%d: out of sight are the clocks of %q", game, size[0], size[1], hidden)
			}
		}
	}
}

// TestTheEndKeepsTheBoardAndOffersAnotherRound: on a phone nothing moves when a
// round ends, and where the move's buttons were one begins the next.
func TestTheEndKeepsTheBoardAndOffersAnotherRound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	path := p.seatedAt(s, wire.Create{Mode: "hotseat", Position: "w M1b8,V2d8,M1f8,M3g7 M1c3,M2e5"})
	p.until(ready)
	places := `[...document.querySelectorAll('.seat.top, #board, .seat.bottom')].map(e => Math.round(e.getBoundingClientRect().top + scrollY)).join(' ')`
	before := eval[string](p, places)
	p.walk("g7", "h8")
	p.until("document.querySelector('#table').dataset.over == 'true'")
	if after := eval[string](p, places); after != before {
		t.Errorf("at the end %s became %s", before, after)
	}
	p.until("!document.querySelector('#again').hidden")
	for _, size := range [][2]int64{{0, 0}, {320, 568}, {360, 640}} {
		if size[0] != 0 { // else as it is
			p.phone(size[0], size[1])
			p.open(path)
			p.until(ready)
		}
		place := eval[[]float64](p, `(([again, board]) => [again.top, again.bottom, innerHeight, board.bottom])(['again', 'board'].map(id => document.getElementById(id).getBoundingClientRect()))`)
		if place[0] < place[3] || place[1] > place[2] {
			t.Errorf("%v: another round is offered from %.0f to %.0f in a window of %.0f, below a board down to %.0f", size, place[0], place[1], place[2], place[3])
		}
	}
	if p.has("#finish:not([hidden]), #undo:not([hidden])") {
		t.Error("the buttons of a move are there after the end")
	}
	p.until(ready)
	p.click("#again")
	p.awaitPlies(0)
	if now := s.table(path); now.Outcome != nil {
		t.Error("the next round has not begun")
	}
	p.until("document.querySelector('#again').hidden && !document.querySelector('#finish').hidden")
}

// TestTheBarHidesNothingOfTheBoard: on no phone do the sticky buttons lie over
// the board once one has scrolled to it.
func TestTheBarHidesNothingOfTheBoard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	path := p.seatedAt(s, wire.Create{Mode: "hotseat"})
	for _, size := range [][2]int64{{320, 568}, {360, 640}, {360, 740}, {390, 844}} {
		p.phone(size[0], size[1])
		for _, prefix := range []string{"", "/en"} {
			p.open(prefix + path)
			p.until("document.querySelector('#table').dataset.line == 'open'")
			over := eval[float64](p, `(() => {
				const board = document.getElementById('board').getBoundingClientRect(), bar = document.getElementById('act').getBoundingClientRect();
				return board.bottom - bar.top })()`)
			if over > 1 {
				t.Errorf("%s at %d×%d: the buttons hide %.0f px of the board", prefix, size[0], size[1], over)
			}
			if wide := eval[int](p, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("%s at %d×%d: %d px too wide", prefix, size[0], size[1], wide)
			}
			if broken := eval[[]string](p, `[...document.querySelectorAll('.bar a, .bar span')].filter(e => e.getClientRects().length > 1 || e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display != 'inline' && e.clientWidth > 1).map(e => e.textContent)`); len(broken) > 0 {
				t.Errorf("%s at %d×%d: the bar breaks or cuts %q", prefix, size[0], size[1], broken)
			}
		}
	}
}

// phone makes the tab a phone of another size.
func (p *person) phone(width, height int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, height, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2)))
}

// TestTheBoardIsAsHighAsTheWindow on desktops: beside it stands what is said
// and what can be pressed.
func TestTheBoardIsAsHighAsTheWindow(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.seatedAt(s, wire.Create{Mode: "hotseat"})
	for _, size := range [][3]int64{{1440, 900, 660}, {1280, 720, 490}, {1920, 1080, 780}} {
		p.resize(size[0], size[1])
		p.open(path)
		p.until("document.querySelector('#table').dataset.line == 'open'")
		place := eval[[]float64](p, "(r => [r.width, document.querySelector('.seat.bottom').getBoundingClientRect().bottom])(document.getElementById('board').getBoundingClientRect())")
		if place[0] < float64(size[2]) || place[1] > float64(size[1]) {
			t.Errorf("at %d×%d the board is %.0f wide, its lower strip ends at %.0f", size[0], size[1], place[0], place[1])
		}
		if cut := eval[[]string](p, `[...document.querySelectorAll('.message, .actions, .side')].map(e => [e, e.getBoundingClientRect()]).filter(([e, r], i, all) => i > 0 && r.top < all[i - 1][1].bottom).map(([e]) => e.className)`); len(cut) > 0 {
			t.Errorf("at %d×%d these lie over what is above them: %q", size[0], size[1], cut)
		}
	}
}
