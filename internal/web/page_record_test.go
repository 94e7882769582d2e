package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// playOut plays a round at one device to its end, or n moves of it.
func (b *browser) playOut(game string, n int, fields ...string) {
	t := b.site.t
	t.Helper()
	form := url.Values{"mode": {"hotseat"}, "name1": {"Аня <b>"}, "name2": {"Боря"}}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	b.ask(http.MethodPost, "/"+game, form)
	for range n {
		snap := b.snapshot()
		if snap.Over() {
			return
		}
		if game == "nardy" {
			if plays := b.plays(); len(plays) > 0 {
				b.play(plays[len(plays)-1])
				continue
			}
			b.roll("")
			continue
		}
		for a := range snap.State.Legal() {
			b.submit(b.page.Find("form#act"), nil, "text", string(a))
			break
		}
	}
}

// raw is the body of an answer as it came.
func (b *browser) raw(path string) string {
	b.site.t.Helper()
	return string(unzippedFrom(b.site.t, b.fetch(path)).content)
}

// TestAGameFileHoldsAllOfItself looks at the files of every game in every
// language: whole, sealed, without a secret, and with nothing to fetch.
func TestAGameFileHoldsAllOfItself(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"bachet", "ashtarashki", "nardy"} {
		b := newPages(t).browser()
		b.playOut(game, 12)
		path, snap := b.where.Path, b.snapshot()
		for _, prefix := range []string{"", "/en"} {
			text := b.raw(prefix + path + "/game.html")
			page, err := goquery.NewDocumentFromReader(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, attribute := range []string{"src", "srcset", "data", "poster", "style"} {
				if found := page.Find("[" + attribute + "]"); found.Length() > 0 {
					t.Errorf("%s: %s=%q", game, attribute, found.AttrOr(attribute, ""))
				}
			}
			if page.Find("link, iframe, img, object, form").Length() > 0 {
				t.Errorf("%s: the file asks for something", game)
			}
			data := page.Find("#data")
			var held struct {
				Frames []struct{ Text, Code, Label, Pieces string }
				Log    struct{ Events []json.RawMessage }
			}
			if err := json.Unmarshal([]byte(data.Text()), &held); err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256([]byte(data.Text()))
			if data.AttrOr("data-seal", "") != hex.EncodeToString(sum[:]) {
				t.Errorf("%s: the seal does not fit", game)
			}
			if len(held.Frames) != len(snap.Plies)+1 || len(held.Log.Events) != int(snap.Seq) {
				t.Errorf("%s: %d frames of %d plies, %d of %d events", game, len(held.Frames), len(snap.Plies), len(held.Log.Events), snap.Seq)
			}
			for i, f := range held.Frames {
				if f.Text == "" || f.Label == "" || f.Pieces == "" || strings.Contains(f.Text+f.Label, "record.") {
					t.Errorf("%s: frame %d says %q, %q", game, i, f.Text, f.Label)
				}
			}
			if got := held.Frames[len(held.Frames)-1].Code; got != snap.Position {
				t.Errorf("%s: it ends in %s, the table stands at %s", game, got, snap.Position)
			}
			policy := page.Find("meta[http-equiv=Content-Security-Policy]").AttrOr("content", "")
			for what, inside := range map[string]string{"style-src": page.Find("style").Text(), "script-src": page.Find("script:not([type])").Text()} {
				sum := sha256.Sum256([]byte(inside))
				if want := what + " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; inside == "" || !strings.Contains(policy, want) {
					t.Errorf("%s: the policy %q lacks %s", game, policy, want)
				}
			}
			if !strings.Contains(policy, "default-src 'none'") || strings.Contains(text, "Аня <b>") {
				t.Errorf("%s: policy %q, or a name is markup", game, policy)
			}
			if page.Find("#moves [data-ply]").Length() != len(snap.Plies) {
				t.Errorf("%s: %d moves are listed", game, page.Find("#moves [data-ply]").Length())
			}
			for _, c := range b.jar.Cookies(b.where) {
				for word := range strings.SplitSeq(c.Value, "~") {
					if parts := strings.Split(word, "."); len(parts) == 3 && strings.Contains(text, parts[2]) {
						t.Errorf("%s: the file holds the secret of a seat", game)
					}
				}
			}
		}
	}
}

