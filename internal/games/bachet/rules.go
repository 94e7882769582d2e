package bachet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// ID is the game's name in folders, addresses and logs.
const ID = "bachet"

// The limits of the options (clauses 1.1 and 2.2).
const (
	MinSticks     = 1
	MaxSticks     = 99
	DefaultSticks = 15

	MinTake     = 1 // the least that M can be
	MaxTake     = 9 // the most that M can be
	DefaultTake = 3
)

// Options choose one game of the family.
type Options struct {
	Sticks int  `json:"sticks"` // N, the initial heap: MinSticks to MaxSticks
	Max    int  `json:"max"`    // M, the most to take at once: MinTake to MaxTake
	Misere bool `json:"misere"` // whoever takes the last stick loses
}

// DefaultOptions are those of the classic game.
func DefaultOptions() Options { return Options{Sticks: DefaultSticks, Max: DefaultTake} }

// Rules is Bachet's game.
type Rules struct{}

var (
	_ game.Rules     = Rules{}
	_ game.Explainer = Rules{}
	_ game.Querier   = Rules{}
)

// Info describes the game.
func (Rules) Info() game.Info {
	return game.Info{
		ID:      ID,
		Version: 1,
		Presets: []game.Preset{
			{ID: "classic", Options: Options{Sticks: 15, Max: 3}.encode(), SecondStarts: true},
			{ID: "ten", Options: Options{Sticks: 10, Max: 3}.encode()},
			{ID: "twenty", Options: Options{Sticks: 20, Max: 3}.encode()},
			{ID: "twenty-one", Options: Options{Sticks: 21, Max: 3}.encode()},
			{ID: "misere", Options: Options{Sticks: 15, Max: 3, Misere: true}.encode()},
		},
		Clauses: []string{RuleNotANumber, RuleAtLeastOne, RuleAtMost, RuleNotEnough},
		Reasons: []string{ReasonLastStick, ReasonLastStickLoses},
	}
}

// Normalize fills in the defaults and checks the limits.
func (Rules) Normalize(options []byte) ([]byte, error) {
	o, err := ParseOptions(options)
	if err != nil {
		return nil, err
	}
	return o.encode(), nil
}

// Start returns the initial position, or the one that code names.
func (Rules) Start(options []byte, code string) (game.State, error) {
	o, err := ParseOptions(options)
	if err != nil {
		return nil, err
	}
	s := State{options: o, left: o.Sticks, next: game.First}
	if code == "" {
		return s, nil
	}
	if s.left, s.next, err = parsePosition(code); err != nil {
		return nil, fmt.Errorf("position %.40q: %w", code, err)
	}
	if err := s.reachable(); err != nil {
		return nil, fmt.Errorf("position %q: %w", code, err)
	}
	return s, nil
}

// ParseOptions reads a JSON object; what is left out has its default. Nothing
// at all means the defaults. The error is a *game.OptionError.
func ParseOptions(data []byte) (Options, error) {
	o := DefaultOptions()
	if len(bytes.TrimSpace(data)) == 0 {
		return o, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		return Options{}, &game.OptionError{Problem: "not a JSON object", Rule: "json"}
	}
	// In order of name, so that the same object always gets the same error.
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if err := o.set(name, fields[name]); err != nil {
			return Options{}, err
		}
	}
	return o, nil
}

func (o *Options) set(name string, value json.RawMessage) error {
	switch name {
	case "sticks":
		return setNumber(&o.Sticks, name, value, MinSticks, MaxSticks)
	case "max":
		return setNumber(&o.Max, name, value, MinTake, MaxTake)
	case "misere":
		// Unmarshal leaves a null alone, which would hide a mistake.
		if json.Unmarshal(value, &o.Misere) != nil || string(value) == "null" {
			return &game.OptionError{Field: name, Problem: "not true or false", Rule: "type"}
		}
		return nil
	default:
		return &game.OptionError{Field: name, Problem: "no such option", Rule: "unknown"}
	}
}

func setNumber(to *int, name string, value json.RawMessage, low, high int) error {
	number, ok := wholeNumber(string(value))
	if !ok {
		return &game.OptionError{Field: name, Problem: "not a whole number", Rule: "type"}
	}
	n, fits := atMost(number, high)
	if !fits || n < low {
		return &game.OptionError{
			Field:   name,
			Problem: fmt.Sprintf("not from %d to %d", low, high),
			Rule:    "range",
		}
	}
	*to = n
	return nil
}

// encode returns the canonical form: every field, in the order of Options.
func (o Options) encode() []byte {
	return fmt.Appendf(nil, `{"sticks":%d,"max":%d,"misere":%t}`, o.Sticks, o.Max, o.Misere)
}
