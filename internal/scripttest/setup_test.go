package scripttest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// TestThePageSetsUpWhatTheServerDoes puts and takes checkers at random, in
// variants where a checker is hit, covered or closes its point.
func TestThePageSetsUpWhatTheServerDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	var input strings.Builder
	var want []string
	for i := range 90 {
		v, _ := nardy.VariantNamed([...]string{"short", "plakoto", "classic"}[i%3])
		p := v.Initial()
		fmt.Fprint(&input, v.Contact == nardy.Covering, " ", v.Code(&p))
		for range 40 {
			place := fmt.Sprint(1 + r.IntN(24)%(3+i/4)) // crowded ones first
			side := nardy.Side(r.IntN(2))
			if v.Contact == nardy.Hitting && r.IntN(8) == 0 {
				place = "bar-" + side.Letter()
			}
			if r.IntN(3) == 0 {
				v.Remove(&p, place)
				fmt.Fprint(&input, " none@", place)
				continue
			}
			v.Put(&p, side, place)
			fmt.Fprint(&input, " ", side.Letter(), "@", place)
		}
		fmt.Fprintln(&input)
		on, _, _ := strings.Cut(v.Code(&p), "|")
		want = append(want, fmt.Sprintf("%s|%d,%d|0,0", on, p.N[nardy.Light][nardy.Bar], p.N[nardy.Dark][nardy.Bar]))
	}
	got := run(t, "board/nardy/setup_test.ts", input.String())
	for i, line := range strings.Split(strings.TrimSpace(input.String()), "\n") {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("%s: the page has\n%s\nthe server\n%s", line, got[min(i, len(got)-1)], want[i])
		}
	}
}
