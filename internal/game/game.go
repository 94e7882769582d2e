// Package game is the contract between the rules of a game and everything that
// hosts it: tables, bots, pages, command-line tools.
//
// A game is a set of pure values. It never reads a clock, draws a random
// number, logs, or does I/O; whoever hosts it supplies dice and time. Package
// gametest holds every promise made here as a test that each game runs.
package game

import (
	"iter"
)

// Action is one whole decision in the game's own notation: "3", "M1:e5:d4",
// "24/18 13/11", "raise". Players send it, the log keeps it, people read it.
// A turn of several hops is one action.
type Action string

// Pass is the only legal action of a player who is to act and can do nothing.
// Players never send it: the table plays it for them.
const Pass Action = "pass"

// Rules is a family of games that differ only in options. Implementations are
// empty structs; all methods are safe for concurrent use.
type Rules interface {
	// Info describes the game. It always returns the same value.
	Info() Info

	// Normalize checks options (a JSON object; nil and empty mean the
	// defaults) and returns them in canonical form, every field present. It
	// is idempotent. A bad option, an unknown one included, is an
	// *OptionError.
	Normalize(options []byte) ([]byte, error)

	// Start returns a position of the game with canonical options. An empty
	// code means the initial position; any other code is one that String
	// has returned for the same options. An impossible position is refused
	// with an error that says why.
	Start(options []byte, code string) (State, error)
}

// State is an immutable position together with everything that decides how the
// game goes on. No method changes its receiver, and the same call on the same
// state gives the same answer.
type State interface {
	// ToAct says who decides next; Nobody means that the game is over.
	ToAct() Side

	// Legal yields one action for every distinct successor, in a fixed order.
	// It yields nothing when ToAct is Chance or Nobody, and at least one
	// action otherwise: Pass, and nothing else, when nothing can be played.
	Legal() iter.Seq[Action]

	// Read turns what a person typed into an action, legal or not. Every
	// action that Legal yields survives it unchanged. Text that is no action
	// at all is a *Refusal.
	Read(text string) (Action, error)

	// Apply returns the position after a. It may accept more spellings of a
	// turn than Legal yields (another order of hops with the same result).
	// An action that is not allowed is a *Refusal, never another error.
	Apply(a Action) (State, error)

	// Outcome reports how the game ended, and whether it did. It is present
	// exactly when ToAct is Nobody.
	Outcome() (Outcome, bool)

	// View is what a board needs, as a value that marshals to a JSON object:
	// the position, and under "turn" the legal actions as a Turn. It works in
	// every phase, and says nothing that a player must not know.
	View() any

	// String is the position code: Start accepts it and gives this state
	// back.
	String() string
}

// Dicer is a State of a game with dice.
type Dicer interface {
	State

	// Draw says what to throw. It is only asked while ToAct is Chance.
	Draw() Draw

	// Roll returns the position after the throw: Draw().Dice numbers, each
	// from 1 to Draw().Faces. Anything else is an error. It takes no Action,
	// so that no message of a player can become a throw.
	Roll(pips []int) (State, error)
}

// Thrower is a Dicer in which a throw belongs to somebody. Where a game is no
// Thrower, every throw is common to both sides.
type Thrower interface {
	Dicer

	// Throwing is the side whose throw is due, Nobody where both throw together,
	// as they do for the start. It is only asked while ToAct is Chance.
	Throwing() Side
}

// Throwing is the side whose throw is due in position p, in which Chance is to
// act; Nobody means a throw of both.
func Throwing(p State) Side {
	if thrower, ok := p.(Thrower); ok {
		return thrower.Throwing()
	}
	return Nobody
}

// Pricer is a State in which losing has a price that depends on the position.
// Where a game is no Pricer, giving up costs one point.
type Pricer interface {
	State

	// Concede is the outcome if s gives up, or runs out of time, now. It is
	// asked for First and Second while the game is not over.
	Concede(s Side) Outcome
}

// Concede is the outcome if side s gives up in position p: what the game says
// if it is a Pricer, one point for the other side otherwise.
func Concede(p State, s Side) Outcome {
	if pricer, ok := p.(Pricer); ok {
		return pricer.Concede(s)
	}
	return Outcome{Winner: s.Other(), Points: 1, Reason: ReasonResigned}
}

// ReasonResigned is the Reason of an outcome that came about by giving up.
const ReasonResigned = "resigned"

// Match is Rules whose games can make up a match: how one ends decides the
// options of the next. In such games the dice, or the options, say who begins,
// so the players keep their sides for the whole match.
type Match interface {
	Rules

	// Following returns the canonical options of the game that follows one
	// with canonical options that ended with o. Over means that the match was
	// decided by it; next is then the first game of a new match of the same
	// kind. A game that is no part of a longer match is a match by itself.
	Following(options []byte, o Outcome) (next []byte, over bool, err error)
}

// Outcome is how a game ended.
type Outcome struct {
	Winner Side   `json:"winner"` // Nobody for a draw
	Points int    `json:"points"` // what the winner gets, 0 for a draw
	Reason string `json:"reason"` // a stable word: "mars", "last-stick", "resigned"
}

// Info describes a game to the catalogue.
type Info struct {
	ID      string // folder, URL and log tag; never changes
	Version int    // grows when an old log would replay differently
	Presets []Preset
	Clauses []string // every rule a Refusal of this game can name, "game.clause"
	Reasons []string // every Reason an Outcome of this game can have
}

// Preset is a named set of options.
type Preset struct {
	ID      string
	Options []byte
	// SecondStarts is true where the one who is invited, or the computer,
	// begins the first round unless the players choose otherwise.
	SecondStarts bool
}

// Entry is a game as the site offers it.
type Entry struct {
	Rules Rules
	// Bots are its computer players, from weakest to strongest; none means
	// that Random is the only one.
	Bots []Bot
	// Draft is true while the site does not offer the game: its rules answer
	// tools, and no page shows it.
	Draft bool
}
