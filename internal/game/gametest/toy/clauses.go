package toy

import "github.com/hod-games/hod/internal/game"

// Explain returns the clauses with their examples.
func (Rules) Explain() []game.Clause {
	return []game.Clause{
		{ // 2.1
			ID:       "toy.turn",
			Refusals: []string{RuleNotATurn, RuleOwnPiece, RuleWrongDistance, RuleNotNow},
			Examples: []game.Example{
				{
					ID:       "three-and-one",
					Position: "play first 0,0 0,0 1 nobody 31",
					Allowed:  []game.Action{"0/3 3/4", "0/1 1/4", "0/3 0/1"},
					Refused: []game.Refused{
						{Text: "0-3", Rule: RuleNotATurn},
						{Text: "2/3 3/6", Rule: RuleOwnPiece},
						{Text: "0/2 0/2", Rule: RuleWrongDistance},
						{Text: "take", Rule: RuleNotNow},
					},
				},
				{ID: "before-the-throw", Position: "throw first 0,0 0,0 1 nobody", Refused: []game.Refused{{Text: "roll", Rule: RuleNotNow}}},
			},
		},
		{ // 2.2
			ID:       RuleBlocked,
			Refusals: []string{RuleBlocked},
			Examples: []game.Example{
				{
					ID:       "piece-in-the-way",
					Position: "play first 0,2 3,4 1 nobody 31",
					Allowed:  []game.Action{"2/5 5/6", "0/1 2/5"},
					Refused:  []game.Refused{{Text: "0/3 3/4", Rule: RuleBlocked}},
				},
				{ID: "no-way", Position: "play first 0,0 1,3 1 nobody 31", Allowed: []game.Action{game.Pass}},
			},
		},
		{ // 2.3
			ID:       RuleUseBoth,
			Refusals: []string{RuleUseBoth},
			Examples: []game.Example{{
				ID:       "both-dice",
				Position: "play first 0,0 3,8 1 nobody 21",
				Allowed:  []game.Action{"0/2 0/1"},
				Refused:  []game.Refused{{Text: "0/2", Rule: RuleUseBoth}, {Text: "pass", Rule: RuleUseBoth}},
			}},
		},
		{ // 3.1, 3.2
			ID:       "toy.raise",
			Refusals: []string{RuleMayNotRaise},
			Examples: []game.Example{
				{ID: "raise-or-roll", Position: "decide first 0,4 0,3 1 nobody", Allowed: []game.Action{"raise", "roll"}},
				{ID: "the-answer", Position: "answer first 0,4 0,3 1 nobody", Allowed: []game.Action{"take", "drop"}},
				{
					ID:       "not-mine",
					Position: "play first 0,4 0,3 2 second 21",
					Refused:  []game.Refused{{Text: "raise", Rule: RuleMayNotRaise}},
				},
				{
					ID:       "dropped",
					Position: "over first 0,4 0,3 1 nobody dropped",
					Outcome:  &game.Outcome{Winner: game.First, Points: 1, Reason: ReasonDropped},
				},
			},
		},
		{ // 4.1
			ID: "toy.end",
			Examples: []game.Example{
				{
					ID:       "home",
					Position: "over second 0,8 8,8 2 first home",
					Outcome:  &game.Outcome{Winner: game.Second, Points: 2, Reason: ReasonHome},
				},
				{
					ID:       "mars",
					Position: "over second 0,3 8,8 2 first mars",
					Outcome:  &game.Outcome{Winner: game.Second, Points: 4, Reason: ReasonMars},
				},
			},
		},
	}
}
