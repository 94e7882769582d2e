package bot

import (
	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// The shape of the network: what stands on each square, as one of nine kinds of
// stone of one's own or of the other side, is summed up in two rows of hidden
// units, one from either side's view; both rows, the mover's first, give one
// score. A unit counts from nothing to one.
const (
	kinds    = 9 // three ranks in three conditions
	features = 2 * kinds * ashtarashki.Squares
	hidden   = 32

	// Weights are whole numbers: of the first layer in 1/firstScale, of the
	// second in 1/secondScale.
	firstScale  = 256
	secondScale = 64
	// perUnit scores are one unit of the network's output, the logarithm of
	// the odds of winning.
	perUnit = 200
)

// row is one value for each hidden unit, four to a word. A word is the sum of
// its values, each shifted to its place, negative ones included; so adding
// words adds all four, whatever their signs.
type row [hidden / 4]uint64

// Each unit is kept this much higher, so that it reads as a number without a
// sign. No position's sum is as large.
const (
	lift   = 1 << 14
	lanes  = 0x0001_0001_0001_0001
	inLane = 0xffff
)

// Network is a trained evaluation, ready for use. It is never changed, so
// searches share it.
type Network struct {
	first  [features]row
	bias   row
	second [2][hidden / 4]pairs // for the mover's view and the other side's
	last   int
}

// pairs are the weights of four units, each raised by raise so that it has no
// sign, placed so that one multiplication adds up two products: those of the
// first and third unit, and those of the second and fourth.
type pairs struct{ even, odd uint64 }

const raise = 128

// sums are the hidden units of a position from White's view and from Black's.
type sums [2]row

// Network packs the weights for use.
func (w *Weights) Network() *Network {
	n := &Network{bias: pack(&w.Bias), last: int(w.Last)}
	for i := range n.bias {
		n.bias[i] += lift * lanes
	}
	for i := range w.First {
		n.first[i] = pack(&w.First[i])
	}
	for view := range w.Second {
		for i := range n.second[view] {
			raised := func(unit int) uint64 { return uint64(int(w.Second[view][4*i+unit]) + raise) }
			n.second[view][i] = pairs{
				even: raised(2) | raised(0)<<32,
				odd:  raised(3) | raised(1)<<32,
			}
		}
	}
	return n
}

func pack(values *[hidden]int16) row {
	var r row
	for i, v := range values {
		r[i/4] += uint64(int64(v)) << (16 * (i % 4))
	}
	return r
}

// feature numbers a stone from the view of a side, which sees the board from
// its own end.
func feature(view, c ashtarashki.Colour, kind int, s ashtarashki.Square) int {
	if view == ashtarashki.Black {
		s = ashtarashki.Squares - 1 - s
	}
	return (int(c^view)*kinds+kind)*ashtarashki.Squares + int(s)
}

// kindOf numbers the stone on an occupied square, without its colour.
func kindOf(p *ashtarashki.Position, s ashtarashki.Square) int {
	b := ashtarashki.SetOf(s)
	kind := 0
	switch {
	case p.Ranks[1]&b != 0:
		kind = 1
	case p.Ranks[2]&b != 0:
		kind = 2
	}
	switch {
	case p.Turned&b != 0:
		kind += 3
	case p.Covered&b != 0:
		kind += 6
	}
	return kind
}

func (r *row) add(o *row) {
	for i := range r {
		r[i] += o[i]
	}
}

func (r *row) subtract(o *row) {
	for i := range r {
		r[i] -= o[i]
	}
}

// sumAll sums up a position from nothing.
func (n *Network) sumAll(to *sums, p *ashtarashki.Position) {
	to[0], to[1] = n.bias, n.bias
	for c := range p.Sides {
		for set := p.Sides[c]; set != 0; set = set.Rest() {
			s := set.First()
			kind := kindOf(p, s)
			for view := range to {
				to[view].add(&n.first[feature(ashtarashki.Colour(view), ashtarashki.Colour(c), kind, s)])
			}
		}
	}
}

// sumMove changes the sums of p into those of the position after m.
func (n *Network) sumMove(to *sums, p *ashtarashki.Position, m ashtarashki.Move) {
	us := p.ToMove
	before := kindOf(p, m.From)
	after, gone := before, false
	if p.Retreats(m) {
		after, gone = before+3, before >= 6
	}
	for view := range to {
		v := ashtarashki.Colour(view)
		to[view].subtract(&n.first[feature(v, us, before, m.From)])
		if !gone {
			to[view].add(&n.first[feature(v, us, after, m.To)])
		}
		for set := m.Captured; set != 0; set = set.Rest() {
			s := set.First()
			to[view].subtract(&n.first[feature(v, us.Other(), kindOf(p, s), s)])
		}
	}
}

// score is the evaluation for the side to move.
func (n *Network) score(from *sums, us ashtarashki.Colour) int {
	var products, units uint64
	for view := range n.second {
		words, weights := &from[us^ashtarashki.Colour(view)], &n.second[view]
		for i, u := range words {
			// Below nothing is nothing: the bit of lift tells.
			u &= (u >> 14 & lanes) * inLane & ((lift - 1) * lanes)
			// More than firstScale-1 is firstScale-1: adding makes that bit
			// tell again.
			u |= ((u + (lift-firstScale)*lanes) >> 14 & lanes) * inLane
			u &= (firstScale - 1) * lanes
			even, odd := u&0x0000_ffff_0000_ffff, u>>16&0x0000_ffff_0000_ffff
			products += even*weights[i].even + odd*weights[i].odd
			units += even + odd
		}
	}
	total := n.last + int(products>>32) - raise*int(units>>32+units&(1<<32-1))
	return min(max(total*perUnit/(firstScale*secondScale), -mostBelow), mostBelow)
}
