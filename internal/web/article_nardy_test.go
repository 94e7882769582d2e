package web_test

import (
	"compress/gzip"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
)

// nardyEffectOf compares two position codes of nardy, "p1,…,p24|bar|off phase
// side …", count by count.
func nardyEffectOf(before, after string) (effect string, n int) {
	was, is := strings.Fields(before), strings.Fields(after)
	switch {
	case is[1] == "answer":
		return "raise", 1
	case was[1] == "answer":
		return "take", 1
	case was[1] == "decide":
		return "roll", 1
	}
	switch mine := was[2] == is[2]; {
	case mine && strings.Contains(after, " extra") && !strings.Contains(before, " extra"):
		return "extra", 1
	case !mine && strings.Contains(after, " handed"):
		return "handed", 1
	case mine && strings.Contains(after, " from="):
		return "more", 1
	}
	us := strings.Index("LD", was[2])
	for _, count := range []struct {
		effect string
		of     func(code string) int
	}{
		{"hit", func(code string) int { return pairOf(code, 1, 1-us) }},
		{"cover", func(code string) int { return starred(code, us) }},
		{"off", func(code string) int { return pairOf(code, 2, us) }},
	} {
		if n := count.of(is[0]) - count.of(was[0]); n > 0 {
			return count.effect, n
		}
	}
	if is[0] == was[0] {
		return "pass", 1
	}
	return "quiet", 1
}

// pairOf reads a side's number of the bar (part 1) or of the checkers off (2).
func pairOf(code string, part, side int) int {
	n, err := strconv.Atoi(strings.Split(strings.Split(code, "|")[part], ",")[side])
	if err != nil {
		panic(err)
	}
	return n
}

// starred counts the points on which a side lies on an enemy checker.
func starred(code string, side int) int {
	n := 0
	for point := range strings.SplitSeq(strings.Split(code, "|")[0], ",") {
		if strings.HasSuffix(point, "*") && strings.HasPrefix(point, "-") == (side == 1) {
			n++
		}
	}
	return n
}

func variantPath(code, id string) string {
	return prefix(code) + "/nardy/rules/" + strings.ReplaceAll(id, "_", "-")
}

// traitKey is where the catalogues keep the words of a parameter.
func traitKey(key, value string) string {
	return "rules.nardy.trait." + key + "." + strings.NewReplacer(" ", "-", ":", "x").Replace(value)
}

func TestPagesOfVariantsSayEveryParameter(t *testing.T) {
	onePageAfterAnother(t)
	r := newReader(t)
	for _, code := range lang.Languages() {
		c := r.languages[code]
		for _, v := range nardy.Variants() {
			said := plain(r.open(variantPath(code, v.ID)).Find(".wide-table").Text())
			for _, trait := range v.Traits() {
				key := traitKey(trait.Key, trait.Value)
				if !c.Has(key) {
					t.Errorf("no text for %s", key)
				}
				if !v.Doubles() && (trait.Key == "after-double" || trait.Key == "unplayed") || trait.Key == "doubles" {
					key = traitKey("doubles", "no")
					if v.Doubles() {
						continue // the dice say it
					}
				}
				if !strings.Contains(said, plain(c.Text(key))) {
					t.Errorf("%s, %s: the page does not say %q", code, v.ID, c.Text(key))
				}
			}
		}
	}
}

