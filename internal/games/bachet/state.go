package bachet

import (
	"fmt"
	"iter"
	"strconv"

	"github.com/hod-games/hod/internal/game"
)

// The rules that a refusal can name, in the order in which they are asked.
const (
	RuleNotANumber = "bachet.not-a-number"      // clause 2.4
	RuleAtLeastOne = "bachet.take-at-least-one" // clause 2.1
	RuleAtMost     = "bachet.take-at-most"      // clause 2.2
	RuleNotEnough  = "bachet.not-enough"        // clause 2.3
)

// The reasons of an outcome.
const (
	ReasonLastStick      = "last-stick"       // the winner took it, clause 4.1
	ReasonLastStickLoses = "last-stick-loses" // the loser took it, clause 4.2
)

// State is a position. It is a comparable value.
type State struct {
	options Options
	left    int       // sticks in the heap, 0 to options.Sticks
	next    game.Side // whose turn it is, or would be with no stick left
}

var _ game.State = State{}

// Options are the options of the round.
func (s State) Options() Options { return s.options }

// Left is the number of sticks in the heap.
func (s State) Left() int { return s.left }

// ToAct is the side to move, or Nobody when no stick is left (clause 4.1).
func (s State) ToAct() game.Side {
	if s.left == 0 {
		return game.Nobody
	}
	return s.next
}

// Legal yields "1", "2", … up to M or what is left (clauses 2.1 to 2.3).
func (s State) Legal() iter.Seq[game.Action] {
	return func(yield func(game.Action) bool) {
		for n := 1; n <= s.most(); n++ {
			if !yield(game.Action(strconv.Itoa(n))) {
				return
			}
		}
	}
}

// most is the largest legal take, 0 when the round is over.
func (s State) most() int { return min(s.options.Max, s.left) }

// Apply takes the sticks. It accepts every spelling that Read accepts.
func (s State) Apply(a game.Action) (game.State, error) {
	n, err := s.take(string(a))
	if err != nil {
		return nil, err
	}
	s.left -= n
	s.next = s.next.Other() // clause 3.1
	return s, nil
}

// take reads a legal take or says which rule forbids it.
func (s State) take(text string) (int, error) {
	number, ok := wholeNumber(text)
	if !ok {
		return 0, &game.Refusal{Rule: RuleNotANumber}
	}
	if number == "0" || number[0] == '-' {
		return 0, &game.Refusal{Rule: RuleAtLeastOne}
	}
	n, fits := atMost(number, s.options.Max)
	if !fits {
		return 0, &game.Refusal{Rule: RuleAtMost}
	}
	if n > s.left {
		return 0, &game.Refusal{Rule: RuleNotEnough}
	}
	return n, nil
}

// Outcome is the end of the round once the heap is gone.
func (s State) Outcome() (game.Outcome, bool) {
	if s.left > 0 {
		return game.Outcome{}, false
	}
	if s.options.Misere { // clause 4.2
		return game.Outcome{Winner: s.next, Points: 1, Reason: ReasonLastStickLoses}, true
	}
	return game.Outcome{Winner: s.next.Other(), Points: 1, Reason: ReasonLastStick}, true
}

// reachable reports why no play from the initial heap leads here. With First
// beginning, an even number of takes leaves First to move.
func (s State) reachable() error {
	taken := s.options.Sticks - s.left
	if taken < 0 {
		return fmt.Errorf("more than the %d sticks of the heap", s.options.Sticks)
	}
	fewest := (taken + s.options.Max - 1) / s.options.Max
	parity := 0
	if s.next == game.Second {
		parity = 1
	}
	// Any number of takes from fewest to taken can be made; two numbers in a
	// row hold both parities.
	if fewest == taken && taken%2 != parity {
		return fmt.Errorf("it cannot be the turn of %v", s.next)
	}
	return nil
}
