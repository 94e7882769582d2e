package nardy_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

func TestPipsAndLead(t *testing.T) {
	s := start(t, "short", "")
	p := s.Position()
	if p.Pips(nardy.Light) != 167 || p.Pips(nardy.Dark) != 167 || p.Lead(nardy.Light) != 0 {
		t.Errorf("start: %d and %d pips", p.Pips(nardy.Light), p.Pips(nardy.Dark))
	}
	s = act(t, roll(t, s, 3, 1), "17/20 19/20")
	p = s.Position()
	if p.Lead(nardy.Light) != 4 || p.Lead(nardy.Dark) != -4 {
		t.Errorf("after 3-1 Light leads by %d", p.Lead(nardy.Light))
	}
}

func TestContact(t *testing.T) {
	tests := []struct {
		variant, light, dark string
		want                 bool
	}{
		{"short", "20:5", "6:5", false},
		{"short", "12:1 20:5", "11:1 6:5", false},
		{"short", "11:1 20:5", "12:1 6:5", true},
		{"short", "20:5 bar:1", "6:5", true},
		{"plakoto", "24:1 20:14", "24:1 6:14", true},
		{"classic", "19:15", "7:15", false},
		{"classic", "19:15", "1:15", false},
		{"classic", "19:15", "24:1 7:14", true}, // Dark still has to pass 24
		{"classic", "13:15", "7:15", false},
		{"classic", "12:15", "7:15", true},
	}
	for _, c := range tests {
		v, _ := nardy.VariantNamed(c.variant)
		s := at(t, c.variant, c.light, c.dark, "throw L")
		p := s.Position()
		if got := v.InContact(&p); got != c.want {
			t.Errorf("%s, %s against %s: contact %t", c.variant, c.light, c.dark, got)
		}
	}
}

// TestRaceAgainstCounting compares with numbers that can be counted by hand.
func TestRaceAgainstCounting(t *testing.T) {
	tests := []struct {
		variant, light string
		mean           float64
	}{
		{"classic", "24:1", 1},
		{"classic", "24:2", 1},
		{"classic", "24:3", 2 - 6.0/36}, // a double takes all three
		{"classic", "19:1", 1 + 9.0/36}, // 27 of 36 throws are enough
		{"crazy", "24:1", 36.0 / 11},    // only a one takes it off
		{"triple", "24:3", 1},           // three dice, three checkers
		{"two_by_two", "24:4", 1},       //
		{"gulbar", "24:5", 0},           // see below
		{"gulbar", "24:7", 0},
		{"khachapuri", "24:2", 1}, //
	}
	for _, c := range tests {
		v, _ := nardy.VariantNamed(c.variant)
		s := at(t, c.variant, c.light, "7:1", "throw L")
		p := s.Position()
		got, ok := nardy.NewRace(v).Finish(&p, nardy.Light)
		want := c.mean
		if c.light == "24:7" {
			// A double takes four, and its extra throw two of the other three,
			// or all if it is a double again. Without one five are left.
			double := 6.0 / 36
			five := 1 + (1-double)*(2-double)
			want = 1 + (1-double)*five + double*(1-double)*1
		}
		if c.light == "24:5" {
			// A double takes four and its extra throw the fifth. Without one
			// three are left: two more turns, or one with a double.
			double := 6.0 / 36
			want = 1 + (1-double)*(2-double)
		}
		if !ok || math.Abs(got.Mean-want) > 1e-9 {
			t.Errorf("%s, Light on %s: %v turns (%t), want %v", c.variant, c.light, got.Mean, ok, want)
		}
		sum, mean := 0.0, 0.0
		for n, chance := range got.Chance {
			sum += chance
			mean += float64(n) * chance
		}
		if math.Abs(sum-1) > 1e-9 || math.Abs(mean-got.Mean) > 1e-9 {
			t.Errorf("%s, Light on %s: chances add up to %v, with mean %v", c.variant, c.light, sum, mean)
		}
	}
}

