package toy

import (
	"slices"
	"strconv"

	"github.com/hod-games/hod/internal/game"
)

// View is what a board of the toy would need.
type View struct {
	Length int       `json:"length"`
	First  [2]int    `json:"first"`
	Second [2]int    `json:"second"`
	Dice   []int     `json:"dice,omitempty"`
	Stake  int       `json:"stake"`
	Owner  game.Side `json:"owner"`
	Phase  string    `json:"phase"`
	Mover  game.Side `json:"mover"`
	Turn   game.Turn `json:"turn"`
}

// View returns a View.
func (s State) View() any {
	v := View{
		Length: s.options.Length,
		First:  s.pieces[0],
		Second: s.pieces[1],
		Stake:  s.stake,
		Owner:  s.owner,
		Phase:  phaseNames[s.phase],
		Mover:  s.ToAct(),
	}
	if s.phase != play {
		v.Turn = game.Choices(slices.Collect(s.Legal()))
		return v
	}
	v.Dice = []int{s.dice[0], s.dice[1]}
	for _, n := range s.turns().nodes {
		out := game.Node{Action: n.action}
		for _, e := range n.hops {
			from, to := strconv.Itoa(e.from), strconv.Itoa(e.to)
			kind := "move"
			if e.to == s.options.Length {
				kind = "off"
			}
			out.Hops = append(out.Hops, game.Hop{
				From: from, To: to, Die: e.die, Next: e.next,
				Fx: []game.Effect{{Kind: kind, From: from, To: to}},
			})
		}
		v.Turn.Nodes = append(v.Turn.Nodes, out)
	}
	return v
}
