package e2e

import (
	"fmt"
	"testing"
)

// TestGameOnAPhone plays with a finger on 360 × 740: on the sticks, and on the
// buttons. Nothing is wider than the screen, and what one presses is as large
// as a finger.
func TestGameOnAPhone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	p.open("/")
	p.fits("/")
	path := p.choose(opening{mode: "hotseat"})
	p.fits(path)
	for _, selector := range []string{"#takes button", ".series-buttons button"} {
		small := eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)]
			.map(e => [e, e.getBoundingClientRect()])
			.filter(([e, r]) => r.width < 44 || r.height < 44)
			.map(([e, r]) => e.textContent.trim() + ' ' + r.width + '×' + r.height)`, selector))
		for _, what := range small {
			t.Errorf("%s is smaller than a finger", what)
		}
	}

	// The third stick from the end takes three.
	p.click("#heap button[data-stick='13']")
	p.awaitLeft(12)
	p.until(ready)
	p.click("#heap button[data-stick='12']")
	p.awaitLeft(11)
	for left := 11; left > 0; {
		n := min(3, left)
		p.take(n)
		left -= n
		p.awaitLeft(left)
	}
	p.until("document.querySelector('#table').dataset.over == 'true'")
	p.fits(path)
}

// fits checks that a page does not scroll sideways.
func (p *person) fits(path string) {
	p.t.Helper()
	if width, screen := eval[int](p, "document.documentElement.scrollWidth"), eval[int](p, "document.documentElement.clientWidth"); width > screen {
		p.t.Errorf("%s is %d wide on a screen of %d: %v", path, width, screen, eval[[]string](p, `[...document.querySelectorAll('body *')]
			.filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
			.slice(0, 5).map(e => e.tagName + '#' + e.id + '.' + e.className)`))
	}
}

func TestPagesFitEveryWidth(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	table := p.choose(opening{mode: "hotseat", heap: "20", names: [2]string{"Константин Константинович", "WWWWWWWWWWWWWWWWWWWWWWWW"}})
	p.take(3)
	p.awaitLeft(17)
	for _, path := range append(publicPages(), table) {
		p.open(path)
		for _, width := range []int64{320, 360, 768, 1024, 1600} {
			p.resize(width, 740)
			p.fits(fmt.Sprintf("%s at %d", path, width))
		}
	}
}
