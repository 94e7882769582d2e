package bachet

import (
	"errors"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// Read turns a whole number into an action, legal or not: " +03 " into "3".
// Anything else is refused by clause 2.4.
func (s State) Read(text string) (game.Action, error) {
	number, ok := wholeNumber(text)
	if !ok {
		return "", &game.Refusal{Rule: RuleNotANumber}
	}
	return game.Action(number), nil
}

// wholeNumber returns the canonical decimal form of a whole number of any
// length: spaces around it, "+", leading zeros and full-width forms are gone,
// and a minus sign is "-".
func wholeNumber(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if !isDigits(text) {
		text = strings.Map(narrow, text)
	}
	digits, negative := strings.CutPrefix(text, "-")
	if !negative {
		digits = strings.TrimPrefix(text, "+")
	}
	if !isDigits(digits) {
		return "", false
	}
	digits = strings.TrimLeft(digits, "0")
	switch {
	case digits == "":
		return "0", true
	case negative:
		return "-" + digits, true
	default:
		return digits, true
	}
}

// narrow maps full-width digits and signs, and the typographic minus, to
// ASCII.
func narrow(r rune) rune {
	switch {
	case r >= '０' && r <= '９':
		return r - '０' + '0'
	case r == '＋':
		return '+'
	case r == '－' || r == '−':
		return '-'
	default:
		return r
	}
}

func isDigits(text string) bool {
	if text == "" {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// atMost returns the value of a number in canonical decimal form, which may be
// too long for an int, if it is at most high.
func atMost(number string, high int) (int, bool) {
	n, err := strconv.Atoi(number)
	if err != nil || n > high {
		return 0, false
	}
	return n, true
}

// String is the position code: sticks left and side, "12 second".
func (s State) String() string { return strconv.Itoa(s.left) + " " + s.next.String() }

var errPositionForm = errors.New(`not of the form "12 first"`)

// parsePosition reads a position code in exactly the form that String writes.
func parsePosition(code string) (left int, next game.Side, err error) {
	number, side, _ := strings.Cut(code, " ")
	left, fits := atMost(number, MaxSticks)
	if !fits || strconv.Itoa(left) != number || left < 0 {
		return 0, game.Nobody, errPositionForm
	}
	if next.UnmarshalText([]byte(side)) != nil || !next.Player() {
		return 0, game.Nobody, errPositionForm
	}
	return left, next, nil
}
