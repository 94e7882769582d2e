package e2e

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/hod-games/hod/internal/wire"
)

// download fetches a file as a program does.
func (s *site) download(path string) string {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: status %d, %v", path, answer.StatusCode, err)
	}
	return string(body)
}

// fromDisk opens a file in a browser that reaches no network at all.
func fromDisk(t *testing.T, text string) (*person, *traffic) {
	t.Helper()
	p := newPerson(t, "")
	traffic := p.watchTraffic()
	_, err := chromedp.Call(p.ctx, network.SetBlockedURLs, network.SetBlockedURLsParams{
		URLPatterns: []*network.BlockPattern{{URLPattern: "http://*:*/*", Block: true}, {URLPattern: "https://*:*/*", Block: true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.openFile(text)
	return p, traffic
}

// openFile opens a file with a game.
func (p *person) openFile(text string) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), "game.html")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.Navigate("file://" + file))
	p.until("document.querySelector('#check-headline')")
}

// TestAGameFileOpensFromDisk: a game of nardy with its dice, saved as one file,
// is stepped through and checked where there is no network; a die that somebody
// has changed in it is found.
func TestAGameFileOpensFromDisk(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.nardyTable(s, "short", nardyCode(15, map[int]string{24: "2", 23: "1", 1: "-2", 2: "-1"}, [2]int{}, "throw L"), "")
	now := p.playNardy(s, path, p.fingers())
	text := s.download("/en" + path + "/game.html")

	f, traffic := fromDisk(t, text)
	f.isAccessible("a file with a game")
	if got := f.text("#seal"); !strings.Contains(got, "as it was written") {
		t.Errorf("a whole file says: %s", got)
	}
	if got := f.text("#check-headline"); !strings.Contains(got, "add up") || f.has("#check-headline.problem") {
		t.Errorf("of its dice it says: %s", got)
	}
	last := fmt.Sprintf("%d/%d", len(now.Plies), len(now.Plies))
	caption := func(want string) {
		t.Helper()
		if got := f.text("#caption"); !strings.HasPrefix(got, want+" ") {
			t.Errorf("it shows %q, want %s", got, want)
		}
	}
	caption(last)
	end := eval[string](f, "document.querySelector('#pieces').innerHTML")
	f.press(kb.Home)
	caption("0" + strings.TrimLeft(last, "0123456789"))
	begin := eval[string](f, "document.querySelector('#pieces').innerHTML")
	if begin == end {
		t.Error("beginning and end look the same")
	}
	f.click("#step-forward")
	f.press(kb.ArrowRight)
	caption("2" + strings.TrimLeft(last, "0123456789"))
	f.click("#step-back")
	caption("1" + strings.TrimLeft(last, "0123456789"))
	f.press(kb.End)
	caption(last)
	f.click("#moves [data-ply='1']")
	caption("1" + strings.TrimLeft(last, "0123456789"))
	if _, _, _, list := traffic.sum(); strings.Count(list, "\n") > 0 || !strings.Contains(list, "file://") {
		t.Errorf("the file asks for more than itself:\n%s", list)
	}

	// Somebody rewrites what the page says, and leaves the data alone.
	shown := text[:strings.Index(text, `<script type="application/json"`)]
	rest := text[len(shown):]
	between := func(from, to string) string {
		_, after, found := strings.Cut(shown, from)
		inside, _, ended := strings.Cut(after, to)
		if !found || !ended || inside == "" {
			t.Fatalf("the file has nothing between %q and %q", from, to)
		}
		return inside
	}
	result := between(`id="file-result"><bdi>`, "</bdi>")
	f.expect("style-src") // no style but the one of the policy
	for what, forged := range map[string]string{
		"result": strings.Replace(shown, result, "Mallory won", 1),
		"move":   strings.Replace(shown, `data-ply="2">`, `data-ply="2">Mallory won `, 1),
		"label":  strings.Replace(shown, between(`role="img" aria-label="`, `"`), "Mallory won", 1),
		"words":  strings.Replace(shown, "</main>", "</main>Mallory won", 1),
		"style":  strings.Replace(shown, "</style>", `#file-result::after{content:"Mallory won"}</style>`, 1),
	} {
		if forged == shown {
			t.Fatalf("no %s is in the file", what)
		}
		f.openFile(forged + rest)
		if got := f.text("#seal"); !f.has("#seal.problem") {
			t.Errorf("a file whose %s was changed says: %s", what, got)
		}
		if eval[bool](f, "document.title.includes('Mallory') || document.querySelector('main').outerHTML.includes('Mallory') || [...document.querySelectorAll('body > :not(script), style')].some(e => e.textContent.includes('Mallory'))") {
			t.Errorf("the forged %s is still shown", what)
		}
	}

	// Somebody gives himself another throw in the log.
	at := strings.LastIndex(text, `"pips":[`) + len(`"pips":[`)
	die := byte('1' + (text[at]-'0')%6)
	spoilt, _ := fromDisk(t, text[:at]+string(die)+text[at+1:])
	if got := spoilt.text("#seal"); !spoilt.has("#seal.problem") {
		t.Errorf("a spoilt file says: %s", got)
	}
	if got := spoilt.text("#check-headline"); !spoilt.has("#check-headline.problem") {
		t.Errorf("of a die that was changed it says: %s", got)
	}
}

