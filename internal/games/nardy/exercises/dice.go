package exercises

import (
	"strconv"

	"github.com/hod-games/hod/internal/games/nardy"
)

// bearOff asks what a die may be used for by a side whose checkers are home, or
// all but one.
func bearOff(s *look) (Exercise, bool) {
	p, st := s.Position(), s.Stage()
	if s.Phase() != nardy.PhasePlay || len(st.Dice) != 2 || s.Handed() || outside(&p, st.Side) > 1 {
		return Exercise{}, false
	}
	g := s.Graph()
	for _, die := range st.Dice {
		e := about(s, BearOff)
		e.Die = int(die)
		first := usesOf(g.Nodes[:1], e.Die)
		if first != usesOf(g.Nodes, e.Die) || first == Nothing && p.Home(st.Side) && g.Stuck() {
			continue // it depends on the other die, or there is nothing to choose
		}
		if first == Move && outside(&p, st.Side) == 0 && !offers(&p, st.Side, e.Die) {
			continue // too plain: no checker is near enough
		}
		e.words(first, Off, Move, Either, Nothing)
		e.Clause = "nardy.bear-off"
		switch {
		case outside(&p, st.Side) > 0 && first == Nothing:
			e.Clause = nardy.RuleClosedPoint
		case outside(&p, st.Side) > 0:
			e.Clause = nardy.RuleNotAllHome
		case first == Nothing && s.Variant().Exact:
			e.Clause = nardy.RuleBearOffExact
		case first != Either:
			e.Clause = nardy.RuleBearOffHighest
		}
		return e, true
	}
	return Exercise{}, false
}

// outside is how many checkers are neither home nor off.
func outside(p *nardy.Position, side nardy.Side) int {
	n := 0
	for _, c := range p.N[side][:19] {
		n += int(c)
	}
	return n
}

// offers reports whether a checker is so near that the die is more than it
// needs: somebody may think that it can be taken off.
func offers(p *nardy.Position, side nardy.Side, die int) bool {
	for step := nardy.Off - die + 1; step < nardy.Off; step++ {
		if p.N[side][step] > 0 {
			return true
		}
	}
	return false
}

// usesOf is what the hops of the nodes use a die for.
func usesOf(nodes []nardy.Node, die int) string {
	off, move := false, false
	for _, n := range nodes {
		for _, e := range n.Edges {
			if e.Die == die {
				off = off || e.To == nardy.BorneOff
				move = move || e.To != nardy.BorneOff
			}
		}
	}
	switch {
	case off && move:
		return Either
	case off:
		return Off
	case move:
		return Move
	default:
		return Nothing
	}
}

// six asks which of a six and another die must be played. Where both must be,
// the six can not come first.
func six(s *look) (Exercise, bool) {
	st := s.Stage()
	if s.Phase() != nardy.PhasePlay || len(st.Dice) != 2 || max(st.Dice[0], st.Dice[1]) != 6 || st.Dice[0] == st.Dice[1] || s.Handed() {
		return Exercise{}, false
	}
	other := int(min(st.Dice[0], st.Dice[1]))
	g := s.Graph()
	sixes, others := usesOf(g.Nodes[:1], 6) != Nothing, usesOf(g.Nodes[:1], other) != Nothing
	e := about(s, Six)
	word := ""
	switch g.Used {
	case 0:
		word, e.Clause = Neither, nardy.RuleMustPlay
	case 1:
		word, e.Clause = TheOther, nardy.RuleLargerDie
		if sixes {
			word = TheSix
		}
	default:
		if sixes && others {
			return Exercise{}, false // plain
		}
		word, e.Clause = Both, nardy.RulePlayMoreDice
	}
	e.words(word, Both, TheSix, TheOther, Neither)
	return e, true
}

// mostCheckers is how many checkers an exercise of Throws has on the board.
const mostCheckers = 6

// throws asks in how many throws a side alone is sure to be done.
func throws(s *look) (Exercise, bool) {
	v, p := s.Variant(), s.Position()
	side := s.Turn()
	left := v.Checkers() - int(p.N[side][nardy.Off])
	if s.Phase() != nardy.PhaseThrow || v.Double != nardy.FourHops || v.Exact || v.Dice != 2 ||
		!p.Home(side) || v.InContact(&p) || left < 2 || left > mostCheckers {
		return Exercise{}, false
	}
	r := race{v: v, known: map[[26]uint8]int{}}
	n := r.sure(p.N[side])
	if n < 2 {
		return Exercise{}, false
	}
	e := about(s, Throws)
	e.Clause = "nardy.bear-off"
	least := max(1, n-1-n%2)
	for i := range 4 {
		e.Choices = append(e.Choices, Choice{Text: strconv.Itoa(least + i)})
	}
	e.Right = n - least
	return e, true
}

// race works out in how many throws a side alone is sure to be done.
type race struct {
	v     nardy.Variant
	g     nardy.Generator
	known map[[26]uint8]int
}

// sure is the least number of throws after which the side can be done whatever
// the dice show.
func (r *race) sure(own [26]uint8) int {
	if int(own[nardy.Off]) == r.v.Checkers() {
		return 0
	}
	if n, ok := r.known[own]; ok {
		return n
	}
	worst := 0
	for a := uint8(1); a <= 6; a++ {
		for b := uint8(1); b <= a; b++ {
			dice := []uint8{a, b}
			if a == b {
				dice = []uint8{a, a, a, a}
			}
			worst = max(worst, r.best(own, dice))
		}
	}
	r.known[own] = worst + 1
	return worst + 1
}

// best is how many throws follow the best play of the dice.
func (r *race) best(own [26]uint8, dice []uint8) int {
	var p nardy.Position
	p.N[nardy.Light] = own
	p.N[nardy.Dark][nardy.Off] = uint8(r.v.Checkers()) // out of the way
	results, _ := r.g.Results(&r.v, &p, nardy.Stage{Side: nardy.Light, Dice: dice})
	after := make([][26]uint8, len(results)) // the generator is used again below
	for i := range results {
		after[i] = results[i].N[nardy.Light]
	}
	least := -1
	for _, o := range after {
		if n := r.sure(o); least < 0 || n < least {
			least = n
		}
	}
	return least
}
