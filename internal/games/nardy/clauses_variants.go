package nardy

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// ExplainVariant returns the clauses that a variant has its own answer to, each
// with examples on boards that are as alike in all variants as the rules allow.
// Every parameter of the variant's row decides one of them, so a reader who
// argues about a variant finds it here, and whoever changes the row finds out
// what that changes. It is nil where there is no such variant.
//
// The ids of the examples end in the id of the variant's preset. One whose id
// has "-then" behind it is what the example before leads to: by its first
// allowed action, or by the draw of a six by Light and a one by Dark.
func (Rules) ExplainVariant(id string) []game.Clause {
	v, ok := VariantNamed(id)
	if !ok {
		return nil
	}
	x := explainer{v: &v, name: presetID(v.ID)}
	all := []game.Clause{
		clause("nardy.draw", nil, x.opening()...),
		clause(RuleHeadOnce, []string{RuleHeadOnce}, x.head()),
		clause(RuleHeadTwoOnlyOn, []string{RuleHeadTwoOnlyOn}, x.firstDoubles()...),
		clause(RuleRunnerFirst, []string{RuleRunnerFirst}, x.runner()...),
		clause(RuleBlockOfSix, []string{RuleBlockOfSix, RuleFirstQuarter}, x.block()...),
		clause(RuleLetOut, []string{RuleLetOut}, x.letOut()...),
		clause(RuleClosedPoint, []string{RuleClosedPoint}, x.landing()),
		clause(RuleCovered, []string{RuleCovered}, x.covered()...),
		clause("nardy.mother", nil, x.mother()...),
		clause(RuleHitAndRun, []string{RuleHitAndRun}, x.run()...),
		clause("nardy.bear-off", []string{RuleBearOffHighest, RuleBearOffExact}, x.bearOff()),
		clause("nardy.double", nil, x.fullDouble()...),
		clause("nardy.remainder", nil, x.unplayedDouble()...),
		clause("nardy.mars", nil, x.win()),
	}
	var shown []game.Clause
	for _, c := range all {
		if len(c.Examples) == 0 {
			continue
		}
		c.Refusals = slices.DeleteFunc(c.Refusals, func(rule string) bool { return !refuses(c.Examples, rule) })
		shown = append(shown, c)
	}
	return shown
}

// refuses reports whether some of the examples are refused by the rule.
func refuses(examples []game.Example, rule string) bool {
	return slices.ContainsFunc(examples, func(e game.Example) bool {
		return slices.ContainsFunc(e.Refused, func(r game.Refused) bool { return r.Rule == rule })
	})
}

// explainer makes the examples of a variant.
type explainer struct {
	v    *Variant
	name string
}

func (x explainer) few() bool { return x.v.Checkers() == 3 }

// far is Dark where it is in nobody's way on the points below 13 and on 15 to
// 20.
func (x explainer) far() men {
	switch {
	case x.few():
		return men{22: 1, 23: 1, 24: 1}
	case x.v.Route == Opposed:
		return men{24: 15}
	default:
		return men{13: 15}
	}
}

// dice are two dice and, where the variant has more, ones; the text goes on
// with the hops of the ones from a point.
func (x explainer) dice(two string) string {
	return "play L " + two + strings.Repeat("-1", x.v.Dice-2)
}

func (x explainer) text(two string, onesFrom int) string {
	for i := range x.v.Dice - 2 {
		two += " " + strconv.Itoa(onesFrom+i) + "/" + strconv.Itoa(onesFrom+i+1)
	}
	return two
}

// either is an example in which a turn is allowed, or refused by a rule.
func (x explainer) either(e ex, text, rule string) ex {
	e.variant = x.v.ID
	e.id += "-" + x.name
	if rule == "" {
		e.allowed = acts(game.Action(text))
	} else {
		e.refused = no(rule, text)
	}
	return e
}

