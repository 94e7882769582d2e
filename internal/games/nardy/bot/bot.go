// Package bot holds the computer players of nardy.
//
// They judge positions by networks of one hidden layer that were taught by
// games against themselves (package train), one for contact and one for races;
// when everybody is home a table knows the truth. Stronger levels look ahead by
// a throw or two. A bot has a number of positions to judge, not a time, so its
// choice can be computed again from the position, the level and the seed. A
// context that ends makes it give up early with the best play so far.
//
// All answer other people's programs in the same protocol, one position a
// request:
//
//	{"variant":"short","board":[24 numbers],"bar":[light,dark],"off":[light,dark],"turn":"light","dice":[3,1]}
//	{"moves":[[17,20],[19,20]]}
//
// board[i] is point i+1 along Light's route, positive for Light's checkers and
// negative for Dark's. In the answer 0 is Light's bar and Dark's exit, 25 Dark's
// bar and Light's exit on opposed routes; see Advice for the others. Instead of
// board, bar and off, "pos" can hold the position code of the rules, which also
// tells covered checkers. "throws":[light,dark], the throws so far with this
// one, may tell a first throw from later ones; without it a side that has not
// moved yet is taken to play its first, and any other not.
package bot

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// All returns the bots from weakest to strongest.
func All() []game.Bot {
	l := newLibrary()
	return []game.Bot{
		Random{},
		&Player{name: "pupil", library: l, level: level{plain: true, slip: 0.15}},
		&Player{name: "player", library: l, level: level{slip: 0.08}},
		&Player{name: "master", library: l, level: level{slip: 0.02, effort: effort{first: filter{4, 0.08}, nodes: 10_000}}},
		&Player{name: "winning", library: l, level: level{effort: effort{
			first: filter{12, 0.25}, second: filter{6, 0.12}, nodes: 90_000,
		}}},
	}
}

// level is how well a bot plays.
type level struct {
	effort
	// plain levels judge by the heuristic.
	plain bool
	// slip is by how much the level misjudges a play, as the standard deviation
	// of an equity; each play is misjudged by chance.
	slip float64
}

// Player is a bot that judges positions.
type Player struct {
	name    string
	library *library
	level   level
}

var (
	_ game.Advisor = Random{}
	_ game.Advisor = &Player{}

	_ game.Preparer = &Player{}
	_ game.Warmer   = &Player{}
)

// Name is the level.
func (b *Player) Name() string { return b.name }

// Prepare computes the tables of the bear-off, which all levels share: three
// seconds of work.
func (b *Player) Prepare(ctx context.Context) { b.library.tables.prepare(ctx) }

// Warm computes the table that choices in the variant of s need.
func (b *Player) Warm(s game.State) {
	if state, ok := s.(*nardy.State); ok {
		v := state.Variant()
		b.library.tables.bearoff(&v)
	}
}

// Choose returns the play that the level thinks best, or its answer to a
// question of the cube.
func (b *Player) Choose(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
	state, ok := s.(*nardy.State)
	if !ok {
		return "", fmt.Errorf("choose as %s: %T is no position of nardy", b.name, s)
	}
	switch state.Phase() {
	case nardy.PhasePlay:
		if only, ok := state.Only(); ok && ctx.Err() == nil {
			return only, nil // nothing to think about
		}
		result, err := b.think(ctx, state, r)
		if err != nil {
			return "", err
		}
		a, ok := state.ActionTo(result)
		if !ok {
			return "", fmt.Errorf("choose as %s in %s: the play found is not legal", b.name, state)
		}
		return a, nil
	case nardy.PhaseDecide, nardy.PhaseAnswer:
		return b.cube(ctx, state)
	default:
		return "", game.ErrNothingLegal
	}
}

// think is the best result of the stage that is to be played.
func (b *Player) think(ctx context.Context, state *nardy.State, r *rand.Rand) (nardy.Position, error) {
	ranked, err := b.Rank(ctx, state)
	if err != nil {
		return nardy.Position{}, err
	}
	best, equity := 0, ranked[0].Equity
	if b.level.slip > 0 {
		for i := range ranked {
			if e := ranked[i].Equity + float32(b.level.slip*r.NormFloat64()); i == 0 || e > equity {
				best, equity = i, e
			}
		}
	}
	return ranked[best].Result, nil
}

// Rank orders the plays of a stage as the level sees them, without its slips,
// the best first. A play of greater Plies comes before the others: their values
// do not compare.
func (b *Player) Rank(ctx context.Context, state *nardy.State) ([]Ranked, error) {
	v := state.Variant()
	s := b.library.borrow(v.ID, b.level.plain)
	defer b.library.giveBack(v.ID, b.level.plain, s)
	st := stageOf(state)
	ranked, err := s.rank(ctx, &st, &b.level.effort)
	if err != nil {
		return nil, fmt.Errorf("choose as %s: %w", b.name, err)
	}
	return ranked, nil
}

// Chances are what the side of a state in which dice are due or a raise is to
// be decided can expect, with one ply of lookahead.
func (b *Player) Chances(ctx context.Context, state *nardy.State) (Chances, error) {
	v := state.Variant()
	s := b.library.borrow(v.ID, b.level.plain)
	defer b.library.giveBack(v.ID, b.level.plain, s)
	if err := ctx.Err(); err != nil {
		return Chances{}, fmt.Errorf("judge as %s: %w", b.name, err)
	}
	n := nodeOf(state)
	s.Reset()
	s.ctx, s.limit = ctx, b.level.nodes
	if c, ok := s.ahead(&n, min(1, b.level.first.most)); ok {
		return c, nil
	}
	return s.Settled(&n), nil
}
