package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// example is a selector for something in the example of the rules page.
func example(id, inside string) string { return "#example-" + id + " " + inside }

// TestRulesExamplesAnswerInPlace tries moves on the rules page: the answers
// stand where one reads, are said aloud, and the page stays where it is.
func TestRulesExamplesAnswerInPlace(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	p.open("/bachet/rules")
	p.do(chromedp.Evaluate[chromedp.Void]("window.stays = true; document.querySelector('#example-four-of-nine').scrollIntoView()"))
	scrolled := eval[float64](p, "scrollY")

	p.click(example("four-of-nine", `.claim button[value="4"]`))
	p.until("document.querySelector('#example-four-of-nine .answer.refused')")
	if link := eval[string](p, "document.querySelector('#example-four-of-nine .answer a').getAttribute('href')"); link != "/bachet/rules#bachet.take-at-most" {
		t.Errorf("the refusal links %s", link)
	}
	if said := p.text("body > [role=status]"); said == "" {
		t.Error("the refusal is not said aloud")
	}
	p.click(example("four-of-nine", `.claim button[value="3"]`))
	p.until("document.querySelector('#example-four-of-nine input[name=position]').value === '6 first'")
	for left := 5; left >= 0; left-- {
		p.click(example("four-of-nine", `.others button[value="1"]`))
		p.until(fmt.Sprintf("document.querySelector('#example-four-of-nine input[name=position]').value.startsWith('%d ')", left))
	}
	if p.has(example("four-of-nine", "button[name=text]")) {
		t.Error("moves are offered after the end")
	}
	p.click(example("four-of-nine", "a[data-get]"))
	p.until("document.querySelector('#example-four-of-nine input[name=position]').value === '9 second'")

	// A stick takes itself and all after it.
	p.click(example("four-of-nine", `.stick[value="2"]`))
	p.until("document.querySelector('#example-four-of-nine input[name=position]').value === '7 first'")

	if !eval[bool](p, "window.stays === true") {
		t.Error("the page was loaded again")
	}
	if now := eval[float64](p, "scrollY"); now != scrolled {
		t.Errorf("the page scrolled from %v to %v", scrolled, now)
	}
	if path := eval[string](p, "location.pathname + location.search + location.hash"); path != "/bachet/rules" {
		t.Errorf("trying moves leads to %s", path)
	}
}

// TestArticlesLeaveTheKeysToThePage presses the keys that move sticks at a
// table, and those that scroll.
func TestArticlesLeaveTheKeysToThePage(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	for _, path := range []string{"/bachet/rules", "/bachet/strategy"} {
		p.open(path)
		p.do(chromedp.Evaluate[chromedp.Void](`window.taken = [];
			document.addEventListener("keydown", (e) => setTimeout(() => e.defaultPrevented && taken.push(e.key)));
			window.was = document.querySelector("main").textContent`))
		for _, key := range []string{"1", "2", "3", "r", " ", kb.ArrowDown, kb.PageDown} {
			p.press(key)
		}
		p.until("scrollY > 0")
		if taken := eval[string](p, "taken.join()"); taken != "" {
			t.Errorf("%s takes the keys %s", path, taken)
		}
		if !eval[bool](p, `document.querySelector("main").textContent === was`) {
			t.Errorf("%s changes when keys are pressed", path)
		}
	}
}

// TestRoundOfTheRulesByKeyboard steps through the round without a mouse.
func TestRoundOfTheRulesByKeyboard(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	p.open("/bachet/rules")
	p.do(chromedp.Evaluate[chromedp.Void]("window.stays = true; [...document.querySelectorAll('.steps a')].at(-1).focus()"))
	for step := range 8 {
		p.press(kb.Enter)
		p.until(fmt.Sprintf("document.querySelectorAll('.moves a')[%d].getAttribute('aria-current') === 'step'", step))
	}
	if !eval[bool](p, "document.activeElement.closest('.steps') !== null") {
		t.Error("the focus left the buttons")
	}
	if left := p.count("#replay .stick:not(.taken)"); left != 0 {
		t.Errorf("%d sticks are left after the round", left)
	}
	if !eval[bool](p, "window.stays === true") {
		t.Error("the page was loaded again")
	}
}

// TestStrategyBoardAnswersAsOneTypes changes the numbers of the board of lost
// heaps.
func TestStrategyBoardAnswersAsOneTypes(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	p.open("/bachet/strategy")
	p.do(chromedp.Evaluate[chromedp.Void]("window.stays = true; document.querySelector('#heap-sticks').select()"))
	p.press("21")
	p.until("document.querySelectorAll('.heap-cells li').length === 21")
	if !eval[bool](p, "document.activeElement.id === 'heap-sticks' && document.activeElement.value === '21'") {
		t.Error("the field lost its focus or its text")
	}
	p.do(chromedp.Evaluate[chromedp.Void](`{ const s = document.querySelector("#heap-misere");
		s.value = "true"; s.dispatchEvent(new Event("input", { bubbles: true })) }`))
	p.until(`[...document.querySelectorAll(".heap-cells .is-lost span[aria-hidden]")].map((e) => e.textContent).join() === "1,5,9,13,17,21"`)
	if query := eval[string](p, "location.search"); query != "?sticks=21&max=3&misere=true" {
		t.Errorf("the address keeps %q", query)
	}
	if !eval[bool](p, "window.stays === true") {
		t.Error("the page was loaded again")
	}
	p.load(func() { p.click(".heap-play form:nth-of-type(1) button") })
	p.until("location.pathname.startsWith('/t/')")
}
