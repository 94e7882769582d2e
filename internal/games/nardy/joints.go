package nardy

import (
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// Joint is a move of one checker by several hops, as one tap or one drag can
// make it.
type Joint struct {
	From, To string
	Hops     []int // the index of each hop at its node
	Next     int   // the node it leads to
}

// Joints are the moves of several hops of one checker from a node of a turn, as
// boards walk it. Of the ways to a place those with the fewest hops count; if
// they lead to different nodes, because one of them hits or uses other dice,
// there is no such move, and neither is there where a single hop goes to that
// place. The scripts of boards do the same with the graph of the view.
func Joints(t *game.Turn, node int) []Joint {
	type target struct{ from, to string }
	var order []target
	found := map[target]Joint{}
	clash := map[target]bool{}
	var walk func(at int, from string, place string, hops []int)
	walk = func(at int, from, place string, hops []int) {
		for i, h := range t.Nodes[at].Hops {
			if h.From != place {
				continue
			}
			k, way := target{from, h.To}, append(slices.Clip(hops), i)
			j, known := found[k]
			switch {
			case !known || len(way) < len(j.Hops):
				if !known {
					order = append(order, k)
				}
				found[k], clash[k] = Joint{From: from, To: h.To, Hops: way, Next: h.Next}, false
			case len(way) == len(j.Hops) && j.Next != h.Next:
				clash[k] = true
			}
			walk(h.Next, from, h.To, way)
		}
	}
	for i, h := range t.Nodes[node].Hops {
		first := func(o game.Hop) bool { return o.From == h.From }
		if slices.IndexFunc(t.Nodes[node].Hops, first) == i {
			walk(node, h.From, h.From, nil)
		}
	}
	var out []Joint
	for _, k := range order {
		if j := found[k]; !clash[k] && len(j.Hops) > 1 {
			out = append(out, j)
		}
	}
	return out
}
