package ashtarashki

import "github.com/hod-games/hod/internal/game"

// Explain returns the paragraphs of the rules page, in the order of the package
// comment.
func (Rules) Explain() []game.Clause {
	var clauses []game.Clause
	clauses = append(clauses, explainStones()...)
	clauses = append(clauses, explainCaptures()...)
	clauses = append(clauses, explainEndings()...)
	return append(clauses, explainNotation()...)
}

// explainStones is sections 1 and 2.
func explainStones() []game.Clause {
	return []game.Clause{
		{ // 1.1 and 1.2
			ID: "ashtarashki.board",
			Examples: []game.Example{
				{ID: "start", Allowed: []game.Action{"M2b4", "M2h4", "M3cd4", "M3ed4", "M3f4"}},
			},
		},
		{ // 1.3
			ID: "ashtarashki.conditions",
			Examples: []game.Example{{
				ID:       "three-conditions",
				Position: "w M1b4,V2d4,W3f4 M1h8",
				Allowed:  []game.Action{"M1a5", "V2c5", "Wg5"},
			}},
		},
		{ // 2.1
			ID:       "ashtarashki.step",
			Refusals: []string{RuleNotDiagonal, RuleOccupied, RuleNoSuchStone, RuleNotYours},
			Examples: []game.Example{
				{
					ID:       "one-step",
					Position: "w M1c3,M2d4 M3e7",
					Allowed:  []game.Action{"M1b4", "M1d2V", "M2e5"},
					Refused: []game.Refused{
						{Text: "M1c5", Rule: RuleNotDiagonal},
						{Text: "M1d4", Rule: RuleOccupied},
						{Text: "M3b4", Rule: RuleNoSuchStone},
						{Text: "M3e7f6", Rule: RuleNotYours},
					},
				},
			},
		},
		{ // 2.2
			ID: "ashtarashki.retreat",
			Examples: []game.Example{
				{ID: "first-retreat", Position: "w M3d4 M1h8", Allowed: []game.Action{"M3c3V", "M3e3V", "M3c5"}},
				{ID: "second-retreat", Position: "w V3d4 M1h8", Allowed: []game.Action{"V3c3W", "V3e3W", "V3c5"}},
				{ID: "third-retreat", Position: "w M1b2,W3d4 M1h8", Allowed: []game.Action{"Wc3Z", "We3Z", "Wc5"}},
				{ID: "black-retreats-upward", Position: "b M1b2 M3d4", Allowed: []game.Action{"M3c5V", "M3e5V", "M3c3"}},
			},
		},
		{ // 2.3
			ID:       "ashtarashki.finished",
			Refusals: []string{RuleFinished, RuleSafeThere},
			Examples: []game.Example{
				{
					ID:       "finished-stays",
					Position: "w M3b8,M2h2 M1g7",
					Allowed:  []game.Action{"M2g3"},
					Refused:  []game.Refused{{Text: "M3a7V", Rule: RuleFinished}},
				},
				{
					ID:       "finished-is-safe",
					Position: "w M3b2,M2h2 M2c1,M1h8",
					Allowed:  []game.Action{"M3c3"},
					Refused:  []game.Refused{{Text: "M3:c1", Rule: RuleSafeThere}},
				},
			},
		},
	}
}

