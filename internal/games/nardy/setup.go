package nardy

import (
	"slices"
	"strings"
)

// Setup is a position as somebody puts it together: what stands there may be
// impossible until State has checked it.
type Setup struct {
	Options  Options
	Position Position // Complete counts the checkers that are off
	Side     Side     // whose turn it is; who has offered, if Offered
	// Dice is the throw that is to be played, a double as two numbers; the
	// stage where Handed. It is empty before the throw.
	Dice    []int
	Handed  bool   // the opponent has left these dice (clause 4.8)
	Offered bool   // Side has offered a raise
	Throws  [2]int // own throws so far, with the one that is to be played
	Starter Side
	// More is the rest of what a position code tells, in its words: "from=4",
	// "head=1", "rest=6x4", "extra", "cube=1L".
	More []string
}

// SetupOf takes a position apart. The draw becomes the throw of the side that
// begins, and an end the position in which the game ended.
func SetupOf(s *State) Setup {
	u := Setup{
		Options: s.set.Options, Position: s.pos, Side: s.side, Handed: s.handed, Offered: s.phase == PhaseAnswer,
		Throws: s.throws, Starter: s.starter,
	}
	for _, d := range s.dice.slice() {
		u.Dice = append(u.Dice, int(d))
	}
	if s.set.Doubles() && !s.handed && len(u.Dice) == 4 {
		u.Dice = u.Dice[:2]
	}
	if s.phase == PhaseDraw {
		u.FirstThrow()
	}
	for word := range strings.FieldsSeq(string(s.appendRest(nil))) {
		key, _, _ := strings.Cut(word, "=")
		if key != "handed" && key != "throws" && key != "began" {
			u.More = append(u.More, word)
		}
	}
	return u
}

// Variant is the row of parameters that the position is one of; the options
// have been checked.
func (u *Setup) Variant() Variant {
	v, _ := VariantNamed(u.Options.Variant)
	return v
}

// FirstThrow makes the throw the first own one of the side. Where the dice of
// the draw are the first throw of who begins, who has yet to throw has not
// begun.
func (u *Setup) FirstThrow() {
	v := u.Variant()
	if len(u.Dice) == 0 && v.Reuse {
		u.Starter = u.Side.Other()
	}
	u.Throws = [2]int{}
	if len(u.Dice) > 0 && !u.Handed {
		u.Throws[u.Side] = 1
	}
	if u.Starter != u.Side || u.Handed {
		u.Throws[u.Side.Other()] = 1
	}
}

// LaterThrow makes the throw one between the first and the sixth of the side.
func (u *Setup) LaterThrow() { u.Throws = [2]int{defaultThrows, defaultThrows} }

// SixthThrow makes the throw the first one that a progression can begin with
// (clause 4.7).
func (u *Setup) SixthThrow() {
	u.Throws = [2]int{warmUp + 1, warmUp + 1}
	if len(u.Dice) == 0 || u.Handed {
		u.Throws[u.Side] = warmUp
	}
}

// Throw is which throw of the side is due or played: 1 for the first one.
func (u *Setup) Throw() int {
	n := u.Throws[u.Side]
	if len(u.Dice) == 0 || u.Handed {
		n++
	}
	return n
}

// Complete bears off the checkers that stand nowhere else. Where there are too
// many none is off.
func (u *Setup) Complete() {
	v := u.Variant()
	for side := range u.Position.N {
		on := 0
		for _, n := range u.Position.N[side][:Off] {
			on += int(n)
		}
		u.Position.N[side][Off] = uint8(max(v.Checkers()-on, 0))
	}
}

// State checks the position; the error is a *Problem, or one of options.
func (u *Setup) State() (*State, error) {
	if err := u.Options.check(); err != nil {
		return nil, err
	}
	v := u.Variant()
	if err := v.check(&u.Position); err != nil {
		return nil, err
	}
	s := &State{set: &setting{Variant: v, Options: u.Options}, pos: u.Position, side: u.Side, starter: u.Starter, throws: u.Throws}
	for _, word := range u.More {
		if err := s.parseWord(word); err != nil {
			return nil, err
		}
	}
	s.handed = u.Handed
	switch {
	case u.Offered:
		s.phase = PhaseAnswer
	case len(u.Dice) == 0:
		s.beforeThrow()
	default:
		s.phase = PhasePlay
		if err := s.lay(u.Dice); err != nil {
			return nil, err
		}
	}
	if err := s.possible(); err != nil {
		return nil, err
	}
	return s, nil
}

// lay puts the dice of a throw or of a remainder on the board.
func (s *State) lay(dice []int) error {
	if len(dice) > len(s.dice.pips) {
		return problemOf(problemDice, "more dice than a throw has", "n", s.set.Dice)
	}
	for _, d := range dice {
		if d < 1 || d > 6 {
			return problemOf(problemDice, "a die does not show that", "n", s.set.Dice)
		}
		s.dice.pips[s.dice.n] = uint8(d)
		s.dice.n++
	}
	if s.set.Doubles() && !s.handed && len(dice) == 2 && dice[0] == dice[1] {
		s.dice = equalDice(uint8(dice[0]), 4)
	}
	return nil
}

// Unreachable names the clause by which no game leads to a position, "" where
// none says so: a block that nobody could have built (clause 4.2), more than a
// runner off the head of Fevga while none has passed the enemy head (clause
// 4.3), a checker borne off while others are not home where no hit sends them
// back (clause 4.5). The rules answer in such a position as in any other.
func (s *State) Unreachable() string {
	for _, side := range [...]Side{Light, Dark} {
		us := &s.pos.N[side]
		if s.set.Contact != Hitting && us[Off] > 0 && !s.pos.Home(side) {
			return RuleNotAllHome
		}
		if s.set.Block == FevgaBlocks && !slices.Contains(us[1:7], 0) {
			return RuleFirstQuarter
		}
		if s.set.Runner && int(us[1]) < s.set.Checkers()-1 && !passedEnemyHead(us) {
			return RuleRunnerFirst
		}
		if s.set.Block == EnemyAhead && s.set.blockStands(&s.pos, side) {
			return RuleBlockOfSix
		}
	}
	return ""
}

// passedEnemyHead reports whether a checker of the side is beyond the enemy head
// of Fevga, or off.
func passedEnemyHead(us *[26]uint8) bool {
	return slices.ContainsFunc(us[14:], func(n uint8) bool { return n > 0 })
}

// blockStands reports whether the side has a block that it was never allowed
// to build.
func (v *Variant) blockStands(p *Position, side Side) bool {
	them := &p.N[side.Other()]
	ahead := them[Off] > 0
	run := 0
	for step := 24; step >= 1; step-- {
		// From the end of the enemy's route: what is ahead of a block is known
		// when it is met.
		if p.N[side][v.Route.Across(step)] > 0 {
			if run++; run == 6 && !ahead {
				return true
			}
			continue
		}
		run = 0
		ahead = ahead || them[step] > 0
	}
	return false
}