func TestPagesOfVariantsShowWhatTheRulesAnswer(t *testing.T) {
	onePageAfterAnother(t)
	r := newReader(t)
	for _, code := range lang.Languages() {
		c := r.languages[code]
		for _, v := range nardy.Variants() {
			page := r.open(variantPath(code, v.ID))
			for _, clause := range (nardy.Rules{}).ExplainVariant(v.ID) {
				if text := plain(byID(t, page, clause.ID).Find("h2").Text()); strings.Contains(text, "nardy.") {
					t.Errorf("%s, %s: a heading is %q", code, v.ID, text)
				}
				for _, e := range clause.Examples {
					example := byID(t, page, "example-"+e.ID)
					if caption := said(t, example, "figcaption"); caption == "" || strings.Contains(caption, "nardy.") {
						t.Errorf("%s: example %s is called %q", code, e.ID, caption)
					}
					var texts []string
					for _, a := range e.Allowed {
						texts = append(texts, string(a))
					}
					for _, refused := range e.Refused {
						texts = append(texts, refused.Text)
					}
					claims := example.Find(".claim")
					if claims.Length() != len(texts) {
						t.Fatalf("example %s shows %d claims of %d", e.ID, claims.Length(), len(texts))
					}
					claims.Each(func(i int, claim *goquery.Selection) {
						checkClaim(t, c, nardy.Rules{}, e, texts[i], claim)
					})
				}
			}
		}
	}
}

func TestAnExampleOfAVariantCanBeTriedWithoutScript(t *testing.T) {
	r := newReader(t)
	example := byID(t, r.open("/nardy/rules/crazy-gulbar"), "example-double-crazy-gulbar")
	answered := r.open(trying(t, example, "10/14(4)"))
	if got := answered.Find(`input[name="position"]`).AttrOr("value", ""); !strings.Contains(got, "play L 5-5-5-5 from=4") {
		t.Errorf("the double does not go on: %s", got)
	}
	for _, path := range []string{"/nardy/rules/crazy_gulbar", "/nardy/rules/chess", "/bachet/rules/classic"} {
		if _, status := r.get(path); status != 404 {
			t.Errorf("%s: status %d", path, status)
		}
	}
}

func TestAnyTwoVariantsCanBeCompared(t *testing.T) {
	onePageAfterAnother(t)
	r := newReader(t)
	c := r.languages["en"]
	for _, a := range nardy.Variants() {
		for _, b := range nardy.Variants() {
			part := r.open("/en/nardy/rules?part=compare&a=" + a.ID + "&b=" + b.ID)
			var want []string
			for _, d := range nardy.Compare(&a, &b) {
				if d.Key != "doubles" {
					want = append(want, plain(c.Text("rules.nardy.trait."+d.Key)+" "+c.Text(traitKey(d.Key, d.A))+" "+c.Text(traitKey(d.Key, d.B))))
				}
			}
			rows := part.Find("tbody tr")
			if rows.Length() != len(want) {
				t.Fatalf("%s and %s: %d rows, want %d", a.ID, b.ID, rows.Length(), len(want))
			}
			rows.Each(func(i int, row *goquery.Selection) {
				cells := row.Children().Map(func(_ int, cell *goquery.Selection) string { return plain(cell.Text()) })
				if got := strings.Join(cells, " "); got != want[i] {
					t.Errorf("%s and %s: %q, want %q", a.ID, b.ID, got, want[i])
				}
			})
			for name, id := range map[string]string{"a": a.ID, "b": b.ID} {
				if got := part.Find(`select[name="`+name+`"] option[selected]`).AttrOr("value", ""); got != id {
					t.Errorf("%s is chosen for %s, want %s", got, name, id)
				}
			}
		}
	}
}

