package ashtarashki

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// ID is the game's name in folders, addresses and logs.
const ID = "ashtarashki"

// noOptions is the only canonical form of the options: there are none.
const noOptions = "{}"

// Rules is Ashtarashki.
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
		Presets: []game.Preset{{ID: "classic", Options: []byte(noOptions)}},
		Clauses: []string{
			RuleUnreadable, RuleLightSquare, RuleGameOver,
			RuleNoSuchStone, RuleNotYours, RuleFinished,
			RuleNothingThere, RuleSafeThere, RuleNotDiagonal, RuleRetreated, RuleWrongRank, RuleMustContinue,
			RuleOccupied, RuleMarkTheRetreat, RuleMustCapture, RuleAmbiguous,
		},
		Reasons: []string{ReasonTotal, ReasonFinish, ReasonFinishFew, ReasonMoreStones, ReasonBlock},
	}
}

// Normalize accepts an empty object, and nothing as one.
func (Rules) Normalize(options []byte) ([]byte, error) {
	if len(bytes.TrimSpace(options)) == 0 {
		return []byte(noOptions), nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(options, &fields); err != nil || fields == nil {
		return nil, &game.OptionError{Problem: "not a JSON object", Rule: "json"}
	}
	if len(fields) > 0 {
		// The first by name, so that the same object always gets the same error.
		return nil, &game.OptionError{Field: slices.Min(slices.Collect(maps.Keys(fields))), Problem: "no such option", Rule: "unknown"}
	}
	return []byte(noOptions), nil
}

// Start returns the initial position, or the one that code names.
func (r Rules) Start(options []byte, code string) (game.State, error) {
	if _, err := r.Normalize(options); err != nil {
		return nil, err
	}
	if code == "" {
		return State{Initial()}, nil
	}
	p, err := Parse(code)
	if err != nil {
		return nil, fmt.Errorf("position %.40q: %w", code, err)
	}
	return State{p}, nil
}
