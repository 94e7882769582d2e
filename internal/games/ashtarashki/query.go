package ashtarashki

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hod-games/hod/internal/game"
)

// Legal answers a "legal" request.
type Legal struct {
	Legal   []game.Action `json:"legal"`   // sorted by bytes; empty once the game is over
	Outcome *Result       `json:"outcome"` // nil while it goes on
}

// Applied answers an "apply" request whose move is legal.
type Applied struct {
	Pos     string  `json:"pos"`
	Outcome *Result `json:"outcome"`
}

// NotApplied answers an "apply" request whose move is refused.
type NotApplied struct {
	Error string `json:"error"`
	Rule  string `json:"rule"`
	Step  int    `json:"step,omitempty"` // which hop breaks the rule, from 0
}

// Result is an Ending as other people's programs read it.
type Result struct {
	Winner string `json:"winner"` // "white" or "black"
	Points int    `json:"points"`
	Reason string `json:"reason"`
}

func resultOf(p Position) *Result {
	e, over := p.Ending()
	if !over {
		return nil
	}
	return &Result{Winner: e.Winner.String(), Points: e.Points, Reason: e.Reason}
}

// Query answers the requests of the package comment. Legal lists every move
// with its own text, also where two lead to the same position.
func (Rules) Query(request []byte) (any, error) {
	var r struct {
		Type string  `json:"type"`
		Pos  *string `json:"pos"`
		Move *string `json:"move"`
	}
	if err := json.Unmarshal(request, &r); err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	if r.Type != "legal" && r.Type != "apply" {
		return nil, fmt.Errorf("no such type of request: %.40q; there are legal and apply", r.Type)
	}
	if r.Pos == nil {
		return nil, errors.New(`"pos" is missing`)
	}
	p, err := Parse(*r.Pos)
	if err != nil {
		return nil, fmt.Errorf(`"pos": %w`, err)
	}
	if r.Type == "legal" {
		answer := Legal{Legal: []game.Action{}, Outcome: resultOf(p)}
		for _, play := range p.Plays() {
			answer.Legal = append(answer.Legal, play.Text)
		}
		return answer, nil
	}
	if r.Move == nil {
		return nil, errors.New(`"move" is missing`)
	}
	play, err := State{p}.play(*r.Move)
	if refusal := (*game.Refusal)(nil); errors.As(err, &refusal) {
		return NotApplied{Error: refusal.Error(), Rule: refusal.Rule, Step: refusal.Step}, nil
	}
	after := p.After(play.Move)
	return Applied{Pos: after.String(), Outcome: resultOf(after)}, nil
}
