package nardy

import "github.com/hod-games/hod/internal/game"

// homeClauses are clauses 4.5 and 7: bearing off.
func homeClauses() []game.Clause {
	far := men{13: 15}
	return []game.Clause{
		clause("nardy.bear-off", nil,
			ex{
				id: "six-for-19", variant: "classic", light: men{24: 15}, dark: men{7: 1, 12: 14}, rest: "play D 6-1",
				allowed: acts("7/off 12/off", "7/8 8/off"), refused: no(RuleBearOffHighest, "12/off(2)"),
			},
			ex{
				id: "opened-on-the-way", variant: "classic", light: men{18: 1, 24: 14}, dark: far, rest: "play L 3-1",
				allowed: acts("18/21 24/off", "18/19 19/22"), refused: no(RuleNotAllHome, "24/off"),
			},
			ex{
				id: "nobody-must", variant: "classic", light: men{20: 2, 22: 2}, dark: far, rest: "play L 3-2",
				allowed: acts("20/22 20/23", "22/off 20/22", "22/off 22/24"),
			},
			ex{
				id: "holes-in-the-home", variant: "classic", light: men{20: 1, 24: 2}, dark: far, rest: "play L 6-4",
				allowed: acts("20/off 24/off"), refused: no(RuleBearOffHighest, "24/off(2)"),
			},
			ex{
				id: "hyper-all-three", variant: "hyper", light: men{18: 1, 23: 1, 24: 1}, dark: men{13: 3}, rest: "play L 6-1",
				allowed: acts("18/24 24/off", "18/19 19/off"), refused: no(RuleNotAllHome, "24/off"),
			}),
		clause(RuleNotAllHome, []string{RuleNotAllHome},
			ex{
				id: "one-outside", variant: "classic", light: men{15: 1, 22: 5, 24: 9}, dark: far, rest: "play L 4-1",
				allowed: acts("15/19 24/off"), refused: no(RuleNotAllHome, "24/off"),
			},
			ex{
				id: "from-the-bar", variant: "short", light: men{0: 1, 24: 5}, dark: men{6: 5}, rest: "play L 4-1",
				allowed: acts("bar/4 4/5"), refused: no(RuleBarFirst, "24/off"),
			}),
		clause(RuleBearOffHighest, []string{RuleBearOffHighest},
			ex{
				id: "six-from-the-highest", variant: "classic", light: men{21: 3, 22: 4, 24: 3}, dark: far, rest: "play L 6-1",
				allowed: acts("21/off 24/off", "21/off 21/22"), refused: no(RuleBearOffHighest, "22/off"),
			},
			ex{
				id: "smaller-is-a-move", variant: "classic", light: men{19: 2, 24: 3}, dark: far, rest: "play L 2-1",
				allowed: acts("19/21 24/off"), refused: no(RuleBearOffHighest, "24/off(2)"),
			},
			ex{
				id: "both-from-21", variant: "classic", light: men{21: 2, 23: 4}, dark: far, rest: "play L 6-5",
				allowed: acts("21/off(2)"),
			},
			ex{
				id: "double-takes-four", variant: "classic", light: men{22: 6}, dark: far, rest: "play L 3-3-3-3",
				allowed: acts("22/off(4)"),
			},
			ex{
				id: "nothing-for-a-four", variant: "classic", light: men{19: 2, 24: 3}, dark: men{23: 1, 7: 14}, rest: "play L 4-4-4-4",
				allowed: acts("pass"), refused: both(no(RuleClosedPoint, "19/23"), no(RuleBearOffHighest, "24/off"), no(RuleNoChecker, "21/off")),
			}),
		clause(RuleBearOffExact, []string{RuleBearOffExact},
			ex{
				id: "exact-in-crazy", variant: "crazy", light: men{21: 2, 24: 2}, dark: far, rest: "play L 6-2",
				allowed: acts("21/23"), refused: no(RuleBearOffExact, "21/off", "21/off 21/23"),
			},
			ex{
				id: "exact-takes-off", variant: "crazy", light: men{19: 1, 23: 4}, dark: far, rest: "play L 6-2",
				allowed: acts("19/off 23/off"), refused: no(RulePlayMoreDice, "19/21"),
			}),
		clause("nardy.auto-bear-off", nil,
			ex{
				id: "exact-by-itself", variant: "classic", light: men{20: 2, 23: 2}, dark: far, rest: "play L 5-2",
				allowed: acts("20/off 23/off"),
			},
			ex{
				id: "not-by-itself-under-contact", variant: "short", light: men{20: 2, 23: 2}, dark: men{24: 1, 6: 14}, rest: "play L 5-2",
				allowed: acts("20/off 23/off", "20/off 20/22"),
			}),
	}
}

