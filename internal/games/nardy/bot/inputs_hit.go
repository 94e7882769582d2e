package bot

import "math/bits"

// hitCounts is how many inputs hitting writes: its own, and those of trapping.
const hitCounts = ownCounts + trapCounts

const ownCounts = 26

// hitting is what counts in the short family: race, blots and shots, the way
// out for the rear checkers, the points made, and what is left to play with.
func (e *encoder) hitting(x []float32, a, b *eye) {
	blots := a.occ &^ a.made
	x[0] = float32(a.pips) / 100
	x[1] = float32(a.rear) / 24
	x[2] = share(blots, 5)
	x[3] = share(blots&span(19, 24), 3)
	x[4] = share(a.made&span(19, 24), 6)
	x[5] = float32(longest(a.made)) / 6
	rear := min(a.rear, 24)
	x[6] = e.escapes.from(a.closed, rear)
	x[7] = share(a.closed&span(rear+1, rear+6), 6)
	if a.bar > 0 {
		shut := share(a.closed&span(1, 6), 6)
		x[8] = shut * shut
		x[9] = float32(a.bar) / 3
	}
	risk := float32(0)
	if blots != 0 {
		any, two, lost := shots(b, across(e.v, blots))
		x[10], x[11], x[12] = any, two, lost
		risk = any
	}
	// Enemy checkers stand at most on this step of ours.
	front := 25 - b.rear
	if a.rear < front {
		behind, way := a.bar, front*a.bar
		for m := a.occ & (1<<front - 1); m != 0; m &= m - 1 {
			s := bits.TrailingZeros32(m)
			behind += int(a.n[s])
			way += (front - s) * int(a.n[s])
		}
		x[13] = float32(behind) / 15
		x[14] = float32(way) / 100
	}
	x[15] = share(a.made&span(1, 6), 3)
	x[16] = yes(a.made&span(4, 5) != 0)
	x[17] = a.count(0, 6) / 5
	x[18] = a.pile(22, 24, 2) / 6
	if a.off == 0 {
		x[19] = a.outside() / 60
	}
	// What can be played before the home and the points around it break up.
	spare := 0
	for m := a.occ & span(7, 18); m != 0; m &= m - 1 {
		s := bits.TrailingZeros32(m)
		spare += (21 - s) * int(a.n[s])
	}
	x[20] = float32(spare) / 60
	x[21] = share(a.occ&span(13, 18), 4)
	x[22] = a.pile(1, 24, 3) / 8
	x[23] = share(a.made, 7)
	if next := a.occ &^ (1 << rear); next != 0 {
		x[24] = e.escapes.from(a.closed, bits.TrailingZeros32(next))
	}
	x[25] = share(a.made&^a.closed&span(13, 24)&b.reach(e), 8)
	e.trapping(x[ownCounts:], a, b, risk)
}

// reach is the points, by the steps of the other side, that lie ahead of the
// rear checker of this side.
func (e *eye) reach(c *encoder) uint32 {
	if e.rear > 24 {
		return 0
	}
	return across(c.v, span(e.rear+1, 24))
}

// shots looks at the 36 throws of side b and the enemy blots, by the steps of
// b: with what share of them it can hit something, with what share two of
// them, and how many pips the dearest hit costs on average.
func shots(b *eye, blots uint32) (anyHit, two, lost float32) {
	if b.rear > 24 || blots>>b.rear == 0 {
		return 0, 0, 0
	}
	var n, n2, pips int
	note := func(hit uint32, weight int) {
		hit &= blots
		if hit == 0 {
			return
		}
		n += weight
		if hit&(hit-1) != 0 {
			n2 += weight
		}
		pips += weight * (25 - bits.TrailingZeros32(hit))
	}
	open := ^b.closed & onPoints
	switch {
	case b.bar >= 2:
		for d := 1; d <= 6; d++ {
			in := uint32(1<<d) & open
			for o := 1; o < d; o++ {
				note(in|1<<o&open, 2)
			}
			hit := in
			for at, left := b.occ|in, 4-b.bar; in != 0 && left > 0; left-- {
				at = at << d & open
				hit |= at
			}
			note(hit, 1)
		}
	case b.bar == 1:
		for d := 1; d <= 6; d++ {
			in := uint32(1<<d) & open
			if in != 0 {
				hit, at := in, b.occ|in
				for range 3 {
					at = at << d & open
					hit |= at
				}
				note(hit, 1)
			}
			for o := 1; o < d; o++ {
				hit := uint32(0)
				if in != 0 {
					hit |= in | (b.occ|in)<<o&open
				}
				if in := uint32(1<<o) & open; in != 0 {
					hit |= in | (b.occ|in)<<d&open
				}
				note(hit, 2)
			}
		}
	default:
		for d := 1; d <= 6; d++ {
			one := b.occ << d & open
			hit, at := one, one
			for range 3 {
				at = at << d & open
				hit |= at
			}
			note(hit, 1)
			for o := 1; o < d; o++ {
				other := b.occ << o & open
				note(one|other|one<<o&open|other<<d&open, 2)
			}
		}
	}
	return float32(n) / 36, float32(n2) / 36, float32(pips) / 36 / 12
}
