package gametest

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// Play yields s and every position of a random game from there, the end
// included, at most events positions further on. The pair's error, if any, is
// that of the game and the last thing it yields.
func Play(s game.State, r *rand.Rand, events int) iter.Seq2[game.State, error] {
	return func(yield func(game.State, error) bool) {
		for yield(s, nil) && events > 0 && s.ToAct() != game.Nobody {
			next, _, err := step(s, r)
			if err != nil {
				yield(s, err)
				return
			}
			s = next
			events--
		}
	}
}

// step plays one random event.
func step(s game.State, r *rand.Rand) (game.State, Event, error) {
	if s.ToAct() == game.Chance {
		dicer, ok := s.(game.Dicer)
		if !ok {
			return nil, Event{}, fmt.Errorf("chance is to act, but %T is no Dicer", s)
		}
		pips := throw(dicer.Draw(), r)
		next, err := dicer.Roll(slices.Clone(pips))
		if err != nil {
			return nil, Event{}, fmt.Errorf("roll %v in %q: %w", pips, s, err)
		}
		return next, Event{Roll: pips}, nil
	}
	a, err := game.Random{}.Choose(context.Background(), s, r)
	if err != nil {
		return nil, Event{}, fmt.Errorf("play on in %q: %w", s, err)
	}
	next, err := s.Apply(a)
	if err != nil {
		return nil, Event{}, fmt.Errorf("apply legal %q in %q: %w", a, s, err)
	}
	return next, Event{Act: a}, nil
}

func throw(d game.Draw, r *rand.Rand) []int {
	pips := make([]int, d.Dice)
	for i := range pips {
		pips[i] = 1 + r.IntN(d.Faces)
	}
	return pips
}
