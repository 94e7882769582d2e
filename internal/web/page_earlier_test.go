package web_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/wire"
)

// bootOf is what the page hands to its script.
func bootOf(t *testing.T, b *browser) wire.Boot {
	t.Helper()
	var boot wire.Boot
	if err := json.Unmarshal([]byte(b.page.Find("#boot").Text()), &boot); err != nil {
		t.Fatal(err)
	}
	return boot
}

// TestEarlierPliesComeAsAFileOfTheirOwn: page and file together have every
// entry, browsers may keep the file, and it is the same one for many turns.
func TestEarlierPliesComeAsAFileOfTheirOwn(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.openNardy("variant", "classic")
	files := map[string]int{}
	for turn := 0; turn < 60 && b.page.Find("#table").AttrOr("data-over", "") != "true"; turn++ {
		plays := b.plays()
		b.play(plays[len(plays)-1])
		all, boot := b.snapshot().Plies, bootOf(t, b)
		if boot.Earlier == "" {
			if len(boot.Plies) != len(all) {
				t.Fatalf("%d of %d entries, and no file with the others", len(boot.Plies), len(all))
			}
			continue
		}
		if preload := b.page.Find("link[rel=preload][as=fetch]").AttrOr("href", ""); preload != boot.Earlier {
			t.Fatalf("the page preloads %q, its script asks for %q", preload, boot.Earlier)
		}
		files[boot.Earlier]++
		answer := b.fetch(boot.Earlier)
		if cache := answer.Header().Get("Cache-Control"); !strings.Contains(cache, "immutable") {
			t.Fatalf("Cache-Control %q", cache)
		}
		var earlier wire.Earlier
		if err := json.Unmarshal(unzippedFrom(t, answer).content, &earlier); err != nil {
			t.Fatal(err)
		}
		got := append(earlier.Plies, boot.Plies...)
		if len(got) != len(all) {
			t.Fatalf("%d entries, want %d", len(got), len(all))
		}
		for i, ply := range all {
			if got[i].Position != ply.Position || got[i].Action != string(ply.Action) {
				t.Fatalf("entry %d is %+v, want %+v", i, got[i], ply)
			}
		}
	}
	for file, pages := range files {
		if u, err := url.Parse(file); err != nil || u.Query().Get("to") == "32" && pages < 10 {
			t.Errorf("%s is named by %d pages only", file, pages)
		}
	}
	if len(files) < 2 {
		t.Errorf("%d files in a game of %d entries", len(files), len(b.snapshot().Plies))
	}
}

// TestEarlierPliesAreThoseThatWereNamed: an address that no page of the table
// makes now has no answer that a browser would keep.
func TestEarlierPliesAreThoseThatWereNamed(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.openNardy("variant", "classic")
	for bootOf(t, b).Earlier == "" {
		plays := b.plays()
		b.play(plays[len(plays)-1])
	}
	address := bootOf(t, b).Earlier
	at, query, _ := strings.Cut(address, "?")
	for name, change := range map[string]func(url.Values){
		"other content":  func(q url.Values) { q.Set("tag", "AAAAAAAAAAAA") },
		"another round":  func(q url.Values) { q.Set("round", "2") },
		"another length": func(q url.Values) { q.Set("to", "31") },
		"too many":       func(q url.Values) { q.Set("to", strconv.Itoa(1<<20)) },
		"none":           func(q url.Values) { q.Set("to", "0") },
		"no number":      func(q url.Values) { q.Del("to") },
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		change(q)
		r := httptest.NewRecorder()
		b.site.web.ServeHTTP(r, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://hod.test"+at+"?"+q.Encode(), http.NoBody))
		if r.Code == http.StatusOK || strings.Contains(r.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: status %d, Cache-Control %q", name, r.Code, r.Header().Get("Cache-Control"))
		}
	}
}

// TestOfALongGameThePageListsTheLastTurns: a link shows all of them, for who
// has no script.
func TestOfALongGameThePageListsTheLastTurns(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.openNardy("variant", "classic")
	for range 40 {
		if rows := b.page.Find("#plies > li").Length(); rows < 8 && b.page.Find("#all-turns").Length() > 0 {
			t.Fatalf("%d rows, and others are left out", rows)
		}
		plays := b.plays()
		b.play(plays[len(plays)-1])
	}
	short := b.page.Find("#plies > li").Length()
	link := b.page.Find("#all-turns a")
	first, _ := b.page.Find("#plies a").First().Attr("href")
	b.ask(http.MethodGet, strings.Split(link.AttrOr("href", ""), "#")[0], nil)
	all := b.page.Find("#plies > li").Length()
	if short > 16 || all <= short || !strings.Contains(link.Text(), strconv.Itoa(all-short)) {
		t.Errorf("%d rows, then %d; the link says %q", short, all, link.Text())
	}
	if b.page.Find("#all-turns").Length() != 0 || b.page.Find("#plies a").First().AttrOr("href", "") == first {
		t.Error("the link does not show how the game began")
	}
}
