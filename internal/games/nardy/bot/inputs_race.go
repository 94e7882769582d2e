package bot

// raceCounts is how many inputs race writes.
const raceCounts = 13

// race is what counts when the sides have passed each other: the pips, those
// that are not home yet, and what the bear-off will waste.
func (e *encoder) race(x []float32, a, b *eye) {
	x[0] = float32(a.pips) / 50
	x[1] = a.outside() / 40
	x[2] = a.count(0, 18) / 8
	x[3] = share(span(19, 24)&^a.occ, 6)
	x[4] = a.pile(19, 24, 2) / 6
	x[5] = a.count(22, 24) / 8
	x[6] = yes(a.pips < b.pips)
	x[7] = float32(max(-40, min(40, b.pips-a.pips))) / 20
	if a.off == 0 {
		x[8] = a.outside() / 20
		// The way out of the winner's home: a koks.
		if e.v.Koks {
			x[9] = a.count(1, 6) / 3
			for s := 1; s <= 6; s++ {
				x[10] += float32((7-s)*int(a.n[s])) / 15
			}
		}
	}
	if a.rear >= 19 {
		h := homeOf(a.n)
		x[11] = 1
		x[12] = e.table.mean[e.table.index(&h)] / 4
	} else {
		x[12] = (float32(a.pips)/8.2 + 1) / 4
	}
}
