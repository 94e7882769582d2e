package train

import (
	"math"

	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// descent changes a network by steps that are as long for a weight that seldom
// counts as for one that always does: Adam (Kingma and Ba, 2015), with the
// constants of that paper.
type descent struct {
	*learner
	uphill       *bot.Net // the way to go since the last step
	mean, square *bot.Net // running averages of uphill and of its square
	steps        int
}

const (
	meanDecay   = 0.9
	squareDecay = 0.999
	tiny        = 1e-8
)

func newDescent(n *bot.Net) *descent {
	like := func() *bot.Net { return bot.NewNet(n.Inputs, n.Hidden, n.Outputs) }
	return &descent{learner: newLearner(n), uphill: like(), mean: like(), square: like()}
}

// weights are all weights of a network, layer by layer.
func weights(n *bot.Net) [4][]float32 { return [4][]float32{n.First, n.Bias, n.Second, n.Last} }

// step changes the network along uphill, and begins that anew.
func (d *descent) step(rate float64) {
	d.steps++
	// The averages began with nothing, and are too small at first.
	length := float32(rate * math.Sqrt(1-math.Pow(squareDecay, float64(d.steps))) / (1 - math.Pow(meanDecay, float64(d.steps))))
	uphill, mean, square := weights(d.uphill), weights(d.mean), weights(d.square)
	for layer, w := range weights(d.net) {
		g, m, s := uphill[layer][:len(w)], mean[layer][:len(w)], square[layer][:len(w)]
		for i := range w {
			m[i] += (1 - meanDecay) * (g[i] - m[i])
			s[i] += (1 - squareDecay) * (g[i]*g[i] - s[i])
			w[i] += length * m[i] / (float32(math.Sqrt(float64(s[i]))) + tiny)
		}
		clear(g)
	}
}
