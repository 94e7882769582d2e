package web

import (
	"encoding/json"
	"fmt"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// stateOf returns the position that a try begins with.
func stateOf(rules game.Rules, t wire.Try) (game.State, error) {
	options, err := rules.Normalize(t.Options)
	if err != nil {
		return nil, fmt.Errorf("options of %s: %w", rules.Info().ID, err)
	}
	state, err := rules.Start(options, t.Position)
	if err != nil {
		return nil, &table.OpeningError{Field: "position", Problem: err.Error()}
	}
	return state, nil
}

// try plays text; an empty one leaves the position as it is. It throws no
// dice: an example that waits for them stays where it is.
func try(state game.State, text string) (game.State, error) {
	if text == "" {
		return state, nil
	}
	if !state.ToAct().Player() {
		return nil, &game.Refusal{Rule: table.RuleRoundOver}
	}
	return played(state, text)
}

func triedMessage(state game.State) (wire.Tried, error) {
	view, err := json.Marshal(state.View())
	if err != nil {
		return wire.Tried{}, fmt.Errorf("write view: %w", err)
	}
	tried := wire.Tried{Position: state.String(), ToAct: state.ToAct().String(), View: view}
	if o, over := state.Outcome(); over {
		tried.Outcome = &wire.Outcome{Winner: o.Winner.String(), Points: o.Points, Reason: o.Reason}
	}
	return tried, nil
}