// opening is the draw and what it leads to.
func (x explainer) opening() []ex {
	then := ex{id: "opening-" + x.name + "-then", variant: x.v.ID, rest: "throw L throws=0,0", refused: no(RuleThrowFirst, "pass")}
	if x.v.Reuse {
		then.rest, then.refused = "play L 6-1 throws=1,0", no(RuleMustPlay, "pass")
	}
	return []ex{{id: "opening-" + x.name, variant: x.v.ID, rest: "draw", refused: no(RuleThrowFirst, "pass")}, then}
}

// head takes two checkers off the head in an ordinary throw, or four where any
// number may leave it.
func (x explainer) head() ex {
	if x.v.Head == 0 {
		light, text := men{1: 4, 11: 11}, "1/4(4)"
		if x.few() {
			light, text = men{1: 3}, "1/4(3) 4/7"
		}
		return x.either(ex{id: "head", light: light, dark: x.far(), rest: "play L 3-3-3-3"}, text, "")
	}
	return x.either(ex{id: "head", light: men{1: 2, 15: 13}, dark: x.far(), rest: x.dice("3-2")}, x.text("1/4 1/3", 15), RuleHeadOnce)
}

// firstDoubles takes two checkers off the head with every double of the first
// throw.
func (x explainer) firstDoubles() []ex {
	if x.v.Head == 0 || !x.v.Doubles() {
		return nil
	}
	var all []ex
	for n := 1; n <= 6; n++ {
		d := strconv.Itoa(n)
		double := d + strings.Repeat("-"+d, 3)
		text := "1/" + strconv.Itoa(1+n) + "(2)"
		other := "13/" + strconv.Itoa(13+n) + "(2)"
		if n < 6 { // a six later is the enemy head
			text += " " + strconv.Itoa(1+n) + "/" + strconv.Itoa(1+2*n) + "(2)"
			other += " " + strconv.Itoa(13+n) + "/" + strconv.Itoa((12+2*n)%24+1) + "(2)"
		}
		rule := ""
		switch {
		case x.v.TwoOff == 0:
			rule = RuleHeadOnce
		case x.v.SecondTo || !x.v.TwoOff.Has(n):
			rule = RuleHeadTwoOnlyOn
		}
		all = append(all, x.either(ex{id: "first-double-" + d, rest: "play L " + double + " throws=1,0"}, text, rule))
		if x.v.SecondTo {
			if x.v.TwoOff.Has(n) {
				rule = ""
			}
			all = append(all, x.either(ex{id: "second-double-" + d, rest: "play D " + double + " throws=1,1"}, other, rule))
		}
	}
	return all
}

// runner takes a second checker off the head while the first is on its way,
// where the head is counted at all.
func (x explainer) runner() []ex {
	if x.v.Head == 0 {
		return nil
	}
	rule := ""
	if x.v.Runner {
		rule = RuleRunnerFirst
	}
	light := men{1: uint8(x.v.Checkers() - 1), 9: 1}
	return []ex{x.either(ex{id: "runner", light: light, dark: x.far(), rest: x.dice("2-1")}, x.text("1/3 9/10", 10), rule)}
}

// block makes six points in a row out of the own first quarter, with nobody
// ahead of them.
func (x explainer) block() []ex {
	if x.few() {
		return nil
	}
	rule := [...]string{FreeBlocks: "", EnemyAhead: RuleBlockOfSix, FevgaBlocks: RuleFirstQuarter}[x.v.Block]
	light := men{1: 9, 2: 1, 3: 1, 4: 1, 5: 2, 15: 1}
	return []ex{x.either(ex{id: "block", light: light, dark: x.far(), rest: x.dice("5-3")}, x.text("1/6 6/9", 15), rule)}
}

// letOut keeps the whole enemy shut in behind six points, or opens the road.
func (x explainer) letOut() []ex {
	if x.v.Block != FevgaBlocks {
		return nil
	}
	light := men{14: 3, 15: 3, 16: 3, 17: 2, 18: 2, 19: 1, 20: 1}
	e := ex{id: "let-out", light: light, dark: men{13: 15}, rest: "play L 2-1", refused: no(RuleLetOut, "14/16 15/16")}
	return []ex{x.either(e, "19/21 20/21", "")}
}

