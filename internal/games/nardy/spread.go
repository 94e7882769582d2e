package nardy

import "math/bits"

// Three or four dice that are not all alike can be played in very many ways:
// every checker can use every die. Where nothing but closed points and the block rule
// restricts a hop the order of the hops seldom matters, and the plays are found
// without going through all orders: the dice are shared out among the checkers,
// and only where a block could arise on the way is an order looked for.

// spreadable reports whether hops are restricted by nothing but closed points
// and blocks, so that without blocks every order of the same hops is as good as
// any other that the single checkers can go.
func (f *field) spreadable(h *half) bool {
	if f.kinds < 2 || f.dice < 3 || f.v.Contact != Blocking || f.v.Runner || f.v.Block == FevgaBlocks {
		return false
	}
	outside := 0
	for s := 1; s <= 18; s++ {
		outside += h.at(s)
	}
	return outside >= f.dice // nothing can be borne off in this stage
}

// blockNear reports whether the hops of the stage could land in a block with
// no enemy checker ahead of it.
func (f *field) blockNear(h *half) bool {
	if f.ahead == 0 {
		return false
	}
	seen := f.v.Route.seen(h.occ)
	for first := f.front + 1; first <= 19; first++ {
		if missing := 6 - bits.OnesCount32(seen>>first&0x3f); missing <= f.dice {
			return true
		}
	}
	return false
}

// spread shares the dice of a stage out among the checkers.
type spread struct {
	sum  [16]int    // of the dice in a set, bit i for die i
	from [16]uint32 // steps from which one checker can use the dice of a set
	// way has bit n for a sum n of some dice of a set: how far from its start a
	// checker that uses the set may land.
	way      [16]uint32
	kinds    [16]uint32 // how many dice of each number are in a set, packed as in half.aux
	same     int        // dice that show the number of the die before them
	standing uint32     // blocks before the first hop
	start    uint32     // points held before the first hop, by the opponent's steps
	near     bool       // the stage could land in a block
	root     half
	moves    [4]spreadMove // of the share that is being made
	// Of the first n moves, when the dice of a set have been used: the points
	// that they hold, by the opponent's steps.
	held [5][16]uint32
	// lands are the blocks, as in field.blocks, in none of which the hop with
	// die i may land when it is the last of a set.
	lands [4][16]uint32
	seen  [Off + 1]uint32 // each step by the opponent's steps
	bans  [Off + 1]uint32 // what lands has for a hop to each step
	// Of a checker on a step that uses the dice of a set: the points where it
	// could land, by the opponent's steps, and the blocks that they belong to.
	landing [16][Off]uint32
	around  [16][Off]uint32
}

// spreadMove is one checker that uses a set of dice.
type spreadMove struct {
	step, set int
	near      uint32 // the blocks that a point where it could land belongs to
}

// spreadOut finds the results of a spreadable stage. It reports false when not
// all dice can be used.
func (g *Generator) spreadOut(root half) bool {
	f := &g.f
	sp := &g.spread
	n := 0
	sp.same = 0
	for i := range f.kinds {
		for k := range root.aux >> (3 * i) & 7 {
			sp.sum[1<<n] = f.numbers[i]
			sp.kinds[1<<n] = 1 << (3 * i)
			if k > 0 {
				sp.same |= 1 << n
			}
			n++
		}
	}
	sp.from[0] = points
	for set := 1; set < 1<<n; set++ {
		low := set & -set
		sp.sum[set] = sp.sum[set&^low] + sp.sum[low]
		sp.kinds[set] = sp.kinds[set&^low] + sp.kinds[low]
		sp.way[set] = 1 << sp.sum[set]
		some := uint32(0)
		for rest := set; rest != 0; rest &= rest - 1 {
			last := rest & -rest
			some |= sp.from[set&^last]
			sp.way[set] |= sp.way[set&^last]
		}
		open := uint32(0)
		if far := sp.sum[set]; far < 24 {
			open = ^(f.closed >> far) & (1<<(25-far) - 1)
		}
		sp.from[set] = some & open
	}
	unmoved := root
	for f.v.Head > 0 && unmoved.at(1) > root.at(1)-f.stay {
		unmoved.leave(1)
	}
	root.aux = 0
	sp.root, sp.near, sp.standing = root, f.blockNear(&root), f.blocks(root.occ)
	if sp.near {
		sp.tabulate(f, 1<<n-1)
	}
	g.next = g.next[:0]
	g.seen.clear()
	g.share(root, unmoved, 1<<n-1, 0, way{legal: true})
	if len(g.next) == 0 {
		return false
	}
	g.level, g.next = g.next, g.level
	return true
}