// doubleClauses are clauses 4.6 to 4.8: what a double does.
func doubleClauses() []game.Clause {
	return []game.Clause{
		clause("nardy.double", nil,
			ex{id: "four-hops", variant: "short", rest: "play L 1-1-1-1", allowed: acts("17/18(2) 19/20(2)")},
			ex{id: "no-doubles-with-four", variant: "two_by_two", light: men{2: 1, 24: 14}, dark: men{12: 15}, rest: "play L 5-5-5-5", allowed: acts("2/7")}),
		clause("nardy.extra-throw", nil,
			ex{id: "full-double-throws-again", variant: "gulbar", rest: "play L 5-5-5-5 throws=1,0", allowed: acts("1/6 6/11 11/16 16/21")},
			ex{id: "extra-throw-due", variant: "gulbar", rest: "throw L extra", refused: no(RuleThrowFirst, "roll")},
			ex{
				id: "never-a-third", variant: "gulbar", light: men{1: 11, 10: 4}, dark: men{13: 15}, rest: "play L 4-4-4-4 extra",
				allowed: acts("10/14(4)"),
			},
			ex{
				id: "never-a-third-then", variant: "gulbar", light: men{1: 11, 14: 4}, dark: men{13: 15}, rest: "throw D",
				refused: no(RuleThrowFirst, "13/17"),
			},
			ex{
				id: "second-left", variant: "gulbar", light: men{10: 2, 2: 13}, dark: men{18: 13, 6: 2}, rest: "play L 4-4-4-4 extra",
				allowed: acts("10/14(2)"), refused: no(RuleClosedPoint, "10/14(2) 14/18"),
			},
			ex{
				id: "second-left-then", variant: "gulbar", light: men{14: 2, 2: 13}, dark: men{18: 13, 6: 2}, rest: "play D 4-4 handed",
				allowed: acts("18/22(2)"),
			}),
		clause("nardy.progression", nil,
			ex{
				id: "sixth-throw", variant: "crazy", light: men{1: 1, 10: 14}, dark: men{13: 15}, rest: "play L 4-4-4-4 throws=6,5",
				allowed: acts("10/14(4)"),
			},
			ex{
				id: "next-number", variant: "crazy", light: men{1: 1, 10: 10, 14: 4}, dark: men{13: 15}, rest: "play L 5-5-5-5 from=4 throws=6,5",
				allowed: acts("10/15(4)"),
			},
			ex{
				id: "fifth-throw", variant: "crazy", light: men{1: 1, 10: 14}, dark: men{13: 15}, rest: "play L 4-4-4-4 throws=5,5",
				allowed: acts("10/14(4)"),
			},
			ex{
				id: "fifth-throw-then", variant: "crazy", light: men{1: 1, 10: 10, 14: 4}, dark: men{13: 15}, rest: "throw D throws=5,5",
				refused: no(RuleThrowFirst, "13/18"),
			},
			ex{
				id: "all-home-at-the-throw", variant: "crazy", light: men{19: 6, 20: 9}, dark: men{7: 8, 13: 7}, rest: "play L 1-1-1-1 throws=9,9",
				allowed: acts("19/20(4)"),
			},
			ex{
				id: "all-home-at-the-throw-then", variant: "crazy", light: men{19: 2, 20: 13}, dark: men{7: 8, 13: 7}, rest: "throw D throws=9,9",
				refused: no(RuleThrowFirst, "13/18"),
			},
			ex{
				id: "home-on-the-way", variant: "crazy_gulbar", light: men{18: 4, 20: 11}, dark: men{7: 8, 13: 7}, rest: "play L 1-1-1-1 throws=9,9",
				allowed: acts("18/19(4)"), refused: no(RuleMustPlay, "pass"),
			},
			ex{
				id: "home-on-the-way-then", variant: "crazy_gulbar", light: men{19: 4, 20: 11}, dark: men{7: 8, 13: 7}, rest: "throw D throws=9,9",
				refused: no(RuleThrowFirst, "13/18"),
			}),
		clause("nardy.remainder", nil,
			ex{
				id: "two-sixes-left", variant: "gulbar", light: men{1: 13, 7: 2}, dark: men{13: 15}, rest: "play D 6-6 handed throws=1,0",
				allowed: acts("13/19"),
			},
			ex{
				id: "fives-then-sixes", variant: "crazy_gulbar", light: men{1: 10, 6: 5}, dark: men{13: 15}, rest: "play D 5-5-5 handed rest=6x4 throws=6,6",
				allowed: acts("13/18 18/23 23/4"),
			},
			ex{
				id: "no-throw-for-a-remainder", variant: "gulbar", light: men{1: 15}, dark: men{13: 10, 18: 5}, rest: "play D 4-4-4-4 handed throws=3,3",
				allowed: acts("18/22(4)"),
			},
			ex{
				id: "no-throw-for-a-remainder-then", variant: "gulbar", light: men{1: 15}, dark: men{13: 10, 18: 1, 22: 4}, rest: "throw D throws=3,3",
				refused: no(RuleThrowFirst, "18/22"),
			},
			ex{
				id: "all-home-with-a-rest", variant: "crazy_gulbar", light: men{16: 1, 19: 14}, dark: men{22: 2, 13: 13}, rest: "play L 3-3-3-3 throws=6,6",
				allowed: acts("16/19"), refused: no(RuleClosedPoint, "19/22"),
			},
			ex{
				id: "all-home-with-a-rest-then", variant: "crazy_gulbar", light: men{19: 15}, dark: men{22: 2, 13: 13}, rest: "play D 3-3-3 handed throws=6,6",
				allowed: acts("22/1 1/4 22/1"),
			},
			ex{
				id: "khachapuri-first-six", variant: "khachapuri", rest: "play D 6-6-6-6 handed throws=1,0", allowed: acts("pass"),
				refused: no(RuleClosedPoint, "13/19"),
			}),
	}
}

