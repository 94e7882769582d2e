package bot

import (
	"math/bits"

	"github.com/hod-games/hod/internal/games/nardy"
)

// The inputs of a network describe a node as the side that throws sees it.
// First come the checkers of both sides, place by place; then what an expert
// would count, for both sides, by the family of the variant (inputs_hit.go,
// inputs_trap.go, inputs_block.go, inputs_cover.go) or, without contact, inputs_race.go; then
// what the turn adds. The name of a set of inputs stands in every file of a
// network. Whoever changes an input gives the set a new name.

// set is one set of inputs.
type set struct {
	name   string
	pinned bool
	family family
	counts int // expert inputs of a side
}

// family says which expert inputs a set has.
type family uint8

const (
	races family = iota
	hits
	covers
	blocks
)

// expert writes the expert inputs of side a.
func (e *encoder) expert(x []float32, a, b *eye) {
	// A call by its name lets the eyes stay where they are.
	switch e.set.family {
	case hits:
		e.hitting(x, a, b)
	case covers:
		e.covering(x, a, b)
	case blocks:
		e.blocking(x, a, b)
	default:
		e.race(x, a, b)
	}
}

const (
	places    = 25 // the bar and 24 points
	units     = 4  // inputs of a place
	offUnits  = 2
	turnUnits = 10
)

func (s *set) size() int {
	n := 2 * (places*units + offUnits + s.counts)
	if s.pinned {
		n += 2 * 24
	}
	return n + turnUnits
}

// setOf are the inputs of a variant in a phase.
func setOf(v *nardy.Variant, p Phase) *set {
	if p == Race {
		return &set{name: "race-2", family: races, counts: raceCounts}
	}
	switch v.Contact {
	case nardy.Hitting:
		return &set{name: "hit-2", family: hits, counts: hitCounts}
	case nardy.Covering:
		return &set{name: "cover-2", pinned: true, family: covers, counts: coverCounts}
	default:
		return &set{name: "block-2", family: blocks, counts: blockCounts}
	}
}

// eye is how one side sees the board: bit s of a mask is step s of its own
// route.
type eye struct {
	n       *[26]uint8
	bar     int
	off     int
	occ     uint32 // own checkers on points
	made    uint32 // two or more
	theirs  uint32 // enemy checkers
	closed  uint32 // where the enemy does not let one land
	pinned  uint32 // own checkers that are covered
	holding uint32 // own points that cover an enemy checker
	rear    int    // the step of the rearmost checker, 25 when all are off
	pips    int
}

const onPoints = 1<<25 - 2

// encoder turns nodes into inputs. One encoder serves one goroutine.
type encoder struct {
	v       *nardy.Variant
	total   float32 // checkers of a side
	set     *set
	x       []float32
	units   [32][units]float32 // by the checkers on a place
	escapes *escapes
	table   *bearoff
}

func newEncoder(v *nardy.Variant, s *set, esc *escapes, table *bearoff) *encoder {
	return &encoder{v: v, total: float32(v.Checkers()), set: s, x: make([]float32, s.size()), units: unitsOf(v), escapes: esc, table: table}
}

// look fills the eyes of both sides; a throws next.
func look(v *nardy.Variant, p *nardy.Position, side nardy.Side) (a, b eye) {
	a.see(&p.N[side], p.Covered[side])
	b.see(&p.N[side.Other()], p.Covered[side.Other()])
	a.theirs, b.theirs = across(v, b.occ), across(v, a.occ)
	switch v.Contact {
	case nardy.Blocking:
		a.closed, b.closed = a.theirs, b.theirs
	case nardy.Hitting:
		a.closed, b.closed = across(v, b.made), across(v, a.made)
	default:
		a.holding, b.holding = across(v, b.pinned), across(v, a.pinned)
		a.closed, b.closed = across(v, b.made)|a.pinned, across(v, a.made)|b.pinned
	}
	return a, b
}

func (e *eye) see(n *[26]uint8, covered uint32) {
	e.n, e.pinned = n, covered
	e.bar, e.off = int(n[nardy.Bar]), int(n[nardy.Off])
	e.pips = 25 * e.bar
	for from := 1; from <= 17; from += 8 {
		e.eight((*[8]uint8)(n[from:from+8]), from)
	}
	e.rear = bits.TrailingZeros32(e.occ | 1<<25)
	if e.bar > 0 {
		e.rear = 0
	}
}

// eight takes in the checkers on eight steps from a step on, all of them at
// once: they are the bytes of a word, and none is above 127.
func (e *eye) eight(n *[8]uint8, from int) {
	const (
		ones = 0x0101_0101_0101_0101
		high = 0x80 * ones
		// line moves the lowest bit of every byte into the highest byte.
		line = 0x0102_0408_1020_4080
	)
	w := word(n)
	any := (w + 0x7f*ones) & high
	two := (w + 0x7e*ones) & high
	e.occ |= uint32(any>>7*line>>56) << from
	e.made |= uint32(two>>7*line>>56) << from
	// Byte i of upTo is the checkers on the first i+1 of the steps; in the sum
	// of all bytes a checker on the first step counts eight, on the last one.
	upTo := w * ones
	e.pips += (17-from)*int(upTo>>56) + sumOfBytes(upTo)
}

// word is eight numbers as the bytes of a word, the first one lowest.
func word(n *[8]uint8) uint64 {
	return uint64(n[0]) | uint64(n[1])<<8 | uint64(n[2])<<16 | uint64(n[3])<<24 |
		uint64(n[4])<<32 | uint64(n[5])<<40 | uint64(n[6])<<48 | uint64(n[7])<<56
}

// sumOfBytes adds the bytes of a word; the sum may be above 255.
func sumOfBytes(w uint64) int {
	const even = 0x00ff_00ff_00ff_00ff
	pairs := w&even + w>>8&even
	return int(pairs * 0x0001_0001_0001_0001 >> 48)
}

