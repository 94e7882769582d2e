package web

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
)

// nardyFacts are all facts that are no sentence by themselves, with n in them.
func nardyFacts(n int) []nardyFact {
	points := []int{5, 18, 20, 21, 22}[:min(n, 5)]
	return []nardyFact{
		{"hits", []int{n}},
		{"covers", []int{n}},
		{"makes", points},
		{"keeps", points},
		{"gives", points},
		{"off", []int{n}},
		{"shots", []int{2, n}},
		{"shots", []int{n, 11}},
		{"fewer", []int{n}},
		{"safe", []int{n}},
	}
}

// TestWhatAPlayDoesIsSaidInSentences builds the sentences of every fact, and of
// every two, in every language and family: all of them begin with a verb of
// which the play is the subject.
func TestWhatAPlayDoesIsSaidInSentences(t *testing.T) {
	t.Parallel()
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	verbs := map[string]*regexp.Regexp{
		"ru": regexp.MustCompile(`^(не )?\p{L}+[аеияё]ет|^(не )?\p{L}+[ёи]т `),
		"en": regexp.MustCompile(`^[a-z]+s `),
	}
	subjects := map[string][2]string{"ru": {"Этот ход ", "Лучший ход "}, "en": {"This play ", "The better play "}}
	keys := [2]string{"nardy.advice.it", "nardy.analysis.gain"}
	for code, c := range all {
		for _, id := range []string{"short", "classic", "plakoto"} {
			v, _ := nardy.VariantNamed(id)
			for _, n := range []int{1, 2, 5, 21, 36} {
				facts := nardyFacts(n)
				for i, f := range facts {
					for k, key := range keys {
						said := strings.ReplaceAll(nardyFactsText(c, key, &v, []nardyFact{f}, asTheyAre), "\u00a0", " ")
						does, ok := strings.CutPrefix(said, subjects[code][k])
						if !ok || !verbs[code].MatchString(does) || !strings.HasSuffix(does, ".") || strings.ContainsAny(does, "{};:") || strings.Contains(does, "nardy.") {
							t.Errorf("%s, %s, %s of %v: %q", code, id, f.ID, f.Numbers, said)
						}
					}
					for _, next := range facts[i+1:] {
						one := nardyFactsText(c, keys[0], &v, []nardyFact{f}, asTheyAre)
						two := nardyFactsText(c, keys[0], &v, []nardyFact{f, next, {"lead", []int{0}}}, asTheyAre)
						and := strings.TrimSuffix(one, ".") + map[string]string{"ru": " и\u00a0", "en": " and "}[code]
						if !strings.HasPrefix(two, and) || strings.Count(two, ".") != 2 {
							t.Errorf("%s, %s: %q and the next come together as %q", code, id, one, two)
						}
					}
				}
			}
		}
	}
}

