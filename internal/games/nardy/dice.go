package nardy

import (
	"errors"
	"fmt"

	"github.com/hod-games/hod/internal/game"
)

// dice are the numbers of a stage.
type dice struct {
	n    int
	pips [4]uint8
}

func diceOf(pips ...uint8) dice {
	d := dice{n: len(pips)}
	copy(d.pips[:], pips)
	return d
}

func (d *dice) slice() []uint8 { return d.pips[:d.n:d.n] }

func equalDice(number, hops uint8) dice {
	d := dice{n: int(hops)}
	for i := range d.n {
		d.pips[i] = number
	}
	return d
}

// Draw is two dice for the start, Light's first, then the dice of the variant.
func (s *State) Draw() game.Draw {
	if s.phase == PhaseDraw {
		return game.Draw{Dice: 2, Faces: 6}
	}
	return game.Draw{Dice: s.set.Dice, Faces: 6}
}

// Throwing is the side whose turn it is; the draw for the start is common.
func (s *State) Throwing() game.Side {
	if s.phase == PhaseDraw {
		return game.Nobody
	}
	return gameSide(s.side)
}

// Roll returns the position after a throw.
func (s *State) Roll(pips []int) (game.State, error) {
	n, err := s.roll(pips)
	if err != nil {
		return nil, fmt.Errorf("throw %v: %w", pips, err)
	}
	return n, nil
}

func (s *State) roll(pips []int) (*State, error) {
	if s.ToAct() != game.Chance {
		return nil, errors.New("no dice are due")
	}
	if want := s.Draw().Dice; len(pips) != want {
		return nil, fmt.Errorf("wants %d dice", want)
	}
	thrown := make([]uint8, len(pips))
	for i, p := range pips {
		if p < 1 || p > 6 {
			return nil, fmt.Errorf("a die does not show %d", p)
		}
		thrown[i] = uint8(p)
	}
	n := *s
	if s.phase == PhaseThrow {
		n.throwDice(thrown)
		return &n, nil
	}
	if thrown[0] == thrown[1] {
		return &n, nil // equal: thrown again
	}
	n.side = Light
	if thrown[1] > thrown[0] {
		n.side = Dark
	}
	n.starter = n.side
	if s.set.Reuse {
		n.throwDice(thrown)
	} else {
		n.phase = PhaseThrow
	}
	return &n, nil
}

// throwDice begins the first stage of a throw.
func (s *State) throwDice(thrown []uint8) {
	s.phase = PhasePlay
	s.throws[s.side]++
	s.dice = diceOf(thrown...)
	if s.set.Doubles() && thrown[0] == thrown[1] {
		s.dice = equalDice(thrown[0], 4)
	}
}

// mayRunOn reports whether a double thrown now could begin a progression, the
// place of the checkers aside.
func (s *State) mayRunOn() bool {
	return s.set.Double == Progression && s.throws[s.side] > warmUp
}
