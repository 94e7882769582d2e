package bot

// cache keeps values of nodes for the time of one decision: different throws
// lead to equal positions. A slot is overwritten by the next node that wants it.
type cache struct {
	slots []cached
	round uint32 // slots of other rounds are empty
}

type cached struct {
	key     uint64
	round   uint32
	chances Chances
}

const cacheBits = 14

func newCache() *cache { return &cache{slots: make([]cached, 1<<cacheBits), round: 1} }

// forget empties the cache.
func (c *cache) forget() {
	c.round++
	if c.round == 0 {
		clear(c.slots)
		c.round = 1
	}
}

// slot is where a key has its place, and whether it is there.
func (c *cache) slot(key uint64) (s *cached, found bool) {
	s = &c.slots[key>>(64-cacheBits)]
	return s, s.round == c.round && s.key == key
}

// key mixes everything that gives a node its value into 64 bits. That two of the
// some hundred thousand nodes of a decision have the same is not to be expected.
func (n *Node) key() uint64 {
	h := uint64(n.Side)<<1 | uint64(n.Starter)
	if n.Extra {
		h |= 4
	}
	h = mix(h ^ uint64(n.Pos.Covered[0])<<32 ^ uint64(n.Pos.Covered[1])<<8)
	for i := range n.Pos.N {
		p := &n.Pos.N[i]
		h = mix(h ^ word((*[8]uint8)(p[0:8])))
		h = mix(h ^ word((*[8]uint8)(p[8:16])))
		h = mix(h ^ word((*[8]uint8)(p[16:24])))
		h = mix(h ^ uint64(p[24])<<8 ^ uint64(p[25]))
	}
	rest := uint64(0)
	for _, hops := range n.Rest {
		rest = rest<<8 | uint64(hops)
	}
	return mix(h ^ rest ^ uint64(n.Throws[0])<<56 ^ uint64(n.Throws[1])<<60)
}

func mix(h uint64) uint64 {
	h *= 0x9e37_79b9_7f4a_7c15
	return h ^ h>>29
}
