package bachet_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/bachet"
)

// drawOptions is any game of the family.
func drawOptions(t *rapid.T) bachet.Options {
	return bachet.Options{
		Sticks: rapid.IntRange(bachet.MinSticks, bachet.MaxSticks).Draw(t, "sticks"),
		Max:    rapid.IntRange(bachet.MinTake, bachet.MaxTake).Draw(t, "max"),
		Misere: rapid.Bool().Draw(t, "misere"),
	}
}

func encode(o bachet.Options) []byte {
	return fmt.Appendf(nil, `{"sticks":%d,"max":%d,"misere":%t}`, o.Sticks, o.Max, o.Misere)
}

func TestNoStickIsLostAndEverySizeIsLegalOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawOptions(t)
		var s game.State
		s, err := bachet.Rules{}.Start(encode(o), "")
		if err != nil {
			t.Fatal(err)
		}
		taken := 0
		for s.ToAct() != game.Nobody {
			legal := slices.Collect(s.Legal())
			for n := -1; n <= bachet.MaxTake+1; n++ {
				_, err := s.Apply(game.Action(strconv.Itoa(n)))
				want := n >= 1 && n <= o.Max && n <= o.Sticks-taken
				if (err == nil) != want || slices.Contains(legal, game.Action(strconv.Itoa(n))) != want {
					t.Fatalf("%d of %s: error %v, legal %q", n, s, err, legal)
				}
			}
			a := rapid.SampledFrom(legal).Draw(t, "take")
			n, err := strconv.Atoi(string(a))
			if err != nil {
				t.Fatal(err)
			}
			taken += n
			if s, err = s.Apply(a); err != nil {
				t.Fatal(err)
			}
			if left := s.(bachet.State).Left(); left+taken != o.Sticks {
				t.Fatalf("%d left, %d taken of %d", left, taken, o.Sticks)
			}
		}
	})
}

func TestReadTakesEverySpellingOfANumber(t *testing.T) {
	s, err := bachet.Rules{}.Start(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int().Draw(t, "n")
		spaces := rapid.StringMatching(`[ \t\n]{0,3}`).Draw(t, "spaces")
		zeros := rapid.StringMatching(`0{0,3}`).Draw(t, "zeros")
		sign, digits := "", strconv.Itoa(n)
		if n < 0 {
			sign, digits = "-", digits[1:]
		}
		a, err := s.Read(spaces + sign + zeros + digits + spaces)
		if err != nil || string(a) != strconv.Itoa(n) {
			t.Fatalf("%d is read as %q (error %v)", n, a, err)
		}
	})
}

func TestPositionCodes(t *testing.T) {
	tests := []struct {
		options, code string
		fits          bool
	}{
		{"", "15 first", true},
		{"", "15 second", false}, // nobody has taken
		{"", "14 second", true},
		{"", "14 first", false}, // one take of one
		{"", "13 first", true},
		{"", "13 second", true},
		{"", "0 first", true},
		{"", "0 second", true},
		{"", "16 first", false},
		{`{"max":1}`, "13 first", true},
		{`{"max":1}`, "13 second", false},
		{`{"max":1}`, "0 second", true},
		{`{"max":1}`, "0 first", false},
		{`{"sticks":1}`, "0 second", true},
		{`{"sticks":1}`, "0 first", false},
		{"", "5", false},
		{"", "5 ", false},
		{"", "5 chance", false},
		{"", "5 nobody", false},
		{"", "5 First", false},
		{"", "05 first", false},
		{"", "-5 first", false},
		{"", "+5 first", false},
		{"", "5  first", false},
		{"", "5 first ", false},
		{"", " 5 first", false},
		{"", "99999999999999999999 first", false},
	}
	for _, tt := range tests {
		options, err := bachet.Rules{}.Normalize([]byte(tt.options))
		if err != nil {
			t.Fatal(err)
		}
		s, err := bachet.Rules{}.Start(options, tt.code)
		if (err == nil) != tt.fits {
			t.Errorf("options %s, code %q: %v, error %v", tt.options, tt.code, s, err)
		}
		if err == nil && s.String() != tt.code {
			t.Errorf("code %q comes back as %q", tt.code, s)
		}
	}
}

