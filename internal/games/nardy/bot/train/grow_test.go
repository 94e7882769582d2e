package train

import (
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// TestGrownNetworksSayWhatTheySaid asks networks about positions before and
// after they have grown, and wants the new units to learn.
func TestGrownNetworksSayWhatTheySaid(t *testing.T) {
	nets := run(t, short(300), bot.Nets{}, 0, 1).Nets()
	grown := Grow(nets, nets[bot.Contact].Hidden+5, 1)
	if nets[bot.Contact].Hidden == grown[bot.Contact].Hidden || grown[bot.Contact].Hidden%5 != nets[bot.Contact].Hidden%5 {
		t.Fatalf("%d hidden units grew to %d", nets[bot.Contact].Hidden, grown[bot.Contact].Hidden)
	}
	if nets[bot.Race].Hidden != grown[bot.Race].Hidden {
		t.Error("the network for races has grown")
	}
	v, _ := nardy.VariantNamed("hyper")
	before, after := bot.NewJudge(&v, nets, tables), bot.NewJudge(&v, grown, tables)
	samples := samplesOf(t, nets, 30)
	if len(samples) < 40 {
		t.Fatalf("%d positions", len(samples))
	}
	for i := range samples {
		n := &samples[i].Node
		for o, c := range before.Value(n) {
			if d := c - after.Value(n)[o]; d > 1e-5 || d < -1e-5 {
				t.Fatalf("position %d: %v, grown %v", i, before.Value(n), after.Value(n))
			}
		}
	}
	f := Fit{Seed: 1, Epochs: 2, Rate: [2]float64{0.003, 0.003}}
	taught := f.Teach(&v, grown, samples, tables, func(int, float64) {})
	n := taught[bot.Contact]
	for o := range n.Outputs {
		for _, w := range n.Second[(o+1)*n.Hidden-5 : (o+1)*n.Hidden] {
			if w != 0 {
				return
			}
		}
	}
	t.Error("the new units have learned nothing")
}
