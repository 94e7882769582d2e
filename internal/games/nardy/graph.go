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
	// Twins is true where several final nodes may have the same position.
	Twins bool
}

// Node is a half-made position.
type Node struct {
	Position Position
	Left     int  // how many dice are not used yet
	Final    bool // the play may end here
	Over     bool // the game is over here
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
	edges, end int // its edges are search.edges[edges:end]
	depth      int
	over       bool
	keep       bool
	final      bool
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
	edges []rawEdge
	used  int
	best  uint32 // rank of the dice left over after a legal play that is not full
	full  bool
}

func (s *search) edgesOf(n *rawNode) []rawEdge { return s.edges[n.edges:n.end] }

func explore(v *Variant, p *Position, st Stage) *search {
	s := &search{base: *p, side: st.Side, nodes: make([]rawNode, 0, 64), edges: make([]rawEdge, 0, 128)}
	root := s.f.set(v, p, &st)
	var known set
	known.clear()
	halves := make([]half, 0, 64)
	known.find(&root, &halves)
	halves = append(halves, root)
	s.nodes = append(s.nodes, rawNode{half: root})
	children := make([]child, 0, 64)
	for i := 0; i < len(s.nodes); i++ {
		s.nodes[i].edges = len(s.edges)
		if !s.nodes[i].over {
			children = s.f.expand(&s.nodes[i].half, trace{}, children[:0])
		} else {
			children = children[:0]
		}
		for _, c := range children {
			next, isNew := known.find(&c.half, &halves)
			if isNew {
				halves = append(halves, c.half)
				s.nodes = append(s.nodes, rawNode{half: c.half, depth: s.nodes[i].depth + 1, over: c.over})
			}
			s.edges = append(s.edges, rawEdge{child: c, next: next})
		}
		s.nodes[i].end = len(s.edges)
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
		for _, e := range s.edgesOf(n) {
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
	index := make([]int, len(s.nodes))
	kept, edges := 0, 0
	for i := range s.nodes {
		if n := &s.nodes[i]; n.keep {
			index[i] = kept
			kept++
			edges += n.end - n.edges
		}
	}
	g := &Graph{Used: s.used, Nodes: make([]Node, kept)}
	all := make([]Edge, 0, edges)
	for i := range s.nodes {
		if n := &s.nodes[i]; n.keep {
			g.Nodes[index[i]] = Node{
				Position: s.f.position(&s.base, s.side, &n.half),
				Left:     s.f.dice - n.depth, Final: n.final, Over: n.over, Parent: -1,
			}
			g.Twins = g.Twins || n.final && (n.over || s.f.v.NoRun)
		}
	}
	for i := range s.nodes {
		n := &s.nodes[i]
		if !n.keep {
			continue
		}
		from, begin := index[i], len(all)
		for _, e := range s.edgesOf(n) {
			if !s.nodes[e.next].keep {
				continue
			}
			next := index[e.next]
			if to := &g.Nodes[next]; to.Parent < 0 {
				to.Parent, to.Via = from, len(all)-begin
			}
			all = append(all, Edge{Hop: s.hop(&n.half, &e.child), Next: next})
		}
		g.Nodes[from].Edges = all[begin:len(all):len(all)]
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
		n := &g.Nodes[i]
		if !n.Final || g.Twins && seen[n.Position] {
			continue
		}
		if g.Twins {
			seen[n.Position] = true
		}
		finals = append(finals, i)
	}
	return finals
}

// Stuck reports whether nothing can be played.
func (g *Graph) Stuck() bool { return len(g.Nodes[0].Edges) == 0 }