// across turns a mask by the steps of one side into one by those of the other.
func across(v *nardy.Variant, m uint32) uint32 {
	m &= onPoints
	if v.Route == nardy.Opposed {
		return bits.Reverse32(m) >> 6
	}
	return (m<<12 | m>>12) & onPoints
}

// apart reports whether the sides can no longer get in each other's way.
func apart(v *nardy.Variant, a, b *eye) bool {
	if v.Route == nardy.Opposed {
		return a.rear+b.rear > 25 && a.pinned|b.pinned == 0
	}
	return a.rear > 12 && b.rear > 12
}

// before is how many of the six points before the last checker are closed.
func (e *eye) before() int {
	if e.rear > 24 {
		return 0
	}
	return bits.OnesCount32(e.closed & span(e.rear+1, e.rear+6))
}

// encode is the inputs of a node whose eyes are given. They are valid until
// the next call.
func (e *encoder) encode(n *Node, a, b *eye) []float32 {
	x := e.x
	clear(x)
	i := 0
	for _, side := range [...]*eye{a, b} {
		e.checkers(x[i:i+places*units+offUnits], side)
		i += places*units + offUnits
	}
	if e.set.pinned {
		for _, side := range [...]*eye{a, b} {
			for m := side.pinned; m != 0; m &= m - 1 {
				x[i+bits.TrailingZeros32(m)-1] = 1
			}
			i += 24
		}
	}
	own, other := x[i:i+e.set.counts], x[i+e.set.counts:i+2*e.set.counts]
	e.expert(own, a, b)
	e.expert(other, b, a)
	if e.set.family == covers {
		const at = pinCounts + wayCounts
		e.danger(own[at:], a, landing(other[pinCounts:]))
		e.danger(other[at:], b, landing(own[pinCounts:]))
	}
	i += 2 * e.set.counts
	e.turn(x[i:i+turnUnits], n, a, b)
	return x
}

// checkers writes the places of a side: whether exactly one, exactly two, or
// three and more checkers stand there, and how many more. Where one checker
// closes a point as well as two, the first unit means one or more.
func (e *encoder) checkers(x []float32, side *eye) {
	for m := side.occ | uint32(min(side.bar, 1)); m != 0; m &= m - 1 {
		s := bits.TrailingZeros32(m)
		*(*[units]float32)(x[s*units : s*units+units]) = e.units[side.n[s]&31]
	}
	x[places*units] = float32(side.off) / 8
	if side.off > 0 {
		x[places*units+1] = 1
	}
}

// unitsOf is what checkers writes for every number of checkers on a place.
func unitsOf(v *nardy.Variant) (t [32][units]float32) {
	for n := range t {
		switch n {
		case 0:
			continue
		case 1:
			t[n][0] = 1
		case 2:
			t[n][1] = 1
		default:
			t[n][2] = 1
			t[n][3] = float32(n-3) / 2
		}
		if v.Contact == nardy.Blocking {
			t[n][0] = 1
		}
	}
	return t
}

// turn writes what is to be played before the throw, and which throws these
// are.
func (e *encoder) turn(x []float32, n *Node, a, b *eye) {
	for d := 1; d <= 6; d++ {
		x[d-1] = float32(n.Rest[d]) / 4
	}
	if e.v.Double == nardy.Progression {
		x[6] = float32(min(n.Throws[n.Side], warmUp)) / warmUp
		x[7] = float32(min(n.Throws[n.Side.Other()], warmUp)) / warmUp
	}
	if n.Extra {
		x[8] = 1
	}
	x[9] = float32(b.pips-a.pips) / 50
}

// escapes counts, for twelve points ahead of a checker, bit 0 the next one and
// set where it can not land, with how many of the 36 throws it can play both
// dice (two hops of a double).
type escapes [1 << 12]uint8

func newEscapes() *escapes {
	var t escapes
	for m := range t {
		open := func(d int) bool { return m>>(d-1)&1 == 0 }
		n := uint8(0)
		for d := 1; d <= 6; d++ {
			for o := 1; o <= 6; o++ {
				if (open(d) || open(o)) && open(d+o) {
					n++
				}
			}
		}
		t[m] = n
	}
	return &t
}

// from is the share of throws that let a checker on step s go.
func (t *escapes) from(closed uint32, s int) float32 {
	return float32(t[closed>>(s+1)&(1<<12-1)]) / 36
}

// longest is the longest run of set bits, at most 8.
func longest(m uint32) int {
	n := 0
	for m != 0 && n < 8 {
		m &= m << 1
		n++
	}
	return n
}

// pile sums max(0, n-most) over the steps of a side.
func (e *eye) pile(from, to, most int) float32 {
	sum := 0
	for m := e.made & (1<<(to+1) - 1<<from); m != 0; m &= m - 1 {
		sum += max(0, int(e.n[bits.TrailingZeros32(m)])-most)
	}
	return float32(sum)
}

// count sums the checkers on the steps from … to.
func (e *eye) count(from, to int) float32 {
	sum := 0
	for _, n := range e.n[from : to+1] {
		sum += int(n)
	}
	return float32(sum)
}

// outside is the pips that it takes to bring everybody home.
func (e *eye) outside() float32 {
	sum := 19 * e.bar
	for m := e.occ & (1<<19 - 1); m != 0; m &= m - 1 {
		s := bits.TrailingZeros32(m)
		sum += (19 - s) * int(e.n[s])
	}
	return float32(sum)
}

func share(m uint32, of float32) float32 { return float32(bits.OnesCount32(m)) / of }

func yes(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// span is the mask of the steps from … to.
func span(from, to int) uint32 { return 1<<(to+1) - 1<<from }
