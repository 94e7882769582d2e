package nardy

import "github.com/hod-games/hod/internal/game"

// View is what the board needs, so that it can draw a position, offer its moves
// and say what is at stake without knowing a rule. Light is the first side.
// Points are numbered along Light's route; those of pairs belong to Light and
// to Dark.
//
// The dice of Dice are used one by one as a board walks the graph of the turn:
// each hop names its die, and what is left at a node where the turn ends can
// not be played.
type View struct {
	Variant string    `json:"variant"`
	Route   string    `json:"route"` // "same" or "opposed"
	Phase   string    `json:"phase"` // "draw", "decide", "throw", "play", "answer", "over"
	ToAct   game.Side `json:"toAct"` // who decides next; "chance" while dice are due
	Mover   game.Side `json:"mover"` // whose turn it is, while a raise is answered the one who offered; "nobody" before the draw and at the end
	Winner  game.Side `json:"winner"`
	Reason  string    `json:"reason,omitempty"` // how the game ended
	Starter game.Side `json:"starter"`

	Points  [24]int   `json:"points"`            // checkers on points 1 … 24, Dark's negative
	Covered []int     `json:"covered,omitempty"` // points where one enemy checker lies below
	Bar     [2]int    `json:"bar"`
	Off     [2]int    `json:"off"`
	Heads   [2]int    `json:"heads"`   // the point of each head
	Homes   [2][]int  `json:"homes"`   // the points of each home, in the order of its side's route
	Pips    [2]int    `json:"pips"`    // what each side still has to go
	Lead    int       `json:"lead"`    // by how many pips Light is ahead; negative when Dark is
	Home    [2]bool   `json:"home"`    // all checkers of the side are home or off, and none is on the bar
	Contact bool      `json:"contact"` // the sides can still get in each other's way
	Price   [2]Losing `json:"price"`   // what giving up costs each side now

	Thrown []int    `json:"thrown,omitempty"` // the throw as it fell
	Dice   []int    `json:"dice,omitempty"`   // the stage to be played: the throw as it fell, a double as its hops
	Usable int      `json:"usable,omitempty"` // how many of Dice a legal turn uses; one that ends the game uses all
	Handed bool     `json:"handed,omitempty"` // the opponent has left this stage
	Rest   [][2]int `json:"rest,omitempty"`   // [number, hops] of the remainder after this stage
	Extra  bool     `json:"extra,omitempty"`  // the throw is the extra one
	Head   int      `json:"head,omitempty"`   // departures from the head before this stage
	Throws [2]int   `json:"throws"`           // own throws so far
	// Then is what a double gives once all its hops are played: "throw", one
	// more throw, or "number", four hops of the next number (as long as not all
	// checkers are home by then).
	Then string `json:"then,omitempty"`
	// Unplayed is what becomes of the hops of a double that can not be played:
	// "burn" or "hand-over", to the opponent.
	Unplayed string `json:"unplayed,omitempty"`

	Cube  CubeView  `json:"cube"`
	Match MatchView `json:"match"`

	// Turn is the graph of legal hops. A graph of more than PlainHops hops is
	// in Packed instead; see there how to unpack it. A node with a single hop
	// leaves no choice; Joints are the moves of several hops that one tap can
	// make.
	Turn   *game.Turn `json:"turn,omitempty"`
	Packed *Packed    `json:"packed,omitempty"`
	// Only is the one legal action of a player who has no choice: a pass, or a
	// stage with a single result.
	Only game.Action `json:"only,omitempty"`
	// Stuck says of a pass what stops the checkers.
	Stuck *StuckView `json:"stuck,omitempty"`
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
	// Refusal is the clause by which the side whose turn it is may not raise
	// now, for tables with a cube.
	Refusal string `json:"refusal,omitempty"`
	// Choices are the words that the side to act may say, with their prices.
	Choices []CubeChoice `json:"choices,omitempty"`
}

// CubeChoice is a word of the cube.
type CubeChoice struct {
	Action game.Action `json:"action"` // "roll" and "raise", or "take" and "drop"
	// Price is that of an oyn afterwards, once a raise is accepted; of "drop"
	// it is what the side loses at once.
	Price int `json:"price"`
}