// covered is a side with all at home, one of them covered.
func (x explainer) covered() []ex {
	if x.v.Contact != Covering {
		return nil
	}
	stays := ex{id: "covered", light: men{10: 1, 12: 14}, dark: men{10: 2, 20: 13}, rest: "play L 5-1"}
	shut := ex{id: "covered-home", light: men{22: 1, 19: 14}, dark: men{22: 3, 3: 12}, rest: "play L 6-1"}
	return []ex{x.either(stays, "10/15", RuleCovered), x.either(shut, "19/off", RuleCovered)}
}

// mother covers the enemy mother, with nobody on one's own head and with
// somebody there; and what follows when both mothers are covered.
func (x explainer) mother() []ex {
	if x.v.Contact != Covering {
		return nil
	}
	lost := ex{id: "mother", light: men{22: 1, 23: 14}, dark: men{24: 1, 6: 14}, rest: "play L 2-1"}
	then := ex{
		id: "mother-" + x.name + "-then", variant: x.v.ID, light: men{24: 1, 23: 14}, dark: men{24: 1, 6: 14},
		rest: "over L mother", outcome: won(game.First, 2, "mother"),
	}
	later := ex{id: "mother-later", light: men{22: 1, 1: 1, 12: 13}, dark: men{24: 1, 7: 14}, rest: "play L 5-2"}
	drawn := ex{
		id: "mother-both-" + x.name, variant: x.v.ID, light: men{24: 2, 1: 1, 12: 12}, dark: men{24: 1, 1: 2, 7: 12},
		rest: "over - draw", outcome: won(game.Nobody, 0, "draw"),
	}
	return []ex{x.either(lost, "22/24", ""), then, x.either(later, "22/24 12/17", ""), drawn}
}

// landing goes to a point with one enemy checker.
func (x explainer) landing() ex {
	light, dark := men{5: 1, 15: uint8(x.v.Checkers() - 1)}, men{10: 1, 24: uint8(x.v.Checkers() - 1)}
	e := ex{id: "landing", light: light, dark: dark, rest: x.dice("5-1")}
	plain, hit := x.text("5/10 15/16", 16), x.text("5/10* 15/16", 16)
	switch x.v.Contact {
	case Hitting:
		return x.either(e, hit, "")
	case Covering:
		return x.either(e, plain, "")
	default:
		return x.either(e, plain, RuleClosedPoint)
	}
}

// run moves a checker on that has hit in its home.
func (x explainer) run() []ex {
	if x.v.Contact != Hitting {
		return nil
	}
	rule := ""
	if x.v.NoRun {
		rule = RuleHitAndRun
	}
	e := ex{id: "run", light: men{17: 2, 12: 5, 1: 8}, dark: men{20: 1, 6: 14}, rest: x.dice("3-2")}
	if x.few() {
		e.light, e.dark = men{17: 1, 12: 1, 1: 1}, men{20: 1, 6: 2}
	}
	return []ex{x.either(e, "17/20* 20/22", rule)}
}

// bearOff has sixes and a two for checkers on 21 and 24.
func (x explainer) bearOff() ex {
	sixes := x.v.Dice - 1
	e := ex{
		id: "bear-off-" + x.name, variant: x.v.ID, light: men{21: 4, 24: 2}, dark: men{12: uint8(x.v.Checkers())},
		rest: "play L " + strings.Repeat("6-", sixes) + "2",
	}
	if x.few() {
		e.light = men{21: 2, 24: 1}
	}
	text := [...]string{1: "21/off", 2: "21/off(2)", 3: "21/off(3)"}[sixes]
	if x.v.Exact {
		e.allowed, e.refused = acts("21/23"), no(RuleBearOffExact, text+" 21/23", "24/off 21/23")
	} else {
		e.allowed, e.refused = acts(game.Action(text+" 21/23")), no(RuleBearOffHighest, "24/off 21/23")
	}
	return e
}

