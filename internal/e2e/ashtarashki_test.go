package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
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
		return svg.matches(%q) && (%q == '' || svg.querySelector('.rank').getAttribute('href') == '#rank-' + %q) })()`, square(at), class, numeral, numeral))
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
	s.playRest(path, p.secrets(), s.restOfRound(path), func(move string, _ int) {
		if !p.awaitMove() {
			t.Fatalf("the round is over before %s", move)
		}
		p.typeMove(move)
	}, p.awaitPlies)
	p.until("document.querySelector('#table').dataset.over == 'true'")
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

func TestAshtarashkiAgainstTheComputer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	// White, against a random opponent: the person always makes the first move
	// that the board offers, and in between some by the API.
	path := p.chooseAshtarashki("computer", "random", "first")
	for n := 0; p.awaitMove() && n < 200; n++ {
		if n == byHand {
			s.actAgainst(path, p.secrets(), 25)
			p.until(fmt.Sprintf("document.querySelectorAll('#plies a').length >= %d", len(s.table(path).Plies)))
			continue
		}
		before := p.count("#plies a")
		p.playSomething()
		p.until(fmt.Sprintf("document.querySelectorAll('#plies a').length > %d", before))
		if n == 2 {
			s.restart()
			p.expect("WebSocket connection", "net::ERR_")
			p.until("document.querySelector('#table').dataset.line == 'open'")
		}
	}
	if now := s.table(path); now.Outcome == nil {
		t.Fatalf("the round does not end: %v", now.Plies)
	}
	// Black sees the board from Black's side.
	path = p.chooseAshtarashki("computer", "pupil", "second")
	p.awaitMove()
	if !p.has("#board.flipped") || eval[string](p, "document.querySelector('#squares button').dataset.square") != "g1" {
		t.Error("Black sees White's side of the board")
	}
	p.playSomething()
	p.until("document.querySelectorAll('#plies a').length >= 3")
	if n := len(s.table(path).Plies); n < 3 {
		t.Errorf("%d moves were made", n)
	}
}

func TestAshtarashkiByLink(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, onlooker := s.person(), s.person(), s.person()
	path := host.chooseAshtarashki("link", "", "")
	guest.open(eval[string](host, "document.querySelector('#invite-link').value"))
	guest.click("#sit")
	guest.until(fmt.Sprintf("location.pathname == %q && document.querySelector('#board.flipped')", path))
	onlooker.open(path)
	onlooker.until("document.querySelector('#table').dataset.line == 'open'")
	follow := func(plies int) {
		t.Helper()
		for _, one := range []*person{host, guest, onlooker} {
			one.until(fmt.Sprintf("document.querySelectorAll('#plies a').length == %d", plies))
		}
	}
	player := func(turn int) *person {
		t.Helper()
		p := []*person{host, guest}[turn%2]
		if !p.awaitMove() {
			t.Fatalf("the round is over after %d moves", turn)
		}
		return p
	}
	for turn := range byHand {
		p := player(turn)
		if turn == 0 {
			// An onlooker and the one who waits can press, and nothing happens.
			onlooker.click(square("c3"))
			guest.click(square("d6"))
			if onlooker.has("#squares .selected") || guest.has("#squares .selected") {
				t.Error("a stone is in the hand of somebody whose turn it is not")
			}
		}
		p.playSomething()
		follow(turn + 1)
	}
	seats := host.secrets()
	maps.Copy(seats, guest.secrets())
	s.playRest(path, seats, s.restOfRound(path), func(move string, turn int) { player(turn).typeMove(move) }, follow)
	now := s.table(path)
	if now.Outcome == nil {
		t.Fatalf("no end after %d moves", len(now.Plies))
	}
	for _, one := range []*person{host, guest, onlooker} {
		one.until("document.querySelector('#table').dataset.over == 'true'")
		if got := one.position(); got != now.Plies[len(now.Plies)-1].Position {
			t.Errorf("the page shows %s", got)
		}
	}
}

// TestAshtarashkiChain walks a branching chain, takes it back, is told that it
// has to go on, and plays the rest in one press.
func TestAshtarashkiChain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.seatedAt(s, wire.Create{Mode: "hotseat", Position: "w M3c3,M1g3 M2d4,M2c5,M2e5,M2f6,M3h4"})
	if must, prey := p.count("#squares .must"), p.count("#squares .prey"); must != 2 || prey != 2 {
		t.Errorf("%d stones are shown that must capture, and %d that can be captured", must, prey)
	}
	p.walk("c3", "d4")
	p.until("!document.querySelector('.arriving')")
	if got := p.targets(); got != "c5 e5" {
		t.Errorf("after one hop the targets are %q", got)
	}
	if !p.shows("d4", ".first.state-M", "3") || !p.shows("c3", ".none", "") {
		t.Error("the stone is not drawn on d4")
	}
	p.expect("status of 422")
	p.click(square("a5"))
	p.until("document.querySelector('#sent a')")
	if got := eval[string](p, "document.querySelector('#sent a').getAttribute('href')"); got != "/ashtarashki/rules#ashtarashki.must-continue" {
		t.Errorf("breaking a chain off links %q", got)
	}
	p.click(square("e5"))
	p.until("document.querySelector('#finish').value == 'M3:d4:e5:f6'")
	for range 3 {
		p.click("#undo")
	}
	if p.has("#squares .selected") || !p.shows("d4", ".second", "2") || s.table(path).Seq != 1 {
		t.Error("undoing did not bring everything back")
	}
	p.walk("c3", "d4", "e5")
	p.click("#finish")
	p.awaitPlies(1)
	if got := s.table(path).Plies[0].Action; got != "M3:d4:e5:f6" {
		t.Errorf("played %s", got)
	}
}

func TestAshtarashkiRefusesAQuietMoveWhileACaptureExists(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.seatedAt(s, wire.Create{Mode: "hotseat", Position: "w M3c3,M2h2,M1e5 M2d4,M1h8,M1a7"})
	p.expect("status of 422")
	for _, try := range []struct{ from, to, rule, words string }{
		{"h2", "g3", "must-capture", "тихий ход сделать нельзя"},
		{"c3", "b4", "must-capture", "тихий ход сделать нельзя"},
		{"c3", "d2", "must-capture", "тихий ход сделать нельзя"}, // backward: the notation wants a mark
		{"e5", "d4", "rank-does-not-capture", "Цифра не та"},
		{"h2", "b4", "not-diagonal", "на одно поле по диагонали"},
	} {
		p.press(kb.Escape)
		p.walk(try.from, try.to)
		p.until(fmt.Sprintf("document.querySelector('#sent a')?.getAttribute('href') == %q && document.querySelector('#sent').textContent.replace(/\\s+/g, ' ').includes(%q)",
			"/ashtarashki/rules#ashtarashki."+try.rule, try.words))
	}
	p.typeMove("M2g3")
	p.until("document.querySelector('#sent a')?.getAttribute('href').endsWith('#ashtarashki.must-capture')")
	p.press(kb.Escape)
	p.click("#headline")
	if s.table(path).Seq != 1 {
		t.Error("something was played")
	}
	p.walk("c3", "d4")
	p.awaitPlies(1)
	if p.has("#sent a") {
		t.Error("the refusal is still on the page")
	}
}

func TestAshtarashkiEnds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	for _, end := range []struct {
		position string
		walk     []string
		reason   string
		points   string
	}{
		{"w M3c3,M1f2 V2d4", []string{"c3", "d4"}, "Чистая победа", "2"},
		{"w M1b8,V2d8,M1f8,M3g7 M1c3,M2e5", []string{"g7", "h8"}, "Четыре камня", "1"},
		{"w M1e3,V3f2,M2g5 V3h4", []string{"f2", "g3"}, "Ходить некуда", "1"},
	} {
		p.seatedAt(s, wire.Create{Mode: "hotseat", Position: end.position})
		p.walk(end.walk...)
		p.until("document.querySelector('#table').dataset.over == 'true'")
		if got := p.text("#detail"); !strings.HasPrefix(got, end.reason) {
			t.Errorf("%s is shown as %q", end.reason, got)
		}
		if got := p.text(".seat[data-seat=first] .seat-points"); got != end.points {
			t.Errorf("%s counts %s", end.reason, got)
		}
	}
	if !p.shows("g3", ".state-V", "3") {
		t.Error("the stone that retreated is not turned over")
	}
}

// TestAshtarashkiThirdRetreat takes a stone off that retreats for the third
// time.
func TestAshtarashkiThirdRetreat(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.seatedAt(s, wire.Create{Mode: "hotseat", Position: "w M1b2,W3d4 M1h8"})
	p.walk("d4")
	if got := eval[string](p, "document.querySelector(\"[data-square='c3']\").dataset.mark"); got != "Z" {
		t.Errorf("the third retreat is marked %q", got)
	}
	p.click(square("c3"))
	p.awaitPlies(1)
	p.until("!document.querySelector('.ghost')")
	if !p.shows("d4", ".none", "") || !p.shows("c3", ".none", "") {
		t.Error("the stone is still on the board")
	}
	if got := s.table(path).Plies[0].Action; got != "Wc3Z" {
		t.Errorf("played %s", got)
	}
	if got := p.text(".seat[data-seat=first] .seat-tally"); !strings.Contains(got, "1") || strings.Contains(got, "2") {
		t.Errorf("White is said to have %q", got)
	}
	if said := p.text("#live"); !strings.Contains(said, "снята с доски") {
		t.Errorf("who listens hears %q", said)
	}
}

// TestAshtarashkiFlip turns the board, which remembers it over a reload.
func TestAshtarashkiFlip(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.seatedAt(s, wire.Create{Mode: "hotseat"})
	first := "document.querySelector('#squares button').dataset.square"
	p.until(ready)
	p.click("#flip")
	p.until(first + " == 'g1' && document.querySelector('.seat.bottom').dataset.seat == 'second'")
	p.walk("c3", "d4") // White still moves White's stones
	p.awaitPlies(1)
	p.do(chromedp.Reload())
	p.until("document.querySelector('#board') && " + first + " == 'g1'")
	p.until("document.querySelector('#table').dataset.line == 'open' && " + ready)
	p.click("#flip")
	p.until(first + " == 'b8'")
}

// TestAshtarashkiPast looks at earlier positions and goes back to the game,
// which has gone on meanwhile.
func TestAshtarashkiPast(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.seatedAt(s, wire.Create{Mode: "hotseat"})
	for i, move := range []string{"M3cd4", "M3de5", "M3f4"} {
		p.typeMove(move)
		p.awaitPlies(i + 1)
	}
	live := p.position()
	p.click("#plies a[data-ply='1']")
	p.until("document.querySelector('#board').dataset.ply == '1'")
	if !p.shows("d6", ".second", "3") || p.has("#squares .movable") {
		t.Error("the position after the first move is shown wrong")
	}
	p.click("#step-back")
	p.until("document.querySelector('#board').dataset.ply == '0' && document.querySelector('#step-back').disabled")
	p.click("#step-forward")
	p.until("document.querySelector('#board').dataset.ply == '1'")
	q := p.newTab()
	q.open(path)
	q.until("document.querySelector('#table').dataset.line == 'open'")
	q.typeMove("M2a5")
	p.until("document.querySelectorAll('#plies a').length == 4")
	if eval[string](p, "document.querySelector('#board').dataset.ply") != "1" {
		t.Error("a move took the earlier position away")
	}
	p.click("#to-game")
	p.until("document.querySelector('#board').dataset.ply == '' && document.querySelector('#squares .movable')")
	if p.position() == live {
		t.Error("the board is behind the game")
	}
	p.open(path + "?ply=2")
	p.until("document.querySelector('#table').dataset.line == 'open' && document.querySelector('#board').dataset.ply == '2'")
	p.until(fmt.Sprintf("document.querySelector('#position-text').value == %q", s.table(path).Plies[1].Position))
	p.click("#texts summary")
	p.load(func() { p.click("#open-game button[type=submit]") })
	if p.path() != "/ashtarashki/game" || !strings.Contains(p.text("main"), "M2a5") {
		t.Errorf("the game opens at %s", p.path())
	}
}

// TestAshtarashkiByTouch plays on a phone with one finger: by taps and by
// dragging.
func TestAshtarashkiByTouch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	p.expect("status of 422")
	path := p.seatedAt(s, wire.Create{Mode: "hotseat"})
	p.fits(path)
	for _, width := range []int64{320, 360} {
		p.do(chromedp.EmulateViewport(width, 640, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2)))
		p.fits(path)
		if side := eval[float64](p, "document.querySelector('#squares button').getBoundingClientRect().width"); side < 36 {
			t.Errorf("on %d pixels a square is %.1f wide", width, side)
		}
		if small := eval[[]string](p, `[...document.querySelectorAll('#chain button, .series-buttons button')].filter(e => !e.hidden)
			.map(e => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width < 40 || r.height < 44)
			.map(([e, r]) => e.id + ' ' + r.width + '×' + r.height)`); len(small) > 0 {
			t.Errorf("on %d pixels these are smaller than a finger: %v", width, small)
		}
	}
	p.walk("c3", "d4")
	p.awaitPlies(1)
	p.dragByTouch("d6", "e5", false)
	p.awaitPlies(2)
	// A gesture that the browser takes over moves nothing.
	p.dragByTouch("e3", "f4", true)
	if p.has("#squares .dragged") || len(s.table(path).Plies) != 2 {
		t.Error("a cancelled gesture moved a stone")
	}
	p.press(kb.Escape)
	p.dragByTouch("e3", "f4", false)
	p.awaitPlies(3)
	for n := 3; p.awaitMove() && n < 12; n++ {
		p.playSomething()
		p.awaitPlies(n + 1)
	}
	if got := len(s.table(path).Plies); got < 10 {
		t.Errorf("%d moves by touch", got)
	}
}

// dragByTouch moves a finger from one square to another. A cancelled gesture
// ends as the browser ends it when it scrolls, or when a call comes in.
func (p *person) dragByTouch(from, to string, cancel bool) {
	p.t.Helper()
	p.until(ready)
	middle := func(at string) []float64 {
		return eval[[]float64](p, fmt.Sprintf("(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%q).getBoundingClientRect())", square(at)))
	}
	a, b := middle(from), middle(to)
	touch := func(kind input.DispatchTouchEventType, x, y float64) {
		params := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
		if kind == input.DispatchTouchEventTypeTouchStart || kind == input.DispatchTouchEventTypeTouchMove {
			params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: x, Y: y})
		}
		if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, params); err != nil {
			p.t.Fatal(err)
		}
	}
	touch(input.DispatchTouchEventTypeTouchStart, a[0], a[1])
	for i := range 5 {
		part := float64(i+1) / 5
		touch(input.DispatchTouchEventTypeTouchMove, a[0]+part*(b[0]-a[0]), a[1]+part*(b[1]-a[1]))
	}
	if cancel {
		touch(input.DispatchTouchEventTypeTouchCancel, 0, 0)
		return
	}
	touch(input.DispatchTouchEventTypeTouchEnd, 0, 0)
}

// TestAshtarashkiByMouseDrag drags with the mouse, to a square and beside the
// board.
func TestAshtarashkiByMouseDrag(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.seatedAt(s, wire.Create{Mode: "hotseat"})
	p.drag("c3", "#headline")
	if p.has("#squares .dragged") || len(s.table(path).Plies) != 0 {
		t.Error("a stone dropped beside the board moved")
	}
	p.drag("c3", square("d4"))
	p.awaitPlies(1)
	p.expect("status of 422")
	p.drag("d6", square("d4"))
	p.until("document.querySelector('#sent a')")
	if len(s.table(path).Plies) != 1 {
		t.Error("an impossible move was played")
	}
}

func (p *person) drag(from, to string) {
	p.t.Helper()
	p.until(ready)
	p.dragBetween(square(from), to)
}

// dragOn drags from square to square of a board in an article.
func (p *person) dragOn(board, from, to string) {
	p.t.Helper()
	at := func(square string) string { return fmt.Sprintf("%s[data-square=%q]", board, square) }
	p.dragBetween(at(from), at(to))
}

func (p *person) dragBetween(from, to string) {
	p.t.Helper()
	middle := func(selector string) []float64 {
		return eval[[]float64](p, fmt.Sprintf("(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%q).getBoundingClientRect())", selector))
	}
	a, b := middle(from), middle(to)
	mouse := func(kind input.DispatchMouseEventType, x, y float64, buttons int64) {
		_, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: buttons, ClickCount: 1,
		})
		if err != nil {
			p.t.Fatal(err)
		}
	}
	mouse(input.DispatchMouseEventTypeMousePressed, a[0], a[1], 1)
	for i := range 5 {
		part := float64(i+1) / 5
		mouse(input.DispatchMouseEventTypeMouseMoved, a[0]+part*(b[0]-a[0]), a[1]+part*(b[1]-a[1]), 1)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, b[0], b[1], 0)
}

// TestAshtarashkiByKeyboard plays a game from the first page on without a
// mouse: Tab to the board, arrows over it, Enter and Escape.
func TestAshtarashkiByKeyboard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.open("/")
	p.tabTo("[data-game=ashtarashki] [data-start=hotseat] button")
	p.press(kb.Enter)
	p.until("location.pathname.startsWith('/t/') && document.querySelector('#chain') && document.querySelector('#table').dataset.line == 'open'")
	path := p.path()
	p.until(ready)
	p.tabTo("#squares button")
	for n := range 8 {
		if !p.awaitMove() {
			break
		}
		p.arrowTo("#squares .movable")
		p.press(kb.Enter)
		p.until("document.querySelector('#squares .selected')")
		if n == 0 {
			p.press(kb.Escape)
			p.until("!document.querySelector('#squares .selected')")
			p.press(" ")
			p.until("document.querySelector('#squares .selected')")
		}
		for p.targets() != "" {
			p.arrowTo("#squares .target")
			p.press(kb.Enter)
		}
		p.awaitPlies(n + 1)
	}
	if n := len(s.table(path).Plies); n < 8 {
		t.Errorf("%d moves by keyboard", n)
	}
}

// arrowTo goes with the arrow keys from square to square until it is on what a
// selector finds.
func (p *person) arrowTo(selector string) {
	p.t.Helper()
	for range 64 {
		if eval[bool](p, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
		key := eval[string](p, fmt.Sprintf(`(() => {
			const place = e => { const r = e.getBoundingClientRect(); return [Math.round(r.x), Math.round(r.y)] };
			const [x, y] = place(document.activeElement), [a, b] = place(document.querySelector(%q));
			return b < y ? 'up' : b > y ? 'down' : a < x ? 'left' : 'right' })()`, selector))
		p.press(map[string]string{"up": kb.ArrowUp, "down": kb.ArrowDown, "left": kb.ArrowLeft, "right": kb.ArrowRight}[key])
	}
	p.t.Fatalf("the arrows do not lead to %s\n%s", selector, p.describe())
}

// TestAshtarashkiPages: what stands on the pages is there for everybody, in
// both themes and languages, on every width; a first visit weighs little.
func TestAshtarashkiPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	start := p.seatedAt(s, wire.Create{Mode: "hotseat", Names: []string{"Константин Константинович", "WWWWWWWWWWWWWWWWWWWWWWWW"}})
	chain := p.seatedAt(s, wire.Create{Mode: "hotseat", Position: "w M3c3,M1g3,V2a3,W1c1,M3b8 M2d4,M2c5,M2e5,M3h4,W2a7,V1h6,M1g1"})
	over := p.seatedAt(s, wire.Create{Mode: "hotseat", Position: "w M1b8,V2d8,M1f8,M3g7 M1c3,M2e5"})
	p.walk("g7", "h8")
	p.awaitPlies(1)
	for _, theme := range []string{"light", "dark"} {
		p.inTheme(theme)
		for _, path := range []string{"/ashtarashki", "/en/ashtarashki", start, "/en" + chain, chain + "?at=c3", chain + "?at=c3:d4", over, "/en" + over + "?ply=0"} {
			p.open(path)
			p.isAccessibleIn(theme, path)
		}
	}
	for _, width := range []int64{320, 360, 768, 1024, 1600} {
		p.resize(width, 740)
		for _, path := range []string{"/ashtarashki", start, "/en" + chain, over} {
			p.open(path)
			p.fits(fmt.Sprintf("%s at %d", path, width))
		}
	}
	for _, path := range []string{start, "/en" + chain} {
		q := s.person()
		traffic := q.watchTraffic()
		q.open(path)
		q.until("document.readyState == 'complete'")
		requests, all, scripts, list := traffic.sum()
		t.Logf("%s: %d requests, %.1f KB, scripts %.1f KB", path, requests, all/1024, scripts/1024)
		if all > maxBytes || scripts > maxScriptBytes || requests > maxRequests {
			t.Errorf("%s: a first visit takes %d requests, %.1f KB, of which scripts %.1f KB:\n%s", path, requests, all/1024, scripts/1024, list)
		}
	}
}

// TestAshtarashkiWithoutScript plays a round to its end by forms and links
// alone.
func TestAshtarashkiWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().withoutScript()
	p.open("/ashtarashki")
	p.pick("mode", "hotseat")
	p.load(func() { p.click("#start") })
	path := p.path()
	for n := range 6 {
		p.load(func() { p.click("#squares .movable") })
		for !p.has("#squares .movable:not(.selected)") || p.has("#squares .target") {
			p.load(func() { p.click("#squares .target") })
		}
		if got := p.count("#plies a"); got != n+1 {
			t.Fatalf("after %d moves the page lists %d", n+1, got)
		}
	}
	s.playRest(path, p.secrets(), s.restOfRound(path), func(move string, n int) {
		if n != p.count("#plies a") {
			p.load(func() { p.open(path) }) // nothing else tells this page of moves
		}
		p.do(chromedp.SetValue(chromedp.CSS("#type-text"), move))
		p.load(func() { p.click("#type button") })
	}, func(int) {})
	if !p.over() {
		t.Error("the page goes on after the end")
	}
	if now := s.table(path); now.Outcome == nil {
		t.Error("the round has no end")
	}
	p.load(func() { p.click("#plies a[data-ply='3']") })
	if got := eval[string](p, "document.querySelector('#board').dataset.ply"); got != "3" {
		t.Errorf("the third move leads to the position after %q", got)
	}
	p.load(func() { p.click("#to-game") })
	p.load(func() { p.click("#flip") })
	if !p.has("#board.flipped") {
		t.Error("the board can not be turned")
	}
}
