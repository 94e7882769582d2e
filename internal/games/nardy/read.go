package nardy

import (
	"errors"
	"strings"
)

// ReadPosition reads a position in any form that people paste: an XGID, the
// IDs of GNU Backgammon as it prints them, or a position code, in which the
// variant may come first and all behind the checkers may be left out. A code
// that names no variant is one of variant. The result has passed Setup.State;
// the error is a *Problem, or one of options.
func ReadPosition(text, variant string) (Setup, error) {
	words := strings.Fields(text)
	for i, w := range words {
		if strings.Contains(w, "|") {
			return readCode(words[:i], words[i:], variant)
		}
	}
	for _, w := range words {
		if fields := strings.Split(strings.TrimPrefix(w, "XGID="), ":"); strings.HasPrefix(w, "XGID=") || len(fields) >= 9 {
			return setupFrom(ParseXGID(w))
		}
	}
	if id := gnuWords(words); id != "" {
		return setupFrom(ParseGNUID(id))
	}
	return Setup{}, problem(problemUnknown, "it is no XGID, no ID of GNU Backgammon and no position code")
}

// gnuWords finds the position ID and the match ID among the words that stand
// around them.
func gnuWords(words []string) string {
	position, match := "", ""
	for _, w := range words {
		first, second, joined := strings.Cut(w, ":")
		switch {
		case joined && isID(first, 14):
			return w
		case second == "" && position == "" && isID(first, 14):
			position = first
		case second == "" && position != "" && match == "" && isID(first, 12):
			match = first
		}
	}
	if match != "" {
		return position + ":" + match
	}
	return position
}

func isID(word string, size int) bool {
	return len(word) == size && strings.Trim(word, base64Digits) == ""
}

func setupFrom(options []byte, code string, err error) (Setup, error) {
	if err != nil {
		return Setup{}, err
	}
	s, err := New(options, code)
	if err != nil {
		return Setup{}, err
	}
	return SetupOf(s), nil
}

// readCode reads a position code after the words that may name its variant.
func readCode(before, code []string, variant string) (Setup, error) {
	if len(before) > 0 {
		variant = strings.TrimSuffix(before[len(before)-1], ":")
	}
	o := DefaultOptions()
	o.Variant = variant
	if err := o.check(); err != nil {
		return Setup{}, err
	}
	for _, w := range code {
		if w == PhaseDecide.String() || w == PhaseAnswer.String() || strings.HasPrefix(w, "cube=") {
			o.Cube = CubeLinear // the code speaks of a cube
		}
	}
	v, _ := VariantNamed(variant)
	s := &State{set: &setting{Variant: v, Options: o}, phase: PhaseDraw}
	if len(code) > 1 {
		if err := s.parse(strings.Join(code, " ")); err != nil {
			return Setup{}, err
		}
		if s.phase == PhaseOver {
			return Setup{}, problem(problemOver, "the game is already over in this position")
		}
		return SetupOf(s), nil
	}
	p, err := v.ParsePosition(code[0])
	if err != nil {
		return Setup{}, err
	}
	u := Setup{Options: o, Position: p}
	u.LaterThrow()
	if p == v.Initial() {
		u.FirstThrow()
	}
	if _, err := u.State(); err != nil {
		return Setup{}, err
	}
	return u, nil
}

// Line is a position code that says of which variant it is: what ReadPosition
// reads without being told.
func (s *State) Line() string { return s.set.Variant.ID + " " + s.String() }

// BareID is the position ID of GNU Backgammon for the checkers alone. It is
// the same in all variants of the short family.
func (s *State) BareID() (string, error) {
	if s.set.Contact != Hitting {
		return "", errors.New("write GNU ID: nothing is hit in the variant")
	}
	return PositionID(&s.pos, s.side), nil
}
