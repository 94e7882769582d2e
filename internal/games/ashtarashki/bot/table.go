package bot

import (
	"math/bits"

	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// key is a hash of a position. Positions never come again in a game (clause
// 4.5), so nothing of how one got there belongs to it.
func key(p *ashtarashki.Position) uint64 {
	const (
		k0 = 0x9e3779b97f4a7c15
		k1 = 0xbf58476d1ce4e5b9
		k2 = 0x94d049bb133111eb
		k3 = 0xd6e8feb86659fd93
	)
	a := uint64(p.Sides[0])<<32 | uint64(p.Sides[1])
	b := uint64(p.Ranks[0])<<32 | uint64(p.Ranks[1])
	c := uint64(p.Turned)<<32 | uint64(p.Covered)
	h1, l1 := bits.Mul64(a^k0, b^k1)
	h2, l2 := bits.Mul64(c^k2, uint64(p.Ranks[2])<<8^uint64(p.ToMove)^k3)
	x := h1 ^ l1 ^ bits.RotateLeft64(h2^l2, 23)
	x ^= x >> 32
	x *= k0
	return x ^ x>>29
}

// bound says how a score in the table limits the true one.
type bound uint8

const (
	none  bound = iota // an empty entry
	lower              // the true score is at least this
	upper              // it is at most this
	exact
)

// entry is what the table knows of one position: 16 bytes.
type entry struct {
	check    uint32 // the half of the key that the index does not use
	captured ashtarashki.Set
	score    int16 // from the position itself, not from the root
	from, to ashtarashki.Square
	depth    int8
	bound    bound
}

func (e *entry) move() ashtarashki.Move {
	return ashtarashki.Move{Captured: e.captured, From: e.from, To: e.to}
}

// table remembers positions in pairs: the first of a pair keeps the deepest
// search, the second the latest.
type table struct {
	entries []entry
	mask    uint64
}

// newTable has room for 2^bits positions.
func newTable(bits int) table {
	return table{entries: make([]entry, 1<<bits), mask: 1<<bits - 2}
}

func (t *table) clear() { clear(t.entries) }

// probe returns the entry of a position, or nil.
func (t *table) probe(key uint64) *entry {
	i := key & t.mask
	pair := t.entries[i : i+2 : i+2]
	check := uint32(key >> 32)
	for n := range pair {
		if e := &pair[n]; e.check == check && e.bound != none {
			return e
		}
	}
	return nil
}

func (t *table) store(key uint64, e entry) {
	i := key & t.mask
	pair := t.entries[i : i+2 : i+2]
	e.check = uint32(key >> 32)
	switch {
	case pair[0].check == e.check || pair[0].bound == none:
		pair[0] = e
	case e.depth >= pair[0].depth:
		pair[1] = pair[0]
		pair[0] = e
	default:
		pair[1] = e
	}
}
