package nardy

import (
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// play is a legal turn: its hops and where it leads.
type play struct {
	hops []Hop
	end  Position
	used int // dice
}

// resolve finds the legal turn that somebody has written. Moves may be in any
// order; one move may stand for several hops of a checker, where its way does
// not matter.
func (s *State) resolve(t written) (play, error) {
	x := explore(&s.set.Variant, &s.pos, s.Stage())
	return x.resolve(x.graph(), t)
}

// resolve finds a written turn in the graph of the search.
func (s *search) resolve(g *Graph, t written) (play, error) {
	r := s.find(g, t.moves)
	switch {
	case len(r.found) == 0:
		if plain := withoutStars(t.moves); !slices.Equal(plain, t.moves) && len(s.find(g, plain).found) > 0 {
			return play{}, &game.Refusal{Rule: RuleNotation} // a star, and nothing is hit
		}
		return play{}, s.refuse(t.moves)
	case r.clash:
		return play{}, &game.Refusal{Rule: RuleSayTheWay, Step: r.firstJoint(t.moves)}
	}
	n := &r.g.Nodes[r.end]
	return play{hops: r.found, end: n.Position, used: s.f.dice - n.Left}, nil
}

// find looks for the moves in their order, then in every other one.
func (s *search) find(g *Graph, moves []move) *resolver {
	r := resolver{g: g}
	if len(moves) <= s.f.dice {
		r.order(moves)
		if len(r.found) == 0 {
			r.permute(slices.Clone(moves), 0)
		}
	}
	return &r
}

func withoutStars(moves []move) []move {
	plain := slices.Clone(moves)
	for i := range plain {
		plain[i].hit = false
	}
	return plain
}

// resolver looks for the ways in the graph that fit the moves of a turn. Of
// several ways those with the fewest hops count.
type resolver struct {
	g     *Graph
	found []Hop
	end   int
	clash bool // ways of that length lead to different positions
}

// order tries the moves in the given order.
func (r *resolver) order(moves []move) { r.walk(0, moves, nil) }

// permute tries the other orders of moves[i:].
func (r *resolver) permute(moves []move, i int) {
	if i == len(moves) {
		r.order(moves)
		return
	}
	for j := i; j < len(moves); j++ {
		if slices.Contains(moves[i:j], moves[j]) {
			continue // the same move has been in this place
		}
		moves[i], moves[j] = moves[j], moves[i]
		r.permute(moves, i+1)
		moves[i], moves[j] = moves[j], moves[i]
	}
}

// walk goes on from a node with the moves that are left. The first of them may
// be half done: its from is then where its checker stands by now.
func (r *resolver) walk(node int, moves []move, hops []Hop) {
	n := &r.g.Nodes[node]
	if len(moves) == 0 {
		if n.Final {
			r.note(node, hops)
		}
		return
	}
	if len(n.Edges) == 0 || len(r.found) > 0 && len(hops)+len(moves) > len(r.found) {
		return
	}
	for _, e := range n.Edges {
		if e.From != moves[0].from {
			continue
		}
		way := append(slices.Clip(hops), e.Hop)
		if e.To == moves[0].to {
			if moves[0].hit && !e.Hit {
				continue
			}
			r.walk(e.Next, moves[1:], way)
			continue
		}
		rest := slices.Clone(moves)
		rest[0].from = e.To
		rest[0].hit = moves[0].hit && !e.Hit
		r.walk(e.Next, rest, way)
	}
}

func (r *resolver) note(node int, hops []Hop) {
	switch {
	case len(r.found) == 0 || len(hops) < len(r.found):
		r.found, r.end, r.clash = hops, node, false
	case r.g.Nodes[node].Position != r.g.Nodes[r.end].Position:
		r.clash = true
	}
}

// firstJoint is the first move that stands for several hops.
func (r *resolver) firstJoint(moves []move) int {
	for i, m := range moves {
		if i >= len(r.found) || r.found[i].From != m.from || r.found[i].To != m.to {
			return i
		}
	}
	return 0
}
