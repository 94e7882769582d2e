package bot

import (
	"cmp"
	"slices"

	"github.com/hod-games/hod/internal/games/nardy"
)

// A remainder (clause 4.8) is played before the next throw, so chance has no part
// in it, and it can be twenty hops: no network tells from the position before it
// what will come of them. So it is played before a node gets its value.

// part is a node some of whose remainder has been played.
type part struct {
	node    Node
	over    bool
	chances Chances // of the side that plays the remainder
	equity  float32
}

// Settle plays what the opponent has left, so that the side of n is to throw.
// Where that ends the game c are the chances of the side of n. Several ways are
// followed at once, since one that seems good may leave no place for the next
// number.
func (m *Mover) Settle(n *Node) (next Node, over bool, c Chances) {
	if n.Rest.Empty() {
		return *n, false, c
	}
	now, later := append(m.parts[0][:0], part{node: *n}), m.parts[1]
	for slices.ContainsFunc(now, func(p part) bool { return !p.over && !p.node.Rest.Empty() }) {
		later = later[:0]
		for i := range now {
			later = m.playOn(later, &now[i])
		}
		slices.SortStableFunc(later, func(x, y part) int { return cmp.Compare(y.equity, x.equity) })
		later = slices.CompactFunc(later, func(x, y part) bool { return x.node == y.node && x.over == y.over })
		now, later = later[:min(followed, len(later))], now
	}
	m.parts = [2][]part{now, later}
	return now[0].node, now[0].over, now[0].chances
}

// playOn adds what the next number of a remainder leads to.
func (m *Mover) playOn(parts []part, p *part) []part {
	s, ok := Remainder(&p.node)
	if p.over || !ok {
		return append(parts, *p)
	}
	options, used := m.promising(&s)
	for i := range options {
		o := &options[i]
		next := part{over: o.Over, chances: o.Chances, equity: o.Equity}
		if !o.Over {
			next.node, _, _ = s.After(m.v, &o.Result, used)
		}
		parts = append(parts, next)
	}
	return parts
}

// Settled is what the side of a node can expect, without a look ahead, once it
// has played what the opponent has left.
func (m *Mover) Settled(n *Node) Chances {
	next, over, c := m.Settle(n)
	if over {
		return c
	}
	return m.Value(&next)
}

// handOver gives those lines of a side that leave a remainder the value that they
// have once it is played: the best so many of them, as it seems before. The
// others, whose values would not compare, are left out.
func (m *Mover) handOver(side nardy.Side, lines []line, most int) []line {
	leaves := func(l line) bool { return !l.over && !l.next.Rest.Empty() }
	if !slices.ContainsFunc(lines, leaves) {
		return lines
	}
	slices.SortStableFunc(lines, func(x, y line) int { return cmp.Compare(y.equity, x.equity) })
	kept := lines[:0]
	for _, l := range lines {
		if leaves(l) {
			if most == 0 {
				continue
			}
			most--
			if l.chances = m.Settled(&l.next); l.next.Side != side {
				l.chances = l.chances.Flip()
			}
			l.equity = l.chances.Equity()
		}
		kept = append(kept, l)
	}
	return kept
}