// tabulate works out what depends on the steps alone.
func (sp *spread) tabulate(f *field, all int) {
	sp.start = f.v.Route.seen(sp.root.occ)
	for s := 1; s <= 24; s++ {
		sp.seen[s] = f.v.Route.seen(1 << s)
		sp.bans[s] = f.around(s)
		if f.closed>>s&1 == 1 {
			sp.bans[s] = always
		}
		for set := 1; set <= all; set++ {
			sp.landing[set][s] = f.v.Route.seen(sp.way[set] << s)
			sp.around[set][s] = f.aroundAny(sp.way[set] << s)
		}
	}
}

// always is a block, beyond the points of the board, that stands in every
// position.
const always = 1 << 30

// way is what is known about the hops of the moves that a share has so far.
type way struct {
	from, to uint32 // where the moves begin and end
	land     uint32 // where their hops could land, by the opponent's steps
	near     uint32 // the blocks that these points belong to
	legal    bool   // they are, in the order in which they were made
	carried  bool   // a move begins where one before it has ended
}

// share gives the first of the dice that are left, alone or with others, to
// every checker that has not moved. It is the move number n of the share.
func (g *Generator) share(h, unmoved half, left, n int, so way) {
	sp := &g.spread
	first := left & -left
	others := left &^ first
	for more := others; ; more = (more - 1) & others {
		set := first | more
		far := sp.sum[set]
		steps := unmoved.occ & sp.from[set]
		if set&sp.same>>1&left&^set != 0 {
			steps = 0 // another set has the same numbers
		}
		if n > 0 && sp.kinds[set] == sp.kinds[sp.moves[n-1].set] {
			steps &= ^uint32(0) << sp.moves[n-1].step // the two could be exchanged
		}
		if !sp.near {
			// Two moves that meet have the result of one checker that makes both.
			steps &^= so.to | so.from>>far
		}
		if left == set {
			g.last(&h, &unmoved, steps, n, set, &so)
			steps = 0
		}
		for m := steps; m != 0; m &= m - 1 {
			s := bits.TrailingZeros32(m)
			to := s + far
			sp.moves[n] = spreadMove{step: s, set: set}
			next := h
			next.leave(s)
			next.arrive(to)
			now := way{from: so.from | 1<<s, to: so.to | 1<<to, legal: so.legal}
			if sp.near {
				sp.moves[n].near = sp.around[set][s]
				now.land, now.near = so.land|sp.landing[set][s], so.near|sp.around[set][s]
				now.legal = now.legal && more == 0 && g.f.blocks(next.occ)&sp.around[set][s] == 0
				now.carried = so.carried || so.to>>s&1 == 1
				sp.take(n)
			}
			still := unmoved
			still.leave(s)
			g.share(next, still, left&^set, n+1, now)
		}
		if more == 0 {
			return
		}
	}
}

// last gives the dice of a set, which are all that are left, to a checker on
// each of the steps, and notes the results of shares of which some order of the
// hops lands in no block; unmoved are the checkers that could make this move,
// the number n. The cheap answers come first.
func (g *Generator) last(h, unmoved *half, steps uint32, n, set int, so *way) {
	sp := &g.spread
	far := sp.sum[set]
	legal := so.legal && (!sp.near || set&(set-1) == 0)
	for m := steps; m != 0; m &= m - 1 {
		s := bits.TrailingZeros32(m)
		to := s + far
		next := *h
		next.leave(s)
		next.arrive(to)
		rest, danger := uint32(0), uint32(0)
		switch {
		case !sp.near:
		case legal && g.f.blocks(next.occ)&sp.around[set][s] == 0:
			if so.carried || so.to>>s&1 == 1 {
				continue // one checker that makes both moves, in the same order, has this result
			}
		default:
			// A block could arise or stand around one of the points where hops
			// land, if those points and the ones of the beginning were all held at
			// once.
			danger = g.f.six(sp.start | so.land | sp.landing[set][s])
			if danger&(so.near|sp.around[set][s]) == 0 {
				danger = 0
				if (so.from|1<<s)&(so.to|1<<to) != 0 {
					continue // every order is legal, among them that of one checker that makes both moves
				}
				break
			}
			rest = unmoved.occ
			if unmoved.at(s) == 1 {
				rest &^= 1 << s
			}
			if g.f.stay > 0 {
				rest |= 1 << 1
			}
			if g.hopeless(next.occ, rest, so.to|1<<to) {
				continue
			}
		}
		at, mark, known := g.seen.look(&next, g.next)
		if known {
			continue
		}
		if danger != 0 {
			sp.moves[n] = spreadMove{step: s, set: set, near: sp.around[set][s]}
			if !g.ordered(rest, danger, n) {
				continue
			}
		}
		g.seen.put(at, mark, len(g.next))
		g.next = append(g.next, next)
	}
}

