package studies

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/ashtarashki/bot"
)

// Wish is what Compose looks for.
type Wish struct {
	MostMoves int // studies of one to so many moves …
	PerMoves  int // … and so many of each
	// FewestChoices is the least number of first moves, leading to different
	// positions, that a study has to choose from.
	FewestChoices int
	// MostActive bounds the stones that have not finished, so that everything
	// can be proven.
	MostActive int
	// Effort is how many positions may be looked at to prove one move.
	Effort int
}

// DefaultWish is what the embedded studies were composed with.
func DefaultWish() Wish {
	return Wish{MostMoves: 6, PerMoves: 12, FewestChoices: 4, MostActive: 7, Effort: 100_000}
}

// Compose makes studies of positions of games, until the wish is fulfilled or
// there are no more. The second value tells the games apart: of one game only
// the first study of each number of moves is taken. A position in which Black
// is to move is turned round.
func (w Wish) Compose(positions iter.Seq2[ashtarashki.Position, int], analyst *bot.Analyst) []Study {
	found := make([][]Study, w.MostMoves+1)
	taken := map[[2]int]bool{} // game and number of moves
	missing := w.MostMoves * w.PerMoves
	for p, game := range positions {
		if missing == 0 {
			break
		}
		if p.ToMove == ashtarashki.Black {
			p = p.TurnedRound()
		}
		full := func(moves int) bool { return moves > w.MostMoves || len(found[moves]) >= w.PerMoves }
		study, ok := w.study(p, analyst, full)
		if !ok || taken[[2]int{game, study.Moves}] || full(study.Moves) {
			continue
		}
		taken[[2]int{game, study.Moves}] = true
		found[study.Moves] = append(found[study.Moves], study)
		missing--
	}
	return numbered(found)
}

func numbered(found [][]Study) []Study {
	var all []Study
	for moves, studies := range found {
		slices.SortFunc(studies, func(a, b Study) int {
			return cmp.Or(cmp.Compare(a.Work, b.Work), cmp.Compare(a.Position, b.Position))
		})
		for i, s := range studies {
			s.ID = fmt.Sprintf("%d-%02d", moves, i+1)
			all = append(all, s)
		}
	}
	return all
}

// study makes a study of p, if it is one. It may give up early where there are
// enough studies of as many moves as p seems to take.
func (w Wish) study(p ashtarashki.Position, analyst *bot.Analyst, full func(moves int) bool) (Study, bool) {
	active := p.Active(ashtarashki.White).Len() + p.Active(ashtarashki.Black).Len()
	if _, over := p.Ending(); over || active > w.MostActive {
		return Study{}, false
	}
	choices := successors(p)
	if len(choices) < w.FewestChoices {
		return Study{}, false
	}
	// A quick look first: most positions are not won in so few moves.
	look := analyst.Look(p, w.Effort/20)
	if look.Points() <= 0 || full((look.Plies()+1)/2) {
		return Study{}, false
	}
	winning := 0
	for _, after := range choices {
		points := -1
		if e, over := after.Ending(); !over {
			points = -analyst.Look(after, w.Effort).Points()
		} else if e.Winner == ashtarashki.White {
			points = e.Points
		}
		if points > 0 {
			winning++
		}
		if points == 0 || winning > 1 {
			return Study{}, false // open, or too easy
		}
	}
	prover := NewProver(ashtarashki.White, 30*w.Effort)
	plies, ok := prover.Fewest(p, 2*w.MostMoves)
	if !ok {
		return Study{}, false
	}
	work := prover.Work()
	line, reason := mainLine(p, plies, prover)
	if line == nil {
		return Study{}, false
	}
	return Study{Position: p.String(), Moves: (plies + 1) / 2, Line: line, Reason: reason, Work: work}, true
}

// successors are the positions after the moves of p, each once, in the order
// of the moves' notation.
func successors(p ashtarashki.Position) []ashtarashki.Position {
	var all []ashtarashki.Position
	for _, play := range p.Plays() {
		if after := p.After(play.Move); !slices.Contains(all, after) {
			all = append(all, after)
		}
	}
	return all
}

// mainLine plays a win within plies half-moves: White takes the shortest way,
// Black the longest. It is nil where the prover reached its limit.
func mainLine(p ashtarashki.Position, plies int, prover *Prover) ([]game.Action, string) {
	var line []game.Action
	for {
		if e, over := p.Ending(); over {
			return line, e.Reason
		}
		var next ashtarashki.Position
		var text game.Action
		best := -1
		for _, play := range p.Plays() {
			after := p.After(play.Move)
			n, ok := prover.Fewest(after, plies-1)
			if ok && (best < 0 || p.ToMove == ashtarashki.White && n < best || p.ToMove == ashtarashki.Black && n > best) {
				best, next, text = n, after, play.Text
			}
		}
		if best < 0 {
			return nil, ""
		}
		line = append(line, text)
		p, plies = next, best
	}
}
