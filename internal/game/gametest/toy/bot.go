package toy

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/game"
)

// Eager is a bot that always chooses what Legal yields last: it raises
// whenever it may and drops every raise.
type Eager struct{}

// Name is "eager".
func (Eager) Name() string { return "eager" }

// Choose returns the last legal action.
func (Eager) Choose(ctx context.Context, s game.State, _ *rand.Rand) (game.Action, error) {
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("choose eagerly: %w", err)
	}
	var last game.Action
	for a := range s.Legal() {
		last = a
	}
	if last == "" {
		return "", game.ErrNothingLegal
	}
	return last, nil
}
