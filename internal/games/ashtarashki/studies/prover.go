package studies

import "github.com/hod-games/hod/internal/games/ashtarashki"

// Prover answers by complete search whether a side can force a win within a
// number of half-moves, whatever the other side does. It remembers what it has
// found; it is not safe for concurrent use.
type Prover struct {
	side  ashtarashki.Colour
	known map[ashtarashki.Position]span
	limit int // gives up after so many positions, counted in work
	work  int
}

// span is what is known of a position: a win is possible within wins half-moves
// and not within fails.
type span struct{ wins, fails int8 }

// never is more half-moves than a game has.
const never = 127

// NewProver asks for the wins of one side. It looks at no more than limit
// positions between two calls of Forget.
func NewProver(side ashtarashki.Colour, limit int) *Prover {
	p := &Prover{side: side, limit: limit}
	p.Forget()
	return p
}

// Forget starts anew.
func (v *Prover) Forget() {
	v.known, v.work = map[ashtarashki.Position]span{}, 0
}

// Work is the number of positions looked at since Forget.
func (v *Prover) Work() int { return v.work }

// Fewest returns the smallest number of half-moves, at most most, within which
// the side wins from p by force. It reports false where there is none, and
// where the limit was reached before that was clear.
func (v *Prover) Fewest(p ashtarashki.Position, most int) (int, bool) {
	for n := 0; n <= most; n++ {
		if v.wins(p, n) {
			return n, true
		}
		if v.work >= v.limit {
			return 0, false
		}
	}
	return 0, false
}

// wins reports whether the side wins within n half-moves. Once the limit is
// reached every answer is no.
func (v *Prover) wins(p ashtarashki.Position, n int) bool {
	if v.work >= v.limit {
		return false
	}
	v.work++
	if e, over := p.Ending(); over {
		return e.Winner == v.side
	}
	if n == 0 {
		return false
	}
	s, seen := v.known[p]
	switch {
	case !seen:
		s = span{wins: never, fails: -1}
	case int(s.wins) <= n:
		return true
	case int(s.fails) >= n:
		return false
	}
	// The side needs one move that wins; the other one, to find one that does
	// not lose.
	attacks := p.ToMove == v.side
	won := !attacks
	var buffer [64]ashtarashki.Move
	for _, m := range p.AppendMoves(buffer[:0]) {
		if v.wins(p.After(m), n-1) == attacks {
			won = attacks
			break
		}
	}
	if v.work >= v.limit {
		return false
	}
	if won {
		s.wins = int8(n)
	} else {
		s.fails = int8(n)
	}
	v.known[p] = s
	return won
}
