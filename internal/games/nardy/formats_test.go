package nardy_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

// recordedMatch is random games with a cube, and how many turns, raises and
// answers they hold.
func recordedMatch(t *testing.T, variant string, games int) (nardy.Match, int) {
	t.Helper()
	o := nardy.DefaultOptions()
	o.Variant, o.Cube, o.Points = variant, nardy.CubeDoubling, 64
	m := nardy.Match{Names: [2]string{"Анна", "Боб: [2]"}}
	actions := 0
	r := rand.New(rand.NewPCG(5, 5))
	for len(m.Games) < games {
		s, err := nardy.New(o.JSON(), "")
		if err != nil {
			t.Fatal(err)
		}
		record := nardy.Record{Options: o.JSON()}
		var at game.State = s
		turns := 0
		for at.ToAct() != game.Nobody {
			if at.ToAct() == game.Chance {
				pips := make([]int, at.(game.Dicer).Draw().Dice)
				for i := range pips {
					pips[i] = 1 + r.IntN(6)
				}
				record.Events = append(record.Events, nardy.Event{Roll: pips})
				at = roll(t, at, pips...)
				continue
			}
			a, err := game.Random{}.Choose(context.Background(), at, r)
			if err != nil {
				t.Fatal(err)
			}
			if a == nardy.Drop && r.IntN(4) > 0 {
				a = nardy.Take
			}
			if a == nardy.Raise && (r.IntN(4) > 0 || at.(*nardy.State).Cube().Raises > 1) {
				a = nardy.Roll
			}
			if a != nardy.Roll {
				turns++
			}
			record.Events = append(record.Events, nardy.Event{Act: a})
			at = act(t, at, string(a))
		}
		out, _ := at.Outcome()
		next, over := o.Following(out)
		if over {
			t.Fatal("the match is over too soon")
		}
		o = next
		m.Games = append(m.Games, record)
		actions += turns
	}
	return m, actions
}

func TestXGIDRoundTrip(t *testing.T) { roundTrip(t, (*nardy.State).XGID, nardy.ParseXGID) }

func TestGNUIDRoundTrip(t *testing.T) { roundTrip(t, (*nardy.State).GNUID, nardy.ParseGNUID) }

