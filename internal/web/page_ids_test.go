package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// once wants every id of the page, also of what stands in noscript, only once.
func (b *browser) once(state string) {
	b.site.t.Helper()
	seen := map[string]int{}
	b.page.Find("[id]").Each(func(_ int, s *goquery.Selection) { seen[s.AttrOr("id", "")]++ })
	b.page.Find("noscript").Each(func(_ int, s *goquery.Selection) {
		inside, err := goquery.NewDocumentFromReader(strings.NewReader(s.Text()))
		if err != nil {
			b.site.t.Fatal(err)
		}
		inside.Find("[id]").Each(func(_ int, s *goquery.Selection) { seen[s.AttrOr("id", "")]++ })
	})
	if len(seen) < 20 || seen["table"] != 1 {
		b.site.t.Errorf("%s: %s is no table", state, b.where)
	}
	for id, n := range seen {
		if n > 1 {
			b.site.t.Errorf("%s: id %s stands %d times", state, id, n)
		}
	}
}

// TestNoIDOfATableStandsTwice looks at tables of every game before the first
// move, during the game, at an earlier position, after the end, and as somebody
// who only watches.
func TestNoIDOfATableStandsTwice(t *testing.T) {
	for _, mode := range []string{"hotseat", "computer", "link"} {
		for _, game := range []string{"bachet", "ashtarashki", "nardy"} {
			site := newPages(t)
			b := site.browser()
			b.ask(http.MethodPost, "/"+game, url.Values{"mode": {mode}})
			b.once(game + ", " + mode + ", new")
			address := b.where.Path
			watcher := site.browser()
			watcher.open(address)
			watcher.once(game + ", " + mode + ", watched")
			if mode == "link" {
				continue // nobody else has come
			}
			b.press("resign-form")
			b.once(game + ", " + mode + ", over")
			watcher.open(address)
			watcher.once(game + ", " + mode + ", over and watched")
		}
	}
	b := newPages(t).browser()
	b.startNardy("", "hotseat", "short", "cube", "linear", "points", "90", "dice", "own")
	b.once("nardy, draw")
	b.roll("5 3")
	b.once("nardy, dice to be played")
	b.play("17/22 19/22")
	b.once("nardy, one may raise")
	address := b.where.Path
	b.say("raise")
	b.once("nardy, a raise to be answered")
	b.open(address + "?ply=1")
	b.once("nardy, an earlier position")
	b.open(address)
	b.press("drop-form")
	b.once("nardy, a raise dropped")
}
