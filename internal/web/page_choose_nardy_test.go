package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/table"
)

// startNardy opens a table of nardy: one press for the variant, one for the way
// to play.
func (b *browser) startNardy(prefix, mode, variant string, fields ...string) *goquery.Document {
	b.site.t.Helper()
	page := b.open(prefix + "/nardy")
	return b.submit(page.Find("form#choose"), page.Find("#start-"+mode), append([]string{"variant", variant}, fields...)...)
}

func (b *browser) nardyOptions() nardy.Options {
	b.site.t.Helper()
	o, err := nardy.ParseOptions(b.snapshot().Options)
	if err != nil {
		b.site.t.Fatal(err)
	}
	return o
}

func TestEveryVariantSaysInALineWhatMakesItDifferent(t *testing.T) {
	for _, prefix := range []string{"", "/en"} {
		b := newPages(t).browser()
		page := b.open(prefix + "/nardy")
		if long, short := page.Find("#family-long .variant").Length(), page.Find("#family-short .variant").Length(); long != 13 || short != 4 {
			t.Errorf("%s: %d long and %d short variants", prefix, long, short)
		}
		lines, names := map[string]string{}, map[string]string{}
		page.Find(".variant").Each(func(_ int, v *goquery.Selection) {
			id := v.Find("input").AttrOr("value", "")
			line := strings.TrimSpace(v.Find("small").Text())
			v.Find("small").Remove()
			name := strings.TrimSpace(v.Text())
			if name == "" || strings.Contains(name, "nardy.") || names[name] != "" {
				t.Errorf("%s%s is called %q, as %s is", prefix, id, name, names[name])
			}
			if line == "" || strings.Contains(line, "nardy.") || lines[line] != "" {
				t.Errorf("%s%s differs by %q, as %s does", prefix, id, line, lines[line])
			}
			lines[line], names[name] = id, id
		})
		if len(lines) != len(nardy.Variants()) {
			t.Errorf("%s: %d different lines", prefix, len(lines))
		}
	}
	// What the card of a variant says is what stands there.
	b := newPages(t).browser()
	b.open("/nardy")
	for id, want := range map[string]string{
		"gulbar":    "За сыгранный куш — ещё бросок; недоигранное играет соперник",
		"hyper":     "По три шашки у каждого",
		"tbilisi":   "Блоки строят свободно",
		"crazy":     "Выброс только точной зарой; с шестого броска куш продолжается до шестёрок",
		"triple":    "Три зары, кушей нет",
		"caucasian": "Побившая в своём доме шашка до конца хода стоит; начинающий бросает заново",
	} {
		b.wants(`.variant:has([value="`+id+`"]) small`, want)
	}
}

func TestAnyVariantStartsInTwoPresses(t *testing.T) {
	site := newPages(t)
	for _, v := range nardy.Variants() {
		for _, mode := range []table.Mode{table.Computer, table.HotSeat, table.Link} {
			b := site.browser()
			b.startNardy("", string(mode), v.ID, "bot", "random")
			if b.status != http.StatusOK || !strings.HasPrefix(b.where.Path, "/t/") {
				t.Fatalf("%s, %s: status %d at %s", v.ID, mode, b.status, b.where)
			}
			if s := b.snapshot(); s.Mode != mode || b.nardyOptions().Variant != v.ID {
				t.Errorf("%s, %s: opened %s at a %s table", v.ID, mode, s.Options, s.Mode)
			}
		}
	}
}