// TestMyGamesTravel: a browser with more games than its cookie has room for
// lists and saves them all; another browser adds them and plays on.
func TestMyGamesTravel(t *testing.T) {
	t.Parallel()
	const tables = 50
	s := newSite(t)
	a, b := s.person(), s.person()
	a.open("/en/my")
	type held struct {
		ID     string `json:"id"`
		First  string `json:"first"`
		Second string `json:"second"`
		At     int    `json:"at"`
	}
	var all []held
	for i := range tables {
		made := mustCreate(t, s.api, wire.Create{Game: "bachet", Mode: "hotseat"})
		all = append(all, held{made.Table, made.Seats["first"], made.Seats["second"], 1000 + i})
	}
	eval[bool](a, fmt.Sprintf("localStorage.setItem('mine', JSON.stringify(%s)), true", asJSON(t, all)))
	path := a.choose(opening{mode: "hotseat"}) // and one by itself
	a.open("/my")
	a.until(fmt.Sprintf("document.querySelectorAll('#lists [data-id]').length == %d", tables+1))
	a.isAccessibleToo("my games, in Russian")
	a.open("/en/my")
	a.until(fmt.Sprintf("document.querySelectorAll('#lists [data-id]').length == %d", tables+1))
	a.isAccessible("my games")

	// A table that only the list knows opens with its seats.
	a.click(fmt.Sprintf("[data-id='%s'] a", all[0].ID))
	a.until("document.querySelector('#table')?.dataset.line == 'open' && location.hash == '' && document.querySelector('#takes')")
	a.take(1)
	a.awaitLeft(14)

	a.open("/en/my")
	a.until(fmt.Sprintf("document.querySelectorAll('#lists [data-id]').length == %d", tables+1))
	eval[bool](a, `(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => { void blob.text().then(t => window.saved = t); return make(blob); }; return true; })()`)
	a.click("#export-go")
	a.until("window.saved")
	file := filepath.Join(t.TempDir(), "games.json")
	if err := os.WriteFile(file, []byte(eval[string](a, "window.saved")), 0o600); err != nil {
		t.Fatal(err)
	}

	own := b.choose(opening{mode: "hotseat"})
	b.expect("status of 422")
	b.open("/en/my")
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte(`{"hod":"gam`), 0o600); err != nil {
		t.Fatal(err)
	}
	b.add(bad, "not a file with games")
	b.add(file, fmt.Sprintf("%d games were added", tables+1))
	b.until(fmt.Sprintf("document.querySelectorAll('#lists [data-id]').length == %d", tables+2))
	b.open("/en/my") // also the next time
	b.until(fmt.Sprintf("document.querySelectorAll('#lists [data-id]').length == %d", tables+2))
	for _, id := range []string{tableID(own), tableID(path), all[0].ID, all[tables-1].ID} {
		if !b.has(fmt.Sprintf("[data-id='%s']", id)) {
			t.Errorf("table %s is lost", id)
		}
	}
	b.click(fmt.Sprintf("[data-id='%s'] a", all[0].ID))
	b.until("document.querySelector('#table')?.dataset.line == 'open' && document.querySelector('#takes')")
	b.take(1)
	b.awaitLeft(13)
}

