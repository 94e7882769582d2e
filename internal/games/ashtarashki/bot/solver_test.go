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

// kept plays one move in each of n positions with so many active stones, by the
// winning level's own measure, and counts those whose value it keeps and those
// whose value the search proves.
func kept(t *testing.T, n int, seed uint64, fewest, most int) (keeps, proves int) {
	t.Helper()
	r := rand.New(rand.NewPCG(10, seed))
	s := newSearch(Trained(), tableBits)
	total, largest := 0, 0
	values := map[int8]int{}
	exact := solver{}
	for range n {
		p := scattered(r, fewest+r.IntN(most-fewest+1))
		if len(exact) > 2_000_000 {
			clear(exact)
		}
		want := exact.value(p)
		values[want]++
		s.limit = budget * Rate
		result := s.best(p, deepest)
		if got := -exact.value(p.After(result.Move)); got == want {
			keeps++
		} else {
			t.Logf("%s: worth %d, %d after the move to %s", p, want, got, result.Move.To)
		}
		if result.Points() == int(want) {
			proves++
		}
		largest, total = max(largest, s.nodes), total+s.nodes
	}
	t.Logf("%d positions worth %v: the value of %d is kept, of %d proven; %d positions looked at on average, %d at most",
		n, values, keeps, proves, total/n, largest)
	return keeps, proves
}

// Positions with at most three stones that have not finished are played
// perfectly.
func TestThreeActiveStonesKeepTheirValue(t *testing.T) {
	n := 300
	if soak() {
		n = 10_000
	}
	if keeps, proves := kept(t, n, 3, 2, 3); keeps != n || proves != n {
		t.Errorf("of %d values %d are kept and %d proven", n, keeps, proves)
	}
}

func TestFourAndFiveActiveStonesKeepTheirValue(t *testing.T) {
	n := 10
	if soak() {
		n = 400
	}
	if keeps, _ := kept(t, n, 4, 4, 5); keeps*1000 < n*998 {
		t.Errorf("of %d values %d are kept", n, keeps)
	}
}
