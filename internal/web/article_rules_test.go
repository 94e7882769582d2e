package web_test

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/lang"
)

// explainers are the games on the site that have a rules page.
func explainers() []game.Explainer {
	var all []game.Explainer
	for _, e := range games.All() {
		if explainer, ok := e.Rules.(game.Explainer); ok && !e.Draft {
			all = append(all, explainer)
		}
	}
	return all
}

// eachRulesPage runs a test on every rules page in every language.
func eachRulesPage(t *testing.T, test func(t *testing.T, r reader, c *lang.Catalogue, rules game.Explainer, path string)) {
	r := newReader(t)
	for _, code := range lang.Languages() {
		for _, rules := range explainers() {
			id := rules.Info().ID
			t.Run(code+"/"+id, func(t *testing.T) {
				r.t = t
				test(t, r, r.languages[code], rules, prefix(code)+"/"+id+"/rules")
			})
		}
	}
}

// byID finds the one element with an id, which may hold dots.
func byID(t *testing.T, page *goquery.Document, id string) *goquery.Selection {
	t.Helper()
	found := page.Find(`[id="` + id + `"]`)
	if found.Length() != 1 {
		t.Fatalf("%d elements have the id %s, want one", found.Length(), id)
	}
	return found
}

// engine says what the rules answer to a text: whether it is allowed, the
// position after it, the rule that refuses it.
func engine(t *testing.T, rules game.Rules, options []byte, position, text string) (allowed bool, after game.State, rule string) {
	t.Helper()
	state := start(t, rules, options, position)
	a, err := state.Read(text)
	if err == nil {
		after, err = state.Apply(a)
	}
	if err == nil {
		return true, after, ""
	}
	refusal, ok := errors.AsType[*game.Refusal](err)
	if !ok {
		t.Fatal(err)
	}
	return false, state, refusal.Rule
}

