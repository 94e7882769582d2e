package nardy_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

// TestSetupRoundTrip takes positions of random games of every variant apart,
// puts them together again and reads their lines.
func TestSetupRoundTrip(t *testing.T) {
	for _, v := range nardy.Variants() {
		for _, cube := range []string{nardy.CubeNone, nardy.CubeLinear} {
			o := nardy.DefaultOptions()
			o.Variant, o.Cube = v.ID, cube
			s, err := nardy.New(o.JSON(), "")
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(6) {
				for at, err := range gametest.Play(s, rand.New(rand.NewPCG(7, seed)), 150) {
					if err != nil {
						t.Fatal(err)
					}
					s := at.(*nardy.State)
					if s.Phase() == nardy.PhaseDraw || s.Phase() == nardy.PhaseOver || s.Phase() == nardy.PhaseThrow && cube != nardy.CubeNone {
						continue // a decision not to raise is not told from none
					}
					u := nardy.SetupOf(s)
					u.Position.N[nardy.Light][nardy.Off], u.Position.N[nardy.Dark][nardy.Off] = 0, 0
					u.Complete()
					back, err := u.State()
					if err != nil || back.String() != s.String() {
						t.Fatalf("%s: %s comes back as %v (%v)", v.ID, s, back, err)
					}
					if rule := s.Unreachable(); rule != "" {
						t.Fatalf("%s: %s is called out of reach by %s", v.ID, s, rule)
					}
					read, err := nardy.ReadPosition(s.Line(), "classic")
					if err != nil {
						t.Fatalf("%s: %v", s.Line(), err)
					}
					if read, err := read.State(); err != nil || read.String() != s.String() || read.Options().Variant != v.ID {
						t.Fatalf("%s is read as %v (%v)", s.Line(), read, err)
					}
				}
			}
		}
	}
}

func TestReadPosition(t *testing.T) {
	const (
		start = "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0"
		long  = "15,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"
	)
	for _, c := range []struct{ name, text, want string }{
		{"XGID among words", "What now?\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n", "short " + start + " play L 3-1"},
		{"XGID without its name", "-b----E-C---eE---c-e----B-:0:0:-1:66:0:0:0:0:10", "short " + start + " play D 6-6-6-6"},
		{"GNU IDs as printed", " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : MAEFAAAAAAAE", "short " + start + " play"},
		{"GNU position ID", "4HPwATDgc/ABMA", "short " + start + " decide L"},
		{"code", long + " play L 6-5 throws=1,0", "classic " + long + " play L 6-5 throws=1,0"},
		{"code with its variant", "tbilisi " + long, "tbilisi " + long + " throw L throws=0,0"},
		{"code with a cube", "plakoto: " + strings.Replace(long, "-15,0,0,0,0,0,0,0,0,0,0,0", "0,0,0,0,0,0,0,0,0,0,0,-15", 1) + " decide L throws=1,1", "plakoto"},
	} {
		u, err := nardy.ReadPosition(c.text, "classic")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if s, err := u.State(); err != nil || !strings.HasPrefix(s.Line(), c.want) {
			t.Errorf("%s: %s (%v), want %s", c.name, s.Line(), err, c.want)
		}
	}
}

