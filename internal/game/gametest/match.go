package gametest

import (
	"bytes"
	"fmt"

	"github.com/hod-games/hod/internal/game"
)

// maxMatch is within how many games of one point each a match has to end.
const maxMatch = 1000

// checkMatches plays the scores of matches, without the games.
func checkMatches(s Suite) error {
	rules, ok := s.Entry.Rules.(game.Match)
	if !ok {
		return nil
	}
	for _, raw := range s.Options {
		options, err := rules.Normalize(raw)
		if err != nil {
			return fmt.Errorf("normalize %s: %w", raw, err)
		}
		for _, winner := range []game.Side{game.First, game.Second} {
			for _, points := range []int{1, 2, 5} {
				if err := checkMatch(rules, options, game.Outcome{Winner: winner, Points: points}); err != nil {
					return fmt.Errorf("%s, %v wins every game: %w", options, winner, err)
				}
			}
		}
		if _, _, err := following(rules, options, game.Outcome{}); err != nil {
			return fmt.Errorf("%s, after a draw: %w", options, err)
		}
	}
	return nil
}

// checkMatch plays two matches in which every game ends alike: the second one
// begins where the first one ended, and has to come back there.
func checkMatch(rules game.Match, options []byte, o game.Outcome) error {
	fresh, err := decided(rules, options, o)
	if err != nil {
		return err
	}
	again, err := decided(rules, fresh, o)
	if err != nil {
		return err
	}
	if !bytes.Equal(fresh, again) {
		return fmt.Errorf("a new match begins with %s, and the one after it with %s", fresh, again)
	}
	return nil
}

// decided returns the options of the first game after the match.
func decided(rules game.Match, options []byte, o game.Outcome) ([]byte, error) {
	for range maxMatch {
		next, over, err := following(rules, options, o)
		if err != nil {
			return nil, err
		}
		if over {
			return next, nil
		}
		options = next
	}
	return nil, fmt.Errorf("the match is not over after %d games", maxMatch)
}

// following asks for the next game and checks the answer.
func following(rules game.Match, options []byte, o game.Outcome) (next []byte, over bool, err error) {
	before := bytes.Clone(options)
	next, over, err = rules.Following(options, o)
	if err != nil {
		return nil, false, fmt.Errorf("the game after %s: %w", before, err)
	}
	if !bytes.Equal(options, before) {
		return nil, false, fmt.Errorf("the game after %s: the bytes that were given change", before)
	}
	again, overAgain, err := rules.Following(options, o)
	if err != nil || overAgain != over || !bytes.Equal(next, again) {
		return nil, false, fmt.Errorf("the game after %s has options %s, asked again %s (%s)", before, next, again, told(err))
	}
	canonical, err := rules.Normalize(next)
	if err != nil || !bytes.Equal(next, canonical) {
		return nil, false, fmt.Errorf("the game after %s: %s is not canonical: %s (%s)", before, next, canonical, told(err))
	}
	if _, err := rules.Start(next, ""); err != nil {
		return nil, false, fmt.Errorf("the game after %s: start %s: %w", before, next, err)
	}
	return next, over, nil
}
