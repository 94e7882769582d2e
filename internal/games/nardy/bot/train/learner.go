package train

import (
	"math"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// learner changes a network by stochastic gradient descent.
type learner struct {
	net    *bot.Net
	active []int32
	hidden []float32
	back   []float32
	out    bot.Chances
}

func newLearner(n *bot.Net) *learner {
	return &learner{net: n, hidden: make([]float32, n.Hidden), back: make([]float32, n.Hidden)}
}

// fresh is a network to begin with: small weights, drawn from r.
func fresh(r *rand.Rand, inputs, hidden, outputs int) *bot.Net {
	n := bot.NewNet(inputs, hidden, outputs)
	for i := range n.First {
		n.First[i] = float32(r.NormFloat64() * 0.1)
	}
	for i := range n.Second {
		n.Second[i] = float32(r.NormFloat64() * 0.1)
	}
	for o := 1; o < outputs; o++ {
		n.Last[o] = -1 // more than one price is rarer than not
	}
	return n
}

func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// forward is the chances for inputs x; learn changes what belongs to them.
func (l *learner) forward(x []float32) bot.Chances {
	n := l.net
	l.active = l.active[:0]
	for i, v := range x {
		if v != 0 {
			l.active = append(l.active, int32(i))
		}
	}
	sums := l.hidden
	copy(sums, n.Bias)
	for _, i := range l.active {
		axpy(sums, n.First[int(i)*n.Hidden:(int(i)+1)*n.Hidden], x[i])
	}
	for j, s := range sums {
		l.hidden[j] = sigmoid(s)
	}
	for o := range n.Outputs {
		sum := n.Last[o]
		w := n.Second[o*n.Hidden : (o+1)*n.Hidden]
		for j, h := range l.hidden {
			sum += h * w[j]
		}
		l.out[o] = sigmoid(sum)
	}
	return l.out
}

// learn moves the output of the last forward pass, for inputs x, towards the
// target: a step of cross-entropy.
func (l *learner) learn(x []float32, target *bot.Chances, rate float32) {
	var wrong bot.Chances
	for o := range l.net.Outputs {
		wrong[o] = target[o] - l.out[o]
	}
	l.add(l.net, x, &wrong, rate)
}

// add adds to the weights of a network of the same size, which may be the one that
// learns, so many times what changes the outputs of the last forward pass, for
// inputs x, as wanted. Those are before their sigmoids.
func (l *learner) add(to *bot.Net, x []float32, wanted *bot.Chances, times float32) {
	n := l.net
	clear(l.back)
	for o := range n.Outputs {
		from, until := o*n.Hidden, (o+1)*n.Hidden
		axpy(l.back, n.Second[from:until], wanted[o])
		axpy(to.Second[from:until], l.hidden, times*wanted[o])
		to.Last[o] += times * wanted[o]
	}
	for j, h := range l.hidden {
		l.back[j] *= h * (1 - h)
	}
	for _, i := range l.active {
		axpy(to.First[int(i)*n.Hidden:(int(i)+1)*n.Hidden], l.back, times*x[i])
	}
	axpy(to.Bias, l.back, times)
}

// axpy adds a·x to y.
func axpy(y, x []float32, a float32) {
	for len(y) >= 4 && len(x) >= 4 {
		y[0] += a * x[0]
		y[1] += a * x[1]
		y[2] += a * x[2]
		y[3] += a * x[3]
		y, x = y[4:], x[4:]
	}
	for i := range y {
		y[i] += a * x[i]
	}
}
