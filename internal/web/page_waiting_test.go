package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// searches presses "find an opponent" on a page that was opened before.
func searches(b *browser, game string) {
	b.submit(b.page.Find("form:has(#find-"+game+")"), nil)
}

// apart opens the lobby in two browsers and has both look for an opponent at
// the same moment: neither sees the other's table, and each opens one.
func apart(t *testing.T, s *pageSite) (one, two *browser, first, second string) {
	t.Helper()
	one, two = s.browser(), s.browser()
	one.ask(http.MethodPost, "/ashtarashki", url.Values{"mode": {"open"}})
	two.ask(http.MethodPost, "/ashtarashki", url.Values{"mode": {"open"}})
	if one.where.Path == two.where.Path || one.page.Find("#waiting").Length() != 1 {
		t.Fatalf("the two are at %s and %s", one.where, two.where)
	}
	return one, two, one.where.Path, two.where.Path
}

// TestWhoSearchesAgainMeetsTheOther: two who have pressed at the same moment
// wait apart; whichever presses again, they meet, and the table that was left is
// not offered any more.
func TestWhoSearchesAgainMeetsTheOther(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"whoever opened first", "whoever opened last"} {
		t.Run(who, func(t *testing.T) {
			s := newPages(t)
			again, other, left, met := apart(t, s)
			if who == "whoever opened last" {
				again, other, left, met = other, again, met, left
			}
			again.open("/lobby")
			searches(again, "ashtarashki")
			if again.where.Path != met || !again.snapshot().Seat(game.Second).Taken {
				t.Fatalf("who searches again is at %s, and the other waits at %s", again.where, met)
			}
			if snapshot, err := s.host.Snapshot(t.Context(), table.ID(strings.TrimPrefix(left, "/t/"))); err != nil || snapshot.Offered {
				t.Errorf("the table that was left is still offered: %v", err)
			}
			other.open("/lobby")
			if len(offers(other)) != 0 {
				t.Errorf("listed are %v", offers(other))
			}
		})
	}
}

// TestWhoWaitsIsShownTheOther: the page of an open table says that somebody else
// waits for the same game, and leads there.
func TestWhoWaitsIsShownTheOther(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	s.browser().ask(http.MethodPost, "/bachet", url.Values{"mode": {"open"}})
	s.browser().ask(http.MethodPost, "/ashtarashki", url.Values{"mode": {"open"}, "clock": {"delay-300-5"}})
	if n := len(s.host.Lobby().Offers); n != 2 {
		t.Fatalf("%d tables are on offer, want 2", n)
	}
	alone := s.browser()
	alone.ask(http.MethodPost, "/ashtarashki", url.Values{"mode": {"open"}})
	if alone.page.Find("#waiting").Length() != 1 || alone.page.Find("#meet").Length() != 0 {
		t.Error("nobody else waits for this game, and somebody is shown")
	}
	alone.press("withdraw-seat")
	if alone.page.Find("#waiting").Length() != 0 {
		t.Error("a table that is offered to nobody says how it waits")
	}

	one, two, first, second := apart(t, s)
	two.wants("#meet strong", "Ещё кто-то ждёт такую же партию.")
	one.open(first)
	one.wants("#meet strong", "Ещё кто-то ждёт такую же партию.")
	// What the script fetches is what the page shows.
	panel := one.page.Find("#waiting")
	if from := panel.AttrOr("data-from", ""); from != first+"/waiting" {
		t.Errorf("the panel comes from %q", from)
	}
	one.open(first + "/waiting")
	if alone := one.page.Find("#waiting"); alone.AttrOr("data-tag", "") != panel.AttrOr("data-tag", " ") || alone.Find("#meet").AttrOr("data-other", "") != strings.TrimPrefix(second, "/t/") {
		t.Errorf("the panel alone is %q", alone.Text())
	}
	watcher := s.browser()
	watcher.open(first)
	if watcher.page.Find("#waiting, #meet").Length() != 0 {
		t.Error("a watcher is told whom to meet")
	}

	one.open(first)
	two.open(second)
	one.submit(one.page.Find("#meet"), nil)
	if one.where.Path != second || !one.snapshot().Seat(game.Second).Taken {
		t.Fatalf("status %d at %s, want %s", one.status, one.where, second)
	}
	// The other one presses at the same moment. His own table has been taken.
	two.submit(two.page.Find("#meet"), nil)
	if two.where.Path != second {
		t.Errorf("who is met is at %s, status %d, want %s", two.where, two.status, second)
	}
}

// TestWhoComesTooLateWaitsOn: where somebody else was faster, one's own table is
// offered as before.
func TestWhoComesTooLateWaitsOn(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	one, two, first, second := apart(t, s)
	one.open(first)
	third := s.browser()
	third.open("/lobby")
	third.submit(offers(third)[second].Find("form"), nil)
	one.submit(one.page.Find("#meet"), nil)
	if one.status != http.StatusUnprocessableEntity && one.status != http.StatusConflict {
		t.Errorf("status %d at %s", one.status, one.where)
	}
	one.wants("#problem", "Место за столом уже занято.")
	one.wants("#invite-title", "Стол открыт для всех")
	two.open("/lobby")
	if offers(two)[first] == nil {
		t.Error("who came too late is not listed any more")
	}
}

// TestAnOfferThatIsNotListedSaysSo: where the lobby is full.
func TestAnOfferThatIsNotListedSaysSo(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for range table.MaxOffers {
		opened, err := s.host.Open(t.Context(), table.Opening{Game: "bachet", Mode: table.Link, Open: true})
		if err != nil {
			t.Fatal(err)
		}
		feed, err := s.host.Attach(t.Context(), opened.ID, func() {})
		if err != nil {
			t.Fatal(err)
		}
		defer feed.Close()
		if err := feed.Here(t.Context(), opened.Seats[game.First]); err != nil {
			t.Fatal(err)
		}
	}
	late := s.browser()
	late.ask(http.MethodPost, "/ashtarashki", url.Values{"mode": {"open"}})
	late.wants("#unlisted", "Сейчас ждут столько людей, что ваш стол в списке не поместился. Не закрывайте страницу: место освободится — и стол увидят все. А пока можно отправить кому-нибудь ссылку.")
	other := s.browser()
	other.open("/lobby")
	if len(offers(other)) != table.MaxOffers || offers(other)[late.where.Path] != nil {
		t.Errorf("%d tables are listed, this one among them: %v", len(offers(other)), offers(other)[late.where.Path] != nil)
	}
	other.ask(http.MethodPost, "/lobby/"+strings.TrimPrefix(late.where.Path, "/t/"), url.Values{"key": {"a key that nobody guesses"}})
	if other.where.Path != late.where.Path || !other.snapshot().Seat(game.Second).Taken {
		t.Errorf("status %d at %s: an offer that is not listed can not be taken", other.status, other.where)
	}
}
