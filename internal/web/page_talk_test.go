package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
)

// twoBrowsers are two people at a table by link.
func twoBrowsers(t *testing.T) (host, guest *browser) {
	t.Helper()
	s := newPages(t)
	host, guest = s.browser(), s.browser()
	host.ask(http.MethodPost, "/bachet", url.Values{"mode": {"link"}, "name1": {"Аня"}})
	link, code, _ := strings.Cut(host.page.Find("#invite-link").AttrOr("value", ""), "#")
	guest.open(strings.TrimPrefix(link, "http://hod.test"))
	guest.submit(guest.page.Find("form#join"), nil, "invitation", code, "name", "Боря")
	host.open(host.where.Path)
	return host, guest
}

// TestOneTalksWithoutScript: by a form, into the strip of the other's page,
// until that one does not want to read it.
func TestOneTalksWithoutScript(t *testing.T) {
	t.Parallel()
	host, guest := twoBrowsers(t)
	path := host.where.Path
	host.open(host.page.Find(".seat-talk").AttrOr("href", ""))
	if n := host.page.Find("#say button").Length(); n != len(table.Phrases()) {
		t.Fatalf("%d phrases are offered", n)
	}
	host.submit(host.page.Find("form#say"), host.page.Find("#say button[value=good-luck]"))
	if host.where.Path != path || host.status != http.StatusOK {
		t.Errorf("after saying something one is at %s, status %d", host.where, host.status)
	}
	guest.open("/en" + path)
	guest.wants(".seat[data-seat=first] .seat-said", "Good luck!")
	guest.wants(".seat[data-seat=second] .seat-said", "")

	guest.open("/en" + path + "/talk")
	guest.submit(guest.page.Find("form#mute"), guest.page.Find("#mute button"))
	guest.open("/en" + path)
	guest.wants(".seat[data-seat=first] .seat-said", "")
	if guest.page.Find("#extras[data-muted]").Length() != 1 {
		t.Error("the script is not told")
	}
	guest.open("/en" + path + "/talk")
	guest.submit(guest.page.Find("form#mute"), guest.page.Find("#mute button"))
	guest.open("/en" + path)
	guest.wants(".seat[data-seat=first] .seat-said", "Good luck!")

	// Whoever only watches, or plays at one device, has nobody to talk to.
	stranger := host.site.browser()
	for _, address := range []string{path, path + "/talk"} {
		if stranger.open(address).Find(".seat-talk, #say").Length() != 0 {
			t.Errorf("a stranger can talk at %s", address)
		}
	}
	stranger.ask(http.MethodPost, "/bachet", url.Values{"mode": {"hotseat"}})
	if stranger.page.Find(".seat-talk").Length() != 0 {
		t.Error("one talks to oneself")
	}
}

func TestTooMuchTalkIsRefusedInWords(t *testing.T) {
	t.Parallel()
	host, _ := twoBrowsers(t)
	path := host.where.Path
	for range 5 {
		host.open("/en" + path + "/talk")
		host.submit(host.page.Find("form#say"), host.page.Find("#say button[value=hello]"))
	}
	if host.status != http.StatusUnprocessableEntity || !strings.Contains(host.text("#problem"), "enough talk") {
		t.Errorf("status %d: %q", host.status, host.text("#problem"))
	}
}

func TestEveryPhraseHasItsWords(t *testing.T) {
	catalogues, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	for code, c := range catalogues {
		for _, id := range table.Phrases() {
			if !c.Has("talk.phrase." + id) {
				t.Errorf("%s: phrase %s", code, id)
			}
		}
	}
}

// TestTheSignOfTheTabSaysWhoseTurnItIs, a throw that is due included.
func TestTheSignOfTheTabSaysWhoseTurnItIs(t *testing.T) {
	t.Parallel()
	host, guest := twoBrowsers(t)
	path := host.where.Path
	icon := func(b *browser) string { return b.open(b.where.Path).Find("link#icon").AttrOr("href", "") }
	guest.open(path)
	if icon(host) != "/favicon-turn.svg" || icon(guest) != "/favicon.svg" {
		t.Errorf("the one to move has %s, the other %s", icon(host), icon(guest))
	}
	host.take("1")
	if icon(host) != "/favicon.svg" || icon(guest) != "/favicon-turn.svg" {
		t.Errorf("after a move they have %s and %s", icon(host), icon(guest))
	}
	b := host.site.browser()
	b.startNardy("", "hotseat", "short", "dice", "own")
	if icon(b) != "/favicon-turn.svg" {
		t.Errorf("while one has to throw: %s", icon(b))
	}
}
