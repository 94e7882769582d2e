package bot

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

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

// likened is how many of the best plays are looked into equally deep, so that
// their losses compare.
const likened = 4

// Explain is what the level thinks of every play of a stage. The first plays are
// in the order of their losses; the others follow by how deep was looked, and
// what they lose is what it looks like from there.
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
	v, st := state.Variant(), stageOf(state)
	s := b.library.borrow(v.ID, b.level.plain)
	defer b.library.giveBack(v.ID, b.level.plain, s)
	if ranked, err = s.complete(ctx, &st, ranked); err != nil {
		return Explanation{}, fmt.Errorf("explain %s: %w", state, err)
	}
	actions := map[nardy.Position]game.Action{}
	g := state.Graph()
	for _, i := range g.Finals() {
		actions[g.Nodes[i].Position] = g.Action(i)
	}
	e := Explanation{Before: before}
	for i := range ranked {
		r := &ranked[i]
		a, known := actions[r.Result]
		if !known {
			return Explanation{}, fmt.Errorf("explain %s: the play found is not legal", state)
		}
		e.Plays = append(e.Plays, Play{
			Action: a, Chances: r.Chances, Loss: max(0, ranked[0].Equity-r.Equity), Plies: r.Plies,
			Gain: s.gain(&st, &r.Result),
		})
	}
	return e, nil
}

// complete adds the results of a stage that the ranking left out, and looks into
// the first ones as deep as into the best.
func (s *Searcher) complete(ctx context.Context, st *Stage, ranked []Ranked) ([]Ranked, error) {
	results, _ := s.generator.Results(s.v, &st.Pos, st.rules(s.v))
	results = slices.Clone(results)
	known := map[nardy.Position]bool{}
	for i := range ranked {
		known[ranked[i].Result] = true
	}
	for i := range results {
		if known[results[i]] {
			continue
		}
		c, err := s.outlook(ctx, st, &results[i], 0)
		if err != nil {
			return nil, err
		}
		ranked = append(ranked, Ranked{Result: results[i], Chances: c, Equity: c.Equity()})
	}
	rest := ranked[1:]
	sorted := func(rs []Ranked) {
		slices.SortStableFunc(rs, func(x, y Ranked) int { return deeperFirst(&x, &y) })
	}
	sorted(rest)
	alike := rest[:min(likened-1, len(rest))]
	for i := range alike {
		r := &alike[i]
		if r.Plies == ranked[0].Plies {
			continue
		}
		c, err := s.outlook(ctx, st, &r.Result, ranked[0].Plies)
		if err != nil {
			return nil, err
		}
		r.Chances, r.Equity, r.Plies = c, c.Equity(), ranked[0].Plies
	}
	sorted(alike) // all of one depth now
	return ranked, nil
}

// outlook is what the side of a stage can expect after a result: the throw is
// played to its end, and from there it is looked so many plies ahead.
func (s *Searcher) outlook(ctx context.Context, st *Stage, result *nardy.Position, plies int) (Chances, error) {
	if kind, winner := s.v.Status(result); kind != nardy.GoesOn {
		return end(kind, winner, st.Side), nil
	}
	_, used := s.generator.Results(s.v, &st.Pos, st.rules(s.v))
	next, following, more := st.After(s.v, result, used)
	if more {
		after, over, c := s.Play(&following)
		if over {
			return c, nil
		}
		next = after
	}
	c, err := s.Ahead(ctx, &next, plies)
	if err != nil {
		return c, err
	}
	if next.Side != st.Side {
		c = c.Flip()
	}
	return c, nil
}

// errOther is the error about an action that is no legal play.
var errOther = errors.New("no legal play of this stage")

// gain compares the boards before and after a stage.
func (s *Searcher) gain(st *Stage, after *nardy.Position) Gain {
	v, side := s.v, st.Side
	a, b := look(v, after, side)
	was, _ := look(v, &st.Pos, side)
	held := func(e *eye) uint32 {
		if v.Contact == nardy.Blocking {
			return e.occ
		}
		return e.made
	}
	enemy := side.Other()
	g := Gain{
		Hits:  int(after.N[enemy][nardy.Bar]) - int(st.Pos.N[enemy][nardy.Bar]),
		Cover: bits.OnesCount32(after.Covered[enemy] &^ st.Pos.Covered[enemy]),
		Off:   int(after.N[side][nardy.Off]) - int(st.Pos.N[side][nardy.Off]),
		Lead:  after.Lead(side),
	}
	if apart(v, &a, &b) {
		return g
	}
	g.Made, g.Given = pointsOf(v, side, held(&a)&^held(&was)), pointsOf(v, side, held(&was)&^held(&a))
	if v.Contact == nardy.Blocking {
		return g
	}
	if kind, _ := v.Status(after); kind != nardy.GoesOn {
		return g
	}
	_, used := s.generator.Results(v, &st.Pos, st.rules(v))
	next, _, more := st.After(v, after, used)
	blots := a.occ &^ a.made &^ a.pinned
	if more || next.Side == side || blots == 0 {
		return g // the enemy does not throw next
	}
	g.Blots = bits.OnesCount32(blots)
	g.Shots = s.shots(&next)
	return g
}

// shots is how many of the 36 throws let the side of a node hit or cover
// something. Of a progression the first stage counts.
func (s *Searcher) shots(n *Node) int {
	settled, over, _ := s.Settle(n)
	if over {
		return 0
	}
	caught := func(p *nardy.Position) int {
		other := settled.Side.Other()
		return int(p.N[other][nardy.Bar]) + bits.OnesCount32(p.Covered[other])
	}
	was, sum := caught(&settled.Pos), float32(0)
	for _, roll := range s.rolls {
		st := Thrown(s.v, &settled, roll.Dice)
		results, _ := s.generator.Results(s.v, &st.Pos, st.rules(s.v))
		if slices.ContainsFunc(results, func(p nardy.Position) bool { return caught(&p) > was }) {
			sum += roll.Weight
		}
	}
	return int(36*sum + 0.5)
}

func pointsOf(v *nardy.Variant, side nardy.Side, steps uint32) (points []int) {
	for ; steps != 0; steps &= steps - 1 {
		points = append(points, v.Route.Point(side, bits.TrailingZeros32(steps)))
	}
	return points
}
