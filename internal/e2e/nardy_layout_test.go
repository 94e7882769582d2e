package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/hod-games/hod/internal/wire"
)

// TestNardyLayout: at a table for two devices with a cube nothing lies over a
// player's line or the board, what one presses is 36 px high on a phone, words
// stay within their buttons, and nothing of what is to be done is cut. Both have
// the button for phrases, the host without a reload.
func TestNardyLayout(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, _ := s.seated(wire.Create{
		Game: "nardy", Options: json.RawMessage(`{"variant":"short","cube":"doubling"}`), Names: []string{"Константин Великий"},
	})
	for _, size := range [][2]int64{{320, 568}, {360, 640}, {360, 740}, {390, 844}, {568, 320}, {768, 1024}, {1440, 900}} {
		for who, p := range map[string]*person{"host": host, "guest": guest} {
			p.phone(size[0], size[1])
			p.until("document.querySelector('.seat-talk').getClientRects().length == 1")
			for _, fault := range eval[[]string](p, `(() => {
				const box = what => (typeof what == 'string' ? document.querySelector(what) : what).getBoundingClientRect();
				const faults = [], upright = innerWidth < innerHeight && innerWidth < 768;
				for (const b of document.querySelectorAll('.table .button, .seat-talk, .bar a')) {
					const r = box(b), words = document.createRange();
					if (!b.getClientRects().length) continue;
					if (r.height < 36 && upright) faults.push((b.id || b.className) + ' is ' + r.width + '×' + r.height);
					words.selectNodeContents(b);
					if (!b.matches('.button') || b.querySelector('svg')) continue;
					const wide = Math.max(...[...words.getClientRects()].map(w => Math.max(w.right - r.right, r.left - w.left)));
					if (wide > -1) faults.push('"' + b.innerText + '" reaches ' + wide + ' px over its border');
				}
				const head = document.getElementById('headline');
				if (getComputedStyle(head).overflowY != 'visible' && head.scrollHeight > head.clientHeight) faults.push('the headline is ' + head.scrollHeight + ' high in ' + head.clientHeight);
				const below = (over, under) => {
					const by = box(over).bottom - box(under).top;
					if (by > 1) faults.push(over + ' reaches ' + by + ' px over ' + under);
				};
				if (upright) {
					for (const pair of [['.message', '.seat.top'], ['.seat.top', '#board'], ['#board', '.seat.bottom'], ['.seat.bottom', '#act']]) below(...pair);
					const r = box('.seat-talk');
					for (const y of [r.top + 1, r.bottom - 1]) {
						const at = document.elementFromPoint(r.left + r.width / 2, y);
						if (!at?.closest('.seat-talk')) faults.push('the button for phrases lies below ' + (at?.id || at?.className));
					}
				}
				for (const name of document.querySelectorAll('.seat-name')) {
					if (/^\S+$/.test(name.innerText.trim()) && name.scrollWidth > name.clientWidth) faults.push(name.innerText + ' is cut');
				}
				return faults;
			})()`) {
				t.Errorf("%s at %d × %d: %s", who, size[0], size[1], fault)
			}
			p.look(fmt.Sprintf("%s-%dx%d", who, size[0], size[1]))
		}
	}
}

