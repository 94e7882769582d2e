package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/table"
)

// plain is the body of an answer as text.
func (b *browser) plain(path string) string {
	b.site.t.Helper()
	r := httptest.NewRequestWithContext(b.site.t.Context(), http.MethodGet, "http://hod.test"+path, http.NoBody)
	for _, c := range b.jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	b.site.web.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		b.site.t.Errorf("%s: status %d", path, w.Code)
	}
	return w.Body.String()
}

// TestATypedNameIsNowhereAtAnOpenTable types a name wherever there is a field
// for one, and where there is none sends it all the same. Strangers see nothing
// of it.
func TestATypedNameIsNowhereAtAnOpenTable(t *testing.T) {
	t.Parallel()
	const typed = "Zxqvarnik"
	for _, entry := range games.All() {
		id := entry.Rules.Info().ID
		s := newPages(t)
		host, guest, watcher := s.browser(), s.browser(), s.browser()
		host.ask(http.MethodPost, "/"+id, url.Values{"mode": {"open"}, "name1": {typed}, "name2": {typed}})
		at := host.where.Path
		tableID := strings.TrimPrefix(at, "/t/")
		if host.page.Find("form.rename").Length() != 0 {
			t.Errorf("%s: there is a field for another name", id)
		}
		nowhere := func(paths ...string) {
			t.Helper()
			for _, b := range []*browser{host, guest, watcher} {
				for _, path := range paths {
					if strings.Contains(b.plain(path), typed) {
						t.Errorf("%s: %s has the name", id, path)
					}
				}
			}
		}
		lists := []string{"/", "/lobby", "/lobby/list", "/en/lobby", "/api/lobby", at + "/join", "/en" + at + "/join"}
		nowhere(lists...)
		rename := func(b *browser, seat string) {
			t.Helper()
			b.ask(http.MethodPost, at, url.Values{"kind": {"rename"}, "text": {typed}, "seat": {seat}, "key": {"rename"}, "seen": {"1"}})
			if b.status != http.StatusUnprocessableEntity || !strings.Contains(b.text("#problem"), "играют без имён") {
				t.Errorf("%s: another name gets status %d, %q", id, b.status, b.text("#problem"))
			}
		}
		rename(host, "first")
		guest.open("/lobby")
		guest.ask(http.MethodPost, "/lobby/"+tableID, url.Values{"key": {"a key that nobody can guess"}, "name": {typed}})
		if guest.where.Path != at || !guest.snapshot().Seat(game.Second).Taken {
			t.Fatalf("%s: the guest is at %s, status %d", id, guest.where, guest.status)
		}
		rename(guest, "second")
		pages := []string{at, at + "/record", at + "/game.html", at + "/embed", at + "/board.svg", "/api/tables/" + tableID, "/api/tables/" + tableID + "/log"}
		for _, page := range pages[:4] {
			pages = append(pages, "/en"+page)
		}
		if id == "nardy" {
			pages = append(pages, at+"/game.mat")
		} else {
			pages = append(pages, at+"/game.txt")
		}
		nowhere(append(pages, lists...)...)
		watcher.open(at)
		watcher.wants("#seat-names", "Игрок 1 — Игрок 2")
	}
}

// TestATableWithANameSaysWhyItIsNotOffered: who has typed a name for friends
// reads how to find strangers.
func TestATableWithANameSaysWhyItIsNotOffered(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for name, offered := range map[string]bool{"Анна": false, "": true} {
		b := s.browser()
		b.ask(http.MethodPost, "/bachet", url.Values{"mode": {"link"}, "name1": {name}})
		if (b.page.Find("#offer-seat").Length() == 1) != offered || (b.page.Find("#offer-named").Length() == 0) != offered {
			t.Errorf("with the name %q: %q", name, b.text("#invite"))
		}
		b.ask(http.MethodPost, b.where.Path, url.Values{"kind": {"offer"}, "seat": {"first"}, "key": {"offer"}, "seen": {"1"}})
		if offered {
			b.wants("#invite-title", "Стол открыт для всех")
		} else if !strings.Contains(b.text("#problem"), "имя") || b.status != http.StatusUnprocessableEntity {
			t.Errorf("status %d, %q", b.status, b.text("#problem"))
		}
	}
}

// TestNamesOfAnOpenTableAreNotLookedAt: programs that give them are not refused.
func TestNamesOfAnOpenTableAreNotLookedAt(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil, nil)
	made := s.offer(`{"game":"bachet","mode":"link","open":true,"names":["Anna","Boris"]}`)
	snapshot, err := s.host.Snapshot(t.Context(), table.ID(made.Table))
	if err != nil || !snapshot.Nameless || snapshot.Seats[0].Name != "" {
		t.Errorf("the table has %+v, %v", snapshot.Seats, err)
	}
}