func TestTheRulesOfNardyAnswerTheFourQuestionsFirst(t *testing.T) {
	onePageAfterAnother(t)
	r := newReader(t)
	for _, code := range lang.Languages() {
		page := r.open(prefix(code) + "/nardy/rules")
		quick := byID(t, page, "quick")
		if quick.Find("h3").Length() != 4 || quick.Find(".nardy.drawing").Length() != 4 {
			t.Errorf("%s: %d questions, %d boards", code, quick.Find("h3").Length(), quick.Find(".nardy.drawing").Length())
		}
		if page.Find("section").First().AttrOr("id", "") != "quick" {
			t.Errorf("%s: something stands before the questions", code)
		}
		page.Find(`main a[href^="#"]`).Each(func(_ int, a *goquery.Selection) {
			byID(t, page, strings.TrimPrefix(a.AttrOr("href", ""), "#"))
		})
		seen := map[string]bool{}
		page.Find("[id]").Each(func(_ int, e *goquery.Selection) {
			if id := e.AttrOr("id", ""); seen[id] {
				t.Errorf("%s: id %s stands twice", code, id)
			} else {
				seen[id] = true
			}
		})
		rows := page.Find("#variants tbody").First().Find("tr")
		if rows.Length() != len(nardy.Variants()) {
			t.Fatalf("%s: the table has %d variants", code, rows.Length())
		}
		for i, v := range nardy.Variants() {
			want := []string{"—", "—", "—"}
			for _, trait := range v.Traits() {
				at := slices.Index([]string{"bear-off", "after-double", "unplayed"}, trait.Key)
				if at == 0 || at > 0 && v.Doubles() {
					want[at] = plain(r.languages[code].Text("rules.nardy.cell." + trait.Key + "." + trait.Value))
				}
			}
			got := rows.Eq(i).Find("td").Map(func(_ int, cell *goquery.Selection) string { return plain(cell.Text()) })
			if !slices.Equal(got, want) {
				t.Errorf("%s: the table says of %s %q, want %q", code, v.ID, got, want)
			}
		}
	}
}

// TestARefusalIsTrueOfEveryTurnItAnswers reads the answers that several cases
// share: a free checker that can not be borne off is no covered one, and a
// side may move up or down.
func TestARefusalIsTrueOfEveryTurnItAnswers(t *testing.T) {
	onePageAfterAnother(t)
	r := newReader(t)
	for _, code := range lang.Languages() {
		c := r.languages[code]
		example := byID(t, r.open(prefix(code)+"/nardy/rules"), "example-closes-bear-off")
		word := map[string]string{"ru": "выброс закрыт", "en": "borne off"}[code]
		if said := plain(example.Find(`[data-rule="nardy.covered"]`).Text()); !strings.Contains(said, word) {
			t.Errorf("%s: 19/off is refused by %q", code, said)
		}
		for _, key := range []string{"refusal.nardy.notation", "nardy.table.plays.example"} {
			up, down := false, false
			for _, pair := range regexp.MustCompile(`(\d+)/(\d+)`).FindAllStringSubmatch(c.Text(key), -1) {
				from, _ := strconv.Atoi(pair[1])
				to, _ := strconv.Atoi(pair[2])
				up, down = up || to > from, down || to < from
			}
			if !up || !down {
				t.Errorf("%s: %s shows one way only: %s", code, key, c.Text(key))
			}
		}
	}
}

// TestPagesOfVariantsShowWhatIsTheirsAlone opens pages of variants that have
// rules of their own, and of those to which a rule means nothing.
func TestPagesOfVariantsShowWhatIsTheirsAlone(t *testing.T) {
	onePageAfterAnother(t)
	r := newReader(t)
	for id, v := range map[string]struct{ shows, leavesOut []string }{
		"plakoto":       {[]string{nardy.RuleCovered, "nardy.mother"}, []string{nardy.RuleRunnerFirst, nardy.RuleLetOut}},
		"crazy_plakoto": {[]string{nardy.RuleCovered, "nardy.mother"}, []string{nardy.RuleRunnerFirst}},
		"fevga":         {[]string{nardy.RuleLetOut, nardy.RuleRunnerFirst}, []string{"nardy.mother"}},
		"khachapuri":    {nil, []string{nardy.RuleRunnerFirst, nardy.RuleCovered}},
		"caucasian":     {[]string{nardy.RuleHitAndRun}, []string{nardy.RuleRunnerFirst}},
	} {
		page := r.open(variantPath("ru", id))
		for _, clause := range v.shows {
			if byID(t, page, clause).Find(".nardy.drawing").Length() == 0 {
				t.Errorf("%s: %s has no board", id, clause)
			}
		}
		for _, clause := range v.leavesOut {
			if page.Find("section").FilterFunction(func(_ int, s *goquery.Selection) bool { return s.AttrOr("id", "") == clause }).Length() > 0 {
				t.Errorf("%s speaks of %s", id, clause)
			}
		}
		if page.Find(`[data-rule="nardy.notation"]`).Length() > 0 {
			t.Errorf("%s shows a turn that nobody can write", id)
		}
	}
	for code, word := range map[string]string{"ru": "пропадают", "en": "are lost"} {
		said := plain(byID(t, r.open(variantPath(code, "two_by_two")), "nardy.remainder").Find("p").First().Text())
		if !strings.Contains(said, word) {
			t.Errorf("%s: of dice left unplayed the page says %q", code, said)
		}
		for id, dice := range map[string]string{"two_by_two": " 6–6–6–2:", "triple": " 6–6–2:", "classic": " 6–2:"} {
			if said := plain(byID(t, r.open(variantPath(code, id)), "nardy.bear-off").Text()); !strings.Contains(said, dice) {
				t.Errorf("%s: the board of %s that shows bearing off is said to have other dice than%s %s", code, id, dice, said)
			}
		}
	}
}