func TestRaceSavesMars(t *testing.T) {
	v, _ := nardy.VariantNamed("classic")
	race := nardy.NewRace(v)
	// Dark has all on his last point: one turn takes a checker off. Light
	// needs one turn as well.
	s := at(t, "classic", "24:2", "12:15", "throw L")
	p := s.Position()
	for _, c := range []struct {
		onTurn nardy.Side
		want   float64
	}{{nardy.Light, 0}, {nardy.Dark, 1}} {
		if got, ok := race.SavesMars(&p, nardy.Dark, c.onTurn); !ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("with %v to throw Dark saves mars with %v", c.onTurn, got)
		}
	}
	// Light needs two turns unless he throws a double.
	s = at(t, "classic", "24:3", "12:15", "throw L")
	p = s.Position()
	if got, ok := race.SavesMars(&p, nardy.Dark, nardy.Light); !ok || math.Abs(got-30.0/36) > 1e-9 {
		t.Errorf("Dark saves mars with %v, want 30/36", got)
	}
	s = at(t, "classic", "24:3", "12:14", "throw L")
	p = s.Position()
	if got, ok := race.SavesMars(&p, nardy.Dark, nardy.Light); !ok || got != 1 {
		t.Errorf("with one off Dark saves mars with %v", got)
	}
	// A chance is none above one, though the rounded sum of these would be.
	s = at(t, "classic", "19:2 21:2 22:2 23:1", "12:15", "throw L")
	p = s.Position()
	if got, ok := race.SavesMars(&p, nardy.Dark, nardy.Light); !ok || got != 1 {
		t.Errorf("Dark, who needs one turn of Light's many, saves mars with %v", got)
	}
	if _, ok := race.Finish(&nardy.Position{}, nardy.Light); ok {
		t.Error("a race on an empty board")
	}
	contact := start(t, "classic", "").Position()
	if _, ok := race.Finish(&contact, nardy.Light); ok {
		t.Error("a race in the start position")
	}
}

// TestRaceOfFifteen works out the whole home of one side and stays within the
// limit.
func TestRaceOfFifteen(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("takes seconds")
	}
	v, _ := nardy.VariantNamed("short")
	p := at(t, "short", "19:15", "6:15", "throw L").Position()
	got, ok := nardy.NewRace(v).Finish(&p, nardy.Light)
	if !ok || got.Mean < 12 || got.Mean > 13 {
		t.Errorf("fifteen on the six point: %v turns (%t)", got.Mean, ok)
	}
}

func TestVariantCard(t *testing.T) {
	classic, _ := nardy.VariantNamed("classic")
	tests := map[string]string{
		"classic":      "[]",
		"sport":        "[{two-off 3-3 4-4 6-6 3-3 4-4 6-6 second} {opening rethrow reuse}]",
		"tbilisi":      "[{block ahead free}]",
		"crazy":        "[{bear-off normal exact} {after-double nothing progression}]",
		"caucasian":    "[{route same opposed} {setup 1:15 1:2 12:5 17:3 19:5} {contact block hit-and-stay} {head 1 any} {two-off 3-3 4-4 6-6 none} {block ahead free} {wins oyn mars oyn mars koks}]",
		"crazy_fevga":  "[{head 1 1 runner} {two-off 3-3 4-4 6-6 none} {block ahead fevga} {after-double nothing progression} {unplayed burns handed-over}]",
		"two_by_two":   "[{dice 2 4} {doubles yes no} {two-off 3-3 4-4 6-6 none}]",
		"crazy_gulbar": "[{two-off 3-3 4-4 6-6 1-1 3-3 4-4 6-6} {after-double nothing progression} {unplayed burns handed-over}]",
	}
	for id, want := range tests {
		v, _ := nardy.VariantNamed(id)
		diff := nardy.Compare(&classic, &v)
		got := fmt.Sprint(diff)
		if len(diff) == 0 {
			got = "[]"
		}
		if got != want {
			t.Errorf("card of %s: %s\nwant %s", id, got, want)
		}
	}
	for _, a := range nardy.Variants() {
		for _, b := range nardy.Variants() {
			if (len(nardy.Compare(&a, &b)) == 0) != (a.ID == b.ID) {
				t.Errorf("%s and %s have the same card", a.ID, b.ID)
			}
		}
	}
}
