package nardy

import "math/bits"

// Stage is what a player has to play: dice that belong together (clause 2.3).
type Stage struct {
	Side Side
	Dice []uint8 // 1 to 4 numbers; a double is four equal ones
	// HeadTaken counts the departures from the head in this throw before this
	// stage.
	HeadTaken int
	// TwoOff allows two departures where the variant allows one; see
	// Variant.TwoMayLeave.
	TwoOff bool
}

// half is a half-made position: the mover's checkers, the enemy blots hit so
// far, and the dice that are left. It holds all that differs between the
// half-made positions of one stage, so that equal halfs have equal futures.
type half struct {
	lo  uint64 // checkers on steps 0 … 15, four bits each
	hi  uint64 // checkers on steps 16 … 25, then bit 39+s for a blot hit on step s
	occ uint32 // bit s for a step 0 … 24 with a checker
	aux uint32 // dice left, three bits for each different number; from bit 12 one bit for each of the steps 19 … 24 with a bound hitter
}

const (
	hitShift   = 39
	boundShift = 12
	diceMask   = 1<<boundShift - 1
	points     = 1<<25 - 2 // steps 1 … 24
	yard       = 1<<19 - 1 // bar and steps 1 … 18
)

func (h *half) at(s int) int {
	if s < 16 {
		return int(h.lo >> (4 * s) & 15)
	}
	return int(h.hi >> (4 * (s - 16)) & 15)
}

func (h *half) leave(s int) {
	if s < 16 {
		h.lo -= 1 << (4 * s)
		if h.lo>>(4*s)&15 == 0 {
			h.occ &^= 1 << s
		}
		return
	}
	h.hi -= 1 << (4 * (s - 16))
	if h.hi>>(4*(s-16))&15 == 0 {
		h.occ &^= 1 << s
	}
}

func (h *half) arrive(s int) {
	if s < 16 {
		h.lo += 1 << (4 * s)
	} else {
		h.hi += 1 << (4 * (s - 16))
	}
	h.occ |= 1 << s & points
}

// bound reports whether one of the checkers on step s, 19 … 24, has hit in its
// home (clause 4.4, hit-and-run). While there are hops left no step has two:
// two hits with one number and a way from one to the other take four hops. And
// hops of one number that lead to the same position bind the same checkers in
// whatever order they are legal.
func (h *half) bound(s int) bool { return h.aux>>(boundShift+s-19)&1 == 1 }

// field holds what stays the same during a stage, in steps of the mover: what
// the opponent and the rules allow.
type field struct {
	v       *Variant
	closed  uint32 // points where the mover may not land
	blots   uint32 // points with an enemy checker that would be hit
	pinned  uint32 // points where the mover's checker is covered
	mother  bool   // the opponent's last start checker is there to be covered
	total   int    // checkers of the mover
	stay    int    // checkers that must stay on the head
	fresh   bool   // one may leave it in this throw, and none has before the stage
	front   int    // enemy step of the most advanced enemy checker
	gap     uint32 // six points that must not all be held at the end (Fevga), 0 for none
	zone    uint32 // points where a landing may break the block rule
	ahead   uint32 // the opponent's steps before which it has all its checkers (EnemyAhead)
	swap    bool   // two hops of different checkers that land elsewhere may change their order
	numbers [4]int // the different numbers of the stage, greatest first
	kinds   int    // how many they are
	dice    int    // hops in the stage
}

// set prepares f for a stage and returns the position before the first hop.
func (f *field) set(v *Variant, p *Position, st *Stage) half {
	*f = field{v: v, pinned: p.Covered[st.Side], fresh: !st.TwoOff && st.HeadTaken == 0}
	own, opp := &p.N[st.Side], &p.N[st.Side.Other()]
	onOurs := p.Covered[st.Side]
	for s := 1; s <= 24; s++ {
		n := opp[s]
		if n == 0 {
			continue
		}
		f.front = s
		here := v.Route.Across(s)
		switch {
		case n > 1, v.Contact == Blocking, onOurs>>here&1 == 1:
			f.closed |= 1 << here
		case v.Contact == Hitting:
			f.blots |= 1 << here
		}
	}
	if opp[Off] > 0 {
		f.front = Off
	}
	if v.Contact == Covering {
		last := v.Route.Across(1)
		f.mother = opp[1] == 1 && f.closed>>last&1 == 0
	}
	f.setGap(opp)
	f.swap = v.Contact == Blocking && v.Block != FevgaBlocks
	switch {
	case v.Block == FevgaBlocks:
		f.zone = points
	case v.Block == EnemyAhead && f.front < 19: // a block fits in ahead of it
		f.ahead = points &^ (1<<(f.front+1) - 1)
		f.zone = v.Route.seen(f.ahead)
	}
	f.total = v.Checkers()
	f.stay = f.mustStay(int(own[1]), st)
	h := half{aux: f.setDice(st.Dice)}
	for s, n := range own {
		if s < 16 {
			h.lo |= uint64(n) << (4 * s)
		} else {
			h.hi |= uint64(n) << (4 * (s - 16))
		}
		if n > 0 && s < Off {
			h.occ |= 1 << s
		}
	}
	return h
}

