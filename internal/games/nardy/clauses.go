package nardy

import (
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// Explain returns the clauses of the rules page in the order of the package
// comment, each with positions that show it.
func (Rules) Explain() []game.Clause {
	return slices.Concat(turnClauses(), pointClauses(), homeClauses(), doubleClauses(), stakeClauses())
}

// turnClauses are clauses 1 and 2 and the notation.
func turnClauses() []game.Clause {
	return []game.Clause{
		clause("nardy.board", nil,
			ex{id: "long-start", variant: "classic", rest: "play L 6-5 throws=1,0", allowed: acts("1/7 7/12")},
			ex{id: "short-start", variant: "short", rest: "play L 3-1 throws=1,0", allowed: acts("17/20 19/20", "1/4 1/2")}),
		clause("nardy.draw", nil,
			ex{id: "before-the-draw", variant: "classic", rest: "draw", refused: no(RuleThrowFirst, "1/7", "roll", "pass")},
			ex{id: "starter-throws-anew", variant: "classic", rest: "throw L throws=0,0", refused: no(RuleThrowFirst, "1/7")},
			ex{id: "draw-is-the-first-throw", variant: "short", rest: "play L 6-1 throws=1,0", allowed: acts("12/18 17/18")}),
		clause("nardy.hop", nil,
			ex{
				id: "two-dice-one-checker", variant: "classic", light: men{1: 14, 2: 1}, dark: men{13: 13, 8: 1, 5: 1}, rest: "play L 6-3",
				allowed: acts("1/4 4/10", "1/7 7/10", "1/10"), refused: no(RuleClosedPoint, "2/11", "2/5 5/11"),
			},
			ex{
				id: "any-number-on-a-point", variant: "classic", light: men{1: 3, 7: 12}, dark: men{13: 15}, rest: "play L 6-1",
				allowed: acts("1/7 7/8"),
			}),
		clause(RuleThrowFirst, []string{RuleThrowFirst},
			ex{id: "dice-are-due", variant: "short", rest: "throw L", refused: no(RuleThrowFirst, "1/4", "pass", "roll")}),
		clause(RulePlayFirst, []string{RulePlayFirst},
			ex{id: "dice-lie", variant: "short", rest: "play L 3-1", refused: no(RulePlayFirst, "roll")}),
		clause(RuleNoChecker, []string{RuleNoChecker},
			ex{id: "empty-point", variant: "short", rest: "play L 3-1", refused: no(RuleNoChecker, "2/5 2/3", "6/9", "bar/3")}),
		clause(RuleWrongDirection, []string{RuleWrongDirection},
			ex{id: "backwards", variant: "short", rest: "play L 3-1", refused: no(RuleWrongDirection, "17/14", "19/18")},
			ex{id: "backwards-dark", variant: "short", rest: "play D 3-1", allowed: acts("8/5 6/5"), refused: no(RuleWrongDirection, "8/11")}),
		clause(RuleNoSuchDie, []string{RuleNoSuchDie},
			ex{id: "other-number", variant: "short", rest: "play L 3-1", refused: no(RuleNoSuchDie, "1/6", "17/20 12/15", "17/20 20/21 19/20")}),
		clause(RuleMustPlay, []string{RuleMustPlay},
			ex{id: "no-pass-by-choice", variant: "short", rest: "play L 3-1", refused: no(RuleMustPlay, "pass")},
			ex{
				id: "nothing-to-play", variant: "classic", light: men{1: 15}, dark: men{7: 8, 6: 7}, rest: "play L 6-5",
				allowed: acts("pass"), refused: no(RuleClosedPoint, "1/7"),
			}),
		clause(RulePlayMoreDice, []string{RulePlayMoreDice},
			ex{
				id: "order-of-dice", variant: "short", light: men{5: 1}, dark: men{11: 2}, rest: "play L 6-5",
				allowed: acts("5/10 10/16"), refused: both(no(RulePlayMoreDice, "5/10"), no(RuleClosedPoint, "5/11 11/16")),
			},
			ex{
				id: "strands-a-die", variant: "short", light: men{5: 1, 18: 1}, dark: men{11: 2, 23: 2, 21: 2}, rest: "play L 6-5",
				allowed: acts("5/10 18/24"), refused: no(RulePlayMoreDice, "18/24", "5/10"),
			},
			ex{
				id: "way-that-strands", variant: "short", light: men{5: 1, 13: 1}, dark: men{10: 2, 18: 2, 16: 2, 22: 2}, rest: "play L 6-5",
				allowed: acts("13/19 19/24"), refused: no(RulePlayMoreDice, "5/11", "5/11 11/16"),
			},
			ex{
				id: "the-end-is-enough", variant: "short", light: men{1: 1, 19: 14}, dark: men{2: 1}, rest: "play D 4-1",
				allowed: acts("2/off", "2/1* 1/off"), refused: no(RulePlayMoreDice, "2/1*"),
			}),
		clause(RuleLargerDie, []string{RuleLargerDie},
			ex{
				id: "six-not-five", variant: "short", light: men{5: 1}, dark: men{16: 2}, rest: "play L 6-5",
				allowed: acts("5/11"), refused: no(RuleLargerDie, "5/10"),
			},
			ex{
				id: "only-the-five", variant: "short", light: men{5: 1}, dark: men{11: 2, 16: 2}, rest: "play L 6-5",
				allowed: acts("5/10"), refused: no(RuleClosedPoint, "5/11"),
			},
			ex{
				id: "greatest-pair", variant: "triple", light: men{2: 1, 24: 14}, dark: men{17: 15}, rest: "play L 6-5-4",
				allowed: acts("2/8 8/13"), refused: no(RuleLargerDie, "2/8 8/12"),
			}),
		clause(RuleSayTheWay, []string{RuleSayTheWay},
			ex{
				id: "hit-on-the-way", variant: "short", light: men{5: 1, 24: 5}, dark: men{8: 1, 24: 0, 6: 5}, rest: "play L 3-2",
				allowed: acts("5/8* 8/10", "5/7 7/10"), refused: no(RuleSayTheWay, "5/10"),
			},
			ex{
				id: "either-way", variant: "short", light: men{5: 1, 24: 5}, dark: men{1: 5}, rest: "play L 3-2",
				allowed: acts("5/10", "5/8/10", "5–7 7–10"),
			}),
		clause(RuleNotation, []string{RuleNotation},
			ex{
				id: "notation", variant: "short", rest: "play L 3-1", allowed: acts("17/20 19/20", "19/20 17/20"),
				refused: no(RuleNotation, "17", "17/25", "off/bar", "e2-e4", "17/20("),
			},
			ex{
				id: "notation-russian", variant: "short", light: men{0: 1, 24: 1}, dark: men{7: 5}, rest: "play L 4-1",
				allowed: acts("бар/4 4/5", "bar – 4, 4 – 5", "BAR/5"),
			}),
		clause(RuleOver, []string{RuleOver},
			ex{
				id: "last-checker-off", variant: "short", light: men{}, dark: men{6: 3}, rest: "over L oyn",
				outcome: won(game.First, 1, "oyn"), refused: no(RuleOver, "6/5", "pass", "roll", "raise"),
			},
			ex{
				id: "hops-behind-the-end", variant: "short", light: men{24: 1}, dark: men{6: 3}, rest: "play L 6-5",
				allowed: acts("24/off"), refused: no(RuleOver, "24/off 6/5"),
			}),
		clause("nardy.dead", nil,
			ex{
				id: "nobody-can-ever-move", variant: "short",
				light: men{0: 3, 19: 2, 20: 2, 21: 2, 22: 2, 23: 2, 24: 2}, dark: men{0: 3, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2},
				rest: "over - dead", outcome: won(game.Nobody, 0, "dead"),
			}),
	}
}

// pointClauses are clauses 4.1 to 4.4: where checkers may leave and land.
func pointClauses() []game.Clause {
	wall := men{1: 10, 2: 1, 3: 1, 4: 1, 5: 2}
	return []game.Clause{
		clause(RuleHeadOnce, []string{RuleHeadOnce},
			ex{
				id: "one-from-the-head", variant: "classic", rest: "play L 6-5 throws=1,0",
				allowed: acts("1/7 7/12", "1/12"), refused: no(RuleHeadOnce, "1/7 1/6"),
			},
			ex{
				id: "four-fours-at-first", variant: "classic", rest: "play L 4-4-4-4 throws=1,0",
				allowed: acts("1/5(2) 5/9(2)"),
			},
			ex{
				id: "any-number-in-khachapuri", variant: "khachapuri", rest: "play L 5-4 throws=1,0", allowed: acts("1/6 1/5"),
			},
			ex{
				id: "head-and-order", variant: "classic", light: men{1: 15}, dark: men{3: 1, 13: 14}, rest: "play L 2-1",
				allowed: acts("1/2 2/4"), refused: no(RuleClosedPoint, "1/3 3/4"),
			},
			ex{
				id: "progression-is-one-throw", variant: "crazy", light: men{1: 3, 10: 12}, dark: men{13: 15},
				rest: "play L 5-5-5-5 from=4 head=1 throws=6,6", refused: no(RuleHeadOnce, "1/6 10/15(3)"),
				allowed: acts("10/15(4)"),
			}),
		clause(RuleHeadTwoOnlyOn, []string{RuleHeadTwoOnlyOn},
			ex{
				id: "first-double-six", variant: "classic", rest: "play L 6-6-6-6 throws=1,0",
				allowed: acts("1/7(2)"), refused: no(RulePlayMoreDice, "1/7"),
			},
			ex{
				id: "first-double-three", variant: "classic", rest: "play L 3-3-3-3 throws=1,0",
				allowed: acts("1/4(2) 4/7(2)", "1/4(2) 4/7 7/10"), refused: no(RulePlayMoreDice, "1/4 4/7 7/10"),
			},
			ex{
				id: "first-double-five", variant: "classic", rest: "play L 5-5-5-5 throws=1,0",
				allowed: acts("1/6 6/11 11/16 16/21"), refused: no(RuleHeadTwoOnlyOn, "1/6(2) 6/11(2)"),
			},
			ex{
				id: "starter-in-sport", variant: "sport", rest: "play L 6-6-6-6 throws=1,0",
				allowed: acts("1/7"), refused: no(RuleHeadTwoOnlyOn, "1/7(2)"),
			},
			ex{
				id: "second-in-sport", variant: "sport", rest: "play D 6-6-6-6 throws=1,1",
				allowed: acts("13/19(2)"),
			},
			ex{
				id: "one-one-in-crazy-gulbar", variant: "crazy_gulbar", rest: "play L 1-1-1-1 throws=1,0",
				allowed: acts("1/5", "1/2(2) 2/3 3/4", "1/2(2) 2/3(2)"), // 14 and 5; 13, 2 and 4; 13 and two on 3
			}),
		clause(RuleBlockOfSix, []string{RuleBlockOfSix},
			ex{
				id: "nobody-ahead", variant: "classic", light: wall, dark: men{13: 15}, rest: "play L 5-3",
				refused: no(RuleBlockOfSix, "1/6 6/9", "1/6"),
			},
			ex{
				id: "one-ahead", variant: "classic", light: wall, dark: men{13: 14, 7: 1}, rest: "play L 5-3",
				allowed: acts("1/6 6/9", "1/6 2/5"),
			},
			ex{
				id: "two-behind", variant: "classic", light: wall, dark: men{13: 13, 24: 2}, rest: "play L 5-3",
				refused: no(RuleBlockOfSix, "1/6 6/9"),
			},
			ex{
				id: "one-off", variant: "classic", light: wall, dark: men{7: 14}, rest: "play L 5-3",
				allowed: acts("1/6 6/9"),
			},
			ex{
				id: "own-home", variant: "classic", light: men{18: 1, 19: 4, 20: 3, 21: 3, 22: 2, 23: 2}, dark: men{13: 15}, rest: "play L 6-1",
				refused: no(RuleBlockOfSix, "18/24 19/20", "18/24"),
			},
			ex{
				id: "own-home-open", variant: "classic", light: men{18: 1, 19: 4, 20: 3, 21: 3, 22: 2, 23: 2}, dark: men{13: 14, 1: 1}, rest: "play L 6-1",
				allowed: acts("18/24 19/20"),
			},
			ex{
				id: "across-24-and-1", variant: "classic", light: men{22: 3, 23: 3, 24: 3, 1: 4, 2: 1, 21: 1}, dark: men{13: 15}, rest: "play L 2-1",
				refused: no(RuleBlockOfSix, "1/3"),
			},
			ex{
				id: "not-from-end-to-beginning", variant: "classic", light: men{10: 3, 11: 3, 12: 3, 13: 3, 14: 2, 9: 1}, dark: men{24: 13, 23: 2}, rest: "play L 6-1",
				allowed: acts("9/15 14/15"),
			},
			ex{
				id: "free-in-tbilisi", variant: "tbilisi", light: wall, dark: men{13: 15}, rest: "play L 5-3",
				allowed: acts("1/6 6/9"),
			}),
		clause(RuleFirstQuarter, []string{RuleFirstQuarter},
			ex{
				id: "own-quarter", variant: "fevga", light: men{1: 4, 2: 2, 3: 2, 4: 2, 5: 2, 14: 3}, dark: men{13: 1, 11: 14}, rest: "play L 5-2",
				refused: no(RuleFirstQuarter, "1/6"), allowed: acts("14/19 14/16"),
			}),
		clause(RuleLetOut, []string{RuleLetOut},
			ex{
				id: "shut-in", variant: "fevga", light: men{14: 3, 15: 3, 16: 3, 17: 2, 18: 2, 19: 1, 20: 1}, dark: men{13: 15}, rest: "play L 2-1",
				allowed: acts("19/21 20/21"), refused: no(RuleLetOut, "14/16 15/16"),
			}),
		clause(RuleRunnerFirst, []string{RuleRunnerFirst},
			ex{
				id: "runner-not-past", variant: "fevga", light: men{1: 14, 11: 1}, dark: men{13: 15}, rest: "play L 6-1",
				allowed: acts("11/17 1/2", "11/17 17/18"), refused: no(RuleRunnerFirst, "1/7", "1/2"),
			},
			ex{
				id: "double-six-in-fevga", variant: "fevga", rest: "play L 6-6-6-6 throws=1,0", allowed: acts("1/7"),
			},
			ex{
				id: "double-five-in-fevga", variant: "fevga", rest: "play L 5-5-5-5 throws=1,0",
				allowed: acts("1/6 6/11 11/16 16/21"), refused: no(RuleHeadOnce, "1/6(2) 6/11 11/16"),
			}),
		clause(RuleClosedPoint, []string{RuleClosedPoint},
			ex{
				id: "one-closes", variant: "classic", light: men{1: 15}, dark: men{13: 14, 4: 1}, rest: "play L 3-2",
				allowed: acts("1/3 3/6"), refused: no(RuleClosedPoint, "1/4", "1/4 4/6"),
			},
			ex{
				id: "two-close", variant: "short", rest: "play L 5-3", refused: no(RuleClosedPoint, "1/6"),
				allowed: acts("12/17 19/22"),
			},
			ex{
				id: "covered-closes", variant: "plakoto", light: men{10: 1, 5: 14}, dark: men{10: 2, 20: 13}, rest: "play L 5-1",
				refused: no(RuleClosedPoint, "5/10"),
			}),
		clause("nardy.hit", nil,
			ex{
				id: "a-single-one-is-hit", variant: "short", light: men{12: 5, 17: 5, 19: 5}, dark: men{20: 1, 6: 14}, rest: "play L 3-1",
				allowed: acts("17/20* 12/13", "17/20* 19/20"),
			},
			ex{
				id: "entry-closed", variant: "short", light: men{0: 1, 12: 14}, dark: men{4: 2, 6: 13}, rest: "play L 6-4",
				allowed: acts("pass"), refused: both(no(RuleClosedPoint, "bar/4", "bar/6"), no(RuleBarFirst, "12/16")),
			},
			ex{
				id: "one-die-enters", variant: "short", light: men{0: 2, 12: 13}, dark: men{4: 2, 7: 13}, rest: "play L 4-3",
				allowed: acts("bar/3"), refused: both(no(RuleClosedPoint, "bar/4"), no(RuleBarFirst, "bar/3 12/16")),
			}),
		clause(RuleBarFirst, []string{RuleBarFirst},
			ex{
				id: "enter-first", variant: "short", light: men{0: 1, 12: 5, 17: 4, 19: 5}, dark: men{24: 2, 13: 5, 8: 3, 6: 5}, rest: "play L 4-3",
				allowed: acts("bar/4 12/15", "bar/3 12/16"), refused: no(RuleBarFirst, "12/16", "17/20"),
			},
			ex{
				id: "hit-while-bearing-off", variant: "short", light: men{19: 1, 21: 5, 24: 5}, dark: men{22: 2, 1: 5, 2: 5}, rest: "play D 3-1",
				allowed: acts("22/19* 2/1"), refused: no(RuleClosedPoint, "22/19* 22/21"),
			},
			ex{
				id: "in-again-first", variant: "short", light: men{0: 1, 21: 5, 24: 5}, dark: men{19: 1, 22: 1, 1: 5, 2: 5}, rest: "play L 4-1",
				allowed: acts("bar/4 4/5", "bar/4 21/22*"), refused: no(RuleBarFirst, "24/off", "21/off"),
			}),
		clause("nardy.cover", nil,
			ex{
				id: "a-single-one-is-covered", variant: "plakoto", light: men{5: 15}, dark: men{10: 1, 20: 14}, rest: "play L 5-1",
				allowed: acts("5/10 5/6", "5/10 10/11"),
			},
			ex{
				id: "more-may-come", variant: "plakoto", light: men{10: 1, 5: 14}, dark: men{10: 1, 20: 14}, rest: "play L 5-1",
				allowed: acts("5/10 5/6"),
			},
			ex{
				id: "two-are-safe", variant: "plakoto", light: men{5: 15}, dark: men{10: 2, 20: 13}, rest: "play L 5-1",
				allowed: acts("5/6 6/11"), refused: no(RuleClosedPoint, "5/10"),
			}),
		clause(RuleCovered, []string{RuleCovered},
			ex{
				id: "can-not-move", variant: "plakoto", light: men{10: 1, 12: 14}, dark: men{10: 2, 20: 13}, rest: "play L 5-1",
				refused: no(RuleCovered, "10/15", "10/11"),
			},
			ex{
				id: "closes-bear-off", variant: "plakoto", light: men{22: 1, 19: 14}, dark: men{22: 3, 3: 12}, rest: "play L 6-1",
				refused: no(RuleCovered, "19/off"),
			}),
		clause(RuleHitAndRun, []string{RuleHitAndRun},
			ex{
				id: "others-can-move", variant: "caucasian", light: men{17: 2, 12: 5, 1: 8}, dark: men{20: 1, 6: 14}, rest: "play L 3-2",
				allowed: acts("17/20* 12/14"), refused: no(RuleHitAndRun, "17/20* 20/22", "17/20/22"),
			},
			ex{
				id: "nothing-else", variant: "caucasian", light: men{17: 1, 24: 14}, dark: men{20: 1, 6: 14}, rest: "play L 3-2",
				allowed: acts("17/20* 20/22"),
			},
			ex{
				id: "bound-all-the-way", variant: "caucasian", light: men{17: 1, 24: 14}, dark: men{19: 1, 6: 14}, rest: "play L 2-2-2-2",
				allowed: acts("17/19* 19/21 21/23 23/off"), refused: no(RulePlayMoreDice, "17/19*"),
			},
			ex{
				id: "one-of-two", variant: "caucasian", light: men{19: 2, 21: 2, 24: 2}, dark: men{20: 1, 6: 14}, rest: "play L 5-1",
				allowed: acts("19/20* 19/24"), refused: no(RuleHitAndRun, "19/20* 20/off"),
			},
			ex{
				id: "hitter-bears-off", variant: "caucasian", light: men{19: 1, 21: 2, 24: 2}, dark: men{20: 1, 6: 14}, rest: "play L 5-1",
				allowed: acts("19/20* 20/off"),
			}),
		clause("nardy.mother", nil,
			ex{
				id: "mother-lost", variant: "plakoto", light: men{22: 1, 23: 14}, dark: men{24: 1, 6: 14}, rest: "play L 2-1",
				allowed: acts("22/24", "23/24"),
			},
			ex{
				id: "start-leaves-later", variant: "plakoto", light: men{22: 1, 1: 1, 12: 13}, dark: men{24: 1, 7: 14}, rest: "play L 5-2",
				allowed: acts("22/24 1/6", "1/6 22/24", "22/24 12/17"),
			},
			ex{
				id: "mother-won", variant: "plakoto", light: men{24: 1, 23: 14}, dark: men{24: 1, 6: 14}, rest: "over L mother",
				outcome: won(game.First, 2, "mother"),
			},
			ex{
				id: "both-mothers", variant: "plakoto", light: men{24: 2, 1: 1, 12: 12}, dark: men{24: 1, 1: 2, 7: 12}, rest: "over - draw",
				outcome: won(game.Nobody, 0, "draw"),
			}),
	}
}