// TestReachableCodesAreThoseOfPlay compares with the set that play reaches.
func TestReachableCodesAreThoseOfPlay(t *testing.T) {
	for sticks := 1; sticks <= 12; sticks++ {
		for most := 1; most <= bachet.MaxTake; most++ {
			options := encode(bachet.Options{Sticks: sticks, Max: most})
			initial, err := bachet.Rules{}.Start(options, "")
			if err != nil {
				t.Fatal(err)
			}
			reached := map[string]bool{}
			reach(t, initial, reached)
			for left := range 14 {
				for _, side := range []string{"first", "second"} {
					code := strconv.Itoa(left) + " " + side
					if _, err := (bachet.Rules{}).Start(options, code); (err == nil) != reached[code] {
						t.Errorf("%d sticks, at most %d, code %q: reached %t, error %v", sticks, most, code, reached[code], err)
					}
				}
			}
		}
	}
}

func reach(t *testing.T, s game.State, reached map[string]bool) {
	t.Helper()
	if reached[s.String()] {
		return
	}
	reached[s.String()] = true
	for a := range s.Legal() {
		reach(t, apply(t, s, a), reached)
	}
}

func TestOptions(t *testing.T) {
	tests := []struct {
		options, want string // canonical form
		field, rule   string // of the error
	}{
		{options: "", want: `{"sticks":15,"max":3,"misere":false}`},
		{options: `{"misere":true}`, want: `{"sticks":15,"max":3,"misere":true}`},
		{options: ` { "max" : 9, "sticks" : 99 } `, want: `{"sticks":99,"max":9,"misere":false}`},
		{options: `{"sticks":1,"max":1}`, want: `{"sticks":1,"max":1,"misere":false}`},
		{options: `{"sticks":0}`, field: "sticks", rule: "range"},
		{options: `{"sticks":100}`, field: "sticks", rule: "range"},
		{options: `{"sticks":-1}`, field: "sticks", rule: "range"},
		{options: `{"sticks":99999999999999999999}`, field: "sticks", rule: "range"},
		{options: `{"sticks":15.0}`, field: "sticks", rule: "type"},
		{options: `{"sticks":"15"}`, field: "sticks", rule: "type"},
		{options: `{"sticks":null}`, field: "sticks", rule: "type"},
		{options: `{"max":0}`, field: "max", rule: "range"},
		{options: `{"max":10}`, field: "max", rule: "range"},
		{options: `{"misere":1}`, field: "misere", rule: "type"},
		{options: `{"misere":null}`, field: "misere", rule: "type"},
		{options: `{"Sticks":15}`, field: "Sticks", rule: "unknown"},
		{options: `{"stones":15,"sticks":0}`, field: "sticks", rule: "range"},
		{options: `[]`, rule: "json"},
		{options: `null`, rule: "json"},
		{options: `{"sticks":15`, rule: "json"},
	}
	for _, tt := range tests {
		got, err := bachet.Rules{}.Normalize([]byte(tt.options))
		if tt.want != "" {
			if err != nil || string(got) != tt.want {
				t.Errorf("normalize %s: %s, %v; want %s", tt.options, got, err, tt.want)
			}
			continue
		}
		wrong, ok := errors.AsType[*game.OptionError](err)
		if !ok || wrong.Field != tt.field || wrong.Rule != tt.rule {
			t.Errorf("normalize %s: %s, %v; want an error of field %q, %s", tt.options, got, err, tt.field, tt.rule)
		}
	}
}

