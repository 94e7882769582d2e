package nardy

import (
	"fmt"
	"strconv"
	"strings"
)

// A position code is the code of the checkers (clause 10 of the rules) and
// words for the rest:
//
//	… draw                            before the opening draw
//	… throw L throws=0,0              Light throws; nobody has yet
//	… play D 6-5 throws=1,1 second=D  Dark plays 6-5, his first throw; Light began
//	… play L 5-5-5-5 from=4           a progression that began with 4-4
//	… play D 5-5-5 handed rest=6x4    a remainder: three fives, then four sixes
//	… decide L cube=1L                Light may raise the price a second time
//	… answer D                        Light has offered, Dark answers
//	… over L mars                     the end
//
// What has its default is left out: throws=2,2 (0,0 before the draw), Light
// began, nothing raised, no departures from the head yet.

const defaultThrows = 2

// String is the position code.
func (s *State) String() string {
	b := s.set.appendPosition(make([]byte, 0, 128), &s.pos)
	b = append(b, ' ')
	b = append(b, s.phase.String()...)
	if s.phase == PhaseDraw {
		return string(b)
	}
	switch {
	case s.phase == PhaseAnswer:
		b = append(b, ' ', "DL"[s.side])
	case s.phase == PhaseOver && (s.reason == reasonDead || s.reason == Drawn.String()):
		b = append(b, " -"...)
	default:
		b = append(b, ' ', "LD"[s.side])
	}
	if s.phase == PhaseOver {
		b = append(b, ' ')
		b = append(b, s.reason...)
	}
	if s.phase == PhasePlay {
		b = append(b, ' ')
		for i, d := range s.dice.slice() {
			if i > 0 {
				b = append(b, '-')
			}
			b = append(b, '0'+d)
		}
	}
	return string(s.appendRest(b))
}

func (s *State) appendRest(b []byte) []byte {
	if s.throw != [2]byte{} {
		b = append(b, " from="...)
		b = append(b, '0'+s.throw[0])
	}
	if s.handed {
		b = append(b, " handed"...)
	}
	if !s.rest.Empty() {
		b = append(b, " rest="...)
		comma := false
		for n, c := range s.rest {
			if c > 0 {
				if comma {
					b = append(b, ',')
				}
				comma = true
				b = append(b, '0'+byte(n), 'x', '0'+c)
			}
		}
	}
	if s.head > 0 {
		b = append(b, " head="...)
		b = strconv.AppendInt(b, int64(s.head), 10)
	}
	if s.extra {
		b = append(b, " extra"...)
	}
	if s.throws != [2]int{defaultThrows, defaultThrows} {
		b = fmt.Appendf(b, " throws=%d,%d", s.throws[Light], s.throws[Dark])
	}
	if s.starter == Dark {
		b = append(b, " began=D"...)
	}
	if s.cube.Raises > 0 {
		b = fmt.Appendf(b, " cube=%d%s", s.cube.Raises, s.cube.Owner.Letter())
	}
	return b
}

// parse reads a position code into s and checks that a game can be there.
func (s *State) parse(code string) error {
	words := strings.Split(code, " ")
	var err error
	if s.pos, err = s.set.ParsePosition(words[0]); err != nil {
		return err
	}
	if len(words) < 2 {
		return malformed("it does not say whose turn it is")
	}
	words = words[1:]
	if words[0] == PhaseDraw.String() {
		if len(words) > 1 || s.pos != s.set.Initial() {
			return malformed("the draw comes before everything else")
		}
		return nil
	}
	s.throws = [2]int{defaultThrows, defaultThrows}
	words, err = s.parsePhase(words)
	if err != nil {
		return err
	}
	for _, w := range words {
		if err := s.parseWord(w); err != nil {
			return err
		}
	}
	if err := s.possible(); err != nil {
		return err
	}
	if s.String() != code {
		return malformed("written properly it is %q", s.String())
	}
	return nil
}

