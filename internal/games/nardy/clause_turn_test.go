package nardy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

func TestClause1_1_Routes(t *testing.T) {
	tests := []struct {
		route       nardy.Route
		point, step int
	}{
		{nardy.Same, 13, 1},
		{nardy.Same, 24, 12},
		{nardy.Same, 1, 13},
		{nardy.Same, 7, 19},
		{nardy.Same, 12, 24},
		{nardy.Opposed, 24, 1},
		{nardy.Opposed, 6, 19},
		{nardy.Opposed, 1, 24},
	}
	for _, c := range tests {
		if got := c.route.Step(nardy.Dark, c.point); got != c.step {
			t.Errorf("%v: Dark's point %d is step %d, want %d", c.route, c.point, got, c.step)
		}
		if got := c.route.Point(nardy.Dark, c.step); got != c.point {
			t.Errorf("%v: Dark's step %d is point %d, want %d", c.route, c.step, got, c.point)
		}
		if got := c.route.Step(nardy.Light, c.point); got != c.point {
			t.Errorf("%v: Light's point %d is step %d", c.route, c.point, got)
		}
	}
}

func TestClause2_1_Draw(t *testing.T) {
	for _, v := range nardy.Variants() {
		s := start(t, v.ID, "")
		if again := roll(t, s, 4, 4); again.String() != s.String() {
			t.Errorf("%s: equal dice lead to %s", v.ID, again)
		}
		s = roll(t, s, 2, 5)
		if s.Turn() != nardy.Dark {
			t.Errorf("%s: Dark has the higher die, and %s", v.ID, s)
		}
		if reuse := s.Phase() == nardy.PhasePlay; reuse != slices.Contains([]string{"sport", "short", "crazy_short", "hyper"}, v.ID) {
			t.Errorf("%s: the dice of the draw are played: %t", v.ID, reuse)
		}
	}
}

func TestClause2_2_TwoDiceAreTwoHops(t *testing.T) {
	s := at(t, "classic", "1:14 5:1", "13:13 8:1 7:1", "play L 3-2")
	refused(t, s, "5/10", nardy.RuleClosedPoint, 0)
	s = at(t, "classic", "1:14 5:1", "13:14 8:1", "play L 3-2")
	if got := act(t, s, "5/10"); checkers(got, nardy.Light) != "1:14 10:1" {
		t.Errorf("the way over 7 leads to %s", got)
	}
}

func TestClause2_3_OrderOfDice(t *testing.T) {
	wantLegal(t, at(t, "short", "5:1", "11:2", "play L 6-5"), "5/10 10/16")
}

func TestClause2_3_LargerDie(t *testing.T) {
	s := at(t, "short", "5:1", "16:2", "play L 6-5")
	wantLegal(t, s, "5/11")
	refused(t, s, "5/10", nardy.RuleLargerDie, 0)
}

func TestClause2_3_SmallerDie(t *testing.T) {
	wantLegal(t, at(t, "short", "5:1", "11:2 16:2", "play L 6-5"), "5/10")
}

func TestClause2_3_MoreDiceNotClosedPoint(t *testing.T) {
	// After 5/11 the five has no hop: that is what is wrong with it, not that
	// 16 is closed.
	s := at(t, "short", "5:1 13:1", "10:2 18:2 16:2 22:2", "play L 6-5")
	refused(t, s, "5/11 11/16", nardy.RulePlayMoreDice, 0)
	refused(t, s, "13/19", nardy.RulePlayMoreDice, 1)
	wantLegal(t, s, "13/19 19/24")
}

func TestClause2_3_ThreeAndFourDice(t *testing.T) {
	wantResults(t, at(t, "triple", "2:1 24:14", "17:15", "play L 6-5-4"), "13:1 24:14")
	wantResults(t, at(t, "two_by_two", "2:1 24:14", "12:15", "play L 5-5-5-5"), "7:1 24:14")
}

func TestClause2_3_ShortPlayThatWins(t *testing.T) {
	// Dark's last checker on 2 with 4-1 and a blot on 1: off at once, or a hit
	// and off.
	s := at(t, "short", "1:1 24:14", "2:1", "play D 4-1")
	wantLegal(t, s, "2/off", "2/1* 1/off")
}

