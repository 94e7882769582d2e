package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// upload sends a file by the form of the page of games.
func (b *browser) upload(path, content string) *goquery.Document {
	t := b.site.t
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", "games.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse("http://hod.test" + path)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, at.String(), &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Origin", "http://hod.test")
	for _, c := range b.jar.Cookies(at) {
		r.AddCookie(c)
	}
	answer := httptest.NewRecorder()
	b.site.web.ServeHTTP(answer, r)
	b.jar.SetCookies(at, (&http.Response{Header: answer.Header()}).Cookies())
	b.status, b.header, b.where = answer.Code, answer.Header(), at
	if b.page, err = goquery.NewDocumentFromReader(answer.Body); err != nil {
		t.Fatal(err)
	}
	return b.page
}

// export is the file of games that the form gives.
func (b *browser) export() string {
	b.site.t.Helper()
	b.open("/my")
	b.submit(b.page.Find("form#export"), nil)
	return b.page.Text()
}

// listed are the tables that the page lists, with what it says of them.
func (b *browser) listed(heading string) []string {
	var all []string
	b.page.Find("[aria-labelledby=" + heading + "] .my-state").Each(func(_ int, s *goquery.Selection) { all = append(all, strings.TrimSpace(s.Text())) })
	return all
}

func TestMyGamesSayWhoseTurnItIs(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	b := s.browser()
	if b.open("/my"); b.status != http.StatusOK || len(b.listed("running-title")) != 0 {
		t.Fatalf("a new browser: status %d", b.status)
	}
	b.playOut("bachet", 99, "heap", "10")
	b.ask(http.MethodPost, "/bachet", url.Values{"mode": {"link"}})
	invited := b.page.Find("#invite-link").AttrOr("value", "")
	b.ask(http.MethodPost, "/ashtarashki", url.Values{"mode": {"hotseat"}})
	b.open("/en/my")
	if got := b.listed("running-title"); len(got) != 2 || !strings.Contains(got[0], "to move") {
		t.Errorf("running: %q", got)
	}
	if got := b.listed("over-title"); len(got) != 1 || !strings.Contains(got[0], "wins") {
		t.Errorf("over: %q", got)
	}
	if b.header.Get("Cache-Control") != "no-store" || b.page.Find("meta[name=robots]").AttrOr("content", "") != "noindex" {
		t.Error("a page with secrets may be kept")
	}
	if invited == "" {
		t.Error("no invitation")
	}
}

// TestGamesTravelInAFile: what one browser saves another one adds, keeps what it
// had, and plays on.
func TestGamesTravelInAFile(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	from, to := s.browser(), s.browser()
	from.playOut("bachet", 2)
	path := from.where.Path
	from.ask(http.MethodPost, "/ashtarashki", url.Values{"mode": {"hotseat"}})
	to.ask(http.MethodPost, "/nardy", url.Values{"mode": {"hotseat"}})
	own := to.where.Path
	file := from.export()
	to.upload("/en/my/import", file)
	if got := to.text("#told"); to.status != http.StatusOK || got != "2 games were added." {
		t.Errorf("status %d: %q", to.status, got)
	}
	if got := to.listed("running-title"); len(got) != 3 {
		t.Errorf("running: %q", got)
	}
	to.open(own)
	if to.page.Find("form#act").Length() != 1 {
		t.Error("the table it had is lost")
	}
	to.open(path)
	to.take("1")
	if n := len(to.snapshot().Plies); n != 3 {
		t.Errorf("%d moves", n)
	}
	// Once more changes nothing, also after an editor has put its mark before it.
	to.upload("/en/my/import", "\ufeff"+file)
	if got := to.text("#told"); got != "0 games were added. 2 were here already." {
		t.Errorf("again: %q", got)
	}
}