func TestViewIsSmallAndComplete(t *testing.T) {
	const want = `{"sticks":15,"left":12,"max":3,"misere":false,"mover":"second","winner":"nobody",` +
		`"legal":["1","2","3"],"lesson":{"modulus":4,"remainder":0,"won":false},` +
		`"turn":{"nodes":[{"hops":[{"to":"1","next":1},{"to":"2","next":2},{"to":"3","next":3}]},` +
		`{"action":"1"},{"action":"2"},{"action":"3"}]}}`
	got, err := json.Marshal(start(t, "", "12 second").View())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("view (-want +got):\n%s", diff)
	}
	if len(got) >= 350 {
		t.Errorf("the view has %d bytes", len(got))
	}
	end := start(t, "", "0 first").View().(bachet.View)
	if end.Mover != game.Nobody || end.Winner != game.Second || end.Legal == nil || len(end.Legal) > 0 {
		t.Errorf("view of an end: %+v", end)
	}
}

func TestLesson(t *testing.T) {
	tests := []struct {
		left, most int
		misere     bool
		want       bachet.Lesson
	}{
		{15, 3, false, bachet.Lesson{Modulus: 4, Remainder: 3, Won: true, Take: 3}},
		{12, 3, false, bachet.Lesson{Modulus: 4}},
		{0, 3, false, bachet.Lesson{Modulus: 4}},
		{15, 3, true, bachet.Lesson{Modulus: 4, Remainder: 3, Won: true, Take: 2}},
		{13, 3, true, bachet.Lesson{Modulus: 4, Remainder: 1}},
		{12, 3, true, bachet.Lesson{Modulus: 4, Won: true, Take: 3}},
		{0, 3, true, bachet.Lesson{Modulus: 4, Won: true}}, // the other side took the last
		{1, 1, true, bachet.Lesson{Modulus: 2, Remainder: 1}},
		{2, 1, true, bachet.Lesson{Modulus: 2, Won: true, Take: 1}},
		{20, 9, false, bachet.Lesson{Modulus: 10}},
	}
	for _, tt := range tests {
		if got := bachet.LessonFor(tt.left, tt.most, tt.misere); got != tt.want {
			t.Errorf("LessonFor(%d, %d, %t) = %+v, want %+v", tt.left, tt.most, tt.misere, got, tt.want)
		}
	}
}

func TestQuery(t *testing.T) {
	tests := []struct{ request, want string }{
		{`{"game":"bachet","type":"legal","left":15,"max":3,"misere":false}`, `{"legal":[1,2,3]}`},
		{`{"type":"legal","left":2}`, `{"legal":[1,2]}`},
		{`{"type":"legal","left":0}`, `{"legal":[]}`},
		{`{"type":"legal","left":99,"max":9}`, `{"legal":[1,2,3,4,5,6,7,8,9]}`},
		{`{"type":"best","left":15,"max":3,"misere":false}`, `{"take":3}`},
		{`{"type":"best","left":15,"max":3,"misere":true}`, `{"take":2}`},
		{`{"type":"best","left":12}`, `{"take":1}`},
	}
	for _, tt := range tests {
		answer, err := bachet.Rules{}.Query([]byte(tt.request))
		if err != nil {
			t.Errorf("%s: %v", tt.request, err)
			continue
		}
		if got, err := json.Marshal(answer); err != nil || string(got) != tt.want {
			t.Errorf("%s: %s (error %v), want %s", tt.request, got, err, tt.want)
		}
	}
	for _, bad := range []string{
		``, `[]`, `{`, `{"type":"legal"}`, `{"left":3}`, `{"type":"worst","left":3}`, `{"type":"best","left":0}`,
		`{"type":"legal","left":-1}`, `{"type":"legal","left":100}`, `{"type":"legal","left":"15"}`, `{"type":"legal","left":1.5}`,
		`{"type":"legal","left":3,"max":0}`, `{"type":"legal","left":3,"max":10}`, `{"type":"legal","left":3,"misere":"no"}`, `{"type":3}`,
	} {
		if answer, err := (bachet.Rules{}).Query([]byte(bad)); err == nil {
			t.Errorf("%s is answered with %+v", bad, answer)
		}
	}
}
