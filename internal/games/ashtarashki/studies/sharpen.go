package studies

import (
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/ashtarashki/bot"
)

// tries is how many changes Sharpen tries before it gives up.
const tries = 100

// Sharpen changes a position in which White soon wins, a stone at a time, until
// only one first move seems to win, and that by a capture or by an offer if it
// can be. It reports false where White does not win, and where there are
// several ways to the end. Compose proves what it returns.
func (w Wish) Sharpen(p ashtarashki.Position, analyst *bot.Analyst, r *rand.Rand) (ashtarashki.Position, bool) {
	best, sharp, _ := w.winning(p, analyst)
	for n := 0; n < tries && best > 0 && !(best == 1 && sharp && w.rich(p)); n++ {
		q, ok := changed(p, r)
		if !ok {
			continue
		}
		wins, fight, _ := w.winning(q, analyst)
		if wins > 0 && wins <= best && (fight || !sharp || wins < best) {
			p, best, sharp = q, wins, fight
		}
	}
	return p, best == 1 && w.rich(p)
}

// Lengthen changes a study, a stone at a time, until the win seems to take as
// many moves as are wished for at most and the first one is the only one still.
// It reports false where that did not come about.
func (w Wish) Lengthen(p ashtarashki.Position, analyst *bot.Analyst, r *rand.Rand) (ashtarashki.Position, bool) {
	_, _, longest := w.winning(p, analyst)
	for n := 0; n < tries && longest < w.MostMoves; n++ {
		q, ok := changed(p, r)
		if !ok {
			continue
		}
		if wins, _, moves := w.winning(q, analyst); wins == 1 && moves >= longest {
			p, longest = q, moves
		}
	}
	return p, longest == w.MostMoves && w.rich(p)
}

// rich reports whether there is a choice of first moves.
func (w Wish) rich(p ashtarashki.Position) bool {
	fewest := w.FewestChoices
	if p.CanCapture() {
		fewest = w.FewestCaptures
	}
	return len(successors(p)) >= fewest
}

// winning is how many first moves seem to win, at a quick look; 0 where the
// position is not won in the moves that are wished for at most. Sharp tells
// whether one of them captures, or makes the other side capture; moves is how
// many the win seems to take.
func (w Wish) winning(p ashtarashki.Position, analyst *bot.Analyst) (wins int, sharp bool, moves int) {
	if !w.fits(p) {
		return 0, false, 0
	}
	look := analyst.Look(p, w.Quick)
	if moves = (look.Plies() + 1) / 2; look.Points() <= 0 || moves > w.MostMoves {
		return 0, false, 0
	}
	for _, after := range successors(p) {
		e, over := after.Ending()
		if over && e.Winner == ashtarashki.White || !over && analyst.Look(after, w.Quick).Points() < 0 {
			wins++
			sharp = sharp || p.CanCapture() || !over && after.CanCapture()
		}
	}
	return wins, sharp, moves
}

// changed moves a stone to a square beside it, exchanges its rank, or adds or
// takes away one. It reports false where that can not be.
func changed(p ashtarashki.Position, r *rand.Rand) (ashtarashki.Position, bool) {
	all := p.Sides[ashtarashki.White] | p.Sides[ashtarashki.Black]
	from := draw(&all, r)
	stone, _ := p.At(from)
	to := from
	switch r.IntN(4) {
	case 0:
		beside := from.Neighbours()
		to = draw(&beside, r)
	case 1:
		stone.Rank = 1 + r.IntN(3)
	case 2: // one more of its kind
		to = ashtarashki.Square(r.IntN(ashtarashki.Squares))
	case 3:
		p.Remove(from)
		return p, true
	}
	if to != from {
		if _, taken := p.At(to); taken {
			return p, false
		}
	}
	q := p
	if to == from || r.IntN(2) == 0 {
		q.Remove(from)
	}
	q.Place(to, stone)
	if (q.Sides[stone.Colour] & q.Ranks[stone.Rank-1]).Len() > ashtarashki.PerRank {
		return p, false
	}
	return q, true
}

// draw takes a square out of a set that is not empty.
func draw(set *ashtarashki.Set, r *rand.Rand) ashtarashki.Square {
	rest := *set
	for range r.IntN(set.Len()) {
		rest = rest.Rest()
	}
	s := rest.First()
	*set &^= ashtarashki.SetOf(s)
	return s
}
