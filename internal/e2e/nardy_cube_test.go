package e2e

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/hod-games/hod/internal/wire"
)

// TestNardyPriceFitsTheCube: the largest prices there are stay within the faces
// of the cube on every screen, and an offered cube lies over no checker.
func TestNardyPriceFitsTheCube(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	for _, test := range []struct {
		stake int
		rest  string
		price string
	}{
		{25, "throw L throws=1,1 cube=6L", "1600"},
		{1000, "throw L throws=1,1 cube=6L", "64000"},
		{25, "answer L throws=1,1 cube=5D", "800"},
		{1000, "answer L throws=1,1 cube=5D", "32000"},
	} {
		p.atNardy(mustCreate(t, s.api, wire.Create{
			Game: "nardy", Options: json.RawMessage(fmt.Sprintf(`{"variant":"short","cube":"doubling","stake":%d}`, test.stake)),
			Mode: "hotseat", Position: nardyStart(test.rest),
		}))
		if price := p.text("#cube"); price != test.price {
			t.Fatalf("the cube shows %q, not %s", price, test.price)
		}
		for _, size := range [][2]int64{{320, 568}, {360, 740}, {568, 320}, {740, 360}, {768, 1024}, {1440, 900}} {
			p.phone(size[0], size[1])
			for _, fault := range eval[[]string](p, `(() => {
				const cube = document.getElementById('cube'), words = document.createRange(), faults = [];
				words.selectNodeContents(cube);
				const face = cube.getBoundingClientRect(), figure = words.getBoundingClientRect(), rim = parseFloat(getComputedStyle(cube).borderTopWidth);
				const over = Math.max(face.left + rim - figure.left, figure.right - face.right + rim, figure.height - face.height + 2 * rim);
				if (over > 0) faults.push(cube.innerText + ' reaches ' + over.toFixed(1) + ' px over its face of ' + face.width.toFixed(1) + ' px');
				for (const at of document.querySelectorAll('#board .point i')) {
					const r = at.getBoundingClientRect();
					if (r.right > face.left + 1 && r.left < face.right - 1 && r.bottom > face.top + 1 && r.top < face.bottom - 1) faults.push('the cube lies over a checker of point ' + at.closest('.point').dataset.place);
				}
				return faults;
			})()`) {
				t.Errorf("%s at %d × %d: %s", test.rest, size[0], size[1], fault)
			}
			p.look(fmt.Sprintf("cube-%s-%dx%d", test.price, size[0], size[1]))
		}
	}
}

// TestNothingLiesOverTheBoardWhileARaiseIsAnswered: however far one scrolls,
// each point that is in the window can be seen; with the board out of sight the
// raise stands at the top.
func TestNothingLiesOverTheBoardWhileARaiseIsAnswered(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	for _, size := range [][2]int64{{320, 568}, {360, 740}, {740, 360}, {768, 1024}} {
		p.phone(size[0], size[1])
		p.atNardy(mustCreate(t, s.api, wire.Create{
			Game: "nardy", Options: json.RawMessage(`{"variant":"short","cube":"doubling","stake":25}`), Mode: "computer", Bot: "random", Starts: "first",
			Position: nardyStart("answer L throws=1,1"),
		}))
		p.until("document.querySelector('#take:enabled')")
		eval[bool](p, `(async () => {
			const covered = new Set(), points = [...document.querySelectorAll('#board .point')];
			const end = points.map(e => e.getBoundingClientRect().bottom + scrollY).reduce((a, b) => Math.max(a, b));
			for (let y = 0; y < end; y += 20) {
				scrollTo(0, y);
				for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
				for (const e of points) {
					const r = e.getBoundingClientRect(), x = r.left + r.width / 2, y = r.top + r.height / 2;
					if (y > 0 && document.elementFromPoint(x, y)?.closest('.message')) covered.add(e.dataset.place);
				}
			}
			window.covered = [...covered].join(' ');
		})(), true`)
		p.until("window.covered !== undefined")
		if covered := eval[string](p, "window.covered"); covered != "" {
			t.Errorf("%d × %d: the message lies over the points %s", size[0], size[1], covered)
		}
		eval[bool](p, "scrollTo(0, document.querySelector('#board').getBoundingClientRect().bottom + scrollY + 8), true")
		p.until(`(r => r.height > 0 && r.top >= 0 && document.elementFromPoint(innerWidth / 2, r.top + r.height / 2)?.closest('#detail'))(document.querySelector('#detail').getBoundingClientRect())`)
	}
}

// TestALyingPhoneShowsTheBoardAndAllThatIsToBeDone: without scrolling, beside
// the whole board.
func TestALyingPhoneShowsTheBoardAndAllThatIsToBeDone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	for _, test := range []struct {
		dice, rest string
		buttons    string
	}{
		{"fair", "play L 3-1 throws=1,1", "undo swap done"},
		{"fair", "decide L throws=1,1", "roll raise"},
		{"fair", "answer L throws=1,1 cube=5D", "take drop"},
		{"own", "throw L throws=1,1 cube=1D", "own-dice roll"},
		{"own", "decide L throws=1,1", "roll raise"},
		{"own", "answer L throws=1,1 cube=5D", "take drop"},
	} {
		p.phone(740, 360)
		p.atNardy(mustCreate(t, s.api, wire.Create{
			Game: "nardy", Options: json.RawMessage(`{"variant":"short","cube":"doubling","stake":25}`), Mode: "hotseat", Dice: test.dice,
			Position: nardyStart(test.rest),
		}))
		for _, size := range [][2]int64{{740, 360}, {568, 320}, {740, 312}} {
			p.phone(size[0], size[1])
			for _, fault := range eval[[]string](p, fmt.Sprintf(`(() => {
				const faults = [];
				scrollTo(0, 0);
				for (const id of ['board', ...%q.split(' ')]) {
					const e = document.getElementById(id), r = e.getBoundingClientRect();
					if (r.height < 30 || r.top < 0 || r.bottom > innerHeight) faults.push(id + ' reaches from ' + r.top + ' to ' + r.bottom);
					else if (id != 'board' && document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)?.closest('#' + id) != e) faults.push(id + ' is covered');
				}
				return faults;
			})()`, test.buttons)) {
				t.Errorf("%s dice, %s at %d × %d: %s", test.dice, test.rest, size[0], size[1], fault)
			}
			p.look(fmt.Sprintf("lying-%s-%s-%dx%d", test.dice, test.rest[:4], size[0], size[1]))
		}
	}
}
