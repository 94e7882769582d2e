package bot

import (
	"fmt"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// chooser is anything that picks a move, by number.
type chooser func(p ashtarashki.Position, r *rand.Rand) ashtarashki.Move

// uniform is the random player.
func uniform(p ashtarashki.Position, r *rand.Rand) ashtarashki.Move {
	moves := p.AppendMoves(nil)
	return moves[r.IntN(len(moves))]
}

// material counts stones: its own less the other side's. A game won is worth
// more than all stones.
func material(p *ashtarashki.Position) int {
	return p.Sides[p.ToMove].Len() - p.Sides[p.ToMove.Other()].Len()
}

// fullWidth is the frozen opponent: every move to a fixed depth, material and
// nothing else at the end, one of the best moves by chance. Alpha-beta changes
// none of its values.
func fullWidth(depth int) chooser {
	const won = 1000
	var value func(p ashtarashki.Position, depth, alpha, beta int) int
	value = func(p ashtarashki.Position, depth, alpha, beta int) int {
		if e, over := p.Ending(); over {
			score := won * e.Points
			if e.Winner != p.ToMove {
				score = -score
			}
			return score
		}
		if depth == 0 {
			return material(&p)
		}
		var buffer [64]ashtarashki.Move
		for _, m := range p.AppendMoves(buffer[:0]) {
			if alpha = max(alpha, -value(p.After(m), depth-1, -beta, -alpha)); alpha >= beta {
				break
			}
		}
		return alpha
	}
	return func(p ashtarashki.Position, r *rand.Rand) ashtarashki.Move {
		best, ties := -10*won, 0
		var choice ashtarashki.Move
		for _, m := range p.AppendMoves(nil) {
			score := -value(p.After(m), depth-1, -10*won, -best+1)
			if score > best {
				best, ties = score, 0
			}
			if score == best {
				if ties++; r.IntN(ties) == 0 {
					choice = m
				}
			}
		}
		return choice
	}
}

// searcher plays as a level does, with a node limit.
func searcher(network *Network, nodes, bits int) chooser {
	s := newSearch(network, bits)
	return func(p ashtarashki.Position, _ *rand.Rand) ashtarashki.Move {
		s.limit = nodes
		return s.best(p, deepest).Move
	}
}

// opening plays random half-moves from the start; the game is not over then.
func opening(r *rand.Rand, plies int) ashtarashki.Position {
	for {
		p := ashtarashki.Initial()
		for range plies {
			p.Make(uniform(p, r))
		}
		if _, over := p.Ending(); !over {
			return p
		}
	}
}

type tally struct{ games, wins, clean, cleanLost int }

func (t tally) String() string {
	return fmt.Sprintf("%d of %d won (%.1f %%), %d of them clean; %d lost clean",
		t.wins, t.games, 100*float64(t.wins)/float64(t.games), t.clean, t.cleanLost)
}

// match plays openings twice each, with the sides exchanged.
func match(openings int, seed uint64, plies int, a, b chooser) tally {
	var t tally
	for n := range openings {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		start := opening(r, plies)
		for _, aPlays := range [...]ashtarashki.Colour{ashtarashki.White, ashtarashki.Black} {
			p := start
			for {
				if e, over := p.Ending(); over {
					t.games++
					if e.Winner == aPlays {
						t.wins++
						if e.Points == 2 {
							t.clean++
						}
					} else if e.Points == 2 {
						t.cleanLost++
					}
					break
				}
				if p.ToMove == aPlays {
					p.Make(a(p, r))
				} else {
					p.Make(b(p, r))
				}
			}
		}
	}
	return t
}
