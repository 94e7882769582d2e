package templates

import "testing"

func TestDiceStayOnOneLine(t *testing.T) {
	for words, want := range map[string]string{
		"Выпало 6–5.":           "Выпало 6–\u20605.",
		"3–5–6: 24/18":          "3–\u20605–6: 24/18",
		"Возьмёте — играете":    "Возьмёте — играете",
		"Ничья – никто, 5 – 3.": "Ничья – никто, 5 – 3.",
	} {
		if got := unbroken(words); got != want {
			t.Errorf("%q became %q", words, got)
		}
	}
}
