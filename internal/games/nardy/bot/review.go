package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// Step is a state of a game that was played, and what was done in it. Steps of
// dice have no action.
type Step struct {
	State  *nardy.State
	Action game.Action
}

// Review is what a level thinks about a game that was played.
type Review struct {
	Verdicts []Verdict
	Fortunes []Fortune
	Sides    [2]Account
}

// Verdict is about a decision: a stage with more than one result.
type Verdict struct {
	Step   int // in the steps of the game
	Side   nardy.Side
	Played Play
	Best   Play
	Facts  []Fact // what the best play gains over the one played
}

// Fortune is about a throw: by how much, in prices, the best play of it is worth
// more to the side that threw than those of all throws on average.
type Fortune struct {
	Step int // of the first stage of the throw
	Side nardy.Side
	Luck float32
}

// Account adds up what is known about a side.
type Account struct {
	Decisions int     `json:"decisions"`
	Errors    int     `json:"errors"`   // decisions that lost Mistake or more
	Blunders  int     `json:"blunders"` // of them, those that lost Blunder or more
	Loss      float32 `json:"loss"`     // of all decisions together, in prices
	Luck      float32 `json:"luck"`     // of all throws together, in prices
}

// From these losses on, in prices, a decision counts as an error or a blunder.
const (
	Mistake = 0.02
	Blunder = 0.08
)

// Rate is the loss a decision in thousandths of a price.
func (a *Account) Rate() float32 {
	if a.Decisions == 0 {
		return 0
	}
	return 1000 * a.Loss / float32(a.Decisions)
}

// Worst are at most so many verdicts that lost Mistake or more, the dearest
// first.
func (r *Review) Worst(most int) []Verdict {
	var worst []Verdict
	for i := range r.Verdicts {
		if r.Verdicts[i].Played.Loss >= Mistake {
			worst = append(worst, r.Verdicts[i])
		}
	}
	slices.SortStableFunc(worst, func(x, y Verdict) int { return cmp.Compare(y.Played.Loss, x.Played.Loss) })
	return worst[:min(most, len(worst))]
}

// Reviewing is a review under way, a step at a time, so that whoever thinks can
// do something more urgent between two of them.
type Reviewing struct {
	bot   *Player
	steps []Step
	done  int
	made  Review
}

var _ game.Reviewer = &Player{}

// Review begins to judge the plays and the throws of a game: a *Reviewing.
// Answers to questions of the cube are not judged.
func (b *Player) Review(steps []game.Step) (game.Review, error) {
	own := make([]Step, len(steps))
	for i := range steps {
		state, ok := steps[i].State.(*nardy.State)
		if !ok {
			return nil, fmt.Errorf("review as %s: %T is no position of nardy", b.name, steps[i].State)
		}
		own[i] = Step{State: state, Action: steps[i].Action}
	}
	return b.reviewing(own), nil
}

func (b *Player) reviewing(steps []Step) *Reviewing {
	return &Reviewing{bot: b, steps: steps, made: Review{Verdicts: []Verdict{}, Fortunes: []Fortune{}}}
}

// Step judges the next step and reports whether there are more. After an error
// the same step can be tried again.
func (r *Reviewing) Step(ctx context.Context) (more bool, err error) {
	if r.done == len(r.steps) {
		return false, nil
	}
	i, s := r.done, &r.steps[r.done]
	if s.State.Phase() == nardy.PhasePlay {
		made := r.made // an error leaves no half of a step
		if err := r.bot.fortune(ctx, i, r.steps, &made); err != nil {
			return true, fmt.Errorf("review step %d: %w", i, err)
		}
		if _, forced := s.State.Only(); !forced {
			if err := r.bot.verdict(ctx, i, s, &made); err != nil {
				return true, fmt.Errorf("review step %d: %w", i, err)
			}
		}
		r.made = made
	}
	r.done++
	return r.done < len(r.steps), nil
}

// Done is how many steps have been judged.
func (r *Reviewing) Done() int { return r.done }

// Review is what has been found so far.
func (r *Reviewing) Review() Review { return r.made }

// Result is what has been found so far, as it is kept: a Kept.
func (r *Reviewing) Result() any { return r.made.Kept() }

func (b *Player) verdict(ctx context.Context, number int, s *Step, r *Review) error {
	e, err := b.Explain(ctx, s.State)
	if err != nil {
		return err
	}
	after, err := s.State.Apply(s.Action)
	if err != nil {
		return fmt.Errorf("%q: %w", s.Action, err)
	}
	// The game may have been played in another order of hops.
	result := after.(*nardy.State).Position()
	action, ok := s.State.ActionTo(result)
	if !ok {
		return fmt.Errorf("%q: %w", s.Action, errOther)
	}
	at := slices.IndexFunc(e.Plays, func(p Play) bool { return p.Action == action })
	if at < 0 {
		return fmt.Errorf("%q: %w", s.Action, errOther)
	}
	v := Verdict{Step: number, Side: s.State.Turn(), Played: e.Plays[at], Best: e.Plays[0]}
	if v.Played.Plies < v.Best.Plies {
		if err := b.lookAlike(ctx, s.State, result, &v); err != nil {
			return err
		}
	}
	if v.Played.Loss > 0 {
		v.Facts = v.Best.Gain.Over(&v.Played.Gain)
	}
	r.Verdicts = append(r.Verdicts, v)
	a := &r.Sides[v.Side]
	a.Decisions++
	a.Loss += v.Played.Loss
	if v.Played.Loss >= Mistake {
		a.Errors++
	}
	if v.Played.Loss >= Blunder {
		a.Blunders++
	}
	return nil
}

// lookAlike looks from the play that was played as far ahead as from the best
// one, since values of different depth do not compare.
func (b *Player) lookAlike(ctx context.Context, state *nardy.State, result nardy.Position, v *Verdict) error {
	variant, st := state.Variant(), stageOf(state)
	s := b.library.borrow(variant.ID, b.level.plain)
	defer b.library.giveBack(variant.ID, b.level.plain, s)
	c, err := s.outlook(ctx, &st, &result, v.Best.Plies)
	if err != nil {
		return err
	}
	v.Played.Chances, v.Played.Plies = c, v.Best.Plies
	v.Played.Loss = max(0, v.Best.Chances.Equity()-c.Equity())
	return nil
}

// fortune judges the throw of a stage, if it is the first of its throw.
func (b *Player) fortune(ctx context.Context, number int, steps []Step, r *Review) error {
	state := steps[number].State
	v := state.Variant()
	st := stageOf(state)
	if number == 0 || steps[number-1].Action != "" || st.Handed || st.From != 0 {
		return nil
	}
	s := b.library.borrow(v.ID, b.level.plain)
	defer b.library.giveBack(v.ID, b.level.plain, s)
	before := st.Node
	before.Throws[before.Side] = max(before.Throws[before.Side], 1) - 1
	all, err := s.Ahead(ctx, &before, 1)
	if err != nil {
		return err
	}
	_, _, c := s.Play(&st)
	f := Fortune{Step: number, Side: st.Side, Luck: c.Equity() - all.Equity()}
	r.Fortunes = append(r.Fortunes, f)
	r.Sides[f.Side].Luck += f.Luck
	return nil
}
