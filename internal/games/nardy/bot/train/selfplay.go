package train

import (
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// record is a game played to its end, or to where a table knows the rest.
type record struct {
	nodes []bot.Node
	// slipped tells of a node that the turn from there was one at random, so
	// that what came of it says nothing about the node.
	slipped []bool
	// plain and near are the chances in the nodes without lookahead and with
	// one ply, where the run wants them.
	plain, near []bot.Chances
	// final is what the side last can expect at the end.
	final bot.Chances
	last  nardy.Side
}

func (r *record) add(n *bot.Node, slipped bool) {
	r.nodes, r.slipped = append(r.nodes, *n), append(r.slipped, slipped)
}

// longest is how many turns a game may have. One that takes longer is not
// learned from; random networks play some.
const longest = 600

// strayTurns is how many turns at most a game that begins at random is played
// at random.
const strayTurns = 40

// wander is how games leave the way of good play, so that networks learn
// positions that it rarely comes to.
type wander struct {
	strays float64 // the share of games that begin with turns at random
	slips  float64 // the share of turns at random later
}

// play plays a game of m against itself by what r throws. Nothing is learned
// from turns at random.
func play(v *nardy.Variant, m *bot.Mover, r *rand.Rand, w wander, rec *record) (finished bool) {
	rec.nodes, rec.slipped = rec.nodes[:0], rec.slipped[:0]
	m.Reset()
	dice := make([]uint8, v.Dice)
	throw := func() {
		for i := range dice {
			dice[i] = uint8(1 + r.IntN(6))
		}
	}
	n := bot.Start(v, nardy.Side(r.IntN(2)))
	throw()
	for v.Reuse && dice[0] == dice[1] {
		throw()
	}
	astray := 0
	if w.strays > 0 && r.Float64() < w.strays {
		astray = 1 + r.IntN(strayTurns)
	}
	stuck := 0
	for turn := range longest {
		keep := turn >= astray && (turn > 0 || !v.Reuse) // the throw of the draw is no ordinary one
		slip := turn >= astray && w.slips > 0 && r.Float64() < w.slips
		if keep {
			rec.add(&n, slip && n.Rest.Empty())
		}
		if !n.Rest.Empty() {
			settled, over, c := m.Settle(&n)
			if over {
				rec.final, rec.last = c, n.Side
				return true
			}
			n = settled
			if keep {
				rec.add(&n, slip)
			}
		}
		s := bot.Thrown(v, &n, dice)
		var next bot.Node
		var over bool
		var c bot.Chances
		if turn < astray || slip {
			next, over, c = m.Stray(&s, r.IntN)
		} else {
			next, over, c = m.Play(&s)
		}
		if over {
			rec.final, rec.last = c, n.Side
			return true
		}
		if m.PhaseOf(&next) == bot.Exact {
			rec.final, rec.last = m.Value(&next), next.Side
			return true
		}
		if next.Pos != n.Pos {
			stuck = 0
		} else if stuck++; stuck > 3 && v.Dead(&next.Pos) {
			rec.final, rec.last = bot.Chances{bot.Win: 0.5}, next.Side
			return true
		}
		n = next
		throw()
	}
	return false
}
