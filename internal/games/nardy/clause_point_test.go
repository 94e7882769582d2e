package nardy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

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