// moved is the board after some hops of the same kind.
func (m men) moved(from, to int, n uint8) men {
	out := maps.Clone(m)
	if out[from] -= n; out[from] == 0 {
		delete(out, from)
	}
	out[to] += n
	return out
}

// fours is a throw of fours in the dice of the variant's stage.
func (x explainer) fours() string {
	n := x.v.Dice
	if x.v.Doubles() {
		n = 4
	}
	return "play L " + strings.TrimSuffix(strings.Repeat("4-", n), "-") + " throws=6,6"
}

// fullDouble is a double that is played in full in the sixth throw of both
// sides, and what follows.
func (x explainer) fullDouble() []ex {
	light := men{10: 4, 1: 11}
	played, after := "10/14(4)", light.moved(10, 14, 4)
	switch {
	case x.few():
		light, played, after = men{10: 3}, "10/14(3) 14/18", men{14: 2, 18: 1}
	case x.v.Dice == 3:
		played, after = "10/14(3)", light.moved(10, 14, 3)
	}
	then := ex{id: "double-" + x.name + "-then", variant: x.v.ID, light: after, dark: x.far()}
	switch {
	case !x.v.Doubles() || x.v.Double == FourHops:
		then.rest, then.refused = "throw D throws=6,6", no(RuleThrowFirst, "pass")
	case x.v.Double == ExtraThrow:
		then.rest, then.refused = "throw L extra throws=6,6", no(RuleThrowFirst, "14/18")
	default:
		then.rest, then.allowed = "play L 5-5-5-5 from=4 throws=6,6", acts("14/19(4)")
	}
	return []ex{x.either(ex{id: "double", light: light, dark: x.far(), rest: x.fours()}, played, ""), then}
}

// unplayedDouble is a double of which two hops can be played in the sixth throw
// of both sides, for 14 is open and 18 is not, and what becomes of the others.
func (x explainer) unplayedDouble() []ex {
	light, dark := men{10: 2, 2: 13}, men{18: 9, 6: 6}
	switch {
	case x.few():
		light, dark = men{10: 2, 24: 1}, men{18: 2, 1: 1}
	case x.v.Route == Same:
		dark = men{18: 13, 6: 2}
	}
	then := ex{id: "unplayed-" + x.name + "-then", variant: x.v.ID, light: light.moved(10, 14, 2), dark: dark}
	switch {
	case !x.v.HandOver:
		then.rest, then.refused = "throw D throws=6,6", no(RuleThrowFirst, "pass")
	case x.v.Double == Progression:
		then.rest = "play D 4-4 handed rest=5x4,6x4 throws=6,6"
	default:
		then.rest = "play D 4-4 handed throws=6,6"
	}
	switch {
	case x.v.HandOver && x.v.Contact == Covering:
		then.allowed = acts(game.Pass) // all points are closed to Dark: they are lost
	case x.v.HandOver:
		then.allowed, then.refused = acts("18/22(2)"), no(RuleMustPlay, "pass")
	}
	e := x.either(ex{id: "unplayed", light: light, dark: dark, rest: x.fours()}, "10/14(2)", "")
	e.refused = both(no(RuleClosedPoint, "10/14(2) 14/18"), no(RulePlayMoreDice, "10/14"))
	return []ex{e, then}
}

// win is a win over a side that has borne off nothing and is still in the
// winner's home.
func (x explainer) win() ex {
	e := ex{
		id: "win-" + x.name, variant: x.v.ID, light: men{}, dark: men{24: uint8(x.v.Checkers())},
		rest: "over L mars", outcome: won(game.First, 2, "mars"),
	}
	if x.v.Koks {
		e.rest, e.outcome = "over L koks", won(game.First, 3, "koks")
	}
	return e
}