// TestTheFrameIsAsHighAsItsGame: the board at its full width, three lines of a
// result and the steps below; and no more, for pages of other people.
func TestTheFrameIsAsHighAsItsGame(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for _, entry := range games.All() {
		game := entry.Rules.Info().ID
		b := s.browser()
		b.playOut(game, 3)
		path := b.where.Path
		var width, height int
		if _, err := fmt.Sscanf(b.open(path+"/embed").Find("svg.sketch").AttrOr("viewBox", ""), "0 0 %d %d", &width, &height); err != nil {
			t.Fatalf("%s: the board has no size: %v", game, err)
		}
		snippet, err := goquery.NewDocumentFromReader(strings.NewReader(b.open(path + "/record").Find("#embed-code").Text()))
		if err != nil {
			t.Fatal(err)
		}
		frame := snippet.Find("iframe")
		wide, _ := strconv.Atoi(frame.AttrOr("width", ""))
		high, _ := strconv.Atoi(frame.AttrOr("height", ""))
		if rest := high - (wide-17)*height/width; wide != 480 || rest < 278 || rest > 300 {
			t.Errorf("%s: a frame of %d by %d leaves %d for what stands around a board of %d by %d", game, wide, high, rest, width, height)
		}
		// In a narrower column it is as wide as that, and shrinks down to what it
		// needs on a phone.
		var wideAgain, highAgain, least int
		style := frame.AttrOr("style", "")
		n, err := fmt.Sscanf(style, "border:0;width:100%%;max-width:480px;height:auto;aspect-ratio:%d/%d;min-height:%dpx", &wideAgain, &highAgain, &least)
		if n != 3 || wideAgain != wide || highAgain != high {
			t.Errorf("%s: a frame with the style %q: %v", game, style, err)
		}
		if rest := least - (320-17)*height/width; rest < 278 || rest > 300 {
			t.Errorf("%s: a frame of 320 by %d leaves %d for what stands around the board", game, least, rest)
		}
	}
}

// TestDaysAreInWords: where people read them; machines have them as they like.
func TestDaysAreInWords(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.playOut("bachet", 99, "heap", "10")
	path, at := b.where.Path, b.snapshot().LastAt.UTC()
	iso := regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)
	for prefix, want := range map[string]string{"": strconv.Itoa(at.Day()) + " ", "/en": at.Format("2 January 2006")} {
		b.open(prefix + "/my")
		days := map[string]*goquery.Selection{"/my": b.page.Find(".my-note time")}
		file, err := goquery.NewDocumentFromReader(strings.NewReader(b.raw(prefix + path + "/game.html")))
		if err != nil {
			t.Fatal(err)
		}
		days["game.html"] = file.Find("footer time")
		for page, day := range days {
			got := strings.ReplaceAll(day.Text(), "\u00a0", " ")
			if day.Length() != 1 || !strings.Contains(got, want) || !strings.Contains(got, at.Format("2006")) || iso.MatchString(got) {
				t.Errorf("%s%s: %d days, %q, want %q", prefix, page, day.Length(), got, want)
			}
			if when, err := time.Parse(time.RFC3339, day.AttrOr("datetime", "")); err != nil || when.Unix() != at.Unix() {
				t.Errorf("%s%s: for machines it is %q", prefix, page, day.AttrOr("datetime", ""))
			}
		}
	}
}

// TestNotationReadsBack: the text of a round of Ashtarashki is what its own
// reader reads, and that of Bachet's has every move.
func TestNotationReadsBack(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.playOut("ashtarashki", 20)
	told, err := ashtarashki.ReadRecord(b.raw(b.where.Path + "/game.txt"))
	if err != nil {
		t.Fatal(err)
	}
	positions, err := told.Positions()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := positions[len(positions)-1].String(), b.snapshot().Position; got != want || len(told.Moves) != 20 {
		t.Errorf("after %d moves the text has %s, the table %s", len(told.Moves), got, want)
	}

	b.playOut("bachet", 99, "heap", "10")
	text := b.raw("/en" + b.where.Path + "/game.txt")
	var moves []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			moves = append(moves, strings.Fields(line)[1:]...)
		}
	}
	var want []string
	for _, p := range b.snapshot().Plies {
		want = append(want, string(p.Action))
	}
	if strings.Join(moves, " ") != strings.Join(want, " ") || !strings.Contains(text, "wins") {
		t.Errorf("moves %v, want %v, in\n%s", moves, want, text)
	}

	b.playOut("nardy", 4)
	r := b.open(b.where.Path + "/game.txt")
	if b.status != http.StatusNotFound || r.Find("h1").Length() != 1 {
		t.Errorf("nardy as text: status %d", b.status)
	}
}

