package e2e

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/hod-games/hod/internal/wire"
)

// TestNardyHintKeepsToItsRound asks for a hint without a network and with one,
// numbers the points anew, and resigns: the next round has no hint yet.
func TestNardyHintKeepsToItsRound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.atNardy(mustCreate(t, s.api, wire.Create{
		Game: "nardy", Options: json.RawMessage(`{"variant":"hyper"}`), Mode: "computer", Bot: "random", Starts: "first",
		Position: nardyCode(3, map[int]string{1: "1", 2: "1", 3: "1", 24: "-1", 23: "-1", 22: "-1"}, [2]int{}, "throw L"),
	}))
	p.awaitDue("hop")
	eval[bool](p, "window.network = fetch, window.fetch = () => Promise.reject(new TypeError('no network')), true")
	p.click("#hint-go")
	p.until("document.querySelector('#hint-offline').getClientRects().length > 0")
	eval[bool](p, "window.fetch = window.network, true")
	p.click("#hint-go")
	hinted := "document.querySelector('#advice')?.getClientRects().length > 0 && document.querySelectorAll('.advice-trail path.line').length > 0"
	p.until(hinted)
	if eval[bool](p, "document.querySelector('#hint-offline').getClientRects().length > 0") {
		t.Error("with the hint on the page there is no connection")
	}
	words := "document.querySelector('#advice-words strong').textContent"
	before := eval[string](p, words)
	eval[bool](p, "document.querySelector('[data-place=\"1\"] .no').textContent = '24', true")
	p.until(words + " != '" + before + "'")
	p.until(hinted)
	p.click("#resign")
	p.click("#resign-yes")
	p.until("document.querySelector('#table').dataset.over == 'true'")
	p.until("!document.querySelector('#advice') && document.querySelectorAll('.advice-trail path').length == 0")
	p.pressNow("again")
	p.until("document.querySelector('#table').dataset.over == 'false'")
	if count := p.text("#hint-count"); count != "" {
		t.Errorf("in a new round the page says %q", count)
	}
}

// TestNardyHintWithoutScriptLeadsToItsWords: the page that comes after the press
// shows what is best, and why, at the top of the window.
func TestNardyHintWithoutScriptLeadsToItsWords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	for _, size := range [][2]int64{{360, 740}, {740, 360}, {768, 1024}} {
		p.phone(size[0], size[1])
		path := p.atNardy(mustCreate(t, s.api, wire.Create{
			Game: "nardy", Options: json.RawMessage(`{"variant":"hyper"}`), Mode: "computer", Bot: "random", Starts: "first",
			Position: nardyCode(3, map[int]string{1: "1", 2: "1", 3: "1", 24: "-1", 23: "-1", 22: "-1"}, [2]int{}, "throw L"),
		}))
		p.awaitDue("hop")
		plain := p.newTab().withoutScript()
		plain.phone(size[0], size[1])
		plain.open(path)
		plain.load(func() { plain.click("#hint-go") })
		for range 50 {
			if !plain.has("#hint-busy") {
				break
			}
			plain.load(func() { plain.click("#hint-busy button") }) // the machine may be slow
		}
		if seen := eval[string](plain, `(() => {
			const said = [...document.querySelectorAll('.advice-words .best')].filter(e => e.getClientRects().length)
				.map(e => e.closest('.advice-words').getBoundingClientRect()).filter(r => r.top >= 0 && r.bottom <= innerHeight / 2);
			return said.length == 1 ? '' : said.length + ' times with the page at ' + scrollY;
		})()`); seen != "" {
			t.Errorf("%d × %d: the words of the hint are seen %s", size[0], size[1], seen)
		}
		plain.look(fmt.Sprintf("hint-plain-%dx%d", size[0], size[1]))
	}
}
