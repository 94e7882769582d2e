package bot

import (
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// Sample is a position of a game that the search played against itself.
type Sample struct {
	Position ashtarashki.Position
	Score    int16 // what the search made of it, for the side to move
	Won      bool  // whether the side to move won the game
}

// SelfPlay is how games for learning are played.
type SelfPlay struct {
	Games int
	Nodes int // positions looked at for a move
	// Opening is the most half-moves that are played at random at the start; a
	// game has one to so many.
	Opening int
	// Stray is after how many half-moves, on average, one is played at random.
	Stray int
	// Sharp also returns positions in which the side to move has to capture.
	Sharp bool
}

// Play plays the games and returns their quiet positions, or with Sharp all. A nil network is the
// evaluation by hand.
func (c SelfPlay) Play(r *rand.Rand, network *Network) []Sample {
	s := newSearch(network, 14)
	var samples []Sample
	for range c.Games {
		samples = c.game(r, s, samples)
	}
	return samples
}

func (c SelfPlay) game(r *rand.Rand, s *search, samples []Sample) []Sample {
	p := ashtarashki.Initial()
	first := len(samples)
	opening := 1 + r.IntN(c.Opening)
	for ply := 0; ; ply++ {
		if e, over := p.Ending(); over {
			for i := first; i < len(samples); i++ {
				samples[i].Won = samples[i].Position.ToMove == e.Winner
			}
			return samples
		}
		moves := p.AppendMoves(nil)
		if len(moves) == 1 || ply < opening || r.IntN(c.Stray) == 0 {
			p.Make(moves[r.IntN(len(moves))])
			continue
		}
		s.limit = c.Nodes
		result := s.best(p, deepest)
		if result.Depth > 0 && (c.Sharp || !p.CanCapture()) {
			samples = append(samples, Sample{Position: p, Score: int16(result.Score)})
		}
		p.Make(result.Move)
	}
}
