package bot

import (
	"context"
	"fmt"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

var _ game.Hinter = &Player{}

// Hint is what a level thinks about a decision.
type Hint struct {
	// Side is the side that decides, in whose eyes all chances are.
	Side nardy.Side `json:"side"`
	// Explanation is about a stage to be played. With a word of the cube to be
	// said, Before is what is there and Plays is empty.
	Explanation
	// Facts are what there is to be said about the best play.
	Facts []Fact `json:"facts,omitempty"`
	// Word is what the level would say about the price: empty unless that is
	// the question.
	Word game.Action `json:"word,omitempty"`
}

// Hint is what the level thinks about a state in which a player is to act: a
// *Hint.
func (b *Player) Hint(ctx context.Context, s game.State) (any, error) {
	state, ok := s.(*nardy.State)
	if !ok {
		return nil, fmt.Errorf("hint of %s: %T is no position of nardy", b.name, s)
	}
	h := &Hint{Side: state.Turn()}
	var err error
	switch state.Phase() {
	case nardy.PhasePlay:
		if h.Explanation, err = b.Explain(ctx, state); err != nil {
			return nil, err
		}
		h.Facts = h.Plays[0].Gain.Facts()
	case nardy.PhaseDecide, nardy.PhaseAnswer:
		if h.Before, err = b.Chances(ctx, state); err != nil {
			return nil, err
		}
		if h.Word, err = b.cube(ctx, state); err != nil {
			return nil, err
		}
		if state.Phase() == nardy.PhaseAnswer { // the other side answers
			h.Side, h.Before = h.Side.Other(), h.Before.Flip()
		}
	default:
		return nil, game.ErrNothingLegal
	}
	return h, nil
}