// stakeClauses are clause 6.
func stakeClauses() []game.Clause {
	linear, doubling := []func(*Options){withCube(CubeLinear)}, []func(*Options){withCube(CubeDoubling)}
	return []game.Clause{
		clause("nardy.oyn", nil,
			ex{id: "oyn", variant: "classic", light: men{}, dark: men{10: 9, 12: 1}, rest: "over L oyn", outcome: won(game.First, 1, "oyn")}),
		clause("nardy.mars", nil,
			ex{id: "mars", variant: "classic", light: men{24: 15}, dark: men{}, rest: "over D mars", outcome: won(game.Second, 2, "mars")}),
		clause("nardy.koks", nil,
			ex{id: "koks-at-home", variant: "short", light: men{}, dark: men{24: 1, 6: 14}, rest: "over L koks", outcome: won(game.First, 3, "koks")},
			ex{id: "koks-on-the-bar", variant: "short", light: men{}, dark: men{0: 1, 6: 14}, rest: "over L koks", outcome: won(game.First, 3, "koks")},
			ex{id: "mars-in-short", variant: "short", light: men{}, dark: men{12: 1, 6: 14}, rest: "over L mars", outcome: won(game.First, 2, "mars")}),
		clause("nardy.cube", []string{RuleAnswerFirst, RuleCubeNoOffer},
			ex{
				id: "raise-or-roll", variant: "short", rest: "decide L", options: linear, allowed: acts("raise", "roll"),
				refused: both(no(RuleCubeNoOffer, "take", "drop"), no(RuleThrowFirst, "1/4")),
			},
			ex{
				id: "take-or-drop", variant: "short", rest: "answer D", options: linear, allowed: acts("take", "drop"),
				refused: no(RuleAnswerFirst, "roll", "raise", "13/8", "pass"),
			},
			ex{
				id: "dropped", variant: "short", rest: "over L dropped cube=1L", options: linear,
				outcome: won(game.First, 2, "dropped"),
			},
			ex{
				id: "two-raises-and-mars", variant: "classic", light: men{}, dark: men{12: 15}, rest: "over L mars cube=2D",
				options: []func(*Options){withCube(CubeLinear), func(o *Options) { o.Stake = 10 }}, outcome: won(game.First, 60, "mars"),
			},
			ex{
				id: "two-raises-and-koks", variant: "short", light: men{}, dark: men{24: 15}, rest: "over L koks cube=2D",
				options: []func(*Options){withCube(CubeLinear), func(o *Options) { o.Stake = 10 }}, outcome: won(game.First, 90, "koks"),
			}),
		clause(RuleCubeNone, []string{RuleCubeNone},
			ex{id: "no-cube", variant: "short", rest: "play L 3-1", refused: no(RuleCubeNone, "raise")}),
		clause(RuleCubeNotNow, []string{RuleCubeNotNow},
			ex{id: "first-throw", variant: "classic", rest: "throw L throws=0,0", options: linear, refused: no(RuleCubeNotNow, "raise")},
			ex{id: "after-the-throw", variant: "short", rest: "play L 3-1", options: linear, refused: no(RuleCubeNotNow, "raise")},
			ex{id: "before-the-extra-throw", variant: "gulbar", rest: "throw L extra", options: linear, refused: no(RuleCubeNotNow, "raise")}),
		clause(RuleCubeOwner, []string{RuleCubeOwner},
			ex{id: "not-the-owner", variant: "short", rest: "throw L cube=1D", options: linear, refused: no(RuleCubeOwner, "raise")},
			ex{id: "the-owner", variant: "short", rest: "decide L cube=1L", options: linear, allowed: acts("raise")}),
		clause(RuleCubeLimit, []string{RuleCubeLimit},
			ex{id: "five-raises", variant: "short", rest: "throw L cube=5L", options: linear, refused: no(RuleCubeLimit, "raise")}),
		clause(RuleCubeCrawford, []string{RuleCubeCrawford},
			ex{id: "crawford-game", variant: "short", rest: "throw L", options: []func(*Options){crawford}, refused: no(RuleCubeCrawford, "raise")},
			ex{id: "after-crawford", variant: "short", rest: "decide L", options: []func(*Options){afterCrawford}, allowed: acts("raise", "roll")},
			ex{id: "doubling-cube", variant: "short", rest: "over L dropped cube=2L", options: doubling, outcome: won(game.First, 4, "dropped")}),
	}
}
