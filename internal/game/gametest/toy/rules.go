package toy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/hod-games/hod/internal/game"
)

// The limits of the length of the track.
const (
	MinLength = 4
	MaxLength = 20
)

// The faces of each die and the highest stake.
const (
	Faces    = 4
	MaxStake = 4
)

// The rules that a refusal can name.
const (
	RuleNotATurn      = "toy.not-a-turn"     // the text is no action of the game
	RuleNotNow        = "toy.not-now"        // an action of another phase
	RuleOwnPiece      = "toy.own-piece"      // clause 2.1
	RuleWrongDistance = "toy.wrong-distance" // clause 2.1
	RuleBlocked       = "toy.blocked"        // clause 2.2
	RuleUseBoth       = "toy.use-both"       // clause 2.3
	RuleMayNotRaise   = "toy.may-not-raise"  // clause 3.2
)

// The reasons of an outcome, besides game.ReasonResigned.
const (
	ReasonHome    = "home"
	ReasonMars    = "mars"
	ReasonDropped = "dropped"
)

// Options choose one game of the family.
type Options struct {
	Length int  `json:"length"` // of the track, MinLength to MaxLength
	Raise  bool `json:"raise"`  // whether the stake can be raised
}

// Rules is the toy game.
type Rules struct{}

var (
	_ game.Explainer = Rules{}
	_ game.Match     = Rules{}
)

// Entry is the toy game with its bots.
func Entry() game.Entry {
	return game.Entry{Rules: Rules{}, Bots: []game.Bot{game.Random{}, Eager{}}}
}

// Info describes the game.
func (Rules) Info() game.Info {
	return game.Info{
		ID:      "toy",
		Version: 1,
		Presets: []game.Preset{
			{ID: "classic", Options: []byte(`{"length":8,"raise":true}`)},
			{ID: "plain", Options: []byte(`{"length":6,"raise":false}`), SecondStarts: true},
			{ID: "narrow", Options: []byte(`{"length":4}`)},
		},
		Clauses: []string{
			RuleNotATurn, RuleNotNow, RuleOwnPiece, RuleWrongDistance, RuleBlocked, RuleUseBoth, RuleMayNotRaise,
		},
		Reasons: []string{ReasonHome, ReasonMars, ReasonDropped},
	}
}

// Normalize fills in the defaults and checks the limits.
func (Rules) Normalize(options []byte) ([]byte, error) {
	o, err := parseOptions(options)
	if err != nil {
		return nil, err
	}
	return json.Marshal(o)
}

func parseOptions(data []byte) (Options, error) {
	o := Options{Length: 8, Raise: true}
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return o, nil
	}
	var fields map[string]any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&fields); err != nil || fields == nil {
		return Options{}, &game.OptionError{Problem: "not a JSON object", Rule: "json"}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Options{}, &game.OptionError{Problem: "more than one JSON value", Rule: "json"}
	}
	for name, value := range fields {
		switch name {
		case "length":
			number, _ := value.(json.Number)
			n, err := number.Int64()
			if err != nil {
				return Options{}, &game.OptionError{Field: name, Problem: "not a whole number", Rule: "type"}
			}
			if n < MinLength || n > MaxLength {
				return Options{}, &game.OptionError{
					Field: name, Problem: fmt.Sprintf("not from %d to %d", MinLength, MaxLength), Rule: "range",
				}
			}
			o.Length = int(n)
		case "raise":
			raise, ok := value.(bool)
			if !ok {
				return Options{}, &game.OptionError{Field: name, Problem: "not true or false", Rule: "type"}
			}
			o.Raise = raise
		default:
			return Options{}, &game.OptionError{Field: name, Problem: "no such option", Rule: "unknown"}
		}
	}
	return o, nil
}

// Following is the next game: with the same options, as every game of the toy
// is a match by itself.
func (Rules) Following(options []byte, _ game.Outcome) (next []byte, over bool, err error) {
	o, err := parseOptions(options)
	if err != nil {
		return nil, false, err
	}
	next, err = json.Marshal(o)
	return next, true, err
}

// Start returns the lot before a game, or the position that code names.
func (Rules) Start(options []byte, code string) (game.State, error) {
	o, err := parseOptions(options)
	if err != nil {
		return nil, err
	}
	if code == "" {
		return State{options: o, phase: lot, stake: 1}, nil
	}
	s, err := parsePosition(o, code)
	if err != nil {
		return nil, fmt.Errorf("position %.60q: %w", code, err)
	}
	return s, nil
}
