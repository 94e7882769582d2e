package table_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/hod-games/hod/internal/table"
)

func TestCleanName(t *testing.T) {
	for in, want := range map[string]string{
		"":                                "",
		"  Аня  и\tБоря\n":                "Аня и Боря",
		"W\u202eolleh":                    "Wolleh",
		"zero\u200bwidth":                 "zerowidth",
		strings.Repeat("Ж", 40):           strings.Repeat("Ж", table.MaxName),
		strings.Repeat("a ", 40):          strings.Repeat("a ", table.MaxName/2-1) + "a",
		"a" + strings.Repeat("\u0301", 9): "a\u0301\u0301",
		"\u0301\u0302x":                   "x",
		"\x00\x07bell":                    "bell",
		"<script>":                        "<script>",
		"\xff\xfeok":                      "ok",
		"Հայկ":                            "Հայկ",
		"👨\u200d👩\u200d👧":                 "👨\u200d👩\u200d👧",
		"👩🏽\u200d🚀 Аня":                   "👩🏽\u200d🚀 Аня",
		"❤\ufe0f\u200d🔥":                  "❤\ufe0f\u200d🔥",
		"👨\u200d":                         "👨",
		"\u200d👨\u200d\u200d👩":            "👨\u200d👩",
		"👨\u200dx\u200d👩":                 "👨x👩",
		"👨\u200d 👩":                       "👨 👩",
		"A\u200dn\u200cn\u200ba":          "Anna",
		"👨\u202e\u2066👩":                  "👨👩",
		strings.Repeat("👨\u200d", 20):     strings.Repeat("👨\u200d", 11) + "👨",
	} {
		if got := table.CleanName(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	f.Add("Аня \u202e и Боря")
	f.Fuzz(func(t *testing.T, s string) {
		got := table.CleanName(s)
		if table.CleanName(got) != got {
			t.Errorf("%q becomes %q and then something else", s, got)
		}
		if !utf8.ValidString(got) || strings.TrimSpace(got) != got {
			t.Errorf("%q becomes %q", s, got)
		}
		letters := 0
		for i, r := range got {
			if r == '\u200d' && i > 0 && i+len("\u200d") < len(got) {
				after, _ := utf8.DecodeRuneInString(got[i+len("\u200d"):])
				if !unicode.IsLetter(after) && !unicode.IsSpace(after) {
					letters++
					continue // between two emoji
				}
			}
			if !unicode.IsGraphic(r) {
				t.Errorf("%q becomes %q with %U", s, got, r)
			}
			letters++
		}
		if letters > table.MaxName {
			t.Errorf("%q becomes %d characters", s, letters)
		}
	})
}
