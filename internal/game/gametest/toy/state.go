package toy

import (
	"fmt"
	"iter"
	"slices"

	"github.com/hod-games/hod/internal/game"
)

type phase int8

const (
	lot    phase = iota // chance decides who begins
	decide              // side rolls or raises
	answer              // side has raised, the other one takes or drops
	throw               // chance throws for side
	play                // side plays dice
	over
)

var phaseNames = [...]string{lot: "lot", decide: "decide", answer: "answer", throw: "throw", play: "play", over: "over"}

// State is a position. It is a comparable value.
type State struct {
	options Options
	phase   phase
	side    game.Side // see phase; the winner when the game is over
	pieces  [2][2]int // squares of First's and Second's pieces, ascending
	dice    [2]int    // descending; zeros but in play
	stake   int
	owner   game.Side // who took the last raise
	reason  string    // of the end
}

var (
	_ game.Thrower = State{}
	_ game.Pricer  = State{}
)

// ToAct says who decides next.
func (s State) ToAct() game.Side {
	switch s.phase {
	case lot, throw:
		return game.Chance
	case decide, play:
		return s.side
	case answer:
		return s.side.Other()
	default:
		return game.Nobody
	}
}

// Legal yields the actions of the phase.
func (s State) Legal() iter.Seq[game.Action] {
	switch s.phase {
	case decide: // reached only where the side may raise
		return slices.Values([]game.Action{"roll", "raise"})
	case answer:
		return slices.Values([]game.Action{"take", "drop"})
	case play:
		return slices.Values(s.turns().actions())
	default:
		return func(func(game.Action) bool) {}
	}
}

// Apply plays an action.
func (s State) Apply(a game.Action) (game.State, error) {
	words, hops, err := parseAction(string(a))
	if err != nil {
		return nil, err
	}
	switch {
	case s.phase == decide && words == "roll":
		s.phase = throw
		return s, nil
	case s.phase == decide && words == "raise":
		s.phase = answer
		return s, nil
	case s.phase == answer && words == "take":
		s.phase = throw
		s.stake *= 2
		s.owner = s.side.Other()
		return s, nil
	case s.phase == answer && words == "drop":
		return s.end(s.side, ReasonDropped), nil
	case s.phase == play && (words == "" || words == "pass"):
		return s.applyTurn(hops)
	case words == "raise" && (s.phase == play || s.phase == throw) && !s.mayRaise():
		return nil, &game.Refusal{Rule: RuleMayNotRaise}
	default:
		return nil, &game.Refusal{Rule: RuleNotNow}
	}
}

// mayRaise reports whether side may raise before its throw (clause 3.2).
func (s State) mayRaise() bool {
	return s.options.Raise && s.stake < MaxStake && s.owner != s.side.Other()
}

// begin starts the turn of a side.
func (s State) begin(side game.Side) State {
	s.side, s.dice, s.phase = side, [2]int{}, throw
	if s.mayRaise() {
		s.phase = decide
	}
	return s
}

func (s State) end(winner game.Side, reason string) State {
	s.phase, s.side, s.dice, s.reason = over, winner, [2]int{}, reason
	return s
}

// Draw asks for two dice.
func (s State) Draw() game.Draw { return game.Draw{Dice: 2, Faces: Faces} }

// Throwing is the side whose throw is due; the lot belongs to both.
func (s State) Throwing() game.Side {
	if s.phase == lot {
		return game.Nobody
	}
	return s.side
}

// Roll decides the lot or gives a side its dice.
func (s State) Roll(pips []int) (game.State, error) {
	if s.ToAct() != game.Chance {
		return nil, fmt.Errorf("no throw is due in %q", s)
	}
	if len(pips) != 2 || min(pips[0], pips[1]) < 1 || max(pips[0], pips[1]) > Faces {
		return nil, fmt.Errorf("not a throw of two dice: %v", pips)
	}
	if s.phase == lot { // clause 1.2
		switch {
		case pips[0] > pips[1]:
			return s.begin(game.First), nil
		case pips[0] < pips[1]:
			return s.begin(game.Second), nil
		default:
			return s, nil
		}
	}
	s.phase = play
	s.dice = [2]int{max(pips[0], pips[1]), min(pips[0], pips[1])}
	return s, nil
}

// Outcome is the end of the game.
func (s State) Outcome() (game.Outcome, bool) {
	if s.phase != over {
		return game.Outcome{}, false
	}
	points := s.stake
	if s.reason == ReasonMars {
		points *= 2
	}
	return game.Outcome{Winner: s.side, Points: points, Reason: s.reason}, true
}

// Concede is the price of clause 4.2.
func (s State) Concede(side game.Side) game.Outcome {
	points := s.stake
	if s.home(side) == 0 {
		points *= 2
	}
	return game.Outcome{Winner: side.Other(), Points: points, Reason: game.ReasonResigned}
}

// home is how many pieces of a side are home.
func (s State) home(side game.Side) int {
	n := 0
	for _, square := range s.pieces[side-game.First] {
		if square == s.options.Length {
			n++
		}
	}
	return n
}
