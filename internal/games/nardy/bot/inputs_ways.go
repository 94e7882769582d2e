package bot

import "math/bits"

// wayCounts is how many inputs ways writes.
const wayCounts = 24 + lostCounts + 2*wallCounts + 19 + 24

const (
	lostCounts = 3
	wallCounts = 4 // walls of three points … six and more
)

// ways is how a side without a bar gets on, place by place: how shut in the
// checkers of each place are, what of the next throw will be lost, the walls
// before them, and with what share of the throws it comes to each point. The
// rules about the head, apart from its runner, and about blocks are set aside.
func (e *encoder) ways(x []float32, a *eye) {
	for m := a.occ; m != 0; m &= m - 1 {
		s := bits.TrailingZeros32(m)
		x[s-1] = 1 - e.escapes.from(a.closed, s)
	}
	x = x[24:]
	lost, x := x[:lostCounts], x[lostCounts:]
	behind, walls, x := x[:wallCounts], x[wallCounts:2*wallCounts], x[2*wallCounts:]
	run := a.closed
	for n := 2; n <= 6 && run != 0; n++ {
		run &= a.closed >> (n - 1) // where runs of n closed points begin
		if n < 3 || run == 0 {
			continue
		}
		behind[n-3] = a.count(0, 30-bits.LeadingZeros32(run)) / 15
		walls[n-3] = share(run, 3)
	}
	shut, land := x[:19], x[19:]
	for s := a.rear; s <= 18; s++ {
		if n := bits.OnesCount32(a.closed & span(s+1, s+6)); n > 3 {
			shut[s] = float32(n-3) / 3
		}
	}
	e.throws(lost, land, a)
}

// landing is the part of what ways writes that tells where the side comes to.
func landing(ways []float32) []float32 { return ways[wayCounts-24 : wayCounts] }

// danger writes for each blot of a side with what share of the throws the enemy,
// who comes to each point of its own way with the chances of land, covers it.
func (e *encoder) danger(x []float32, a *eye, land []float32) {
	for m := a.occ &^ a.made &^ a.pinned; m != 0; m &= m - 1 {
		s := bits.TrailingZeros32(m)
		x[s-1] = land[bits.TrailingZeros32(across(e.v, 1<<s))-1]
	}
}

// hops is the checkers of a mask that a number moves to another point.
func (e *encoder) hops(a *eye, from uint32, d int) uint32 {
	m := from &^ (a.closed >> d) & (1<<(25-d) - 1)
	if e.v.Runner && m&2 != 0 && a.occ>>14 == 0 && a.off == 0 && float32(a.n[1]) != e.total {
		m &^= 2 // the runner has not come round yet
	}
	return m
}

// throws goes through the 36 throws of two dice. lost becomes the pips that can
// not be played, on average, in eights, the share of throws that lose something,
// and that of those that lose all, as long as a checker is outside of the home;
// land, for each point that the side does not hold, the share of throws that can
// bring a checker there.
func (e *encoder) throws(lost, land []float32, a *eye) {
	var from, to [7]uint32
	for d := 1; d <= 6; d++ {
		from[d] = e.hops(a, a.occ&^a.pinned, d)
		to[d] = from[d] << d
	}
	var planes [6]uint32 // for each point the throws that come there, as binary digits
	note := func(m uint32, digit int) {
		for k := digit; m != 0 && k < len(planes); k++ {
			planes[k], m = planes[k]^m, planes[k]&m
		}
	}
	var tally tally
	for d := 1; d <= 6; d++ {
		played, seen := 0, uint32(0)
		for m, hop := from[d], 0; m != 0 && hop < 4; hop++ {
			for q := m; q != 0; q &= q - 1 {
				// Who has come there goes on alone.
				played += max(1, int(a.n[bits.TrailingZeros32(q)]))
			}
			seen |= m << d
			m = e.hops(a, m<<d&^a.occ, d)
		}
		tally.add(1, max(0, 4-played)*d, played == 0)
		note(seen&^a.occ, 0)
		for o := 1; o < d; o++ {
			x, y := from[d], from[o]
			one, two := e.hops(a, to[d], o), e.hops(a, to[o], d)
			note((to[d]|to[o]|one<<o|two<<d)&^a.occ, 1)
			// One checker alone can not play both from where it stands.
			alone := x == y && x != 0 && x&(x-1) == 0 && a.n[bits.TrailingZeros32(x)] == 1
			switch {
			case x|y == 0:
				tally.add(2, d+o, true)
			case one|two != 0 || x != 0 && y != 0 && !alone:
			case x != 0:
				tally.add(2, o, false)
			default:
				tally.add(2, d, false)
			}
		}
	}
	if a.rear < 19 {
		lost[0], lost[1], lost[2] = float32(tally.pips)/36/8, float32(tally.some)/36, float32(tally.all)/36
	}
	for m := (planes[0] | planes[1] | planes[2] | planes[3] | planes[4] | planes[5]) & onPoints; m != 0; m &= m - 1 {
		p := bits.TrailingZeros32(m)
		n := 0
		for k, digit := range planes {
			n += int(digit>>p&1) << k
		}
		land[p-1] = float32(n) / 36
	}
}

// tally sums up what throws lose: pips, throws that lose something, throws that
// lose all.
type tally struct{ pips, some, all int }

func (t *tally) add(throws, pips int, all bool) {
	if pips == 0 {
		return
	}
	t.pips += throws * pips
	t.some += throws
	if all {
		t.all += throws
	}
}
