package web_test

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/lang"
)

func TestTheHomePageShowsWhatCanBePlayed(t *testing.T) {
	draft := toy.Entry()
	draft.Draft = true
	b := newPages(t, draft).browser()
	page := b.open("/")
	var ids []string
	page.Find("[data-game]").Each(func(_ int, s *goquery.Selection) { ids = append(ids, s.AttrOr("data-game", "")) })
	if got := strings.Join(ids, " "); strings.Contains(got, "toy") || !strings.Contains(got, "bachet") {
		t.Errorf("games %q", got)
	}
	if page.Find("#unfinished").Length() != 0 {
		t.Error("a new browser has unfinished games")
	}
	for _, path := range []string{"/toy", "/nothing"} {
		if b.open(path); b.status != http.StatusNotFound || b.text("h1") != "Здесь ничего нет" {
			t.Errorf("%s: status %d, %q", path, b.status, b.text("h1"))
		}
	}
}

func TestUnfinishedGamesOfThisBrowserAreListed(t *testing.T) {
	site := newPages(t)
	b := site.browser()
	b.start("/bachet", "mode", "hotseat", "name1", "Аня", "name2", "Борис")
	table := b.where.Path
	if b.open("/").Find("#unfinished").Length() != 0 {
		t.Error("a table on which nothing was played is listed")
	}
	b.open(table)
	b.take("2")
	b.open("/")
	link := b.page.Find("#unfinished a")
	if got, _ := link.Attr("href"); got != table {
		t.Fatalf("it links to %q, want %q", got, table)
	}
	b.wants("#unfinished a", "Аня — Борис Баше · Ходит Борис")
	b.open("/en/")
	if got := b.page.Find("#unfinished a").AttrOr("href", ""); got != "/en"+table {
		t.Errorf("in English it links to %q", got)
	}
	if site.browser().open("/").Find("#unfinished").Length() != 0 {
		t.Error("another browser sees it")
	}
	b.open(table)
	b.press("resign-form")
	if b.open("/").Find("#unfinished").Length() != 0 {
		t.Error("a finished round is listed")
	}
}

func TestWhatIsWrongIsSaidBesideItsFieldAndNothingTypedIsLost(t *testing.T) {
	for sticks, want := range map[string]string{
		"0":      "Палочек может быть от 1 до 99.",
		"100":    "Палочек может быть от 1 до 99.",
		"":       "Нужно целое число от 1 до 99.",
		"много":  "Нужно целое число от 1 до 99.",
		"<b>1":   "Нужно целое число от 1 до 99.",
		"999999": "Палочек может быть от 1 до 99.",
	} {
		b := newPages(t).browser()
		b.start("/bachet", "mode", "link", "heap", "own", "sticks", sticks, "max", "7", "misere", "true", "name1", "Аня")
		if b.status != http.StatusUnprocessableEntity {
			t.Errorf("%q: status %d", sticks, b.status)
		}
		b.wants("#problem-sticks", want)
		field := b.page.Find("#sticks")
		if field.AttrOr("value", "-") != sticks || field.AttrOr("aria-describedby", "") != "problem-sticks" {
			t.Errorf("%q: the field holds %q, described by %q", sticks, field.AttrOr("value", "-"), field.AttrOr("aria-describedby", ""))
		}
		values := b.values(b.page.Find("form#choose"))
		for name, value := range map[string]string{"mode": "link", "heap": "own", "max": "7", "misere": "true", "name1": "Аня"} {
			if values.Get(name) != value {
				t.Errorf("%q: %s is now %q, was %q", sticks, name, values.Get(name), value)
			}
		}
	}
	b := newPages(t).browser()
	b.start("/bachet", "max", "10")
	b.wants("#problem-max", "За ход можно брать самое большее от 1 до 9.")
	for name, value := range map[string]string{"mode": "alone", "bot": "perfect", "starts": "third"} {
		b.start("/bachet", name, value)
		if b.status != http.StatusUnprocessableEntity || b.text("#problem-"+name) == "" {
			t.Errorf("%s=%s: status %d, problem %q", name, value, b.status, b.text("#problem-"+name))
		}
	}
}

