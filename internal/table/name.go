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

// joiner makes one picture of the emoji on both sides of it: 👨‍👩‍👧.
const joiner = '\u200d'

// CleanName makes what somebody typed fit to be shown to others: control and
// formatting characters go (direction overrides would turn the line round,
// zero-width ones make two names look alike), except for joiners between
// emoji; white space becomes single spaces, and the rest is cut at MaxName
// characters.
func CleanName(s string) string {
	var b strings.Builder
	space, n, marks := false, 0, 0
	base, join := rune(0), false // the last letter, and whether a joiner follows it
	for _, r := range s {
		if unicode.IsSpace(r) {
			space, join = n > 0, false
			continue
		}
		if r == joiner {
			join = !space && isEmoji(base)
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
			join = false
		} else {
			marks = 0
			if join = join && isEmoji(r); join {
				if n+2 > MaxName {
					break
				}
				b.WriteRune(joiner)
				n++
				join = false
			}
			base = r
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

// isEmoji reports whether r can stand beside a joiner in an emoji: a symbol, or
// the colour of its skin.
func isEmoji(r rune) bool {
	return unicode.Is(unicode.So, r) || r >= 0x1f3fb && r <= 0x1f3ff
}
