package nardy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// Kinds of the raise cube.
const (
	CubeNone     = "none"
	CubeLinear   = "linear"   // the price grows by one stake a raise
	CubeDoubling = "doubling" // the price doubles
)

// Limits of the options.
const (
	MaxPoints = 99
	MaxStake  = 1000
)

// Options choose one game of the family, as it stands in its match.
type Options struct {
	Variant string `json:"variant"`
	Cube    string `json:"cube"`
	// Points is the length of the match this game belongs to; 1 is a game by
	// itself.
	Points int `json:"points"`
	// Stake is the price of an oyn before any raise, 1 … MaxStake.
	Stake int `json:"stake"`
	// Score is what Light and Dark have in the match before this game.
	Score [2]int `json:"score"`
	// Crawford forbids the doubling cube in this game: the first one in which
	// somebody needs a single point.
	Crawford bool `json:"crawford"`
}

// DefaultOptions are a single game of short nardy without a cube.
func DefaultOptions() Options {
	return Options{Variant: "short", Cube: CubeNone, Points: 1, Stake: 1}
}

// JSON returns the canonical form.
func (o Options) JSON() []byte {
	data, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Sprintf("options of nardy do not marshal: %v", err))
	}
	return data
}

// ParseOptions reads options; what is left out takes its default. The error is
// a *game.OptionError.
func ParseOptions(data []byte) (Options, error) {
	o := DefaultOptions()
	if len(bytes.TrimSpace(data)) == 0 {
		return o, nil
	}
	fields, err := objectFields(data)
	if err != nil {
		return o, &game.OptionError{Problem: err.Error(), Rule: "json"}
	}
	targets := map[string]any{
		"variant": &o.Variant, "cube": &o.Cube, "points": &o.Points,
		"stake": &o.Stake, "score": &o.Score, "crawford": &o.Crawford,
	}
	for _, f := range fields {
		target, known := targets[f.name]
		if !known {
			return o, &game.OptionError{Field: f.name, Problem: "there is no such option", Rule: "unknown"}
		}
		if err := readOption(f.value, target); err != nil {
			return o, &game.OptionError{Field: f.name, Problem: err.Error(), Rule: "type"}
		}
	}
	return o, o.check()
}

type optionField struct {
	name  string
	value json.RawMessage
}

// objectFields reads a JSON object in its order, so that the first wrong field
// is the one complained about.
func objectFields(data []byte) ([]optionField, error) {
	if !json.Valid(data) {
		return nil, errors.New("the options are no JSON")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	open, err := dec.Token()
	if err != nil || open != json.Delim('{') {
		return nil, errors.New("the options are no JSON object")
	}
	var fields []optionField
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, errors.New("the options are no JSON object")
		}
		f := optionField{name: name.(string)} // keys of objects are strings
		if err := dec.Decode(&f.value); err != nil {
			return nil, fmt.Errorf("the value of %s is no JSON", f.name)
		}
		fields = append(fields, f)
	}
	if _, err := dec.Token(); err != nil {
		return nil, errors.New("the options are no JSON object")
	}
	if rest := data[dec.InputOffset():]; len(bytes.Trim(rest, " \t\r\n")) > 0 {
		return nil, errors.New("something follows the options")
	}
	return fields, nil
}

func readOption(value json.RawMessage, target any) error {
	if string(value) == "null" {
		return errors.New("null is no value")
	}
	if _, pair := target.(*[2]int); pair {
		var score []*int
		if err := json.Unmarshal(value, &score); err != nil || len(score) != 2 || slices.Contains(score, nil) {
			return errors.New("wants [light, dark]")
		}
	}
	if err := json.Unmarshal(value, target); err != nil {
		return fmt.Errorf("%s has the wrong type", value)
	}
	return nil
}

func (o *Options) check() error {
	wrong := func(field, format string, args ...any) error {
		return &game.OptionError{Field: field, Problem: fmt.Sprintf(format, args...), Rule: "range"}
	}
	if _, ok := VariantNamed(o.Variant); !ok {
		return wrong("variant", "there is no variant %q", o.Variant)
	}
	if !slices.Contains([]string{CubeNone, CubeLinear, CubeDoubling}, o.Cube) {
		return wrong("cube", "there is no cube %q", o.Cube)
	}
	if o.Points < 1 || o.Points > MaxPoints {
		return wrong("points", "%d is not 1 to %d", o.Points, MaxPoints)
	}
	if o.Stake < 1 || o.Stake > MaxStake {
		return wrong("stake", "%d is not 1 to %d", o.Stake, MaxStake)
	}
	for _, n := range o.Score {
		if n < 0 || n >= o.Points {
			return wrong("score", "%d is not 0 to %d: the match would be over", n, o.Points-1)
		}
	}
	if o.Crawford && (o.Cube != CubeDoubling || !o.matchPoint()) {
		return wrong("crawford", "the rule is for the doubling cube when exactly one side needs one point")
	}
	return nil
}

// matchPoint reports whether exactly one side needs a single point of a match.
func (o *Options) matchPoint() bool {
	last := o.Points - 1
	return o.Points > 1 && (o.Score[Light] == last) != (o.Score[Dark] == last)
}

// Following returns the options of the next game of the match after this one
// has ended, and whether there is one: over means that the match is decided,
// or that the game was no part of a match.
func (o Options) Following(out game.Outcome) (next Options, over bool) {
	next = o
	next.Crawford = false
	if out.Winner.Player() {
		next.Score[sideOf(out.Winner)] += out.Points
	}
	if o.Points == 1 || next.Score[Light] >= o.Points || next.Score[Dark] >= o.Points {
		return o, true
	}
	// The Crawford game comes once: right after somebody has come to within
	// one point.
	fresh := next.Score != o.Score && next.matchPoint() && !o.nearEnd()
	next.Crawford = o.Cube == CubeDoubling && fresh
	return next, false
}

func (o *Options) nearEnd() bool {
	return o.Score[Light] == o.Points-1 || o.Score[Dark] == o.Points-1
}

// presetID turns the id of a variant into a word for catalogues.
func presetID(variant string) string { return strings.ReplaceAll(variant, "_", "-") }
