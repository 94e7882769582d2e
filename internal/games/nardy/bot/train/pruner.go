package train

import (
	"math"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// How a pruner learns. It has to tell plays that are out of the question, no more.
const (
	prunerUnits  = 32
	prunerEpochs = 14
)

// Pruner is a network for bot.Mover.Prune that has learned from samples.
func Pruner(v *nardy.Variant, samples []Sample, seed uint64, tables *bot.Tables) *bot.Net {
	r := rand.New(rand.NewPCG(seed, 0x70_7275_6e65))
	j := bot.NewJudge(v, bot.Nets{}, tables)
	var start bot.Node
	l := newLearner(fresh(r, len(j.PrunerInputs(&start)), prunerUnits, bot.Outcomes(v)))
	for epoch := range prunerEpochs {
		rate := 0.03 * math.Pow(0.03, float64(epoch)/(prunerEpochs-1))
		for _, i := range r.Perm(len(samples)) {
			x := j.PrunerInputs(&samples[i].Node)
			l.forward(x)
			l.learn(x, &samples[i].Chances, float32(rate))
		}
	}
	return l.net
}
