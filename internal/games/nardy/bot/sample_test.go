package bot

import (
	"math"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// TestASampleOfThrowsStandsForAll holds the weights of samples, and what is seen
// by them, against those of all throws.
func TestASampleOfThrowsStandsForAll(t *testing.T) {
	for _, id := range []string{"short", "triple", "two_by_two"} {
		v := variant(t, id)
		_, nets, err := Trained(id)
		if err != nil {
			t.Fatal(err)
		}
		s := NewSearcher(NewJudge(v, nets, tables))
		n := Start(v, nardy.Light)
		full, err := s.Ahead(t.Context(), &n, 1)
		if err != nil {
			t.Fatal(err)
		}
		const count, offsets = 9, 64
		var mean, spread float64
		weights := map[string]float64{}
		for k := range offsets {
			s.Sample(count, (float32(k)+0.5)/offsets)
			sum := float32(0)
			for _, r := range s.some {
				sum += r.Weight
				weights[string(r.Dice)] += float64(r.Weight) / offsets
			}
			if len(s.some) > count || math.Abs(float64(sum)-1) > 1e-5 {
				t.Errorf("%s: %d throws of together %.4f", id, len(s.some), sum)
			}
			c, err := s.Ahead(t.Context(), &n, 1)
			if err != nil {
				t.Fatal(err)
			}
			d := float64(c.Equity() - full.Equity())
			mean += d / offsets
			spread += d * d / offsets
		}
		for _, r := range s.rolls {
			if got := weights[string(r.Dice)]; math.Abs(got-float64(r.Weight)) > 0.3/count {
				t.Errorf("%s: throw %v counts %.4f, its chance is %.4f", id, r.Dice, got, r.Weight)
			}
		}
		if math.Abs(mean) > 0.01 || math.Sqrt(spread) > 0.1 {
			t.Errorf("%s: %.4f off on average, %.4f for one sample", id, mean, math.Sqrt(spread))
		}
		s.Sample(0, 0)
		if c, err := s.Ahead(t.Context(), &n, 1); err != nil || c != full {
			t.Errorf("%s: all throws again give %v, %v, not %v", id, c, err, full)
		}
	}
}
