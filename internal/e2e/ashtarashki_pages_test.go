package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// loadedOnce marks the page, so that a test sees whether it was loaded again.
func (p *person) loadedOnce() (check func()) {
	p.t.Helper()
	p.do(chromedp.Evaluate[chromedp.Void]("window.stays = true"))
	return func() {
		p.t.Helper()
		if !eval[bool](p, "window.stays === true") {
			p.t.Error("the page was loaded again")
		}
	}
}

// boardCode is the position on the one board of an article.
const boardCode = "document.querySelector('.ashtarashki[data-code]').dataset.code"

// TestAStudyIsSolvedOnTheBoard answers a study wrong, takes the move back,
// solves it, and finds it marked in the list.
func TestAStudyIsSolvedOnTheBoard(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	p.open("/ashtarashki/studies")
	if p.has("#progress:not([hidden])") {
		t.Error("something is solved already")
	}
	p.load(func() { p.click("a[data-study]") })
	study := eval[string](p, "location.pathname.split('/').at(-1)")
	begin := eval[string](p, boardCode)
	once := p.loadedOnce()

	// The solution, as the page would show it: "Решение: 1. M1h8 …".
	words := strings.Fields(strings.ReplaceAll(p.text(".example-foot details:last-of-type p"), "\u00a0", " "))
	solution := words[2]
	from := eval[string](p, `[...document.querySelectorAll('.example-foot details p')][0].textContent.match(/[a-h][1-8]/)[0]`)

	byButton := func(move string) {
		t.Helper()
		p.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.legal').open = true"))
		p.click(fmt.Sprintf(".legal button[value=%q]", move))
	}
	p.click(square(from)[len("#squares "):])
	// No request: where the stone can go stands on the page already.
	if !eval[bool](p, "document.querySelectorAll('.square.target').length > 0") {
		t.Fatal("the page does not show at once where the stone can go")
	}
	wrong := eval[string](p, fmt.Sprintf("[...document.querySelectorAll('.legal button')].map(b => b.value).find(v => v !== %q)", solution))
	byButton(wrong)
	p.until("document.querySelector('.answer.refused')")
	if said := p.text(".answer"); !strings.Contains(said, wrong) {
		t.Errorf("%s is answered with %q", wrong, said)
	}
	if said := p.text("body > [role=status]"); !strings.Contains(said, wrong) {
		t.Errorf("the answer is not said aloud: %q", said)
	}
	p.click(`a[data-place="back"]`)
	p.until(fmt.Sprintf("%s === %q && !document.querySelector('.answer')", boardCode, begin))
	byButton(solution)
	p.until("document.querySelector('[data-solved]')")
	once()

	p.open("/ashtarashki/studies")
	p.until(fmt.Sprintf("document.querySelector('a.solved[data-study=%q]')", study))
	if got := p.count("a.solved"); got != 1 {
		t.Errorf("%d studies are solved", got)
	}
	if !eval[bool](p, "document.querySelector('#go-on').href === document.querySelector('a[data-study]:not(.solved)').href") {
		t.Error("it does not lead on")
	}
	p.click("#forget")
	p.until("!document.querySelector('a.solved') && document.querySelector('#progress').hidden")
}

// TestAWrongAnswerThatEndsTheGameLeadsBack: the board is gone then, and the
// focus with it.
func TestAWrongAnswerThatEndsTheGameLeadsBack(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	p.open("/ashtarashki/studies/2-02")
	p.until("document.querySelector('#study [tabindex=\"0\"]')")
	for _, at := range []string{"g7", "h8"} {
		p.click(fmt.Sprintf("#study [data-square=%q]", at))
	}
	p.until("document.querySelector('.answer.refused')")
	if got := eval[string](p, "document.activeElement.dataset.place ?? document.activeElement.outerHTML.slice(0, 80)"); got != "back" {
		t.Errorf("the focus is on %q", got)
	}
}

// TestReplayByKeysAndLinks steps through the author's game.
func TestReplayByKeysAndLinks(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	p.open("/ashtarashki/game")
	once := p.loadedOnce()
	at := func(ply int) string {
		return fmt.Sprintf("document.querySelector('.ply-count').textContent.replace(/\\s/g, '') === '%d/86'", ply)
	}
	for ply := 1; ply <= 3; ply++ {
		p.press(kb.ArrowRight)
		p.until(at(ply))
	}
	p.press(kb.ArrowLeft)
	p.until(at(2))
	p.press(kb.End)
	p.until(at(86))
	if code := eval[string](p, boardCode); code != "w M3b8,V1d6,M2f8 M1c1,V3e1" {
		t.Errorf("the game ends in %s", code)
	}
	if !eval[bool](p, `(() => { const list = document.querySelector(".game-moves").getBoundingClientRect(),
		move = document.querySelector(".game-moves [aria-current]").getBoundingClientRect();
		return move.top >= list.top - 1 && move.bottom <= list.bottom + 1 })()`) {
		t.Error("the last move is not in sight")
	}
	p.click(`a[data-place="first"]`)
	p.until(at(0))
	p.click(`a[data-place="note"]`)
	p.until("document.querySelector('.game-note') && " + at(1))
	once()
	if search := eval[string](p, "location.search"); search != "?ply=1" {
		t.Errorf("the address keeps %q", search)
	}
	p.load(func() { p.click(`a[data-place="open"]`) })
	if path := p.path(); path != "/ashtarashki/position" {
		t.Errorf("the position opens at %s", path)
	}
}

