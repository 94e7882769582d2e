package bot

// raceCounts is how many inputs race writes.
const raceCounts = 9

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
	}
}
