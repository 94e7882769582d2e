package nardy

import (
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// What a refusal can name. Each is explained by a clause in clauses.go.
const (
	RuleNotation    = "nardy.notation"     // no turn at all
	RuleOver        = "nardy.over"         // the game is over
	RuleThrowFirst  = "nardy.throw-first"  // the dice come before the hops
	RulePlayFirst   = "nardy.play-first"   // the dice are thrown and want to be played
	RuleAnswerFirst = "nardy.answer-first" // a raise is to be taken or dropped
	RuleMustPlay    = "nardy.must-play"    // a pass while something can be played

	RuleNoChecker      = "nardy.no-checker"      // nothing of one's own stands there
	RuleWrongDirection = "nardy.wrong-direction" // backwards
	RuleNoSuchDie      = "nardy.no-such-die"     // no unused die shows that
	RulePlayMoreDice   = "nardy.play-more-dice"  // more dice can be used
	RuleLargerDie      = "nardy.larger-die"      // greater dice can be used
	RuleSayTheWay      = "nardy.say-the-way"     // the way of a checker makes a difference

	RuleHeadOnce      = "nardy.head-once"
	RuleHeadTwoOnlyOn = "nardy.head-two-only-on"
	RuleBlockOfSix    = "nardy.block-of-six"
	RuleFirstQuarter  = "nardy.first-quarter"
	RuleLetOut        = "nardy.let-out"
	RuleRunnerFirst   = "nardy.runner-first"

	RuleClosedPoint = "nardy.closed-point"
	RuleBarFirst    = "nardy.bar-first"
	RuleCovered     = "nardy.covered"
	RuleHitAndRun   = "nardy.hit-and-run"

	RuleNotAllHome     = "nardy.not-all-home"
	RuleBearOffExact   = "nardy.bear-off-exact"
	RuleBearOffHighest = "nardy.bear-off-highest"

	RuleCubeNone     = "nardy.cube-none"
	RuleCubeNotNow   = "nardy.cube-not-now"
	RuleCubeOwner    = "nardy.cube-owner"
	RuleCubeLimit    = "nardy.cube-limit"
	RuleCubeCrawford = "nardy.cube-crawford"
	RuleCubeNoOffer  = "nardy.cube-no-offer" // nothing has been offered
)

func refusals() []string {
	return []string{
		RuleNotation, RuleOver, RuleThrowFirst, RulePlayFirst, RuleAnswerFirst, RuleMustPlay,
		RuleNoChecker, RuleWrongDirection, RuleNoSuchDie, RulePlayMoreDice, RuleLargerDie, RuleSayTheWay,
		RuleHeadOnce, RuleHeadTwoOnlyOn, RuleBlockOfSix, RuleFirstQuarter, RuleLetOut, RuleRunnerFirst,
		RuleClosedPoint, RuleBarFirst, RuleCovered, RuleHitAndRun,
		RuleNotAllHome, RuleBearOffExact, RuleBearOffHighest,
		RuleCubeNone, RuleCubeNotNow, RuleCubeOwner, RuleCubeLimit, RuleCubeCrawford, RuleCubeNoOffer,
	}
}

// wordRefused is why a word is no action now.
func (s *State) wordRefused(word game.Action) string {
	switch {
	case s.phase == PhaseOver:
		return RuleOver
	case word == Raise && s.phase != PhaseAnswer:
		if rule := s.raiseRefused(s.side); rule != "" {
			return rule
		}
		return RuleCubeNotNow
	case s.phase == PhaseAnswer:
		return RuleAnswerFirst
	case word == Take || word == Drop:
		return RuleCubeNoOffer
	case s.phase != PhasePlay:
		return RuleThrowFirst
	case word == game.Pass:
		return RuleMustPlay
	default:
		return RulePlayFirst
	}
}

// hopsRefused is why no hops can be made now, "" where they can.
func (s *State) hopsRefused() string {
	switch s.phase {
	case PhasePlay:
		return ""
	case PhaseOver:
		return RuleOver
	case PhaseAnswer:
		return RuleAnswerFirst
	default:
		return RuleThrowFirst
	}
}

// refuse says which hop of a turn that is not legal breaks which rule: the
// first hop after which no legal turn is left.
func (s *search) refuse(moves []move) *game.Refusal {
	at, step := 0, 0
	for _, m := range moves {
		if s.nodes[at].over {
			return &game.Refusal{Rule: RuleOver, Step: step}
		}
		way, ok := s.follow(at, m)
		if !ok {
			return s.refuseMove(at, step, m)
		}
		for _, e := range way {
			if !s.nodes[e.next].keep {
				return &game.Refusal{Rule: s.strands(e.next), Step: step}
			}
			at = e.next
			step++
		}
	}
	// Every hop was fine, but more of them are due.
	return &game.Refusal{Rule: RulePlayMoreDice, Step: step}
}

// follow finds the hops of one move from a node: one hop if possible, and
// hops that begin a legal turn before others.
func (s *search) follow(at int, m move) ([]rawEdge, bool) {
	from, to := s.f.v.step(s.side, m.from), s.f.v.step(s.side, m.to)
	var best []rawEdge
	var bad int
	var walk func(node, from int, way []rawEdge)
	walk = func(node, from int, way []rawEdge) {
		for _, e := range s.edgesOf(&s.nodes[node]) {
			if int(e.from) != from || int(e.to) > to && to != Off {
				continue
			}
			next := append(slices.Clip(way), e)
			if int(e.to) != to {
				walk(e.next, int(e.to), next)
				continue
			}
			stranded := 0
			for _, x := range next {
				if !s.nodes[x.next].keep {
					stranded = 1
				}
			}
			if best == nil || stranded < bad || stranded == bad && len(next) < len(best) {
				best, bad = next, stranded
			}
		}
	}
	walk(at, from, nil)
	return best, best != nil
}

// strands is the rule of clause 2.3 (or Fevga's, of 4.2) that a play through a
// node must break.
func (s *search) strands(node int) string {
	reach, rank := 0, ^uint32(0)
	seen := map[int]bool{}
	var walk func(i int)
	walk = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		n := &s.nodes[i]
		depth := n.depth
		if n.over {
			depth = s.f.dice
		}
		if depth > reach {
			reach, rank = depth, ^uint32(0)
		}
		if depth == reach {
			rank = min(rank, s.f.saved(n.aux))
		}
		for _, e := range s.edgesOf(n) {
			walk(e.next)
		}
	}
	walk(node)
	switch {
	case reach < s.used:
		return RulePlayMoreDice
	case rank > s.best:
		return RuleLargerDie
	default:
		return RuleLetOut
	}
}

