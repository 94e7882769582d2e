package ashtarashki

import (
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// The rules that a refusal can name (section 6), in the order in which they
// are asked.
const (
	RuleUnreadable     = "ashtarashki.unreadable"                  // 6.1
	RuleLightSquare    = "ashtarashki.light-square"                // 6.1
	RuleGameOver       = "ashtarashki.game-over"                   // 6.1
	RuleNoSuchStone    = "ashtarashki.no-such-stone"               // 6.2
	RuleNotYours       = "ashtarashki.not-your-stone"              // 6.2
	RuleFinished       = "ashtarashki.finished"                    // 2.3, 3.6
	RuleNothingThere   = "ashtarashki.nothing-to-capture"          // 3.1
	RuleSafeThere      = "ashtarashki.finished-cannot-be-captured" // 2.3
	RuleNotDiagonal    = "ashtarashki.not-diagonal"                // 2.1, 3.1
	RuleRetreated      = "ashtarashki.retreated-cannot-capture"    // 3.2
	RuleWrongRank      = "ashtarashki.rank-does-not-capture"       // 3.2
	RuleMustContinue   = "ashtarashki.must-continue"               // 3.5
	RuleOccupied       = "ashtarashki.occupied"                    // 2.1
	RuleMarkTheRetreat = "ashtarashki.mark-the-retreat"            // 5.3
	RuleMustCapture    = "ashtarashki.must-capture"                // 3.4
	RuleAmbiguous      = "ashtarashki.ambiguous"                   // 5.2
)

func refuse(rule string, step int) *game.Refusal { return &game.Refusal{Rule: rule, Step: step} }

// judge finds the one legal move that t means, or the first rule of section 6
// that forbids it.
func (p *Position) judge(t typed) (Play, *game.Refusal) {
	t = p.withColons(t)
	if len(t.hops) > 1 && slices.ContainsFunc(t.hops, func(h typedHop) bool { return !h.takes }) {
		return Play{}, refuse(RuleUnreadable, 0)
	}
	if _, over := p.Ending(); over {
		return Play{}, refuse(RuleGameOver, 0)
	}
	if chain, ok := p.asChain(t); ok {
		return chain, nil
	}
	stones, refusal := p.candidates(t)
	if refusal != nil {
		return Play{}, refusal
	}
	if t.hops[0].takes {
		stones, refusal = p.judgeCapture(t, stones)
	} else {
		stones, refusal = p.judgeQuiet(t, stones)
	}
	switch {
	case refusal != nil:
		return Play{}, refusal
	case stones.Len() > 1:
		return Play{}, refuse(RuleAmbiguous, 0)
	}
	for _, play := range p.Plays() {
		if play.From == stones.First() && slices.EqualFunc(play.Path, t.hops, func(s Square, h typedHop) bool { return s == h.to }) {
			return play, nil
		}
	}
	// Out of reach: a move that no rule forbids is on the list. Should they
	// ever disagree, the list decides.
	return Play{}, refuse(RuleUnreadable, 0)
}

// withColons supplies the ":" of hops to squares where an enemy stone stands
// (clause 5.4).
func (p *Position) withColons(t typed) typed {
	t.hops = slices.Clone(t.hops)
	for i := range t.hops {
		if p.Sides[p.ToMove.Other()].Has(t.hops[i].to) {
			t.hops[i].takes = true
		}
	}
	return t
}

// asChain reads what looks like a departure from an enemy stone's square as
// the first capture of a chain, its ":" left out, if that is a legal move.
func (p *Position) asChain(t typed) (Play, bool) {
	if !t.whole || !p.Sides[p.ToMove.Other()].Has(t.from) {
		return Play{}, false
	}
	t.hops = slices.Insert(slices.Clone(t.hops), 0, typedHop{to: t.from, takes: true})
	t.whole, t.file = false, -1
	play, refusal := p.judge(t)
	return play, refusal == nil
}

// candidates are the stones that t can mean, wherever they could go
// (clause 6.2).
func (p *Position) candidates(t typed) (Set, *game.Refusal) {
	fits := func(s Square) bool {
		stone, there := p.At(s)
		return there && stone.Condition == t.condition && (t.rank == 0 || stone.Rank == t.rank)
	}
	var stones Set
	if t.whole {
		if !fits(t.from) {
			return 0, refuse(RuleNoSuchStone, 0)
		}
		if !p.Sides[p.ToMove].Has(t.from) {
			return 0, refuse(RuleNotYours, 0)
		}
		stones = SetOf(t.from)
	} else {
		for own := p.Sides[p.ToMove]; own != 0; own = own.Rest() {
			if s := own.First(); fits(s) && (t.file < 0 || s.File() == t.file) {
				stones |= SetOf(s)
			}
		}
		if stones == 0 {
			return 0, refuse(RuleNoSuchStone, 0)
		}
	}
	if stones &= p.own(); stones == 0 {
		return 0, refuse(RuleFinished, 0)
	}
	return stones, nil
}

// judgeCapture walks a capture hop by hop (clause 6.3) and returns those of the
// stones that can make it.
func (p *Position) judgeCapture(t typed, stones Set) (Set, *game.Refusal) {
	enemy, last := p.ToMove.Other(), lastRank(p.ToMove)
	var taken Set
	reach := stones.near()
	for step, hop := range t.hops {
		to := SetOf(hop.to)
		switch {
		case (p.Sides[enemy]&^taken)&to == 0:
			return 0, refuse(RuleNothingThere, step)
		case p.Finished(enemy)&to != 0:
			return 0, refuse(RuleSafeThere, step)
		case reach&to == 0:
			return 0, refuse(RuleNotDiagonal, step)
		case t.condition != Full:
			return 0, refuse(RuleRetreated, step)
		case p.prey(t.rank-1)&to == 0:
			return 0, refuse(RuleWrongRank, step)
		case step > 0 && last.Has(t.hops[step-1].to):
			return 0, refuse(RuleFinished, step)
		}
		if step == 0 {
			stones &= to.near()
		}
		taken |= to
		reach = to.near()
	}
	end := t.hops[len(t.hops)-1].to
	if !last.Has(end) && reach&p.prey(t.rank-1)&^taken != 0 {
		return 0, refuse(RuleMustContinue, len(t.hops)-1)
	}
	// Clause 3.3: a capture is never a retreat, so it bears no mark.
	if t.mark != "" {
		return 0, refuse(RuleMarkTheRetreat, len(t.hops)-1)
	}
	return stones, nil
}

// judgeQuiet does the same for a move to an empty square (clause 6.4).
func (p *Position) judgeQuiet(t typed, stones Set) (Set, *game.Refusal) {
	to := t.hops[0].to
	if stones &= to.Neighbours(); stones == 0 {
		return 0, refuse(RuleNotDiagonal, 0)
	}
	if !p.empty().Has(to) {
		return 0, refuse(RuleOccupied, 0)
	}
	var marked Set
	for ; stones != 0; stones = stones.Rest() {
		if from := stones.First(); p.mark(Move{From: from, To: to}) == t.mark {
			marked |= SetOf(from)
		}
	}
	if marked == 0 {
		return 0, refuse(RuleMarkTheRetreat, 0)
	}
	if p.CanCapture() {
		return 0, refuse(RuleMustCapture, 0)
	}
	return marked, nil
}
