package gametest_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
)

// brokenBot is a bot with one fault.
type brokenBot struct {
	name   string
	choose func(context.Context, game.State, *rand.Rand) (game.Action, error)
}

func (b brokenBot) Name() string { return b.name }

func (b brokenBot) Choose(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
	return b.choose(ctx, s, r)
}

func TestSuiteFindsBrokenBots(t *testing.T) {
	var memory shared
	tests := []struct {
		name string
		want string
		bot  brokenBot
	}{
		{"illegal choice", "chooses", brokenBot{"b", func(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
			if _, err := (game.Random{}).Choose(ctx, s, r); err != nil {
				return "", err
			}
			return "0/20", nil
		}}},
		{"choice out of nowhere", "same random source", brokenBot{"b", func(ctx context.Context, s game.State, _ *rand.Rand) (game.Action, error) {
			return game.Random{}.Choose(ctx, s, rand.New(rand.NewPCG(uint64(memory.next()), 7)))
		}}},
		{"chooses where nothing is legal", "is to act", brokenBot{"b", func(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
			if !s.ToAct().Player() {
				return "roll", nil
			}
			return game.Random{}.Choose(ctx, s, r)
		}}},
		{"nonsense when time is up", "context that has ended", brokenBot{"b", func(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
			if ctx.Err() != nil {
				return "", errors.New("no time")
			}
			return game.Random{}.Choose(ctx, s, r)
		}}},
		{"no name", "name of its own", brokenBot{"", game.Random{}.Choose}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := found(t, "bots", suite(&faults{}, tt.bot))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("found %v, want something about %q", err, tt.want)
			}
		})
	}
	if err := found(t, "bots", suite(&faults{}, game.Random{}, game.Random{})); err == nil {
		t.Error("two bots of one name are accepted")
	}
}
