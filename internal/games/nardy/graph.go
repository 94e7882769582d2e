package nardy

import "slices"

// Hop is one checker moved by one die, in points of the board: 1 … 24 along
// Light's route.
type Hop struct {
	From, To Place
	Die      int
	Hit      bool // takes an enemy checker to the bar
	Cover    bool // covers an enemy checker
	Uncover  bool // leaves an enemy checker that it had covered
}

// Place is a point 1 … 24, or one of the places beside the board.
type Place int8

// Places beside the board.
const (
	OnBar    Place = 0
	BorneOff Place = 25
)

// Graph is every legal play of a stage: half-made positions, each listed once
// however many ways lead there, joined by hops. Only hops that begin a legal
// play are in it. Nodes[0] is the position before the first hop; a node comes
// after the nodes that lead to it.
type Graph struct {
	Nodes []Node
	Used  int // dice that a legal play uses; one that ends the game counts as all
}

// Node is a half-made position.
type Node struct {
	Position Position
	Left     []uint8 // dice not used yet, greatest first
	Final    bool    // the play may end here
	Over     bool    // the game is over here
	Edges    []Edge
	// First is the first way to this node in the order of the edges: the
	// node before and the index of the edge there. The root has Parent -1.
	Parent, Via int
}

// Edge is a legal next hop.
type Edge struct {
	Hop
	Next int
}

// rawNode is a node of the whole search, before what is not legal is cut off.
type rawNode struct {
	half
	depth int
	over  bool
	edges []rawEdge
	keep  bool
	final bool
}

type rawEdge struct {
	child
	next int
}

// search is all half-made positions of a stage, legal ends or not.
type search struct {
	f     field
	base  Position
	side  Side
	nodes []rawNode
	used  int
	best  uint32 // rank of the dice left over after a legal play that is not full
	full  bool
}

func explore(v *Variant, p *Position, st Stage) *search {
	s := &search{base: *p, side: st.Side}
	root := s.f.set(v, p, &st)
	s.nodes = []rawNode{{half: root}}
	index := map[half]int{root: 0}
	var children []child
	for i := 0; i < len(s.nodes); i++ {
		if s.nodes[i].over {
			continue
		}
		children = s.f.expand(&s.nodes[i].half, children[:0])
		edges := make([]rawEdge, 0, len(children))
		for _, c := range children {
			next, known := index[c.half]
			if !known {
				next = len(s.nodes)
				index[c.half] = next
				s.nodes = append(s.nodes, rawNode{half: c.half, depth: s.nodes[i].depth + 1, over: c.over})
			}
			edges = append(edges, rawEdge{child: c, next: next})
		}
		s.nodes[i].edges = edges
	}
	s.judge()
	return s
}

// judge marks the nodes where a legal play may end and those that lead there
// (clause 2.3, paragraphs 2 to 4).
func (s *search) judge() {
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.over {
			s.used, s.full = s.f.dice, true
		}
		s.used = max(s.used, n.depth)
	}
	s.full = s.full || s.used == s.f.dice
	s.best = ^uint32(0)
	for i := range s.nodes {
		if n := &s.nodes[i]; !s.full && n.depth == s.used {
			s.best = min(s.best, s.f.saved(n.aux))
		}
	}
	let := s.keepsShut()
	for i := len(s.nodes) - 1; i >= 0; i-- {
		n := &s.nodes[i]
		n.final = s.mayEnd(n) && !(let && s.shut(n))
		n.keep = n.final
		for _, e := range n.edges {
			n.keep = n.keep || s.nodes[e.next].keep
		}
	}
}

// mayEnd reports whether a play that ends in n has used what it must.
func (s *search) mayEnd(n *rawNode) bool {
	switch {
	case n.over:
		return true
	case s.full:
		return n.depth == s.f.dice
	default:
		return n.depth == s.used && s.f.saved(n.aux) == s.best
	}
}

