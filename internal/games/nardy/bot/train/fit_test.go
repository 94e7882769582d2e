package train

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// lossOf is what a step descends for a throw, computed as it is written.
func lossOf(j *bot.Judge, throw []Sample) float64 {
	loss, average := 0.0, 0.0
	off := make([]float64, len(throw))
	for i := range throw {
		said, label := j.Value(&throw[i].Node), throw[i].Chances
		off[i] = float64(said.Equity() - label.Equity())
		average += off[i] / float64(len(throw))
		for o, p := range said {
			if p > 0 && p < 1 {
				loss -= float64(label[o])*math.Log(float64(p)) + (1-float64(label[o]))*math.Log(1-float64(p))
			}
		}
	}
	for _, d := range off {
		loss += between / 2 * (d - average) * (d - average)
	}
	return loss
}

// TestThrowsTeachTheWayDown compares what a throw teaches with how the loss changes
// when a weight does.
func TestThrowsTeachTheWayDown(t *testing.T) {
	nets := run(t, short(300), bot.Nets{}, 0, 1).Nets()
	nets[bot.Race], nets[bot.Locked] = nil, nil
	v, _ := nardy.VariantNamed("hyper")
	var throw []Sample
	for _, s := range samplesBy(t, nets, 3, func(l *Labels) { l.Siblings = 4 }) {
		if s.Sibling || len(throw) < 2 {
			throw = append(throw, s)
		} else if len(throw) > 2 {
			break
		}
		if !s.Sibling {
			throw = throw[len(throw)-1:]
		}
	}
	if len(throw) < 3 {
		t.Fatalf("%d results of a throw", len(throw))
	}
	for i := range throw {
		// The labels are as good as what the networks say; these are not.
		throw[i].Chances[bot.Win] *= 0.7 + 0.1*float32(i)
	}
	taught := newTeaching(&v, nets, tables)
	taught.learn(throw)
	n := nets[bot.Contact]
	up := weights(taught.learners[bot.Contact].uphill)
	for layer, w := range weights(n) {
		steepest := make([]int, len(w))
		for i := range steepest {
			steepest[i] = i
		}
		slope := func(i int) float64 { return math.Abs(float64(up[layer][i])) }
		slices.SortFunc(steepest, func(a, b int) int { return cmp.Compare(slope(b), slope(a)) })
		if slope(steepest[0]) < 0.005 {
			t.Errorf("layer %d learns at most %.4f", layer, slope(steepest[0]))
		}
		for _, i := range steepest[:min(15, len(w))] {
			const little = 0.01
			kept := w[i]
			w[i] = kept + little
			above := lossOf(bot.NewJudge(&v, nets, tables), throw)
			w[i] = kept - little
			below := lossOf(bot.NewJudge(&v, nets, tables), throw)
			w[i] = kept
			want := -(above - below) / (2 * little)
			if got := float64(up[layer][i]); math.Abs(got-want) > 0.03*math.Abs(want)+0.001 {
				t.Errorf("layer %d, weight %d: %.4f, by differences %.4f", layer, i, got, want)
			}
		}
	}
}

// TestThrowsAreKeptTogether cuts samples into throws.
func TestThrowsAreKeptTogether(t *testing.T) {
	samples := []Sample{{}, {Sibling: true}, {}, {}, {Sibling: true}, {Sibling: true}}
	var got []int
	for _, throw := range throwsOf(samples) {
		got = append(got, len(throw))
	}
	if len(got) != 3 || got[0] != 2 || got[1] != 1 || got[2] != 3 {
		t.Errorf("throws of %v results, want 2, 1 and 3", got)
	}
	if throws := throwsOf(nil); len(throws) != 0 {
		t.Errorf("%d throws of no samples", len(throws))
	}
}
