package bot

import (
	"cmp"
	"slices"

	"github.com/hod-games/hod/internal/games/nardy"
)

// A throw with a progression has several stages, and what is good as a first one
// may leave nothing to play in the next. So several ways are followed at once:
// those that would be the best if the turn ended there.
const (
	followed   = 3  // ways where one play of the throw is wanted
	considered = 32 // ways where plays of its first stage are to be told apart
)

// way is a throw that has been played in part.
type way struct {
	first  int // the option of the first stage that it began with
	stage  Stage
	equity float32 // as if the turn ended here
}

// line is a throw that has been played to its end.
type line struct {
	first   int // the option of the first stage that it began with
	next    Node
	over    bool
	chances Chances // of the side that plays
	equity  float32
}

// unroll plays a throw whose first stage has these options, of so many dice, to
// its end, by so many ways at most. Of lines that leave a remainder only so many
// are kept. The lines are valid until the next call.
func (m *Mover) unroll(s *Stage, options []Option, used, width int) []line {
	m.lines = m.lines[:0]
	now, later := m.ways[0][:0], m.ways[1][:0]
	for i := range options {
		now = m.goOn(now, s, &options[i], used, i)
	}
	for len(now) > 0 {
		slices.SortStableFunc(now, func(x, y way) int { return cmp.Compare(y.equity, x.equity) })
		later = later[:0]
		for i, tried := 0, 0; i < len(now) && tried < width; i++ {
			w := &now[i]
			if slices.ContainsFunc(now[:i], func(o way) bool { return o.stage == w.stage }) {
				continue // another way to the same stage
			}
			tried++
			options, used := m.promising(&w.stage)
			for k := range options {
				later = m.goOn(later, &w.stage, &options[k], used, w.first)
			}
		}
		now, later = later, now
	}
	m.ways = [2][]way{now, later}
	m.lines = m.handOver(s.Side, m.lines, width)
	return m.lines
}

// goOn adds what an option of a stage leads to: to the ways, or to the lines of m
// if the throw ends with it.
func (m *Mover) goOn(ways []way, s *Stage, o *Option, used, first int) []way {
	l := line{first: first, over: o.Over, chances: o.Chances, equity: o.Equity}
	if !o.Over {
		next, stage, more := s.After(m.v, &o.Result, used)
		if more {
			return append(ways, way{first: first, stage: stage, equity: o.Equity})
		}
		l.next = next
	}
	m.lines = append(m.lines, l)
	return ways
}

// bestLine is the line with the highest equity; of equals the first.
func bestLine(lines []line) *line {
	best := &lines[0]
	for i := range lines {
		if lines[i].equity > best.equity {
			best = &lines[i]
		}
	}
	return best
}

// End is what a throw can lead to.
type End struct {
	Next   Node // if the game is not over
	Over   bool
	Equity float32 // of the side that plays
}

// Ends are what the plays of a throw lead to that are worth a thought, the best
// first, and each only once.
func (m *Mover) Ends(s *Stage) []End {
	options, used := m.Options(s)
	var ends []End
	seen := map[nardy.Position]bool{}
	lines := m.unroll(s, options, used, considered)
	slices.SortStableFunc(lines, func(x, y line) int { return cmp.Compare(y.equity, x.equity) })
	for i := range lines {
		l := &lines[i]
		if !l.over && seen[l.next.Pos] {
			continue
		}
		seen[l.next.Pos] = true
		ends = append(ends, End{Next: l.next, Over: l.over, Equity: l.equity})
	}
	return ends
}
