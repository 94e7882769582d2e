package nardy_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

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

// TestClause8_1_Star takes a star at its word: where ways differ by the hit it
// chooses, and where nothing is hit the turn is refused.
func TestClause8_1_Star(t *testing.T) {
	s := at(t, "short", "5:1 24:5", "8:1 6:5", "play L 3-2")
	refused(t, s, "5/10", nardy.RuleSayTheWay, 0)
	for _, text := range []string{"5/10*", "5/8*/10", "5/8* 8/10", "5/8/10"} {
		if a, err := s.Read(text); err != nil || a != "5/8* 8/10" {
			t.Errorf("%s is read as %q (%v)", text, a, err)
		}
		if got := act(t, s, text); checkers(got, nardy.Dark) != checkers(act(t, s, "5/8* 8/10"), nardy.Dark) {
			t.Errorf("%s leads to %s", text, got)
		}
	}
	for _, text := range []string{"5/7*/10", "5/7* 7/10", "5/7/10*", "5/8*/10*", "5*/8/10", "5/7 7/10*"} {
		refused(t, s, text, nardy.RuleNotation, 0)
	}
	act(t, s, "5/7/10")
	// The second of two that go the same way hits nothing.
	two := at(t, "short", "5:2 24:5", "8:1 6:5", "play L 3-3-3-3")
	if a, err := two.Read("5/8*(2) 8/11(2)"); err != nil || a != "5/8*(2) 8/11(2)" {
		t.Errorf("a repeated hit is read as %q (%v)", a, err)
	}
	act(t, two, "5/8 5/8* 8/11(2)")
	refused(t, two, "5/8(2) 8/11*(2)", nardy.RuleNotation, 0)
	// Whoever hits may be written after whoever only comes there.
	other := at(t, "short", "5:1 6:1 24:5", "8:1 4:5", "play L 3-2")
	act(t, other, "5/8 6/8*")
	// What is wrong besides the star is said first.
	refused(t, s, "5/9*", nardy.RuleNoSuchDie, 0)
	refused(t, at(t, "plakoto", "10:1 5:14", "10:2 20:13", "play L 5-1"), "5/10*", nardy.RuleClosedPoint, 0)
}

func TestClause8_1_JointMoves(t *testing.T) {
	tests := []struct {
		variant, light, dark, rest string
		want                       []string
	}{
		{"short", "5:1 24:5", "1:5", "play L 3-2", []string{"5/10"}},
		{"short", "5:1 24:5", "8:1 6:5", "play L 3-2", nil}, // the way matters
		{"short", "5:1 24:5", "8:2 6:5", "play L 3-2", []string{"5/10"}},
		{"short", "5:2", "1:5", "play L 1-1-1-1", []string{"5/7", "5/8", "5/9"}},
		{"short", "bar:1 24:1", "8:2 6:5", "play L 3-2", []string{"bar/5"}},
		{"classic", "18:1 24:3", "13:15", "play L 4-2", []string{"18/24"}},
		{"classic", "18:1 21:1", "13:15", "play L 5-2", []string{"18/off"}}, // the six points of two dice and home
		// Six by 4-2, not by 3-2-1, which would be one hop more; five by 3-2 or 4-1.
		{"two_by_two", "1:1 24:14", "12:15", "play L 4-3-2-1", []string{"1/10", "1/11", "1/7", "1/8", "1/9"}},
	}
	for _, c := range tests {
		s := at(t, c.variant, c.light, c.dark, c.rest)
		turn := s.Graph().Turn()
		var got []string
		for _, j := range nardy.Joints(&turn, 0) {
			got = append(got, j.From+"/"+j.To)
			// It is what its hops do one by one.
			node := 0
			for _, h := range j.Hops {
				node = turn.Nodes[node].Hops[h].Next
			}
			if node != j.Next {
				t.Errorf("%s: %v leads to node %d", s, j, node)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("one tap in %s (-want +got):\n%s", s, diff)
		}
	}
}
