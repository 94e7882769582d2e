package nardy_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

func TestEveryClauseTested(t *testing.T) { gametest.EveryClauseTested(t, ".") }

// at is a position from checkers by point, "1:14 11:1 bar:1"; the others are
// off.
func at(t *testing.T, variant, light, dark, rest string) *nardy.State {
	t.Helper()
	v, ok := nardy.VariantNamed(variant)
	if !ok {
		t.Fatalf("no variant %s", variant)
	}
	var p nardy.Position
	for side, text := range []string{light, dark} {
		left := uint8(v.Checkers())
		for part := range strings.FieldsSeq(text) {
			where, n, _ := strings.Cut(part, ":")
			count, err := strconv.Atoi(n)
			if err != nil {
				t.Fatal(err)
			}
			step := 0
			if where != "bar" {
				point, err := strconv.Atoi(where)
				if err != nil {
					t.Fatal(err)
				}
				step = v.Route.Step(nardy.Side(side), point)
			}
			p.N[side][step] = uint8(count)
			left -= uint8(count)
		}
		p.N[side][nardy.Off] = left
	}
	return start(t, variant, v.Code(&p)+" "+rest)
}

// checkers writes the checkers of a side as at takes them.
func checkers(s *nardy.State, side nardy.Side) string {
	v, p := s.Variant(), s.Position()
	var parts []string
	for point := 1; point <= 24; point++ {
		if n := p.N[side][v.Route.Step(side, point)]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d:%d", point, n))
		}
	}
	if n := p.N[side][nardy.Bar]; n > 0 {
		parts = append(parts, fmt.Sprintf("bar:%d", n))
	}
	return strings.Join(parts, " ")
}

// results are the mover's checkers after every legal turn, sorted.
func results(t *testing.T, s *nardy.State) []string {
	t.Helper()
	var out []string
	for a := range s.Legal() {
		n := act(t, s, string(a))
		side := nardy.Light
		if s.ToAct() == game.Second {
			side = nardy.Dark
		}
		out = append(out, checkers(n, side))
	}
	slices.Sort(out)
	return out
}

func wantResults(t *testing.T, s *nardy.State, want ...string) {
	t.Helper()
	slices.Sort(want)
	if diff := cmp.Diff(want, results(t, s)); diff != "" {
		t.Errorf("results in %s (-want +got):\n%s", s, diff)
	}
}

func wantLegal(t *testing.T, s *nardy.State, want ...game.Action) {
	t.Helper()
	if diff := cmp.Diff(want, slices.Collect(s.Legal())); diff != "" {
		t.Errorf("legal in %s (-want +got):\n%s", s, diff)
	}
}

func refused(t *testing.T, s *nardy.State, text, rule string, step int) {
	t.Helper()
	a, err := s.Read(text)
	if err == nil {
		_, err = s.Apply(a)
	}
	refusal, ok := errors.AsType[*game.Refusal](err)
	if !ok || refusal.Rule != rule || refusal.Step != step {
		t.Errorf("%q in %s: %v, want %s at hop %d", text, s, err, rule, step)
	}
}