// mustStay is how many of the checkers on the head may not leave (clause 4.1).
func (f *field) mustStay(onHead int, st *Stage) int {
	if f.v.Head == 0 {
		return 0
	}
	limit := f.v.Head
	if st.TwoOff {
		limit = 2
	}
	return onHead - max(0, limit-st.HeadTaken)
}

// setGap finds the six points that Fevga wants opened for an opponent whose
// checkers all stand on one point (clause 4.2).
func (f *field) setGap(opp *[26]uint8) {
	if f.v.Block != FevgaBlocks || f.front > 18 || f.front == 0 || int(opp[f.front]) != f.v.Checkers() {
		return
	}
	for s := f.front + 1; s <= f.front+6; s++ {
		f.gap |= 1 << f.v.Route.Across(s)
	}
}

// setDice notes the numbers of the stage and returns how many of each are
// left, packed as in half.aux.
func (f *field) setDice(dice []uint8) uint32 {
	f.dice = len(dice)
	var counts [7]uint32
	for _, d := range dice {
		counts[d]++
	}
	left := uint32(0)
	for n := 6; n >= 1; n-- {
		if counts[n] > 0 {
			f.numbers[f.kinds] = n
			left |= counts[n] << (3 * f.kinds)
			f.kinds++
		}
	}
	return left
}

// froms are the steps from which a hop with die d is legal, hit-and-run set
// aside (clause 2.2). Bit 0 is the bar.
func (f *field) froms(h *half, d int) uint32 {
	if h.occ&1 != 0 {
		return ^f.closed >> d & 1
	}
	src := h.occ &^ f.pinned
	m := src &^ (f.closed >> d) & (1<<(25-d) - 1)
	if m&2 != 0 && !f.mayLeaveHead(h) {
		m &^= 2
	}
	if near := m & (f.zone >> d); near != 0 && bits.OnesCount32(h.occ) >= 5 {
		for rest := near; rest != 0; rest &= rest - 1 {
			s := bits.TrailingZeros32(rest)
			if !f.blockAllowed(h, s, s+d) {
				m &^= 1 << s
			}
		}
	}
	if h.occ&yard == 0 && f.pinned == 0 {
		m |= f.bearOff(h, d)
	}
	return m
}

// mayLeaveHead is the head rule and the runner rule (clauses 4.1, 4.3).
func (f *field) mayLeaveHead(h *half) bool {
	if h.at(1) <= f.stay {
		return false
	}
	return !f.v.Runner || h.at(1) == f.total || h.occ>>14 != 0 || h.at(Off) > 0
}

// bearOff is the step from which die d takes a checker off, as a bit, when all
// are home (clause 4.5).
func (f *field) bearOff(h *half, d int) uint32 {
	exact := uint32(1) << (Off - d)
	if h.occ&exact != 0 {
		return exact
	}
	if !f.v.Exact {
		if highest := h.occ & -h.occ; highest > exact {
			return highest
		}
	}
	return 0
}

// blockAllowed reports whether the landing of a hop keeps the block rule
// (clause 4.2).
func (f *field) blockAllowed(h *half, from, to int) bool {
	occ := h.occ | 1<<to
	if h.at(from) == 1 {
		occ &^= 1 << from
	}
	if f.v.Block == FevgaBlocks {
		return occ&0x7e != 0x7e
	}
	return f.blocks(occ)&f.around(to) == 0
}

// around are the blocks that step to belongs to, as in field.blocks.
func (f *field) around(to int) uint32 { return 0x3f << f.v.Route.Across(to) >> 5 }

// blocks are the blocks of six in occ that have no enemy checker ahead of them:
// bit i for one whose first point is the opponent's step i.
func (f *field) blocks(occ uint32) uint32 { return f.six(f.v.Route.seen(occ)) }

// six is blocks for points by the opponent's steps.
func (f *field) six(seen uint32) uint32 {
	six := seen & (seen >> 1)
	six &= six >> 2
	return six & (seen >> 4) & (seen >> 5) & f.ahead
}

// aroundAny are the blocks that some of the steps belong to.
func (f *field) aroundAny(steps uint32) uint32 {
	m := f.v.Route.seen(steps)
	m |= m >> 1
	m |= m >> 2
	return m | m>>2
}

// seen turns a set of the mover's points, bit s for step s, into the same
// points by the opponent's steps.
func (r Route) seen(occ uint32) uint32 {
	m := occ & points
	if r == Opposed {
		return bits.Reverse32(m) >> 6
	}
	return (m<<12 | m>>12) & points
}

// child is a half-made position one hop further.
type child struct {
	half
	from, to, die uint8
	kind          uint8 // index of the die in field.numbers
	over          bool  // the hop ends the game
}

// trace is the hop that led to a half-made position: where it landed and which
// number it used. The zero value is no hop.
type trace struct{ to, kind uint8 }

