package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// maxReadingBytes is what a page with twenty boards may weigh with all it needs,
// compressed.
const maxReadingBytes = 80 << 10

// readingPages are pages of nardy that one reads, of each kind some.
func readingPages() []string {
	return []string{
		"/nardy/rules", "/nardy/rules/classic", "/nardy/rules/crazy-plakoto", "/nardy/rules/two-by-two", "/nardy/rules/caucasian",
		"/nardy/exercises", "/nardy/exercises/long-legal-01", "/nardy/position", "/nardy/position?variant=triple&d=6&d=5&d=4", "/nardy/position?variant=short&pos=",
	}
}

// TestReadingNardyForEverybody looks at the pages as assistive technology does,
// and at every width.
func TestReadingNardyForEverybody(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	in := func(i int, path string) string { return []string{"", "/en"}[i%2] + path }
	for i, path := range readingPages() {
		for other := range 2 {
			p.open(in(i+other, path))
			if other == 0 {
				p.isAccessible(in(i, path))
			}
			for _, width := range []int64{360, 768, 1440} {
				p.resize(width, 740)
				p.fits(fmt.Sprintf("%s at %d", in(i+other, path), width))
			}
			if other == 1 {
				p.isAccessibleToo(in(i+other, path))
			}
		}
	}
	p.inTheme("dark")
	for i, path := range readingPages()[5:9] {
		p.open(in(i, path))
		p.isAccessibleIn("dark", in(i, path))
	}
	p.resize(360, 740)
	for _, path := range []string{"/nardy/rules?a=classic&b=caucasian", "/en/nardy/rules?a=classic&b=caucasian"} {
		p.open(path)
		for _, region := range eval[[]string](p, `[...document.querySelectorAll('.wide-table')]
			.filter(e => e.scrollWidth > e.clientWidth && (e.tabIndex < 0 || !e.getAttribute('aria-label')))
			.map(e => e.textContent.trim().slice(0, 40))`) {
			p.t.Errorf("%s: keys can not scroll %q", path, region)
		}
		if w := eval[[]int](p, "[document.querySelector('#variants .wide-table')].map(e => e.scrollWidth - e.clientWidth)"); w[0] > 0 {
			p.t.Errorf("%s: the table of variants is cut off by %d", path, w[0])
		}
	}
}

// TestPagesOfManyNardyBoards weighs the pages with the most boards, and logs
// when the first can be used on a CPU four times slower: that is the machine's
// affair.
func TestPagesOfManyNardyBoards(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	for i, path := range []string{"/nardy/rules", "/en/nardy/rules", "/nardy/rules/classic"} {
		p.do(chromedp.Navigate("about:blank"))
		if _, err := chromedp.Call(p.ctx, network.ClearBrowserCache, cdp.Empty{}); err != nil {
			t.Fatal(err)
		}
		throttle := func(rate float64) {
			t.Helper()
			if _, err := chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: rate}); err != nil {
				t.Fatal(err)
			}
		}
		throttle([...]float64{slower, 1, 1}[i])
		traffic := p.watchTraffic()
		p.open(path)
		p.within(8*patience, "document.readyState == 'complete'")
		throttle(1)
		rest(p)
		requests, all, _, list := traffic.sum()
		boards := p.count(".nardy.drawing")
		t.Logf("%s: %d boards, %d requests, %.1f KB; milliseconds to interactive, on the slow CPU or not: %d", path, boards, requests, all/1024,
			eval[int](p, "Math.round(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd)"))
		if all > maxReadingBytes || all == 0 {
			t.Errorf("%s takes %d requests, %.1f KB:\n%s", path, requests, all/1024, list)
		}
		if boards < 18 {
			t.Errorf("%s has %d boards", path, boards)
		}
	}
}

// TestNardyBoardsLeaveTheKeysAndTheScrollingToThePage presses the keys that
// play at a table and those that scroll, wherever the focus is, and looks
// whether a finger on a board can scroll.
func TestNardyBoardsLeaveTheKeysAndTheScrollingToThePage(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	for _, path := range []string{"/nardy/rules", "/nardy/rules/short", "/nardy/exercises/long-legal-01", "/nardy/position?variant=short&d=3&d=1"} {
		p.open(path)
		p.do(chromedp.Evaluate[chromedp.Void](`window.taken = [];
			document.addEventListener("keydown", (e) => setTimeout(() => e.defaultPrevented && taken.push(e.key)));
			window.was = document.querySelector("main").textContent`))
		for _, focus := range []string{"document.body", "document.querySelector('.example button, .exercise button, #table button')"} {
			p.do(chromedp.Evaluate[chromedp.Void]("scrollTo(0, 0); " + focus + "?.focus?.({preventScroll: true})"))
			for _, key := range []string{kb.ArrowLeft, kb.ArrowRight, kb.ArrowUp, kb.Home, kb.ArrowDown, kb.PageDown} {
				p.press(key)
			}
			p.until("scrollY > 0")
		}
		if taken := eval[string](p, "taken.join()"); taken != "" {
			t.Errorf("%s takes the keys %s", path, taken)
		}
		if !eval[bool](p, `document.querySelector("main").textContent === was`) {
			t.Errorf("%s changes when keys are pressed", path)
		}
		if held := eval[[]string](p, `[...document.querySelectorAll('.nardy, .nardy *')]
			.filter(e => !['auto', 'manipulation', 'pan-y'].includes(getComputedStyle(e).touchAction))
			.map(e => e.tagName + '.' + e.className + ' ' + getComputedStyle(e).touchAction).slice(0, 3)`); len(held) > 0 {
			t.Errorf("%s holds fingers: %s", path, strings.Join(held, "; "))
		}
	}
}

// TestNardyOnPaper prints: boards and answers are there, what only a screen can
// do is not.
func TestNardyOnPaper(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	p.resize(794, 1123)
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, shown, hidden string
		boards              int
	}{
		{"/nardy/rules/short", ".claim-result, .nardy .point, .nardy .die", ".example-foot, .others, .bar, .article-links", 10},
		{"/nardy/exercises/long-legal-01?choice=0", "#exercise .others .button, #exercise .answer", ".example-foot, .bar", 1},
		{"/nardy/position?variant=short&d=3&d=1", "[data-play], .nardy .point, .nardy .die", ".palette, .play-from, .brush-bar, #share, #text, .bar", 1},
	} {
		p.open(c.path)
		seen := func(selector string, want bool) []string {
			return eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter(e => e.checkVisibility() !== %v).map(e => e.tagName + '.' + e.className).slice(0, 3)`, selector, want))
		}
		if p.count(c.shown) == 0 || len(seen(c.shown, true)) > 0 {
			t.Errorf("%s: not printed: %v", c.path, seen(c.shown, true))
		}
		if p.count(c.hidden) == 0 || len(seen(c.hidden, false)) > 0 {
			t.Errorf("%s: printed: %v", c.path, seen(c.hidden, false))
		}
		if n := p.count(".nardy"); n < c.boards {
			t.Errorf("%s has %d boards", c.path, n)
		}
		p.fits(c.path + " on paper")
	}
}
