// Package wire holds the messages of the socket and of the JSON API. The
// TypeScript types in web/src/gen are made from it. PROTOCOL.md says the same
// in prose, with a complete example.
package wire

import "encoding/json"

// Event is one event as the socket sends it: {"seq":…,"kind":…,"body":…} and
// what a page needs to draw the table as it stands after it.
type Event struct {
	Seq  uint64          `json:"seq"`
	At   int64           `json:"at"` // milliseconds since 1970, UTC
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body,omitempty"`
	// Now is what the event changed for everybody: absent for events after
	// which the board looks as it did (somebody sat down, a name changed).
	Now *Now `json:"now,omitempty"`
}

// Now is the table after an event.
type Now struct {
	ToAct   string          `json:"toAct"` // "first", "second", "chance", "nobody"
	View    json.RawMessage `json:"view"`  // the game's own, legal actions included
	Outcome *Outcome        `json:"outcome"`
	Score   [2]int          `json:"score"`
	Round   int             `json:"round"`
	Starts  string          `json:"starts"` // the seat that began this round
}

// Outcome is how a round ended, told in seats.
type Outcome struct {
	Winner string `json:"winner"` // "first", "second", "nobody" for a draw
	Points int    `json:"points"`
	Reason string `json:"reason"`
}

// Command is what a client asks for: in the body of a POST (without Seat,
// which the Authorization header proves) or as a message on the socket.
type Command struct {
	Key  string `json:"key"`
	Seat string `json:"seat,omitempty"` // the seat's secret
	Seen uint64 `json:"seen"`
	Kind string `json:"kind"`
	Text string `json:"text,omitempty"`
}

// Answer is the answer to a Command: Seq where it was carried out, Error (and
// Message, and Rule where a rule forbids it) where it was not.
type Answer struct {
	Key string `json:"key,omitempty"`
	Seq uint64 `json:"seq,omitempty"`
	Refusal
}

// Refusal is why something was not done.
type Refusal struct {
	// Error is "stale" where the position has changed, and a sentence
	// everywhere else.
	Error   string `json:"error,omitempty"`
	Message string `json:"message,omitempty"` // always a sentence a person can read
	Rule    string `json:"rule,omitempty"`    // the rule that forbids it
	Step    int    `json:"step,omitempty"`    // which hop of the action breaks it, from 0
}

// Create is the body of POST /api/tables.
type Create struct {
	Game     string          `json:"game"`
	Options  json.RawMessage `json:"options,omitempty"`
	Position string          `json:"position,omitempty"`
	Mode     string          `json:"mode"`
	Bot      string          `json:"bot,omitempty"`
	Starts   string          `json:"starts,omitempty"`
	Names    []string        `json:"names,omitempty"` // of the first and the second seat
}

// Created is its answer.
type Created struct {
	Table string            `json:"table"`
	URL   string            `json:"url"`
	Seats map[string]string `json:"seats"`          // the secrets the caller may use
	Join  string            `json:"join,omitempty"` // link for the other player
}

// Table is the answer of GET /api/tables/ID.
type Table struct {
	Table   string          `json:"table"`
	Game    string          `json:"game"`
	Options json.RawMessage `json:"options"`
	Mode    string          `json:"mode"`
	Seats   [2]Seat         `json:"seats"`
	Seq     uint64          `json:"seq"`
	Now
	Plies []Ply `json:"plies"` // what was played in this round
}

// Seat is one place at a table.
type Seat struct {
	Name  string `json:"name,omitempty"`
	Bot   string `json:"bot,omitempty"`
	Taken bool   `json:"taken"`
}

// Ply is one action or throw of a round.
type Ply struct {
	Seat     string `json:"seat"` // "chance" for a throw
	Action   string `json:"action,omitempty"`
	Pips     []int  `json:"pips,omitempty"`
	Position string `json:"position"`
	Depth    int    `json:"depth,omitempty"` // how far a bot looked ahead, in plies
}

// Sit is the body of POST /api/tables/ID/seats: an invited person sits down.
type Sit struct {
	Invitation string `json:"invitation"`
	Key        string `json:"key"`
	Name       string `json:"name,omitempty"`
}

// Seated is its answer.
type Seated struct {
	Seat   string `json:"seat"`
	Secret string `json:"secret"`
	Seq    uint64 `json:"seq"`
}
