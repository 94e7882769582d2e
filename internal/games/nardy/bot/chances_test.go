package bot

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTowardReachesTheEquity moves chances a little, as labels are.
func TestTowardReachesTheEquity(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		w := r.Float32()
		c := Chances{Win: w, WinMars: w * r.Float32(), LoseMars: (1 - w) * r.Float32()}
		if r.IntN(2) == 0 {
			c[WinKoks] = c[WinMars] * r.Float32()
		}
		want := c.Equity() + (r.Float32()-0.5)/20
		got := c.Toward(want)
		if want > -1 && want < 1 && math.Abs(float64(got.Equity()-want)) > 2e-3 {
			t.Errorf("%v toward %.4f is %v, %.4f", c, want, got, got.Equity())
		}
		for o := range got {
			if got[o] < 0 || got[o] > 1 || c[o] == 0 && got[o] != 0 || math.Abs(float64(got[o]-c[o])) > 0.03 {
				t.Errorf("%v toward %.4f is %v", c, want, got)
			}
		}
	}
}