func TestANumberTypedBesideThePresetsIsTheChoice(t *testing.T) {
	b := newPages(t).browser()
	page := b.open("/bachet")
	if got := page.Find("#sticks").AttrOr("value", "-"); got != "" {
		t.Errorf("the field begins with %q", got)
	}
	b.submit(page.Find("form#choose"), page.Find("#start"), "mode", "hotseat", "sticks", "40") // 15 is still chosen
	if got, want := string(b.snapshot().Options), `{"sticks":40,"max":3,"misere":false}`; got != want {
		t.Errorf("options %s, want %s", got, want)
	}
	for typed, want := range map[string]string{"100": "Палочек может быть от 1 до 99.", "сорок": "Нужно целое число от 1 до 99."} {
		b.start("/bachet", "mode", "hotseat", "heap", "15", "sticks", typed)
		b.wants("#problem-sticks", want)
		if got := b.page.Find("#sticks").AttrOr("value", "-"); got != typed {
			t.Errorf("%q: the field holds %q", typed, got)
		}
		if got := b.values(b.page.Find("form#choose")).Get("heap"); got != "own" {
			t.Errorf("%q: %q is chosen", typed, got)
		}
	}
}

func TestEveryChoiceReachesTheTable(t *testing.T) {
	b := newPages(t).browser()
	b.start("/bachet", "mode", "computer", "bot", "random", "starts", "first", "heap", "own", "sticks", "42", "max", "9", "misere", "true", "name1", "Аня")
	snap := b.snapshot()
	if got, want := string(snap.Options), `{"sticks":42,"max":9,"misere":true}`; got != want {
		t.Errorf("options %s, want %s", got, want)
	}
	if snap.Seat(game.First).Name != "Аня" || snap.Seat(game.Second).Bot != "random" || snap.Starts != game.First {
		t.Errorf("seats %v, starts %v", snap.Seats, snap.Starts)
	}
	b.wants(".terms", "42 палочки, за ход от 1 до 9. Поддавки: кто взял последнюю, проиграл.")
	if got := b.page.Find("#takes button").Length(); got != 9 {
		t.Errorf("%d take buttons", got)
	}
}

func TestThePageSaysThatTheClassicCanNotBeWon(t *testing.T) {
	b := newPages(t).browser()
	page := b.open("/bachet")
	if got := b.text("#cannot-win"); !strings.Contains(got, "выиграть нельзя") || !strings.Contains(got, "Начните сами") {
		t.Errorf("%q", got)
	}
	// What it starts unless one chooses: the classic, the computer first.
	b.submit(page.Find("form#choose"), page.Find("#start"))
	snap := b.snapshot()
	if string(snap.Options) != `{"sticks":15,"max":3,"misere":false}` || snap.Starts != game.Second || snap.Seat(game.Second).Bot != "winning" {
		t.Errorf("options %s, starts %v, bot %s", snap.Options, snap.Starts, snap.Seat(game.Second).Bot)
	}
}

func TestNamesCanNotBreakThePage(t *testing.T) {
	b := newPages(t).browser()
	for _, name := range []string{
		strings.Repeat("W", 40), strings.Repeat("🙂", 40), "שלום עולם", `<script>alert(1)</script>`, `"><img src=x>`, "\u202eabc", "Z̸̡̢͖a", " ",
	} {
		b.start("/bachet", "mode", "hotseat", "name1", name)
		if b.page.Find(".seat script, .seat img").Length() != 0 {
			t.Errorf("%q became markup", name)
		}
		seat := b.page.Find(`[data-seat="first"] .seat-name`)
		if got := []rune(seat.Text()); len(got) == 0 || len(got) > 24 {
			t.Errorf("%q is shown as %q", name, string(got))
		}
		if seat.Find("bdi").Length() != 1 {
			t.Errorf("%q can turn the line round", name)
		}
	}
}

func TestTheThemeIsKept(t *testing.T) {
	b := newPages(t).browser()
	page := b.open("/en/bachet")
	if _, set := page.Find("html").Attr("data-theme"); set {
		t.Error("a theme is set before anybody chose")
	}
	b.submit(page.Find("form#theme"), page.Find(`form#theme [value="dark"]`))
	if b.where.Path != "/en/bachet" || b.page.Find("html").AttrOr("data-theme", "") != "dark" {
		t.Errorf("at %s the theme is %q", b.where, b.page.Find("html").AttrOr("data-theme", ""))
	}
	if b.page.Find(`form#theme [aria-pressed="true"]`).AttrOr("value", "") != "dark" {
		t.Error("the button does not show it")
	}
	b.submit(b.page.Find("form#theme"), b.page.Find(`form#theme [value="auto"]`), "back", "//evil.test/")
	if b.where.Host != "hod.test" || b.where.Path != "/en/" {
		t.Errorf("a form sends people to %s", b.where)
	}
}

