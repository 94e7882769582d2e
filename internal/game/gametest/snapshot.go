package gametest

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
)

// Snapshot is everything that a State says without being changed. Two states
// with equal snapshots are the same to a host.
type Snapshot struct {
	Code    string
	ToAct   game.Side
	Legal   []game.Action
	Over    bool
	Outcome game.Outcome
	View    string // JSON
	Draw    game.Draw
	Throws  game.Side      // whose throw is due, where one is
	Prices  []game.Outcome // Concede of First and Second
}

// Snap asks a state for everything. The error is about a view that does not
// marshal to a JSON object, or about a state that waits for dice and takes
// none.
func Snap(s game.State) (Snapshot, error) {
	snap := Snapshot{Code: s.String(), ToAct: s.ToAct(), Legal: slices.Collect(s.Legal())}
	snap.Outcome, snap.Over = s.Outcome()
	view, err := json.Marshal(s.View())
	if err != nil {
		return Snapshot{}, fmt.Errorf("view: %w", err)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(view, &object); err != nil || object == nil {
		return Snapshot{}, fmt.Errorf("view is no JSON object: %.80s", view)
	}
	snap.View = string(view)
	if snap.ToAct == game.Chance {
		dicer, ok := s.(game.Dicer)
		if !ok {
			return Snapshot{}, fmt.Errorf("chance is to act, but %T is no Dicer", s)
		}
		snap.Draw = dicer.Draw()
		snap.Throws = game.Throwing(s)
	}
	if pricer, ok := s.(game.Pricer); ok && snap.ToAct != game.Nobody {
		snap.Prices = []game.Outcome{pricer.Concede(game.First), pricer.Concede(game.Second)}
	}
	return snap, nil
}

// same reports how s differs from what it was, or should be.
func same(was Snapshot, s game.State) error {
	now, err := Snap(s)
	if err != nil {
		return err
	}
	if diff := cmp.Diff(was, now); diff != "" {
		return fmt.Errorf("the position differs (-was +now):\n%s", diff)
	}
	return nil
}

// told is an error, if any, for a message about something else.
func told(err error) string {
	if err == nil {
		return "no error"
	}
	return err.Error()
}