// explainCaptures is section 3.
func explainCaptures() []game.Clause {
	return []game.Clause{
		{ // 3.1
			ID:       "ashtarashki.onto",
			Refusals: []string{RuleNothingThere},
			Examples: []game.Example{{
				ID:       "onto-the-square",
				Position: "w M3c3 M2d4,M1h8",
				Allowed:  []game.Action{"M3:d4"},
				Refused: []game.Refused{
					{Text: "M3:e5", Rule: RuleNothingThere},
					{Text: "M3:h8", Rule: RuleNotDiagonal},
				},
			}},
		},
		{ // 3.2
			ID:       "ashtarashki.who-takes-whom",
			Refusals: []string{RuleWrongRank, RuleRetreated},
			Examples: []game.Example{
				{
					ID:       "three-takes-two",
					Position: "w M3c3 M2b4,M1d4",
					Allowed:  []game.Action{"M3:b4"},
					Refused:  []game.Refused{{Text: "M3:d4", Rule: RuleWrongRank}},
				},
				{
					ID:       "two-takes-one",
					Position: "w M2c3 V1b4,M3d4",
					Allowed:  []game.Action{"M2:b4"},
					Refused:  []game.Refused{{Text: "M2:d4", Rule: RuleWrongRank}},
				},
				{
					ID:       "one-takes-three",
					Position: "w M1c3 M3b4,M2d4",
					Allowed:  []game.Action{"M1:b4"},
					Refused:  []game.Refused{{Text: "M1:d4", Rule: RuleWrongRank}},
				},
				{
					ID:       "anything-takes-covered",
					Position: "w M1b2,M2d2,M3f2 W1a3,W2c3,W3g3",
					Allowed:  []game.Action{"M1:a3", "M1:c3", "M2:c3", "M3:g3"},
				},
				{
					ID:       "retreated-takes-nothing",
					Position: "w V3c3,W3f4 M2d4,M2g5",
					Allowed:  []game.Action{"V3b4", "We5"},
					Refused: []game.Refused{
						{Text: "V3:d4", Rule: RuleRetreated},
						{Text: "W:g5", Rule: RuleRetreated},
					},
				},
			},
		},
		{ // 3.3
			ID: "ashtarashki.backward-capture",
			Examples: []game.Example{{
				ID:       "no-retreat",
				Position: "w M3d4 M2c3,M1h8",
				Allowed:  []game.Action{"M3:c3"},
				Refused:  []game.Refused{{Text: "M3:c3V", Rule: RuleMarkTheRetreat}},
			}},
		},
		{ // 3.4
			ID:       RuleMustCapture,
			Refusals: []string{RuleMustCapture},
			Examples: []game.Example{{
				ID:       "capture-comes-first",
				Position: "w M3c3,M2h2 M2d4,M1h8",
				Allowed:  []game.Action{"M3:d4"},
				Refused: []game.Refused{
					{Text: "M2g3", Rule: RuleMustCapture},
					{Text: "M3b4", Rule: RuleMustCapture},
				},
			}},
		},
		{ // 3.5
			ID:       RuleMustContinue,
			Refusals: []string{RuleMustContinue},
			Examples: []game.Example{
				{
					ID:       "to-the-end",
					Position: "w M3c3 M2d4,M2e5,M1h8",
					Allowed:  []game.Action{"M3:d4:e5"},
					Refused:  []game.Refused{{Text: "M3:d4", Rule: RuleMustContinue}},
				},
				{
					ID:       "free-choice",
					Position: "w M3c3,M1g3 M2d4,M2c5,M2e5,M2f6,M3h4",
					Allowed:  []game.Action{"M1:h4", "M3:d4:c5", "M3:d4:e5:f6"},
					Refused:  []game.Refused{{Text: "M3:d4:e5", Rule: RuleMustContinue}},
				},
			},
		},
		{ // 3.6
			ID: "ashtarashki.chain-ends",
			Examples: []game.Example{{
				ID:       "last-rank-ends-it",
				Position: "w M3c7 M2d8,M2e7",
				Allowed:  []game.Action{"M3:d8"},
				Refused:  []game.Refused{{Text: "M3:d8:e7", Rule: RuleFinished}},
			}},
		},
	}
}

