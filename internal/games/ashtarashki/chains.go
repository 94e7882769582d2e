package ashtarashki

import (
	"slices"
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// Play is a legal move as it is walked and written.
type Play struct {
	Move
	Path []Square // the squares it goes to, in order; one for a quiet move
	Text game.Action
}

// Plays lists the legal moves with their notation, sorted by bytes. Chains that
// differ only in the order of their hops, and the two ways in which a covered
// stone can leave the board, are listed separately although they lead to the
// same position. A finished game has none.
func (p Position) Plays() []Play {
	if _, over := p.Ending(); over {
		return nil
	}
	var plays []Play
	if p.CanCapture() {
		plays = p.chains()
	} else {
		for _, m := range p.AppendQuiet(nil) {
			plays = append(plays, Play{Move: m, Path: []Square{m.To}})
		}
	}
	p.write(plays)
	slices.SortFunc(plays, func(a, b Play) int { return strings.Compare(string(a.Text), string(b.Text)) })
	return plays
}

// chains walks every capture hop by hop (clause 3.5).
func (p *Position) chains() []Play {
	var plays []Play
	var walk func(Play)
	walk = func(at Play) {
		next := p.hops(at.Move)
		if next == 0 {
			plays = append(plays, at)
		}
		for ; next != 0; next = next.Rest() {
			to := next.First()
			walk(Play{
				Move: Move{From: at.From, To: to, Captured: at.Captured | SetOf(to)},
				Path: append(slices.Clip(at.Path), to),
			})
		}
	}
	for own := p.own(); own != 0; own = own.Rest() {
		from := own.First()
		start := Move{From: from, To: from}
		for next := p.hops(start); next != 0; next = next.Rest() {
			to := next.First()
			walk(Play{Move: Move{From: from, To: to, Captured: SetOf(to)}, Path: []Square{to}})
		}
	}
	return plays
}

// hops are the stones that the stone from m.From can take next when it stands
// on m.To and has taken m.Captured.
func (p *Position) hops(m Move) Set {
	for i := range p.Ranks {
		if p.hunters(i).Has(m.From) && !lastRank(p.ToMove).Has(m.To) {
			return m.To.Neighbours() & p.prey(i) &^ m.Captured
		}
	}
	return 0
}
