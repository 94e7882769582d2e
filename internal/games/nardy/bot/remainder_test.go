package bot

import (
	"math/rand/v2"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// withRemainder plays games of the networks against themselves and gives the
// nodes in which a remainder is to be played.
func withRemainder(t *testing.T, s *Searcher, count int, visit func(n *Node)) {
	t.Helper()
	r := rand.New(rand.NewPCG(6, 7))
	for count > 0 {
		n, over := Start(s.v, nardy.Light), false
		for turn := 0; turn < 300 && count > 0 && !over; turn++ {
			if !n.Rest.Empty() {
				visit(&n)
				count--
			}
			var settled Node
			if settled, over, _ = s.Settle(&n); over {
				break
			}
			st := Thrown(s.v, &settled, []uint8{uint8(1 + r.IntN(6)), uint8(1 + r.IntN(6))})
			n, over, _ = s.Play(&st)
		}
	}
}

// mostOf is the most that can come of a remainder, with every play of it tried.
func mostOf(s *Searcher, n *Node, seen map[Node]float32) float32 {
	if e, ok := seen[*n]; ok {
		return e
	}
	st, ok := Remainder(n)
	if !ok {
		c := s.Value(n)
		return c.Equity()
	}
	results, used := s.generator.Results(s.v, &st.Pos, st.rules(s.v))
	most := float32(-4)
	for _, result := range append([]nardy.Position(nil), results...) {
		var e float32
		if kind, winner := s.v.Status(&result); kind != nardy.GoesOn {
			c := end(kind, winner, n.Side)
			e = c.Equity()
		} else {
			next, _, _ := st.After(s.v, &result, used)
			e = mostOf(s, &next, seen)
		}
		most = max(most, e)
	}
	seen[*n] = most
	return most
}

// TestSettleAgainstEveryPlay holds how remainders are played against the best of
// all ways to play them: with one number they are the same, with more little is
// lost, and never is there more than the best.
func TestSettleAgainstEveryPlay(t *testing.T) {
	for _, id := range []string{"gulbar", "khachapuri", "crazy_gulbar", "crazy_fevga", "crazy_plakoto"} {
		v := variant(t, id)
		_, nets, err := Trained(id)
		if err != nil {
			t.Fatal(err)
		}
		s := NewSearcher(NewJudge(v, nets, tables))
		count, several, lost := 0, 0, float32(0)
		withRemainder(t, s, 60, func(n *Node) {
			numbers, hops := 0, 0
			for _, h := range n.Rest {
				hops += int(h)
				if h > 0 {
					numbers++
				}
			}
			if hops > 8 {
				return // too many plays to try them all
			}
			c := s.Settled(n)
			settled, over, _ := s.Settle(n)
			if !over && (settled.Side != n.Side || !settled.Rest.Empty()) {
				t.Fatalf("%s %s: settled %+v", id, v.Code(&n.Pos), settled)
			}
			got, most := c.Equity(), mostOf(s, n, map[Node]float32{})
			count++
			switch {
			case got > most+1e-5, numbers == 1 && got < most-1e-5:
				t.Errorf("%s %s, remainder %v: %.4f, the best is %.4f", id, v.Code(&n.Pos), n.Rest, got, most)
			case numbers > 1:
				several++
				lost += most - got
			}
		})
		if count < 20 {
			t.Errorf("%s: only %d remainders", id, count)
		}
		if several > 0 && lost/float32(several) > 0.02 {
			t.Errorf("%s: remainders of several numbers lose %.4f on average", id, lost/float32(several))
		}
		t.Logf("%s: %d remainders, %d of several numbers, which lose %.4f in all", id, count, several, lost)
	}
}

// TestPlaysThatLeaveARemainderCountWhatComesOfIt looks at stages whose plays all
// leave the opponent something: what they are worth is what he makes of it.
func TestPlaysThatLeaveARemainderCountWhatComesOfIt(t *testing.T) {
	v := variant(t, "crazy_gulbar")
	_, nets, err := Trained(v.ID)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSearcher(NewJudge(v, nets, tables))
	r := rand.New(rand.NewPCG(8, 7))
	stages := 0
	for stages < 30 {
		n, over := Start(v, nardy.Light), false
		for turn := 0; turn < 300 && !over; turn++ {
			var settled Node
			if settled, over, _ = s.Settle(&n); over {
				break
			}
			double := uint8(1 + r.IntN(6))
			st := Thrown(v, &settled, []uint8{double, double})
			ranked, err := s.rank(t.Context(), &st, &effort{})
			if err != nil {
				t.Fatal(err)
			}
			_, used := s.generator.Results(v, &st.Pos, st.rules(v))
			for i := range ranked {
				if kind, _ := v.Status(&ranked[i].Result); kind != nardy.GoesOn {
					continue
				}
				next, _, more := st.After(v, &ranked[i].Result, used)
				if more || next.Rest.Empty() {
					continue
				}
				stages++
				c := s.Settled(&next)
				if want := -c.Equity(); ranked[i].Equity < want-1e-5 || ranked[i].Equity > want+1e-5 {
					t.Errorf("%s, throw of %d: play %d counts %.4f, the opponent makes it %.4f", v.Code(&st.Pos), double, i, ranked[i].Equity, want)
				}
			}
			st = Thrown(v, &settled, []uint8{uint8(1 + r.IntN(6)), uint8(1 + r.IntN(6))})
			n, over, _ = s.Play(&st)
		}
	}
}
