package templates_test

import (
	"strings"
	"testing"

	"github.com/hod-games/hod/templates"
)

func TestTypesetKeepsShortWordsNumbersAndDashes(t *testing.T) {
	for text, want := range map[string]string{
		"за ход — не больше трёх":    "за~ход~— не~больше трёх",
		"осталось 12 палочек":        "осталось 12~палочек",
		"он одну — вы три":           "он~одну~— вы~три",
		"Нет. Ни почты, ни пароля":   "Нет. Ни~почты, ни~пароля",
		"и (в классической игре) мы": "и~(в~классической игре) мы",
		"no more than a stick":       "no more than a~stick",
		"4, 8, 12 и так далее":       "4, 8, 12~и~так далее",
		"пусть M + 1 вместо":         "пусть M~+~1~вместо",
		"— тире в начале":            "— тире в~начале",
		"":                           "",
	} {
		if got := strings.ReplaceAll(templates.Typeset(text), "\u00a0", "~"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestProseIsParagraphsTermsAndLinksAndNothingElse(t *testing.T) {
	for text, want := range map[string]string{
		"a <b> & c":                      "<p>a~&lt;b&gt; &amp; c</p>",
		"first\n\nsecond":                "<p>first</p><p>second</p>",
		"call them **lost** numbers":     "<p>call them <dfn>lost</dfn> numbers</p>",
		"see [the <article>](strategy).": `<p>see <a href="strategy">the &lt;article&gt;</a>.</p>`,
		"[bad](javascript:alert)":        `<p><a href="about:invalid#TemplFailedSanitizationURL">bad</a></p>`,
	} {
		var b strings.Builder
		if err := templates.Prose(text).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(b.String(), "\u00a0", "~"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