// explainEndings is section 4.
func explainEndings() []game.Clause {
	white := func(points int, reason string) *game.Outcome {
		return &game.Outcome{Winner: game.First, Points: points, Reason: reason}
	}
	black := func(points int, reason string) *game.Outcome {
		return &game.Outcome{Winner: game.Second, Points: points, Reason: reason}
	}
	return []game.Clause{
		{ // 4.1
			ID: "ashtarashki.total",
			Examples: []game.Example{
				{ID: "last-one-falls", Position: "w M3c3,M1f2 V2d4", Allowed: []game.Action{"M3:d4"}},
				{ID: "nothing-left", Position: "b M3d4,M1f2 -", Outcome: white(2, ReasonTotal)},
				{ID: "retreated-away", Position: "b - M1h8", Outcome: black(2, ReasonTotal)},
			},
		},
		{ // 4.2
			ID: "ashtarashki.finish",
			Examples: []game.Example{
				{ID: "three-and-one-to-go", Position: "w M1b8,V2d8,M1f8,M3g7 M1c3,M2e5", Allowed: []game.Action{"M3h8"}},
				{ID: "four-there", Position: "b M1b8,V2d8,M1f8,M3h8 M1c3,M2e5", Outcome: white(1, ReasonFinish)},
			},
		},
		{ // 4.3
			ID: "ashtarashki.finish-few",
			Examples: []game.Example{
				{ID: "as-many-stones", Position: "b M3b8,M3f8 V1a1,V3h4", Outcome: white(1, ReasonFinishFew)},
				{ID: "fewer-stones", Position: "w M3b8,V1d6,M2f8 M1c1,V3e1", Outcome: white(1, ReasonMoreStones)},
				{ID: "fewer-but-the-other-stuck", Position: "b M3b8 M1c1,M1e1", Outcome: white(1, ReasonBlock)},
			},
		},
		{ // 4.4
			ID: "ashtarashki.block",
			Examples: []game.Example{
				{ID: "about-to-be-stuck", Position: "w M1e3,V3f2,M2g5 V3h4", Allowed: []game.Action{"V3g3"}},
				{ID: "nowhere-to-go", Position: "w V3a1 M2b2,M1c3,M1b4", Outcome: black(1, ReasonBlock)},
			},
		},
		{ // 4.5
			ID: "ashtarashki.no-draw",
			Examples: []game.Example{{
				ID:       "somebody-wins",
				Position: "w W2c3 M1h8",
				Allowed:  []game.Action{"Wb4", "Wb2Z"},
			}},
		},
	}
}

// explainNotation is sections 5 and 6.
func explainNotation() []game.Clause {
	return []game.Clause{
		{ // 5.1
			ID:       "ashtarashki.notation",
			Refusals: []string{RuleUnreadable, RuleLightSquare},
			Examples: []game.Example{{
				ID:      "stone-and-square",
				Allowed: []game.Action{"M3f4", "M2h4"},
				Refused: []game.Refused{
					{Text: "hello", Rule: RuleUnreadable},
					{Text: "M4d4", Rule: RuleUnreadable},
					{Text: "M3d9", Rule: RuleUnreadable},
					{Text: "M3d5", Rule: RuleLightSquare},
				},
			}},
		},
		{ // 5.2
			ID:       "ashtarashki.departure",
			Refusals: []string{RuleAmbiguous},
			Examples: []game.Example{
				{
					ID:      "which-three",
					Allowed: []game.Action{"M3cd4", "M3ed4"},
					Refused: []game.Refused{{Text: "M3d4", Rule: RuleAmbiguous}},
				},
				{
					ID:       "file-not-enough",
					Position: "w M3c3,M3c5,M3e3 M2d4",
					Allowed:  []game.Action{"M3c3:d4", "M3c5:d4", "M3e:d4"},
					Refused:  []game.Refused{{Text: "M3c:d4", Rule: RuleAmbiguous}},
				},
			},
		},
		{ // 5.3
			ID:       RuleMarkTheRetreat,
			Refusals: []string{RuleMarkTheRetreat},
			Examples: []game.Example{{
				ID:       "say-that-you-retreat",
				Position: "w M3c5,M2h2 M1h8,M1g7",
				Allowed:  []game.Action{"M3d4V", "M3d6"},
				Refused: []game.Refused{
					{Text: "M3d4", Rule: RuleMarkTheRetreat},
					{Text: "M3d6V", Rule: RuleMarkTheRetreat},
				},
			}},
		},
		{ // 6.1
			ID:       RuleGameOver,
			Refusals: []string{RuleGameOver},
			Examples: []game.Example{{
				ID:       "too-late",
				Position: "w M3b8,V1d6,M2f8 M1c1,V3e1",
				Refused:  []game.Refused{{Text: "V1e7", Rule: RuleGameOver}},
				Outcome:  &game.Outcome{Winner: game.First, Points: 1, Reason: ReasonMoreStones},
			}},
		},
	}
}
