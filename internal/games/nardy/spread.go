package nardy

import "math/bits"

// Three or four different dice can be played in very many ways: every checker
// can use every die. Where nothing but closed points restricts a hop the order
// of the hops does not matter, and the plays are found without going through
// all orders: the dice are shared out among the checkers.

// spreadable reports whether hops are restricted by nothing but closed points,
// so that every order of the same hops is as good as any other that the single
// checkers can go.
func (f *field) spreadable(h *half) bool {
	if f.kinds < 3 || f.v.Contact != Blocking || f.v.Runner || f.v.Block == FevgaBlocks {
		return false
	}
	if f.v.Block == EnemyAhead && f.blockNear(h) {
		return false
	}
	outside := 0
	for s := 1; s <= 18; s++ {
		outside += h.at(s)
	}
	return outside >= f.dice // nothing can be borne off in this stage
}

// blockNear reports whether the hops of the stage could build a block with no
// enemy checker ahead of it.
func (f *field) blockNear(h *half) bool {
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
}

// spreadOut finds the results of a spreadable stage. It reports false when not
// all dice can be used.
func (g *Generator) spreadOut(root half) bool {
	f := &g.f
	sp := &g.spread
	n := 0
	for i := range f.kinds {
		for range root.aux >> (3 * i) & 7 {
			sp.sum[1<<n] = f.numbers[i]
			n++
		}
	}
	sp.from[0] = points
	for set := 1; set < 1<<n; set++ {
		low := set & -set
		sp.sum[set] = sp.sum[set&^low] + sp.sum[low]
		way := uint32(0)
		for rest := set; rest != 0; rest &= rest - 1 {
			last := rest & -rest
			way |= sp.from[set&^last]
		}
		open := uint32(0)
		if far := sp.sum[set]; far < 24 {
			open = ^(f.closed >> far) & (1<<(25-far) - 1)
		}
		sp.from[set] = way & open
	}
	unmoved := root
	for f.v.Head > 0 && unmoved.at(1) > root.at(1)-f.stay {
		unmoved.leave(1)
	}
	root.aux = 0
	g.next = g.next[:0]
	g.seen.clear()
	g.share(root, unmoved, 1<<n-1)
	if len(g.next) == 0 {
		return false
	}
	g.level, g.next = g.next, g.level
	return true
}

// share gives the first of the dice that are left, alone or with others, to
// every checker that has not moved.
func (g *Generator) share(h, unmoved half, left int) {
	first := left & -left
	others := left &^ first
	for more := others; ; more = (more - 1) & others {
		set := first | more
		far := g.spread.sum[set]
		for m := unmoved.occ & g.spread.from[set]; m != 0; m &= m - 1 {
			s := bits.TrailingZeros32(m)
			next := h
			next.leave(s)
			next.arrive(s + far)
			if left == set {
				if g.seen.add(&next, &g.next) {
					g.next = append(g.next, next)
				}
				continue
			}
			still := unmoved
			still.leave(s)
			g.share(next, still, left&^set)
		}
		if more == 0 {
			return
		}
	}
}