// StuckView says why nothing can be played.
type StuckView struct {
	// Rule is the clause that stops most checkers.
	Rule string `json:"rule"`
	// Hops has, for each number of the stage and each point of the player, the
	// clause that stops the checker there. With a checker on the bar only the
	// bar is listed.
	Hops []StuckHop `json:"hops"`
}

// StuckHop is a hop that can not be made.
type StuckHop struct {
	Die  int    `json:"die"`
	From string `json:"from"` // a point, or "bar"
	Rule string `json:"rule"`
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
		Variant: s.set.Variant.ID, Route: s.set.Route.String(), Phase: s.phase.String(), ToAct: s.ToAct(),
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
		v.Heads[side] = s.set.Route.Point(side, 1)
		for step := 19; step <= 24; step++ {
			v.Homes[side] = append(v.Homes[side], s.set.Route.Point(side, step))
		}
		v.Home[side] = s.pos.Home(side)
		price := s.Concede(gameSide(side))
		v.Price[side] = Losing{Kind: s.set.KindOfLoss(&s.pos, side).String(), Points: price.Points}
	}
	v.Lead = s.pos.Lead(Light)
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
	v.Then, v.Unplayed = s.afterDouble()
	for n, c := range s.rest {
		if c > 0 {
			v.Rest = append(v.Rest, [2]int{n, int(c)})
		}
	}
}

// afterDouble is what the hops of a double give if all are played, and what
// becomes of those that can not be: words of View.
func (s *State) afterDouble() (then, unplayed string) {
	number := int(s.dice.pips[0])
	played := Played{
		Side: s.side, Throw: s.thrown(), Throws: s.throws[s.side], Number: number, Rerolled: s.extra,
		HomeAtThrow: s.throw == [2]byte{} && s.pos.Home(s.side),
	}
	switch double := s.set.Doubles() && number == int(s.dice.pips[1]); {
	case s.handed:
		return "", "burn"
	case !double:
		return "", ""
	case s.set.HandOver:
		unplayed = "hand-over"
	default:
		unplayed = "burn"
	}
	switch next, _, _ := s.set.After(&s.pos, &played); next {
	case NextStage:
		then = "number"
	case NextThrow:
		then = "throw"
	default:
	}
	return then, unplayed
}

func (s *State) viewCube(v *View) {
	price := s.set.Price(s.cube.Raises)
	v.Cube = CubeView{
		Kind: s.set.Cube, Price: price, Raises: s.cube.Raises,
		Offered: s.phase == PhaseAnswer, MayRaise: s.phase == PhaseDecide,
	}
	if s.cube.Raises < s.set.maxRaises() && !s.set.Crawford {
		v.Cube.Next = s.set.Price(s.cube.Raises + 1)
	}
	if s.cube.Raises > 0 {
		v.Cube.Owner = gameSide(s.cube.Owner)
	}
	switch s.phase {
	case PhaseDecide:
		v.Cube.Choices = []CubeChoice{{Roll, price}, {Raise, v.Cube.Next}}
	case PhaseAnswer:
		v.Cube.Choices = []CubeChoice{{Take, v.Cube.Next}, {Drop, price}}
	case PhaseThrow, PhasePlay:
		if s.set.Cube != CubeNone {
			v.Cube.Refusal = s.wordRefused(Raise)
		}
	default:
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
	x := explore(&s.set.Variant, &s.pos, s.Stage())
	g := x.graph()
	turn, from := g.turn()
	v.Usable, v.Only = g.Used, onlyAction(&turn)
	if g.Stuck() {
		v.Stuck = x.stuck()
	}
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

// onlyAction is the action of a turn that has one, "" of others.
func onlyAction(t *game.Turn) game.Action {
	var only game.Action
	for i := range t.Nodes {
		switch a := t.Nodes[i].Action; {
		case a == "":
		case only != "":
			return ""
		default:
			only = a
		}
	}
	return only
}

// Turn is the graph as boards walk it, with one node for every result.
func (g *Graph) Turn() game.Turn {
	t, _ := g.turn()
	return t
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
