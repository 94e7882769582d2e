package nardy

import (
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// Examples that every variant has of its own, on boards as alike as the
// variants allow: a reader who argues about one variant finds it by its name,
// and whoever changes a row of the table finds out here what that changes.

// boards are two positions of a variant: one in which Light can play four fours
// from point 10, none of which brings the last checker home, and a jammed one in
// which two can be played, for 14 is open and 18 is not.
type boards struct{ light, dark, jammedLight, jammedDark men }

func boardsOf(v *Variant) boards {
	switch {
	case v.Checkers() == 3:
		return boards{
			light: men{10: 3}, dark: men{13: 1, 23: 1, 24: 1},
			jammedLight: men{10: 2, 24: 1}, jammedDark: men{18: 2, 1: 1},
		}
	case v.Contact == Hitting:
		return boards{
			light: men{10: 4, 12: 3, 17: 3, 19: 5}, dark: men{24: 2, 13: 5, 8: 3, 6: 5},
			jammedLight: men{10: 2, 2: 3, 17: 5, 20: 5}, jammedDark: men{18: 4, 6: 4, 21: 4, 24: 3},
		}
	case v.Contact == Covering:
		return boards{
			light: men{10: 4, 1: 11}, dark: men{24: 15},
			jammedLight: men{10: 2, 2: 13}, jammedDark: men{18: 9, 6: 6},
		}
	case v.Setup[19] > 0:
		return boards{
			light: men{10: 4, 19: 11}, dark: men{13: 4, 7: 11},
			jammedLight: men{10: 2, 2: 2, 19: 11}, jammedDark: men{18: 2, 6: 2, 7: 10, 23: 1},
		}
	default:
		return boards{
			light: men{10: 4, 1: 11}, dark: men{13: 15},
			jammedLight: men{10: 2, 2: 13}, jammedDark: men{18: 14, 6: 1},
		}
	}
}

// moved is the board after some hops of the same kind.
func (m men) moved(from, to int, n uint8) men {
	out := men{}
	for point, c := range m {
		out[point] = c
	}
	if out[from] -= n; out[from] == 0 {
		delete(out, from)
	}
	out[to] += n
	return out
}

// each makes the examples of a clause, those of every variant.
func each(make func(v *Variant, name string) []ex) []ex {
	var all []ex
	for _, v := range Variants() {
		all = append(all, make(&v, presetID(v.ID))...)
	}
	return all
}

// fours is a throw of fours in the dice of the variant's stage.
func fours(v *Variant) string {
	n := v.Dice
	if v.Doubles() {
		n = 4
	}
	return strings.TrimSuffix(strings.Repeat("4-", n), "-")
}

// fullDoubles are two positions for each variant: a double that is played in
// full, in the sixth throw of both sides, and what follows.
func fullDoubles() []ex {
	return each(func(v *Variant, name string) []ex {
		b := boardsOf(v)
		played, after := game.Action("10/14(4)"), b.light.moved(10, 14, 4)
		switch {
		case v.Checkers() == 3:
			played, after = "10/14(3) 14/18", men{14: 2, 18: 1}
		case v.Dice == 3:
			played, after = "10/14(3)", b.light.moved(10, 14, 3)
		}
		then := ex{id: "double-" + name + "-then", variant: v.ID, light: after, dark: b.dark}
		switch {
		case !v.Doubles() || v.Double == FourHops:
			then.rest, then.refused = "throw D throws=6,6", no(RuleThrowFirst, "13/9", "pass")
		case v.Double == ExtraThrow:
			then.rest, then.refused = "throw L extra throws=6,6", no(RuleThrowFirst, "14/18")
		default:
			then.rest = "play L 5-5-5-5 from=4 throws=6,6"
			then.allowed = acts("14/19(4)")
		}
		return []ex{
			{
				id: "double-" + name, variant: v.ID, light: b.light, dark: b.dark,
				rest: "play L " + fours(v) + " throws=6,6", allowed: acts(played), refused: no(RuleMustPlay, "pass"),
			},
			then,
		}
	})
}

// unplayedDoubles are two positions for each variant: a double of which two
// hops can be played, in the sixth throw of both sides, and what becomes of the
// others.
func unplayedDoubles() []ex {
	return each(func(v *Variant, name string) []ex {
		b := boardsOf(v)
		then := ex{id: "unplayed-" + name + "-then", variant: v.ID, light: b.jammedLight.moved(10, 14, 2), dark: b.jammedDark}
		switch {
		case !v.HandOver:
			then.rest, then.refused = "throw D throws=6,6", no(RuleThrowFirst, "18/14")
		case v.Double == Progression:
			then.rest = "play D 4-4 handed rest=5x4,6x4 throws=6,6"
		default:
			then.rest = "play D 4-4 handed throws=6,6"
		}
		switch {
		case v.HandOver && v.Contact == Covering:
			then.allowed = acts(game.Pass) // all points are closed to Dark: they are lost
		case v.HandOver:
			then.allowed, then.refused = acts("18/22(2)"), no(RuleMustPlay, "pass")
		}
		return []ex{
			{
				id: "unplayed-" + name, variant: v.ID, light: b.jammedLight, dark: b.jammedDark,
				rest: "play L " + fours(v) + " throws=6,6", allowed: acts("10/14(2)"),
				refused: both(no(RuleClosedPoint, "10/14(2) 14/18"), no(RulePlayMoreDice, "10/14")),
			},
			then,
		}
	})
}

// bearOffs are for each variant sixes and a two with checkers on 21 and 24.
func bearOffs() []ex {
	return each(func(v *Variant, name string) []ex {
		e := ex{id: "bear-off-" + name, variant: v.ID, light: men{21: 4, 24: 2}, dark: men{13: 15}}
		sixes := v.Dice - 1
		switch {
		case v.Checkers() == 3:
			e.light, e.dark = men{21: 2, 24: 1}, men{13: 3}
		case v.Route == Opposed:
			e.dark = men{6: 15}
		}
		e.rest = "play L " + strings.Repeat("6-", sixes) + "2"
		text := [...]string{1: "21/off", 2: "21/off(2)", 3: "21/off(3)"}[sixes]
		if v.Exact {
			e.allowed, e.refused = acts("21/23"), no(RuleBearOffExact, text+" 21/23", "24/off 21/23")
			return []ex{e}
		}
		e.allowed, e.refused = acts(game.Action(text+" 21/23")), no(RuleBearOffHighest, "24/off 21/23")
		return []ex{e}
	})
}
