package bot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// TestInputsDoNotKnowColours compares the inputs of positions with those of the
// same positions with the colours exchanged.
func TestInputsDoNotKnowColours(t *testing.T) {
	for _, v := range nardy.Variants() {
		j := NewJudge(&v, Nets{}, tables)
		seen := map[Phase]int{}
		randomGames(t, v.ID, 4, func(s *nardy.State, _ *rand.Rand) {
			if s.Phase() != nardy.PhaseThrow {
				return
			}
			n := nodeOf(s)
			phase, x := j.Inputs(&n)
			x = slices.Clone(x)
			swapped := n
			swapped.Pos, swapped.Side = n.Pos.Swap(), n.Side.Other()
			swapped.Throws[0], swapped.Throws[1] = n.Throws[1], n.Throws[0]
			other, y := j.Inputs(&swapped)
			if phase != other || !slices.Equal(x, y) {
				t.Fatalf("%s: inputs %v (phase %d), with the colours exchanged %v (%d)", s, x, phase, y, other)
			}
			if a, b := j.Value(&n), j.Value(&swapped); a != b {
				t.Fatalf("%s: %v, with the colours exchanged %v", s, a, b)
			}
			for i, value := range x {
				// Ten is far: an input that strays further has no scale.
				if value < -10 || value > 10 {
					t.Fatalf("%s: input %d is %v", s, i, value)
				}
			}
			seen[phase]++
		})
		if seen[Contact] == 0 || seen[Race] == 0 {
			t.Errorf("%s: positions by phase: %v", v.ID, seen)
		}
		if (seen[Locked] > 0) != (Phases(&v) > int(Locked)) && v.ID != "hyper" {
			t.Errorf("%s: positions by phase: %v", v.ID, seen)
		}
	}
}

// TestApartIsNoContact compares the quick test with that of the rules.
func TestApartIsNoContact(t *testing.T) {
	for _, v := range nardy.Variants() {
		randomGames(t, v.ID, 2, func(s *nardy.State, _ *rand.Rand) {
			p := s.Position()
			a, b := look(&v, &p, s.Turn())
			covered := p.Covered[0]|p.Covered[1] != 0
			if s.Phase() != nardy.PhaseOver && apart(&v, &a, &b) != (!v.InContact(&p) && !covered) {
				t.Fatalf("%s: apart is %t", s, apart(&v, &a, &b))
			}
		})
	}
}

// TestShotsAreThoseOfTheRules counts the throws that hit by asking the rules
// for every play. The quick count lets a checker hit with a die that the rules
// make it spend otherwise, so it may be a little high.
func TestShotsAreThoseOfTheRules(t *testing.T) {
	v := variant(t, "short")
	var g nardy.Generator
	positions, exact := 0, 0
	randomGames(t, v.ID, 3, func(s *nardy.State, _ *rand.Rand) {
		p := s.Position()
		if s.Phase() != nardy.PhaseThrow {
			return
		}
		side := s.Turn()
		n := nodeOf(s)
		b, a := look(v, &p, side)
		got, _, _ := shots(&b, across(v, a.occ&^a.made))
		want := float32(0)
		for _, roll := range Rolls(2) {
			st := Thrown(v, &n, roll.Dice)
			results, _ := g.Results(v, &p, st.rules(v))
			if slices.ContainsFunc(results, func(q nardy.Position) bool {
				return q.N[side.Other()][nardy.Bar] > p.N[side.Other()][nardy.Bar]
			}) {
				want += roll.Weight
			}
		}
		positions++
		switch diff := got - want; {
		case diff > -1e-4 && diff < 1e-4:
			exact++
		case diff < 0 || diff > 8.0/36:
			t.Errorf("%s: %.0f throws of 36 hit, counted %.0f", s, 36*want, 36*got)
		}
	})
	if positions < 50 || exact < positions*9/10 {
		t.Errorf("%d of %d counts are exact", exact, positions)
	}
}