// parsePhase reads the phase, the side and what belongs to them, and returns
// the words that are left.
func (s *State) parsePhase(words []string) ([]string, error) {
	known := false
	for p := PhaseDecide; p <= PhaseOver; p++ {
		if words[0] == p.String() {
			s.phase, known = p, true
		}
	}
	if !known {
		return nil, malformed("there is no phase %.20q", words[0])
	}
	if len(words) < 2 {
		return nil, malformed("the side is missing")
	}
	switch side := words[1]; {
	case side == "L":
		s.side = Light
	case side == "D":
		s.side = Dark
	case side == "-" && s.phase == PhaseOver:
	default:
		return nil, malformed("there is no side %.20q", side)
	}
	if s.phase == PhaseAnswer {
		s.side = s.side.Other()
	}
	words = words[2:]
	if s.phase != PhaseOver && s.phase != PhasePlay {
		return words, nil
	}
	if len(words) == 0 {
		return nil, malformed("the dice or the end are missing")
	}
	if s.phase == PhaseOver {
		s.reason = words[0]
		return words[1:], nil
	}
	pips := strings.Split(words[0], "-")
	if len(pips) > 4 {
		return nil, malformed("%d dice", len(pips))
	}
	for _, p := range pips {
		if len(p) != 1 || p[0] < '1' || p[0] > '6' {
			return nil, malformed("a die does not show %.20q", p)
		}
		s.dice.pips[s.dice.n] = p[0] - '0'
		s.dice.n++
	}
	return words[1:], nil
}

func (s *State) parseWord(word string) error {
	key, value, _ := strings.Cut(word, "=")
	ok := true
	switch key {
	case "handed":
		s.handed = true
	case "extra":
		s.extra = true
	case "from":
		if ok = len(value) == 1 && value[0] >= '1' && value[0] <= '6'; ok {
			s.throw = [2]byte{value[0] - '0', value[0] - '0'}
		}
	case "rest":
		ok = s.parseRest(value)
	case "head":
		n, err := count(value)
		s.head, ok = int(n), err == nil
	case "throws":
		light, dark, _ := strings.Cut(value, ",")
		s.throws[Light], ok = throwCount(light)
		if ok {
			s.throws[Dark], ok = throwCount(dark)
		}
	case "began":
		s.starter, ok = Dark, value == "D"
	case "cube":
		if ok = len(value) == 2 && value[0] >= '1' && value[0] <= '9' && strings.Contains("LD", value[1:]); ok {
			s.cube = Cube{Raises: int(value[0] - '0'), Owner: Side(strings.Index("LD", value[1:]))}
		}
	default:
		ok = false
	}
	if !ok {
		return malformed("what is %.40q", word)
	}
	return nil
}

func (s *State) parseRest(value string) bool {
	for part := range strings.SplitSeq(value, ",") {
		if len(part) != 3 || part[0] < '1' || part[0] > '6' || part[1] != 'x' || part[2] < '1' || part[2] > '4' {
			return false
		}
		s.rest[part[0]-'0'] = part[2] - '0'
	}
	return true
}

func throwCount(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n < 1_000_000
}

// possible refuses what no game can come to.
func (s *State) possible() error {
	if s.cube.Raises > 0 && (s.cube.Raises > s.set.maxRaises() || s.set.Crawford) {
		return problemOf(problemRaises, fmt.Sprintf("the price can not have been raised %d times in this game", s.cube.Raises), "n", s.cube.Raises)
	}
	if s.phase == PhaseOver {
		return s.endPossible()
	}
	if kind, _ := s.set.Status(&s.pos); kind != GoesOn {
		return problem(problemOver, "the game is already over in this position")
	}
	if err := s.situationPossible(); err != nil {
		return err
	}
	return s.countsPossible()
}

// situationPossible is possible for a game that goes on, except for the counts
// of throws.
func (s *State) situationPossible() error {
	if s.phase != PhasePlay {
		if s.dice.n > 0 || s.throw != [2]byte{} || s.handed || !s.rest.Empty() || s.head > 0 {
			return problemOf(problemDice, "dice belong to a stage that is being played", "n", s.set.Dice)
		}
		if s.extra && (s.phase != PhaseThrow || s.set.Double != ExtraThrow || s.throws[s.side] == 0) {
			return problem(problemExtra, "there is no extra throw here")
		}
		if (s.phase == PhaseDecide || s.phase == PhaseAnswer) && s.raiseRefused(s.side) != "" {
			return problem(problemNoRaise, "no raise can be offered here")
		}
		if !s.extra && !s.set.HandOver && s.set.Dead(&s.pos) { // a remainder may have come before
			return problem(problemDead, "the game is already over: neither side can move again")
		}
		return nil
	}
	if s.handed {
		return s.handedPossible()
	}
	return s.stagePossible()
}

