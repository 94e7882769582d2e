package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
)

// reader opens pages of a site with the real games, as somebody who reads.
type reader struct {
	t         *testing.T
	host      *table.Host
	handler   http.Handler
	languages map[string]*lang.Catalogue
}

// onePageAfterAnother skips a test that opens hundreds of pages in one goroutine
// where the race detector runs, which makes them ten times slower and has nothing
// to find in them. TestPagesAreReadByManyAtOnce is for the detector.
func onePageAfterAnother(t *testing.T) {
	t.Helper()
	if raceEnabled {
		t.Skip("one goroutine opens all pages: tested without the race detector")
	}
}

func newReader(t *testing.T) reader {
	t.Helper()
	return newReaderOf(t, games.All())
}

func newReaderOf(t *testing.T, entries []game.Entry) reader {
	t.Helper()
	languages, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	host := table.New(table.Config{Log: memory.New(), Games: entries, Roller: testDice{}})
	server, err := web.New(web.Config{Host: host, Languages: languages})
	if err != nil {
		t.Fatal(err)
	}
	return reader{t, host, server, languages}
}

// get returns a page and its status.
func (r reader) get(path string) (*goquery.Document, int) {
	r.t.Helper()
	path, _, _ = strings.Cut(path, "#") // which browsers keep to themselves
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, httptest.NewRequestWithContext(r.t.Context(), http.MethodGet, path, nil))
	page, err := goquery.NewDocumentFromReader(w.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return page, w.Code
}

// open returns a page that has to be there.
func (r reader) open(path string) *goquery.Document {
	r.t.Helper()
	page, status := r.get(path)
	if status != http.StatusOK {
		r.t.Fatalf("%s: status %d: %s", path, status, plain(page.Text()))
	}
	return page
}

// plain is a text as one reads it: any run of spaces, no-break ones too, is
// one space.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n\t\u00a0", r) }), " ")
}

// said is the text of the one element that selector finds.
func said(t *testing.T, in *goquery.Selection, selector string) string {
	t.Helper()
	found := in.Find(selector)
	if found.Length() != 1 {
		t.Fatalf("%d elements are %s, want one", found.Length(), selector)
	}
	return plain(found.Text())
}

// prefix is what the addresses of a language begin with.
func prefix(code string) string {
	if code == lang.Languages()[0] {
		return ""
	}
	return "/" + code
}
