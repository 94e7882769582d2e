package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// offers are the tables that a page lists, by address of the table.
func offers(b *browser) map[string]*goquery.Selection {
	all := make(map[string]*goquery.Selection)
	b.page.Find("#offers li").Each(func(_ int, row *goquery.Selection) { all["/t/"+row.AttrOr("data-offer", "")] = row })
	return all
}

func TestAnOpenTableIsListedAndTaken(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for _, of := range []struct{ game, part string }{{"bachet", "21 палочка"}, {"ashtarashki", "двенадцать"}, {"nardy", "Короткие"}} {
		host, guest, late := s.browser(), s.browser(), s.browser()
		host.ask(http.MethodPost, "/"+of.game, url.Values{"mode": {"open"}, "name1": {"Анна"}, "heap": {"21"}, "variant": {"short"}})
		path := host.where.Path
		host.wants("#invite-title", "Стол открыт для всех")
		if again := host.page.Find("noscript").Text(); !strings.Contains(again, `content="8"`) {
			t.Errorf("%s: without script the page does not show that its reader is there: %s", of.game, again)
		}
		for _, b := range []*browser{host, guest, late} {
			b.open("/lobby")
		}
		row := offers(guest)[path]
		if row == nil || strings.Contains(row.Text(), "Анна") || !strings.Contains(row.Text(), of.part) {
			t.Fatalf("%s: listed are %v", of.game, guest.page.Find("#offers").Text())
		}
		if own := offers(host)[path]; own == nil || own.Find("form").Length() != 0 || own.Find("a").AttrOr("href", "") != path {
			t.Errorf("%s: one's own table is listed with a way to take it", of.game)
		}
		guest.submit(row.Find("form"), nil)
		if guest.where.Path != path || guest.page.Find("#table").Length() != 1 || guest.page.Find("#next").Length() != 1 {
			t.Fatalf("%s: status %d at %s", of.game, guest.status, guest.where)
		}
		late.submit(offers(late)[path].Find("form"), nil)
		if late.status != http.StatusConflict || len(offers(late)) != 0 {
			t.Errorf("%s: the second to take it gets status %d", of.game, late.status)
		}
		late.wants("#problem", "Место за столом уже занято.")
		if s := guest.snapshot(); !s.Seat(game.Second).Taken || s.Offered {
			t.Errorf("%s: afterwards the table is %+v", of.game, s.Seats)
		}
	}
}

func TestWhoLooksForAnOpponentGetsOne(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	find := func(b *browser, game string) string {
		b.open("/lobby")
		b.submit(b.page.Find("form:has(#find-"+game+")"), nil)
		return b.where.Path
	}
	one, two, three := s.browser(), s.browser(), s.browser()
	path := find(one, "nardy")
	if again := find(one, "nardy"); again != path {
		t.Errorf("who looks again is at %s, and waited at %s", again, path)
	}
	if other := find(three, "bachet"); other == path {
		t.Error("another game leads to the same table")
	}
	if got := find(two, "nardy"); got != path || !two.snapshot().Seat(game.Second).Taken {
		t.Errorf("the second is at %s, the first at %s", got, path)
	}
	if got := find(two, "nardy"); got == path {
		t.Error("a full table is found once more")
	}
	two.ask(http.MethodPost, "/lobby", url.Values{"game": {"chess"}})
	if two.status != http.StatusNotFound {
		t.Errorf("a game that is none: status %d", two.status)
	}
}

func TestAnOfferIsWithdrawnAndMadeAgain(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	host, other := s.browser(), s.browser()
	host.ask(http.MethodPost, "/en/bachet", url.Values{"mode": {"link"}})
	path := host.where.Path
	listed := func() bool {
		other.open("/en/lobby")
		return offers(other)[strings.TrimPrefix(path, "/en")] != nil
	}
	if listed() {
		t.Error("a table by a link is open to anybody")
	}
	for range 2 {
		host.press("offer-seat")
		if !listed() {
			t.Error("it was offered and is not listed")
		}
		host.press("withdraw-seat")
		if listed() {
			t.Error("it was withdrawn and is listed")
		}
	}
	other.open(path)
	if other.page.Find("#invite, #offer-seat, #invite-link, #seat-link").Length() != 0 {
		t.Error("who watches is shown a way to a seat")
	}
}

