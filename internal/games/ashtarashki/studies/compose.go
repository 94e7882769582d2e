package studies

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/ashtarashki/bot"
)

// Wish is what Compose looks for.
type Wish struct {
	FewestMoves, MostMoves int // studies of so many moves …
	// PerMoves is how many of each, by their theme.
	PerMoves map[Theme]int
	// FewestChoices is the least number of first moves, leading to different
	// positions, that a study has to choose from; FewestCaptures the same where
	// they are captures, which are few by nature.
	FewestChoices, FewestCaptures int
	// MostActive bounds the stones that have not finished, so that everything
	// can be proven.
	MostActive int
	// FewestStones keeps the board from looking empty.
	FewestStones int
	// Quick is how many positions are looked at to see whether there may be a
	// study, and Effort how many to prove one move.
	Quick, Effort int
	// MostWork bounds Study.Work: the page that answers a move looks at as many.
	MostWork int
}

// ShortWish is what most of the embedded studies were composed with.
func ShortWish() Wish {
	return Wish{
		FewestMoves: 1, MostMoves: 6, PerMoves: map[Theme]int{Race: 2, Capture: 4, Chain: 3, Offer: 4},
		FewestChoices: 4, FewestCaptures: 2, MostActive: 9, FewestStones: 6, Quick: 1000, Effort: 60_000, MostWork: 40_000,
	}
}

// LongWish is what those of six moves were composed with: a quick look does not
// see so far.
func LongWish() Wish {
	w := ShortWish()
	w.FewestMoves = 6
	w.Quick, w.Effort, w.MostWork = 6000, 120_000, 100_000
	return w
}

// Compose makes studies of positions of games, until the wish is fulfilled or
// there are no more. The second value tells the games apart: of one game only
// the first study of each number of moves is taken. A position in which Black
// is to move is turned round.
func (w Wish) Compose(positions iter.Seq2[ashtarashki.Position, int], analyst *bot.Analyst) []Study {
	found := make([][]Study, w.MostMoves+1)
	missing := make([]map[Theme]int, w.MostMoves+1)
	for moves := w.FewestMoves; moves <= w.MostMoves; moves++ {
		missing[moves] = maps.Clone(w.PerMoves)
	}
	wanted := func(moves int, themes ...Theme) bool {
		return moves >= w.FewestMoves && moves <= w.MostMoves && slices.ContainsFunc(themes, func(t Theme) bool { return missing[moves][t] > 0 })
	}
	anything := func(moves int) bool { return wanted(moves, themes()...) }
	taken := map[[2]int]bool{} // game and number of moves
	for p, game := range positions {
		if !open(w.MostMoves, anything) {
			break
		}
		if p.ToMove == ashtarashki.Black {
			p = p.TurnedRound()
		}
		study, ok := w.study(p, analyst, func(moves int) bool { return !anything(moves) })
		if !ok || taken[[2]int{game, study.Moves}] || !wanted(study.Moves, study.Theme) {
			continue
		}
		taken[[2]int{game, study.Moves}] = true
		found[study.Moves] = append(found[study.Moves], study)
		missing[study.Moves][study.Theme]--
	}
	return numbered(found)
}

// open reports whether anything of so many moves is still wanted.
func open(most int, anything func(moves int) bool) bool {
	for moves := 1; moves <= most; moves++ {
		if anything(moves) {
			return true
		}
	}
	return false
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
	if !w.fits(p) {
		return Study{}, false
	}
	choices := successors(p)
	fewest := w.FewestChoices
	if p.CanCapture() {
		fewest = w.FewestCaptures
	}
	if len(choices) < fewest {
		return Study{}, false
	}
	// A quick look first: most positions are not won in so few moves.
	look := analyst.Look(p, w.Quick)
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
	if line == nil || work > w.MostWork {
		return Study{}, false
	}
	theme, dull := themeOf(p, line)
	return Study{Position: p.String(), Moves: (plies + 1) / 2, Theme: theme, Line: line, Reason: reason, Work: work}, !dull
}

// fits reports whether p can be a study by its stones alone.
func (w Wish) fits(p ashtarashki.Position) bool {
	_, over := p.Ending()
	white, black := ashtarashki.White, ashtarashki.Black
	return !over && p.Active(white).Len()+p.Active(black).Len() <= w.MostActive &&
		p.Sides[white].Len()+p.Sides[black].Len() >= w.FewestStones
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
