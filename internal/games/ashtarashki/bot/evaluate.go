package bot

import "github.com/hod-games/hod/internal/games/ashtarashki"

// handmade is the first evaluation, from which the network learned: it counts
// stones by what they can still do, steps to the last rank, and who hunts
// whom. It is from the view of the side to move, in hundredths of a full stone.
func handmade(p *ashtarashki.Position) int {
	us, them := p.ToMove, p.ToMove.Other()
	return handmadeSide(p, us) - handmadeSide(p, them) + 10
}

func handmadeSide(p *ashtarashki.Position, c ashtarashki.Colour) int {
	finished, active := p.Finished(c), p.Active(c)
	turned, covered := active&p.Turned, active&p.Covered
	full := active &^ (turned | covered)
	score := 100*full.Len() + 55*turned.Len() + 25*covered.Len() + 110*finished.Len()
	if n := finished.Len(); n > 1 {
		score += 40 * (n - 1) * (n - 1) // four of them win
	}
	for i, rank := range p.Ranks {
		hunters := (full & rank).Len()
		prey := (p.Active(c.Other()) & p.Ranks[(i+2)%3]).Len()
		score += 6 * hunters * prey
	}
	for s := active; s != 0; s = s.Rest() {
		steps := s.First().Rank()
		if c == ashtarashki.Black {
			steps = 7 - steps
		}
		score += 4 * steps
	}
	return score
}
