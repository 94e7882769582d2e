package bot

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// Explanation is what a bot thinks about a stage that is to be played.
type Explanation struct {
	// Before is what the side could expect before the throw, or before this
	// stage where it is not the first of its turn.
	Before Chances `json:"before"`
	// Plays are all results, the best first.
	Plays []Play `json:"plays"`
}

// Play is a result and what it is worth.
type Play struct {
	Action  game.Action `json:"action"`
	Chances Chances     `json:"chances"`
	// Loss is what it is worse than the best play by, in prices; 0 for the
	// best, and never less.
	Loss  float32 `json:"loss"`
	Plies int     `json:"plies"` // how far ahead was looked
	Gain  Gain    `json:"gain"`
}

// Gain is what a play changes on the board, to be said in a sentence. Points
// are numbered along Light's route.
type Gain struct {
	Made  []int `json:"made,omitempty"`  // points that are held now: by two or more checkers, where one does not hold a point
	Given []int `json:"given,omitempty"` // points that were held before
	Hits  int   `json:"hits,omitempty"`  // enemy checkers sent to the bar
	Cover int   `json:"cover,omitempty"` // enemy checkers covered
	Blots int   `json:"blots,omitempty"` // own checkers alone on a point, where that is a danger
	Shots int   `json:"shots,omitempty"` // throws of 36 that can hit or cover one of them
	Off   int   `json:"off,omitempty"`   // own checkers borne off
	Lead  int   `json:"lead"`            // by how many pips the side is ahead in the race
}

// Explain is what the level thinks of every play of a stage.
func (b *Player) Explain(ctx context.Context, state *nardy.State) (Explanation, error) {
	if state.Phase() != nardy.PhasePlay {
		return Explanation{}, fmt.Errorf("explain %s: %w", state, game.ErrNothingLegal)
	}
	before, err := b.Chances(ctx, state)
	if err != nil {
		return Explanation{}, err
	}
	ranked, err := b.Rank(ctx, state)
	if err != nil {
		return Explanation{}, err
	}
	actions := map[nardy.Position]game.Action{}
	g := state.Graph()
	for _, i := range g.Finals() {
		actions[g.Nodes[i].Position] = g.Action(i)
	}
	v, p := state.Variant(), state.Position()
	e := Explanation{Before: before}
	for i := range ranked {
		r := &ranked[i]
		a, known := actions[r.Result]
		if !known {
			return Explanation{}, fmt.Errorf("explain %s: the play found is not legal", state)
		}
		e.Plays = append(e.Plays, Play{
			Action: a, Chances: r.Chances, Loss: max(0, ranked[0].Equity-r.Equity), Plies: r.Plies,
			Gain: gain(&v, &p, &r.Result, state.Turn()),
		})
	}
	return e, nil
}

// errOther is the error of Loss for an action that is no legal play.
var errOther = errors.New("no legal play of this stage")

// Loss is what an action of a stage gives away, in prices, as the level sees
// it, and the best action.
func (b *Player) Loss(ctx context.Context, state *nardy.State, a game.Action) (loss float32, best game.Action, err error) {
	e, err := b.Explain(ctx, state)
	if err != nil {
		return 0, "", err
	}
	for i := range e.Plays {
		if e.Plays[i].Action == a {
			return e.Plays[i].Loss, e.Plays[0].Action, nil
		}
	}
	return 0, "", fmt.Errorf("judge %q in %s: %w", a, state, errOther)
}

// gain compares the boards before and after a stage of a side.
func gain(v *nardy.Variant, before, after *nardy.Position, side nardy.Side) Gain {
	a, b := look(v, after, side)
	was, _ := look(v, before, side)
	held := func(e *eye) uint32 {
		if v.Contact == nardy.Blocking {
			return e.occ
		}
		return e.made
	}
	enemy := side.Other()
	g := Gain{
		Made: pointsOf(v, side, held(&a)&^held(&was)), Given: pointsOf(v, side, held(&was)&^held(&a)),
		Hits:  int(after.N[enemy][nardy.Bar]) - int(before.N[enemy][nardy.Bar]),
		Cover: bits.OnesCount32(after.Covered[enemy] &^ before.Covered[enemy]),
		Off:   int(after.N[side][nardy.Off]) - int(before.N[side][nardy.Off]),
		Lead:  after.Lead(side),
	}
	if v.Contact == nardy.Blocking || apart(v, &a, &b) {
		return g
	}
	blots := a.occ &^ a.made &^ a.pinned
	g.Blots = bits.OnesCount32(blots)
	if blots != 0 {
		any, _, _ := shots(&b, across(v, blots))
		g.Shots = int(any*36 + 0.5)
	}
	return g
}

func pointsOf(v *nardy.Variant, side nardy.Side, steps uint32) (points []int) {
	for ; steps != 0; steps &= steps - 1 {
		points = append(points, v.Route.Point(side, bits.TrailingZeros32(steps)))
	}
	return points
}