func TestFactsHaveTheirForms(t *testing.T) {
	t.Parallel()
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	const gain, it = "nardy.analysis.gain", "nardy.advice.it"
	for _, test := range []struct {
		language, variant, key string
		facts                  []nardyFact
		want                   string
	}{
		{"en", "short", gain, []nardyFact{{"fewer", []int{9}}}, "The better play cuts the throws that can hit by 9."},
		{
			"en", "short", gain,
			[]nardyFact{{"keeps", []int{4}}, {"safe", []int{11}}},
			"The better play keeps point 4 and leaves nothing to hit, while 11 throws of 36 can hit after the play that was made.",
		},
		{
			"en", "plakoto", it,
			[]nardyFact{{"covers", []int{1}}, {"makes", []int{5, 8, 12}}, {"shots", []int{2, 36}}, {"lead", []int{1}}},
			"This play pins 1 checker, makes points 5, 8 and 12 and leaves 2 blots that 36 throws of 36 can pin. After it you are 1 pip ahead in the race.",
		},
		{
			"en", "short", it,
			[]nardyFact{{"shots", []int{1, 1}}, {"lead", []int{-2}}},
			"This play leaves 1 blot that 1 throw of 36 can hit. After it you are 2 pips behind in the race.",
		},
		{"en", "short", it, []nardyFact{{"lead", []int{0}}}, "After it the race is level."},
		{"ru", "short", gain, []nardyFact{{"fewer", []int{1}}}, "Лучший ход оставляет сопернику на 1 бьющий бросок меньше."},
		{"ru", "short", gain, []nardyFact{{"fewer", []int{2}}}, "Лучший ход оставляет сопернику на 2 бьющих броска меньше."},
		{"ru", "short", gain, []nardyFact{{"fewer", []int{9}}}, "Лучший ход оставляет сопернику на 9 бьющих бросков меньше."},
		{
			"ru", "short", gain,
			[]nardyFact{{"keeps", []int{4}}, {"safe", []int{21}}},
			"Лучший ход удерживает пункт 4 и не оставляет ничего под боем, а сыгранный подставляется под 21 бросок из 36.",
		},
		{
			"ru", "plakoto", it,
			[]nardyFact{{"shots", []int{1, 11}}, {"lead", []int{21}}},
			"Этот ход оставляет 1 одиночную шашку, которую могут накрыть (11 бросков из 36). После него вы впереди в гонке на 21 шаг.",
		},
		{
			"ru", "short", it,
			[]nardyFact{{"makes", []int{18, 20}}, {"off", []int{2}}, {"shots", []int{5, 22}}, {"lead", []int{-7}}},
			"Этот ход закрывает пункты 18 и 20, выбрасывает 2 шашки и подставляет 5 одиночных шашек под 22 броска из 36. После него вы отстаёте в гонке на 7 шагов.",
		},
		{"ru", "classic", it, []nardyFact{{"makes", []int{18}}, {"gives", []int{1}}}, "Этот ход занимает пункт 18 и отдаёт пункт 1."},
	} {
		v, _ := nardy.VariantNamed(test.variant)
		if got := strings.ReplaceAll(nardyFactsText(all[test.language], test.key, &v, test.facts, asTheyAre), "\u00a0", " "); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestWithoutAFactTheBestChanceIsSaid(t *testing.T) {
	t.Parallel()
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	is := nardyChances{0.3, 0.1, 0.4, 0.02, 0.25}
	for _, test := range []struct {
		would  nardyChances
		ru, en string
	}{
		{nardyChances{0.45, 0.1, 0.4, 0.02, 0.25}, "Лучший ход чаще выигрывает: 45,0 % вместо 30,0 %.", "The better play wins more often: 45.0 % instead of 30.0 %."},
		{nardyChances{0.31, 0.2, 0.4, 0.02, 0.25}, "Лучший ход чаще выигрывает марсом: 20,0 % вместо 10,0 %.", "The better play wins by a mars more often: 20.0 % instead of 10.0 %."},
		{nardyChances{0.2, 0.1, 0.1, 0.02, 0.25}, "Лучший ход реже проигрывает марсом: 10,0 % вместо 40,0 %.", "The better play loses by a mars less often: 10.0 % instead of 40.0 %."},
		{nardyChances{0.3, 0.1, 0.4, 0.1, 0.25}, "Лучший ход чаще выигрывает коксом: 10,0 % вместо 2,0 %.", "The better play wins by a koks more often: 10.0 % instead of 2.0 %."},
		{nardyChances{0.31, 0.1, 0.4, 0.02, 0.05}, "Лучший ход реже проигрывает коксом: 5,0 % вместо 25,0 %.", "The better play loses by a koks less often: 5.0 % instead of 25.0 %."},
		{is, "", ""},
	} {
		for language, want := range map[string]string{"ru": test.ru, "en": test.en} {
			if got := strings.ReplaceAll(nardyChanceGain(all[language], &is, &test.would), "\u00a0", " "); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}