func TestClause2_4_RemainderBeforeThrow(t *testing.T) {
	// Gulbar, Light's first throw 6-6: two hops. Dark receives two sixes, can
	// play one, then throws with the right of his first throw intact.
	s := roll(t, start(t, "gulbar", ""), 5, 2)
	s = act(t, roll(t, s, 6, 6), "1/7(2)")
	if st := s.Stage(); s.Turn() != nardy.Dark || !slices.Equal(st.Dice, []uint8{6, 6}) {
		t.Fatalf("after 6-6: %s", s)
	}
	wantLegal(t, s, "13/19")
	s = act(t, s, "13/19")
	if s.Phase() != nardy.PhaseThrow || s.Turn() != nardy.Dark {
		t.Fatalf("after the remainder: %s", s)
	}
	s = roll(t, s, 3, 3)
	if !s.Stage().TwoOff {
		t.Errorf("the right of the first throw is lost in %s", s)
	}
}

func TestClause2_5_Dead(t *testing.T) {
	// Both sides shut in as the turn passes: neither can come in from the bar
	// ever again.
	dead := at(t, "short", "bar:2 19:2 20:2 21:2 22:2 23:2 24:2", "bar:1 1:2 2:2 3:2 4:2 5:2 6:2", "over - dead")
	s := at(t, "short", "bar:2 19:2 20:2 21:2 22:2 23:2 24:1", "bar:1 1:2 2:2 3:2 4:2 5:2 6:2", "play L 6-5")
	wantLegal(t, s, game.Pass)
	if next := act(t, s, "pass"); next.Phase() != nardy.PhaseThrow || next.Turn() != nardy.Dark {
		t.Errorf("Dark can come in on 24, and %s", next)
	}
	s = s.After(dead.Position(), 0)
	o, over := s.Outcome()
	if !over || o != (game.Outcome{Reason: "dead"}) {
		t.Errorf("outcome %+v of %s", o, s)
	}
}

func TestClause3_1_PerftOfTheFirstThrow(t *testing.T) {
	tests := []struct {
		variants string
		second   bool
		want     int
	}{
		{"classic tbilisi gulbar crazy", false, 22},
		{"sport", false, 21},
		{"sport", true, 22},
		{"khachapuri", false, 118},
		{"crazy_gulbar", false, 24},
		{"fevga crazy_fevga", false, 21},
		{"plakoto crazy_plakoto", false, 59},
		{"triple", false, 56},
		{"two_by_two", false, 126},
		{"short crazy_short caucasian", false, 447},
		{"hyper", false, 195},
	}
	var g nardy.Generator
	for _, c := range tests {
		for id := range strings.FieldsSeq(c.variants) {
			v, _ := nardy.VariantNamed(id)
			p := v.Initial()
			sum := 0
			for pips := range (game.Draw{Dice: v.Dice, Faces: 6}).All() {
				if !slices.IsSorted(pips) {
					continue
				}
				var dice []uint8
				for _, n := range pips {
					dice = append(dice, uint8(n))
				}
				if v.Doubles() && pips[0] == pips[1] {
					dice = append(dice, dice...)
				}
				results, _ := g.Results(&v, &p, nardy.Stage{Dice: dice, TwoOff: v.TwoMayLeave(dice, true, c.second)})
				sum += len(results)
			}
			if sum != c.want {
				t.Errorf("%s: %d results over all rolls, want %d", id, sum, c.want)
			}
		}
	}
}

func TestClause3_1_OpeningThreeOne(t *testing.T) {
	s := at(t, "short", "1:2 12:5 17:3 19:5", "24:2 13:5 8:3 6:5", "play L 3-1 throws=1,0")
	if n := len(slices.Collect(s.Legal())); n != 16 {
		t.Errorf("%d results of 3-1, want 16", n)
	}
}

func TestClause3_1_RowsDiffer(t *testing.T) {
	rows := nardy.Variants()
	if len(rows) != 17 {
		t.Fatalf("%d variants", len(rows))
	}
	for i, a := range rows {
		for _, b := range rows[:i] {
			id := a.ID
			a.ID = b.ID
			if a == b {
				t.Errorf("%s and %s are the same game", id, b.ID)
			}
			a.ID = id
		}
	}
}
