package gametest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// checkBots asks every bot in positions of random games.
func checkBots(s Suite) error {
	names := map[string]bool{}
	for _, b := range s.Entry.Players() {
		if b.Name() == "" || names[b.Name()] {
			return fmt.Errorf("bot %q has no name of its own", b.Name())
		}
		names[b.Name()] = true
		for _, raw := range s.Options {
			if err := checkBot(s, b, raw); err != nil {
				return fmt.Errorf("bot %s, options %s: %w", b.Name(), raw, err)
			}
		}
	}
	return nil
}

func checkBot(s Suite, b game.Bot, raw []byte) error {
	options, err := s.Entry.Rules.Normalize(raw)
	if err != nil {
		return err
	}
	initial, err := s.Entry.Rules.Start(options, "")
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(s.Seed, 1))
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	asked := 0
	for n := 0; asked < s.BotPositions && n < s.BotPositions; n++ {
		for at, err := range Play(initial, r, s.MaxEvents) {
			if err != nil {
				return err
			}
			if !at.ToAct().Player() {
				if a, err := b.Choose(context.Background(), at, source(1)); !errors.Is(err, game.ErrNothingLegal) {
					return fmt.Errorf("in %q, where %v is to act, it chooses %q (%s)", at, at.ToAct(), a, told(err))
				}
				continue
			}
			// Positions from all parts of a game.
			if asked >= s.BotPositions || r.IntN(4) > 0 {
				continue
			}
			asked++
			if err := checkChoice(b, at, uint64(asked)); err != nil {
				return fmt.Errorf("in %q: %w", at, err)
			}
			a, err := b.Choose(cancelled, at, source(1))
			if err == nil {
				_, err = at.Apply(a)
			} else if errors.Is(err, context.Canceled) {
				err = nil
			}
			if err != nil {
				return fmt.Errorf("in %q, with a context that has ended: %w", at, err)
			}
		}
	}
	return nil
}

func checkChoice(b game.Bot, s game.State, seed uint64) error {
	was, err := Snap(s)
	if err != nil {
		return err
	}
	a, err := b.Choose(context.Background(), s, source(seed))
	if err != nil {
		return err
	}
	if _, err := s.Apply(a); err != nil {
		return fmt.Errorf("chooses %q: %w", a, err)
	}
	if !slices.Contains(was.Legal, a) && was.ToAct.Player() && slices.Contains(was.Legal, game.Pass) {
		return fmt.Errorf("chooses %q where only a pass is legal", a)
	}
	again, err := b.Choose(context.Background(), s, source(seed))
	if err != nil {
		return err
	}
	if again != a {
		return fmt.Errorf("chooses %q, then %q with the same random source", a, again)
	}
	return same(was, s)
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
