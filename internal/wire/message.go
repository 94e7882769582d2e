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
	// Calls comes without Now where who is awaited may have changed: at tables
	// with dice, after somebody sat down, committed himself or called.
	Calls []string `json:"calls,omitzero"`
	// Clock comes without Now where it begins to run: after somebody sat down.
	Clock *Clock `json:"clock,omitempty"`
}

// Now is the table after an event.
type Now struct {
	ToAct   string          `json:"toAct"` // "first", "second", "chance", "nobody"
	View    json.RawMessage `json:"view"`  // the game's own, legal actions included
	Outcome *Outcome        `json:"outcome"`
	Score   [2]int          `json:"score"`
	Round   int             `json:"round"`
	Starts  string          `json:"starts"` // the seat that began this round
	// Calls are the seats whose command "roll" the throw that is due waits for,
	// while ToAct is "chance". At a hot-seat table, and with own dice, one of
	// them is enough.
	Calls []string `json:"calls,omitempty"`
	// MatchOver is true once the round is over and has decided its match.
	MatchOver bool   `json:"matchOver,omitempty"`
	Clock     *Clock `json:"clock,omitempty"` // absent at tables without one
}

// Tempo is how much time a clock gives, in seconds.
type Tempo struct {
	Kind string `json:"kind"` // "delay" or "fischer"
	Bank int    `json:"bank"` // for a round
	Each int    `json:"each"` // for each turn: before the bank is touched, or added after it
}

// Clock is the clock of a table as it stood at Since. While it runs for a seat,
// what is left of Free goes first, then the bank of that seat.
type Clock struct {
	Tempo
	Left  [2]int64 `json:"left"`           // of the banks, by seat, in milliseconds
	Free  int64    `json:"free,omitempty"` // of the delay of this turn, in milliseconds
	Runs  string   `json:"runs"`           // "first", "second", "nobody"
	Since int64    `json:"since"`          // by the clock of the site, in milliseconds since 1970, UTC
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
	// Reveal and Commit are the seat's part in throws to come: the secret of
	// its standing commitment, and its next commitment.
	Reveal string `json:"reveal,omitempty"`
	Commit string `json:"commit,omitempty"`
}

// KindHere is what a page says on its socket when it wants to be counted: with
// Seat, the secret of a seat it has, or without, as a watcher. A page with both
// seats says it for each. It makes no event and gets no answer; from then on
// the socket tells of KindPresence.
const KindHere = "here"

// KindPresence is the kind of the message that says who is at the table: as an
// Event whose Seq is that of the last event and whose Body is a Presence.
const KindPresence = "presence"

// Presence is who is at a table now. It is no event: no log has it.
type Presence struct {
	First    bool `json:"first"`    // a page with the first seat is connected, or was a few seconds ago
	Second   bool `json:"second"`   // the same of the second seat
	Watchers int  `json:"watchers"` // pages without a seat
	// Leaving are those of First and Second whose last page has just gone: it may
	// be loaded again.
	Leaving [2]bool `json:"leaving,omitzero"`
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
	Open     bool            `json:"open,omitempty"` // in mode "link": anybody may sit down, from the lobby
	Bot      string          `json:"bot,omitempty"`
	Starts   string          `json:"starts,omitempty"`
	Names    []string        `json:"names,omitempty"` // of the first and the second seat
	Dice     string          `json:"dice,omitempty"`  // "fair" or "own"
	Clock    *Tempo          `json:"clock,omitempty"`
	Commit   string          `json:"commit,omitempty"` // what the first seat commits itself to
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
	Options json.RawMessage `json:"options"` // of this round: they change in the course of a match
	Mode    string          `json:"mode"`
	Seats   [2]Seat         `json:"seats"`
	Seq     uint64          `json:"seq"`
	Now
	Plies []Ply `json:"plies"`          // what was played in this round
	Dice  *Dice `json:"dice,omitempty"` // absent in games without dice
}

// Dice are the dice of a table.
type Dice struct {
	Kind    string    `json:"kind"`             // "fair", or "own"
	Next    int       `json:"next"`             // number of the next throw at this table, from 1
	Commit  string    `json:"commit,omitempty"` // the site's commitment for it
	Commits [2]string `json:"commits"`          // standing commitments of the seats, "" for none
}

// Receipt is what comes with a throw of fair dice, in the body of "rolled". With
// own dice it is an OwnReceipt.
type Receipt struct {
	N          int            `json:"n"`          // number of the throw at the table, from 1
	Site       string         `json:"site"`       // the site's secret for this throw
	SiteCommit string         `json:"siteCommit"` // its commitment, public since the throw before
	NextCommit string         `json:"nextCommit"` // the commitment for the next throw
	Dice       int            `json:"dice"`
	Faces      int            `json:"faces"`
	Shares     []ReceiptShare `json:"shares"` // what the seats contributed, the first seat's first
}

// ReceiptShare is what a seat contributed to a throw.
type ReceiptShare struct {
	Seat      string `json:"seat"`
	Commit    string `json:"commit"`
	CommitSeq uint64 `json:"commitSeq"` // the event that made the commitment
	Reveal    string `json:"reveal"`
	RevealSeq uint64 `json:"revealSeq"` // the event that revealed it
}

// OwnReceipt says of a throw that a seat made it with dice of its own.
type OwnReceipt struct {
	Own bool   `json:"own"` // true
	By  string `json:"by"`
}

// Log is the answer of GET /api/tables/ID/log: all that is public about a
// table, without what follows from it.
type Log struct {
	Table  string  `json:"table"`
	Events []Event `json:"events"`
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
	Throw    int    `json:"throw,omitempty"` // number of the throw at the table
	Left     int64  `json:"left,omitempty"`  // what it left on its seat's clock, in milliseconds
}

// Claim is the answer of GET /api/tables/ID/claim: against whom the round can
// be claimed, and how many milliseconds from now. Against is "" where nothing
// can be claimed, as while the opponent is there.
type Claim struct {
	Against string `json:"against"`
	Wait    int64  `json:"wait"`
	Text    string `json:"text"` // the same in a sentence
}

// Sit is the body of POST /api/tables/ID/seats: an invited person sits down.
type Sit struct {
	Invitation string `json:"invitation"`
	Key        string `json:"key"`
	Name       string `json:"name,omitempty"`
	Commit     string `json:"commit,omitempty"` // what the seat commits itself to
}

// Seated is its answer.
type Seated struct {
	Seat   string `json:"seat"`
	Secret string `json:"secret"`
	Seq    uint64 `json:"seq"`
}