// TestProblemsOfPositions meets every problem.
func TestProblemsOfPositions(t *testing.T) {
	const (
		empty = "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
		long  = "15,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"
		few   = "10,0,0,0,0,5,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"
		open  = "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0"
		dead  = "-2,-2,-2,-2,-2,-2,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2,2,2,2|3,3|0,0"
		xgid  = "XGID=-b----E-C---eE---c-e----B-"
	)
	seen := map[string]bool{}
	for _, c := range []struct{ id, text string }{
		{"unknown", "what?"},
		{"form", "0,0|0|0"},
		{"form", long + " play"},
		{"checkers", "14,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"},
		{"bar", "14,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|1,0|0,0"},
		{"two-owners", strings.Replace(long, "15,0", "15*,0", 1)},
		{"both-off", empty + "|0,0|15,15"},
		{"over", "0,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|15,0 throw D"},
		{"over", "0,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|15,0"},
		{"dead", "short " + dead},
		{"end", long + " over L mars"},
		{"dice", long + " play L 6-6"},
		{"dice", long + " throw L from=3"},
		{"dice", xgid + ":0:0:1:77:0:0:0:0:10"},
		{"remainder", long + " play L 6-6 handed"},
		{"progression", "gulbar " + long + " play L 5-5-5 handed rest=6x4"},
		{"head", "crazy " + few + " play L 5-5-5-5 from=4 head=9 throws=6,6"},
		{"throws", long + " throw L throws=1,9"},
		{"reuse", "short " + open + " throw L throws=0,0"},
		{"extra", long + " throw L extra"},
		{"raises", "short " + open + " throw L cube=9L"},
		{"no-raise", long + " answer D throws=0,0"},
		{"xgid", "XGID=-b----E-C---eE---c-e----B-"},
		{"xgid-place", "XGID=-b----E-C---eE---c-e----Z-:0:0:1:31:0:0:0:0:10"},
		{"enemy-bar", "XGID=Ab----E-C---eE---c-e----A-:0:0:1:31:0:0:0:0:10"},
		{"checkers", "XGID=-b----E-C---eE---c-e---BB-:0:0:1:00:0:0:0:0:10"},
		{"cube-owner", xgid + ":2:0:1:00:0:0:0:0:10"},
		{"beaver", xgid + ":1:1:1:B:0:0:0:0:10"},
		{"match", xgid + ":0:0:1:00:9:0:0:5:10"},
		{"gnu", "4HPwATDgc/ABMA:short"},
		{"checkers", "//////////////"},
		{"gnu-game", "4HPwATDgc/ABMA:AAAAAAAAAAAA"},
		{"resigned", "4HPwATDgc/ABMA:cEkAAAAAAAAA"},
	} {
		u, err := nardy.ReadPosition(c.text, "classic")
		problem, ok := errors.AsType[*nardy.Problem](err)
		if !ok || problem.ID != c.id {
			t.Errorf("%q: %+v %v, want the problem %s", c.text, u, err, c.id)
			continue
		}
		seen[c.id] = true
	}
	for _, id := range nardy.Problems() {
		if !seen[id] {
			t.Errorf("nothing meets the problem %s", id)
		}
	}
	if _, err := nardy.ReadPosition("checkers "+long, ""); err == nil {
		t.Error("there is a variant called checkers")
	}
}

// TestTooManyCheckersOnOnePlace: such a code is written well, and says of whom
// there are too many; the words of the error are those of a number that none is.
func TestTooManyCheckersOnOnePlace(t *testing.T) {
	const rest = "-15,0,0,0,0,0,0,0,0,0,0,0"
	for _, c := range []struct {
		code, id, text, side string
		n                    int
	}{
		{"16,0,0,0,0,0,0,0,0,0,0,0," + rest + "|0,0|0,0 throw L", "checkers", `point 1: "16" is no number of checkers`, "first", 16},
		{"30,2,0,0,0,0,0,0,0,0,0,0," + rest + "|0,0|0,0", "checkers", `point 1: "30" is no number of checkers`, "first", 32},
		{"15,0,0,0,0,0,0,0,0,0,0,0,-20" + strings.TrimPrefix(rest, "-15") + "|0,0|0,1", "checkers", `point 13: "20" is no number of checkers`, "second", 21},
		{"0,0,0,0,0,0,0,0,0,0,0,0," + rest + "|0,0|16,0", "checkers", `bar and off: "16" is no number of checkers`, "first", 16},
		{"16,x,0,0,0,0,0,0,0,0,0,0," + rest + "|0,0|0,0", "form", `point 1: "16" is no number of checkers`, "", 0},
		{"160,0,0,0,0,0,0,0,0,0,0,0," + rest + "|0,0|0,0", "form", `point 1: "160" is no number of checkers`, "", 0},
		{"+16,0,0,0,0,0,0,0,0,0,0,0," + rest + "|0,0|0,0", "form", `point 1: "+16" is no number of checkers`, "", 0},
	} {
		_, err := nardy.ReadPosition("classic "+c.code, "")
		problem, ok := errors.AsType[*nardy.Problem](err)
		if !ok || problem.ID != c.id || err.Error() != c.text {
			t.Errorf("%s: %v, want the problem %s: %s", c.code, err, c.id, c.text)
			continue
		}
		if want := []any{"side", c.side, "n", c.n, "want", 15}; c.n > 0 && !slices.Equal(problem.Values, want) {
			t.Errorf("%s: %v, want %v", c.code, problem.Values, want)
		}
	}
}