func TestABadFileChangesNothing(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.playOut("bachet", 1)
	path := b.where.Path
	good := b.export()
	var file struct {
		Tables []map[string]string `json:"tables"`
	}
	if err := json.Unmarshal([]byte(good), &file); err != nil || len(file.Tables) != 1 {
		t.Fatalf("%v in %s", err, good)
	}
	secret := file.Tables[0]["first"]
	for name, content := range map[string]string{
		"empty": "", "no JSON": "hello", "cut off": good[:len(good)/2], "another file": `{"table":"x","events":[]}`, "an array": "[]",
		"another version":  strings.Replace(good, `"version": 1`, `"version": 2`, 1),
		"no games":         `{"hod":"games","version":1,"tables":[]}`,
		"too big":          good + strings.Repeat(" ", 300<<10),
		"too many":         `{"hod":"games","version":1,"tables":[` + strings.TrimSuffix(strings.Repeat(`{},`, 2000), ",") + `]}`,
		"a wrong secret":   strings.ReplaceAll(good, secret, strings.Repeat("a", len(secret))),
		"swapped seats":    strings.NewReplacer(`"first"`, `"second"`, `"second"`, `"first"`).Replace(good),
		"an unknown table": strings.ReplaceAll(good, file.Tables[0]["id"], "zzzzzzzzzzzz"),
		"markup":           strings.ReplaceAll(good, file.Tables[0]["id"], "<script>"),
	} {
		other := b.site.browser()
		other.playOut("bachet", 1)
		kept := other.where.Path
		other.upload("/en/my/import", content)
		if name == "a wrong secret" {
			// The other seat of the table opens: that one is added.
			if other.status != http.StatusOK {
				t.Errorf("%s: status %d", name, other.status)
			}
		} else if other.status != http.StatusUnprocessableEntity || other.text("#told") == "" || other.page.Find("#told.problem").Length() != 1 {
			t.Errorf("%s: status %d, %q", name, other.status, other.text("#told"))
		}
		other.open(kept)
		if other.page.Find("form#act").Length() != 1 {
			t.Errorf("%s: the table that was there is lost", name)
		}
		other.open(path)
		if name != "a wrong secret" && other.page.Find("form#act").Length() != 0 {
			t.Errorf("%s: it opens a seat", name)
		}
	}
}

// TestACookieThatOverflowsSaysSo: with more unfinished games than it has room
// for, the page says that one had to go.
func TestACookieThatOverflowsSaysSo(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	for i := range 43 {
		b.ask(http.MethodPost, "/bachet", url.Values{"mode": {"hotseat"}})
		if i == 20 {
			b.open("/my")
			if b.page.Find("#full, #overflow").Length() != 0 {
				t.Error("with half the room it is said to be full")
			}
		}
	}
	b.open("/en/my")
	n := b.page.Find("#lists [data-id]").Length()
	if b.page.Find("#overflow").Length() != 1 || n < 20 || n > 40 {
		t.Errorf("%d tables are kept, said %q", n, b.text("#overflow"))
	}
	before := n
	b.submit(b.page.Find("form#export"), nil)
	if b.open("/en/my").Find("#overflow").Length() != 0 {
		t.Error("whoever has saved his games is told again")
	}
	if n = b.page.Find("#lists [data-id]").Length(); n != before {
		t.Errorf("saving them changes how many there are, from %d to %d", before, n)
	}
	// What a script knows beyond that can be listed all the same.
	var words []string
	b.page.Find("[data-id]").Each(func(_ int, s *goquery.Selection) { words = append(words, s.AttrOr("data-id", "")+".f") })
	b.ask(http.MethodPost, "/en/my/list", url.Values{"tables": {strings.Join(append(words, "zzzzzzzzzzzz.f", "<b>.f"), "~")}})
	if got := b.page.Find("[data-id]").Length(); got != n || !strings.Contains(b.page.Find("[data-gone]").Text(), fmt.Sprint(1)) {
		t.Errorf("%d of %d are listed: %s", got, n, b.page.Find("[data-gone]").Text())
	}
}