// add chooses a file on the page of games.
func (p *person) add(file, want string) {
	p.t.Helper()
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#import-file"), []string{file}))
	p.load(func() { p.click("#import-go") })
	if got := p.text("#told"); !strings.Contains(got, want) {
		p.t.Errorf("the page says %q, want %q", got, want)
	}
}

// TestAFrameOnAnotherSite shows the game that is made for it, which goes on by
// itself, and not the table.
func TestAFrameOnAnotherSite(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	made := mustCreate(t, s.api, wire.Create{Game: "ashtarashki", Mode: "hotseat"})
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><title>A blog</title><h1>A blog</h1>
			<iframe id="good" src="%[1]s%[2]s/embed" width="480" height="560" title="game"></iframe>
			<iframe id="bad" src="%[1]s%[2]s" title="table"></iframe><img id="image" src="%[1]s%[2]s/board.svg" width="300" alt="">`, s.url, made.URL)
	}))
	defer other.Close()
	p := s.person()
	p.expect("frame-ancestors", "X-Frame-Options", "Framing", "favicon", "status of 404")
	p.open(other.URL)
	p.until("document.readyState == 'complete' && document.querySelector('#image').naturalWidth > 0")
	tree, err := chromedp.Run(p.ctx, func(ctx context.Context, t *chromedp.Target) (page.GetFrameTreeResult, error) {
		return cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
	})
	if err != nil {
		t.Fatal(err)
	}
	var shown, kept int
	for _, f := range tree.FrameTree.ChildFrames {
		switch {
		case strings.HasSuffix(f.Frame.URL, "/embed"):
			shown++
		case strings.HasPrefix(f.Frame.URL, "chrome-error:"):
			kept++
		}
	}
	if shown != 1 || kept != 1 {
		t.Errorf("%d frames show a game, %d show nothing", shown, kept)
	}

	p.open("/en" + made.URL + "/record")
	p.isAccessible("where a game is taken away")
	p.click("[data-copy='embed-code']")
	p.until("document.querySelector(\"[data-copy='embed-code']\").textContent == 'Copied'")

	p.open(made.URL + "/record")
	p.isAccessibleToo("where a game is taken away, in Russian")
	p.open("/en" + made.URL + "/embed")
	p.isAccessibleToo("an embedded game, in English")
	p.open(made.URL + "/embed")
	p.until("document.querySelector('#embed')")
	p.isAccessible("an embedded game")
	// Frames that others have made lower, and more words than usual: the board gives way.
	p.do(chromedp.EmulateViewport(480, 440))
	if low := eval[float64](p, `(() => { document.querySelector("#headline").textContent = "In so many words. ".repeat(8);
		return document.querySelector(".embed-foot").getBoundingClientRect().bottom - innerHeight; })()`); low > 0 {
		t.Errorf("the link under the steps ends %.0f px below the frame", low)
	}
	p.do(chromedp.EmulateViewport(1200, 900))
	p.open(made.URL + "/embed")
	p.until("document.querySelector('#embed')")
	first := p.text("#headline")
	if _, err := s.api.command(t.Context(), made.Table, made.Seats["first"], command("a", 1, s.someMove(made.URL))); err != nil {
		t.Fatal(err)
	}
	p.within(20*time.Second, fmt.Sprintf("document.querySelector('#count').textContent == '1/1' && document.querySelector('#headline').textContent.trim() != %q", first))
	p.press(kb.ArrowLeft)
	p.until("document.querySelector('#count').textContent == '0/1'")
	p.press(kb.End)
	p.until("document.querySelector('#count').textContent == '1/1' && document.querySelector('#embed').dataset.live == 'true'")
}
