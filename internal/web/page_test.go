package web_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/bots"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
)

// pageSite is a site that several browsers without script visit.
type pageSite struct {
	t    *testing.T
	host *table.Host
	web  *web.Server
}

func newPages(t *testing.T, more ...game.Entry) *pageSite {
	t.Helper()
	return newPagesOn(t, memory.New(), more...)
}

// newPagesOn is a site that goes on from a log.
func newPagesOn(t *testing.T, log table.Log, more ...game.Entry) *pageSite {
	t.Helper()
	languages, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	pool := bots.New(bots.Config{})
	t.Cleanup(pool.Close)
	host := table.New(table.Config{Log: log, Games: append(games.All(), more...), Bots: pool, Roller: testDice{}})
	s := &pageSite{t: t, host: host}
	if s.web, err = web.New(web.Config{Host: host, Languages: languages, Limits: web.Limits{CommandsPerSecond: -1}}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.web.Close(context.Background()) })
	return s
}

// testDice throw the same in every game and in every run of the tests: what a
// page comes to shall not depend on luck.
type testDice struct{}

func (testDice) Commit([]byte, int) string { return "" }

func (testDice) Roll(t table.Throw) ([]int, json.RawMessage, error) {
	r := rand.New(rand.NewPCG(1, uint64(t.N)))
	pips := make([]int, t.Draw.Dice)
	for i := range pips {
		pips[i] = 1 + r.IntN(t.Draw.Faces)
	}
	return pips, json.RawMessage("{}"), nil
}

// browser is one person's browser, without script and with cookies.
type browser struct {
	site *pageSite
	jar  *cookiejar.Jar

	status int
	header http.Header
	where  *url.URL // the page it shows
	page   *goquery.Document
}

func (s *pageSite) browser() *browser {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &browser{site: s, jar: jar}
}

// open goes to an address and follows redirects.
func (b *browser) open(path string) *goquery.Document {
	b.site.t.Helper()
	return b.ask(http.MethodGet, path, nil)
}

func (b *browser) ask(method, path string, form url.Values) *goquery.Document {
	t := b.site.t
	t.Helper()
	at, err := url.Parse("http://hod.test" + path)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		r := httptest.NewRequestWithContext(t.Context(), method, at.String(), strings.NewReader(form.Encode()))
		if method == http.MethodPost {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Origin", "http://hod.test")
			r.Header.Set("Sec-Fetch-Site", "same-origin")
		}
		for _, c := range b.jar.Cookies(at) {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		b.site.web.ServeHTTP(w, r)
		b.jar.SetCookies(at, (&http.Response{Header: w.Header()}).Cookies())
		b.status, b.header, b.where = w.Code, w.Header(), at
		if to := w.Header().Get("Location"); to != "" {
			if at, err = at.Parse(to); err != nil {
				t.Fatal(err)
			}
			at.Fragment = "" // browsers keep it to themselves
			method, form = http.MethodGet, nil
			continue
		}
		if b.page, err = goquery.NewDocumentFromReader(w.Body); err != nil {
			t.Fatal(err)
		}
		return b.page
	}
	t.Fatalf("%s: redirected again and again", path)
	return nil
}

// submit sends a form as pressing a button does. The button may stand outside;
// nil is a form without the button's value.
func (b *browser) submit(form, button *goquery.Selection, typed ...string) *goquery.Document {
	t := b.site.t
	t.Helper()
	if form.Length() != 1 {
		t.Fatalf("%d forms at %s", form.Length(), b.where)
	}
	if button != nil {
		if button.Length() != 1 {
			t.Fatalf("%d buttons at %s", button.Length(), b.where)
		}
		if _, disabled := button.Attr("disabled"); disabled {
			t.Fatalf("the button %q is disabled at %s", strings.TrimSpace(button.Text()), b.where)
		}
	}
	if form.AttrOr("method", "") != "post" {
		t.Fatalf("a form is sent by %q", form.AttrOr("method", ""))
	}
	values := b.values(form)
	if button != nil && button.AttrOr("name", "") != "" {
		values.Set(button.AttrOr("name", ""), button.AttrOr("value", ""))
	}
	for i := 0; i+1 < len(typed); i += 2 {
		values.Set(typed[i], typed[i+1])
	}
	return b.ask(http.MethodPost, form.AttrOr("action", ""), values)
}

// values are what a browser would send for the fields of a form, those
// elsewhere on the page included.
func (b *browser) values(form *goquery.Selection) url.Values {
	values := url.Values{}
	fields := form.Find("input, select")
	if id := form.AttrOr("id", ""); id != "" {
		fields = fields.AddSelection(b.page.Find(`input[form="` + id + `"]`))
	}
	fields.Each(func(_ int, f *goquery.Selection) {
		name := f.AttrOr("name", "")
		if name == "" {
			return
		}
		if goquery.NodeName(f) == "select" {
			values.Set(name, f.Find("option[selected]").AttrOr("value", f.Find("option").First().AttrOr("value", "")))
			return
		}
		if kind := f.AttrOr("type", "text"); kind == "radio" || kind == "checkbox" {
			if _, checked := f.Attr("checked"); !checked {
				return
			}
		}
		values.Set(name, f.AttrOr("value", ""))
	})
	return values
}

// start opens a table by the form on the page of a game.
func (b *browser) start(path string, fields ...string) *goquery.Document {
	b.site.t.Helper()
	page := b.open(path)
	return b.submit(page.Find("form#choose"), page.Find("#start"), fields...)
}

// take presses a take button.
func (b *browser) take(n string) *goquery.Document {
	b.site.t.Helper()
	return b.submit(b.page.Find("form#act"), b.page.Find(`[data-take="`+n+`"]`))
}

// press presses the button of a form of the table page.
func (b *browser) press(form string) *goquery.Document {
	b.site.t.Helper()
	return b.submit(b.page.Find("form#"+form), nil)
}

// text is what an element says, in which spaces are spaces and nothing is joined.
func (b *browser) text(selector string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(b.page.Find(selector).Text(), "\u2060", "")), " ")
}

func (b *browser) wants(selector, text string) {
	b.site.t.Helper()
	if got := b.text(selector); got != text {
		b.site.t.Errorf("%s at %s says %q, want %q", selector, b.where, got, text)
	}
}

// snapshot is the table that the browser shows.
func (b *browser) snapshot() *table.Snapshot {
	b.site.t.Helper()
	snap, err := b.site.host.Snapshot(b.site.t.Context(), table.ID(b.page.Find("#table").AttrOr("data-table", "")))
	if err != nil {
		b.site.t.Fatal(err)
	}
	return snap
}
