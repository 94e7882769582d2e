package templates

import (
	"context"
	"html"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// Prose renders a text of the catalogues as paragraphs: an empty line parts
// them, **stars** are a term that is being explained, [label](address) is a
// link. Everything else is text.
func Prose(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		for paragraph := range strings.SplitSeq(text, "\n\n") {
			b.WriteString("<p>")
			writeSpans(&b, paragraph)
			b.WriteString("</p>")
		}
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// Line renders a text like Prose, without paragraphs around it.
func Line(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		writeSpans(&b, text)
		_, err := io.WriteString(w, b.String())
		return err
	})
}

var span = regexp.MustCompile(`\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)`)

func writeSpans(b *strings.Builder, text string) {
	text = Typeset(text)
	end := 0
	for _, at := range span.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(html.EscapeString(text[end:at[0]]))
		if at[2] >= 0 {
			b.WriteString("<dfn>" + html.EscapeString(text[at[2]:at[3]]) + "</dfn>")
		} else {
			href := string(templ.URL(text[at[6]:at[7]]))
			if strings.Contains(href, "#term-") { // a word of the text, of which the glossary says more
				b.WriteString(`<a class="term" href="` + html.EscapeString(href) + `">` + html.EscapeString(text[at[4]:at[5]]) + "</a>")
				end = at[1]
				continue
			}
			b.WriteString(`<a href="` + html.EscapeString(href) + `">` + html.EscapeString(text[at[4]:at[5]]) + "</a>")
		}
		end = at[1]
	}
	b.WriteString(html.EscapeString(text[end:]))
}

const noBreak = '\u00a0'

// Typeset puts no-break spaces where a line must not end: after short words
// and numbers, before a dash, around a plus. Catalogues are written with plain spaces.
func Typeset(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 16)
	start := 0 // of the word that ends here
	for i, r := range text {
		if r != ' ' {
			b.WriteRune(r)
			continue
		}
		if sticks(text[start:i]) || beginsWithSign(text[i+1:]) {
			r = noBreak
		}
		b.WriteRune(r)
		start = i + 1
	}
	return b.String()
}

// sticks reports whether a word should stay with the one after it: a number, a
// Russian word of one or two letters, an English word of one, without a mark
// behind it.
func sticks(word string) bool {
	word = strings.TrimLeft(word, "«(“*[\n")
	if word == "+" {
		return true
	}
	letters, digits, most := 0, 0, 1
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
			if unicode.Is(unicode.Cyrillic, r) {
				most = 2
			}
		default:
			return false
		}
	}
	if letters == 0 {
		return digits > 0
	}
	return digits == 0 && letters <= most
}

// beginsWithSign reports whether a dash or a plus stands there by itself.
func beginsWithSign(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("—–+", r) && (len(text) == size || text[size] == ' ')
}
