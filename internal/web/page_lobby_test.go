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
	path := find(one, "nardy-short")
	if again := find(one, "nardy-short"); again != path {
		t.Errorf("who looks again is at %s, and waited at %s", again, path)
	}
	if other := find(three, "bachet"); other == path {
		t.Error("another game leads to the same table")
	}
	if got := find(two, "nardy-short"); got != path || !two.snapshot().Seat(game.Second).Taken {
		t.Errorf("the second is at %s, the first at %s", got, path)
	}
	if got := find(two, "nardy-short"); got == path {
		t.Error("a full table is found once more")
	}
	two.ask(http.MethodPost, "/lobby", url.Values{"game": {"chess"}})
	if two.status != http.StatusNotFound {
		t.Errorf("a game that is none: status %d", two.status)
	}
	two.ask(http.MethodPost, "/lobby", url.Values{"game": {"nardy"}, "variant": {"sideways"}})
	if two.status != http.StatusBadRequest {
		t.Errorf("a variant that is none: status %d", two.status)
	}
}

// TestTheButtonSaysWhichNardyItMeans: who presses the same button in another
// language, or after a game of another kind, meets whoever pressed it first.
func TestTheButtonSaysWhichNardyItMeans(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for _, of := range []struct{ variant, ru, en, row string }{
		{"classic", "Длинные нарды", "Long nardy", "Классические длинные."},
		{"short", "Короткие нарды", "Short nardy (backgammon)", "Короткие классические."},
	} {
		one, two, looker := s.browser(), s.browser(), s.browser()
		button := "#find-nardy-" + of.variant
		one.open("/lobby")
		one.wants(button, of.ru)
		one.submit(one.page.Find("form:has("+button+")"), nil)
		looker.open("/")
		if row := offers(looker)[one.where.Path]; row == nil || strings.TrimSpace(row.Find(".offer-terms").Text()) != of.row {
			t.Errorf("%s: listed are %q", of.variant, looker.text("#offers"))
		}
		// What was played last does not change what the buttons mean.
		two.ask(http.MethodPost, "/en/nardy", url.Values{"mode": {"hotseat"}, "variant": {"gulbar"}, "points": {"5"}})
		two.open("/en/lobby")
		two.wants(button, of.en)
		two.wants("#find-nardy", "Nardy: Gulbar. Match to 5 points")
		two.submit(two.page.Find("form:has("+button+")"), nil)
		if got := two.where.Path; got != "/en"+one.where.Path || !two.snapshot().Seat(game.Second).Taken {
			t.Errorf("%s: the second is at %s, the first at %s", of.variant, got, one.where)
		}
	}
	for page, first := range map[string]string{"/lobby": "find-nardy-classic", "/en/": "find-nardy-short"} {
		b := s.browser()
		if got := b.open(page).Find(".find [id^=find-nardy]").First().AttrOr("id", ""); got != first {
			t.Errorf("%s begins with %s, want %s", page, got, first)
		}
	}
	last := s.browser()
	last.ask(http.MethodPost, "/nardy", url.Values{"mode": {"hotseat"}, "variant": {"gulbar"}, "points": {"5"}})
	last.open("/lobby")
	last.submit(last.page.Find("form:has(#find-nardy)"), nil)
	if got := string(last.snapshot().Options); !strings.Contains(got, `"gulbar"`) || !strings.Contains(got, `"points":5`) {
		t.Errorf("what was played last is opened as %s", got)
	}
}

// TestTheButtonsStandBeforeTheList: a full lobby is a hundred rows, and no more.
func TestTheButtonsStandBeforeTheList(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	fillLobby(t, s)
	s.browser().ask(http.MethodPost, "/bachet", url.Values{"mode": {"open"}})
	b := s.browser()
	for _, page := range []string{"/", "/lobby", "/en/lobby"} {
		var order []string
		b.open(page).Find("#find-title, #open-tables").Each(func(_ int, n *goquery.Selection) { order = append(order, n.AttrOr("id", "")) })
		if got := strings.Join(order, " "); got != "find-title open-tables" {
			t.Errorf("%s: in order there stand %s", page, got)
		}
	}
	b.open("/lobby")
	b.wants("#open-count", "Не меньше 100 столов; в списке те, за которыми ждут дольше.")
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
	page := attach(code)
	host.open(host.where.Path)
	host.wants("#watchers", "Смотрят 3 зрителя")
	host.wants(".seat[data-here=yes][data-seat=second] .seat-here", "на связи")
	if host.page.Find(".seat[data-here][data-seat=first]").Length() != 0 {
		t.Error("somebody is told of himself")
	}
	watcher.open(host.where.Path)
	watcher.wants(".seat[data-seat=second] .seat-here", "на связи")
	// Whose page has just gone may be loading it again, or may not.
	page.Close()
	watcher.open(host.where.Path)
	watcher.wants(".seat[data-seat=second]:not([data-here]) .seat-here", "")
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