func TestClause1_1_Routes(t *testing.T) {
	tests := []struct {
		route       nardy.Route
		point, step int
	}{
		{nardy.Same, 13, 1}, {nardy.Same, 24, 12}, {nardy.Same, 1, 13}, {nardy.Same, 7, 19}, {nardy.Same, 12, 24},
		{nardy.Opposed, 24, 1}, {nardy.Opposed, 6, 19}, {nardy.Opposed, 1, 24},
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
	// Both sides shut in: the last hop of Light closes his home.
	s := at(t, "short", "bar:2 19:2 20:2 21:2 22:2 23:2 24:2", "bar:1 1:2 2:2 3:2 4:2 5:2 6:2", "play L 6-5")
	wantLegal(t, s, game.Pass)
	s = act(t, s, "pass")
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

func TestClause4_1_HeadOnce(t *testing.T) {
	s := start(t, "classic", "15,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0 play L 6-5 throws=1,0")
	wantResults(t, s, "1:14 12:1")
	refused(t, s, "1/7 1/6", nardy.RuleHeadOnce, 1)
	s = at(t, "classic", "1:15", "3:1 13:14", "play L 2-1")
	wantResults(t, s, "1:14 4:1")
	refused(t, s, "1/3 3/4", nardy.RuleClosedPoint, 0)
}

func TestClause4_1_HeadTwoOnFirstDouble(t *testing.T) {
	first := func(variant, dice string) *nardy.State {
		return at(t, variant, "1:15", "13:15", "play L "+dice+" throws=1,0")
	}
	wantResults(t, first("classic", "6-6-6-6"), "1:13 7:2")
	wantResults(t, first("classic", "4-4-4-4"), "1:13 9:2")
	wantResults(t, first("classic", "3-3-3-3"), "1:13 7:2", "1:13 4:1 10:1")
	wantResults(t, first("classic", "5-5-5-5"), "1:14 21:1")
	wantResults(t, first("sport", "6-6-6-6"), "1:14 7:1")
	refused(t, first("sport", "6-6-6-6"), "1/7(2)", nardy.RuleHeadTwoOnlyOn, 1)
	refused(t, first("classic", "5-5-5-5"), "1/6(2) 6/11(2)", nardy.RuleHeadTwoOnlyOn, 1)
	wantResults(t, first("fevga", "6-6-6-6"), "1:14 7:1")
	wantResults(t, first("crazy_gulbar", "1-1-1-1"), "1:14 5:1", "1:13 2:1 4:1", "1:13 3:2")
}

func TestClause4_1_HeadCountRunsThroughAProgression(t *testing.T) {
	s := at(t, "crazy", "1:3 10:12", "13:15", "play L 4-4-4-4 throws=6,6")
	s = act(t, s, "1/5 10/14(3)")
	if st := s.Stage(); st.HeadTaken != 1 || !slices.Equal(st.Dice, []uint8{5, 5, 5, 5}) {
		t.Fatalf("after four fours: %s", s)
	}
	refused(t, s, "1/6 10/15(3)", nardy.RuleHeadOnce, 0)
}

func TestClause4_2_BlockOfSix(t *testing.T) {
	const wall = "1:10 2:1 3:1 4:1 5:2"
	tests := []struct {
		dark    string
		allowed bool
	}{
		{"13:15", false}, {"13:14 7:1", true}, {"13:13 24:2", false}, {"7:14", true},
	}
	for _, c := range tests {
		s := at(t, "classic", wall, c.dark, "play L 5-3")
		if c.allowed {
			act(t, s, "1/6 6/9")
			continue
		}
		refused(t, s, "1/6 6/9", nardy.RuleBlockOfSix, 0)
	}
}

func TestClause4_2_BlockInTheOwnHome(t *testing.T) {
	const home = "18:1 19:4 20:3 21:3 22:2 23:2"
	refused(t, at(t, "classic", home, "13:15", "play L 6-1"), "18/24", nardy.RuleBlockOfSix, 0)
	act(t, at(t, "classic", home, "13:14 1:1", "play L 6-1"), "18/24 19/20")
}

func TestClause4_2_ConsecutiveForTheOpponent(t *testing.T) {
	// 22 … 24 and 1 … 3 are Dark's steps 10 … 15; 10 … 15 are 22 … 24 and
	// 1 … 3, the two ends of his road.
	refused(t, at(t, "classic", "22:3 23:3 24:3 1:4 2:1 21:1", "13:15", "play L 2-1"), "1/3", nardy.RuleBlockOfSix, 0)
	act(t, at(t, "classic", "10:3 11:3 12:3 14:2 15:3 7:1", "16:15", "play L 6-1"), "7/13 14/15")
}

func TestClause4_2_FreeInTbilisi(t *testing.T) {
	act(t, at(t, "tbilisi", "1:10 2:1 3:1 4:1 5:2", "13:15", "play L 5-3"), "1/6 6/9")
}

func TestClause4_2_FevgaFirstQuarter(t *testing.T) {
	s := at(t, "fevga", "1:4 2:2 3:2 4:2 5:2 14:3", "13:1 11:14", "play L 5-2")
	refused(t, s, "1/6", nardy.RuleFirstQuarter, 0)
}

func TestClause4_2_FevgaLetOut(t *testing.T) {
	s := at(t, "fevga", "14:3 15:3 16:3 17:2 18:2 19:1 20:1", "13:15", "play L 2-1")
	for _, r := range results(t, s) {
		shut := true
		for point := 14; point <= 19; point++ {
			shut = shut && strings.Contains(" "+r, fmt.Sprintf(" %d:", point))
		}
		if shut {
			t.Errorf("%s keeps Dark in", r)
		}
	}
	refused(t, s, "14/16 15/16", nardy.RuleLetOut, 1)
}

func TestClause4_3_Runner(t *testing.T) {
	s := at(t, "fevga", "1:14 11:1", "13:15", "play L 6-1")
	act(t, s, "11/17 1/2")
	refused(t, s, "1/2", nardy.RuleRunnerFirst, 0)
	s = at(t, "fevga", "1:15", "13:15", "play L 5-5-5-5 throws=1,0")
	wantResults(t, s, "1:14 21:1")
	// Step 13 is not past the head.
	s = at(t, "fevga", "1:14 13:1", "11:15", "play L 2-1")
	refused(t, s, "1/2", nardy.RuleRunnerFirst, 0)
}

func TestClause4_4_OneCheckerClosesAPoint(t *testing.T) {
	refused(t, at(t, "classic", "1:15", "13:14 4:1", "play L 3-2"), "1/4", nardy.RuleClosedPoint, 0)
}

func TestClause4_4_HitAndEnter(t *testing.T) {
	s := at(t, "short", "19:1 21:5 24:5", "22:2 1:5 2:5", "play D 3-1")
	s = act(t, s, "22/19* 2/1")
	if checkers(s, nardy.Light) != "21:5 24:5 bar:1" || s.Position().N[nardy.Light][nardy.Off] != 4 {
		t.Fatalf("after the hit: %s", s)
	}
	s = roll(t, s, 6, 4)
	refused(t, s, "21/off", nardy.RuleBarFirst, 0)
	act(t, s, "bar/4 4/10")
}

func TestClause4_4_LostDiceOnTheBar(t *testing.T) {
	wantLegal(t, at(t, "short", "bar:1 24:3", "4:2 5:2", "play L 5-4"), game.Pass)
}

func TestClause4_4_Cover(t *testing.T) {
	s := at(t, "plakoto", "5:1 6:14", "10:1 20:14", "play L 5-4")
	s = act(t, s, "5/10 6/10")
	if s.Position().Covered[nardy.Dark] != 1<<15 {
		t.Fatalf("Dark's checker on 10 is not covered in %s", s)
	}
	s = roll(t, s, 2, 1)
	refused(t, s, "10/8", nardy.RuleCovered, 0)
}

func TestClause4_4_HitAndRun(t *testing.T) {
	s := at(t, "caucasian", "17:2 12:5 1:8", "20:1 6:14", "play L 3-2")
	refused(t, s, "17/20* 20/22", nardy.RuleHitAndRun, 1)
	s = at(t, "caucasian", "17:1 24:14", "20:1 6:14", "play L 3-2")
	act(t, s, "17/20* 20/22")
	s = at(t, "caucasian", "19:2 21:2 24:2", "20:1 6:14", "play L 5-1")
	refused(t, s, "19/20* 20/off", nardy.RuleHitAndRun, 1)
	act(t, s, "19/20* 19/24")
	act(t, at(t, "caucasian", "19:1 21:2 24:2", "20:1 6:14", "play L 5-1"), "19/20* 20/off")
	// In short nardy the same checker goes on.
	act(t, at(t, "short", "17:2 12:5 1:8", "20:1 6:14", "play L 3-2"), "17/20* 20/22")
}

func TestClause4_5_AllHome(t *testing.T) {
	s := at(t, "classic", "15:1 22:5 24:9", "13:15", "play L 4-1")
	refused(t, s, "24/off", nardy.RuleNotAllHome, 0)
	act(t, s, "15/19 24/off")
}

func TestClause4_5_Highest(t *testing.T) {
	s := at(t, "classic", "21:3 22:4 24:3", "13:15", "play L 6-6-6-6")
	wantResults(t, s, "22:3 24:3")
	s = at(t, "classic", "19:2 24:3", "13:15", "play L 2-1")
	refused(t, s, "24/off(2)", nardy.RuleBearOffHighest, 1)
	wantResults(t, at(t, "classic", "21:2 23:4", "13:15", "play L 6-5"), "23:4")
	wantResults(t, at(t, "classic", "22:6", "13:15", "play L 3-3-3-3"), "22:2")
	wantLegal(t, at(t, "classic", "19:2 24:3", "23:1 7:14", "play L 4-4-4-4"), game.Pass)
}

func TestClause4_5_ExactInCrazy(t *testing.T) {
	s := at(t, "crazy", "21:2 24:2", "13:15", "play L 6-2")
	wantLegal(t, s, "21/23")
	refused(t, s, "21/off", nardy.RuleBearOffExact, 0)
}

func TestClause4_5_ClosedWhileCovered(t *testing.T) {
	s := start(t, "plakoto", "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,7,7,0,-1*,-14,0|0,0|0,0 play L 6-4")
	refused(t, s, "19/off", nardy.RuleCovered, 0)
}

func TestClause4_6_ExtraThrow(t *testing.T) {
	s := roll(t, start(t, "gulbar", ""), 5, 2)
	s = act(t, roll(t, s, 5, 5), "1/6 6/11 11/16 16/21")
	if s.Phase() != nardy.PhaseThrow || s.Turn() != nardy.Light {
		t.Fatalf("after a full double: %s", s)
	}
	s = roll(t, s, 1, 1)
	s = act(t, s, "1/2 2/3 3/4 4/5")
	if s.Turn() != nardy.Dark {
		t.Errorf("a third throw in %s", s)
	}
}

func TestClause4_7_Progression(t *testing.T) {
	far := func(throws string) *nardy.State {
		return at(t, "crazy", "10:15", "13:15", "play L 4-4-4-4 throws="+throws)
	}
	if s := act(t, far("5,5"), "10/14(4)"); s.Turn() != nardy.Dark {
		t.Errorf("a progression in the fifth throw: %s", s)
	}
	s := act(t, far("6,5"), "10/14(4)")
	for _, n := range []uint8{5, 6} {
		if st := s.Stage(); s.Turn() != nardy.Light || st.Dice[0] != n || len(st.Dice) != 4 {
			t.Fatalf("want four %ds: %s", n, s)
		}
		s = act(t, s, fmt.Sprintf("10/%d(4)", 10+n))
	}
	if s.Turn() != nardy.Dark {
		t.Errorf("after four sixes: %s", s)
	}
	// All home at the throw, or home since: the chain ends.
	s = act(t, at(t, "crazy", "19:15", "13:15", "play L 2-2-2-2 throws=9,9"), "19/21(4)")
	if s.Turn() != nardy.Dark {
		t.Errorf("a progression with all home: %s", s)
	}
	s = act(t, at(t, "crazy", "18:4 24:11", "13:15", "play L 2-2-2-2 throws=9,9"), "18/20(4)")
	if s.Turn() != nardy.Dark {
		t.Errorf("a progression after coming home: %s", s)
	}
}

func TestClause4_8_Remainder(t *testing.T) {
	// Light's sixth throw was 4-4; of the fives only one can be played.
	s := at(t, "crazy_gulbar", "3:1 10:3 14:11", "13:13 15:1 19:1", "play L 5-5-5-5 from=4 throws=6,5")
	wantLegal(t, s, "3/8")
	s = act(t, s, "3/8")
	if s.Turn() != nardy.Dark || !strings.HasSuffix(s.String(), "play D 5-5-5 handed rest=6x4 throws=6,5") {
		t.Fatalf("the remainder: %s", s)
	}
	for _, want := range [][]uint8{{5, 5, 5}, {6, 6, 6, 6}} {
		if got := s.Stage().Dice; !slices.Equal(got, want) {
			t.Fatalf("Dark plays %v, want %v", got, want)
		}
		s = act(t, s, string(slices.Collect(s.Legal())[0]))
	}
	if s.Turn() != nardy.Dark || s.Phase() != nardy.PhaseThrow {
		t.Errorf("after the remainder: %s", s)
	}
}

func TestClause4_8_HomeEndsTheChain(t *testing.T) {
	v, _ := nardy.VariantNamed("crazy_gulbar")
	p, err := v.ParsePosition("0,0,0,0,0,0,-5,-5,-5,0,0,0,15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0")
	if err != nil {
		t.Fatal(err)
	}
	next, _, rest := v.After(&p, &nardy.Played{Side: nardy.Dark, Throw: []uint8{4, 4}, Throws: 7, Number: 4, Unplayed: 1})
	if next != nardy.NextPass || rest != (nardy.Rest{4: 1}) {
		t.Errorf("next %v, rest %v", next, rest)
	}
}

func TestClause4_8_KhachapuriFirstSix(t *testing.T) {
	s := roll(t, roll(t, start(t, "khachapuri", ""), 5, 2), 6, 6)
	wantLegal(t, s, game.Pass)
	s = act(t, s, "pass")
	wantLegal(t, s, game.Pass) // Dark has the four sixes now, and no hop either
	s = act(t, s, "pass")
	if s.Phase() != nardy.PhaseThrow || s.Turn() != nardy.Dark {
		t.Errorf("after the remainder: %s", s)
	}
}

func TestClause4_9_Mother(t *testing.T) {
	over := func(s *nardy.State, text string) string {
		t.Helper()
		o, _ := act(t, s, text).Outcome()
		return fmt.Sprint(o.Winner, " ", o.Reason, " ", o.Points)
	}
	s := at(t, "plakoto", "22:1 23:14", "24:1 6:14", "play L 2-1")
	for _, text := range []string{"22/24", "23/24"} {
		if got := over(s, text); got != "first mother 2" {
			t.Errorf("%s: %s", text, got)
		}
	}
	s = at(t, "plakoto", "22:1 1:1 12:13", "24:1 7:14", "play L 5-2")
	for _, text := range []string{"22/24 1/6", "1/6 22/24"} {
		if got := over(s, text); got != "first mother 2" {
			t.Errorf("%s: %s", text, got)
		}
	}
	if next := act(t, s, "22/24 12/17"); next.Phase() == nardy.PhaseOver {
		t.Errorf("the game is over in %s", next)
	}
	s = start(t, "plakoto", "-1*,0,0,0,0,0,0,0,0,0,0,14,0,0,0,0,0,0,-13,0,0,0,0,-1|0,0|0,0 play L 6-6-6-6")
	if got := over(s, "12/18 18/24"); got != "nobody draw 0" {
		t.Errorf("both mothers: %s", got)
	}
}

func TestClause6_1_Kinds(t *testing.T) {
	tests := []struct {
		variant, dark, want string
	}{
		{"classic", "10:9", "oyn 1"},
		{"classic", "10:15", "mars 2"},
		{"classic", "24:15", "mars 2"}, // no koks in long variants
		{"short", "6:14", "oyn 1"},
		{"short", "12:15", "mars 2"},
		{"short", "12:14 19:1", "koks 3"},
		{"short", "12:14 bar:1", "koks 3"},
	}
	for _, c := range tests {
		s := at(t, c.variant, "23:1", c.dark, "play L 3-2")
		price := s.Concede(game.Second)
		o, _ := act(t, s, "23/off").Outcome()
		if got := fmt.Sprint(o.Reason, " ", o.Points); got != c.want || o.Winner != game.First {
			t.Errorf("%s, Dark on %s: %s, want %s", c.variant, c.dark, got, c.want)
		}
		if price != (game.Outcome{Winner: game.First, Points: o.Points, Reason: game.ReasonResigned}) {
			t.Errorf("%s, Dark on %s: giving up costs %+v", c.variant, c.dark, price)
		}
	}
}

// cubeGame is a game with a cube after the first turn, Dark to decide.
func cubeGame(t *testing.T, o nardy.Options) *nardy.State {
	t.Helper()
	s, err := nardy.New(o.JSON(), "")
	if err != nil {
		t.Fatal(err)
	}
	n := act(t, roll(t, s, 3, 1), "17/20 19/20")
	if n.Phase() != nardy.PhaseDecide || n.ToAct() != game.Second {
		t.Fatalf("Dark is not asked in %s", n)
	}
	return n
}

func TestClause6_2_LinearCube(t *testing.T) {
	o := nardy.DefaultOptions()
	o.Cube, o.Stake = nardy.CubeLinear, 10
	s := cubeGame(t, o)
	wantLegal(t, s, nardy.Roll, nardy.Raise)
	s = act(t, s, "raise")
	wantLegal(t, s, nardy.Take, nardy.Drop)
	if out, _ := act(t, s, "drop").Outcome(); out != (game.Outcome{Winner: game.Second, Points: 10, Reason: "dropped"}) {
		t.Errorf("dropping the first raise: %+v", out)
	}
	// Each raise is offered by whoever accepted the one before.
	for raises := 1; ; raises++ {
		price := s.View().(nardy.View).Cube
		if s = act(t, s, "take"); s.Cube().Raises != raises || s.Phase() != nardy.PhaseThrow {
			t.Fatalf("after taking: %s", s)
		}
		if got := s.View().(nardy.View).Cube.Price; got != price.Next || got != 10*(1+raises) {
			t.Fatalf("price %d after %d raises, announced as %d", got, raises, price.Next)
		}
		if raises == 5 {
			break
		}
		s = roll(t, s, 2, 1)
		s = act(t, s, string(slices.Collect(s.Legal())[0]))
		if raises == 1 { // refusing the second raise after one accepted: 20
			if out, _ := act(t, act(t, s, "raise"), "drop").Outcome(); out.Points != 20 {
				t.Errorf("dropping the second raise costs %d", out.Points)
			}
		}
		s = act(t, s, "raise")
	}
	s = roll(t, s, 2, 1)
	s = act(t, s, string(slices.Collect(s.Legal())[0]))
	if s.Phase() != nardy.PhaseThrow {
		t.Errorf("a sixth raise can be offered in %s", s)
	}
	refused(t, s, "raise", nardy.RuleCubeLimit, 0)
}

func TestClause6_2_OwnerOnly(t *testing.T) {
	o := nardy.DefaultOptions()
	o.Cube = nardy.CubeLinear
	s := act(t, act(t, cubeGame(t, o), "raise"), "take")
	s = roll(t, s, 2, 1)
	s = act(t, s, string(slices.Collect(s.Legal())[0]))
	s = roll(t, act(t, s, "roll"), 2, 1) // Light may, and does not
	s = act(t, s, string(slices.Collect(s.Legal())[0]))
	if s.Phase() != nardy.PhaseThrow || s.Turn() != nardy.Dark {
		t.Fatalf("Dark is asked without owning the cube: %s", s)
	}
	refused(t, s, "raise", nardy.RuleCubeOwner, 0)
}

func TestClause6_2_NotBeforeTheFirstThrow(t *testing.T) {
	o := nardy.DefaultOptions()
	o.Variant, o.Cube = "gulbar", nardy.CubeLinear
	s, err := nardy.New(o.JSON(), "")
	if err != nil {
		t.Fatal(err)
	}
	s = roll(t, s, 5, 2)
	if s.Phase() != nardy.PhaseThrow {
		t.Fatalf("the starter is asked in %s", s)
	}
	refused(t, s, "raise", nardy.RuleCubeNotNow, 0)
	// Nor before an extra throw; but after a remainder.
	extra := act(t, roll(t, s, 5, 5), "1/6 6/11 11/16 16/21")
	refused(t, extra, "raise", nardy.RuleCubeNotNow, 0)
	handed := act(t, act(t, roll(t, s, 6, 6), "1/7(2)"), "13/19")
	if handed.Phase() != nardy.PhaseDecide {
		t.Errorf("nobody is asked after the remainder in %s", handed)
	}
}

func TestClause6_3_DoublingCube(t *testing.T) {
	o := nardy.DefaultOptions()
	o.Cube, o.Points = nardy.CubeDoubling, 7
	s := act(t, act(t, cubeGame(t, o), "raise"), "take")
	if c := s.View().(nardy.View).Cube; c.Price != 2 || c.Next != 4 || c.Owner != game.First {
		t.Errorf("after one raise: %+v", c)
	}
}

func TestClause6_3_Crawford(t *testing.T) {
	o := nardy.DefaultOptions()
	o.Cube, o.Points, o.Score = nardy.CubeDoubling, 5, [2]int{2, 2}
	win := func(points int) game.Outcome { return game.Outcome{Winner: game.First, Points: points, Reason: "mars"} }
	next, over := o.Following(win(2))
	if over || next.Score != [2]int{4, 2} || !next.Crawford {
		t.Fatalf("the game after 4:2 is no Crawford game: %+v", next)
	}
	s, err := nardy.New(next.JSON(), "")
	if err != nil {
		t.Fatal(err)
	}
	s = act(t, roll(t, s, 3, 1), "17/20 19/20")
	refused(t, s, "raise", nardy.RuleCubeCrawford, 0)
	after, over := next.Following(game.Outcome{Winner: game.Second, Points: 1, Reason: "oyn"})
	if over || after.Crawford || after.Score != [2]int{4, 3} {
		t.Errorf("after the Crawford game: %+v", after)
	}
	if _, over := after.Following(win(1)); !over {
		t.Error("the match goes on after 5:3")
	}
	if _, over := nardy.DefaultOptions().Following(win(1)); !over {
		t.Error("a single game goes on")
	}
}

func TestClause7_1_AutomaticBearOff(t *testing.T) {
	hops := func(s *nardy.State, auto nardy.Auto) string {
		got, _ := s.Continue(s.Graph(), 0, auto)
		return string(nardy.Format(got))
	}
	bearOff := nardy.Auto{BearOff: true}
	tests := []struct {
		s    *nardy.State
		want string
	}{
		{at(t, "classic", "20:2 23:2", "13:15", "play L 5-2"), "20/off 23/off"},
		{at(t, "classic", "20:2 23:2", "13:15", "play L 4-2"), "23/off"}, // the four is a move
		{at(t, "classic", "22:2", "13:15", "play L 6-5"), "pass"},        // never for greater dice
		{at(t, "classic", "18:1 23:2", "13:15", "play L 2-1"), "pass"},   // not all home
		{at(t, "short", "20:2 23:2", "24:1 1:2", "play L 5-2"), "pass"},  // an enemy in the home
		{at(t, "short", "20:2 23:2", "bar:1 1:2", "play L 5-2"), "pass"}, // or on the bar
		{at(t, "short", "20:2 23:2", "1:2", "play L 5-2"), "20/off 23/off"},
		{at(t, "plakoto", "20:2 23:2", "24:1 1:2", "play L 5-2"), "pass"},
		{at(t, "short", "20:1 24:1", "3:2", "play L 1-5"), "20/off 24/off"}, // the greatest die first
	}
	for _, c := range tests {
		if got := hops(c.s, bearOff); got != c.want {
			t.Errorf("in %s: %s, want %s", c.s, got, c.want)
		}
	}
	s := at(t, "classic", "15:1 24:2", "13:15", "play L 4-1")
	if got := hops(s, nardy.Auto{Forced: true}); got != "pass" {
		t.Errorf("forced hops in %s: %s", s, got)
	}
	s = at(t, "short", "5:1", "11:2", "play L 6-5")
	if got := hops(s, nardy.Auto{Forced: true}); got != "5/10 10/16" {
		t.Errorf("forced hops in %s: %s", s, got)
	}
	if a, ok := s.Only(); !ok || a != "5/10 10/16" {
		t.Errorf("the only turn of %s is %s (%t)", s, a, ok)
	}
}

func TestClause8_1_Notation(t *testing.T) {
	s := start(t, "short", "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play L 1-1-1-1")
	tests := []struct{ text, want string }{
		{"17/18(2) 19/20(2)", "17/18(2) 19/20(2)"},
		{" 19-20 (2), 17–18 ( 2 ) ", "19/20(2) 17/18(2)"},
		{"19/21(2)", "19/20 20/21 19/20 20/21"},
		{"17 / 21", "17/18 18/19 19/20 20/21"},
		{"17/18/19 17/18/19", "17/18 18/19 17/18 18/19"},
	}
	for _, c := range tests {
		a, err := s.Read(c.text)
		if err != nil || string(a) != c.want {
			t.Errorf("%q is read as %q (%v), want %q", c.text, a, err, c.want)
			continue
		}
		if _, err := s.Apply(a); err != nil {
			t.Errorf("%q: %v", a, err)
		}
	}
	bar := at(t, "short", "bar:1 24:1", "3:1 7:4", "play L 3-1")
	act(t, bar, "БАР – 3 * , 3 – 4")
	off := at(t, "short", "20:2", "3:1 7:4", "play L 5-6")
	act(t, off, "20–выброс(2)")
}

func TestClause8_1_SayTheWay(t *testing.T) {
	s := at(t, "short", "5:1 24:5", "8:1 6:5", "play L 3-2")
	refused(t, s, "5/10", nardy.RuleSayTheWay, 0)
	if a, err := s.Read("5/8/10"); err != nil || a != "5/8* 8/10" {
		t.Errorf("5/8/10 is read as %q (%v)", a, err)
	}
	act(t, s, "5/7/10")
}

func TestClause8_1_JointMoves(t *testing.T) {
	joints := func(s *nardy.State) []string {
		var out []string
		for _, j := range s.Graph().Joints(0) {
			out = append(out, j.From.String()+"/"+j.To.String())
		}
		return out
	}
	if got := joints(at(t, "short", "5:1 24:5", "1:5", "play L 3-2")); !slices.Equal(got, []string{"5/10"}) {
		t.Errorf("one tap moves %v", got)
	}
	if got := joints(at(t, "short", "5:1 24:5", "8:1 6:5", "play L 3-2")); got != nil {
		t.Errorf("one tap moves %v although the way matters", got)
	}
}
