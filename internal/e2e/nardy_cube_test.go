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
	start := map[int]string{1: "2", 12: "5", 17: "3", 19: "5", 6: "-5", 8: "-3", 13: "-5", 24: "-2"}
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
			Mode: "hotseat", Position: nardyCode(15, start, [2]int{}, test.rest),
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
