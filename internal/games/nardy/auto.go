package nardy

import "github.com/hod-games/hod/internal/game"

// Auto is which hops a player wants to be made for him (clause 7).
type Auto struct {
	BearOff bool // exact bear-offs without risk
	Forced  bool // hops that are the only ones
}

// AutoBearOff is the hop that automatic bear-off makes in a half-made
// position, as an index into its edges (clause 7): of the hops that begin a
// legal play the one with the greatest die that takes a checker off exactly,
// while all checkers of the side are home. It keeps still while the opponent
// could still hit or cover something.
func (v *Variant) AutoBearOff(side Side, n *Node) (edge int, ok bool) {
	if !n.Position.Home(side) || v.atRisk(&n.Position, side) {
		return 0, false
	}
	die := 0
	for i, e := range n.Edges {
		if e.To == BorneOff && v.step(side, e.From)+e.Die == Off && e.Die > die {
			edge, die = i, e.Die
		}
	}
	return edge, die > 0
}

// atRisk reports whether the opponent has a checker on the bar or in the home
// of the side, in a variant where that is dangerous.
func (v *Variant) atRisk(p *Position, side Side) bool {
	if v.Contact == Blocking {
		return false
	}
	opp := &p.N[side.Other()]
	if opp[Bar] > 0 {
		return true
	}
	for s := 19; s <= 24; s++ {
		if opp[v.Route.Across(s)] > 0 {
			return true
		}
	}
	return false
}

// Continue is what automatic play adds to a half-made turn in node i of g, and
// the node it comes to.
func (s *State) Continue(g *Graph, i int, auto Auto) (hops []Hop, node int) {
	for {
		n := &g.Nodes[i]
		edge, ok := 0, false
		if auto.BearOff {
			edge, ok = s.set.AutoBearOff(s.side, n)
		}
		if !ok && auto.Forced && len(n.Edges) == 1 {
			edge, ok = 0, true
		}
		if !ok {
			return hops, i
		}
		hops = append(hops, n.Edges[edge].Hop)
		i = n.Edges[edge].Next
	}
}

// Only is the one legal action of a player who has no choice: a pass, or a
// stage with a single result.
func (s *State) Only() (game.Action, bool) {
	if s.phase != PhasePlay {
		return "", false
	}
	g := s.Graph()
	finals := g.Finals()
	if len(finals) != 1 {
		return "", false
	}
	return g.Action(finals[0]), true
}

// ActionTo is the legal action that leads to a result of Generator.Results.
func (s *State) ActionTo(result Position) (game.Action, bool) {
	if s.phase != PhasePlay {
		return "", false
	}
	g := s.Graph()
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Final && n.Position == result {
			return g.Action(i), true
		}
	}
	return "", false
}
