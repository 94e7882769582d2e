package bot

import "github.com/hod-games/hod/internal/games/nardy"

// pruner chooses which results of a stage are worth a judgement: a small network
// that reads few inputs gives every one a value, and the best by that are judged
// in full.
type pruner struct {
	reader *Reader
	keep   int
	scores []float32
}

// prunerSet are the inputs of a pruner in any phase: the places, what counts in a
// race, and in Plakoto what is covered, without which it leaves out the plays that
// cover.
func prunerSet(v *nardy.Variant) *set {
	s := *setOf(v, Race)
	s.pinned = v.Contact == nardy.Covering
	return &s
}

// PrunerInputs are the inputs of a node for the network of a pruner. They are
// valid until the next call.
func (j *Judge) PrunerInputs(n *Node) []float32 {
	if j.small == nil {
		race := j.encoders[Race]
		j.small = newEncoder(j.v, prunerSet(j.v), race.escapes, race.table)
	}
	a, b := look(j.v, &n.Pos, n.Side)
	return j.small.encode(n, &a, &b)
}

// Prune makes the mover judge of a stage that is played only the results, so many
// of them, that a network likes best, whose inputs are those of PrunerInputs.
// Options and Ends of one stage are complete as before.
func (m *Mover) Prune(n *Net, keep int) {
	m.pruner = &pruner{reader: newReader(n), keep: max(1, keep)}
}

// promising is Options without what the pruner leaves out.
func (m *Mover) promising(s *Stage) (options []Option, used int) {
	p := m.pruner
	if p == nil {
		return m.Options(s)
	}
	results, used := m.generator.Results(m.v, &s.Pos, s.rules(m.v))
	if phase := m.PhaseOf(&s.Node); len(results) <= p.keep || phase == Exact || phase == Race {
		return m.judgeAll(s, results, used), used
	}
	p.scores = p.scores[:0]
	for i := range results {
		p.scores = append(p.scores, m.score(s, &results[i], used))
	}
	m.options = m.options[:0]
	for range p.keep {
		best := 0
		for i, score := range p.scores {
			if score > p.scores[best] {
				best = i
			}
		}
		m.options = append(m.options, m.judged(s, &results[best], used))
		p.scores[best] = taken
	}
	return m.options, used
}

// Scores beyond all equities: of a result that has been chosen, and of one that
// ends the game.
const (
	taken = -100
	ends  = 100
)

// score is what the pruner thinks of a result.
func (m *Mover) score(s *Stage, result *nardy.Position, used int) float32 {
	if kind, _ := m.v.Status(result); kind != nardy.GoesOn {
		return ends
	}
	m.passOn(s, result, used)
	c := m.pruner.reader.Read(m.PrunerInputs(&m.next))
	if m.next.Side != s.Side {
		c = c.Flip()
	}
	return c.Equity()
}
