package bot

import "github.com/hod-games/hod/internal/games/ashtarashki"

// Analyst looks at positions for tools that want more than a move. It is not
// safe for concurrent use.
type Analyst struct{ search *search }

// NewAnalyst thinks with a network; nil is the evaluation by hand.
func NewAnalyst(network *Network) *Analyst { return &Analyst{newSearch(network, analystBits)} }

// analystBits keeps the table small: it is cleared for every position.
const analystBits = 15

// Look searches a position in which the game goes on until its result is
// proven, or until it has looked at so many positions.
func (a *Analyst) Look(p ashtarashki.Position, nodes int) Result {
	a.search.limit = nodes
	return a.search.best(p, deepest)
}
