package exercises

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// Kinds of exercises. The choices are turns in Legal, Pin and Mother, numbers
// in Throws, and words in the others.
const (
	// Legal: which of these turns is legal?
	Legal = "legal"
	// BearOff: what may the die be used for? Off, Move, Either or Nothing.
	BearOff = "bear-off"
	// Six: which of the two dice must be played? Both, TheSix,
	// TheOther and Neither.
	Six = "six"
	// Block: may the turn, which makes six points in a row, be played? Yes, No.
	Block = "block"
	// Throws: in how many throws, this one included, is the side to throw sure
	// to bear off everything when it plays for that?
	Throws = "throws"
	// Pin: which of these turns covers a checker?
	Pin = "pin"
	// Mother: which of these turns wins at once by the mother?
	Mother = "mother"
	// Runner: may the turn, in which a checker leaves the head, be played? Yes,
	// No.
	Runner = "runner"
)

// Words of choices.
const (
	Off      = "off"    // a checker is borne off, nothing else
	Move     = "move"   // a checker moves on, nothing else
	Either   = "either" // both are allowed
	Nothing  = "nothing"
	Both     = "both" // both dice must be played
	TheSix   = "six"
	TheOther = "other"
	Neither  = "neither"
	Yes      = "yes"
	No       = "no"
)

// Families.
const (
	Long  = "long"
	Short = "short"
)

// Exercise is a question about a position.
type Exercise struct {
	ID       string      `json:"id"` // "long-legal-03"
	Family   string      `json:"family"`
	Kind     string      `json:"kind"`
	Variant  string      `json:"variant"`
	Position string      `json:"position"`       // a position code of the variant without a cube
	Die      int         `json:"die,omitempty"`  // BearOff: the die that is asked about
	Turn     game.Action `json:"turn,omitempty"` // Block, Runner: the turn that is asked about
	Choices  []Choice    `json:"choices"`
	Right    int         `json:"right"`  // index of the right choice
	Clause   string      `json:"clause"` // the clause that gives the answer
}

// Choice is an answer to choose.
type Choice struct {
	Text string `json:"text"`
	// Rule is the clause by which a turn is refused.
	Rule string `json:"rule,omitempty"`
}

// Options are those that the position belongs to.
func (e Exercise) Options() []byte {
	o := nardy.DefaultOptions()
	o.Variant = e.Variant
	return o.JSON()
}

// familyOf is the family of a variant.
func familyOf(v *nardy.Variant) string {
	if v.Contact == nardy.Hitting {
		return Short
	}
	return Long
}

//go:embed exercises.json
var file []byte

// All returns the exercises by family and kind, easy ones first.
func All() []Exercise {
	var all []Exercise
	if err := json.Unmarshal(file, &all); err != nil {
		panic(fmt.Sprintf("the embedded exercises: %v", err)) // a broken build
	}
	return all
}