// others are the steps from which number i must still be tried after a hop with
// a smaller number. Two hops of different checkers lead to the same position
// in either order, so the greater number goes first, and what could have gone
// first is left out: all but the checker that has just moved, and hops whose
// legality could depend on the order because they bear off or may build a
// block. Every position that is left out is reached with its numbers in
// falling order, since each exchange lets a smaller number be the last.
func (f *field) others(h *half, last trace, i int) uint32 {
	if !f.swap || int(last.kind) <= i || last.to == 0 || last.to == Off || f.zone>>last.to&1 == 1 {
		return ^uint32(0)
	}
	d := f.numbers[i]
	left := f.zone>>d | ^uint32(0)<<(25-d)
	if h.at(int(last.to)) == 1 {
		left |= 1 << last.to
	}
	return left
}

// expand appends the legal hops from h: greatest die first, then the rearmost
// checker. After the hop of a trace it leaves out what leads to the same
// positions as other orders do; without one it finds every hop.
func (f *field) expand(h *half, last trace, out []child) []child {
	var masks [4]uint32
	some := uint32(0)
	for i := range f.kinds {
		if h.aux>>(3*i)&7 != 0 {
			masks[i] = f.froms(h, f.numbers[i]) & f.others(h, last, i)
			some |= masks[i]
		}
	}
	if some == 0 {
		return out
	}
	if h.aux>>boundShift != 0 {
		f.holdHitters(h, &masks)
	}
	for i := range f.kinds {
		for m := masks[i]; m != 0; m &= m - 1 {
			out = append(out, f.hop(h, bits.TrailingZeros32(m), i))
		}
	}
	return out
}

// holdHitters keeps checkers that have hit in their home where they are, as
// long as anything else can be played (clause 4.4, hit-and-run).
func (f *field) holdHitters(h *half, masks *[4]uint32) {
	held := uint32(0)
	for s := 19; s <= 24; s++ {
		if h.bound(s) && h.at(s) == 1 {
			held |= 1 << s
		}
	}
	if (masks[0]|masks[1]|masks[2]|masks[3])&^held == 0 {
		return
	}
	for i := range masks {
		masks[i] &^= held
	}
}

// hop plays a legal hop from step s with number i of the stage.
func (f *field) hop(h *half, s, i int) child {
	to := min(s+f.numbers[i], Off)
	c := child{half: *h, from: uint8(s), to: uint8(to), die: uint8(f.numbers[i]), kind: uint8(i)}
	c.aux -= 1 << (3 * i)
	hit := f.blots>>to&1 == 1 && h.hi>>(hitShift+to)&1 == 0
	if hit {
		c.hi |= 1 << (hitShift + to)
	}
	if f.v.NoRun {
		carried := s >= 19 && h.bound(s) && h.at(s) == 1
		if carried {
			c.aux &^= 1 << (boundShift + s - 19)
		}
		if (carried || hit) && to >= 19 && to < Off {
			c.aux |= 1 << (boundShift + to - 19)
		}
	}
	c.leave(s)
	c.arrive(to)
	c.over = f.ends(&c.half, to)
	return c
}

// ends reports whether a hop that landed on step to has ended the game
// (clauses 2.5, 4.9).
func (f *field) ends(h *half, to int) bool {
	if to == Off && h.at(Off) == f.total {
		return true
	}
	if !f.mother || h.occ>>24&1 == 0 {
		return false
	}
	return h.occ>>1&1 == 0 || f.pinned>>1&1 == 1
}

// position turns a half-made position into a whole one; base is the position
// before the stage.
func (f *field) position(base *Position, side Side, h *half) Position {
	var p Position
	f.put(&p, base, side, h)
	return p
}

// put is position, written to p.
func (f *field) put(p, base *Position, side Side, h *half) {
	*p = *base
	own, opp := &p.N[side], &p.N[side.Other()]
	spill(own[0:8], uint32(h.lo))
	spill(own[8:16], uint32(h.lo>>32))
	spill(own[16:24], uint32(h.hi))
	own[24], own[25] = uint8(h.hi>>32&15), uint8(h.hi>>36&15)
	for hits := h.hi >> (hitShift + 1) << 1; hits != 0; hits &= hits - 1 {
		s := f.v.Route.Across(bits.TrailingZeros64(hits))
		opp[s]--
		opp[Bar]++
	}
	if f.v.Contact == Covering {
		f.cover(p, side, h.occ)
	}
}

// spill writes eight counts of four bits each into eight bytes.
func spill(to []uint8, counts uint32) {
	x := uint64(counts)
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f0f0f0f0f
	_ = to[7]
	to[0], to[1], to[2], to[3] = uint8(x), uint8(x>>8), uint8(x>>16), uint8(x>>24)
	to[4], to[5], to[6], to[7] = uint8(x>>32), uint8(x>>40), uint8(x>>48), uint8(x>>56)
}

// cover marks the enemy checkers that lie under the mover's.
func (f *field) cover(p *Position, side Side, occ uint32) {
	opp := side.Other()
	p.Covered[opp] = 0
	for rest := occ & points &^ f.closed; rest != 0; rest &= rest - 1 {
		s := f.v.Route.Across(bits.TrailingZeros32(rest))
		if p.N[opp][s] > 0 {
			p.Covered[opp] |= 1 << s
		}
	}
}