// countsPossible refuses counts of throws that the order of turns can not come
// to. Every turn has one throw, and at most an extra one.
func (s *State) countsPossible() error {
	few, many := min(s.throws[Light], s.throws[Dark]), max(s.throws[Light], s.throws[Dark])
	most := few + 1
	if s.set.Double == ExtraThrow {
		most = 2*few + 2
	}
	switch {
	case many > most:
		return problem(problemThrows, fmt.Sprintf("the sides throw in turn, and have not thrown %d and %d times", s.throws[Light], s.throws[Dark]))
	case many == 0 && s.set.Reuse:
		return problem(problemReuse, "the dice of the draw were the first throw of the side that began")
	}
	return nil
}

func (s *State) endPossible() error {
	kind, winner := s.set.Status(&s.pos)
	dead := s.reason == reasonDead && s.set.Dead(&s.pos)
	dropped := s.reason == reasonDropped && s.raiseRefused(s.side) == ""
	switch {
	case kind != GoesOn && s.reason == kind.String() && (kind == Drawn || winner == s.side):
	case kind == GoesOn && (dead || dropped):
	default:
		return problem(problemEnd, fmt.Sprintf("the game has not ended by %.20q", s.reason))
	}
	if s.dice.n > 0 || s.throw != [2]byte{} || s.handed || !s.rest.Empty() || s.head > 0 || s.extra {
		return problem(problemEnd, "the game is over and somebody plays")
	}
	return nil
}

func (s *State) handedPossible() error {
	d := s.dice.slice()
	if !s.set.HandOver || s.extra || s.throw != [2]byte{} {
		return problem(problemRemainder, "there is no remainder in this game")
	}
	for _, p := range d[1:] {
		if p != d[0] {
			return problem(problemRemainder, "a remainder is played number by number")
		}
	}
	if s.head > 0 && s.set.Head == 0 {
		return problem(problemHead, "departures from the head are not counted in this variant")
	}
	if s.head > s.set.Head {
		return problem(problemHead, "more checkers have left the head than may")
	}
	if s.throws[s.side.Other()] == 0 {
		return problem(problemThrows, "the opponent has left a remainder and has not thrown yet")
	}
	if s.rest.Empty() {
		return nil
	}
	for n, c := range s.rest {
		if (n <= int(d[0])) != (c == 0) || (c != 0 && c != 4) {
			return problem(problemRemainder, "after an unfinished number four hops of every higher one are handed over")
		}
	}
	if s.set.Double != Progression {
		return problem(problemRun, "there is no progression in this variant")
	}
	if s.throws[s.side.Other()] <= warmUp {
		return problem(problemRun, fmt.Sprintf("no progression begins before throw %d of a side", warmUp+1))
	}
	return nil
}

func (s *State) stagePossible() error {
	d := s.dice.slice()
	double := isDouble(d)
	switch {
	case s.throws[s.side] == 0:
		return problem(problemThrows, "the side plays a throw and has not thrown yet")
	case !s.rest.Empty():
		return problem(problemRemainder, "a remainder comes before the own throw")
	case s.set.Doubles() && !double && (len(d) != 2 || d[0] == d[1]):
		return problemOf(problemDice, "a throw is two different numbers, or four equal ones", "n", s.set.Dice)
	case !s.set.Doubles() && len(d) != s.set.Dice:
		return problemOf(problemDice, fmt.Sprintf("a throw is %d dice", s.set.Dice), "n", s.set.Dice)
	case s.extra && (s.set.Double != ExtraThrow || s.throws[s.side] < 2):
		return problem(problemExtra, "there is no extra throw here")
	case s.head > 0 && (s.set.Head == 0 || s.throw == [2]byte{}):
		return problem(problemHead, "departures before a stage count in a progression only")
	case s.head > s.set.Head:
		return problem(problemHead, "more checkers have left the head than may")
	case !s.extra && s.throw == [2]byte{} && !s.set.HandOver && s.set.Dead(&s.pos): // as before the throw
		return problem(problemDead, "the game is already over: neither side can move again")
	case s.throw != [2]byte{} && !(s.mayRunOn() && double && s.throw[0] < d[0] && !s.pos.Home(s.side)):
		return problem(problemRun, "no progression can have come to this")
	}
	return nil
}
