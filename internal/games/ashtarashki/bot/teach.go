package bot

import (
	"math"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// Lesson is how a network learns from samples.
type Lesson struct {
	Epochs int
	Batch  int
	Rate   float64 // of learning, at the start; it falls to a hundredth
	// Result is the share of the game's result in what is learned; the rest is
	// the search's score.
	Result float64
	// PerUnit is what the scores of the samples count for one unit of the
	// logarithm of the odds.
	PerUnit float64
}

// pupil is a network while it learns, in floating point.
type pupil struct {
	first  [features][hidden]float64
	bias   [hidden]float64
	second [2][hidden]float64
	last   float64
}

// Teach trains a network on samples from nothing. Renaming the ranks in their
// cycle, three to two to one to three, leaves the rules as they are, so every
// sample stands for three, one of them drawn at each epoch. report is told the
// mean loss of every epoch.
func (l Lesson) Teach(r *rand.Rand, samples []Sample, report func(epoch int, loss float64)) *Weights {
	p := &pupil{}
	for i := range p.first {
		for j := range p.first[i] {
			p.first[i][j] = r.NormFloat64() * 0.1
		}
	}
	for view := range p.second {
		for j := range p.second[view] {
			p.second[view][j] = r.NormFloat64() * 0.2
		}
	}
	for j := range p.bias {
		p.bias[j] = 0.3
	}
	optimizer := newAdam()
	gradient := &pupil{}
	order := make([]int, len(samples))
	for i := range order {
		order[i] = i
	}
	steps := l.Epochs * (len(samples)/l.Batch + 1)
	for epoch := range l.Epochs {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		loss := 0.0
		for start := 0; start < len(order); start += l.Batch {
			batch := order[start:min(start+l.Batch, len(order))]
			*gradient = pupil{}
			for _, i := range batch {
				loss += p.learn(gradient, &samples[i], r.IntN(3), l.target(&samples[i]))
			}
			progress := float64(optimizer.step) / float64(steps)
			rate := l.Rate * (0.01 + 0.99*(1+math.Cos(math.Pi*progress))/2)
			optimizer.update(p, gradient, rate, 1/float64(len(batch)))
		}
		report(epoch, loss/float64(len(order)))
	}
	return p.weights()
}

// target is the chance of winning that a sample teaches.
func (l Lesson) target(s *Sample) float64 {
	won := 0.0
	if s.Won {
		won = 1
	}
	var judged float64
	switch {
	case s.Score > decisive:
		return 1
	case s.Score < -decisive:
		return 0
	default:
		judged = sigmoid(float64(s.Score) / l.PerUnit)
	}
	return l.Result*won + (1-l.Result)*judged
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// learn adds the gradient of one sample and returns its loss.
func (p *pupil) learn(gradient *pupil, s *Sample, turnRanks int, target float64) float64 {
	var active [2][64]int
	n := 0
	us := s.Position.ToMove
	for c := range s.Position.Sides {
		for set := s.Position.Sides[c]; set != 0; set = set.Rest() {
			square := set.First()
			kind := kindOf(&s.Position, square)
			kind = kind/3*3 + (kind%3+turnRanks)%3
			active[0][n] = feature(us, ashtarashki.Colour(c), kind, square)
			active[1][n] = feature(us.Other(), ashtarashki.Colour(c), kind, square)
			n++
		}
	}
	var units [2][hidden]float64
	out := p.last
	for view := range units {
		u := &units[view]
		*u = p.bias
		for _, f := range active[view][:n] {
			w := &p.first[f]
			for j := range u {
				u[j] += w[j]
			}
		}
		for j := range u {
			out += min(max(u[j], 0), 1) * p.second[view][j]
		}
	}
	chance := sigmoid(out)
	wrong := chance - target
	gradient.last += wrong
	for view := range units {
		var back [hidden]float64
		for j, u := range units[view] {
			gradient.second[view][j] += wrong * min(max(u, 0), 1)
			if u > 0 && u < 1 {
				back[j] = wrong * p.second[view][j]
				gradient.bias[j] += back[j]
			}
		}
		for _, f := range active[view][:n] {
			g := &gradient.first[f]
			for j := range g {
				g[j] += back[j]
			}
		}
	}
	const tiny = 1e-9
	return -target*math.Log(chance+tiny) - (1-target)*math.Log(1-chance+tiny)
}

// adam is the usual optimizer.
type adam struct {
	mean, square *pupil
	step         int
}

func newAdam() *adam { return &adam{mean: &pupil{}, square: &pupil{}} }

func (a *adam) update(p, gradient *pupil, rate, scale float64) {
	const (
		keepMean   = 0.9
		keepSquare = 0.999
		tiny       = 1e-8
		largest    = 1.98 // of a weight, so that it fits its whole number
	)
	a.step++
	rate *= math.Sqrt(1-math.Pow(keepSquare, float64(a.step))) / (1 - math.Pow(keepMean, float64(a.step)))
	one := func(w, g, m, v *float64) {
		d := *g * scale
		*m = keepMean**m + (1-keepMean)*d
		*v = keepSquare**v + (1-keepSquare)*d*d
		*w -= rate * *m / (math.Sqrt(*v) + tiny)
	}
	for i := range p.first {
		w, g, m, v := &p.first[i], &gradient.first[i], &a.mean.first[i], &a.square.first[i]
		for j := range w {
			one(&w[j], &g[j], &m[j], &v[j])
			w[j] = min(max(w[j], -largest), largest)
		}
	}
	for j := range p.bias {
		one(&p.bias[j], &gradient.bias[j], &a.mean.bias[j], &a.square.bias[j])
	}
	for view := range p.second {
		for j := range p.second[view] {
			w := &p.second[view][j]
			one(w, &gradient.second[view][j], &a.mean.second[view][j], &a.square.second[view][j])
			*w = min(max(*w, -largest), largest)
		}
	}
	one(&p.last, &gradient.last, &a.mean.last, &a.square.last)
}

// weights rounds to the whole numbers that the search uses.
func (p *pupil) weights() *Weights {
	round := func(to *[hidden]int16, from *[hidden]float64, scale, most float64) {
		for j, w := range from {
			to[j] = int16(min(max(math.Round(w*scale), -most), most))
		}
	}
	w := &Weights{Last: int32(math.Round(p.last * firstScale * secondScale))}
	for i := range p.first {
		round(&w.First[i], &p.first[i], firstScale, 2*firstScale)
	}
	round(&w.Bias, &p.bias, firstScale, 2*firstScale)
	for view := range p.second {
		round(&w.Second[view], &p.second[view], secondScale, raise-1)
	}
	return w
}
