package bot

import (
	"testing"
)

// The ladder of frozen opponents: random, and full-width search that counts
// material. The search has only a small part of the winning level's measure,
// budget*Rate; the short form plays a few games.
func TestStrength(t *testing.T) {
	network := Trained()
	fewer := 100
	if soak() {
		fewer = 1
	}
	for _, step := range []struct {
		name     string
		opponent chooser
		openings int // each is played twice, with the sides exchanged
		nodes    int // positions looked at for a move
		atLeast  float64
	}{
		{"A0, random", uniform, 500, Rate / 2, 1},
		{"A1, depth 1", fullWidth(1), 500, Rate / 2, 0.999},
		{"A2, depth 2", fullWidth(2), 250, Rate, 0.995},
		{"A4, depth 4", fullWidth(4), 250, 5 * Rate, 0.98},
		{"A6, depth 6", fullWidth(6), 250, 5 * Rate, 0.93},
	} {
		t.Run(step.name, func(t *testing.T) {
			got := match(step.openings/fewer, 2026, 8, searcher(network, step.nodes, 14), step.opponent)
			t.Logf("%d positions a move: %v", step.nodes, got)
			allowed := (1 - step.atLeast) * float64(got.games)
			if !soak() {
				allowed++ // one game of a few is chance
			}
			if float64(got.games-got.wins) > allowed {
				t.Errorf("want %.1f %%", 100*step.atLeast)
			}
		})
	}
}
