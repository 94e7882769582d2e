package bot

import "math/bits"

// trapCounts is how many inputs trapping writes.
const trapCounts = 20

// trapping is what decides the games that are not races: how well a side holds
// what it has caught or may yet catch, how long it can wait, and what it loses
// by a hit. risk is the share of throws that hit one of its blots.
func (e *encoder) trapping(x []float32, a, b *eye, risk float32) {
	// An enemy checker, wherever among our home and its outskirts it stands.
	least, sum := float32(1), float32(0)
	for s := range 7 {
		free := e.escapes.from(b.closed, s)
		least = min(least, free)
		sum += free
	}
	x[0], x[1] = least, sum/7
	home := share(a.made&span(19, 24), 6)
	x[2] = risk * share(b.made&span(19, 24), 6)
	x[3] = float32(b.bar) / 2 * home * home
	x[4] = float32(longest(b.closed&^span(0, min(b.rear, 24)))) / 6 // ahead of the last enemy

	loose, square, freedom := 0, 0, float32(0)
	mean := a.pips / max(1, int(e.total)-a.off)
	for m := a.occ; m != 0; m &= m - 1 {
		s := bits.TrailingZeros32(m)
		n := int(a.n[s])
		if s <= 18 {
			freedom += float32(n) * e.escapes.from(a.closed, s)
		}
		if way := 25 - s - mean; way > 0 {
			square += n * way * way
		}
		if s+b.rear > 25 {
			loose += n * (25 - s)
		}
	}
	x[5] = freedom / 8
	x[6] = float32(square) / 600
	x[7] = float32(loose) / 100 // pips that are out of reach

	// Points held in the enemy's home, and what stands on them.
	anchors := a.made & span(1, 6)
	held := 0
	for m := anchors; m != 0; m &= m - 1 {
		held += int(a.n[bits.TrailingZeros32(m)])
	}
	switch bits.OnesCount32(anchors) {
	case 0:
	case 1:
		x[8] = float32(held) / 4
	default:
		x[9] = float32(held) / 6
	}
	x[10] = yes(anchors&(1<<1) != 0)
	x[11] = share(a.closed&span(1, 6), 6) * yes(a.bar > 0)
	x[12] = a.count(19, 21) / 6
	x[13] = a.count(22, 24) / 6
	x[14] = float32(e.spare(a)) / 40
	x[15] = yes(b.rear > 24 || a.rear+b.rear > 25)

	// Who brings everybody home before the enemy is out loses no more than one.
	if a.off == 0 {
		ahead := a.outside() + 6 - float32(b.pips)
		x[16] = max(-40, min(40, ahead)) / 30
		x[17] = a.count(0, 6) / 4
	}
	x[18] = float32(b.bar) / 2 * risk
	x[19] = share(a.made&span(17, 22), 6) // the points of the best prime
}

// spare is the pips that a side can play, its last checkers apart, before it
// breaks a point of its home: those outside, and what is more than two on the
// high points.
func (e *encoder) spare(a *eye) int {
	sum := 0
	for m := a.occ & span(7, 23); m != 0; m &= m - 1 {
		s := bits.TrailingZeros32(m)
		n := int(a.n[s])
		if s >= 19 {
			n -= 2
		}
		if n > 0 {
			sum += n * max(24-s, 0)
		}
	}
	return sum
}
