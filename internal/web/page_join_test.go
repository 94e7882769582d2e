package web_test

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// invites opens a table of a game for two and returns its invitation.
func (b *browser) invites(game string, fields url.Values) (path, link string) {
	b.site.t.Helper()
	fields.Set("mode", "link")
	b.ask(http.MethodPost, "/"+game, fields)
	link = b.page.Find("#invite-link").AttrOr("value", "")
	if !strings.Contains(link, "#") {
		b.site.t.Fatalf("status %d at %s: no invitation", b.status, b.where)
	}
	return b.where.Path, link
}

// TestAnEmptyInvitationIsNotCalledWrong: the button pressed before the script of
// the page has come. The browser keeps it back, and the server says what to do.
func TestAnEmptyInvitationIsNotCalledWrong(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	path, link := s.browser().invites("bachet", url.Values{})
	for prefix, want := range map[string]string{"": "Вставьте в", "/en": "Paste the whole invitation link"} {
		guest := s.browser()
		if _, ok := guest.open(prefix + path + "/join").Find("#invitation").Attr("required"); !ok {
			t.Error("the browser sends the form without a code")
		}
		for _, nothing := range []string{"", "   ", ".", "http://hod.test/t/x/join#"} {
			guest.submit(guest.page.Find("form#join"), nil, "invitation", nothing, "name", "Guest")
			if got := guest.text("#problem"); guest.status != http.StatusUnprocessableEntity || !strings.Contains(got, want) {
				t.Errorf("%s: %q: status %d, %q", prefix, nothing, guest.status, got)
			}
			if got := guest.page.Find("#name").AttrOr("value", ""); got != "Guest" {
				t.Errorf("the name is now %q", got)
			}
		}
		wrong := guest.submit(guest.page.Find("form#join"), nil, "invitation", strings.Repeat("A", 26))
		if got := wrong.Find("#problem").Text(); strings.Contains(got, want) || got == "" {
			t.Errorf("%s: of a wrong code it says %q", prefix, got)
		}
	}
	guest := s.browser()
	guest.open(path + "/join")
	guest.submit(guest.page.Find("form#join"), nil, "invitation", link)
	if guest.page.Find("#table").Length() != 1 {
		t.Errorf("after all that the link itself: status %d", guest.status)
	}
}

// TestAnInvitationIsFoundInWhatSurroundsIt: as people cut it out of a message.
func TestAnInvitationIsFoundInWhatSurroundsIt(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for _, around := range [][2]string{
		{"", "."}, {"", ")"}, {"(", ")."}, {" \t", " \n"}, {"«", "»"}, {"<", ">"}, {"", "…"}, {"Come and play: ", ", now"}, {"", "%20"}, {"", "\u200b"},
	} {
		for _, whole := range []bool{true, false} {
			if !whole && strings.ContainsAny(around[0]+around[1], "Cn") {
				continue // of several words nobody knows which one is the code
			}
			path, pasted := s.browser().invites("bachet", url.Values{})
			if !whole {
				_, pasted, _ = strings.Cut(pasted, "#")
			}
			pasted = around[0] + pasted + around[1]
			guest := s.browser()
			guest.open(path + "/join")
			guest.submit(guest.page.Find("form#join"), nil, "invitation", pasted)
			if guest.page.Find("#table").Length() != 1 {
				t.Errorf("%q: status %d, %q", pasted, guest.status, guest.text("#problem"))
			}
		}
	}
}

// TestAnInvitationNamesTheClock: in every game one knows before one sits down
// how much time there is, also from the preview of the link.
func TestAnInvitationNamesTheClock(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for _, entry := range games.All() {
		id := entry.Rules.Info().ID
		path, _ := s.browser().invites(id, url.Values{"clock": {"delay-300-12"}})
		for prefix, want := range map[string]string{"": "Часы: 5 мин, на каждый ход 12 с бесплатно.", "/en": "Clock: 5 min, 12 s of every turn free."} {
			guest := s.browser()
			page := guest.open(prefix + path + "/join")
			preview := page.Find(`meta[name="description"]`).AttrOr("content", "")
			if got := guest.text(".join .lead"); !strings.Contains(got, want) || !strings.Contains(strings.ReplaceAll(preview, "\u00a0", " "), want) {
				t.Errorf("%s%s: the page says %q, its preview %q", id, prefix, got, preview)
			}
		}
		path, _ = s.browser().invites(id, url.Values{})
		guest := s.browser()
		if guest.open(path + "/join"); strings.Contains(guest.text(".join"), "Часы") {
			t.Errorf("%s: a clock where there is none: %q", id, guest.text(".join"))
		}
	}
}

