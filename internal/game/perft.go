package game

import (
	"errors"
	"fmt"
)

// Leaves are the ends of a game tree that was cut off at some depth.
type Leaves struct {
	Leaves uint64 `json:"leaves"` // positions at the full depth, and games that ended before
	Over   uint64 `json:"over"`   // how many of them are games that ended
}

// Perft counts the leaves of the tree under s, depth events deep. An event is
// an action or a throw; throws that lead to the same position count once. Like
// its namesake in chess it finds out whether two programs agree on the rules.
//
// An error means that the game breaks its contract.
func Perft(s State, depth int) (Leaves, error) {
	to := s.ToAct()
	switch {
	case to == Nobody:
		return Leaves{Leaves: 1, Over: 1}, nil
	case depth <= 0:
		return Leaves{Leaves: 1}, nil
	case to == Chance:
		return perftThrows(s, depth)
	}
	var sum Leaves
	for a := range s.Legal() {
		next, err := s.Apply(a)
		if err != nil {
			return Leaves{}, fmt.Errorf("count leaves: apply legal %q in %s: %w", a, s, err)
		}
		if err := sum.add(next, depth-1); err != nil {
			return Leaves{}, err
		}
	}
	return sum, nil
}

func perftThrows(s State, depth int) (Leaves, error) {
	dicer, ok := s.(Dicer)
	if !ok {
		return Leaves{}, errors.New("count leaves: chance is to act in a game without dice")
	}
	var sum Leaves
	seen := map[string]bool{}
	for pips := range dicer.Draw().All() {
		next, err := dicer.Roll(pips)
		if err != nil {
			return Leaves{}, fmt.Errorf("count leaves: roll %v in %s: %w", pips, s, err)
		}
		if code := next.String(); !seen[code] {
			seen[code] = true
			if err := sum.add(next, depth-1); err != nil {
				return Leaves{}, err
			}
		}
	}
	return sum, nil
}

func (l *Leaves) add(s State, depth int) error {
	more, err := Perft(s, depth)
	l.Leaves += more.Leaves
	l.Over += more.Over
	return err
}
