package bot

import (
	"math/rand/v2"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// TestUnrolledThrowsAreLegalAndNoWorse plays throws with a progression in two
// ways: by always taking what would be best if the turn ended there, and by
// following several ways. The second never ends with less, and every line can be
// played hop by hop.
func TestUnrolledThrowsAreLegalAndNoWorse(t *testing.T) {
	for _, id := range []string{"crazy_gulbar", "crazy_short", "crazy_plakoto"} {
		v := variant(t, id)
		_, nets, err := Trained(id)
		if err != nil {
			t.Fatal(err)
		}
		s := NewSearcher(NewJudge(v, nets, tables))
		r := rand.New(rand.NewPCG(3, 7))
		better, throws := 0, 0
		for throws < 40 {
			n := Start(v, nardy.Light)
			for range 200 {
				settled, over, _ := s.Settle(&n)
				if over {
					break
				}
				double := uint8(1 + r.IntN(6))
				st := Thrown(v, &settled, []uint8{double, double})
				options, used := s.Options(&st)
				first := Best(options)
				result := first.Result
				if _, following, more := st.After(v, &result, used); !first.Over && more && throws < 40 {
					throws++
					greedy := greedily(s, following)
					options, used = s.Options(&st)
					l := bestLine(s.unroll(&st, options, used, considered))
					if float64(l.equity) < greedy-1e-6 {
						t.Errorf("%s %s, throw of %d: %.4f by one way, %.4f by several", id, v.Code(&st.Pos), double, greedy, l.equity)
					}
					if float64(l.equity) > greedy+1e-3 {
						better++
					}
				}
				st = Thrown(v, &settled, []uint8{uint8(1 + r.IntN(6)), uint8(1 + r.IntN(6))})
				if n, over, _ = s.Play(&st); over {
					break
				}
			}
		}
		if better == 0 {
			t.Errorf("%s: several ways are never better than one", id)
		}
	}
}

// greedily is the equity at the end of a throw whose stages are each played as if
// the turn ended there.
func greedily(s *Searcher, st Stage) float64 {
	for {
		options, used := s.Options(&st)
		best := Best(options)
		result, equity := best.Result, float64(best.Equity)
		if best.Over {
			return equity
		}
		_, following, more := st.After(s.v, &result, used)
		if !more {
			return equity
		}
		st = following
	}
}