// muteLog is a log that does not answer while it is mute.
type muteLog struct {
	table.Log

	mute atomic.Bool
}

func (l *muteLog) Append(ctx context.Context, id table.ID, e table.Event) error {
	if l.mute.Load() {
		return table.ErrSilent
	}
	return l.Log.Append(ctx, id, e)
}

func (l *muteLog) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	if l.mute.Load() {
		return func(yield func(table.Event, error) bool) { yield(table.Event{}, table.ErrSilent) }
	}
	return l.Log.Read(ctx, id, after)
}

// TestASilentLogIsToldInTheWordsOfWhatWasDone: nobody who opens a table, or sits
// down, is told of a move.
func TestASilentLogIsToldInTheWordsOfWhatWasDone(t *testing.T) {
	t.Parallel()
	log := &muteLog{Log: memory.New()}
	s := newPagesOn(t, log)
	host := s.browser()
	path, link := host.invites("bachet", url.Values{})
	guest := s.browser()
	form := guest.open("/en" + path + "/join").Find("form#join")
	log.mute.Store(true)
	says := func(b *browser, want string) {
		t.Helper()
		if got := b.text("main"); b.status != http.StatusServiceUnavailable || !strings.Contains(got, want) || strings.Contains(got, "move could not") {
			t.Errorf("%s: status %d, %q", b.where, b.status, got)
		}
	}
	guest.submit(form, nil, "invitation", link)
	says(guest, "The seat could not be taken in time.")
	other := s.browser()
	other.ask(http.MethodPost, "/en/bachet", url.Values{"mode": {"link"}})
	says(other, "The table could not be opened in time.")
	other.ask(http.MethodPost, "/bachet", url.Values{"mode": {"hotseat"}})
	if got := other.text("main"); !strings.Contains(got, "открыть стол") || strings.Contains(got, "ход") {
		t.Errorf("in Russian: %q", got)
	}
	log.mute.Store(false)
	guest.submit(form, nil, "invitation", link) // the page loaded once more
	if guest.page.Find("#table").Length() != 1 {
		t.Errorf("status %d at %s: not at the table", guest.status, guest.where)
	}
}

// TestASilentLogIsToldInTheWordsOfTheCommand: of a move only where it was one.
func TestASilentLogIsToldInTheWordsOfTheCommand(t *testing.T) {
	t.Parallel()
	log := &muteLog{Log: memory.New()}
	s := newPagesOn(t, log)
	host, guest := s.browser(), s.browser()
	path, link := host.invites("bachet", url.Values{"heap": {"15"}})
	guest.open(path + "/join")
	guest.submit(guest.page.Find("form#join"), nil, "invitation", link)
	host.open(path)
	host.take("1")
	guest.open(path)
	log.mute.Store(true)
	for _, of := range []struct {
		who        *browser
		kind, text string
		move       bool
	}{
		{guest, "act", "1", true},
		{host, "takeback", "", false},
		{guest, "act", "raise", false},
		{host, "resign", "", false},
		{host, "reset", "", false},
		{host, "rename", "Anna", false},
		{host, "say", "good-luck", false},
	} {
		seat := map[*browser]string{host: "first", guest: "second"}[of.who]
		for prefix, words := range map[string][2]string{
			"":    {"Не удалось вовремя записать ход.", "Не удалось вовремя это сохранить."},
			"/en": {"The move could not be saved in time.", "This could not be saved in time."},
		} {
			want := words[1]
			if of.move {
				want = words[0]
			}
			of.who.ask(http.MethodPost, prefix+path, url.Values{
				"kind": {of.kind}, "text": {of.text}, "seat": {seat}, "key": {"key"}, "seen": {"3"},
			})
			if got := of.who.text("main"); of.who.status != http.StatusServiceUnavailable || !strings.Contains(got, want) {
				t.Errorf("%s %s: status %d, want %q, got %q", of.kind, of.text, of.who.status, want, got)
			}
		}
	}
}
