package train

import (
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// record is a game played to its end, or to where a table knows the rest.
type record struct {
	nodes []bot.Node
	// final is what the side last can expect at the end.
	final bot.Chances
	last  nardy.Side
}

// longest is how many turns a game may have. One that takes longer is not
// learned from; random networks play some.
const longest = 600

// strayTurns is how many turns at most a game that begins at random is played
// at random.
const strayTurns = 40

// play plays a game of m against itself by what r throws. A share of the games
// begins with some turns at random, so that networks learn positions that good
// play rarely comes to; nothing is learned from those turns.
func play(v *nardy.Variant, m *bot.Mover, r *rand.Rand, strays float64, rec *record) (finished bool) {
	rec.nodes = rec.nodes[:0]
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
	if strays > 0 && r.Float64() < strays {
		astray = 1 + r.IntN(strayTurns)
	}
	stuck := 0
	for turn := range longest {
		keep := turn >= astray && (turn > 0 || !v.Reuse) // the throw of the draw is no ordinary one
		if keep {
			rec.nodes = append(rec.nodes, n)
		}
		if !n.Rest.Empty() {
			settled, over, c := m.Settle(&n)
			if over {
				rec.final, rec.last = c, n.Side
				return true
			}
			n = settled
			if keep {
				rec.nodes = append(rec.nodes, n)
			}
		}
		s := bot.Thrown(v, &n, dice)
		var next bot.Node
		var over bool
		var c bot.Chances
		if turn < astray {
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
