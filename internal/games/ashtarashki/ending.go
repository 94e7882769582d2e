package ashtarashki

import "fmt"

// Ending is how a game ended (section 4 of the rules).
type Ending struct {
	Winner Colour
	Points int
	Reason string
}

// The reasons of an Ending.
const (
	ReasonTotal      = "total"       // clause 4.1
	ReasonFinish     = "finish"      // clause 4.2
	ReasonFinishFew  = "finish-few"  // clause 4.3
	ReasonMoreStones = "more-stones" // clause 4.3
	ReasonBlock      = "block"       // clauses 4.3 and 4.4
)

// ToFinish is how many stones on the last rank win (clause 4.2).
const ToFinish = 4

// Ending looks at the position after a move and reports whether the game is
// over. The clauses are asked in order, and in each the side that has just
// moved is looked at first.
func (p *Position) Ending() (Ending, bool) {
	if e, over := p.Decided(); over {
		return e, true
	}
	if !p.CanMove() {
		return Ending{p.ToMove.Other(), 1, ReasonBlock}, true // clause 4.4
	}
	return Ending{}, false
}

// Decided is Ending without clause 4.4: it does not ask whether the side to
// move has a move. Where moves are listed anyway, that is seen for nothing.
func (p *Position) Decided() (Ending, bool) {
	moved, next := p.ToMove.Other(), p.ToMove
	// While each side has a stone that has not finished, only clause 4.2 can
	// apply.
	if p.Active(White) != 0 && p.Active(Black) != 0 {
		for _, c := range [...]Colour{moved, next} {
			if p.Finished(c).Len() >= ToFinish {
				return Ending{c, 1, ReasonFinish}, true
			}
		}
		return Ending{}, false
	}
	order := [...]Colour{moved, next}
	for _, c := range order {
		if p.Sides[c] == 0 {
			return Ending{c.Other(), 2, ReasonTotal}, true // clause 4.1
		}
	}
	for _, c := range order {
		if p.Finished(c).Len() >= ToFinish {
			return Ending{c, 1, ReasonFinish}, true // clause 4.2
		}
	}
	for _, c := range order {
		if p.Active(c) == 0 {
			return p.allFinished(c), true // clause 4.3
		}
	}
	return Ending{}, false
}

// allFinished is clause 4.3 for a side all of whose stones have finished,
// fewer than four.
func (p *Position) allFinished(c Colour) Ending {
	if p.Sides[c].Len() >= p.Sides[c.Other()].Len() {
		return Ending{c, 1, ReasonFinishFew}
	}
	other := *p
	other.ToMove = c.Other()
	if !other.CanMove() {
		return Ending{c, 1, ReasonBlock}
	}
	return Ending{c.Other(), 1, ReasonMoreStones}
}

// ResultLine ends a record of a game (clause 5.5): the points of White and of
// Black.
func (e Ending) ResultLine() string {
	points := [2]int{}
	points[e.Winner] = e.Points
	return fmt.Sprintf("# %d : %d", points[White], points[Black])
}
