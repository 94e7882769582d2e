package game

// Turn is every legal way to play the present turn, as a graph of hops that a
// page walks without knowing the rules: highlights, undo and one-tap moves are
// steps in this graph and cost no network traffic. Bachet's has one hop, a
// capture chain several, a double in nardy up to four.
//
// Nodes are half-made positions and are listed once each, however many ways
// lead there; Nodes[0] is the position before the first hop.
type Turn struct {
	Nodes []Node `json:"nodes"`
}

// Node is a half-made position.
type Node struct {
	// Action is what to send to end the turn here; empty where the turn must
	// go on.
	Action Action `json:"action,omitempty"`
	Hops   []Hop  `json:"hops,omitempty"`
}

// Hop is one step of a turn. Its places are words of the game's own board
// ("24", "bar", "e5"); only that game's board reads them.
type Hop struct {
	From string   `json:"from,omitempty"`
	To   string   `json:"to"`
	Die  int      `json:"die,omitempty"` // the number it uses, 0 without dice
	Fx   []Effect `json:"fx,omitempty"`  // what it does, in the order in which to draw it
	Next int      `json:"next"`          // index of the node it leads to
}

// Effect is what a hop does to one piece.
type Effect struct {
	Kind  string `json:"kind"` // "move", "take", "off", "cover", "turn"
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
	Piece string `json:"piece,omitempty"` // how the piece looks afterwards, in the game's words
}

// Choices is the Turn of a game in which a turn is one hop: every action by
// itself, its place being its text.
func Choices(actions []Action) Turn {
	t := Turn{Nodes: make([]Node, 1, len(actions)+1)}
	if len(actions) > 0 {
		t.Nodes[0].Hops = make([]Hop, 0, len(actions))
	}
	for _, a := range actions {
		t.Nodes[0].Hops = append(t.Nodes[0].Hops, Hop{To: string(a), Next: len(t.Nodes)})
		t.Nodes = append(t.Nodes, Node{Action: a})
	}
	return t
}
