// Package gametest is the contract of package game as a test suite. Every game
// runs it:
//
//	gametest.Run(t, gametest.Suite{Entry: entry, MaxEvents: 300})
//
// Besides the suite there are helpers for a game's own tests: Play for
// invariants over random games, Golden for recorded games, the Fuzz functions
// for text that comes from outside, EveryClauseTested for the numbered clauses
// of a package comment.
package gametest

import (
	"fmt"
	"runtime/debug"
	"testing"

	"github.com/hod-games/hod/internal/game"
)

// Suite says what to run the contract on.
type Suite struct {
	Entry game.Entry

	// Options are the sets of options to play; none means the defaults and
	// every preset.
	Options [][]byte

	// Games is how many random games are played with each set of options; 0
	// means 20.
	Games int

	// MaxEvents is the number of actions and throws within which every random
	// game ends; 0 means 500.
	MaxEvents int

	// MaxViewBytes bounds the JSON of a view; 0 means no limit.
	MaxViewBytes int

	// Every thins out the costly checks of a position (each successor, each
	// throw, texts that are not legal): they are made in one position of
	// Every, at random; 0 means in all of them.
	Every int

	// BotPositions is in how many positions each bot is asked, twice, for
	// every set of options; 0 means 10.
	BotPositions int

	// Seed changes the random games. A failure names the game it happened in.
	Seed uint64
}

// Check is one part of the contract.
type Check struct {
	Name string
	// Run returns what is broken, nil if nothing is.
	Run func(Suite) error
}

// Checks are the parts of the contract in the order in which Run makes them.
func Checks() []Check {
	return []Check{
		{"info", checkInfo},
		{"options", checkOptions},
		{"random games", checkGames},
		{"matches", checkMatches},
		{"explained clauses", checkExplained},
		{"bots", checkBots},
		{"many at once", checkConcurrent},
	}
}

// Run runs every check as a subtest.
func Run(t *testing.T, s Suite) {
	t.Helper()
	for _, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			if err := c.Safely(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// Safely runs the check; a panic of the game is an error.
func (c Check) Safely(s Suite) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return c.Run(s.withDefaults())
}

func (s Suite) withDefaults() Suite {
	if s.Options == nil {
		s.Options = append(s.Options, nil)
		for _, p := range s.Entry.Rules.Info().Presets {
			s.Options = append(s.Options, p.Options)
		}
	}
	if s.Games == 0 {
		s.Games = 20
	}
	if s.MaxEvents == 0 {
		s.MaxEvents = 500
	}
	if s.Every == 0 {
		s.Every = 1
	}
	if s.BotPositions == 0 {
		s.BotPositions = 10
	}
	return s
}
