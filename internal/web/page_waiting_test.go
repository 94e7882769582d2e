package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

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

// there opens a page of a table with the seat of whoever has opened it.
func there(t *testing.T, s *pageSite, opened table.Opened) *table.Feed {
	t.Helper()
	feed, err := s.host.Attach(t.Context(), opened.ID, func() {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(feed.Close)
	if err := feed.Here(t.Context(), opened.Seats[game.First]); err != nil {
		t.Fatal(err)
	}
	return feed
}

// offered opens a table for anybody, with nobody there.
func offered(t *testing.T, s *pageSite, opening table.Opening) table.Opened {
	t.Helper()
	opening.Mode, opening.Open = table.Link, true
	opened, err := s.host.Open(t.Context(), opening)
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

// fillLobby opens as many tables as the lobby lists.
func fillLobby(t *testing.T, s *pageSite) {
	t.Helper()
	for range table.MaxOffers {
		there(t, s, offered(t, s, table.Opening{Game: "bachet"}))
	}
	later()
}

// later is when whoever comes has waited less, by the clock of the log.
func later() { time.Sleep(2 * time.Millisecond) }

// TestTwoMeetWhomAFullLobbyDoesNotList: whoever looks for the same game finds
// the one who waits, and two who wait apart are shown each other.
func TestTwoMeetWhomAFullLobbyDoesNotList(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	fillLobby(t, s)
	one, two, first, second := apart(t, s)
	for b, path := range map[*browser]string{one: first, two: second} {
		b.open(path)
		if b.page.Find("#unlisted, #meet").Length() != 2 {
			t.Errorf("who is not listed and has somebody to meet is told %q", b.text("#waiting"))
		}
	}
	three := s.browser()
	three.open("/lobby")
	if offers(three)[first] != nil || offers(three)[second] != nil {
		t.Fatal("the lobby is not full")
	}
	searches(three, "ashtarashki")
	met, left := first, second
	if three.where.Path == second { // both were opened in one millisecond
		met, left = second, first
	}
	if three.where.Path != met || !three.snapshot().Seat(game.Second).Taken {
		t.Errorf("who searches is at %s; at %s and %s somebody waits", three.where, first, second)
	}
	four := s.browser()
	four.open("/lobby")
	searches(four, "ashtarashki")
	if four.where.Path != left {
		t.Errorf("the next one is at %s; at %s somebody waits", four.where, left)
	}
}

// TestNobodyIsSeatedWithWhoHasJustGone: whoever searches after the opener's page
// was closed waits at a table of his own; once that page is there again, the two
// are shown each other.
func TestNobodyIsSeatedWithWhoHasJustGone(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	opened := offered(t, s, table.Opening{Game: "ashtarashki"})
	there(t, s, opened).Close()
	later()
	b := s.browser()
	b.open("/lobby")
	if offers(b)["/t/"+string(opened.ID)] == nil {
		t.Error("a reload takes the offer out of the list")
	}
	searches(b, "ashtarashki")
	if b.where.Path == "/t/"+string(opened.ID) || b.page.Find("#waiting").Length() != 1 || b.page.Find("#meet").Length() != 0 {
		t.Fatalf("who searches is at %s: %s", b.where, b.text("#invite"))
	}
	before := b.page.Find("#waiting").AttrOr("data-tag", "")
	there(t, s, opened)
	b.open(b.where.Path + "/waiting?wait=" + before)
	if other := b.page.Find("#meet").AttrOr("data-other", ""); other != string(opened.ID) {
		t.Errorf("the opener's page is back, and who waits is shown %q", b.text("#waiting"))
	}
	c := s.browser()
	c.open("/lobby")
	searches(c, "ashtarashki")
	if c.where.Path != "/t/"+string(opened.ID) {
		t.Errorf("the opener's page is back, and who searches is at %s", c.where)
	}
}

// TestWhoSitsWithNobodyFindsAnother: somebody whose opponent has never come to
// play looks for another one for the same game, and keeps the table.
func TestWhoSitsWithNobodyFindsAnother(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	tempo := &table.Tempo{Kind: table.FischerClock, Bank: 60, Each: 5}
	opening := table.Opening{Game: "bachet", Options: []byte(`{"sticks":17}`), Clock: tempo}
	opened := offered(t, s, opening)
	b := s.browser()
	b.ask(http.MethodPost, "/t/"+string(opened.ID)+"/join", url.Values{"invitation": {opened.Join}, "key": {"a key that nobody guesses"}})
	left := b.where.Path
	b.wants("#find-another", "Найти другого соперника")
	if b.page.Find("#claim").AttrOr("hidden", "no") != "no" {
		t.Error("nothing is said of the absent opponent")
	}
	if b.page.Find("#find-another").AttrOr("form", "") != "another" {
		t.Error("the button claims the round")
	}
	b.submit(b.page.Find("#another"), nil)
	if b.where.Path == left || b.page.Find("#waiting").Length() != 1 {
		t.Fatalf("status %d at %s", b.status, b.where)
	}
	if like, is := table.OfferLike(snapshotAt(t, s, left)), table.OfferLike(b.snapshot()); !is.SameKind(like) {
		t.Errorf("the new table is %+v, not as %+v", is, like)
	}
	if !snapshotAt(t, s, left).Seat(game.Second).Taken {
		t.Error("the seat at the first table is lost")
	}
	// Somebody else waits for just that: there one sits down.
	other := offered(t, s, opening)
	there(t, s, other)
	b.open(left)
	b.submit(b.page.Find("#another"), nil)
	if b.where.Path != "/t/"+string(other.ID) {
		t.Errorf("somebody waits for the same game at %s, and this one is at %s", other.ID, b.where)
	}
	// Friends who play by a link, and whoever has an opponent who has played.
	host, guest := twoByLink(t, s, "/bachet", url.Values{})
	if guest.page.Find("#find-another").Length() != 0 || host.page.Find("#find-another").Length() != 0 {
		t.Error("friends are offered a stranger")
	}
	if _, err := s.host.Do(t.Context(), opened.ID, table.Command{
		Key: "k", Secret: opened.Seats[game.First], Kind: table.KindAct, Text: "1", Seen: snapshotAt(t, s, left).Seq,
	}); err != nil {
		t.Fatal(err)
	}
	b.open(left)
	if b.page.Find("#find-another").Length() != 0 {
		t.Error("the opponent has played, and another one is offered")
	}
}

// TestAnOfferThatIsNotListedSaysSo: where the lobby is full.
func TestAnOfferThatIsNotListedSaysSo(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	fillLobby(t, s)
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

// snapshotAt is the table at a path, as it stands.
func snapshotAt(t *testing.T, s *pageSite, path string) *table.Snapshot {
	t.Helper()
	snapshot, err := s.host.Snapshot(t.Context(), table.ID(strings.TrimPrefix(path, "/t/")))
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}