// roundTrip writes and reads positions of random games in a match: the
// checkers, the phase, the dice, the cube and the score come back.
func roundTrip(t *testing.T, write func(*nardy.State) (string, error), read func(string) ([]byte, string, error)) {
	t.Helper()
	o := nardy.DefaultOptions()
	o.Cube, o.Points, o.Score = nardy.CubeDoubling, 7, [2]int{3, 5}
	s, err := nardy.New(o.JSON(), "")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for seed := range uint64(200) {
		for at, err := range gametest.Play(s, rand.New(rand.NewPCG(1, seed)), 100) {
			if err != nil {
				t.Fatal(err)
			}
			s := at.(*nardy.State)
			text, err := write(s)
			if err != nil {
				if s.Phase() != nardy.PhaseDraw && s.Phase() != nardy.PhaseOver {
					t.Fatalf("%s: %v", s, err)
				}
				continue
			}
			options, code, err := read(text)
			if err != nil {
				t.Fatalf("%s of %s: %v", text, s, err)
			}
			back, err := nardy.New(options, code)
			if err != nil {
				t.Fatalf("%s of %s: %v", text, s, err)
			}
			seen++
			// A player who has rolled without raising is not told from one who
			// may still raise.
			phase := s.Phase()
			if phase == nardy.PhaseThrow {
				phase = back.Phase()
			}
			if back.Position() != s.Position() || back.Phase() != phase || back.Turn() != s.Turn() || back.Options() != s.Options() || back.Cube() != s.Cube() {
				t.Fatalf("%s of %s is read as %s with %s", text, s, back, options)
			}
			if again, err := write(back); err != nil || again != text {
				t.Fatalf("%s comes back as %s (%v)", text, again, err)
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d positions", seen)
	}
}

func TestKnownIDs(t *testing.T) {
	s := start(t, "short", "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 throw L")
	xgid, err := s.XGID()
	if err != nil || xgid != "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:0" {
		t.Errorf("XGID %s (%v)", xgid, err)
	}
	id, err := s.GNUID()
	if err != nil || !strings.HasPrefix(id, "4HPwATDgc/ABMA:") {
		t.Errorf("GNU ID %s (%v)", id, err)
	}
	options, code, err := nardy.ParseXGID("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
	if err != nil || !strings.HasSuffix(code, "|0,0|0,0 decide L") || !strings.Contains(string(options), "doubling") {
		t.Errorf("start position: %s %s (%v)", options, code, err)
	}
	for _, bad := range []string{
		"", "XGID=", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0", "4HPwATDgc/ABM", "4HPwATDgc/ABM!",
		"XGID=-b----E-C---eE---c-e---BB-:0:0:1:00:0:0:0:0:10", "XGID=-b----E-C---eE---c-e----B-:0:0:2:00:0:0:0:0:10",
		"XGID=-b----E-C---eE---c-e----B-:2:0:1:00:0:0:0:0:10", "XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10",
		"4HPwATDgc/ABMA:AAAAAAAAAAAA", "//////////////",
		"XGID=-b----E-C---eE---c-e----B-:-1:0:1:00:0:0:0:0:10", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10:0",
	} {
		_, code, err := nardy.ParseXGID(bad)
		if err == nil && bad != "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0" {
			t.Errorf("XGID %q is read as %s", bad, code)
		}
		if _, code, err := nardy.ParseGNUID(bad); err == nil {
			t.Errorf("GNU ID %q is read as %s", bad, code)
		}
	}
}

func TestFormatsRefuseOtherVariants(t *testing.T) {
	for _, v := range nardy.Variants() {
		s := start(t, v.ID, "")
		s = roll(t, s, 2, 1)
		_, err := s.XGID()
		if (err == nil) != (v.ID == "short") {
			t.Errorf("%s: %v", v.ID, err)
		}
	}
}

// TestMatOfEveryVariant writes random games of every variant: a line for every
// turn, tag lines for variants that other programs do not know.
func TestMatOfEveryVariant(t *testing.T) {
	for _, v := range nardy.Variants() {
		m, _ := recordedMatch(t, v.ID, 2)
		text, err := m.Mat()
		if err != nil {
			t.Fatalf("%s: %v", v.ID, err)
		}
		if strings.Contains(text, "[Variation") != (v.ID != "short") {
			t.Errorf("%s begins\n%.200s", v.ID, text)
		}
		for _, want := range []string{" 64 point match\n", "\n Game 2\n", "Анна : ", "Боб 2 : ", "  1) "} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%.400s", v.ID, want, text)
			}
		}
	}
}

func TestMatOfAGame(t *testing.T) {
	o := nardy.DefaultOptions()
	o.Cube, o.Points = nardy.CubeDoubling, 3
	m := nardy.Match{Games: []nardy.Record{{Options: o.JSON(), Events: []nardy.Event{
		{Roll: []int{3, 3}},
		{Roll: []int{3, 1}},
		{Act: "17/20 19/20"},
		{Act: "roll"},
		{Roll: []int{4, 4}},
		{Act: "13/9(2) 6/2(2)"},
		{Act: "raise"},
		{Act: "take"},
		{Roll: []int{2, 1}},
		{Act: "1/3 19/20"},
		{Act: "raise"},
		{Act: "drop"},
	}}}}
	got, err := m.Mat()
	if err != nil {
		t.Fatal(err)
	}
	want := ` 3 point match

 Game 1
 Light : 0                        Dark : 0
  1) 31: 8/5 6/5                       44: 13/9(2) 6/2(2)
  2) Doubles => 2                      Takes
  3) 21: 24/22 6/5                     Doubles => 4
  4) Drops                             Wins 2 points
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestXGIDOfABeaver(t *testing.T) {
	for _, dice := range []string{"B", "R"} {
		_, code, err := nardy.ParseXGID("XGID=-b----E-C---eE---c-e----B-:1:1:1:" + dice + ":0:0:0:0:10")
		if err == nil || !strings.Contains(err.Error(), "not supported") {
			t.Errorf("dice %s are read as %q (%v)", dice, code, err)
		}
	}
}

// TestMatCountsStakes writes a match of 30 points at 10 each: everything in the
// file is counted in stakes.
func TestMatCountsStakes(t *testing.T) {
	o := nardy.DefaultOptions()
	o.Cube, o.Points, o.Stake, o.Score = nardy.CubeDoubling, 35, 10, [2]int{20, 10}
	m := nardy.Match{Games: []nardy.Record{{Options: o.JSON(), Events: []nardy.Event{
		{Roll: []int{3, 1}},
		{Act: "17/20 19/20"},
		{Act: "raise"},
		{Act: "take"},
		{Roll: []int{4, 2}},
		{Act: "8/4 6/4"},
		{Act: "raise"},
		{Act: "drop"},
	}}}}
	got, err := m.Mat()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" 4 point match\n", "Light : 2 ", "Dark : 1\n", "Doubles => 2"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if !strings.Contains(got, "Wins 2 points and the match\n") {
		t.Errorf("the end is wrong in\n%s", got)
	}
}
