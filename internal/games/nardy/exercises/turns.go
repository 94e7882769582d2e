package exercises

import (
	"errors"
	"slices"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// telling are the clauses that are worth an exercise, the rare ones first.
var telling = [...]string{
	nardy.RuleHitAndRun, nardy.RuleCovered, nardy.RuleRunnerFirst, nardy.RuleBlockOfSix, nardy.RuleFirstQuarter, nardy.RuleLetOut,
	nardy.RuleBearOffExact, nardy.RuleHeadTwoOnlyOn, nardy.RuleBearOffHighest, nardy.RuleLargerDie,
	nardy.RuleNotAllHome, nardy.RuleBarFirst, nardy.RuleHeadOnce, nardy.RulePlayMoreDice, nardy.RuleClosedPoint,
}

// attempt is a turn that somebody could try, and the clause that refuses it, ""
// if it is legal.
type attempt struct{ text, rule string }

// attempts are turns that look possible: those whose hops begin where the side
// has a checker and use the dice of the throw, of which each is played once, in
// either order, or one alone. Doubles and many dice have too many, and none.
func attempts(s *look) []attempt {
	if !s.tried {
		s.tried, s.attempts = true, attemptsIn(s.State)
	}
	return s.attempts
}

func attemptsIn(s *nardy.State) []attempt {
	v, p, st := s.Variant(), s.Position(), s.Stage()
	if len(st.Dice) != 2 || s.Handed() {
		return nil
	}
	place := func(step int) nardy.Place {
		if step <= nardy.Bar || step >= nardy.Off {
			return nardy.Place(min(step, nardy.Off))
		}
		return nardy.Place(v.Route.Point(st.Side, step))
	}
	var froms []int
	for step, n := range p.N[st.Side][:nardy.Off] {
		if n > 0 {
			froms = append(froms, step)
		}
	}
	hop := func(from int, die uint8) nardy.Hop {
		return nardy.Hop{From: place(from), To: place(from + int(die)), Die: int(die)}
	}
	texts := []string{string(game.Pass)}
	for i, a := range st.Dice {
		b := st.Dice[1-i]
		for _, from := range froms {
			texts = append(texts, string(nardy.Format([]nardy.Hop{hop(from, a)})))
			if next := from + int(a); next < nardy.Off {
				texts = append(texts, string(nardy.Format([]nardy.Hop{hop(from, a), hop(next, b)})))
			}
			for _, other := range froms {
				if i == 0 && (other != from || p.N[st.Side][from] > 1) {
					texts = append(texts, string(nardy.Format([]nardy.Hop{hop(from, a), hop(other, b)})))
				}
			}
		}
	}
	var out []attempt
	for _, text := range texts {
		if rule, ok := ruling(s, text); ok {
			out = append(out, attempt{text, rule})
		}
	}
	return out
}

// ruling is the clause that refuses a turn, "" if it is legal; it reports false
// for what is no turn here.
func ruling(s *nardy.State, text string) (rule string, ok bool) {
	a, err := s.Read(text)
	if err == nil {
		_, err = s.Apply(a)
	}
	if err == nil {
		return "", true
	}
	refusal, ok := errors.AsType[*game.Refusal](err)
	if !ok || !slices.Contains(telling[:], refusal.Rule) {
		return "", false
	}
	return refusal.Rule, true
}

// legal asks which of four turns is legal. The wrong ones break different
// clauses, as far as there are such.
func legal(s *look) (Exercise, bool) {
	if s.Phase() != nardy.PhasePlay {
		return Exercise{}, false
	}
	var wrong, more []attempt
	right := ""
	for _, rule := range telling {
		n := 0
		for _, a := range attempts(s) {
			switch {
			case a.rule != rule:
			case n == 0:
				wrong = append(wrong, a)
				n++
			default:
				more = append(more, a)
			}
		}
	}
	for _, a := range attempts(s) {
		if a.rule == "" {
			right = a.text // the last one: it has the greatest variety of hops
		}
	}
	if right == "" || len(wrong) < 2 || len(wrong)+len(more) < 3 {
		return Exercise{}, false
	}
	wrong = append(wrong, more...)[:3]
	e := about(s, Legal)
	e.Clause = wrong[0].rule
	e.turns(right, wrong)
	return e, true
}

// turns are choices of turns, the right one among them at a place that follows
// from the texts.
func (e *Exercise) turns(right string, wrong []attempt) {
	for _, a := range wrong {
		e.Choices = append(e.Choices, Choice{Text: a.text, Rule: a.rule})
	}
	sum := 0
	for _, c := range []byte(e.Position + right) {
		sum += int(c)
	}
	e.Right = sum % (len(wrong) + 1)
	e.Choices = slices.Insert(e.Choices, e.Right, Choice{Text: right})
}

// block asks whether a turn that makes six points in a row may be played.
func block(s *look) (Exercise, bool) {
	v := s.Variant()
	if s.Phase() != nardy.PhasePlay || v.Block == nardy.FreeBlocks {
		return Exercise{}, false
	}
	refusing := nardy.RuleBlockOfSix
	if v.Block == nardy.FevgaBlocks {
		refusing = nardy.RuleFirstQuarter
	}
	before := rows(s.State)
	for _, a := range attempts(s) {
		e := about(s, Block)
		e.Turn, e.Clause = game.Action(a.text), refusing
		if a.rule == refusing {
			e.words(No, Yes, No)
			return e, true
		}
		if a.rule != "" || v.Block == nardy.FevgaBlocks {
			continue
		}
		read, _ := s.Read(a.text)
		next, err := s.Apply(read)
		if err != nil {
			continue
		}
		after := next.(*nardy.State)
		p := after.Position()
		if made := rowsOf(&v, &p, s.Turn()); made > before && p.N[s.Turn().Other()][nardy.Off] == 0 {
			e.words(Yes, Yes, No)
			return e, true
		}
	}
	return Exercise{}, false
}

// rows is how many sixes of points in a row of the opponent's route the side to
// play holds.
func rows(s *nardy.State) int {
	v, p := s.Variant(), s.Position()
	return rowsOf(&v, &p, s.Turn())
}

func rowsOf(v *nardy.Variant, p *nardy.Position, side nardy.Side) int {
	n, run := 0, 0
	for step := 1; step <= 24; step++ {
		if run++; p.N[side][v.Route.Across(step)] == 0 {
			run = 0
		}
		if run >= 6 {
			n++
		}
	}
	return n
}

// runner asks whether a turn in which a checker leaves the head of Fevga may be
// played.
func runner(s *look) (Exercise, bool) {
	v, p := s.Variant(), s.Position()
	if s.Phase() != nardy.PhasePlay || !v.Runner || int(p.N[s.Turn()][1]) == v.Checkers() || p.N[s.Turn()][1] == 0 {
		return Exercise{}, false
	}
	head := nardy.Place(v.Route.Point(s.Turn(), 1)).String() + "/"
	for _, a := range attempts(s) {
		e := about(s, Runner)
		e.Turn, e.Clause = game.Action(a.text), nardy.RuleRunnerFirst
		switch {
		case a.rule == nardy.RuleRunnerFirst:
			e.words(No, Yes, No)
			return e, true
		case a.rule == "" && strings.Contains(a.text, head):
			e.words(Yes, Yes, No)
			return e, true
		}
	}
	return Exercise{}, false
}

// pin asks which of four legal turns covers a checker.
func pin(s *look) (Exercise, bool) {
	v := s.Variant()
	if v.Contact != nardy.Covering {
		return Exercise{}, false
	}
	p := s.Position()
	before := p.Covered[s.Turn().Other()]
	return chosen(s, Pin, "nardy.cover", func(next *nardy.State) bool {
		after := next.Position()
		return after.Covered[s.Turn().Other()]&^before != 0
	})
}

// mother asks which of four legal turns wins at once.
func mother(s *look) (Exercise, bool) {
	v := s.Variant()
	if v.Contact != nardy.Covering {
		return Exercise{}, false
	}
	return chosen(s, Mother, "nardy.mother", func(next *nardy.State) bool {
		o, over := next.Outcome()
		return over && o.Reason == nardy.Mother.String()
	})
}

// chosen asks for the one of four legal turns after which something is so.
func chosen(s *look, kind, clause string, so func(next *nardy.State) bool) (Exercise, bool) {
	if s.Phase() != nardy.PhasePlay || len(s.Stage().Dice) != 2 {
		return Exercise{}, false
	}
	var right []string
	var wrong []attempt
	for a := range s.Legal() {
		next, err := s.Apply(a)
		if err != nil {
			return Exercise{}, false
		}
		text := strings.ReplaceAll(string(a), "*", "")
		if so(next.(*nardy.State)) {
			right = append(right, text)
		} else {
			wrong = append(wrong, attempt{text: text})
		}
	}
	if len(right) == 0 || len(wrong) < 3 || 4*len(right) > len(wrong) {
		return Exercise{}, false
	}
	e := about(s, kind)
	e.Clause = clause
	// Of the others those that look different.
	step := len(wrong) / 3
	e.turns(right[0], []attempt{wrong[0], wrong[step], wrong[2*step]})
	return e, true
}
