package bot

import "github.com/hod-games/hod/internal/games/nardy"

// Mover lists what can be done with a throw and what the judge thinks of it.
// One Mover serves one goroutine.
type Mover struct {
	*Judge
	generator nardy.Generator
	options   []Option
	next      Node // that an option leads to
	ways      [2][]way
	lines     []line
	parts     [2][]part
}

// Option is a result of a stage.
type Option struct {
	Result  nardy.Position
	Over    bool    // the game ends with it
	Chances Chances // of the side that plays
	Equity  float32
}

// NewMover returns a mover that judges by j.
func NewMover(j *Judge) *Mover { return &Mover{Judge: j} }

// Options are the results of a stage with their values, in the order of the
// generator, and how many dice they use. Where more stages of the throw
// follow, the value is as if the turn ended there. They are valid until the
// next call.
func (m *Mover) Options(s *Stage) (options []Option, used int) {
	v := m.v
	results, used := m.generator.Results(v, &s.Pos, s.rules(v))
	m.options = m.options[:0]
	for i := range results {
		m.options = append(m.options, Option{Result: results[i]})
		o := &m.options[i]
		if kind, winner := v.Status(&o.Result); kind != nardy.GoesOn {
			o.Over, o.Chances = true, end(kind, winner, s.Side)
		} else {
			o.Chances = m.after(s, &o.Result, used)
		}
		o.Equity = o.Chances.Equity()
	}
	return m.options, used
}

// after is what the side that plays a stage can expect after a result.
func (m *Mover) after(s *Stage, result *nardy.Position, used int) Chances {
	next := &m.next
	var more bool
	*next, _, more = s.After(m.v, result, used)
	if more {
		next.Side = s.Side.Other()
	}
	c := m.Value(next)
	if next.Side != s.Side {
		return c.Flip()
	}
	return c
}

// Best is the result with the highest equity; of equals the first.
func Best(options []Option) *Option {
	best := &options[0]
	for i := range options {
		if options[i].Equity > best.Equity {
			best = &options[i]
		}
	}
	return best
}

// Play plays a stage and the ones of the same throw that follow, as well as it
// finds, and returns the node that it comes to, or the chances of the side that
// plays when the game is over.
func (m *Mover) Play(s *Stage) (next Node, over bool, c Chances) {
	options, used := m.Options(s)
	best := Best(options)
	if best.Over {
		return Node{}, true, best.Chances
	}
	result := best.Result
	n, _, more := s.After(m.v, &result, used)
	if !more && n.Rest.Empty() {
		return n, false, best.Chances
	}
	l := bestLine(m.unroll(s, options, used, followed))
	return l.next, l.over, l.chances
}

// Stray plays a stage and the ones that follow by results that pick chooses of
// so many.
func (m *Mover) Stray(s *Stage, pick func(of int) int) (next Node, over bool, c Chances) {
	stage := *s
	for {
		results, used := m.generator.Results(m.v, &stage.Pos, stage.rules(m.v))
		result := results[pick(len(results))]
		if kind, winner := m.v.Status(&result); kind != nardy.GoesOn {
			return Node{}, true, end(kind, winner, s.Side)
		}
		n, following, more := stage.After(m.v, &result, used)
		if !more {
			return n, false, c
		}
		stage = following
	}
}