// TestNardyLayoutWithOwnDiceAndTheCube: the whole board stands on the smallest
// phone beside the entry of own dice and the buttons of the cube, each point is
// 36 px high, a raise can be answered where dice are entered, and one who has
// scrolled sees it at the top. The names of the players are whole.
func TestNardyLayoutWithOwnDiceAndTheCube(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, _ := s.seated(wire.Create{
		Game: "nardy", Options: json.RawMessage(`{"variant":"short","cube":"doubling"}`), Dice: "own",
	})
	whole := func(when string, buttons ...string) {
		t.Helper()
		names, err := json.Marshal(buttons)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range [][2]int64{{320, 568}, {360, 640}, {360, 740}} {
			host.phone(size[0], size[1])
			eval[bool](host, "scrollTo(0, 0), true")
			for _, fault := range eval[[]string](host, fmt.Sprintf(`(() => {
				const faults = [], act = document.getElementById('act').getBoundingClientRect();
				for (const e of document.querySelectorAll('.board .point')) {
					const r = e.getBoundingClientRect();
					if (r.height < 36) faults.push(e.className + ' is ' + r.height + ' px high');
				}
				for (const e of document.querySelectorAll('.board, .board .tray, .board .rail, .seat')) {
					const r = e.getBoundingClientRect();
					if (r.top < 0 || r.bottom > act.top + 2) faults.push(e.className + ' reaches from ' + r.top + ' to ' + r.bottom + ' with the buttons at ' + act.top);
				}
				for (const id of %s) {
					const e = document.getElementById(id), r = e.getBoundingClientRect();
					if (r.width < 36 || r.height < 36) faults.push(id + ' is ' + r.width + '×' + r.height);
					if (document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)?.closest('#' + id) !== e) faults.push(id + ' is not in sight');
				}
				for (const e of document.querySelectorAll('.seat-name')) {
					const over = e.firstElementChild.getBoundingClientRect().right - e.getBoundingClientRect().right;
					if (over > 0.001) faults.push(e.innerText + ' is cut by ' + over);
				}
				return faults;
			})()`, names)) {
				t.Errorf("%s at %d × %d: %s", when, size[0], size[1], fault)
			}
			host.look(fmt.Sprintf("own-cube-%s-%dx%d", when, size[0], size[1]))
		}
	}
	whole("draw", "undo", "own-dice", "roll", "raise", "done")
	host.enter("5 3")
	host.playTyped("17/22 19/22")
	whole("played", "undo", "own-dice", "roll", "raise", "done")
	eval[bool](host, "scrollTo(0, 900), true")
	host.until("document.querySelector('#table').matches('[data-away]')")
	guest.until("document.querySelector('#raise:not(:disabled)')")
	guest.pressNow("raise")
	for _, size := range [][2]int64{{320, 568}, {360, 740}, {568, 320}, {1024, 500}} {
		host.phone(size[0], size[1])
		eval[bool](host, "scrollTo(0, 900), true")
		host.until(`(r => r.height > 0 && r.top >= 0 && r.bottom <= innerHeight && document.elementFromPoint(innerWidth / 2, r.top + r.height / 2)?.closest('#detail'))(document.querySelector('#detail').getBoundingClientRect())`)
		host.look(fmt.Sprintf("raised-%dx%d", size[0], size[1]))
	}
	whole("raised", "undo", "take", "drop", "raise", "done")
}

// look keeps a picture of what one sees in the folder HOD_LOOK, for people.
func (p *person) look(name string) {
	p.t.Helper()
	if dir := os.Getenv("HOD_LOOK"); dir != "" {
		p.save(dir+"/"+name+".png", chromedp.CaptureScreenshot())
	}
}

// TestRefusalsAreSeenWhereOneHasScrolled: a turn that is typed far below the
// board is refused in sight.
func TestRefusalsAreSeenWhereOneHasScrolled(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	p.nardyTable(s, "short", nardyStart("play L 3-1"), "")
	p.awaitDue("hop")
	for _, size := range [][2]int64{{320, 568}, {360, 740}, {568, 320}} {
		p.phone(size[0], size[1])
		eval[bool](p, "document.querySelector('#type-text').scrollIntoView({block: 'center'}), true")
		p.until("document.querySelector('#message').getBoundingClientRect().bottom < 0")
		eval[bool](p, "document.querySelector('#type-text').value = '', true")
		p.fill("#type-text", "1/24")
		p.pressNow("type-go")
		p.until("document.querySelector('#sent.problem')?.innerText.trim()")
		p.until("(r => document.elementFromPoint(innerWidth / 2, r.top + r.height / 2)?.closest('#sent') && r.top >= 0 && r.bottom <= innerHeight)(document.querySelector('#sent').getBoundingClientRect())")
		p.look(fmt.Sprintf("refused-%dx%d", size[0], size[1]))
	}
}

// TestNothingLiesOverWhatHasTheFocus: without a script the list of turns leaves
// the board free, and where the buttons stay in sight, what is gone to by keys
// stands above them.
func TestNothingLiesOverWhatHasTheFocus(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	path := p.nardyTable(s, "short", nardyStart("play L 3-1"), "")
	for _, size := range [][2]int64{{320, 568}, {360, 740}, {768, 1024}} {
		p.phone(size[0], size[1])
		p.open("/nardy")
		for _, what := range []string{"#clock select", "input[name=variant][value=triple]"} {
			eval[bool](p, fmt.Sprintf("(e => { e.closest('details')?.setAttribute('open', ''); scrollTo(0, 0); e.focus(); return true; })(document.querySelector(%q))", what))
			if over := eval[float64](p, "document.activeElement.getBoundingClientRect().bottom - document.querySelector('.go').getBoundingClientRect().top"); over > 0 {
				t.Errorf("%d × %d: the buttons lie over %.0f px of %s", size[0], size[1], over, what)
			}
		}
	}
	p.withoutScript()
	for _, size := range [][2]int64{{320, 568}, {360, 740}} {
		p.phone(size[0], size[1])
		p.open(path)
		if !p.has("#play-list") {
			t.Fatal("there is no list of turns")
		}
		if over := eval[float64](p, "document.querySelector('.seat.bottom').getBoundingClientRect().bottom - document.querySelector('#act').getBoundingClientRect().top"); over > 1 {
			t.Errorf("%d × %d: the list of turns lies over %.0f px of the board and the player below", size[0], size[1], over)
		}
		p.look(fmt.Sprintf("plain-%dx%d", size[0], size[1]))
	}
}
