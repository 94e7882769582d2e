package web_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

func TestThePageAboutDice(t *testing.T) {
	b := newPages(t).browser()
	for path, title := range map[string]string{"/dice": "Зары с квитанцией", "/en/dice": "Dice with a receipt"} {
		page := b.open(path)
		if b.status != http.StatusOK || b.text("h1") != title {
			t.Errorf("%s: status %d, %q", path, b.status, b.text("h1"))
		}
		if page.Find("#check-form #check-text").Length() != 1 || page.Find("noscript .notice").Length() == 0 && !strings.Contains(page.Find("noscript").Text(), "JavaScript") {
			t.Errorf("%s offers no check", path)
		}
		if href := page.Find("#check-file").AttrOr("href", ""); href != path+"/check.html" {
			t.Errorf("%s: the check as a file is at %q", path, href)
		}
	}
}

// TestTheCheckOfDiceIsOneFile: it needs nothing that is not in it.
func TestTheCheckOfDiceIsOneFile(t *testing.T) {
	site := newPages(t)
	for _, path := range []string{"/dice/check.html", "/en/dice/check.html"} {
		w := httptest.NewRecorder()
		site.web.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://hod.test"+path, nil))
		text := w.Body.String()
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment") {
			t.Fatalf("%s: status %d, %q", path, w.Code, w.Header().Get("Content-Disposition"))
		}
		for _, what := range []string{`id="check-text"`, "HMAC", "<style>", `id="texts"`} {
			if !strings.Contains(text, what) {
				t.Errorf("%s has no %s", path, what)
			}
		}
		if outside := regexp.MustCompile(`(?i)(src|href|action)=|url\(|@import|https?://`).FindString(text); outside != "" {
			t.Errorf("%s needs something from elsewhere: %q", path, outside)
		}
	}
}

// TestFormsCarryCommitments opens a table and takes a seat with commitments:
// then no throw is made before somebody calls for it.
func TestFormsCarryCommitments(t *testing.T) {
	site := newPages(t)
	host, guest := site.browser(), site.browser()
	first, second := strings.Repeat("1", 64), strings.Repeat("2", 64)
	host.startNardy("", "link", "short", "commit", first)
	invitation := host.page.Find("#invite-link").AttrOr("value", "")
	path, _, _ := strings.Cut(strings.TrimPrefix(invitation, "http://hod.test"), "#")
	if guest.open(path).Find("form#join[data-dice]").Length() != 1 {
		t.Error("the script does not see that there are dice")
	}
	guest.submit(guest.page.Find("form#join"), nil, "invitation", invitation, "commit", second)
	if got := host.snapshot(); got.Dice.Commits != [2]string{first, second} || len(got.Calls) != 2 || got.Dice.Next != 1 {
		t.Errorf("the commitments are %v, the throw waits for %v", got.Dice.Commits, got.Calls)
	}

	host.start("/bachet", "mode", "link")
	path, _, _ = strings.Cut(strings.TrimPrefix(host.page.Find("#invite-link").AttrOr("value", ""), "http://hod.test"), "#")
	if guest.open(path).Find("form#join[data-dice]").Length() != 0 {
		t.Error("a game without dice asks for a commitment")
	}
}
