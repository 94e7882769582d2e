package train

import (
	"math"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// Fit is how networks learn from samples.
type Fit struct {
	Seed   uint64
	Epochs int
	Rate   [2]float64 // of the first step and the last; between, it falls exponentially
}

// DefaultFit is what several hundred thousand samples want.
func DefaultFit() Fit { return Fit{Seed: 1, Epochs: 12, Rate: [2]float64{0.003, 0.00002}} }

const (
	// fitBatch is how many samples a step learns from, at least.
	fitBatch = 256
	// between is how much it counts by what the equities of the results of a throw
	// differ, against what the chances are. The choice depends on nothing else, and
	// what all results of a throw are misjudged by in common takes no part in it.
	between = 10
)

// Teach changes copies of networks by samples. report is told the root of the
// mean square of what the equities are wrong by, before the steps of each epoch.
func (f *Fit) Teach(v *nardy.Variant, nets bot.Nets, samples []Sample, tables *bot.Tables, report func(epoch int, wrong float64)) bot.Nets {
	nets = nets.Clone()
	t := newTeaching(v, nets, tables)
	throws := throwsOf(samples)
	r := rand.New(rand.NewPCG(f.Seed, 0x666974))
	learned, all := 0, f.Epochs*len(samples)
	for epoch := range f.Epochs {
		r.Shuffle(len(throws), func(a, b int) { throws[a], throws[b] = throws[b], throws[a] })
		squares, waiting := 0.0, 0
		for i, throw := range throws {
			squares += t.learn(throw)
			waiting += len(throw)
			if waiting < fitBatch && i < len(throws)-1 {
				continue
			}
			learned += waiting
			waiting = 0
			t.step(f.Rate[0] * math.Pow(f.Rate[1]/f.Rate[0], float64(learned)/float64(all)))
		}
		report(epoch, math.Sqrt(squares/float64(max(1, len(samples)))))
	}
	return nets
}

// throwsOf are the samples, those of one throw together.
func throwsOf(samples []Sample) (throws [][]Sample) {
	from := 0
	for i := range samples {
		if i+1 == len(samples) || !samples[i+1].Sibling {
			throws = append(throws, samples[from:i+1])
			from = i + 1
		}
	}
	return throws
}

// teaching is networks under way.
type teaching struct {
	judge    *bot.Judge // encodes
	learners [len(bot.Nets{})]*descent
	off      []float32 // by what the equities of the samples of a throw are too high
}

func newTeaching(v *nardy.Variant, nets bot.Nets, tables *bot.Tables) *teaching {
	t := &teaching{judge: bot.NewJudge(v, nets, tables)}
	for i, n := range nets {
		if n != nil {
			t.learners[i] = newDescent(n)
		}
	}
	if nets[bot.Locked] == nil {
		t.learners[bot.Locked] = t.learners[bot.Contact]
	}
	return t
}

// forward passes a sample through its network; nil is where no network judges.
func (t *teaching) forward(s *Sample) (d *descent, x []float32) {
	phase, x := t.judge.Inputs(&s.Node)
	if phase == bot.Exact {
		return nil, nil
	}
	d = t.learners[phase]
	d.forward(x)
	return d, x
}

// learn takes in the samples of a throw, and returns the sum of the squares of
// what their equities are wrong by. It descends
//
//	Σ cross-entropy of the chances + between/2 · Σ (off - average of off)²
func (t *teaching) learn(throw []Sample) (squares float64) {
	t.off = t.off[:0]
	sum := float32(0)
	for i := range throw {
		off := float32(0)
		if d, _ := t.forward(&throw[i]); d != nil {
			off = d.out.Equity() - throw[i].Chances.Equity()
		}
		t.off = append(t.off, off)
		sum += off
		squares += float64(off) * float64(off)
	}
	average := sum / float32(len(throw))
	weights := bot.Weights()
	for i := range throw {
		d, x := t.forward(&throw[i])
		if d == nil {
			continue
		}
		var wanted bot.Chances
		for o := range d.net.Outputs {
			p := d.out[o]
			wanted[o] = throw[i].Chances[o] - p - between*(t.off[i]-average)*weights[o]*p*(1-p)
		}
		d.add(d.uphill, x, &wanted, 1)
	}
	return squares
}

// step changes the networks by what has been taken in.
func (t *teaching) step(rate float64) {
	for i, d := range t.learners {
		if d != nil && (i == 0 || d != t.learners[bot.Contact]) {
			d.step(rate)
		}
	}
}
