package bot

import (
	"math"
	"math/bits"

	"github.com/hod-games/hod/internal/games/nardy"
)

// heuristic judges by pips and blots, points and blocks, with numbers set by
// hand. It is the pupil's judge, the frozen first rung of the ladder that
// stronger players are measured by, and what is left where a variant has no
// network.
type heuristic struct {
	v       *nardy.Variant
	escapes *escapes
}

// chances turns a sum of pips into chances: a lead of a tenth of what is left
// of the way is worth about three wins in four.
func (h *heuristic) chances(n *Node, a, b *eye) (c Chances) {
	lead := h.pips(a, b) - h.pips(b, a) + 4 // the throw is worth half a throw
	scale := 6 + float64(a.pips+b.pips)/24
	win := 1 / (1 + math.Exp(-float64(lead)/scale))
	c[Win] = float32(win)
	if b.off == 0 {
		c[WinMars] = float32(win * marsShare(float64(b.outside()), float64(a.pips)))
	}
	if a.off == 0 {
		c[LoseMars] = float32((1 - win) * marsShare(float64(a.outside()), float64(b.pips)))
	}
	if n.Rest != (nardy.Rest{}) {
		c[Win] = min(1, c[Win]+0.02)
	}
	return c
}

// marsShare is a guess how many losses are a mars when the loser has so many
// pips to bring everybody home and the winner so many in all.
func marsShare(outside, pips float64) float64 {
	return 1 / (1 + math.Exp((pips-outside-20)/12))
}

// pips is what the side's place on the board is worth, in pips.
func (h *heuristic) pips(a, b *eye) float32 {
	sum := -float32(a.pips)
	switch h.v.Contact {
	case nardy.Hitting:
		sum += h.exposed(a, b) + 2*float32(bits.OnesCount32(a.made&span(17, 24)))
		sum += 1.5*float32(longest(a.made)) - 5*float32(a.bar)*share(a.closed&span(1, 6), 2)
		sum -= 6 * (1 - h.escapes.from(a.closed, min(a.rear, 24))) * yes(a.rear+b.rear <= 25)
	case nardy.Covering:
		sum += h.exposed(a, b) + 1.5*float32(bits.OnesCount32(a.made)) + float32(longest(a.made))
		for m := a.pinned; m != 0; m &= m - 1 {
			s := bits.TrailingZeros32(m)
			sum -= float32(25-s) + 8
			if s == 1 {
				sum -= 30
			}
		}
	default:
		sum += 1.2*float32(bits.OnesCount32(a.occ&span(1, 18))) + 1.5*float32(longest(b.theirs))
		sum -= 0.8 * float32(a.n[1])
		for m := a.occ & span(1, 18); m != 0; m &= m - 1 {
			s := bits.TrailingZeros32(m)
			sum -= 2 * (1 - h.escapes.from(a.closed, s)) * float32(min(a.n[s], 3))
		}
	}
	return sum
}

// exposed is what the blots of a cost, the more the longer the way they lose
// and the nearer an enemy stands.
func (h *heuristic) exposed(a, b *eye) (sum float32) {
	blots := a.occ &^ a.made &^ a.pinned
	seen := across(h.v, blots)
	if seen == 0 {
		return 0
	}
	risk, _, lost := shots(b, seen)
	return -12*lost - 6*risk
}
