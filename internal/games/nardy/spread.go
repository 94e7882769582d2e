package nardy

import "math/bits"

// Three or four different dice can be played in very many ways: every checker
// can use every die. Where nothing but closed points and the block rule
// restricts a hop the order of the hops seldom matters, and the plays are found
// without going through all orders: the dice are shared out among the checkers,
// and only where a block could arise on the way is an order looked for.

// spreadable reports whether hops are restricted by nothing but closed points
// and blocks, so that without blocks every order of the same hops is as good as
// any other that the single checkers can go.
func (f *field) spreadable(h *half) bool {
	if f.kinds < 3 || f.v.Contact != Blocking || f.v.Runner || f.v.Block == FevgaBlocks {
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
	way   [16]uint32
	kinds [16]uint32 // how many dice of each number are in a set, packed as in half.aux
	same  int        // dice that show the number of the die before them
	near  bool       // the stage could land in a block
	root  half
	moves [4]spreadMove // of the share that is being made
	owner [4]int        // the move that uses die i
	rest  half          // the checkers that do not move
	tried uint16        // bit i for a set i of dice that has been used up
}

// spreadMove is one checker that uses a set of dice.
type spreadMove struct{ step, set int }

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
	sp.root, sp.near = root, f.blockNear(&root)
	g.next = g.next[:0]
	g.seen.clear()
	g.share(root, unmoved, 1<<n-1, 0, way{legal: true})
	if len(g.next) == 0 {
		return false
	}
	g.level, g.next = g.next, g.level
	return true
}

// way is what is known about the hops of the moves that a share has so far.
type way struct {
	from, to uint32 // where the moves begin and end
	land     uint32 // where their hops could land
	legal    bool   // they are, in the order in which they were made
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
		for m := steps; m != 0; m &= m - 1 {
			s := bits.TrailingZeros32(m)
			to := s + far
			sp.moves[n] = spreadMove{s, set}
			next := h
			next.leave(s)
			next.arrive(to)
			now := way{from: so.from | 1<<s, to: so.to | 1<<to, land: so.land | sp.way[set]<<s, legal: so.legal}
			if sp.near {
				now.legal = now.legal && more == 0 && g.f.blocks(next.occ)&g.f.around(to) == 0
			}
			if left == set {
				g.shared(&next, n+1, &now)
				continue
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

// shared notes the result of a share of n moves if some order of its hops lands
// in no block. The cheap answers come first.
func (g *Generator) shared(h *half, n int, so *way) {
	if !so.legal && (g.hopeless(h.occ, n) || g.doubtful(so.land) && (g.seen.has(h, g.next) || !g.ordered(n))) {
		return
	}
	if g.seen.add(h, &g.next) {
		g.next = append(g.next, *h)
	}
}

// doubtful reports whether a block could arise or stand around one of the
// points of land, if they and the points of the beginning were all held at
// once.
func (g *Generator) doubtful(land uint32) bool {
	blocks := g.f.blocks(g.spread.root.occ | land)
	return blocks != 0 && blocks&g.f.aroundAny(land) != 0
}

// hopeless reports whether n moves that lead to occ land in a block in every
// order: a block that stands at the end and did not at the beginning was
// completed by one of their hops, and one of points that are never left closes
// those points.
func (g *Generator) hopeless(occ uint32, n int) bool {
	sp := &g.spread
	standing := g.f.blocks(sp.root.occ)
	if g.f.blocks(occ)&^standing != 0 {
		return true
	}
	if standing == 0 {
		return false
	}
	rest, ends := sp.root, uint32(0)
	for _, m := range sp.moves[:n] {
		rest.leave(m.step)
		ends |= 1 << (m.step + sp.sum[m.set])
	}
	kept := g.f.blocks(rest.occ)
	return kept != 0 && kept&g.f.aroundAny(ends) != 0
}

// ordered reports whether the n moves of a share can be made in some order of
// their hops that lands in no block. Which dice have been used decides where
// the checkers are, so that every set of dice is looked at once at most.
func (g *Generator) ordered(n int) bool {
	sp := &g.spread
	sp.rest, sp.tried = sp.root, 0
	all := 0
	for i, m := range sp.moves[:n] {
		sp.rest.leave(m.step)
		all |= m.set
		for set := m.set; set != 0; set &= set - 1 {
			sp.owner[bits.TrailingZeros32(uint32(set))] = i
		}
	}
	return g.useUp(0, all, n)
}

// useUp reports whether the dice in left can be used up in some order after
// those in used. It begins with the last die, since the order of the shares
// has failed when it is asked.
func (g *Generator) useUp(used, left, n int) bool {
	sp := &g.spread
	sp.tried |= 1 << used
	for dice := left; dice != 0; {
		i := bits.Len32(uint32(dice)) - 1
		die := 1 << i
		dice &^= die
		now := used | die
		if sp.tried>>now&1 == 1 {
			continue
		}
		mover := &sp.moves[sp.owner[i]]
		to := mover.step + sp.sum[now&mover.set]
		if g.f.closed>>to&1 == 1 {
			continue
		}
		occ := sp.rest.occ
		for _, m := range sp.moves[:n] {
			occ |= 1 << (m.step + sp.sum[now&m.set])
		}
		if g.f.blocks(occ)&g.f.around(to) != 0 {
			continue
		}
		if left == die || g.useUp(now, left&^die, n) {
			return true
		}
	}
	return false
}
