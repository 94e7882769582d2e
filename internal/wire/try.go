package wire

import "encoding/json"

// Try is the body of POST /api/games/GAME/try: an action in a position,
// without a table and without seats.
type Try struct {
	Options  json.RawMessage `json:"options,omitempty"`
	Position string          `json:"position,omitempty"` // empty for the initial one
	Text     string          `json:"text,omitempty"`     // empty just shows the position
}

// Tried is its answer: the position after the action. There are no seats here,
// so "first" and "second" are the sides of the game itself.
type Tried struct {
	Position string          `json:"position"`
	ToAct    string          `json:"toAct"`
	View     json.RawMessage `json:"view"`
	Outcome  *Outcome        `json:"outcome"`
}

// Beat is what the socket sends when there is nothing else to send for a
// while, so that a page can tell a quiet table from a dead connection. Its
// Kind is "beat", which no event has.
type Beat struct {
	Kind string `json:"kind"`
	Seq  uint64 `json:"seq"` // the last event that was sent on this socket
	At   int64  `json:"at"`  // the time of the site, in milliseconds since 1970, UTC
}