func (s *search) shut(n *rawNode) bool { return s.f.gap != 0 && n.occ&s.f.gap == s.f.gap }

// keepsShut reports whether some results must be dropped because others let a
// shut-in opponent out (clause 4.2, Fevga).
func (s *search) keepsShut() bool {
	return s.f.gap != 0 && slices.ContainsFunc(s.nodes, func(n rawNode) bool { return s.mayEnd(&n) && !s.shut(&n) })
}

// left lists the dice that are left.
func (f *field) left(aux uint32) []uint8 {
	var dice []uint8
	for i := range f.kinds {
		for range aux >> (3 * i) & 7 {
			dice = append(dice, uint8(f.numbers[i]))
		}
	}
	return dice
}

// NewGraph returns the legal plays of a stage.
func NewGraph(v *Variant, p *Position, st Stage) *Graph {
	return explore(v, p, st).graph()
}

func (s *search) graph() *Graph {
	g := &Graph{Used: s.used}
	index := make([]int, len(s.nodes))
	for i := range s.nodes {
		if n := &s.nodes[i]; n.keep {
			index[i] = len(g.Nodes)
			g.Nodes = append(g.Nodes, Node{
				Position: s.f.position(&s.base, s.side, &n.half),
				Left:     s.f.left(n.aux), Final: n.final, Over: n.over, Parent: -1,
			})
		}
	}
	for i := range s.nodes {
		if !s.nodes[i].keep {
			continue
		}
		from := index[i]
		for _, e := range s.nodes[i].edges {
			if !s.nodes[e.next].keep {
				continue
			}
			next := index[e.next]
			if to := &g.Nodes[next]; to.Parent < 0 {
				to.Parent, to.Via = from, len(g.Nodes[from].Edges)
			}
			g.Nodes[from].Edges = append(g.Nodes[from].Edges, Edge{Hop: s.hop(&s.nodes[i].half, &e.child), Next: next})
		}
	}
	return g
}

// hop describes a hop for people and boards.
func (s *search) hop(before *half, c *child) Hop {
	f := &s.f
	to := int(c.to)
	h := Hop{From: f.v.place(s.side, int(c.from)), To: f.v.place(s.side, to), Die: int(c.die)}
	h.Hit = c.hi>>(hitShift+1) != before.hi>>(hitShift+1)
	if f.v.Contact == Covering {
		lone := func(step int) bool {
			return step >= 1 && step <= 24 && f.closed>>step&1 == 0 && s.base.N[s.side.Other()][f.v.Route.Across(step)] == 1
		}
		h.Cover = lone(to) && before.at(to) == 0
		h.Uncover = lone(int(c.from)) && before.at(int(c.from)) == 1
	}
	return h
}

// place is the place of a step of a side.
func (v *Variant) place(side Side, step int) Place {
	if step == Bar || step == Off {
		return Place(step)
	}
	return Place(v.Route.Point(side, step))
}

// step is the step of a place on the route of a side.
func (v *Variant) step(side Side, at Place) int {
	if at == OnBar || at == BorneOff {
		return int(at)
	}
	return v.Route.Step(side, int(at))
}

// Way is the hops that first led to node i.
func (g *Graph) Way(i int) []Hop {
	var hops []Hop
	for n := &g.Nodes[i]; n.Parent >= 0; n = &g.Nodes[n.Parent] {
		hops = append(hops, g.Nodes[n.Parent].Edges[n.Via].Hop)
	}
	slices.Reverse(hops)
	return hops
}

// Finals are the nodes where a play may end, one for every distinct result,
// in a fixed order.
func (g *Graph) Finals() []int {
	var finals []int
	seen := map[Position]bool{}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Final && !seen[n.Position] {
			seen[n.Position] = true
			finals = append(finals, i)
		}
	}
	return finals
}

// Stuck reports whether nothing can be played.
func (g *Graph) Stuck() bool { return len(g.Nodes[0].Edges) == 0 }
