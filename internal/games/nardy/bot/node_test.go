package bot

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// randomGames plays random games of a variant and calls see with every state.
func randomGames(t testing.TB, id string, games int, see func(s *nardy.State, r *rand.Rand)) {
	t.Helper()
	v := variant(t, id)
	r := rand.New(rand.NewPCG(11, 12))
	var g nardy.Generator
	for range games {
		s, err := nardy.New(fmt.Appendf(nil, `{"variant":%q}`, id), "")
		if err != nil {
			t.Fatal(err)
		}
		for s.Phase() != nardy.PhaseOver {
			see(s, r)
			if s.Phase() == nardy.PhasePlay {
				p := s.Position()
				results, used := g.Results(v, &p, s.Stage())
				s = s.After(results[r.IntN(len(results))], used)
				continue
			}
			pips := make([]int, s.Draw().Dice)
			for i := range pips {
				pips[i] = 1 + r.IntN(6)
			}
			if r.IntN(3) == 0 && s.Phase() == nardy.PhaseThrow { // more doubles
				for i := range pips {
					pips[i] = pips[0]
				}
			}
			next, err := s.Roll(pips)
			if err != nil {
				t.Fatal(err)
			}
			s = next.(*nardy.State)
		}
	}
}

// TestNodesFollowTheGame plays random games and compares what the bot thinks
// comes after a stage with what the game says.
func TestNodesFollowTheGame(t *testing.T) {
	for _, v := range nardy.Variants() {
		var g nardy.Generator
		stages, handed, extra, runs := 0, 0, 0, 0
		randomGames(t, v.ID, 6, func(s *nardy.State, r *rand.Rand) {
			if s.Phase() != nardy.PhasePlay {
				return
			}
			stages++
			st := stageOf(s)
			if st.rules(&v).TwoOff != s.Stage().TwoOff {
				t.Fatalf("%s: two may leave the head: %t", s, !s.Stage().TwoOff)
			}
			p := s.Position()
			results, used := g.Results(&v, &p, s.Stage())
			for range 3 {
				result := results[r.IntN(len(results))]
				next := s.After(result, used)
				if next.Phase() == nardy.PhaseOver {
					continue
				}
				node, stage, more := st.After(&v, &result, used)
				if next.Phase() == nardy.PhasePlay {
					want := stageOf(next)
					if !more {
						stage, _ = Remainder(&node)
						handed++
					} else {
						runs++
					}
					if stage != want {
						t.Fatalf("%s, then %s:\n%+v, want\n%+v", s, next, stage, want)
					}
					continue
				}
				if want := nodeOf(next); node != want || more {
					t.Fatalf("%s, then %s:\n%+v, want\n%+v", s, next, node, want)
				}
				if node.Extra {
					extra++
				}
			}
		})
		if stages < 100 || v.HandOver && handed == 0 || v.Double == nardy.ExtraThrow && extra == 0 || v.Double == nardy.Progression && runs == 0 {
			t.Errorf("%s: only %d stages, %d remainders, %d extra throws, %d progressions", v.ID, stages, handed, extra, runs)
		}
	}
}
