package bot

import "math/bits"

// coverCounts is how many expert inputs a side has in Plakoto: those that covering
// writes, those of ways, and those of danger.
const coverCounts = pinCounts + wayCounts + 24

const pinCounts = 30

// covering is what counts in Plakoto: race, the mother, checkers that are
// covered and those that can be, points made, and how freely one can move.
func (e *encoder) covering(x []float32, a, b *eye) {
	free := a.occ &^ a.pinned
	blots := free &^ a.made
	x[0] = float32(a.pips) / 150
	x[1] = float32(a.n[1]) / 15
	x[2] = float32(a.rear) / 24
	x[3] = share(blots, 6)
	x[4] = yes(a.n[1] == 1 && a.pinned&2 == 0)
	x[5] = yes(a.pinned&2 != 0)
	x[6] = share(a.pinned, 3)
	if a.pinned != 0 {
		x[7] = float32(25-bits.TrailingZeros32(a.pinned)) / 24
	}
	x[8] = share(a.made, 7)
	x[9] = float32(longest(b.closed)) / 6
	rear := min(a.rear, 24)
	x[10] = e.escapes.from(a.closed, rear)
	x[11] = share(a.closed&span(rear+1, rear+6), 6)
	if blots != 0 {
		x[12], x[13], x[14] = shots(b, across(e.v, blots))
	}
	x[15] = a.count(19, 25) / 15
	x[16] = a.outside() / 150
	front := 25 - b.rear
	if a.rear < front {
		behind := 0
		for m := a.occ & (1<<front - 1); m != 0; m &= m - 1 {
			behind += int(a.n[bits.TrailingZeros32(m)])
		}
		x[17] = float32(behind) / 15
	}
	held := 0
	for m := a.holding; m != 0; m &= m - 1 {
		held += int(a.n[bits.TrailingZeros32(m)])
	}
	x[18] = float32(held) / 6
	x[19] = share(a.holding&a.made, 3)
	dead := e.freedom(x[20:26], a)
	x[26] = float32(dead) / 6
	x[27] = a.pile(2, 24, 3) / 8
	x[28] = share(a.made&span(1, 12), 5)
	x[29] = share(blots&span(1, 6), 3)
	e.ways(x[pinCounts:], a)
}
