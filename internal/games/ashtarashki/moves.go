package ashtarashki

// Move is a legal move without the squares a chain passes on its way: what
// decides the position after it, and nothing else. Two chains that take the
// same stones in another order and end on the same square are the same Move.
type Move struct {
	Captured Set // the squares of the stones taken; empty for a quiet move
	From, To Square
}

// The longest list of moves is that of quiet moves, four for each of twelve
// stones; chains can be more only in positions that no game reaches, where the
// list grows.
const usualMoves = 48

// own are the side's stones that can still move.
func (p *Position) own() Set { return p.Active(p.ToMove) }

// empty are the squares without a stone.
func (p *Position) empty() Set { return ^(p.Sides[White] | p.Sides[Black]) }

// prey are the stones that a full stone of rank i+1 of the side to move takes
// (clause 3.2): three takes two, two takes one, one takes three, and each takes
// a covered one. Finished stones are nobody's prey (clause 2.3).
func (p *Position) prey(i int) Set {
	return p.Active(p.ToMove.Other()) & (p.Ranks[(i+2)%3] | p.Covered)
}

// hunters are the full stones of rank i+1 of the side to move that have not
// finished (clauses 2.3 and 3.2).
func (p *Position) hunters(i int) Set {
	return p.own() & p.Ranks[i] &^ (p.Turned | p.Covered)
}

// CanCapture reports whether the side to move has a capture, and so must make
// one (clause 3.4).
func (p *Position) CanCapture() bool {
	for i := range p.Ranks {
		if p.hunters(i).near()&p.prey(i) != 0 {
			return true
		}
	}
	return false
}

// AppendCaptures adds every chain of the side to move, whole (clause 3.5): one
// entry for each way to walk it.
func (p *Position) AppendCaptures(moves []Move) []Move {
	last := lastRank(p.ToMove)
	for i := range p.Ranks {
		prey := p.prey(i)
		for from := p.hunters(i) & prey.near(); from != 0; from = from.Rest() {
			moves = appendChains(moves, Move{From: from.First(), To: from.First()}, prey, last)
		}
	}
	return moves
}

// appendChains adds the ways to go on capturing from m.To, or m itself where
// there is none.
func appendChains(moves []Move, m Move, prey, last Set) []Move {
	next := m.To.Neighbours() & prey &^ m.Captured
	// Clause 3.6: a chain ends at once on the last rank.
	if next == 0 || last.Has(m.To) {
		return append(moves, m)
	}
	for ; next != 0; next = next.Rest() {
		to := next.First()
		moves = appendChains(moves, Move{From: m.From, To: to, Captured: m.Captured | SetOf(to)}, prey, last)
	}
	return moves
}

// AppendQuiet adds the moves to empty squares (clause 2.1), whether or not
// something can be captured.
func (p *Position) AppendQuiet(moves []Move) []Move {
	empty := p.empty()
	for own := p.own(); own != 0; own = own.Rest() {
		from := own.First()
		for to := from.Neighbours() & empty; to != 0; to = to.Rest() {
			moves = append(moves, Move{From: from, To: to.First()})
		}
	}
	return moves
}

// AppendMoves adds every legal move: the captures where there are any, the
// quiet moves otherwise (clause 3.4). It does not ask whether the game is over.
func (p *Position) AppendMoves(moves []Move) []Move {
	start := len(moves)
	moves = p.AppendCaptures(moves)
	if len(moves) > start {
		return moves
	}
	return p.AppendQuiet(moves)
}

// CanMove reports whether the side to move has a legal move.
func (p *Position) CanMove() bool {
	return p.own().near()&p.empty() != 0 || p.CanCapture()
}

// countMoves is the number of moves AppendMoves would add. Quiet moves are
// counted without being made.
func (p *Position) countMoves(buffer []Move) int {
	if p.CanCapture() {
		return len(p.AppendCaptures(buffer[:0]))
	}
	own, empty := p.own(), p.empty()
	return (own.upRight() & empty).Len() + (own.upLeft() & empty).Len() +
		(own.downRight() & empty).Len() + (own.downLeft() & empty).Len()
}

// Retreats reports whether m is a quiet move backward (clause 2.2). A capture
// is no retreat, whichever way it goes (clause 3.3).
func (p *Position) Retreats(m Move) bool {
	if m.Captured != 0 {
		return false
	}
	if p.ToMove == White {
		return m.To.Rank() < m.From.Rank()
	}
	return m.To.Rank() > m.From.Rank()
}

// Make plays m, which must be legal.
func (p *Position) Make(m Move) {
	us, retreats := p.ToMove, p.Retreats(m)
	p.ToMove = us.Other()
	if m.Captured != 0 {
		p.remove(us.Other(), m.Captured)
		p.shift(us, m)
		return
	}
	p.shift(us, m)
	if !retreats {
		return
	}
	// Clause 2.2: M becomes V, V becomes W, W leaves the board.
	to := SetOf(m.To)
	switch {
	case p.Covered&to != 0:
		p.remove(us, to)
	case p.Turned&to != 0:
		p.Turned ^= to
		p.Covered ^= to
	default:
		p.Turned |= to
	}
}

// shift takes the stone of side c from m.From to m.To as it is.
func (p *Position) shift(c Colour, m Move) {
	from, both := SetOf(m.From), SetOf(m.From)|SetOf(m.To)
	p.Sides[c] ^= both
	for i := range p.Ranks {
		if p.Ranks[i]&from != 0 {
			p.Ranks[i] ^= both
		}
	}
	if p.Turned&from != 0 {
		p.Turned ^= both
	}
	if p.Covered&from != 0 {
		p.Covered ^= both
	}
}

// remove takes stones of side c off the board.
func (p *Position) remove(c Colour, stones Set) {
	p.Sides[c] &^= stones
	for i := range p.Ranks {
		p.Ranks[i] &^= stones
	}
	p.Turned &^= stones
	p.Covered &^= stones
}

// After returns the position after m, which must be legal.
func (p Position) After(m Move) Position {
	p.Make(m)
	return p
}