func TestPagesSayWhatTheyAreInBothLanguages(t *testing.T) {
	site := newPages(t)
	b := site.browser()
	for _, path := range []string{"/", "/bachet"} {
		for _, code := range lang.Languages() {
			at := path
			if code != "ru" {
				at = "/" + code + path
			}
			page := b.open(at)
			if got := page.Find("html").AttrOr("lang", ""); got != code {
				t.Errorf("%s: lang %q", at, got)
			}
			if page.Find("h1").Length() != 1 || page.Find("main").Length() != 1 {
				t.Errorf("%s: %d h1, %d main", at, page.Find("h1").Length(), page.Find("main").Length())
			}
			if got := page.Find("link[rel=canonical]").AttrOr("href", ""); got != "http://hod.test"+at {
				t.Errorf("%s: canonical %q", at, got)
			}
			if page.Find("link[rel=alternate][hreflang]").Length() != 3 {
				t.Errorf("%s: %d translations", at, page.Find("link[rel=alternate][hreflang]").Length())
			}
			if n := len([]rune(page.Find("meta[name=description]").AttrOr("content", ""))); n < 50 || n > 300 {
				t.Errorf("%s: a description of %d characters", at, n)
			}
			if page.Find("style, [style], script:not([src])").Length() != 0 {
				t.Errorf("%s holds inline code", at)
			}
			if got := page.Find("body").Text(); regexp.MustCompile(`\b(home|play|choose|bachet|table|site)\.[a-z.]+[a-z]`).MatchString(got) {
				t.Errorf("%s shows a key: %s", at, regexp.MustCompile(`\b(home|play|choose|bachet|table|site)\.[a-z.]+[a-z]`).FindString(got))
			}
		}
	}
}

func TestTablePagesAreNotForSearchEngines(t *testing.T) {
	b := newPages(t).browser()
	b.start("/bachet", "mode", "hotseat")
	if got := b.page.Find("meta[name=robots]").AttrOr("content", ""); got != "noindex" {
		t.Errorf("robots %q", got)
	}
	if b.page.Find("style, [style], script:not([src]):not([type='application/json'])").Length() != 0 {
		t.Error("inline code")
	}
}

func TestSharePicturesShowThePosition(t *testing.T) {
	site := newPages(t)
	b := site.browser()
	b.start("/bachet", "mode", "hotseat")
	fetch := func(path string) []byte {
		w := httptest.NewRecorder()
		site.web.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
			t.Fatalf("%s: status %d, type %s", path, w.Code, w.Header().Get("Content-Type"))
		}
		return w.Body.Bytes()
	}
	picture := strings.TrimPrefix(b.page.Find(`meta[property="og:image"]`).AttrOr("content", ""), "http://hod.test")
	before := fetch(picture)
	drawn, err := png.Decode(bytes.NewReader(before))
	if err != nil {
		t.Fatal(err)
	}
	if size := drawn.Bounds().Size(); size.X != 1200 || size.Y != 630 {
		t.Errorf("size %v", size)
	}
	b.take("3")
	if bytes.Equal(before, fetch(picture)) {
		t.Error("after a move the picture is the same")
	}
	for path, side := range map[string]int{"/icon-180.png": 180, "/icon-192.png": 192, "/icon-512.png": 512} {
		icon, err := png.Decode(bytes.NewReader(fetch(path)))
		if err != nil || icon.Bounds().Dx() != side || icon.Bounds().Dy() != side {
			t.Errorf("%s: %v, %v", path, icon.Bounds(), err)
		}
	}
	fetch("/picture.png")
	fetch("/en/bachet/picture.png")
}

func TestTheSitemapNamesPagesThatExist(t *testing.T) {
	onePageAfterAnother(t)
	site := newPages(t)
	w := httptest.NewRecorder()
	site.web.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://hod.test/sitemap.xml", nil))
	var set struct {
		URLs []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(w.Body.Bytes(), &set); err != nil {
		t.Fatal(err)
	}
	if len(set.URLs) < 8 {
		t.Errorf("%d addresses", len(set.URLs))
	}
	b := site.browser()
	for _, u := range set.URLs {
		if b.open(strings.TrimPrefix(u.Loc, "http://hod.test")); b.status != http.StatusOK {
			t.Errorf("%s: status %d", u.Loc, b.status)
		}
	}
}

// A key that is spelt out in the code has its text in every language.
func TestEveryKeyHasItsText(t *testing.T) {
	languages, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	use := regexp.MustCompile(`[tT]ext\("([a-z][\w.-]*[\w-])"[,)]`)
	some := 0
	for _, pattern := range []string{"*.go", "../../templates/*.templ", "../../web/src/*.ts", "../../web/src/board/*.ts"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range use.FindAllSubmatch(source, -1) {
				some++
				for code, c := range languages {
					if !c.Has(string(m[1])) {
						t.Errorf("%s uses %s, which has no text in %s", name, m[1], code)
					}
				}
			}
		}
	}
	if some < 100 {
		t.Errorf("only %d keys found: has the code changed its habits?", some)
	}
}
