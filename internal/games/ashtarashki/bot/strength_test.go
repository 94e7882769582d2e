package bot

import (
	"testing"
)

// The ladder of frozen opponents: random, and full-width search that counts
// material. The short form gives the search a hundredth of its measure and
// plays a few games; with HOD_SOAK=1 it plays all, at a tenth, so that it ends
// within the hour.
func TestStrength(t *testing.T) {
	network := Trained()
	nodes, fewer := 5*Rate, 40
	if soak() {
		nodes, fewer = 50*Rate, 1
	}
	for _, step := range []struct {
		name     string
		opponent chooser
		openings int // each is played twice, with the sides exchanged
		atLeast  float64
	}{
		{"A0, random", uniform, 500, 1},
		{"A1, depth 1", fullWidth(1), 500, 0.999},
		{"A2, depth 2", fullWidth(2), 250, 0.995},
		{"A4, depth 4", fullWidth(4), 250, 0.98},
		{"A6, depth 6", fullWidth(6), 250, 0.93},
	} {
		t.Run(step.name, func(t *testing.T) {
			got := match(step.openings/fewer, 2026, 8, searcher(network, nodes, 16), step.opponent)
			t.Logf("%d positions a move: %v", nodes, got)
			// A few games more or less are chance.
			if share := float64(got.wins) / float64(got.games); share < step.atLeast-0.06 || soak() && share < step.atLeast {
				t.Errorf("%.1f %%, want %.1f %%", 100*share, 100*step.atLeast)
			}
		})
	}
}
