package exact

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// TestHyperHasThePublishedValue solves hyper, which takes half an hour. The value
// for the winner of the draw is the one that Tom Keith published. The values are
// kept in the file that HOD_HYPER names after every sweep, and taken from there
// to go on with.
func TestHyperHasThePublishedValue(t *testing.T) {
	if os.Getenv("HOD_SOAK") == "" {
		t.Skip("half an hour; set HOD_SOAK=1")
	}
	s := New(3)
	path := os.Getenv("HOD_HYPER")
	if data, err := os.ReadFile(path); err == nil {
		if n, err := binary.Decode(data, binary.LittleEndian, s.Values()); err != nil || n != len(data) {
			t.Fatalf("%s: %d bytes are values, error %v", path, n, err)
		}
	}
	sweeps := 0
	for change := 1.0; change > 2e-6; sweeps++ {
		change = s.Sweep()
		t.Logf("sweep %d: changes up to %.6f, opening %.7f", sweeps, change, s.Opening())
		if path == "" {
			continue
		}
		data, err := binary.Append(nil, binary.LittleEndian, s.Values())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Opening(); math.Abs(got-0.0836795444708631) > 1e-6 {
		t.Errorf("the opening is worth %.7f after %d sweeps", got, sweeps)
	}
}

// TestTwoCheckersConverge keeps the value of the opening with two checkers.
func TestTwoCheckersConverge(t *testing.T) {
	s := New(2)
	sweeps := 0
	for change := 1.0; change > 1e-6; sweeps++ {
		change = s.Sweep()
	}
	if got := s.Opening(); math.Abs(got-0.113330) > 1e-6 {
		t.Errorf("the opening is worth %.6f after %d sweeps", got, sweeps)
	}
}

// TestPlaysAreThoseOfTheRules compares results with those of the rules that the
// site plays by.
func TestPlaysAreThoseOfTheRules(t *testing.T) {
	v, _ := nardy.VariantNamed("hyper")
	s := New(3)
	r := rand.New(rand.NewPCG(1, 2))
	var g nardy.Generator
	for range 3000 {
		i, j := r.IntN(len(s.sides)), r.IntN(len(s.sides))
		a, b := &s.sides[i], &s.sides[j]
		p := nardy.Position{}
		for _, step := range a.placement {
			p.N[nardy.Light][step]++
		}
		for _, step := range b.placement {
			p.N[nardy.Dark][step]++
		}
		if kind, _ := v.Status(&p); kind != nardy.GoesOn || shared(&p) {
			continue
		}
		throw := r.IntN(21)
		results, _ := g.Results(&v, &p, nardy.Stage{Dice: diceOf(throw)})
		got := map[nardy.Position]bool{}
		key := -1
		for _, e := range a.plays[throw] {
			if e.land&b.made != 0 || int(e.key) < key {
				continue
			}
			key = int(e.key)
			got[s.result(&e, b)] = true
		}
		if len(got) != len(results) || slices.ContainsFunc(results, func(q nardy.Position) bool { return !got[q] }) {
			t.Fatalf("%s %v: %d results, want %d", v.Code(&p), diceOf(throw), len(got), len(results))
		}
	}
}

func shared(p *nardy.Position) bool {
	for s := 1; s <= 24; s++ {
		if p.N[0][s] > 0 && p.N[1][25-s] > 0 {
			return true
		}
	}
	return false
}

func diceOf(throw int) []uint8 {
	for a := uint8(1); a <= 6; a++ {
		for b := uint8(1); b <= a; b++ {
			if throw == 0 {
				if a == b {
					return []uint8{a, a, a, a}
				}
				return []uint8{a, b}
			}
			throw--
		}
	}
	return nil
}

func (s *Solution) result(e *play, b *side) (p nardy.Position) {
	set := 0
	for k, point := range b.blots {
		set |= int(e.land>>point&1) << k
	}
	for _, step := range s.sides[e.to].placement {
		p.N[nardy.Light][step]++
	}
	for _, step := range s.sides[b.hit[set]].placement {
		p.N[nardy.Dark][step]++
	}
	return p
}

// TestOneCheckerByTheRules solves the game with one checker a second time, with
// nothing but the rules that the site plays by. The value of the start agrees
// with that of a table that GNU Backgammon's makehyper computes.
func TestOneCheckerByTheRules(t *testing.T) {
	v, _ := nardy.VariantNamed("short")
	v.Setup = [26]uint8{1: 1}
	s := New(1)
	for change := 1.0; change > 1e-7; {
		change = s.Sweep()
	}
	var g nardy.Generator
	value := map[nardy.Position]float64{}
	best := func(p nardy.Position, throw int) float64 {
		best := math.Inf(-1)
		results, _ := g.Results(&v, &p, nardy.Stage{Dice: diceOf(throw)})
		for _, q := range results {
			if kind, _ := v.Status(&q); kind != nardy.GoesOn {
				best = max(best, float64(kind.Points()))
				continue
			}
			best = max(best, -value[q.Swap()])
		}
		return best
	}
	for range 12 {
		for a := range 25 {
			for b := range 25 {
				var p nardy.Position
				p.N[nardy.Light][a], p.N[nardy.Dark][b] = 1, 1
				if shared(&p) {
					continue
				}
				sum := 0.0
				for throw := range 21 {
					sum += float64(s.weights[throw]) * best(p, throw)
				}
				value[p] = sum
			}
		}
	}
	if got := s.Value([]uint8{1}, []uint8{1}); math.Abs(float64(got)-0.452774) > 1e-5 {
		t.Errorf("the start is worth %.6f", got)
	}
	for p, want := range value {
		a, b := uint8(slices.Index(p.N[0][:], 1)), uint8(slices.Index(p.N[1][:], 1))
		if got := float64(s.Value([]uint8{a}, []uint8{b})); math.Abs(got-want) > 1e-4 {
			t.Fatalf("%s: %.6f, want %.6f", v.Code(&p), got, want)
		}
	}
}
