package bot

import (
	"math/rand/v2"
	"os"
	"testing"
)

func courseChance(generation uint64) *rand.Rand {
	return rand.New(rand.NewPCG(CourseSeed, generation))
}

// HOD_LEARN=1 goes through the whole course and writes the weights that are
// embedded. It takes about ten minutes of one core.
func TestLearnAgain(t *testing.T) {
	if os.Getenv("HOD_LEARN") != "1" {
		t.Skip("only with HOD_LEARN=1: it rewrites weights.bin")
	}
	w, err := Learn(DefaultCourse(), courseChance, func(line string) { t.Log(line) })
	if err != nil {
		t.Fatal(err)
	}
	data, err := w.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("weights.bin", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// A short course gives the same network each time, and one that has learned:
// it wins against what it was before.
func TestAShortCourse(t *testing.T) {
	course := []Generation{{
		SelfPlay{Games: 60, Nodes: 200, Opening: 12, Stray: 25},
		Lesson{Epochs: 12, Batch: 64, Rate: 0.005, Result: 0.6, PerUnit: perUnit},
	}}
	w, err := Learn(course, courseChance, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	again, err := Learn(course, courseChance, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if *w != *again {
		t.Error("the same course and seed give another network")
	}
	if got := match(15, 1, 6, searcher(w.Network(), 200, 12), searcher((&Weights{}).Network(), 200, 12)); got.wins*3 < got.games*2 {
		t.Errorf("against a network that knows nothing: %v", got)
	}
	if _, err := Learn(nil, courseChance, func(string) {}); err == nil {
		t.Error("a course of nothing teaches something")
	}
}