// TestTheListAloneIsThatOfThePage: what the script fetches is what stands on
// the page.
func TestTheListAloneIsThatOfThePage(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for i := range 7 {
		s.browser().ask(http.MethodPost, "/bachet", url.Values{"mode": {"open"}, "name1": {strings.Repeat("А", i+1)}})
	}
	for page, want := range map[string]int{"/lobby": 7, "/": 5, "/en/lobby": 7, "/en/": 5} {
		b := s.browser()
		b.open(page)
		list := b.page.Find("#open-tables")
		shown := strings.Join(strings.Fields(list.Find("#open-count, .offer-what").Text()), " ")
		if n := list.Find("li").Length(); n != want || list.Find("#open-more").Is("[hidden]") != (want == 7) {
			t.Errorf("%s lists %d tables, want %d", page, n, want)
		}
		b.open(list.AttrOr("data-from", ""))
		alone := b.page.Find("#open-tables")
		if got := strings.Join(strings.Fields(alone.Find("#open-count, .offer-what").Text()), " "); got != shown {
			t.Errorf("%s says %q, its list alone %q", page, shown, got)
		}
		if alone.AttrOr("data-tag", "") != list.AttrOr("data-tag", " ") {
			t.Errorf("%s: the tags differ", page)
		}
	}
}

// TestBothAskForTheNextRoundByForms: the second is led to the round that the
// first has begun.
func TestBothAskForTheNextRoundByForms(t *testing.T) {
	t.Parallel()
	host, guest := twoByLink(t, newPages(t), "/bachet", url.Values{"heap": {"own"}, "sticks": {"1"}, "max": {"1"}})
	host.take("1")
	guest.open(guest.where.Path)
	host.press("next-form")
	guest.press("next-form")
	if s := guest.snapshot(); guest.status != http.StatusOK || s.Round != 2 || guest.page.Find("#problem").Length() != 0 {
		t.Errorf("status %d in round %d: %s", guest.status, s.Round, guest.text("#problem"))
	}
	// What was not meant for this round is still refused.
	if s := guest.snapshot(); s.ToAct != game.Second {
		t.Errorf("%s begins the second round", s.ToAct)
	}
}

func TestThePageSaysWhoIsThere(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	host, guest := twoByLink(t, s, "/bachet", url.Values{})
	watcher, id := s.browser(), guest.snapshot().ID
	attach := func(secret string) *table.Feed {
		feed, err := s.host.Attach(t.Context(), id, func() {})
		if err != nil {
			t.Fatal(err)
		}
		if err := feed.Here(t.Context(), secret); err != nil {
			t.Fatal(err)
		}
		return feed
	}
	for range 3 {
		defer attach("").Close()
	}
	_, code, _ := strings.Cut(guest.page.Find("#seat-link").AttrOr("value", ""), "#s.")
	defer attach(code).Close()
	host.open(host.where.Path)
	host.wants("#watchers", "Смотрят 3 зрителя")
	host.wants(".seat[data-here=yes][data-seat=second] .seat-here", "на связи")
	if host.page.Find(".seat[data-here][data-seat=first]").Length() != 0 {
		t.Error("somebody is told of himself")
	}
	watcher.open(host.where.Path)
	watcher.wants(".seat[data-seat=second] .seat-here", "на связи")
}

// TestAnEmptyLobbyDoesNotSayHowToSitDown: that stands there once somebody waits.
func TestAnEmptyLobbyDoesNotSayHowToSitDown(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	b := s.browser()
	says := func() bool { return b.open("/lobby").Find("#lobby-lead").Not("[hidden]").Length() == 1 }
	if says() {
		t.Errorf("nobody waits, and one is told to sit down: %q", b.text(".lobby"))
	}
	b.wants("#open-count", "Сейчас никто не ждёт. Откройте стол сами: как только кто-нибудь сядет, начнётся игра.")
	s.browser().ask(http.MethodPost, "/bachet", url.Values{"mode": {"open"}})
	if !says() {
		t.Error("somebody waits, and it is not said how to sit down")
	}
}
