package fair

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// replay plays the game of a log again.
type replay struct {
	rules   game.Rules // nil: it is not played
	options json.RawMessage
	begin   string // the position code in which rounds begin
	state   game.State
	draw    game.Draw // of the last throw
}

// event plays an event.
func (p *replay) event(e table.Event) error {
	if p.rules == nil {
		return nil
	}
	var body struct {
		Options  json.RawMessage `json:"options"`
		Position string          `json:"position"`
		Action   game.Action     `json:"action"`
		Pips     []int           `json:"pips"`
	}
	if len(e.Body) > 0 {
		if err := json.Unmarshal(e.Body, &body); err != nil {
			return fmt.Errorf("read body: %w", err)
		}
	}
	var err error
	switch e.Kind {
	case table.KindOpened:
		p.options, p.begin = body.Options, body.Position
		p.state, err = p.rules.Start(p.options, p.begin)
		return err
	case table.KindNext, table.KindReset:
		if body.Options != nil {
			p.options = body.Options
		}
		at := p.begin
		if body.Position != "" {
			at = body.Position
		}
		p.state, err = p.rules.Start(p.options, at)
		return err
	case table.KindActed:
		if p.state, err = p.state.Apply(body.Action); err != nil {
			return fmt.Errorf("%q: %w", body.Action, err)
		}
	case table.KindRolled:
		dicer, ok := p.state.(game.Dicer)
		if !ok || p.state.ToAct() != game.Chance {
			return errors.New("no throw was due")
		}
		p.draw = dicer.Draw()
		if p.state, err = dicer.Roll(body.Pips); err != nil {
			return err
		}
	case table.KindTookBack:
		if p.state, err = p.rules.Start(p.options, body.Position); err != nil {
			return err
		}
	default:
		return nil
	}
	if at := p.state.String(); at != body.Position {
		return fmt.Errorf("the position is %q, not %q", at, body.Position)
	}
	return nil
}
