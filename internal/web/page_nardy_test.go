package web_test

import (
	"bytes"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

const shortStart = "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 "

// nardyAt opens a table of a variant for two on one device, in a position.
func (b *browser) nardyAt(variant, position string) {
	b.site.t.Helper()
	b.openNardy("variant", variant, "position", position)
	if b.status != http.StatusOK || b.page.Find("#wood .point").Length() != 24 {
		b.site.t.Fatalf("no board of %s: status %d at %s, %d points", variant, b.status, b.where, b.page.Find("#wood .point").Length())
	}
}

// openNardy opens a table for two on one device with what was chosen.
func (b *browser) openNardy(fields ...string) {
	b.site.t.Helper()
	form := url.Values{"mode": {"hotseat"}}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	b.ask(http.MethodPost, "/nardy", form)
}

func attributes(s *goquery.Selection, name string) string {
	var all []string
	s.Each(func(_ int, one *goquery.Selection) { all = append(all, one.AttrOr(name, "")) })
	return strings.Join(all, " ")
}

func TestEveryPlaceOfNardyIsAButtonWithAName(t *testing.T) {
	b := newPages(t).browser()
	b.nardyAt("short", shortStart+"play D 6-5")
	if got := attributes(b.page.Find("#wood .point"), "data-place"); got != "24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1" {
		t.Errorf("Dark is to move, and the points stand in the order %s", got)
	}
	if got := attributes(b.page.Find("#wood [data-store][data-place]"), "data-side"); got != "second second" {
		t.Errorf("bar and tray of %s can be named in a turn of Dark", got)
	}
	b.page.Find("#wood button").Each(func(_ int, s *goquery.Selection) {
		if s.AttrOr("aria-label", "") == "" || s.AttrOr("type", "") != "button" {
			t.Errorf("%s has the name %q and is a %s", s.AttrOr("class", ""), s.AttrOr("aria-label", ""), s.AttrOr("type", ""))
		}
		if _, disabled := s.Attr("disabled"); !disabled {
			t.Errorf("%s can be pressed where no script listens", s.AttrOr("class", ""))
		}
	})
	if n := b.page.Find("#wood [style], #wood script").Length(); n > 0 {
		t.Errorf("%d styles or scripts of its own, which browsers will not take", n)
	}
}

func TestNamesOfPointsSayWhatStandsThere(t *testing.T) {
	b := newPages(t).browser()
	b.nardyAt("plakoto", "8,0,-1,0,2,0,0,-3*,1*,0,0,2,0,0,-2,0,0,0,0,1*,0,0,0,-7|0,0|0,0 play D 6-2")
	for place, want := range map[string]string{
		"24": "пункт 24, тёмные, 7 шашек",
		"8":  "пункт 8, тёмные, 3 шашки, под ними накрыта светлая",
		"9":  "пункт 9, светлые, 1 шашка, под ними накрыта тёмная",
		"2":  "пункт 2, пусто",
	} {
		if got := b.page.Find(`[data-place="`+place+`"]`).AttrOr("aria-label", ""); got != want {
			t.Errorf("point %s is %q, not %q", place, got, want)
		}
	}
	if got := attributes(b.page.Find(`[data-place="8"] .stack i`), "class"); got != "first under second second second" {
		t.Errorf("point 8 shows %q", got)
	}
	if got := b.page.Find(`[data-place="24"] .stack i`).Last().AttrOr("data-n", ""); got != "7" {
		t.Errorf("a pile of seven says %q", got)
	}
	if got := b.page.Find("#dice").AttrOr("aria-label", ""); got != "Зары: 6, 2" {
		t.Errorf("the dice are %q", got)
	}
	if b.page.Find(".rail").Length() != 0 {
		t.Error("a bar where nothing is ever hit")
	}
	b.open("/en" + b.where.Path)
	if got := b.page.Find(`[data-place="8"]`).AttrOr("aria-label", ""); got != "point 8, dark, 3 checkers, a light one covered below" {
		t.Errorf("point 8 is %q in English", got)
	}
}

func TestBarTraysAndCubeShowWhatLiesThere(t *testing.T) {
	b := newPages(t).browser()
	b.openNardy("variant", "short", "cube", "doubling", "points", "5",
		"position", "0,0,0,0,0,-4,0,0,0,0,0,4,-4,0,0,0,3,0,3,0,0,0,2,0|1,2|2,5 decide L cube=1L")
	for _, c := range [...]struct{ selector, want string }{
		{`[data-store="bar"][data-side="first"]`, "бар светлых, 1 шашка"},
		{`[data-store="bar"][data-side="second"]`, "бар тёмных, 2 шашки"},
		{`[data-store="off"][data-side="second"]`, "выброс тёмных, 5 шашек"},
		{"#cube", "Куб: 2, у\u00a0светлых"},
	} {
		if got := b.page.Find(c.selector).AttrOr("aria-label", ""); got != c.want {
			t.Errorf("%s is %q, not %q", c.selector, got, c.want)
		}
	}
	if n := b.page.Find(`[data-store="off"][data-side="second"] .stack i`).Length(); n != 5 {
		t.Errorf("%d checkers in a tray of five", n)
	}
	if !b.page.Find("#cube").HasClass("near") {
		t.Errorf("Light's cube lies %q, Light sits near", b.page.Find("#cube").AttrOr("class", ""))
	}
}

func TestTheLastTurnAndItsDiceStayOnTheBoard(t *testing.T) {
	b := newPages(t).browser()
	b.nardyAt("short", shortStart+"play L 3-1 throws=1,0")
	b.submit(b.page.Find("form#type-form"), nil, "text", "17/20 19/20")
	if got := attributes(b.page.Find("#wood .point.last"), "data-place"); got != "20" {
		t.Fatalf("after 17/20 19/20 the points %q are the last ones (%s)", got, b.page.Find("#problem").Text())
	}
	if got := b.page.Find(`[data-place="20"]`).AttrOr("aria-label", ""); !strings.HasSuffix(got, ", последний ход") {
		t.Errorf("point 20 is %q", got)
	}
}

func TestABrowserRemembersHowBoardsOfAFamilyLie(t *testing.T) {
	b := newPages(t).browser()
	b.nardyAt("classic", "")
	cell := func() string { return b.page.Find(`[data-place="1"]`).AttrOr("class", "") }
	if got := cell(); !strings.Contains(got, "c14 r1") {
		t.Fatalf("Light's head is at %q", got)
	}
	form := b.page.Find("form#orient-form")
	b.submit(form, b.page.Find("#mirror"))
	if got := cell(); !strings.Contains(got, "c2 r1") {
		t.Errorf("mirrored, Light's head is at %q", got)
	}
	b.submit(b.page.Find("form#orient-form"), b.page.Find("#flip"))
	if got := cell(); !strings.Contains(got, "c14 r2") {
		t.Errorf("mirrored and turned round, Light's head is at %q", got)
	}
	if top := b.page.Find(".seat.top").AttrOr("data-seat", ""); top != "first" {
		t.Errorf("%s sits at the top of a board that is turned round", top)
	}
	b.nardyAt("gulbar", "")
	if got := cell(); !strings.Contains(got, "c14 r2") {
		t.Errorf("another long variant has Light's head at %q", got)
	}
	b.nardyAt("short", "")
	if got := cell(); !strings.Contains(got, "c14 r1") {
		t.Errorf("a short variant has point 1 at %q", got)
	}
	b.ask(http.MethodPost, "/prefs", map[string][]string{"back": {"/"}, "orient": {"chess-fm"}})
	b.ask(http.MethodPost, "/prefs", map[string][]string{"back": {"/"}, "orient": {"short-<x>m"}})
	b.nardyAt("short", "")
	if got := b.page.Find("#board").AttrOr("data-orient", ""); got != "m" {
		t.Errorf("of the letters m was known, and %q is kept", got)
	}
}

func TestEarlierPositionsOfNardyCanBeSeenWithoutScript(t *testing.T) {
	b := newPages(t).browser()
	b.nardyAt("short", shortStart+"play L 3-1 throws=1,0")
	b.submit(b.page.Find("form#type-form"), nil, "text", "17/20 19/20")
	b.open(b.where.Path + "?ply=0")
	if got := b.page.Find(`[data-place="20"] .stack i`).Length(); got != 0 {
		t.Errorf("before the first turn %d checkers stand on point 20", got)
	}
	if got := b.page.Find("#dice").AttrOr("aria-label", ""); got != "Зары: 3, 1" {
		t.Errorf("the dice of that position are %q", got)
	}
}

func TestPicturesOfNardyShowThePosition(t *testing.T) {
	s := newPages(t)
	b := s.browser()
	picture := func(path string) []byte {
		w := httptest.NewRecorder()
		s.web.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if w.Code != http.StatusOK {
			t.Fatalf("%s: status %d", path, w.Code)
		}
		image, err := png.Decode(bytes.NewReader(w.Body.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if size := image.Bounds().Size(); size.X != 1200 || size.Y != 630 {
			t.Errorf("%s is %v", path, size)
		}
		return w.Body.Bytes()
	}
	all := [][]byte{picture("/nardy/picture.png"), picture("/en/nardy/picture.png")}
	for _, position := range [...]string{shortStart + "play L 3-1 throws=1,0", shortStart + "play D 6-4", ""} {
		b.nardyAt("short", position)
		all = append(all, picture(b.where.Path+"/picture.png"))
	}
	b.nardyAt("plakoto", "8,0,-1,0,2,0,0,-3*,1*,0,0,2,0,0,-2,0,0,0,0,1*,0,0,0,-7|0,0|0,0 play D 6-2")
	all = append(all, picture(b.where.Path+"/picture.png"))
	for i := range all {
		for j := range i {
			if bytes.Equal(all[i], all[j]) {
				t.Errorf("pictures %d and %d are the same", i, j)
			}
		}
	}
}
