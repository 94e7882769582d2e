package nardy

import "github.com/hod-games/hod/internal/game"

// View is what the board needs. Light is the first side.
type View struct {
	Variant string    `json:"variant"`
	Route   string    `json:"route"` // "same" or "opposed"
	Phase   string    `json:"phase"` // "draw", "decide", "throw", "play", "answer", "over"
	Mover   game.Side `json:"mover"` // whose turn it is; "nobody" before the draw and at the end
	Winner  game.Side `json:"winner"`
	Reason  string    `json:"reason,omitempty"` // how the game ended
	Starter game.Side `json:"starter"`

	Points  [24]int   `json:"points"`            // checkers on points 1 … 24, Dark's negative
	Covered []int     `json:"covered,omitempty"` // points where one enemy checker lies below
	Bar     [2]int    `json:"bar"`
	Off     [2]int    `json:"off"`
	Pips    [2]int    `json:"pips"`    // what each side still has to go
	Contact bool      `json:"contact"` // the sides can still get in each other's way
	Price   [2]Losing `json:"price"`   // what giving up costs each side now

	Thrown []int    `json:"thrown,omitempty"` // the throw as it fell
	Dice   []int    `json:"dice,omitempty"`   // the stage to be played, greatest number first
	Handed bool     `json:"handed,omitempty"` // the opponent has left this stage
	Rest   [][2]int `json:"rest,omitempty"`   // [number, hops] of the remainder after this stage
	Extra  bool     `json:"extra,omitempty"`  // the throw is the extra one
	Head   int      `json:"head,omitempty"`   // departures from the head before this stage
	Throws [2]int   `json:"throws"`           // own throws so far

	Cube  CubeView  `json:"cube"`
	Match MatchView `json:"match"`

	// Turn is the graph of legal hops. A graph of more than PlainHops hops is
	// in Packed instead; see Packed.Turn.
	Turn   *game.Turn `json:"turn,omitempty"`
	Packed *Packed    `json:"packed,omitempty"`
	// Auto lists the hops that automatic bear-off would make: [node, index of
	// the hop there].
	Auto [][2]int `json:"auto,omitempty"`
}

// Losing is a way to lose and its price.
type Losing struct {
	Kind   string `json:"kind"` // "oyn", "mars" or "koks"
	Points int    `json:"points"`
}

// CubeView is the raise cube.
type CubeView struct {
	Kind     string    `json:"kind"`    // "none", "linear" or "doubling"
	Price    int       `json:"price"`   // of an oyn now
	Next     int       `json:"next"`    // of an oyn after one more raise, 0 when there can be none
	Raises   int       `json:"raises"`  // accepted ones
	Owner    game.Side `json:"owner"`   // who may offer next; "nobody" while both may
	Offered  bool      `json:"offered"` // a raise wants an answer
	MayRaise bool      `json:"mayRaise"`
}

// MatchView is the match that the game belongs to.
type MatchView struct {
	Points   int    `json:"points"` // its length; 1 is a game by itself
	Score    [2]int `json:"score"`
	Stake    int    `json:"stake"`
	Crawford bool   `json:"crawford,omitempty"`
}

// PlainHops is how many hops a graph may have before it is packed: about 8 KB
// of JSON.
const PlainHops = 100

// View returns a View.
func (s *State) View() any {
	v := View{
		Variant: s.set.Variant.ID, Route: s.set.Route.String(), Phase: s.phase.String(),
		Contact: s.set.InContact(&s.pos), Throws: s.throws, Extra: s.extra, Handed: s.handed, Head: s.head,
		Match: MatchView{Points: s.set.Points, Score: s.set.Score, Stake: s.set.Stake, Crawford: s.set.Crawford},
	}
	if s.phase != PhaseDraw {
		v.Starter = gameSide(s.starter)
	}
	if s.phase != PhaseDraw && s.phase != PhaseOver {
		v.Mover = gameSide(s.side)
	}
	if o, over := s.Outcome(); over {
		v.Winner, v.Reason = o.Winner, o.Reason
	}
	s.viewCheckers(&v)
	s.viewDice(&v)
	s.viewCube(&v)
	s.viewTurn(&v)
	return v
}

// String is "same" or "opposed".
func (r Route) String() string {
	if r == Opposed {
		return "opposed"
	}
	return "same"
}

