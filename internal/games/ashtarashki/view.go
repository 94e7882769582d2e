package ashtarashki

import (
	"github.com/hod-games/hod/internal/game"
)

// View is what the board needs.
type View struct {
	Mover   game.Side `json:"mover"`   // the side to move, "nobody" at the end
	Winner  game.Side `json:"winner"`  // "nobody" until the end
	Capture bool      `json:"capture"` // a capture is compulsory now (clause 3.4)
	// Squares are the 32 dark squares in reading order for White: b8, d8 …
	// down to g1.
	Squares []SquareView `json:"squares"`
	Counts  [2]Count     `json:"counts"` // of First (White) and of Second
	Turn    game.Turn    `json:"turn"`
}

// SquareView is a dark square and what stands on it.
type SquareView struct {
	At    string     `json:"at"` // "c3"
	Stone *StoneView `json:"stone,omitempty"`
}

// StoneView is a stone.
type StoneView struct {
	Side     game.Side `json:"side"`
	Rank     int       `json:"rank"`               // 1, 2 or 3
	State    string    `json:"state"`              // "M", "V" or "W" (clause 1.3)
	Finished bool      `json:"finished,omitempty"` // clause 2.3
}

// Count sums up one side.
type Count struct {
	Stones   int `json:"stones"` // on the board, finished ones included
	Finished int `json:"finished"`
	Turned   int `json:"turned"`  // retreated once
	Covered  int `json:"covered"` // retreated twice
}

// View returns a View.
func (s State) View() any {
	p := s.position
	outcome, over := s.Outcome()
	v := View{
		Mover:   s.ToAct(),
		Winner:  outcome.Winner,
		Capture: !over && p.CanCapture(),
		Squares: make([]SquareView, 0, Squares),
		Turn:    p.turn(),
	}
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if square, dark := SquareAt(file, rank); dark {
				v.Squares = append(v.Squares, p.squareView(square))
			}
		}
	}
	for c := range p.Sides {
		v.Counts[c] = Count{
			Stones:   p.Sides[c].Len(),
			Finished: p.Finished(Colour(c)).Len(),
			Turned:   (p.Sides[c] & p.Turned).Len(),
			Covered:  (p.Sides[c] & p.Covered).Len(),
		}
	}
	return v
}

func (p *Position) squareView(s Square) SquareView {
	stone, there := p.At(s)
	if !there {
		return SquareView{At: s.String()}
	}
	return SquareView{At: s.String(), Stone: &StoneView{
		Side:     SideOf(stone.Colour),
		Rank:     stone.Rank,
		State:    stone.Condition.String(),
		Finished: p.Finished(stone.Colour).Has(s),
	}}
}

// halfMade is a node of the turn: a stone on its way. Once the move is
// complete only the position counts.
type halfMade struct {
	at    Move
	after Position
}

// turn is the graph of the legal moves, a chain walked hop by hop.
func (p *Position) turn() game.Turn {
	t := game.Turn{Nodes: make([]game.Node, 1)}
	index := map[halfMade]int{}
	type drawn struct {
		node     int
		from, to Square
	}
	hops := map[drawn]bool{}
	for _, play := range p.Plays() {
		node, at := 0, Move{From: play.From, To: play.From}
		for step, to := range play.Path {
			from := at.To
			at.To = to
			if play.Captured != 0 {
				at.Captured |= SetOf(to)
			}
			key, action := halfMade{at: at}, game.Action("")
			if step == len(play.Path)-1 {
				key, action = halfMade{after: p.After(at)}, play.Text
			}
			next, known := index[key]
			if !known {
				next = len(t.Nodes)
				index[key] = next
				t.Nodes = append(t.Nodes, game.Node{Action: action})
			}
			if hop := (drawn{node, from, to}); !hops[hop] {
				hops[hop] = true
				t.Nodes[node].Hops = append(t.Nodes[node].Hops, game.Hop{
					From: from.String(), To: to.String(), Fx: p.effects(from, at), Next: next,
				})
			}
			node = next
		}
	}
	return t
}

// effects are what a hop does, in the order in which to draw it: the victim
// goes, the stone moves, then it is turned over, covered or taken off.
func (p *Position) effects(from Square, at Move) []game.Effect {
	stone, _ := p.At(at.From)
	to := at.To.String()
	move := game.Effect{Kind: "move", From: from.String(), To: to, Piece: pieceWord(stone)}
	if at.Captured != 0 {
		victim, _ := p.At(at.To)
		return []game.Effect{{Kind: "take", From: to, Piece: pieceWord(victim)}, move}
	}
	if !p.Retreats(at) {
		return []game.Effect{move}
	}
	switch stone.Condition {
	case Full:
		stone.Condition = Turned
		return []game.Effect{move, {Kind: "turn", To: to, Piece: pieceWord(stone)}}
	case Turned:
		stone.Condition = Covered
		return []game.Effect{move, {Kind: "cover", To: to, Piece: pieceWord(stone)}}
	case Covered:
	}
	return []game.Effect{move, {Kind: "off", From: to, Piece: pieceWord(stone)}}
}

// pieceWord is a stone in the effects of a hop: its side and its notation,
// "wM3".
func pieceWord(s Stone) string { return s.Colour.String()[:1] + s.String() }
