package nardy_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// TestResultsAndStatesAgree takes results of the generator back into the game
// in both ways: State.After, and the action of State.ActionTo.
func TestResultsAndStatesAgree(t *testing.T) {
	var g nardy.Generator
	for i, v := range nardy.Variants() {
		src := newSource(&v, rand.New(rand.NewPCG(31, uint64(i))))
		for range 60 {
			s := src.state()
			p := s.Position()
			found, used := g.Results(&v, &p, s.Stage())
			result := found[src.r.IntN(len(found))]
			a, ok := s.ActionTo(result)
			if !ok {
				t.Fatalf("%s: no action leads to %s", s, v.Code(&result))
			}
			if got, want := act(t, s, string(a)).String(), s.After(result, used).String(); got != want {
				t.Fatalf("%s: %q leads to %s, After to %s", s, a, got, want)
			}
		}
	}
}

// TestGeneratorDoesNotAllocate keeps the loop of bots free of garbage.
func TestGeneratorDoesNotAllocate(t *testing.T) {
	states := middleGame(t)
	v := states[0].Variant()
	var g nardy.Generator
	dice := [][]uint8{{6, 1}, {4, 3}, {2, 2, 2, 2}, {5, 5, 5, 5}}
	run := func() {
		for i, s := range states {
			p := s.Position()
			g.Results(&v, &p, nardy.Stage{Side: s.Turn(), Dice: dice[i%len(dice)]})
		}
	}
	run() // the buffers grow
	if n := testing.AllocsPerRun(10, run); n > 0 {
		t.Errorf("%v allocations for %d calls", n, len(states))
	}
}

func ExampleGenerator() {
	v, _ := nardy.VariantNamed("short")
	p := v.Initial()
	var g nardy.Generator
	results, used := g.Results(&v, &p, nardy.Stage{Side: nardy.Light, Dice: []uint8{3, 1}})
	fmt.Println(len(results), "results with", used, "dice; one of them:")
	fmt.Println(v.Code(&results[0]))
	// Output:
	// 16 results with 2 dice; one of them:
	// 0,1,0,1,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0
}