// TestUnreachable tells positions that no game leads to.
func TestUnreachable(t *testing.T) {
	for _, c := range []struct{ variant, light, dark, want string }{
		{"classic", "1:9 2:1 3:1 4:1 5:1 6:1 7:1", "13:15", nardy.RuleBlockOfSix},
		{"classic", "1:9 2:1 3:1 4:1 5:1 6:1 7:1", "13:14 8:1", ""},
		{"classic", "1:9 2:1 3:1 4:1 5:1 6:1 7:1", "13:13 24:2", nardy.RuleBlockOfSix},
		{"classic", "1:10 2:1 3:1 4:1 5:1 24:1", "13:15", nardy.RuleBlockOfSix},
		{"classic", "1:10 22:1 23:1 24:1 2:1 3:1", "13:15", nardy.RuleBlockOfSix},
		{"classic", "10:10 11:1 12:1 13:1 14:1 15:1", "16:15", ""},
		{"tbilisi", "1:9 2:1 3:1 4:1 5:1 6:1 7:1", "13:15", ""},
		{"fevga", "1:10 2:1 3:1 4:1 5:1 6:1", "13:14 8:1", nardy.RuleFirstQuarter},
		{"fevga", "1:8 8:1 2:1 3:1 4:1 5:1 7:1 14:1", "13:15", ""},
		{"fevga", "1:13 2:1 3:1", "13:15", nardy.RuleRunnerFirst},
		{"fevga", "1:13 2:1 13:1", "3:15", nardy.RuleRunnerFirst},
		{"crazy_fevga", "1:15", "13:12 18:2 24:1", nardy.RuleRunnerFirst},
		{"fevga", "1:13 2:1 14:1", "13:15", ""},
		{"fevga", "1:14 13:1", "3:15", ""},
		{"fevga", "19:13 20:1", "13:15", ""},
		{"fevga", "1:15", "13:15", ""},
		{"classic", "1:13 2:1 3:1", "13:15", ""},
		{"classic", "1:10 24:4", "13:15", nardy.RuleNotAllHome},
		{"classic", "19:10 24:4", "13:15", ""},
		{"short", "1:10 24:4", "23:15", ""},
		{"plakoto", "1:10 23:4", "22:15", nardy.RuleNotAllHome},
	} {
		s := at(t, c.variant, c.light, c.dark, "throw L")
		if got := s.Unreachable(); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.variant, s, got, c.want)
		}
	}
}

// FuzzReadPosition reads anything; what is read is a position whose line and
// parts come back.
func FuzzReadPosition(f *testing.F) {
	for _, v := range nardy.Variants() {
		o := nardy.DefaultOptions()
		o.Variant = v.ID
		s, err := nardy.New(o.JSON(), "")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(s.Line(), v.ID)
		f.Add(strings.Fields(s.Line())[1], v.ID)
	}
	f.Add("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "short")
	f.Add("4HPwATDgc/ABMA:cAkAAAAAAAAA", "short")
	f.Fuzz(func(t *testing.T, text, variant string) {
		u, err := nardy.ReadPosition(text, variant)
		if err != nil {
			if problem, ok := errors.AsType[*nardy.Problem](err); ok && !slices.Contains(nardy.Problems(), problem.ID) {
				t.Fatalf("%q: the problem %q is not listed", text, problem.ID)
			}
			return
		}
		s, err := u.State()
		if err != nil {
			t.Fatalf("%q is read as %+v: %v", text, u, err)
		}
		if s.Cube().Raises > 0 || s.Options().Points > 1 {
			return // a line tells no match
		}
		again, err := nardy.ReadPosition(s.Line(), "")
		if err != nil {
			t.Fatalf("%q is read as %s: %v", text, s.Line(), err)
		}
		if back, err := again.State(); err != nil || back.String() != s.String() {
			t.Fatalf("%s comes back as %v (%v)", s.Line(), back, err)
		}
	})
}

// TestKnownPairsOfIDs has what GNU Backgammon 1.07 says after "set xgid".
func TestKnownPairsOfIDs(t *testing.T) {
	for xgid, id := range map[string]string{
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10":  "4HPwATDgc/ABMA:cIkFAAAAAAAE",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10":  "4HPwATDgc/ABMA:cAngAAAAAAAE",
		"XGID=-b----E-C---eE---c-e----B-:2:-1:1:00:4:5:0:7:10": "4HPwATDgc/ABMA:QgngAFAAIAAE",
		// It seats who is on roll below, so that only the position compares.
		"XGID=aB--BaC-B---bD---c-eb-AA--:0:0:-1:41:0:0:0:7:10": "Y87gARSwz8GAIA:",
		"XGID=---BBBC--a-A-----a--cdcb--:0:0:-1:65:6:2:1:7:10": "bDsIALB7R4AAAA:",
	} {
		u, err := nardy.ReadPosition(xgid, "short")
		if err != nil {
			t.Errorf("%s: %v", xgid, err)
			continue
		}
		s, err := u.State()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.GNUID(); err != nil || !strings.HasPrefix(got, id) {
			t.Errorf("%s is %s (%v), want %s", xgid, got, err, id)
		}
		if got, err := s.BareID(); err != nil || got != id[:14] {
			t.Errorf("%s: the checkers are %s (%v)", xgid, got, err)
		}
		if back, err := nardy.ReadPosition(id[:14], "short"); err != nil || back.Position.N[nardy.Light] != u.Position.N[u.Side] {
			t.Errorf("%s alone is read as %v (%v)", id[:14], back.Position, err)
		}
	}
}
