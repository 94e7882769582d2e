package fair

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hod-games/hod/internal/table"
)

// ply is an action or a throw of the round, as far as dice are concerned.
type ply struct {
	seq  uint64 // the event that made the throw first, 0 for an action
	pips []int
}

// standing are the throws that were taken back and have to come again, and what
// it takes to know them.
type standing struct {
	plies []ply // of the round
	stood []ply // the next one first
}

// event follows the plies of the round. It is called after a throw has been
// checked.
func (s *standing) event(e table.Event, f fact) error {
	switch e.Kind {
	case table.KindNext, table.KindReset:
		*s = standing{}
	case table.KindActed:
		s.plies = append(s.plies, ply{})
	case table.KindRolled:
		seq := e.Seq
		if f.Again != 0 {
			seq = f.Again
		}
		s.plies = append(s.plies, ply{seq, f.Pips})
	case table.KindTookBack:
		rest := len(s.plies) - f.Plies
		if f.Plies < 1 || rest < 0 {
			return fmt.Errorf("%d plies are taken back of %d", f.Plies, len(s.plies))
		}
		var undone []ply
		for _, p := range s.plies[rest:] {
			if p.seq != 0 {
				undone = append(undone, p)
			}
		}
		s.plies, s.stood = s.plies[:rest], append(undone, s.stood...)
	default:
	}
	return nil
}

// throw checks that a throw is the one that has to come again, if one does.
func (s *standing) throw(f fact) error {
	if f.Again == 0 {
		if len(s.stood) > 0 && len(s.stood[0].pips) == len(f.Pips) {
			return fmt.Errorf("the dice are thrown anew, and the throw of event %d stands", s.stood[0].seq)
		}
		s.stood = nil // other dice are due than those that were thrown
		return nil
	}
	if len(s.stood) == 0 || s.stood[0].seq != f.Again {
		return fmt.Errorf("the throw of event %d comes again and does not stand", f.Again)
	}
	if !slices.Equal(s.stood[0].pips, f.Pips) {
		return errors.New("the throw that comes again shows other dice")
	}
	s.stood = s.stood[1:]
	return nil
}
