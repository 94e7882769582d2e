package nardy_test

import (
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// The refusals that every variant shares: what is no turn, and what comes at
// the wrong time.

// opening is short nardy after the draw, with 3-1 thrown by Light.
func opening(t *testing.T) *nardy.State {
	t.Helper()
	return roll(t, start(t, "short", ""), 3, 1)
}

// withCube is short nardy with a linear cube when Dark may raise.
func withCube(t *testing.T) *nardy.State {
	t.Helper()
	o := nardy.DefaultOptions()
	o.Cube = nardy.CubeLinear
	return cubeGame(t, o)
}

func TestClause8_1_WhatIsNoTurn(t *testing.T) {
	s := opening(t)
	for _, text := range []string{"", "17", "17/25", "0/3", "off/20", "20/bar", "e2-e4", "17/20(", "17/20(5)", "17/20(0)", "017/20", "17//20"} {
		refused(t, s, text, nardy.RuleNotation, 0)
	}
	act(t, s, "17/20 19/20")
}

func TestClause6_1_OverIsOver(t *testing.T) {
	s := at(t, "short", "24:1", "6:3", "play L 6-5")
	s = act(t, s, "24/off")
	if s.Phase() != nardy.PhaseOver {
		t.Fatalf("the last checker is off in %s", s)
	}
	for _, text := range []string{"6/5", "24/off", "pass", "roll", "raise", "take", "drop"} {
		refused(t, s, text, nardy.RuleOver, 0)
	}
	// Hops behind the one that wins.
	refused(t, at(t, "short", "24:1", "6:3", "play L 6-5"), "24/off 6/5", nardy.RuleOver, 1)
}

func TestClause2_2_ThrowFirst(t *testing.T) {
	s := act(t, opening(t), "17/20 19/20")
	if s.Phase() != nardy.PhaseThrow {
		t.Fatalf("Dark's dice are due, and %s", s)
	}
	for _, text := range []string{"13/7", "24/18", "pass", "roll"} {
		refused(t, s, text, nardy.RuleThrowFirst, 0)
	}
	act(t, roll(t, s, 6, 5), "24/13")
}

func TestClause2_2_PlayFirst(t *testing.T) {
	s := opening(t)
	refused(t, s, "roll", nardy.RulePlayFirst, 0)
	if _, err := s.Roll([]int{6, 5}); err == nil {
		t.Error("the dice are thrown while others are to be played")
	}
}

func TestClause2_3_MustPlay(t *testing.T) {
	refused(t, opening(t), "pass", nardy.RuleMustPlay, 0)
	// Nothing can be played: then it is a pass.
	act(t, at(t, "classic", "1:15", "7:8 6:7", "play L 6-5"), "pass")
}

func TestClause2_2_NoChecker(t *testing.T) {
	s := opening(t)
	refused(t, s, "2/5 2/3", nardy.RuleNoChecker, 0) // empty
	refused(t, s, "6/9", nardy.RuleNoChecker, 0)     // Dark's
	refused(t, s, "bar/3", nardy.RuleNoChecker, 0)   // nobody on the bar
	refused(t, s, "17/20 16/17", nardy.RuleNoChecker, 1)
}

func TestClause1_1_WrongDirection(t *testing.T) {
	s := opening(t)
	refused(t, s, "17/14", nardy.RuleWrongDirection, 0)
	refused(t, s, "17/20 19/18", nardy.RuleWrongDirection, 1)
	dark := roll(t, act(t, s, "17/20 19/20"), 3, 1)
	refused(t, dark, "8/11", nardy.RuleWrongDirection, 0)
	// Dark's way in long nardy goes from 24 on to 1 … 12, never past the end.
	long := at(t, "classic", "1:15", "13:14 2:1", "play D 3-1")
	refused(t, long, "2/24", nardy.RuleWrongDirection, 0)
}

func TestClause2_2_NoSuchDie(t *testing.T) {
	s := opening(t)
	refused(t, s, "1/6", nardy.RuleNoSuchDie, 0)
	refused(t, s, "17/20 12/15", nardy.RuleNoSuchDie, 1)       // the three is used
	refused(t, s, "17/20 19/20 1/2", nardy.RuleNoSuchDie, 2)   // both are
	refused(t, s, "17/20 20/21 19/20", nardy.RuleNoSuchDie, 2) // in the order written
}

func TestClause6_2_AnswerFirst(t *testing.T) {
	s := act(t, withCube(t), "raise")
	for _, text := range []string{"roll", "raise", "8/13", "pass"} {
		refused(t, s, text, nardy.RuleAnswerFirst, 0)
	}
	act(t, s, "take")
	act(t, s, "drop")
}

func TestClause6_2_NoCube(t *testing.T) {
	s := opening(t)
	refused(t, s, "raise", nardy.RuleCubeNone, 0)
	s = act(t, s, "17/20 19/20")
	refused(t, s, "raise", nardy.RuleCubeNone, 0)
}

func TestClause6_2_NothingOffered(t *testing.T) {
	s := withCube(t)
	refused(t, s, "take", nardy.RuleCubeNoOffer, 0)
	refused(t, s, "drop", nardy.RuleCubeNoOffer, 0)
	s = roll(t, act(t, s, "roll"), 6, 5)
	refused(t, s, "take", nardy.RuleCubeNoOffer, 0)
}
