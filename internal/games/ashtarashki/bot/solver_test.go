package bot

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// soak reports whether the long form of a test was asked for.
func soak() bool { return os.Getenv("HOD_SOAK") == "1" }

// solver knows the value of every position it has been asked for: the points of
// the side to move under perfect play. It shares nothing with the search: it
// looks at every move to the end of the game and remembers the answer.
type solver map[ashtarashki.Position]int8

func (s solver) value(p ashtarashki.Position) int8 {
	if e, over := p.Ending(); over {
		if e.Winner == p.ToMove {
			return int8(e.Points)
		}
		return int8(-e.Points)
	}
	if v, known := s[p]; known {
		return v
	}
	// A finished stone can not be taken, so its side never loses everything.
	most := int8(2)
	if p.Finished(p.ToMove.Other()) != 0 {
		most = 1
	}
	best := int8(-2)
	for _, m := range p.AppendMoves(nil) {
		if best = max(best, -s.value(p.After(m))); best == most {
			break
		}
	}
	s[p] = best
	return best
}

// scattered is a position with so many active stones, at least one of each
// side, and up to three finished ones a side, in which the game goes on.
func scattered(r *rand.Rand, active int) ashtarashki.Position {
	for {
		p := ashtarashki.Position{ToMove: ashtarashki.Colour(r.IntN(2))}
		scatter := func(c ashtarashki.Colour, last bool) {
			s := ashtarashki.Square(r.IntN(ashtarashki.Squares))
			goal := 7
			if c == ashtarashki.Black {
				goal = 0
			}
			if _, taken := p.At(s); taken || (s.Rank() == goal) != last {
				return
			}
			p.Sides[c] |= ashtarashki.SetOf(s)
			p.Ranks[r.IntN(3)] |= ashtarashki.SetOf(s)
			switch r.IntN(3) {
			case 1:
				p.Turned |= ashtarashki.SetOf(s)
			case 2:
				p.Covered |= ashtarashki.SetOf(s)
			}
		}
		for c := range p.Sides {
			for range 8 * r.IntN(4) { // one square in eight is on the last rank
				scatter(ashtarashki.Colour(c), true)
			}
		}
		scatter(ashtarashki.White, false)
		scatter(ashtarashki.Black, false)
		for range active - 2 {
			scatter(ashtarashki.Colour(r.IntN(2)), false)
		}
		white, black := p.Active(ashtarashki.White), p.Active(ashtarashki.Black)
		if _, over := p.Ending(); !over && white != 0 && black != 0 && white.Len()+black.Len() == active {
			return p
		}
	}
}

// Positions with at most three stones that have not finished are played
// perfectly: the value is kept, by the level's own measure.
func TestEndingsKeepTheirValue(t *testing.T) {
	n := 300
	if soak() {
		n = 10_000
	}
	r := rand.New(rand.NewPCG(10, 3))
	s := newSearch(Trained(), tableBits)
	most, total := 0, 0
	values := map[int8]int{}
	exact := solver{}
	for range n {
		p := scattered(r, 2+r.IntN(2))
		if len(exact) > 2_000_000 {
			clear(exact)
		}
		want := exact.value(p)
		values[want]++
		s.limit = 500 * Rate
		result := s.best(p, deepest)
		if got := -exact.value(p.After(result.Move)); got != want {
			t.Errorf("%s: worth %d, %d after the move to %s", p, want, got, result.Move.To)
		}
		if result.Points() != int(want) && len(s.root(p)) > 1 {
			t.Errorf("%s: worth %d, the search says %d (depth %d, %d nodes)", p, want, result.Score, result.Depth, s.nodes)
		}
		most, total = max(most, s.nodes), total+s.nodes
	}
	t.Logf("%d positions worth %v; %d nodes on average, %d at most", n, values, total/n, most)
}
