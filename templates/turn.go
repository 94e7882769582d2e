package templates

// Turn is every legal way to play the present turn, as a State.View marshals
// it: a graph of hops. Nodes[0] is the position before the first hop.
type Turn struct {
	Nodes []TurnNode `json:"nodes"`
}

// TurnNode is a half-made position.
type TurnNode struct {
	Action string    `json:"action"` // what to send to end the turn here, "" where it must go on
	Hops   []TurnHop `json:"hops"`
}

// TurnHop is one step of a turn.
type TurnHop struct {
	From string       `json:"from"`
	To   string       `json:"to"`
	Fx   []TurnEffect `json:"fx"`
	Next int          `json:"next"`
}

// TurnEffect is what a hop does to one piece.
type TurnEffect struct {
	Kind  string `json:"kind"` // "move", "take", "turn", "cover", "off"
	From  string `json:"from"`
	To    string `json:"to"`
	Piece string `json:"piece"`
}

// walk follows the places of a half-made turn: the first is where a piece
// stands, each further one where it goes. It returns the node it reaches and
// the hops on the way; false where there is no such way.
func (t Turn) walk(places []string) (node int, hops []TurnHop, ok bool) {
	if len(places) == 0 || len(t.Nodes) == 0 {
		return 0, nil, len(places) == 0
	}
	at := places[0]
next:
	for _, to := range places[1:] {
		for _, hop := range t.Nodes[node].Hops {
			if hop.From == at && hop.To == to {
				hops, node, at = append(hops, hop), hop.Next, to
				continue next
			}
		}
		return 0, nil, false
	}
	return node, hops, true
}

// only returns the action that ends the turn from a node where there is one
// way to go on for the piece at from, and how many hops are left; "" where
// there is a choice. An empty from is any piece.
func (t Turn) only(node int, from string) (action string, hops int) {
	if node >= len(t.Nodes) {
		return "", 0
	}
	for {
		var ways []TurnHop
		for _, hop := range t.Nodes[node].Hops {
			if from == "" || hop.From == from {
				ways = append(ways, hop)
			}
		}
		n := t.Nodes[node]
		switch {
		case len(ways) == 0:
			return n.Action, hops
		case len(ways) > 1 || n.Action != "":
			return "", 0
		}
		node, from, hops = ways[0].Next, ways[0].To, hops+1
	}
}