func TestTheLastChoiceOfNardyIsRemembered(t *testing.T) {
	site := newPages(t)
	b := site.browser()
	page := b.open("/nardy")
	if got := page.Find("[name=variant][checked]").AttrOr("value", ""); got != "classic" {
		t.Errorf("a Russian page begins with %q", got)
	}
	if got := b.open("/en/nardy").Find("[name=variant][checked]").AttrOr("value", ""); got != "short" {
		t.Errorf("an English page begins with %q", got)
	}
	b.startNardy("", "computer", "hyper", "bot", "pupil", "starts", "second", "cube", "doubling", "points", "7", "stake", "10", "dice", "own")
	s := b.snapshot()
	want := nardy.Options{Variant: "hyper", Cube: "doubling", Points: 7, Stake: 10}
	if got := b.nardyOptions(); got != want {
		t.Errorf("opened %+v, want %+v", got, want)
	}
	if s.Starts != game.Second || s.Seat(game.Second).Bot != "pupil" || s.Dice.Kind != table.OwnDice {
		t.Errorf("light is %v, the bot %q, the dice %v", s.Starts, s.Seat(game.Second).Bot, s.Dice.Kind)
	}
	b.wants(".terms", "Гипер. Матч до 7 очков. Удваивающий куб. Ойн — 10 очков. Зары свои.")
	page = b.open("/nardy")
	for name, value := range map[string]string{"variant": "hyper", "bot": "pupil", "starts": "second", "cube": "doubling", "dice": "own"} {
		if got := page.Find("[name="+name+"][checked]").AttrOr("value", ""); got != value {
			t.Errorf("%s is %q, want %q", name, got, value)
		}
	}
	if got := page.Find("#points").AttrOr("value", "") + " " + page.Find("#stake").AttrOr("value", ""); got != "7 10" {
		t.Errorf("points and stake are %q", got)
	}
	if _, open := page.Find("#stakes").Attr("open"); !open {
		t.Error("what is not as usual is folded away")
	}
	// It is in sight at once, and named at the buttons that begin it.
	if got := page.Find("[name=variant]").First().AttrOr("value", ""); got != "hyper" {
		t.Errorf("the first variant on the page is %q", got)
	}
	b.wants(".go #chosen", "Вариант: Гипер")
	if long, short := page.Find("#family-long .variant").Length(), page.Find("#family-short .variant").Length(); long != 13 || short != 4 {
		t.Errorf("%d long and %d short variants", long, short)
	}
	// The quick start of the first page opens the same variant.
	home := b.open("/")
	if got := home.Find(`[data-game="nardy"] [data-start="computer"] .hint`).Text(); !strings.HasPrefix(got, "Гипер, ") {
		t.Errorf("the quick start says %q", got)
	}
	b.submit(home.Find(`[data-game="nardy"] [data-start="hotseat"]`), nil)
	if got := b.nardyOptions().Variant; got != "hyper" {
		t.Errorf("the quick start opens %q", got)
	}
	// Somebody who edits the cookie gets the usual page.
	edited := site.browser()
	edited.open("/nardy")
	edited.jar.SetCookies(edited.where, []*http.Cookie{{Name: "nardy", Value: "chess.none.1.1.fair.computer.winning.first", Path: "/"}})
	if got := edited.open("/nardy").Find("[name=variant][checked]").AttrOr("value", ""); got != "classic" {
		t.Errorf("after an edited cookie the variant is %q", got)
	}
}

func TestMistakesOfNardyStandBesideTheirFields(t *testing.T) {
	for _, test := range []struct{ field, typed, ru, en string }{
		{"points", "0", "Длина матча — от 1 до 99 очков. Впишите другое число.", "A match is 1 to 99 points long. Enter another number."},
		{"points", "пять", "Длина матча — целое число очков, например 5.", "The length of a match is a whole number of points, 5 for example."},
		{"stake", "1001", "Ставка — от 1 до 1000 очков. Впишите другое число.", "The stake is 1 to 1000 points. Enter another number."},
		{"stake", "", "Ставка — целое число очков, например 1.", "The stake is a whole number of points, 1 for example."},
		{"variant", "chess", "Такого варианта нет. Выберите один из списка.", "There is no such variant. Choose one of the list."},
		{"cube", "golden", "Такого куба нет. Выберите один из трёх.", "There is no such cube. Choose one of the three."},
		{"dice", "loaded", "Такого варианта нет. Выберите один из предложенных.", "There is no such choice. Choose one of those on offer."},
	} {
		for prefix, want := range map[string]string{"": test.ru, "/en": test.en} {
			b := newPages(t).browser()
			page := b.open(prefix + "/nardy")
			page = b.submit(page.Find("form#choose"), page.Find("#start-hotseat"), test.field, test.typed)
			if b.status != http.StatusUnprocessableEntity {
				t.Errorf("%s %q: status %d", test.field, test.typed, b.status)
			}
			if got := b.text("#problem-" + test.field); test.field != "dice" && got != want || got == "" {
				t.Errorf("%s %q: %q, want %q", test.field, test.typed, got, want)
			}
			if input := page.Find("input[type=text]#" + test.field); input.Length() == 1 && (input.AttrOr("value", "?") != test.typed || input.AttrOr("aria-describedby", "") != "problem-"+test.field) {
				t.Errorf("%s %q: the field holds %q", test.field, test.typed, input.AttrOr("value", ""))
			}
			if _, open := page.Find("#stakes").Attr("open"); !open && test.field != "variant" {
				t.Errorf("%s %q: the mistake is folded away", test.field, test.typed)
			}
		}
	}
}

func TestHomeShowsNardyAndWhyItsDiceCanBeTrusted(t *testing.T) {
	for _, prefix := range []string{"", "/en"} {
		b := newPages(t).browser()
		page := b.open(prefix + "/")
		card := page.Find(`[data-game="nardy"]`)
		if got := card.Find(".point i").Length(); got != 30 {
			t.Errorf("%s: %d checkers on the board, want 30", prefix, got)
		}
		if got := page.Find("#trust li").Length(); got != 3 {
			t.Errorf("%s: %d lines on the dice", prefix, got)
		}
		if got := page.Find("#trust a").AttrOr("href", ""); got != prefix+"/dice" {
			t.Errorf("%s: more on the dice at %q", prefix, got)
		}
	}
}