// refuseMove says why a checker can not go that way at all.
func (s *search) refuseMove(at, step int, m move) *game.Refusal {
	h := &s.nodes[at].half
	from, to := s.f.v.step(s.side, m.from), s.f.v.step(s.side, m.to)
	one := func(rule string) *game.Refusal { return &game.Refusal{Rule: rule, Step: step} }
	switch {
	case h.at(from) == 0:
		return one(RuleNoChecker)
	case to <= from:
		return one(RuleWrongDirection)
	}
	left := s.f.left(h.aux)
	if rule := s.f.cannotLeave(h, from, left); rule != "" {
		return one(rule)
	}
	// One hop: the exact die first, then greater ones when bearing off.
	exact, greater := "", ""
	for _, d := range slices.Compact(left) {
		switch n := int(d); {
		case from+n == to:
			exact = s.f.cannotLand(h, from, n)
		case to == Off && from+n > to:
			greater = s.f.cannotLand(h, from, n)
		}
	}
	if exact != "" {
		return one(exact)
	}
	if greater != "" {
		return one(greater)
	}
	return s.refuseWay(at, step, from, to)
}

// refuseWay looks at moves of several hops: of the ways whose dice add up, the
// one that gets furthest says what is in the way.
func (s *search) refuseWay(at, step, from, to int) *game.Refusal {
	refusal, far := &game.Refusal{Rule: RuleNoSuchDie, Step: step}, -1
	var walk func(node, from, hops int)
	walk = func(node, from, hops int) {
		h := &s.nodes[node].half
		left := s.f.left(h.aux)
		for _, d := range slices.Compact(slices.Clone(left)) {
			next := from + int(d)
			if !sums(left, int(d), next, to) {
				continue
			}
			next = min(next, Off)
			edges := s.edgesOf(&s.nodes[node])
			i := slices.IndexFunc(edges, func(e rawEdge) bool { return int(e.from) == from && e.die == d })
			if i >= 0 {
				if next < to {
					walk(edges[i].next, next, hops+1)
				}
				continue
			}
			if hops > far {
				rule := s.f.cannotLeave(h, from, left)
				if rule == "" {
					rule = s.f.cannotLand(h, from, int(d))
				}
				refusal, far = &game.Refusal{Rule: rule, Step: step + hops}, hops
			}
		}
	}
	walk(at, from, 0)
	return refusal
}

// sums reports whether the dice that are left without d can add up to the way
// from next to to.
func sums(left []uint8, d, next, to int) bool {
	if next == to || to == Off && next > to {
		return true
	}
	if next > to {
		return false
	}
	i := slices.Index(left, uint8(d))
	rest := slices.Delete(slices.Clone(left), i, i+1)
	for _, e := range rest {
		if sums(rest, int(e), next+int(e), to) {
			return true
		}
	}
	return false
}

// cannotLeave is why a checker may not leave its place at all, "" if it may.
func (f *field) cannotLeave(h *half, from int, left []uint8) string {
	switch {
	case f.pinned>>from&1 == 1:
		return RuleCovered
	case from != Bar && h.occ&1 == 1:
		return RuleBarFirst
	case len(left) == 0:
		return RuleNoSuchDie
	case from == 1 && f.v.Head > 0 && h.at(1) <= f.stay:
		if f.v.TwoOff != 0 && f.kinds == 1 && f.dice == 4 && f.fresh {
			return RuleHeadTwoOnlyOn
		}
		return RuleHeadOnce
	case from == 1 && !f.mayLeaveHead(h):
		return RuleRunnerFirst
	}
	return ""
}

// cannotLand is why a hop of d from a step is not legal although its checker
// may move.
func (f *field) cannotLand(h *half, from, d int) string {
	to := from + d
	switch {
	case to < Off && f.closed>>to&1 == 1:
		return RuleClosedPoint
	case to < Off && f.v.Block == FevgaBlocks && !f.blockAllowed(h, from, to):
		return RuleFirstQuarter
	case to < Off && f.v.Block == EnemyAhead && !f.blockAllowed(h, from, to):
		return RuleBlockOfSix
	case to < Off && f.v.NoRun:
		return RuleHitAndRun
	case to < Off:
		return RuleNoSuchDie
	case h.occ&yard != 0:
		return RuleNotAllHome
	case f.pinned != 0:
		return RuleCovered
	case to > Off && f.v.Exact:
		return RuleBearOffExact
	case to > Off && h.occ&-h.occ != 1<<from:
		return RuleBearOffHighest
	default:
		return RuleHitAndRun
	}
}
