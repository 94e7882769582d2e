package bot

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// Generation is one round of learning: games of the network so far against
// itself, and a new network that learns from them.
type Generation struct {
	Games  SelfPlay
	Lesson Lesson
}

// DefaultCourse made the embedded weights. The games of its first generation
// are played with the evaluation by hand.
func DefaultCourse() []Generation {
	lesson := func(epochs int) Lesson {
		return Lesson{Epochs: epochs, Batch: 512, Rate: 0.003, Result: 0.6, PerUnit: perUnit}
	}
	games := func(n, nodes int) SelfPlay { return SelfPlay{Games: n, Nodes: nodes, Opening: 12, Stray: 25} }
	return []Generation{
		{games(3_000, 500), lesson(15)},
		{games(6_000, 1_000), lesson(15)},
		{games(12_000, 1_500), lesson(25)},
	}
}

// CourseSeed is the seed of the embedded weights: generation n drew from
// rand.NewPCG(CourseSeed, n). Where the machine rounds alike (amd64), learning
// again gives the same bytes.
const CourseSeed = 2026

// Learn goes through a course. source returns the chance of a generation, from
// 0; report is told how it goes. A course of no generation is an error.
func Learn(course []Generation, source func(generation uint64) *rand.Rand, report func(string)) (*Weights, error) {
	var weights *Weights
	for n, g := range course {
		r := source(uint64(n))
		var network *Network
		if weights != nil {
			network = weights.Network()
		}
		samples := g.Games.Play(r, network)
		if len(samples) == 0 {
			return nil, fmt.Errorf("generation %d: %d games gave no positions to learn from", n, g.Games.Games)
		}
		report(fmt.Sprintf("generation %d: %d positions of %d games", n, len(samples), g.Games.Games))
		weights = g.Lesson.Teach(r, samples, func(epoch int, loss float64) {
			report(fmt.Sprintf("generation %d, epoch %d: loss %.4f", n, epoch, loss))
		})
	}
	if weights == nil {
		return nil, errors.New("a course of no generation teaches nothing")
	}
	return weights, nil
}
