package nardy

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// XGID is the position as eXtreme Gammon writes it, with Light as the player at
// the bottom. Only short nardy has one, without a linear cube that has been
// raised.
func (s *State) XGID() (string, error) {
	if err := s.exportable(); err != nil {
		return "", fmt.Errorf("write XGID: %w", err)
	}
	var board [26]byte
	for i := range board {
		board[i] = '-'
	}
	for step := range 25 {
		if n := s.pos.N[Light][step]; n > 0 {
			board[25-step] = 'A' + n - 1
		}
		if n := s.pos.N[Dark][step]; n > 0 {
			board[step] = 'a' + n - 1
		}
	}
	turn, owner := 1, 0
	if s.side == Dark {
		turn = -1
	}
	if s.cube.Raises > 0 {
		owner = 1 - 2*int(s.cube.Owner)
	}
	dice := "00"
	switch s.phase {
	case PhasePlay:
		dice = fmt.Sprintf("%d%d", s.dice.pips[0], s.dice.pips[1])
	case PhaseAnswer:
		dice = "D"
	default:
	}
	limit := 10
	if s.set.Cube == CubeNone {
		limit = 0
	}
	length, crawford := s.set.Points, 0
	if length == 1 {
		length = 0
	}
	if s.set.Crawford {
		crawford = 1
	}
	return fmt.Sprintf("XGID=%s:%d:%d:%d:%s:%d:%d:%d:%d:%d", board[:], s.cube.Raises, owner, turn, dice,
		s.set.Score[Light], s.set.Score[Dark], crawford, length, limit), nil
}

// exportable refuses states that formats of international backgammon can not
// hold.
func (s *State) exportable() error {
	switch {
	case s.set.Variant.ID != "short":
		return errors.New("only short nardy has one")
	case s.set.Cube == CubeLinear && s.cube.Raises > 0:
		return errors.New("the cube of that format doubles")
	case s.set.Stake != 1:
		return errors.New("the format knows no stake")
	case s.phase == PhaseDraw || s.phase == PhaseOver:
		return errors.New("nobody is on roll")
	}
	return nil
}

// ParseXGID reads an XGID as a position of short nardy: options and a position
// code for New. The player at the bottom is Light. Games without match become
// single games, the Jacoby rule is not known.
func ParseXGID(text string) (options []byte, code string, err error) {
	fields := strings.Split(strings.TrimPrefix(strings.TrimSpace(text), "XGID="), ":")
	if len(fields) < 9 || len(fields) > 10 || len(fields[0]) != 26 {
		return nil, "", problem(problemXGID, "read XGID: it has 26 places and eight or nine numbers")
	}
	var p Position
	for i, c := range []byte(fields[0]) {
		switch {
		case c == '-':
		case c >= 'A' && c <= 'O':
			p.N[Light][25-i] = c - 'A' + 1
		case c >= 'a' && c <= 'o':
			p.N[Dark][i] = c - 'a' + 1
		default:
			return nil, "", problemOf(problemXGIDPlace, fmt.Sprintf("read XGID: what is %q on place %d", c, i), "char", string(rune(c)), "place", i)
		}
	}
	if p.N[Light][Off] > 0 || p.N[Dark][Off] > 0 {
		return nil, "", problem(problemEnemyBar, "read XGID: a checker on the enemy bar")
	}
	numbers := make([]int, len(fields))
	for i, f := range fields[1:] {
		if i == 3 {
			continue // the dice
		}
		if numbers[i+1], err = strconv.Atoi(f); err != nil {
			return nil, "", problem(problemXGID, fmt.Sprintf("read XGID: field %d: %.20q is no number", i+1, f))
		}
	}
	if numbers[1] < 0 {
		return nil, "", problemOf(problemRaises, fmt.Sprintf("read XGID: the cube can not have been raised %d times", numbers[1]), "n", numbers[1])
	}
	m := imported{pos: p, raises: numbers[1], owner: numbers[2], dice: fields[4], score: [2]int{numbers[5], numbers[6]}, length: numbers[8], cube: true}
	if len(fields) > 9 && numbers[9] == 0 {
		m.cube = false
	}
	m.crawford = numbers[7] == 1 && m.length > 0
	switch numbers[3] {
	case 1:
	case -1:
		m.side = Dark
	default:
		return nil, "", problem(problemXGID, fmt.Sprintf("read XGID: there is no turn %d", numbers[3]))
	}
	options, code, err = m.state()
	if err != nil {
		return nil, "", fmt.Errorf("read XGID: %w", err)
	}
	return options, code, nil
}

// imported is a position of short nardy from another program's format.
type imported struct {
	pos      Position // without the checkers that are off
	side     Side     // whose turn it is, who has offered
	raises   int
	owner    int    // 1 Light, -1 Dark, 0 nobody
	dice     string // "00", "31", "D"
	score    [2]int
	length   int // 0 for no match
	crawford bool
	cube     bool
}

// state makes options and a code of it and checks both.
func (m *imported) state() (options []byte, code string, err error) {
	o := DefaultOptions()
	if m.cube {
		o.Cube = CubeDoubling
	}
	if m.length > 0 {
		o.Points, o.Score, o.Crawford = m.length, m.score, m.crawford
	}
	if err := o.check(); err != nil {
		return nil, "", problem(problemMatch, err.Error())
	}
	v, _ := VariantNamed(o.Variant)
	for side := range m.pos.N {
		on := 0
		for _, n := range m.pos.N[side][:Off] {
			on += int(n)
		}
		if on > v.Checkers() {
			return nil, "", problemOf(problemCheckers, fmt.Sprintf("%d checkers of one side", on), "side", gameSide(Side(side)).String(), "n", on, "want", v.Checkers())
		}
		m.pos.N[side][Off] = uint8(v.Checkers() - on)
	}
	s := State{
		set: &setting{Variant: v, Options: o}, pos: m.pos, side: m.side,
		throws: [2]int{defaultThrows, defaultThrows}, cube: Cube{Raises: m.raises},
	}
	if m.raises > 0 {
		if m.owner == -1 {
			s.cube.Owner = Dark
		}
		if m.owner == 0 {
			return nil, "", problem(problemOwner, "a raised cube belongs to somebody")
		}
	}
	switch d := m.dice; {
	case d == "00":
		s.beforeThrow()
	case d == "B" || d == "R":
		return nil, "", problem(problemBeaver, "beavers and raccoons are not supported")
	case d == "D":
		s.phase = PhaseAnswer
	case len(d) == 2 && d[0] >= '1' && d[0] <= '6' && d[1] >= '1' && d[1] <= '6':
		s.phase, s.dice = PhasePlay, diceOf(d[0]-'0', d[1]-'0')
		if d[0] == d[1] {
			s.dice = equalDice(d[0]-'0', 4)
		}
	default:
		return nil, "", problemOf(problemDice, fmt.Sprintf("there are no dice %.20q", d), "n", v.Dice)
	}
	code = s.String()
	if _, err := New(o.JSON(), code); err != nil {
		return nil, "", err
	}
	return o.JSON(), code, nil
}