func (s *State) viewCheckers(v *View) {
	for point := 1; point <= 24; point++ {
		d := s.set.Route.Step(Dark, point)
		light, dark := int(s.pos.N[Light][point]), int(s.pos.N[Dark][d])
		switch {
		case s.pos.Covered[Dark]>>d&1 == 1:
			v.Points[point-1] = light
			v.Covered = append(v.Covered, point)
		case s.pos.Covered[Light]>>point&1 == 1:
			v.Points[point-1] = -dark
			v.Covered = append(v.Covered, point)
		default:
			v.Points[point-1] = light - dark
		}
	}
	for _, side := range [...]Side{Light, Dark} {
		v.Bar[side] = int(s.pos.N[side][Bar])
		v.Off[side] = int(s.pos.N[side][Off])
		v.Pips[side] = s.pos.Pips(side)
		price := s.Concede(gameSide(side))
		v.Price[side] = Losing{Kind: s.set.KindOfLoss(&s.pos, side).String(), Points: price.Points}
	}
}

func (s *State) viewDice(v *View) {
	if s.phase != PhasePlay {
		return
	}
	for _, d := range s.dice.slice() {
		v.Dice = append(v.Dice, int(d))
	}
	if !s.handed {
		for _, d := range s.thrown() {
			v.Thrown = append(v.Thrown, int(d))
		}
	}
	for n, c := range s.rest {
		if c > 0 {
			v.Rest = append(v.Rest, [2]int{n, int(c)})
		}
	}
}

func (s *State) viewCube(v *View) {
	v.Cube = CubeView{
		Kind: s.set.Cube, Price: s.set.price(s.cube.Raises), Raises: s.cube.Raises,
		Offered: s.phase == PhaseAnswer, MayRaise: s.phase == PhaseDecide,
	}
	if s.cube.Raises < s.set.maxRaises() && !s.set.Crawford {
		v.Cube.Next = s.set.price(s.cube.Raises + 1)
	}
	if s.cube.Raises > 0 {
		v.Cube.Owner = gameSide(s.cube.Owner)
	}
}

func (s *State) viewTurn(v *View) {
	if s.phase != PhasePlay {
		var actions []game.Action
		for a := range s.Legal() {
			actions = append(actions, a)
		}
		turn := game.Choices(actions)
		v.Turn = &turn
		return
	}
	g := s.Graph()
	turn, from := g.turn()
	for i, old := range from {
		if e, ok := s.set.AutoBearOff(s.side, &g.Nodes[old]); ok {
			v.Auto = append(v.Auto, [2]int{i, e})
		}
	}
	hops := 0
	for i := range turn.Nodes {
		hops += len(turn.Nodes[i].Hops)
	}
	if hops <= PlainHops {
		v.Turn = &turn
		return
	}
	packed := pack(turn)
	v.Packed = &packed
}

// turn is the graph as boards walk it, with one node for every result, and the
// node of g that each of its nodes stands for.
func (g *Graph) turn() (turn game.Turn, from []int) {
	index := make([]int, len(g.Nodes))
	results := map[Position]int{}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		index[i] = len(from)
		if n.Final && g.Twins {
			if at, known := results[n.Position]; known {
				index[i] = at
				continue
			}
			results[n.Position] = index[i]
		}
		from = append(from, i)
	}
	turn.Nodes = make([]game.Node, len(from))
	for i, old := range from {
		n := &g.Nodes[old]
		if n.Final {
			turn.Nodes[i].Action = g.Action(old)
		}
		for _, e := range n.Edges {
			turn.Nodes[i].Hops = append(turn.Nodes[i].Hops, e.view(index[e.Next]))
		}
	}
	return turn, from
}

// view is a hop for boards. Without effects it is a checker that goes from one
// place to the other.
func (e Edge) view(next int) game.Hop {
	h := game.Hop{From: e.From.String(), To: e.To.String(), Die: e.Die, Next: next}
	if e.Hit {
		h.Fx = append(h.Fx, game.Effect{Kind: "take", From: h.To, To: OnBar.String()})
	}
	if e.Cover {
		h.Fx = append(h.Fx, game.Effect{Kind: "cover", From: h.To, Piece: "covered"})
	}
	if e.Uncover {
		h.Fx = append(h.Fx, game.Effect{Kind: "turn", From: h.From, Piece: "free"})
	}
	return h
}
