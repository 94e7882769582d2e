package bot

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hod-games/hod/internal/games/nardy"
)

// effort is how far a level looks.
type effort struct {
	// first are the options that one ply of lookahead is spent on, second
	// those of them that get another. A ply is a throw of the next side and its
	// best reply.
	first, second filter
	// nodes is how many positions of short nardy are judged at most for a
	// decision, about.
	nodes int
}

// limit is how many positions of a variant may be judged for a decision, so that
// it takes as long as in short nardy. A position without a bar has twice the
// inputs. With more than two dice a ply has so many throws and plays that every
// decision would go up to the limit, and where throws run on many would.
func (e *effort) limit(v *nardy.Variant) int {
	n := e.nodes
	if v.Contact != nardy.Hitting {
		n /= 2
	}
	switch {
	case v.Dice > 2:
		return n / 2
	case v.Double == nardy.Progression:
		return n * 2 / 3
	}
	return n
}

// filter keeps at most so many options, and none that are worse than the best
// by more than that equity.
type filter struct {
	most   int
	within float32
}

// alternatives is how many first plays of a progression are looked into.
const alternatives = 8

// Ranked is a result of a stage and how good it is.
type Ranked struct {
	Result  nardy.Position
	Chances Chances // of the side that plays
	Equity  float32
	Plies   int // how far ahead was looked
}

// Searcher looks ahead. One Searcher serves one goroutine.
type Searcher struct {
	*Mover
	rolls []Roll // all throws
	some  []Roll // those that are looked at
	ctx   context.Context
	limit int // evaluations after which no more lookahead is begun
}

// NewSearcher returns a searcher that judges by j.
func NewSearcher(j *Judge) *Searcher {
	j.cache = newCache()
	rolls := Rolls(j.v.Dice)
	return &Searcher{Mover: NewMover(j), rolls: rolls, some: rolls}
}

// candidate is an option with the node that follows it.
type candidate struct {
	Ranked
	over bool
	next Node
}

// rank orders the results of a stage, the best first. Those that were looked
// into deeper come before the others. With the end of ctx it returns what it
// has found by then, or the error if that is nothing.
func (s *Searcher) rank(ctx context.Context, st *Stage, e *effort) ([]Ranked, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("rank plays: %w", err)
	}
	s.Reset()
	s.ctx, s.limit = ctx, e.limit(s.v)
	all := s.candidates(st)
	order(all)
	if len(all) > 1 {
		n := s.deepen(st, all, keep(all, e.first), 1)
		if n > 1 {
			s.deepen(st, all[:n], keep(all[:n], e.second), 2)
		}
	}
	ranked := make([]Ranked, len(all))
	for i := range all {
		ranked[i] = all[i].Ranked
	}
	return ranked, nil
}

// order sorts by depth, then equity, both falling.
func order(cs []candidate) {
	slices.SortStableFunc(cs, func(x, y candidate) int { return deeperFirst(&x.Ranked, &y.Ranked) })
}

// deeperFirst compares by depth, then equity, both falling.
func deeperFirst(x, y *Ranked) int {
	return cmp.Or(cmp.Compare(y.Plies, x.Plies), cmp.Compare(y.Equity, x.Equity))
}

// keep is how many of the sorted candidates pass a filter.
func keep(cs []candidate, f filter) int {
	n := 0
	for n < len(cs) && n < f.most && cs[n].Equity >= cs[0].Equity-f.within {
		n++
	}
	return n
}

// candidates are the results of a stage without lookahead. Where the throw goes
// on, or hops are left to be played before the next one, the most promising are
// followed to there; the others, which can only be judged as if that did not
// happen, are no candidates.
func (s *Searcher) candidates(st *Stage) []candidate {
	options, used := s.Options(st)
	cs := make([]candidate, len(options))
	goesOn := false
	for i := range options {
		o := &options[i]
		c := &cs[i]
		c.Result, c.Chances, c.Equity, c.over = o.Result, o.Chances, o.Equity, o.Over
		if !o.Over {
			var more bool
			c.next, _, more = st.After(s.v, &o.Result, used)
			goesOn = goesOn || more || !c.next.Rest.Empty()
		}
	}
	if !goesOn {
		return cs
	}
	reached := make([]bool, len(cs))
	lines := s.unroll(st, options, used, considered)
	for i := range lines {
		l := &lines[i]
		c := &cs[l.first]
		if !reached[l.first] || l.equity > c.Equity {
			reached[l.first] = true
			c.Chances, c.Equity, c.over, c.next = l.chances, l.equity, l.over, l.next
		}
	}
	followed := cs[:0]
	for i := range cs {
		if reached[i] {
			followed = append(followed, cs[i])
		}
	}
	order(followed)
	return followed[:min(alternatives, len(followed))]
}

