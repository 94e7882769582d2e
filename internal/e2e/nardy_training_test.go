package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// trainingLine is the position as it can be copied, "" while it is impossible.
const trainingLine = "(document.querySelector('#field-code')?.value ?? '')"

// TestTrainingTableIsSetUpAndPlayed presses quicker than the server answers,
// types, drags, looks at a play, goes on from it and opens a table.
func TestTrainingTableIsSetUpAndPlayed(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	p.resize(1440, 900)
	p.open("/nardy/position?variant=short")
	// The words before the choice of what to put are in line with it.
	const middle = "(r => (r.top + r.bottom) / 2)(document.querySelector('.brush-bar %s').getBoundingClientRect())"
	if legend, radio := eval[float64](p, fmt.Sprintf(middle, "legend")), eval[float64](p, fmt.Sprintf(middle, "input")); math.Abs(legend-radio) > 2 {
		t.Errorf("the middle of the legend is at %.0f, that of the choices at %.0f", legend, radio)
	}
	once := p.loadedOnce()
	p.click(`[data-place="clear"]`)
	p.until("document.querySelector('#problem')")
	press := func(places ...string) {
		t.Helper()
		var all strings.Builder
		for _, place := range places {
			fmt.Fprintf(&all, "document.querySelector('#table [data-square=\"%s\"]').click();", place)
		}
		p.do(chromedp.Evaluate[chromedp.Void](all.String()))
	}
	choose := func(name, value string) {
		t.Helper()
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector('#table input[name=%s][value=\"%s\"]').click()", name, value)))
	}
	press("19", "19", "20", "20", "20", "21")
	choose("side", "D")
	press("24", "24", "bar-D", "13")
	choose("side", "none")
	press("13")
	p.until(trainingLine + " === 'short 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,3,1,0,0,-2|0,1|9,12 throw L'")
	if got := eval[string](p, "document.activeElement.tagName"); got == "BODY" {
		t.Error("the focus is lost")
	}

	// By keyboard: a digit, one more, one less.
	choose("side", "L")
	p.do(chromedp.Focus(chromedp.CSS(`#table [data-square="22"]`)))
	p.press("3")
	p.until(`document.querySelector('#table [data-square="22"] .stack').children.length === 3`)
	p.press(kb.Enter)
	p.press(kb.Backspace)
	p.press(kb.Backspace)
	p.until(trainingLine + ".includes(',2,3,1,2,0,-2|0,1|7,12 ')")
	if at := eval[string](p, "document.activeElement.dataset.square ?? ''"); at != "22" {
		t.Errorf("the focus is at %q, not where one types", at)
	}

	// With the mouse: to another point, and off the board.
	drag := func(from, to string) {
		t.Helper()
		at := func(place string) string { return fmt.Sprintf("#table [data-square=%q]", place) }
		if to == "" {
			p.dragBetween(at(from), "h1")
			return
		}
		p.dragBetween(at(from), at(to))
	}
	drag("22", "18")
	p.until(trainingLine + ".includes(',1,2,3,1,1,0,-2|0,1|7,12 ')")
	drag("18", "")
	p.until(trainingLine + ".includes(',0,2,3,1,1,0,-2|0,1|8,12 ')")

	die := func(i int, n string) {
		t.Helper()
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(s => { s.value = '%s'; s.dispatchEvent(new Event('change', {bubbles: true})) })(document.getElementById('die-%d'))`, n, i)))
	}
	die(1, "6")
	p.until("document.querySelector('#problem')") // half a throw
	die(2, "5")
	p.until("document.querySelector('[data-play=\"19/off 20/off\"]')")
	if n := p.count("[data-play]"); n != 1 {
		t.Errorf("%d plays, want the one that takes the two highest", n)
	}
	p.click(`[data-play="19/off 20/off"]`)
	p.until("document.querySelector('.shown-play') && !document.querySelector('#table .setup')")
	p.click("#table a.main")
	p.until(trainingLine + ".endsWith('|0,1|10,12 throw D')")
	once()

	// What was put in place of the table can be copied as well.
	if hidden, all := p.count("#share [data-copies][hidden]"), p.count("#share [data-copies]"); hidden > 0 || all < 3 {
		t.Errorf("%d of %d buttons that copy are hidden", hidden, all)
	}
	p.click(`#share [data-copies="field-code"]`)
	p.until("document.querySelector('#share [data-copies=\"field-code\"]').textContent === document.querySelector('#share [data-copies=\"field-code\"]').dataset.done")

	// The address is the position: whoever opens it sees the same.
	line, link := eval[string](p, trainingLine), eval[string](p, "document.querySelector('#field-link').value")
	p.open(link)
	if again := eval[string](p, trainingLine); again != line {
		t.Errorf("the link leads to %s, not to %s", again, line)
	}
	p.load(func() { p.click("#play button[value=hotseat]") })
	p.until("document.querySelector('#board').dataset.begin === " + strconv.Quote(strings.TrimPrefix(line, "short ")))
}

// TestTrainingTableSamplesVectors opens positions in the browser and counts
// what can be played there; the pages' own tests ask every one of them.
func TestTrainingTableSamplesVectors(t *testing.T) {
	t.Parallel()
	f, err := os.Open("../games/nardy/testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	p := newSite(t).person()
	seen := map[string]int{}
	for lines.Scan() {
		var v struct {
			Type, Variant, Pos, Turn string
			Dice                     []int
			First, Second, HandOver  bool
			HeadTaken                int `json:"head_taken"`
			Used, Count              int
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if v.Type != "legal" || v.HandOver || v.HeadTaken > 0 || v.First || v.Count < 3 || v.Count > 60 || seen[v.Variant] == 1 {
			continue
		}
		seen[v.Variant]++
		q := url.Values{"variant": {v.Variant}, "pos": {v.Pos}, "turn": {v.Turn}, "when": {"later"}}
		for i, d := range v.Dice {
			if i < 2 || v.Variant == "triple" || v.Variant == "two_by_two" {
				q.Add("d", strconv.Itoa(d))
			}
		}
		p.open("/en/nardy/position?" + q.Encode())
		if n := p.count("[data-play]"); n != v.Count {
			t.Errorf("%s: %d plays, want %d", q, n, v.Count)
		}
	}
	if len(seen) != 17 {
		t.Errorf("samples of %d variants: %v", len(seen), seen)
	}
}

// TestRefusalsOnTheNardyBoardLeadToTheGlossary: a refusal names its clause and
// the words in it lead to the glossary, once, however often it is drawn.
func TestRefusalsOnTheNardyBoardLeadToTheGlossary(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.nardyTable(s, "classic", nardyCode(15, map[int]string{1: "15", 13: "-15"}, [2]int{}, "play L 6-5"), "")
	p.fill("#type-text", "1/7 1/6")
	p.pressNow("type-go")
	p.until("document.querySelector('#sent.problem a.term')")
	for _, link := range []struct{ selector, want string }{
		{"#sent a.term", "/nardy/rules#term-head"}, {"#sent > a", "/nardy/rules#nardy.head-once"},
	} {
		if got := eval[string](p, fmt.Sprintf("document.querySelector(%q)?.getAttribute('href') ?? ''", link.selector)); got != link.want {
			t.Errorf("%s leads to %q, want %q", link.selector, got, link.want)
		}
	}
	p.do(chromedp.Evaluate[chromedp.Void]("window.term = document.querySelector('#sent a.term'); dispatchEvent(new Event('visibilitychange')); document.querySelector('#flip').click()"))
	p.until("document.querySelector('#sent a.term')")
	if n, again := p.count("#sent a.term[href$=head]"), eval[bool](p, "window.term === document.querySelector('#sent a.term')"); n != 1 || !again {
		t.Errorf("%d links to the head, drawn again: %v", n, !again)
	}
	p.click("#sent a.term")
	p.until("location.pathname === '/nardy/rules' && document.querySelector(location.hash)")
}
