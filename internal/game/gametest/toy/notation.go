package toy

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// Read turns what a person typed into an action: " 0/03,3/4 " into "0/3 3/4".
func (s State) Read(text string) (game.Action, error) {
	word, hops, err := parseAction(text)
	if err != nil {
		return "", err
	}
	if word != "" {
		return game.Action(word), nil
	}
	return write(hops), nil
}

// parseAction returns a word or at least one hop.
func parseAction(text string) (word string, hops []hop, err error) {
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' })
	if len(fields) == 1 && slices.Contains([]string{"roll", "raise", "take", "drop", "pass"}, fields[0]) {
		return fields[0], nil, nil
	}
	for i, field := range fields {
		from, to, ok := strings.Cut(field, "/")
		h := hop{square(from), square(to)}
		if !ok || h.from < 0 || h.to < 0 {
			return "", nil, &game.Refusal{Rule: RuleNotATurn, Step: i}
		}
		hops = append(hops, h)
	}
	if hops == nil {
		return "", nil, &game.Refusal{Rule: RuleNotATurn}
	}
	return "", hops, nil
}

// square returns -1 for text that is no square of any track.
func square(text string) int {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n > MaxLength {
		return -1
	}
	return int(n)
}

// String is the position code.
func (s State) String() string {
	code := fmt.Sprintf("%s %v %d,%d %d,%d %d %v", phaseNames[s.phase], s.side,
		s.pieces[0][0], s.pieces[0][1], s.pieces[1][0], s.pieces[1][1], s.stake, s.owner)
	switch s.phase {
	case play:
		return fmt.Sprintf("%s %d%d", code, s.dice[0], s.dice[1])
	case over:
		return code + " " + s.reason
	default:
		return code
	}
}

var errForm = errors.New("not in the form of a position code")

func parsePosition(o Options, code string) (State, error) {
	s := State{options: o}
	words := strings.Split(code, " ")
	if len(words) < 6 || len(words) > 7 {
		return s, errForm
	}
	s.phase = phase(slices.Index(phaseNames[:], words[0]))
	if s.phase < 0 || s.side.UnmarshalText([]byte(words[1])) != nil || s.owner.UnmarshalText([]byte(words[5])) != nil {
		return s, errForm
	}
	for i, word := range words[2:4] {
		a, b, _ := strings.Cut(word, ",")
		s.pieces[i] = [2]int{square(a), square(b)}
	}
	s.stake = square(words[4])
	switch {
	case s.phase == play && len(words) == 7 && len(words[6]) == 2:
		s.dice = [2]int{int(words[6][0] - '0'), int(words[6][1] - '0')}
	case s.phase == over && len(words) == 7:
		s.reason = words[6]
	case len(words) == 7:
		return s, errForm
	}
	if s.String() != code {
		return s, errForm
	}
	return s, s.possible()
}

// possible reports why a position cannot come about.
func (s State) possible() error {
	for i, pieces := range s.pieces {
		if pieces[0] < 0 || pieces[0] > pieces[1] || pieces[1] > s.options.Length {
			return errors.New("pieces out of order or off the track")
		}
		for _, square := range pieces {
			if square > 0 && square < s.options.Length && slices.Contains(s.pieces[1-i][:], square) {
				return errors.New("both sides stand on one square")
			}
		}
	}
	if s.stake != 1 && s.stake != 2 && s.stake != 4 || (s.stake > 1) != s.owner.Player() ||
		s.owner == game.Chance || s.stake > 1 && !s.options.Raise {
		return errors.New("an impossible stake")
	}
	if s.phase == lot {
		if s != (State{options: s.options, stake: 1}) {
			return errors.New("the lot is later than the start")
		}
		return nil
	}
	if !s.side.Player() {
		return errors.New("it is nobody's turn")
	}
	finished := s.finished(s.pieces[s.side-game.First])
	if s.phase != over && finished || s.finished(s.pieces[s.side.Other()-game.First]) {
		return errors.New("a side is home and the game goes on")
	}
	switch s.phase {
	case decide, answer:
		if !s.mayRaise() {
			return errors.New("the side may not raise")
		}
	case play:
		if s.dice[0] > Faces || s.dice[0] < s.dice[1] || s.dice[1] < 1 {
			return errors.New("impossible dice")
		}
	case over:
		return s.possibleEnd(finished)
	default: // a throw can be due in any position
	}
	return nil
}

func (s State) possibleEnd(finished bool) error {
	fits := false
	switch s.reason {
	case ReasonDropped:
		fits = !finished && s.mayRaise()
	case ReasonHome:
		fits = finished && s.home(s.side.Other()) > 0
	case ReasonMars:
		fits = finished && s.home(s.side.Other()) == 0
	}
	if !fits {
		return errors.New("an impossible end")
	}
	return nil
}
