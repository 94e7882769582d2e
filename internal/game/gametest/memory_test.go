package gametest_test

import (
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/game/gametest/toy"
)

// counting is a game whose Apply counts its calls in its receiver.
type counting struct {
	toy.State
	applied *int
}

func (c counting) Apply(a game.Action) (game.State, error) {
	next, err := c.State.Apply(a)
	if err != nil {
		return nil, err
	}
	*c.applied++
	return counting{next.(toy.State), new(int)}, nil
}

func (c counting) Roll(pips []int) (game.State, error) {
	next, err := c.State.Roll(pips)
	if err != nil {
		return nil, err
	}
	return counting{next.(toy.State), new(int)}, nil
}

func (c counting) View() any { return map[string]any{"applied": *c.applied} }

type countingRules struct{ toy.Rules }

func (r countingRules) Start(options []byte, code string) (game.State, error) {
	s, err := r.Rules.Start(options, code)
	if err != nil {
		return nil, err
	}
	return counting{s.(toy.State), new(int)}, nil
}

func TestSuiteFindsAReceiverThatChanges(t *testing.T) {
	err := found(t, "random games", gametest.Suite{Entry: game.Entry{Rules: countingRules{}}})
	if err == nil || !strings.Contains(err.Error(), "the receiver changed") {
		t.Errorf("found %v", err)
	}
}

// retentive keeps the slice of a throw.
type retentive struct {
	toy.State
	pips []int
}

func (r retentive) Roll(pips []int) (game.State, error) {
	next, err := r.State.Roll(pips)
	if err != nil {
		return nil, err
	}
	return retentive{next.(toy.State), pips}, nil
}

func (r retentive) String() string {
	if r.pips != nil && r.pips[0] < 0 {
		return "spoiled"
	}
	return r.State.String()
}

type retentiveRules struct{ toy.Rules }

func (r retentiveRules) Start(options []byte, code string) (game.State, error) {
	s, err := r.Rules.Start(options, code)
	if err != nil {
		return nil, err
	}
	return retentive{State: s.(toy.State)}, nil
}

func TestSuiteFindsAPositionThatKeepsTheSliceOfAThrow(t *testing.T) {
	err := found(t, "random games", gametest.Suite{Entry: game.Entry{Rules: retentiveRules{}}})
	if err == nil || !strings.Contains(err.Error(), "slice") {
		t.Errorf("found %v", err)
	}
}

func TestSuiteFindsAViewThatIsTooLarge(t *testing.T) {
	s := suite(&faults{})
	s.MaxViewBytes = 100
	if err := found(t, "random games", s); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("found %v", err)
	}
}