// deepen looks ahead from the first n candidates, as long as the limit allows,
// and sorts them anew. It returns how many were looked into; with fewer than
// two nothing changes, since values of different depth do not compare.
func (s *Searcher) deepen(st *Stage, cs []candidate, n, plies int) int {
	if n < 2 {
		return 0
	}
	deeper := make([]Chances, 0, n)
	for i := range cs[:n] {
		before := s.Evaluations
		c := cs[i].Chances
		if !cs[i].over {
			var ok bool
			if c, ok = s.ahead(&cs[i].next, plies); !ok {
				break
			}
			if cs[i].next.Side != st.Side {
				c = c.Flip()
			}
		}
		deeper = append(deeper, c)
		// What the next one will cost is what this one has.
		if s.Evaluations+(s.Evaluations-before) > s.limit {
			break
		}
	}
	if len(deeper) < 2 {
		return 0
	}
	for i, c := range deeper {
		cs[i].Chances, cs[i].Equity, cs[i].Plies = c, c.Equity(), plies
	}
	order(cs)
	return len(deeper)
}

// Ahead is the chances of the side of n with so many plies of lookahead, however
// long that takes.
func (s *Searcher) Ahead(ctx context.Context, n *Node, plies int) (Chances, error) {
	s.Reset()
	s.ctx, s.limit = ctx, math.MaxInt
	c, ok := s.ahead(n, plies)
	if !ok {
		return c, fmt.Errorf("look %d plies ahead: %w", plies, ctx.Err())
	}
	return c, nil
}

// ahead is the chances of the side of n with so many plies of lookahead; ok is
// false when the limit or ctx cut it short.
func (s *Searcher) ahead(n *Node, plies int) (c Chances, ok bool) {
	settled, over, c := s.Settle(n)
	if over {
		return c, true
	}
	if plies == 0 || s.PhaseOf(&settled) == Exact {
		return s.Value(&settled), true
	}
	var sum Chances
	for i := range s.some {
		if s.ctx.Err() != nil || s.Evaluations > s.limit {
			return sum, false
		}
		r := &s.some[i]
		st := Thrown(s.v, &settled, r.Dice)
		next, over, c := s.Play(&st)
		if !over && plies > 1 {
			if c, ok = s.ahead(&next, plies-1); !ok {
				return sum, false
			}
			if next.Side != settled.Side {
				c = c.Flip()
			}
		}
		for o := range sum {
			sum[o] += float32(r.Weight * c[o])
		}
	}
	return sum, true
}

// Sample makes lookahead go by so many of the throws only, and by all for 0.
// They are spread evenly over the pips, on which most depends, from an offset of
// 0 … 1 on: over all offsets they are throws by their chances.
func (s *Searcher) Sample(count int, offset float32) {
	if s.some = s.rolls; count == 0 {
		return
	}
	pips := func(r *Roll) (n int) {
		for _, d := range r.Dice {
			n += int(d)
		}
		return n
	}
	sorted := slices.Clone(s.rolls)
	slices.SortStableFunc(sorted, func(x, y Roll) int { return cmp.Compare(pips(&x), pips(&y)) })
	s.some = nil
	step := 1 / float32(count)
	at, upTo := offset*step, float32(0)
	for i, left := 0, count; i < len(sorted) && left > 0; i++ {
		upTo += sorted[i].Weight
		n := 0
		for ; left > 0 && (at < upTo || i == len(sorted)-1); left-- {
			n++
			at += step
		}
		if n > 0 {
			s.some = append(s.some, Roll{Dice: sorted[i].Dice, Weight: float32(n) * step})
		}
	}
}
