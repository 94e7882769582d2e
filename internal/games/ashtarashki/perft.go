package ashtarashki

// Leaves counts the positions after depth half-moves, each as often as there
// are ways to reach it; a game that ends earlier is one leaf. It is how two
// implementations of the rules are compared, and how fast one is.
func Leaves(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var buffers leafBuffers
	return buffers.count(&p, depth)
}

// leafBuffers keeps one move list a level, so that counting allocates nothing.
type leafBuffers [][]Move

func (b *leafBuffers) at(depth int) []Move {
	for len(*b) <= depth {
		*b = append(*b, make([]Move, 0, usualMoves))
	}
	return (*b)[depth][:0]
}

func (b *leafBuffers) count(p *Position, depth int) uint64 {
	if _, over := p.Decided(); over {
		return 1
	}
	if depth == 1 {
		return uint64(max(p.countMoves(b.at(depth)), 1)) // a blocked side is one leaf
	}
	moves := p.AppendMoves(b.at(depth))
	(*b)[depth] = moves
	if len(moves) == 0 {
		return 1 // clause 4.4: a blocked side, the game is over
	}
	var n uint64
	for _, m := range moves {
		next := *p
		next.Make(m)
		n += b.count(&next, depth-1)
	}
	return n
}
