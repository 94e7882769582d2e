package bot

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// middleGames are positions from games of the search against itself, 10 to 40
// half-moves after a random opening, in which there is a choice of moves.
func middleGames(network *Network, n int) []ashtarashki.Position {
	r := rand.New(rand.NewPCG(2, 100))
	play := searcher(network, 2000, 14)
	var positions []ashtarashki.Position
	for len(positions) < n {
		p := opening(r, 8)
		over := false
		for range 10 + r.IntN(31) {
			if _, over = p.Ending(); over {
				break
			}
			p.Make(play(p, r))
		}
		if _, over = p.Ending(); !over && len(p.AppendMoves(nil)) > 1 {
			positions = append(positions, p)
		}
	}
	return positions
}

// BenchmarkSearch reports how deep the winning level looks in the middle game
// and what a move takes it.
func BenchmarkSearch(b *testing.B) {
	network := Trained()
	positions := middleGames(network, 100)
	s := newSearch(network, tableBits)
	var depths []int
	var times []time.Duration
	nodes := 0
	for b.Loop() {
		p := positions[len(depths)%len(positions)]
		start := time.Now()
		s.limit = budget * Rate
		result := s.best(p, deepest)
		times = append(times, time.Since(start))
		depths = append(depths, result.Depth)
		nodes += s.nodes
	}
	slices.Sort(depths)
	slices.Sort(times)
	b.ReportMetric(float64(depths[len(depths)/2]), "median-depth")
	b.ReportMetric(float64(times[len(times)*99/100].Milliseconds()), "p99-ms")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
