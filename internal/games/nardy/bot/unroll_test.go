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
		next, following, more := st.After(s.v, &result, used)
		switch {
		case !more && next.Rest.Empty():
			return equity
		case !more:
			c := s.Settled(&next)
			return -float64(c.Equity())
		}
		st = following
	}
}

// TestEndsAreSortedAndEachOnlyOnce holds the ends of throws against the results
// of their first stage.
func TestEndsAreSortedAndEachOnlyOnce(t *testing.T) {
	for _, id := range []string{"short", "plakoto", "crazy_gulbar"} {
		v := variant(t, id)
		_, nets, err := Trained(id)
		if err != nil {
			t.Fatal(err)
		}
		m := NewMover(NewJudge(v, nets, tables))
		r := rand.New(rand.NewPCG(4, 7))
		n, over := Start(v, nardy.Light), false
		for turn := range 30 {
			if n, over, _ = m.Settle(&n); over {
				break
			}
			st := Thrown(v, &n, []uint8{uint8(1 + r.IntN(6)), uint8(1 + r.IntN(6))})
			options, used := m.Options(&st)
			count := len(options)
			result := options[0].Result
			_, _, more := st.After(v, &result, used)
			ends := m.Ends(&st)
			if !more && len(ends) != count {
				t.Errorf("%s, turn %d: %d ends of %d results", id, turn, len(ends), count)
			}
			seen := map[nardy.Position]bool{}
			for i := range ends {
				if i > 0 && ends[i].Equity > ends[i-1].Equity {
					t.Errorf("%s, turn %d: end %d is better than the one before it", id, turn, i)
				}
				if ends[i].Over {
					continue
				}
				if seen[ends[i].Next.Pos] || !more && ends[i].Next.Side == st.Side {
					t.Errorf("%s, turn %d: end %d comes twice, or the turn goes on", id, turn, i)
				}
				seen[ends[i].Next.Pos] = true
			}
			if n, over, _ = m.Play(&st); over {
				break
			}
		}
	}
}
