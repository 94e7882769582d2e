package table

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName is the greatest length of a player's name, in characters.
const MaxName = 24

// maxMarks is how many combining marks may follow one letter: enough for any
// living script, too few to draw over the neighbouring lines.
const maxMarks = 2

// CleanName makes what somebody typed fit to be shown to others: control and
// formatting characters go (direction overrides would turn the line round,
// zero-width ones make two names look alike), white space becomes single
// spaces, and the rest is cut at MaxName characters.
func CleanName(s string) string {
	var b strings.Builder
	space, n, marks := false, 0, 0
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = n > 0
			continue
		}
		if r == utf8.RuneError || !unicode.IsGraphic(r) {
			continue
		}
		if unicode.Is(unicode.M, r) {
			marks++
			if marks > maxMarks || n == 0 || space {
				continue
			}
		} else {
			marks = 0
		}
		if space {
			if n+2 > MaxName {
				break
			}
			b.WriteByte(' ')
			n++
			space = false
		}
		if n+1 > MaxName {
			break
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}
