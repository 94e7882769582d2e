package train

import (
	"math"

	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// The constants of Adam, as its authors recommend them (Kingma and Ba, 2015).
const (
	meanKept   = 0.9
	squareKept = 0.999
	nearZero   = 1e-8
)

// adam changes a network by what a batch of samples says together. Each weight
// has a step of its own: long where the samples agree, short where they do not.
type adam struct {
	batch   int // samples a step
	count   int // samples since the last step
	weights [4][]float32
	// For every weight: the sum of what the samples of the batch want, and its
	// mean and the mean of its square over the batches before, recent ones
	// counting more.
	sum, mean, square [4][]float32
	// What the means still have of their beginning at nothing.
	meanLeft, squareLeft float64
}

func newAdam(n *bot.Net, batch int) *adam {
	a := &adam{batch: batch, meanLeft: 1, squareLeft: 1, weights: [4][]float32{n.First, n.Bias, n.Second, n.Last}}
	for k, w := range a.weights {
		a.sum[k], a.mean[k], a.square[k] = make([]float32, len(w)), make([]float32, len(w)), make([]float32, len(w))
	}
	return a
}

// gather adds what a sample wants: the output of the last forward pass of l, for
// inputs x, nearer to the target.
func (a *adam) gather(l *learner, x []float32, target *bot.Chances, rate float32) {
	n := l.net
	clear(l.back)
	for o := range n.Outputs {
		wrong := target[o] - l.out[o]
		row := o * n.Hidden
		axpy(l.back, n.Second[row:row+n.Hidden], wrong)
		axpy(a.sum[2][row:row+n.Hidden], l.hidden, wrong)
		a.sum[3][o] += wrong
	}
	for j, h := range l.hidden {
		l.back[j] *= h * (1 - h)
	}
	for _, i := range l.active {
		row := int(i) * n.Hidden
		axpy(a.sum[0][row:row+n.Hidden], l.back, x[i])
	}
	axpy(a.sum[1], l.back, 1)
	if a.count++; a.count == a.batch {
		a.step(rate)
	}
}

// step changes the weights by what has been gathered, if anything has.
func (a *adam) step(rate float32) {
	if a.count == 0 {
		return
	}
	a.meanLeft *= meanKept
	a.squareLeft *= squareKept
	rate *= float32(math.Sqrt(1-a.squareLeft) / (1 - a.meanLeft))
	part := 1 / float32(a.count)
	a.count = 0
	for k, w := range a.weights {
		sum, mean, square := a.sum[k], a.mean[k], a.square[k]
		for i := range w {
			g := sum[i] * part
			sum[i] = 0
			mean[i] = meanKept*mean[i] + (1-meanKept)*g
			square[i] = squareKept*square[i] + (1-squareKept)*g*g
			w[i] += rate * mean[i] / (float32(math.Sqrt(float64(square[i]))) + nearZero)
		}
	}
}
