package bot

import "math/bits"

// blockCounts is how many inputs blocking writes: its own, and those of ways.
const blockCounts = heldCounts + wayCounts

const heldCounts = 33

// blocking is what counts in the long family: race, the way out of the head,
// points held and blocks, and how freely each number can be played.
func (e *encoder) blocking(x []float32, a, b *eye) {
	x[0] = float32(a.pips) / 150
	x[1] = float32(a.n[1]) / 15
	x[2] = float32(a.rear) / 24
	x[3] = a.count(13, 25) / 15
	x[4] = a.count(19, 25) / 15
	x[5] = share(a.occ, 12)
	x[6] = float32(longest(b.theirs)) / 6
	dead := e.freedom(x[7:13], a)
	x[13] = float32(dead) / 6
	x[14] = float32(dead*dead) / 36
	rear := min(a.rear, 24)
	x[15] = e.escapes.from(a.closed, rear)
	x[16] = share(a.closed&span(rear+1, rear+6), 6)
	stuck, load, free := 0, 0, float32(0)
	for m := a.occ; m != 0; m &= m - 1 {
		s := bits.TrailingZeros32(m)
		shut := bits.OnesCount32(a.closed & span(s+1, s+6))
		if shut >= 5 {
			stuck += int(a.n[s])
		}
		load += shut * int(a.n[s])
		free = max(free, e.escapes.from(a.closed, s))
	}
	x[17] = float32(stuck) / 8
	x[18] = float32(load) / 45
	x[19] = share(span(19, 24)&^a.occ, 6)
	x[20] = a.outside() / 150
	x[21] = a.count(2, 6) / 8
	x[22] = a.count(7, 12) / 8
	x[23] = a.count(13, 18) / 8
	x[24] = share(span(7, 12)&^a.closed, 6)
	x[25] = share(span(13, 18)&^a.closed, 6)
	x[26] = share(span(19, 24)&^a.closed, 6)
	if a.n[1] > 0 {
		x[27] = e.escapes.from(a.closed, 1)
	}
	x[28] = a.pile(2, 24, 2) / 10
	x[29] = free
	// Enemy checkers that our longest block has still before it.
	x[30] = share(a.occ&span(1, 12), 8)
	x[31] = share(a.closed&span(1, 12), 8)
	x[32] = yes(b.front() > 18 || b.off > 0) // an enemy is so far that we may build any block
	e.ways(x[heldCounts:], a)
}

// front is the most advanced step that the side holds, 0 for none.
func (e *eye) front() int { return 31 - bits.LeadingZeros32(e.occ|1) }

// freedom writes for each number from how many points it can be played, the
// rules about blocks set aside, and returns how many numbers can not be played.
func (e *encoder) freedom(x []float32, a *eye) (dead int) {
	home := a.rear >= 19
	for d := 1; d <= 6; d++ {
		n := bits.OnesCount32(e.hops(a, a.occ&^a.pinned, d))
		if home && a.pinned == 0 && (a.occ>>(25-d)&1 == 1 || a.rear > 25-d && !e.v.Exact) {
			n++
		}
		if n == 0 {
			dead++
		}
		x[d-1] = float32(n) / 6
	}
	return dead
}