func start(t *testing.T, rules game.Rules, options []byte, position string) game.State {
	t.Helper()
	canonical, err := rules.Normalize(options)
	if err != nil {
		t.Fatal(err)
	}
	state, err := rules.Start(canonical, position)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func TestRulesPagesHoldEveryClauseAndEveryRefusal(t *testing.T) {
	onePageAfterAnother(t)
	eachRulesPage(t, func(t *testing.T, r reader, c *lang.Catalogue, rules game.Explainer, path string) {
		page := r.open(path)
		for _, clause := range rules.Explain() {
			section := byID(t, page, clause.ID)
			for _, key := range []string{"clause." + clause.ID + ".title", "clause." + clause.ID + ".text"} {
				if !c.Has(key) {
					t.Errorf("no text for %s", key)
				}
				for paragraph := range strings.SplitSeq(strings.ReplaceAll(c.Text(key, "variants", namesOfHandingOver(c)), "**", ""), "\n\n") {
					if !strings.Contains(plain(section.Text()), plain(paragraph)) {
						t.Errorf("clause %s does not say its %s", clause.ID, key)
					}
				}
			}
			if key := "clause." + clause.ID + ".house"; c.Has(key) && !strings.Contains(said(t, section, ".house"), plain(c.Text(key))) {
				t.Errorf("clause %s does not say why it is a house rule", clause.ID)
			}
			if section.Find("p").Length() == 0 {
				t.Errorf("clause %s has no text", clause.ID)
			}
			if page.Find(`.contents a[href="#`+clause.ID+`"]`).Length() != 1 {
				t.Errorf("the contents do not lead to clause %s", clause.ID)
			}
			for _, rule := range clause.Refusals {
				byID(t, page, rule)
				if !c.Has("refusal." + rule) {
					t.Errorf("no text for refusal %s", rule)
				}
				if section.Find(`[data-rule="`+rule+`"] .claim-result`).Length() == 0 {
					t.Errorf("clause %s does not show how %s is refused", clause.ID, rule)
				}
			}
		}
		for _, rule := range rules.Info().Clauses {
			byID(t, page, rule) // boards link a refusal to this place
		}
	})
}

func TestExamplesSayWhatTheRulesAnswer(t *testing.T) {
	onePageAfterAnother(t)
	eachRulesPage(t, func(t *testing.T, r reader, c *lang.Catalogue, rules game.Explainer, path string) {
		page := r.open(path)
		for _, clause := range rules.Explain() {
			for _, e := range clause.Examples {
				example := byID(t, page, "example-"+e.ID)
				if example.Closest("section").AttrOr("id", "") != clause.ID {
					t.Errorf("example %s stands outside of its clause", e.ID)
				}
				key := "example." + rules.Info().ID + "." + e.ID
				if !c.Has(key) || !strings.Contains(said(t, example, "figcaption"), plain(c.Text(key))) {
					t.Errorf("example %s does not say its caption", e.ID)
				}
				var want []string
				for _, a := range e.Allowed {
					want = append(want, string(a))
				}
				for _, refused := range e.Refused {
					want = append(want, refused.Text)
				}
				claims := example.Find(".claim")
				if claims.Length() != len(want) {
					t.Fatalf("example %s shows %d claims, want %q", e.ID, claims.Length(), want)
				}
				claims.Each(func(i int, claim *goquery.Selection) {
					checkClaim(t, c, rules, e, want[i], claim)
				})
			}
		}
	})
}

// checkClaim holds a line of an example against the rules.
func checkClaim(t *testing.T, c *lang.Catalogue, rules game.Rules, e game.Example, text string, claim *goquery.Selection) {
	t.Helper()
	if got, _ := claim.Find("button").Attr("value"); got != text {
		t.Errorf("example %s: the button sends %q, want %q", e.ID, got, text)
	}
	allowed, after, rule := engine(t, rules, e.Options, e.Position, text)
	word := c.Text("rules.refused")
	if allowed {
		word = c.Text("rules.allowed")
	}
	if got := said(t, claim, ".claim-word"); got != word || claim.HasClass("allowed") != allowed || claim.HasClass("refused") == allowed {
		t.Errorf("example %s, %q: the page says %q (%s), the rules %t", e.ID, text, got, claim.AttrOr("class", ""), allowed)
	}
	if got := claim.AttrOr("data-rule", ""); got != rule {
		t.Errorf("example %s, %q: the page names rule %q, the rules %q", e.ID, text, got, rule)
	}
	result := said(t, claim, ".claim-result")
	if allowed {
		if want := reached(c, rules, start(t, rules, e.Options, e.Position), after); result != want {
			t.Errorf("example %s, %q: the page says %q, want %q", e.ID, text, result, want)
		}
		return
	}
	if want := sentencePattern(c.Text("refusal." + rule)); !want.MatchString(result) {
		t.Errorf("example %s, %q: the page says %q, want %q", e.ID, text, result, c.Text("refusal."+rule))
	}
}

// inWordsOf is a text of the rules pages in the words of a game, if it has its
// own.
func inWordsOf(c *lang.Catalogue, rules game.Rules, what string, values ...any) string {
	if own := "rules." + rules.Info().ID + "." + what; c.Has(own) {
		return plain(c.Text(own, values...))
	}
	return plain(c.Text("rules."+what, values...))
}

// reached is what a move came to, in words.
func reached(c *lang.Catalogue, rules game.Rules, before, after game.State) string {
	if o, over := after.Outcome(); over {
		return inWordsOf(c, rules, "wins."+o.Winner.String(), "n", o.Points)
	}
	text := after.String()
	switch rules.Info().ID {
	case "bachet":
		number, _, _ := strings.Cut(text, " ")
		left, err := strconv.Atoi(number)
		if err != nil {
			return "?"
		}
		text = c.Text("rules.bachet.reached", "n", left)
	case "ashtarashki":
		effect, n := effectOf(before.String(), text)
		text = c.Text("rules.ashtarashki.reached."+effect, "n", n)
	case "nardy":
		effect, n := nardyEffectOf(before.String(), text)
		text = c.Text("rules.nardy.reached."+effect, "n", n)
	}
	return plain(text)
}

// effectOf compares two position texts of Ashtarashki, "w M3c3 V2d4", stone by
// stone.
func effectOf(before, after string) (effect string, n int) {
	was, is := strings.Fields(before), strings.Fields(after)
	own, enemy, last := 1, 2, "8"
	if was[0] == "b" {
		own, enemy, last = 2, 1, "1"
	}
	count := func(list, begins, ends string) int {
		n := 0
		for stone := range strings.SplitSeq(list, ",") {
			if stone != "-" && strings.HasPrefix(stone, begins) && strings.HasSuffix(stone, ends) {
				n++
			}
		}
		return n
	}
	taken := count(was[enemy], "", "") - count(is[enemy], "", "")
	finished := count(is[own], "", last) > count(was[own], "", last)
	switch {
	case taken > 0 && finished:
		return "takes-finish", taken
	case taken > 0:
		return "takes", taken
	case finished:
		return "finish", 1
	case count(is[own], "", "") < count(was[own], "", ""):
		return "off", 1
	case count(is[own], "W", "") > count(was[own], "W", ""):
		return "covered", 1
	case count(is[own], "V", "") > count(was[own], "V", ""):
		return "turned", 1
	}
	return "quiet", 1
}

// sentencePattern matches a text of the catalogue with numbers in its places.
func sentencePattern(text string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(plain(text))
	return regexp.MustCompile("^" + regexp.MustCompile(`\\\{[a-zA-Z]+\\\}`).ReplaceAllString(quoted, `\d+`) + "$")
}

// trying is the address that a button of an example leads to.
func trying(t *testing.T, example *goquery.Selection, text string) string {
	t.Helper()
	form := example.Find("form.tries")
	if method := form.AttrOr("method", ""); method != "get" {
		t.Fatalf("the form of an example is sent by %q", method)
	}
	found := false
	form.Find(`button[name="text"]`).Each(func(_ int, b *goquery.Selection) {
		value, ok := b.Attr("value")
		found = found || (ok && value == text)
	})
	if !found {
		t.Fatalf("no button sends %q", text)
	}
	fields := url.Values{"text": {text}}
	form.Find("input").Each(func(_ int, input *goquery.Selection) {
		fields.Set(input.AttrOr("name", ""), input.AttrOr("value", ""))
	})
	return form.AttrOr("action", "") + "?" + fields.Encode()
}

func TestTryingAClaimWithoutScriptSaysWhatTheRulesAnswer(t *testing.T) {
	onePageAfterAnother(t)
	eachRulesPage(t, func(t *testing.T, r reader, c *lang.Catalogue, rules game.Explainer, path string) {
		page := r.open(path)
		for _, clause := range rules.Explain() {
			for _, e := range clause.Examples {
				example := byID(t, page, "example-"+e.ID)
				for _, a := range e.Allowed {
					answered := r.open(trying(t, example, string(a)))
					_, after, _ := engine(t, rules, e.Options, e.Position, string(a))
					if got := answered.Find(`input[name="position"]`).AttrOr("value", ""); got != after.String() {
						t.Errorf("example %s, %q leads to %q, want %q", e.ID, a, got, after)
					}
					if answered.Find(".answer.refused").Length() != 0 || answered.Find(".answer").Length() != 1 {
						t.Errorf("example %s: %q is allowed, and the answer says something else", e.ID, a)
					}
				}
				for _, refused := range e.Refused {
					answered := r.open(trying(t, example, refused.Text))
					if got := answered.Find(`input[name="position"]`).AttrOr("value", ""); got != start(t, rules, e.Options, e.Position).String() {
						t.Errorf("example %s: refusing %q changed the position to %q", e.ID, refused.Text, got)
					}
					answer := answered.Find(".answer.refused")
					if want := path + "#" + refused.Rule; answer.Find("a").AttrOr("href", "") != want {
						t.Errorf("example %s: the refusal of %q does not link %s", e.ID, refused.Text, want)
					}
					answer.Find("a").Remove()
					if want := sentencePattern(c.Text("refusal." + refused.Rule)); !want.MatchString(plain(answer.Text())) {
						t.Errorf("example %s: the answer to %q is %q", e.ID, refused.Text, plain(answer.Text()))
					}
				}
			}
		}
	})
}

func TestExamplesCanBePlayedToTheEndAndStartedOver(t *testing.T) {
	onePageAfterAnother(t)
	eachRulesPage(t, func(t *testing.T, r reader, c *lang.Catalogue, rules game.Explainer, path string) {
		page := r.open(path)
		for _, clause := range rules.Explain() {
			for _, e := range clause.Examples {
				state := start(t, rules, e.Options, e.Position)
				example := byID(t, page, "example-"+e.ID)
				if !state.ToAct().Player() {
					continue
				}
				for state.ToAct().Player() {
					last := lastOffered(t, example, state)
					example = byID(t, r.open(trying(t, example, string(last))), "example-"+e.ID)
					next, err := state.Apply(last)
					if err != nil {
						t.Fatal(err)
					}
					state = next
				}
				o, over := state.Outcome()
				end := "won." + o.Winner.String()
				if !over { // the dice decide how it goes on
					if state.ToAct() != game.Chance {
						t.Fatalf("example %s stops at %s", e.ID, state)
					}
					end = "to-act.chance"
				}
				if got := said(t, example, ".example-status"); !strings.Contains(got, inWordsOf(c, rules, end)) {
					t.Errorf("example %s ends with %q", e.ID, got)
				}
				if example.Find(".for-real").Length() != 0 {
					t.Errorf("example %s is over and can be played on", e.ID)
				}
				again := byID(t, r.open(example.Find("a[data-get]").AttrOr("href", "")), "example-"+e.ID)
				if again.Find(".claim").Length() != len(e.Allowed)+len(e.Refused) {
					t.Errorf("example %s does not begin again", e.ID)
				}
			}
		}
	})
}

// lastOffered is the last legal action that an example has a button for. There
// has to be one.
func lastOffered(t *testing.T, example *goquery.Selection, state game.State) game.Action {
	t.Helper()
	legal := slices.Collect(state.Legal())
	last := game.Action("")
	example.Find(`form.tries button[name="text"]`).Each(func(_ int, b *goquery.Selection) {
		if a, err := state.Read(b.AttrOr("value", "")); err == nil {
			if _, err := state.Apply(a); err == nil {
				last = game.Action(b.AttrOr("value", ""))
			}
		}
	})
	if last == "" {
		t.Fatalf("%d turns are legal at %s, and no button is for any", len(legal), state)
	}
	return last
}

func TestAnExampleAloneIsTheSameAsOnItsPage(t *testing.T) {
	r := newReader(t)
	whole := byID(t, r.open("/bachet/try?example=four-of-nine&position=9+second&text=4"), "example-four-of-nine")
	part := r.open("/bachet/try?example=four-of-nine&position=9+second&text=4&part=example")
	if part.Find("main").Length() != 0 {
		t.Error("the part comes with a whole page")
	}
	if plain(whole.Text()) != plain(byID(t, part, "example-four-of-nine").Text()) {
		t.Errorf("alone: %s\non its page: %s", plain(part.Text()), plain(whole.Text()))
	}
}

func TestWhatNoExampleIsHasNoPage(t *testing.T) {
	r := newReader(t)
	for path, want := range map[string]int{
		"/bachet/try":                  http.StatusNotFound,
		"/bachet/try?example=nonsense": http.StatusNotFound,
		"/nonsense/rules":              http.StatusNotFound,
		"/nonsense/strategy":           http.StatusNotFound,
		"/bachet/try?example=four-of-nine&position=nonsense":                   http.StatusBadRequest,
		"/bachet/try?example=four-of-nine&position=16+first":                   http.StatusBadRequest,
		"/bachet/try?example=four-of-nine&text=" + longText():                  http.StatusBadRequest,
		"/bachet/try?example=four-of-nine&text=" + url.QueryEscape("<script>"): http.StatusOK,
		"/en/bachet/try?example=one-left":                                      http.StatusOK,
	} {
		if _, got := r.get(path); got != want {
			t.Errorf("%.80s: status %d, want %d", path, got, want)
		}
	}
}

func longText() string { return strings.Repeat("9", 5000) }

func TestTheRoundOfTheRulesIsToldMoveByMove(t *testing.T) {
	r := newReader(t)
	left := []string{"15", "13", "12", "9", "8", "6", "4", "3", "0"} // the worked round of the rules
	for _, code := range lang.Languages() {
		c := r.languages[code]
		path := prefix(code) + "/bachet/rules?step=0"
		for step, sticks := range left {
			replay := r.open(path).Find("#replay")
			if got := said(t, replay, ".bachet .hidden"); got != c.Text("rules.bachet.sticks", "left", sticks, "sticks", 15) {
				t.Errorf("%s, step %d: the board shows %q", code, step, got)
			}
			if got := replay.Find(".stick:not(.taken)").Length(); sticks != itoa(got) {
				t.Errorf("%s, step %d: %d sticks are drawn, want %s", code, step, got, sticks)
			}
			text := said(t, replay, "figcaption")
			if !strings.Contains(text, plain(c.Text("rules.bachet.round."+itoa(step)))) {
				t.Errorf("%s, step %d: told %q", code, step, text)
			}
			if sticks != "0" && !strings.Contains(text, sticks) {
				t.Errorf("%s, step %d: %q does not say that %s are left", code, step, text, sticks)
			}
			if got := replay.Find(`[aria-current="step"]`).Length(); (got == 1) != (step > 0) {
				t.Errorf("%s, step %d: %d moves are marked", code, step, got)
			}
			forward := replay.Find(".steps a").Last()
			path = forward.AttrOr("href", "")
			if (path == "") != (step == len(left)-1) {
				t.Errorf("%s, step %d leads on to %q", code, step, path)
			}
		}
		if got := r.open(prefix(code) + "/bachet/rules?step=99&part=round"); plain(got.Find("figcaption").Text()) == "" || got.Find("main").Length() != 0 {
			t.Errorf("%s: the round alone: %s", code, plain(got.Text()))
		}
	}
}

func TestQuestionsAreMarkedUpForPrograms(t *testing.T) {
	r := newReader(t)
	for _, code := range lang.Languages() {
		page := r.open(prefix(code) + "/bachet/rules").Find(`[itemtype="https://schema.org/FAQPage"]`)
		questions := page.Find(`[itemprop="mainEntity"][itemtype="https://schema.org/Question"]`)
		if questions.Length() != 6 {
			t.Errorf("%s: %d questions", code, questions.Length())
		}
		questions.Each(func(_ int, q *goquery.Selection) {
			if !strings.HasSuffix(said(t, q, `[itemprop="name"]`), "?") {
				t.Errorf("%s: %q is no question", code, said(t, q, `[itemprop="name"]`))
			}
			said(t, q, `[itemprop="acceptedAnswer"] [itemprop="text"]`)
		})
		if page.Find(`a[href="strategy"]`).Length() != 1 {
			t.Errorf("%s: no question leads to the strategy", code)
		}
	}
}

func TestRulesPagesHaveEveryIDOnce(t *testing.T) {
	r := newReader(t)
	for _, path := range []string{"/bachet/rules", "/bachet/strategy", "/bachet/try?example=four-of-nine"} {
		seen := map[string]bool{}
		r.open(path).Find("[id]").Each(func(_ int, e *goquery.Selection) {
			id := e.AttrOr("id", "")
			if seen[id] {
				t.Errorf("%s: id %s stands twice", path, id)
			}
			seen[id] = true
		})
	}
}

// A new game has its rules page before anybody has written a word about it.
func TestAGameWithoutTextsHasARulesPage(t *testing.T) {
	rules := toy.Rules{}
	r := newReaderOf(t, []game.Entry{{Rules: rules}})
	page := r.open("/" + rules.Info().ID + "/rules")
	for _, clause := range rules.Explain() {
		if title := said(t, byID(t, page, clause.ID), "h2"); !strings.Contains(title, clause.ID) {
			t.Errorf("clause %s is headed %q", clause.ID, title)
		}
		for _, e := range clause.Examples {
			claims := byID(t, page, "example-"+e.ID).Find(".claim")
			if claims.Length() != len(e.Allowed)+len(e.Refused) {
				t.Errorf("example %s shows %d claims", e.ID, claims.Length())
			}
			claims.Each(func(i int, claim *goquery.Selection) {
				if claim.HasClass("allowed") != (i < len(e.Allowed)) {
					t.Errorf("example %s, claim %d is shown as %s", e.ID, i, claim.AttrOr("class", ""))
				}
			})
		}
	}
	if page.Find("#replay, #mistakes, #questions").Length() != 0 {
		t.Error("there is a heading without a text")
	}
	if _, status := r.get("/" + rules.Info().ID + "/strategy"); status != http.StatusNotFound {
		t.Errorf("its strategy article: status %d", status)
	}
}