// namesOfHandingOver are the variants that hand over what is left of a double.
func namesOfHandingOver(c *lang.Catalogue) string {
	var names []string
	for _, v := range nardy.Variants() {
		if v.HandOver {
			names = append(names, c.Text("nardy.variant."+v.ID))
		}
	}
	return strings.Join(names, ", ")
}

// TestTheRulesListTheVariantsThatHandOver compares what the pages list with
// the parameters.
func TestTheRulesListTheVariantsThatHandOver(t *testing.T) {
	onePageAfterAnother(t)
	r := newReader(t)
	for _, code := range lang.Languages() {
		page, c := r.open(prefix(code)+"/nardy/rules"), r.languages[code]
		for _, id := range []string{"nardy.remainder", "question-who-plays"} {
			said := plain(byID(t, page, id).Text())
			if list := plain(namesOfHandingOver(c)); list == "" || !strings.Contains(said, list) {
				t.Errorf("%s: %s does not list %s", code, id, list)
			}
		}
	}
}

// TestPlaysAreInWordsOfTheLanguage reads the moves that examples and the training
// table show: what a board calls «бар» and «выброс» is called so there.
func TestPlaysAreInWordsOfTheLanguage(t *testing.T) {
	r := newReader(t)
	for code, words := range map[string][]string{"ru": {"21/выброс", "бар/"}, "en": {"21/off", "bar/"}} {
		said := plain(r.open(prefix(code) + "/nardy/rules").Find("main").Text())
		for _, word := range words {
			if !strings.Contains(said, word) {
				t.Errorf("%s: no move says %s", code, word)
			}
		}
		for _, foreign := range []string{"/off", "bar/"} {
			if code == "ru" && strings.Contains(said, foreign) {
				t.Errorf("%s: a move says %s", code, foreign)
			}
		}
	}
	training := r.open("/nardy/position?" + url.Values{
		"variant": {"short"}, "pos": {"0,0,0,0,0,-5,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2,2,2,2|0,0|3,10"}, "d": {"6", "5"},
	}.Encode())
	said := plain(training.Find("#plays").Text())
	if !strings.Contains(said, "/выброс") || strings.Contains(said, "/off") {
		t.Errorf("plays of the training table: %q", said)
	}
}

// mostOfRules bounds the rules page of nardy as it is sent, without the sheets
// and scripts, in bytes.
const mostOfRules = 60 << 10

func TestTheRulesOfNardyDoNotWeighMuch(t *testing.T) {
	onePageAfterAnother(t)
	r := newReader(t)
	html, err := r.open("/nardy/rules").Html()
	if err != nil {
		t.Fatal(err)
	}
	var sent counter
	z, err := gzip.NewWriterLevel(&sent, 5)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(z, html); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if sent > mostOfRules {
		t.Errorf("the page has %d bytes", sent)
	}
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
