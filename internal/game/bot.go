package game

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Bot chooses actions. Its choice depends on the position, on its own settings
// and on r, and on nothing else, so that anyone can check it afterwards.
type Bot interface {
	// Name is a stable word, unique within the game: "random", "winning".
	Name() string

	// Choose returns a legal action of s, in which a player is to act. It
	// gives up early when ctx ends: with the best action found so far if it
	// has one, with the error of ctx otherwise.
	Choose(ctx context.Context, s State, r *rand.Rand) (Action, error)
}

// Choice is what a bot plays, and what it tells about it.
type Choice struct {
	Action Action
	Depth  int // how many plies it looked ahead; 0 where that says nothing
}

// Thinker is a Bot that tells how it came to its choice.
type Thinker interface {
	Bot
	// Think is Choose, with what the bot tells about its choice.
	Think(ctx context.Context, s State, r *rand.Rand) (Choice, error)
}

// Think asks b for its choice in s, as Choose does.
func Think(ctx context.Context, b Bot, s State, r *rand.Rand) (Choice, error) {
	if t, ok := b.(Thinker); ok {
		return t.Think(ctx, s, r)
	}
	a, err := b.Choose(ctx, s, r)
	return Choice{Action: a}, err
}

// Preparer is a Bot that computes something before its first choices, which
// have to wait for it unless it was asked to prepare.
type Preparer interface {
	Bot
	// Prepare returns when there is nothing left to prepare, or soon after the
	// end of ctx. It may be called more than once, and while the bot chooses.
	Prepare(ctx context.Context)
}

// Hinter is a Bot that can say what it thinks about the actions of a position.
type Hinter interface {
	Bot
	// Hint is what the bot thinks about s, in which a player is to act, in a
	// form that the pages of its game know.
	Hint(ctx context.Context, s State) (any, error)
}

// Hinter is the strongest bot of e that can say what it thinks; nil if none can.
func (e Entry) Hinter() Hinter {
	for _, b := range slices.Backward(e.Bots) {
		if h, ok := b.(Hinter); ok {
			return h
		}
	}
	return nil
}

// Step is a position of a game that was played, and what was done in it. Where
// dice were thrown there is no action.
type Step struct {
	State  State
	Action Action
}

// Reviewer is a Bot that can judge a game that was played.
type Reviewer interface {
	Bot
	// Review begins to judge a game, from its first step to its last.
	Review(steps []Step) (Review, error)
}

// Review is the judgement of a game, under way. It serves one goroutine.
type Review interface {
	// Step judges the next step of the game, which takes no longer than a
	// choice, and reports whether there are more. After an error the same step
	// can be tried again.
	Step(ctx context.Context) (more bool, err error)
	// Done is how many steps have been judged.
	Done() int
	// Result is what has been found so far, in a form that can be written as
	// JSON and that the pages of the game know.
	Result() any
}

// Reviewer is the strongest bot of e that can judge games; nil if none can.
func (e Entry) Reviewer() Reviewer {
	for _, b := range slices.Backward(e.Bots) {
		if r, ok := b.(Reviewer); ok {
			return r
		}
	}
	return nil
}

// Warmer is a Bot whose first choice in a kind of game has to wait for something
// to be computed.
type Warmer interface {
	Bot
	// Warm returns when a choice in s does not have to wait any more, which may
	// take seconds. It may be called more than once, and while the bot chooses.
	Warm(s State)
}

// Warm gets b ready to choose in s.
func Warm(b Bot, s State) {
	if w, ok := b.(Warmer); ok {
		w.Warm(s)
	}
}

// ErrNothingLegal is the error of a bot that is asked while no player is to
// act.
var ErrNothingLegal = errors.New("nothing is legal in this position")

// Random is the bot that every game has: uniform over Legal.
type Random struct{}

// Name is "random".
func (Random) Name() string { return "random" }

// Choose returns each legal action with the same chance.
func (Random) Choose(ctx context.Context, s State, r *rand.Rand) (Action, error) {
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("choose at random: %w", err)
	}
	// Reservoir sampling: one pass, and no list of what may be thousands of
	// turns.
	var chosen Action
	n := 0
	for a := range s.Legal() {
		n++
		if r.IntN(n) == 0 {
			chosen = a
		}
	}
	if n == 0 {
		return "", ErrNothingLegal
	}
	return chosen, nil
}

// BotNamed returns the bot of e with that name.
func (e Entry) BotNamed(name string) (Bot, bool) {
	for _, b := range e.Players() {
		if b.Name() == name {
			return b, true
		}
	}
	return nil, false
}

// Players returns the bots of e, or Random alone where it has none.
func (e Entry) Players() []Bot {
	if len(e.Bots) == 0 {
		return []Bot{Random{}}
	}
	return e.Bots
}
