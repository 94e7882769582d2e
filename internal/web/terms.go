package web

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/lang"
)

// A glossaryWord is how a word of the glossary begins in running text.
type glossaryWord struct {
	term string // its id in the glossary
	stem string
	more int // how many letters may follow
}

// glossaryWords reads the list of a catalogue: "double куш:3 дубл:4; head
// голов:2". The script of the board reads the same one.
func glossaryWords(c *lang.Catalogue) []glossaryWord {
	var all []glossaryWord
	for entry := range strings.SplitSeq(c.Text("nardy.play.terms"), ";") {
		fields := strings.Fields(entry)
		for _, word := range fields[1:] {
			stem, more, _ := strings.Cut(word, ":")
			n, err := strconv.Atoi(more)
			if err != nil {
				n = 0
			}
			all = append(all, glossaryWord{term: fields[0], stem: stem, more: n})
		}
	}
	return all
}

// glossaryTokens are the words of a text in the notation of templates.Prose,
// and what in it is no running text: terms and links.
var glossaryTokens = regexp.MustCompile(`\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\)|[\p{L}-]+`)

// linkTerms makes the first mention of each glossary word in a text a link to
// the glossary at base, "/nardy/rules" or "".
func linkTerms(c *lang.Catalogue, text, base string) string {
	words := glossaryWords(c)
	linked := make(map[string]bool)
	return glossaryTokens.ReplaceAllStringFunc(text, func(token string) string {
		if strings.ContainsAny(token, "*[") {
			return token
		}
		lower := strings.ToLower(token)
		for _, w := range words {
			rest, found := strings.CutPrefix(lower, w.stem)
			if !found || len([]rune(rest)) > w.more || linked[w.term] {
				continue
			}
			linked[w.term] = true
			return "[" + token + "](" + base + "#term-" + w.term + ")"
		}
		return token
	})
}
