package bachet

import "github.com/hod-games/hod/internal/game"

// Explain returns the clauses of the rules page, in the order of the package
// comment.
func (Rules) Explain() []game.Clause {
	return []game.Clause{
		{ // 1.1
			ID: "bachet.heap",
			Examples: []game.Example{
				{ID: "classic-start", Allowed: []game.Action{"1", "2", "3"}},
				{ID: "ten-start", Options: Options{Sticks: 10, Max: 3}.encode(), Allowed: []game.Action{"1", "2", "3"}},
			},
		},
		{ // 2.1
			ID:       RuleAtLeastOne,
			Refusals: []string{RuleAtLeastOne},
			Examples: []game.Example{{
				ID:       "nothing-taken",
				Position: "12 second",
				Allowed:  []game.Action{"1"},
				Refused:  []game.Refused{{Text: "0", Rule: RuleAtLeastOne}, {Text: "-2", Rule: RuleAtLeastOne}},
			}},
		},
		{ // 2.2
			ID:       RuleAtMost,
			Refusals: []string{RuleAtMost},
			Examples: []game.Example{
				{
					ID:       "four-of-nine",
					Position: "9 second",
					Allowed:  []game.Action{"1", "2", "3"},
					Refused:  []game.Refused{{Text: "4", Rule: RuleAtMost}},
				},
				{
					ID:       "up-to-five",
					Options:  Options{Sticks: 20, Max: 5}.encode(),
					Position: "9 second",
					Allowed:  []game.Action{"4", "5"},
					Refused:  []game.Refused{{Text: "6", Rule: RuleAtMost}},
				},
			},
		},
		{ // 2.3
			ID:       RuleNotEnough,
			Refusals: []string{RuleNotEnough},
			Examples: []game.Example{
				{
					ID:       "two-left",
					Position: "2 first",
					Allowed:  []game.Action{"1", "2"},
					Refused:  []game.Refused{{Text: "3", Rule: RuleNotEnough}, {Text: "4", Rule: RuleAtMost}},
				},
				{
					ID:       "one-left",
					Position: "1 second",
					Allowed:  []game.Action{"1"},
					Refused:  []game.Refused{{Text: "2", Rule: RuleNotEnough}},
				},
			},
		},
		{ // 2.4
			ID:       RuleNotANumber,
			Refusals: []string{RuleNotANumber},
			Examples: []game.Example{{
				ID:       "whole-numbers",
				Position: "6 second",
				Allowed:  []game.Action{"2"},
				Refused: []game.Refused{
					{Text: "2.5", Rule: RuleNotANumber},
					{Text: "pass", Rule: RuleNotANumber},
					{Text: "", Rule: RuleNotANumber},
				},
			}},
		},
		{ // 3.1
			ID: "bachet.turns",
			Examples: []game.Example{{
				ID:       "after-the-first-take",
				Position: "13 second",
				Allowed:  []game.Action{"1", "2", "3"},
			}},
		},
		{ // 4.1 and 4.3
			ID: "bachet.last-stick",
			Examples: []game.Example{
				{ID: "three-left", Position: "3 second", Allowed: []game.Action{"3"}},
				{
					ID:       "second-took-the-last",
					Position: "0 first",
					Refused:  []game.Refused{{Text: "1", Rule: RuleNotEnough}},
					Outcome:  &game.Outcome{Winner: game.Second, Points: 1, Reason: ReasonLastStick},
				},
			},
		},
		{ // 4.2
			ID: "bachet.misere",
			Examples: []game.Example{
				{
					ID:       "leave-the-last",
					Options:  Options{Sticks: 15, Max: 3, Misere: true}.encode(),
					Position: "3 second",
					Allowed:  []game.Action{"2"},
				},
				{
					ID:       "forced-to-take-the-last",
					Options:  Options{Sticks: 15, Max: 3, Misere: true}.encode(),
					Position: "1 first",
					Allowed:  []game.Action{"1"},
				},
				{
					ID:       "first-took-the-last",
					Options:  Options{Sticks: 15, Max: 3, Misere: true}.encode(),
					Position: "0 second",
					Outcome:  &game.Outcome{Winner: game.Second, Points: 1, Reason: ReasonLastStickLoses},
				},
			},
		},
	}
}
