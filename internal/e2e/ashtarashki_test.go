package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/hod-games/hod/internal/wire"
)

// seatedAt opens a table of Ashtarashki that begins in a position, "" for the
// usual one, and gives this person the seats that its maker has.
func (p *person) seatedAt(s *site, w wire.Create) string {
	p.t.Helper()
	w.Game = "ashtarashki"
	made := mustCreate(p.t, s.api, w)
	var words []string
	for seat, secret := range made.Seats {
		words = append(words, seat[:1]+"."+secret)
	}
	p.open(made.URL + "#" + strings.Join(words, "~"))
	p.until("location.hash == '' && document.querySelector('#table').dataset.line == 'open' && document.querySelector('#chain')")
	return p.path()
}

// square is the selector of a square.
func square(at string) string { return fmt.Sprintf("#squares [data-square='%s']", at) }

// go presses squares one after another.
func (p *person) walk(squares ...string) {
	p.t.Helper()
	p.until(ready)
	for _, at := range squares {
		p.click(square(at))
	}
}

// awaitPlies waits until the page lists that many moves.
func (p *person) awaitPlies(n int) {
	p.t.Helper()
	p.until(fmt.Sprintf("document.querySelectorAll('#plies a').length == %d && %s", n, ready))
}

// stones is what a page shows, as "c3:first2M": to compare.
func (p *person) shows(at, class, numeral string) bool {
	p.t.Helper()
	return eval[bool](p, fmt.Sprintf(`(() => { const svg = document.querySelector(%q + ' svg.stone:not(.ghost)');
		return svg.matches(%q) && svg.querySelector('text').textContent == %q })()`, square(at), class, numeral))
}

// position is the code of the position on the page.
func (p *person) position() string {
	p.t.Helper()
	return eval[string](p, "document.querySelector('#board').dataset.code")
}

// targets are the squares that the stone in hand can go to.
func (p *person) targets() string {
	p.t.Helper()
	return eval[string](p, "[...document.querySelectorAll('#squares .target')].map(b => b.dataset.square).sort().join(' ')")
}

// playSomething makes the first move that the page offers, by hand.
func (p *person) playSomething() {
	p.t.Helper()
	p.click("#squares .movable")
	for p.targets() != "" {
		p.click("#squares .target")
	}
}

// awaitMove waits until this person can move, or the round is over, and reports
// whether there is a move to make.
func (p *person) awaitMove() bool {
	p.t.Helper()
	p.until("(document.querySelector('#squares .movable') || document.querySelector('#table')?.dataset.over == 'true') && " + ready)
	return !p.over()
}

func TestAshtarashkiHotSeatGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.chooseAshtarashki("hotseat", "", "")
	// The first moves of the author's game.
	p.walk("c3", "d4")
	p.awaitPlies(1)
	p.walk("d6", "e5")
	p.awaitPlies(2)
	if got := p.text("#plies li:first-child"); got != "1. M3cd4 M3de5" {
		t.Errorf("the first pair of moves is %q", got)
	}
	// And then whatever there is, to the end.
	for n := 2; p.awaitMove() && n < 300; n++ {
		p.typeMove(string(s.someMove(path)))
		p.awaitPlies(n + 1)
	}
	now := s.table(path)
	if now.Outcome == nil || now.Outcome.Points < 1 {
		t.Fatalf("the round ends as %+v", now.Outcome)
	}
	if game := eval[string](p, "document.querySelector('#game-text').value"); !strings.HasPrefix(game, "1. M3cd4 M3de5\n") || !strings.Contains(game, "\n# ") {
		t.Errorf("the game as text is %q", game)
	}
	p.do(chromedp.Reload())
	p.awaitPlies(len(now.Plies))
	p.click("#next")
	p.awaitPlies(0)
	// The players change sides, the board stays.
	if seat := eval[string](p, "document.querySelector('.seat.bottom').dataset.seat"); seat != "second" {
		t.Errorf("White is played by the seat %q now", seat)
	}
	if p.has("#board.flipped") {
		t.Error("the board turned round")
	}
}

// chooseAshtarashki opens a table through the page on which one chooses.
func (p *person) chooseAshtarashki(mode, bot, starts string) string {
	p.t.Helper()
	p.open("/ashtarashki")
	p.pick("mode", mode)
	if bot != "" {
		p.pick("bot", bot)
		p.pick("starts", starts)
	}
	p.click("#start")
	p.until("location.pathname.startsWith('/t/') && document.querySelector('#board') && document.querySelector('#table').dataset.line == 'open'")
	return p.path()
}

// typeMove types a move into its field.
func (p *person) typeMove(text string) {
	p.t.Helper()
	p.until(ready)
	p.do(chromedp.Clear(chromedp.CSS("#type-text")))
	p.click("#type-text")
	p.press(text + kb.Enter)
}

// someMove is a legal move on a table: the middle one of all, so that games
// differ from those of bots.
func (s *site) someMove(path string) string {
	s.t.Helper()
	var actions []string
	for _, node := range s.view(path).Turn.Nodes {
		if node.Action != "" {
			actions = append(actions, node.Action)
		}
	}
	if len(actions) == 0 {
		s.t.Fatalf("no move at %s", path)
	}
	return actions[len(actions)/2]
}

// ashtarashkiView is the part of a view that these tests need.
type ashtarashkiView struct {
	Capture bool
	Turn    struct {
		Nodes []struct {
			Action string
			Hops   []struct {
				From, To string
				Next     int
			}
		}
	}
}

func (s *site) view(path string) ashtarashkiView {
	s.t.Helper()
	var v ashtarashkiView
	if err := json.Unmarshal(s.table(path).View, &v); err != nil {
		s.t.Fatal(err)
	}
	return v
}