// hopeless reports whether moves that end on the points of ends, beside rest,
// and so lead to occ land in a block in every order: a block that stands at the
// end and did not at the beginning was completed by one of their hops, and one
// of points that are never left closes those points.
func (g *Generator) hopeless(occ, rest, ends uint32) bool {
	standing := g.spread.standing
	if g.f.blocks(occ)&^standing != 0 {
		return true
	}
	if standing == 0 {
		return false
	}
	kept := g.f.blocks(rest)
	return kept != 0 && kept&g.f.aroundAny(ends) != 0
}

// take notes where move n stands and lands as the dice are used.
func (sp *spread) take(n int) {
	m := &sp.moves[n]
	before, after := &sp.held[n], &sp.held[n+1]
	first := &sp.lands[bits.TrailingZeros32(uint32(m.set))&3]
	for used := range 16 {
		to := m.step + sp.sum[used&m.set]
		after[used] = before[used] | sp.seen[to]
		first[used] = sp.bans[to]
	}
	for set := m.set & (m.set - 1); set != 0; set &= set - 1 {
		sp.lands[bits.TrailingZeros32(uint32(set))&3] = *first
	}
}

// ordered reports whether the moves of a share, of which n is the last, can be
// made in some order of their hops that lands in no block.
//
// The moves that land only where no block could arise go first, danger being
// those that would stand if all points that are ever held were held at once:
// they are legal, what they occupy completes no block, and what they leave can
// only open one.
func (g *Generator) ordered(rest, danger uint32, n int) bool {
	all := 1<<g.f.dice - 1
	safe := 0
	for _, m := range g.spread.moves[:n+1] {
		if danger&m.near == 0 {
			safe |= m.set
		}
	}
	rest = g.f.v.Route.seen(rest)
	return g.goesAhead(rest, safe, all, n) || g.someOrder(rest, safe, all, n)
}

// goesAhead reports whether the dice of all can be used after those of safe
// when the first one that can be used always is, as mostly they can.
func (g *Generator) goesAhead(rest uint32, safe, all, n int) bool {
	sp := &g.spread
	m := sp.moves[n]
	before, lands, ahead := &sp.held[n], &sp.lands, g.f.ahead
	used := safe
	for next := safe; used != all; used = next {
		for dice := all &^ used; dice != 0 && next == used; dice &= dice - 1 {
			i := bits.TrailingZeros32(uint32(dice)) & 3
			then := (used | 1<<i) & 15
			at := m.step + sp.sum[then&m.set]
			ban := lands[i][then]
			if m.set>>i&1 == 1 {
				ban = sp.bans[at]
			}
			seen := rest | before[then] | sp.seen[at]
			six := seen & (seen >> 1)
			six &= six >> 2
			if (six&(seen>>4)&(seen>>5)&ahead|always)&ban == 0 {
				next = then
			}
		}
		if next == used {
			return false
		}
	}
	return true
}

// someOrder reports whether the dice of all can be used after those of safe in
// any order. Which dice have been used decides where the checkers are, so it
// asks of sets of dice, smaller ones first, whether they can be used before the
// others: whether one of them can be the last.
func (g *Generator) someOrder(rest uint32, safe, all, n int) bool {
	sp := &g.spread
	m := sp.moves[n]
	before, lands, ahead := &sp.held[n], &sp.lands, g.f.ahead
	left := all &^ safe
	able := uint32(1) << safe // bit i for a set i of dice that can be used before the others
	for set := -left & left; set != 0; set = (set - left) & left {
		used := (safe | set) & 15
		at := m.step + sp.sum[used&m.set]
		seen := rest | before[used] | sp.seen[at]
		six := seen & (seen >> 1)
		six &= six >> 2
		six = six&(seen>>4)&(seen>>5)&ahead | always
		for dice := set; dice != 0; dice &= dice - 1 {
			i := bits.TrailingZeros32(uint32(dice)) & 3
			ban := lands[i][used]
			if m.set>>i&1 == 1 {
				ban = sp.bans[at]
			}
			// Bit 0: the others could be used, and die i lands in no block.
			able |= (able >> (used ^ 1<<i) & ((six&ban - 1) >> 31)) << used
		}
	}
	return able>>all&1 == 1
}
