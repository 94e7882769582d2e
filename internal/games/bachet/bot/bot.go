// Package bot holds the computer players of Bachet's game.
//
// Both answer other people's programs in the same protocol. The request is a
// heap, {"left":15,"max":3,"misere":false}: "left" is needed, 1 to 99; "max" is
// 1 to 9 and 3 where it is left out; "misere" is false where it is left out.
// The answer is {"take":3}.
package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/bachet"
)

// All returns the bots from weakest to strongest.
func All() []game.Bot { return []game.Bot{Random{}, Winning{}} }

var (
	_ game.Advisor = Random{}
	_ game.Advisor = Winning{}
)

// Random takes any legal number of sticks with the same chance.
type Random struct{ game.Random }

// Advise answers a heap with a random take.
func (Random) Advise(ctx context.Context, request []byte, r *rand.Rand) (any, error) {
	h, err := heap(ctx, request)
	if err != nil {
		return nil, err
	}
	takes := h.Takes()
	return bachet.Take{Take: takes[r.IntN(len(takes))]}, nil
}

// Winning plays perfectly: it wins every won position, and takes one stick in
// a lost one. It uses no chance.
type Winning struct{}

// Name is "winning".
func (Winning) Name() string { return "winning" }

// Choose returns the take of perfect play.
func (Winning) Choose(ctx context.Context, s game.State, _ *rand.Rand) (game.Action, error) {
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("choose the winning take: %w", err)
	}
	position, ok := s.(bachet.State)
	if !ok {
		return "", fmt.Errorf("choose the winning take: %T is no position of Bachet's game", s)
	}
	if position.ToAct() == game.Nobody {
		return "", game.ErrNothingLegal
	}
	n, err := position.Heap().Best()
	if err != nil {
		return "", fmt.Errorf("choose the winning take: %w", err)
	}
	return game.Action(strconv.Itoa(n)), nil
}

// Advise answers a heap with the take of perfect play.
func (Winning) Advise(ctx context.Context, request []byte, _ *rand.Rand) (any, error) {
	h, err := heap(ctx, request)
	if err != nil {
		return nil, err
	}
	n, err := h.Best()
	return bachet.Take{Take: n}, err
}

// heap reads a request in which something can be taken.
func heap(ctx context.Context, request []byte) (bachet.Heap, error) {
	if err := ctx.Err(); err != nil {
		return bachet.Heap{}, fmt.Errorf("advise: %w", err)
	}
	h, err := bachet.ParseHeap(request)
	if err == nil && h.Left == 0 {
		err = bachet.ErrHeapEmpty
	}
	return h, err
}
