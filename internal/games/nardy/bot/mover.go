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
	pruner    *pruner // nil for none
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
	results, used := m.generator.Results(m.v, &s.Pos, s.rules(m.v))
	return m.judgeAll(s, results, used), used
}

// judgeAll are results of a stage with their values.
func (m *Mover) judgeAll(s *Stage, results []nardy.Position, used int) []Option {
	m.options = m.options[:0]
	for i := range results {
		m.options = append(m.options, m.judged(s, &results[i], used))
	}
	return m.options
}

// judged is a result of a stage with its value.
func (m *Mover) judged(s *Stage, result *nardy.Position, used int) Option {
	o := Option{Result: *result}
	if kind, winner := m.v.Status(result); kind != nardy.GoesOn {
		o.Over, o.Chances = true, end(kind, winner, s.Side)
	} else {
		m.passOn(s, result, used)
		if o.Chances = m.Value(&m.next); m.next.Side != s.Side {
			o.Chances = o.Chances.Flip()
		}
	}
	o.Equity = o.Chances.Equity()
	return o
}

// passOn makes next the node that a result leads to, as if the turn ended there.
func (m *Mover) passOn(s *Stage, result *nardy.Position, used int) {
	var more bool
	if m.next, _, more = s.After(m.v, result, used); more {
		m.next.Side = s.Side.Other()
	}
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
	options, used := m.promising(s)
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
