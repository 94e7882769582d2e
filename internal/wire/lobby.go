package wire

import "encoding/json"

// Lobby is the answer of GET /api/lobby: the open tables.
type Lobby struct {
	// Tag stands for the offers: given back as ?wait=TAG it makes the server
	// wait until they are others.
	Tag    string  `json:"tag"`
	Offers []Offer `json:"offers"` // newest first, at most a hundred
}

// Offer is an open table: anybody may sit down in its second seat.
type Offer struct {
	Table    string          `json:"table"`
	Game     string          `json:"game"`
	Options  json.RawMessage `json:"options"`
	Position string          `json:"position,omitempty"` // where it begins, if not where the game does
	Starts   string          `json:"starts"`
	Dice     string          `json:"dice,omitempty"` // absent in games without dice
	Clock    *Tempo          `json:"clock,omitempty"`
	At       int64           `json:"at"` // since when it is offered, milliseconds since 1970, UTC
}

// Take is the body of POST /api/lobby/ID: somebody sits down at an open table.
// The answer is a Seated.
type Take struct {
	// Key is at least 20 bytes that nobody can guess: whoever repeats it gets
	// the seat again.
	Key string `json:"key"`
	// Name is not looked at: there are no names at tables of strangers.
	Name   string `json:"name,omitempty"`
	Commit string `json:"commit,omitempty"` // what the seat commits itself to
}