// TestEditorSetsUpAPositionAndPlaysIt puts stones by hand and opens a table.
func TestEditorSetsUpAPositionAndPlaysIt(t *testing.T) {
	t.Parallel()
	p := newSite(t).person().onPhone()
	p.open("/ashtarashki/position")
	once := p.loadedOnce()
	code := "document.querySelector('#edit input[name=pos]').value"
	p.click("#clear")
	p.until(code + " === 'w - -' && document.querySelector('#verdict-problem') && !document.querySelector('#play')")
	choose := func(name, value string) {
		t.Helper()
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector('#edit input[name=%s][value=\"%s\"]').click()", name, value)))
	}
	put := func(at string) { t.Helper(); p.click(fmt.Sprintf("#squares [data-square=%q]", at)) }
	choose("rank", "3")
	put("c3")
	put("e3")
	put("e3") // the same stone again takes it away
	choose("side", "b")
	choose("rank", "2")
	choose("state", "V")
	put("d4")
	put("f6")
	choose("side", "none")
	put("f6")
	p.until(code + " === 'w M3c3 V2d4' && document.querySelector('#verdict-ready') && document.querySelector('#play [name=position]').value === 'w M3c3 V2d4'")
	p.click("#mover [value=b]")
	p.until(code + " === 'b M3c3 V2d4' && document.querySelector('#play [name=position]').value === 'b M3c3 V2d4'")
	p.click("#mover [value=w]")
	p.until("document.querySelector('#play [name=position]')?.value === 'w M3c3 V2d4'")
	once()

	// The address is the position: whoever opens it sees the same.
	link := eval[string](p, "document.querySelector('#field-link').value")
	if href := eval[string](p, "location.href"); href != link {
		t.Errorf("the address is %s, the link %s", href, link)
	}
	// A fifth stone of a rank is refused in words.
	choose("side", "w")
	choose("state", "M")
	for _, at := range []string{"a1", "c1", "e1", "g1", "h2"} {
		put(at)
	}
	// It is said in sight of the board, which stays where it is.
	p.until("document.querySelector('#put-problem').textContent.includes('M2h2')")
	if !eval[bool](p, "(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector('#put-problem').getBoundingClientRect())") {
		t.Error("the refusal is out of sight")
	}
	if got := eval[string](p, code); strings.Contains(got, "h2") {
		t.Errorf("the fifth two stands in %s", got)
	}

	p.open(link)
	p.load(func() { p.click("#play button[value=hotseat]") })
	if !strings.HasPrefix(p.path(), "/t/") {
		t.Fatalf("playing leads to %s", p.path())
	}
	p.until("document.querySelector('#board').dataset.code === 'w M3c3 V2d4'")
}

// TestPagesOfAshtarashkiAreAccessible looks at them in both themes.
func TestPagesOfAshtarashkiAreAccessible(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	for _, theme := range []string{"light", "dark"} {
		p.inTheme(theme)
		for _, path := range []string{
			"/ashtarashki/rules", "/ashtarashki/game?ply=22", "/ashtarashki/position", "/ashtarashki/studies",
			"/ashtarashki/studies/2-01", "/en/ashtarashki/studies/2-01?text=M3h9",
		} {
			p.open(path)
			p.isAccessibleIn(theme, path)
		}
	}
	for _, path := range []string{"/en/ashtarashki/rules", "/en/ashtarashki/game?ply=22", "/en/ashtarashki/position", "/en/ashtarashki/studies"} {
		p.open(path)
		p.isAccessibleToo(path)
	}
	for _, path := range []string{"/ashtarashki/rules", "/en/ashtarashki/game?ply=86", "/ashtarashki/position", "/ashtarashki/studies", "/ashtarashki/studies/2-01"} {
		p.open(path)
		for _, width := range []int64{320, 768, 1440} {
			p.resize(width, 800)
			if over := eval[int](p, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s is %d px wider than a window of %d", path, over, width)
			}
		}
	}
	// The way back and the language have room beside each other.
	for _, path := range []string{"/ashtarashki/studies/1-01", "/en/ashtarashki/studies/3-02"} {
		p.open(path)
		for _, width := range []int64{320, 360, 390, 400, 430, 480} {
			p.resize(width, 800)
			if cut := eval[string](p, `(right => [...document.querySelectorAll(".crumbs > *")].filter(c => c.offsetParent &&
				(c.scrollWidth > c.clientWidth + 1 || c.getBoundingClientRect().right > right)).map(c => c.textContent).join(" "))(
				document.querySelector(".languages").getBoundingClientRect().left)`); cut != "" {
				t.Errorf("in a window of %d the bar of %s has no room for %s", width, path, cut)
			}
		}
	}
}
