package toy

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
)

type hop struct{ from, to int }

// half is a half-made turn.
type half struct {
	pieces [2]int // of the side, ascending
	left   [2]int // dice still to play, descending; zeros where the turn is made
}

// graph is every way to play a turn.
type graph struct {
	s     State
	nodes []node
	index map[half]int
}

type node struct {
	half
	hops   []edge
	made   bool // the turn may end here
	action game.Action
}

type edge struct {
	hop
	die, next int
}

func (s State) turns() *graph {
	g := &graph{s: s, index: map[half]int{}}
	g.add(half{s.pieces[s.side-game.First], s.dice}, nil)
	return g
}

// add returns the index of the node of h, which path leads to.
func (g *graph) add(h half, path []hop) int {
	depth := g.s.depth(h)
	if depth == 0 || g.s.finished(h.pieces) {
		h.left = [2]int{} // what is left over makes no difference
	}
	if i, ok := g.index[h]; ok {
		return i
	}
	i := len(g.nodes)
	g.index[h] = i
	g.nodes = append(g.nodes, node{half: h, made: h.left == [2]int{}})
	if g.nodes[i].made {
		g.nodes[i].action = write(path)
		return i
	}
	for _, e := range g.s.hops(h) {
		next := g.s.after(h, e)
		// Clause 2.3: only hops that let as many dice be played as possible.
		if !g.s.finished(next.pieces) && 1+g.s.depth(next) < depth {
			continue
		}
		e.next = g.add(next, append(slices.Clone(path), e.hop))
		g.nodes[i].hops = append(g.nodes[i].hops, e)
	}
	return i
}

func write(path []hop) game.Action {
	if len(path) == 0 {
		return game.Pass
	}
	words := make([]string, len(path))
	for i, h := range path {
		words[i] = strconv.Itoa(h.from) + "/" + strconv.Itoa(h.to)
	}
	return game.Action(strings.Join(words, " "))
}

// actions are those of the nodes where the turn may end.
func (g *graph) actions() []game.Action {
	var actions []game.Action
	for _, n := range g.nodes {
		if n.made {
			actions = append(actions, n.action)
		}
	}
	return actions
}

func (s State) finished(pieces [2]int) bool {
	return pieces == [2]int{s.options.Length, s.options.Length}
}

// depth is the greatest number of dice that can be played from h.
func (s State) depth(h half) int {
	best := 0
	for _, e := range s.hops(h) {
		next := s.after(h, e)
		n := 1 + s.depth(next)
		if s.finished(next.pieces) {
			n = 2 // nothing more is asked of this side
		}
		best = max(best, n)
	}
	return best
}

// hops are the hops that clauses 2.1 and 2.2 allow.
func (s State) hops(h half) []edge {
	var hops []edge
	for i, from := range h.pieces {
		if from == s.options.Length || (i == 1 && from == h.pieces[0]) {
			continue
		}
		for j, die := range h.left {
			if die == 0 || (j == 1 && die == h.left[0]) {
				continue
			}
			if to := min(from+die, s.options.Length); !s.blocked(to) {
				hops = append(hops, edge{hop: hop{from, to}, die: die})
			}
		}
	}
	return hops
}

// blocked reports whether the other side stands on a square (clause 2.2).
func (s State) blocked(square int) bool {
	return square != s.options.Length && slices.Contains(s.pieces[s.side.Other()-game.First][:], square)
}

func (s State) after(h half, e edge) half {
	if h.pieces[0] == e.from {
		h.pieces[0] = e.to
	} else {
		h.pieces[1] = e.to
	}
	slices.Sort(h.pieces[:])
	if h.left[0] == e.die {
		h.left = [2]int{h.left[1], 0}
	} else {
		h.left[1] = 0
	}
	return h
}

// applyTurn plays hops, any order that ends in a legal position. No hops are a
// pass.
func (s State) applyTurn(hops []hop) (game.State, error) {
	g := s.turns()
	at := []int{0} // the same hop can be the work of either die
	for step, h := range hops {
		var next []int
		for _, i := range at {
			for _, e := range g.nodes[i].hops {
				if e.hop == h {
					next = append(next, e.next)
				}
			}
		}
		if next == nil {
			return nil, &game.Refusal{Rule: s.forbids(g.nodes[at[0]].half, h), Step: step}
		}
		at = next
	}
	for _, i := range at {
		if n := g.nodes[i]; n.made {
			return s.ended(n.pieces), nil
		}
	}
	return nil, &game.Refusal{Rule: RuleUseBoth, Step: max(0, len(hops)-1)}
}

// forbids names the first rule that a hop breaks which is not in the graph.
func (s State) forbids(h half, wanted hop) string {
	if !slices.Contains(h.pieces[:], wanted.from) {
		return RuleOwnPiece
	}
	reaches := func(die int) bool {
		return die > 0 && wanted.from < s.options.Length && min(wanted.from+die, s.options.Length) == wanted.to
	}
	switch {
	case !slices.ContainsFunc(h.left[:], reaches):
		return RuleWrongDistance
	case s.blocked(wanted.to):
		return RuleBlocked
	default:
		return RuleUseBoth
	}
}

// ended is the position after a turn that left the side's pieces so.
func (s State) ended(pieces [2]int) State {
	s.pieces[s.side-game.First] = pieces
	if !s.finished(pieces) {
		return s.begin(s.side.Other())
	}
	if s.home(s.side.Other()) == 0 { // clause 4.1
		return s.end(s.side, ReasonMars)
	}
	return s.end(s.side, ReasonHome)
}