// TestEveryRoundCanBeTakenAway: after three rounds each of them has its own
// file, and a number that no round has is no address.
func TestEveryRoundCanBeTakenAway(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.playOut("bachet", 3)
	path, first := b.where.Path, b.snapshot().Position
	b.press("restart-form")
	b.take("2")
	second := b.snapshot().Position
	b.open(path + "/record")
	if n := b.page.Find("[data-round]").Length(); n != 2 {
		t.Fatalf("%d rounds are listed", n)
	}
	for round, want := range map[string]string{"?round=1": first, "?round=2": second, "": second} {
		page, err := goquery.NewDocumentFromReader(strings.NewReader(b.raw(path + "/game.html" + round)))
		if err != nil {
			t.Fatal(err)
		}
		var held struct{ Frames []struct{ Code string } }
		if err := json.Unmarshal([]byte(page.Find("#data").Text()), &held); err != nil {
			t.Fatal(err)
		}
		if got := held.Frames[len(held.Frames)-1].Code; got != want {
			t.Errorf("%q ends in %s, want %s", round, got, want)
		}
	}
	for _, bad := range []string{"?round=0", "?round=3", "?round=x", "?round=-1"} {
		for _, file := range []string{"/game.html", "/game.txt", "/embed", "/board.svg"} {
			if b.open(path + file + bad); b.status != http.StatusNotFound {
				t.Errorf("%s%s: status %d", file, bad, b.status)
			}
		}
	}
	snippet := b.open(path + "/record").Find("#embed-code").Text()
	if !strings.Contains(snippet, `src="http://hod.test`+path+`/embed"`) {
		t.Errorf("the snippet is %q", snippet)
	}
}

// TestSketchesAreWellFormed reads the drawing of every position of some games
// as a program does that knows nothing of HTML.
func TestSketchesAreWellFormed(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"bachet", "ashtarashki", "nardy"} {
		b := newPages(t).browser()
		b.playOut(game, 15)
		path, plies := b.where.Path, len(b.snapshot().Plies)
		before := ""
		for ply := range plies + 1 {
			w := b.fetch(path + "/board.svg?ply=" + strconv.Itoa(ply))
			text := w.Body.String()
			if w.Header().Get("Content-Encoding") == "gzip" {
				text = string(unzippedFrom(t, w).content)
			}
			if kind := w.Header().Get("Content-Type"); !strings.HasPrefix(kind, "image/svg+xml") {
				t.Fatalf("%s: %s", game, kind)
			}
			d := xml.NewDecoder(strings.NewReader(text))
			ids, used := map[string]bool{}, map[string]bool{}
			for {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%s, ply %d: %v", game, ply, err)
				}
				if e, ok := token.(xml.StartElement); ok {
					for _, a := range e.Attr {
						switch a.Name.Local {
						case "id":
							ids[a.Value] = true
						case "href":
							used[strings.TrimPrefix(a.Value, "#")] = true
						case "style", "onload", "class":
							t.Errorf("%s: %s=%q", game, a.Name.Local, a.Value)
						}
					}
				}
			}
			for shape := range used {
				if !ids[shape] {
					t.Errorf("%s, ply %d: there is no shape %s", game, ply, shape)
				}
			}
			if text == before {
				t.Errorf("%s: plies %d and %d look the same", game, ply-1, ply)
			}
			before = text
		}
	}
}

// TestAPositionHasADrawing: any position by its code, and a sentence for what
// is none.
func TestAPositionHasADrawing(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	for _, path := range []string{"/bachet/board.svg", "/en/nardy/board.svg", "/ashtarashki/board.svg", "/bachet/board.svg?position=" + url.QueryEscape("3 second")} {
		if b.open(path); b.status != http.StatusOK || b.page.Find("svg title").Text() == "" {
			t.Errorf("%s: status %d", path, b.status)
		}
	}
	for _, path := range []string{"/bachet/board.svg?position=x", "/nardy/board.svg?options=%7B", "/nardy/board.svg?position=" + strings.Repeat("x", 3000), "/chess/board.svg"} {
		if b.open(path); b.status < 400 || b.status >= 500 || b.page.Find("h1").Length() != 1 {
			t.Errorf("%s: status %d", path, b.status)
		}
	}
}

// TestAnEmbeddedGameCanBeSteppedThrough by links alone, from the end to the
// beginning and back; the theme and the round stay.
func TestAnEmbeddedGameCanBeSteppedThrough(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.playOut("ashtarashki", 6)
	stranger := b.site.browser()
	stranger.open(b.where.Path + "/embed?theme=dark")
	follow := func(id string) {
		t.Helper()
		to := stranger.page.Find("#step-"+id).AttrOr("href", "")
		if to == "" {
			t.Fatalf("no way %s from %s", id, stranger.where)
		}
		stranger.open(stranger.where.Path + to)
	}
	if stranger.page.Find("#embed").AttrOr("data-live", "") != "true" || stranger.page.Find("#step-forward, #step-last").Length() != 0 {
		t.Error("the last position is not live, or goes on")
	}
	for range 6 {
		follow("back")
	}
	if stranger.page.Find("#step-back").Length() != 0 || stranger.page.Find("#embed").AttrOr("data-ply", "") != "0" {
		t.Errorf("at the beginning: %s", stranger.where)
	}
	follow("forward")
	follow("last")
	if stranger.page.Find("#embed").AttrOr("data-live", "") != "true" || stranger.page.Find("html").AttrOr("data-theme", "") != "dark" {
		t.Errorf("back at the end: %s", stranger.where)
	}
}
