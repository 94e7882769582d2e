package nardy

import (
	"math/bits"
	"slices"
)

// Generator finds whole plays. It owns the buffers of the search, so that a
// bot can ask millions of times without an allocation; the zero value is
// ready, and one Generator serves one goroutine.
type Generator struct {
	f        field
	level    []half
	next     []half
	traces   []trace // how level was reached
	after    []trace // how next was reached
	ends     []half
	children []child
	seen     set
	spread   spread
	results  []Position
}

// Results returns the distinct positions that the legal plays of a stage lead
// to (clause 2.3), in a fixed order, and how many dice a legal play uses; a
// play that ends the game counts as all of them. With nothing to play the only
// result is p and used is 0. The slice is valid until the next call.
func (g *Generator) Results(v *Variant, p *Position, st Stage) (results []Position, used int) {
	root := g.f.set(v, p, &st)
	used = g.search(root)
	if used < g.f.dice {
		g.ends = g.ends[:0]
	}
	n := len(g.ends) + len(g.level)
	g.results = slices.Grow(g.results[:0], n)[:n]
	for i := range g.ends {
		g.f.put(&g.results[i], p, st.Side, &g.ends[i])
	}
	for i := range g.level {
		g.f.put(&g.results[len(g.ends)+i], p, st.Side, &g.level[i])
	}
	return g.results, used
}

// search leaves the last half-made position of every legal play in g.level and
// g.ends and returns how many dice they use.
func (g *Generator) search(root half) int {
	g.level = append(g.level[:0], root)
	g.traces = append(g.traces[:0], trace{})
	g.ends = g.ends[:0]
	if g.f.spreadable(&root) && g.spreadOut(root) {
		return g.f.dice
	}
	used := 0
	for used < g.f.dice {
		g.grow(used+1 == g.f.dice)
		if len(g.next) == 0 {
			break
		}
		g.level, g.next = g.next, g.level
		g.traces, g.after = g.after, g.traces
		used++
	}
	switch {
	case used == g.f.dice:
	case len(g.ends) > 0:
		g.level = g.level[:0] // shorter plays are not full, those that end the game are
	default:
		g.level = g.f.greatest(g.level)
	}
	if len(g.ends) > 0 {
		used = g.f.dice
		g.ends = g.distinct(g.ends)
	}
	g.level = g.f.letOut(g.level)
	return used
}

// grow fills g.next with the half-made positions one hop after g.level.
func (g *Generator) grow(last bool) {
	g.next, g.after = g.next[:0], g.after[:0]
	g.seen.clear()
	for i := range g.level {
		g.children = g.f.expand(&g.level[i], g.traces[i], g.children[:0])
		for j := range g.children {
			c := &g.children[j]
			if c.over {
				c.aux = 0
				g.ends = append(g.ends, c.half)
				continue
			}
			if last {
				c.aux = 0
			}
			if g.seen.add(&c.half, &g.next) {
				g.next = append(g.next, c.half)
				g.after = append(g.after, trace{to: c.to, kind: c.kind})
			}
		}
	}
}

func (g *Generator) distinct(hs []half) []half {
	g.seen.clear()
	kept := hs[:0]
	for i := range hs {
		h := hs[i]
		if g.seen.add(&h, &kept) {
			kept = append(kept, h)
		}
	}
	return kept
}

// greatest keeps the half-made positions that have used the greatest dice
// (clause 2.3, paragraph 4). All have used the same number of dice.
func (f *field) greatest(hs []half) []half {
	best := ^uint32(0)
	for i := range hs {
		best = min(best, f.saved(hs[i].aux))
	}
	kept := hs[:0]
	for i := range hs {
		if f.saved(hs[i].aux) == best {
			kept = append(kept, hs[i])
		}
	}
	return kept
}

// saved ranks the dice that are left: of two leftovers of the same size the
// one with the smaller rank has used the greater dice, number by number from
// the greatest down.
func (f *field) saved(aux uint32) uint32 {
	rank := uint32(0)
	for i := range f.kinds {
		rank = rank<<3 | aux>>(3*i)&7
	}
	return rank
}

// letOut drops results that keep a shut-in opponent shut in, unless that would
// leave nothing (clause 4.2, Fevga).
func (f *field) letOut(hs []half) []half {
	if f.gap == 0 {
		return hs
	}
	open := 0
	for i := range hs {
		if hs[i].occ&f.gap != f.gap {
			open++
		}
	}
	if open == 0 {
		return hs
	}
	kept := hs[:0]
	for i := range hs {
		if hs[i].occ&f.gap != f.gap {
			kept = append(kept, hs[i])
		}
	}
	return kept
}

// set finds equal half-made positions: open addressing over indices into the
// list that it guards. Clearing costs nothing, since every slot carries the
// round in which it was written.
type set struct {
	slots []slot
	round uint32
	used  int
}

// slot is free unless its mark is of the present round. The mark has some bits
// of the hash, so that a position is seldom compared with another one.
type slot struct{ mark, index uint32 }

const (
	tagBits   = 20
	maxRounds = 1 << (32 - tagBits)
)

func (s *set) clear() {
	if s.slots == nil {
		s.slots = make([]slot, 512)
	}
	s.round++
	s.used = 0
	if s.round == maxRounds {
		clear(s.slots)
		s.round = 1
	}
}

func hash(h *half) uint64 {
	hi, lo := bits.Mul64(h.lo^0x9e3779b97f4a7c15, h.hi^uint64(h.aux)<<20^0xd1b54a32d192ed03)
	return hi ^ lo
}

// add reports whether h is not in list yet and notes that it will be appended.
func (s *set) add(h *half, list *[]half) bool {
	_, isNew := s.find(h, list)
	return isNew
}

// find returns the index of h in list. If it is new it is noted as the one that
// will be appended.
func (s *set) find(h *half, list *[]half) (index int, isNew bool) {
	at, mark, known := s.look(h, *list)
	if known {
		return int(s.slots[at].index), false
	}
	s.put(at, mark, len(*list))
	return len(*list), true
}

// look returns the slot of h and whether h is in list; if it is not, put notes
// it there.
func (s *set) look(h *half, list []half) (at uint64, mark uint32, known bool) {
	if 2*s.used >= len(s.slots) {
		s.double(list)
	}
	x := hash(h)
	mark = s.round<<tagBits | uint32(x>>(64-tagBits))
	mask := uint64(len(s.slots) - 1)
	for at = x & mask; ; at = (at + 1) & mask {
		found := s.slots[at]
		if found.mark>>tagBits != s.round {
			return at, mark, false
		}
		if found.mark == mark && list[found.index] == *h {
			return at, mark, true
		}
	}
}

func (s *set) put(at uint64, mark uint32, index int) {
	s.slots[at] = slot{mark: mark, index: uint32(index)}
	s.used++
}

func (s *set) double(list []half) {
	s.slots = make([]slot, 2*len(s.slots))
	s.round = 1
	mask := uint64(len(s.slots) - 1)
	for index := range list {
		x := hash(&list[index])
		at := x & mask
		for s.slots[at].mark != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = slot{mark: 1<<tagBits | uint32(x>>(64-tagBits)), index: uint32(index)}
	}
}
