package web_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/lang"
)

// maxSecondVisit bounds, in bytes and compressed, the page of a table for a
// browser that has its styles and scripts already.
const maxSecondVisit = 10 << 10

// TestTextsOfTheScriptAreKeptByBrowsers: the texts come as a script of their
// own, before the script that says them, which no browser asks for twice.
func TestTextsOfTheScriptAreKeptByBrowsers(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for _, entry := range games.All() {
		for i, code := range lang.Languages() {
			id, prefix := entry.Rules.Info().ID, ""
			if i > 0 {
				prefix = "/" + code
			}
			b := s.browser()
			b.ask(http.MethodPost, prefix+"/"+id, url.Values{"mode": {"hotseat"}})
			page := b.page
			scripts := page.Find("script[src][defer]")
			if scripts.Length() != 2 {
				t.Fatalf("%s, %s: %d scripts, want the texts and the table", id, code, scripts.Length())
			}
			if table := scripts.Last().AttrOr("src", ""); !strings.HasPrefix(table, "/assets/table-"+id+".") {
				t.Errorf("%s, %s: the last script is %s", id, code, table)
			}
			answer := b.fetch(scripts.First().AttrOr("src", ""))
			if cache := answer.Header().Get("Cache-Control"); !strings.Contains(cache, "immutable") {
				t.Errorf("%s, %s: texts with Cache-Control %q", id, code, cache)
			}
			texts := textsOf(t, answer)
			for key, want := range map[string]bool{
				"play.you": true, "reason.resigned": true, "dice.mark.waiting": id == "nardy", "site.name": false,
			} {
				if _, has := texts[key]; has != want {
					t.Errorf("%s, %s: has %s: %v", id, code, key, has)
				}
			}
			for other := range texts {
				if first, _, _ := strings.Cut(other, "."); first != id && first != "play" && first != "reason" && first != "dice" {
					t.Errorf("%s, %s: has %s, which its table never says", id, code, other)
				}
			}
			size := unzippedFrom(t, b.fetch(b.where.Path)).zipped
			t.Logf("%s, %s: %d bytes for a second visit", id, code, size)
			if size > maxSecondVisit {
				t.Errorf("%s, %s: that is more than %d", id, code, maxSecondVisit)
			}
		}
	}
}

// TestAPageOfNardyStaysLight looks at the pages of whole games: a throw can
// have hundreds of plays, and a game hundreds of entries, of which the page
// carries the last ones and names a file with the others.
func TestAPageOfNardyStaysLight(t *testing.T) {
	t.Parallel()
	for _, variant := range []string{"short", "classic", "plakoto", "crazy_gulbar", "triple"} {
		b := newPages(t).browser()
		b.openNardy("variant", variant)
		heaviest := 0
		for turn := 0; turn < 150 && b.page.Find("#table").AttrOr("data-over", "") != "true"; turn++ {
			plays := b.plays()
			if len(plays) == 0 {
				t.Fatalf("%s, turn %d: nothing to play: %s", variant, turn, b.snapshot().Position)
			}
			size := unzippedFrom(t, b.fetch(b.where.Path)).zipped
			if size > maxSecondVisit {
				t.Errorf("%s, turn %d with %d plays: %d bytes for a second visit, more than %d", variant, turn, len(plays), size, maxSecondVisit)
			}
			heaviest = max(heaviest, size)
			b.play(plays[len(plays)-1])
		}
		t.Logf("%s: %d bytes at most, %d entries", variant, heaviest, len(b.snapshot().Plies))
	}
}

// fetch asks for a file as browsers do, compressed.
func (b *browser) fetch(path string) *httptest.ResponseRecorder {
	b.site.t.Helper()
	r := httptest.NewRequestWithContext(b.site.t.Context(), http.MethodGet, "http://hod.test"+path, http.NoBody)
	r.Header.Set("Accept-Encoding", "gzip")
	for _, c := range b.jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	b.site.web.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		b.site.t.Fatalf("%s: status %d", path, w.Code)
	}
	return w
}

type unzipped struct {
	zipped  int
	content []byte
}

func unzippedFrom(t *testing.T, w *httptest.ResponseRecorder) unzipped {
	t.Helper()
	if coding := w.Header().Get("Content-Encoding"); coding != "gzip" {
		t.Fatalf("Content-Encoding %q", coding)
	}
	u := unzipped{zipped: w.Body.Len()}
	z, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if u.content, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return u
}

func textsOf(t *testing.T, w *httptest.ResponseRecorder) map[string]any {
	t.Helper()
	script := string(unzippedFrom(t, w).content)
	script, ok := strings.CutPrefix(script, "var hodTexts=")
	if !ok {
		t.Fatalf("the texts are %.40q…", script)
	}
	var texts map[string]any
	if err := json.Unmarshal([]byte(strings.TrimSuffix(script, ";\n")), &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}
