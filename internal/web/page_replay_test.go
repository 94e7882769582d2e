package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/lang"
)

// newAshtarashkiReader opens a site that offers Ashtarashki.
func newAshtarashkiReader(t *testing.T) reader {
	t.Helper()
	entries := games.All()
	for i := range entries {
		entries[i].Draft = entries[i].Rules.Info().ID != ashtarashki.ID
	}
	return newReaderOf(t, entries)
}

// shownCode is the position on the one board of a page.
func shownCode(t *testing.T, page *goquery.Document) string {
	t.Helper()
	board := page.Find(".ashtarashki[data-code]")
	if board.Length() != 1 {
		t.Fatalf("%d boards, want one", board.Length())
	}
	return board.AttrOr("data-code", "")
}

func TestReplayShowsEveryPositionOfTheAuthorsGame(t *testing.T) {
	r := newAshtarashkiReader(t)
	positions, err := ashtarashki.AuthorsGame().Positions()
	if err != nil {
		t.Fatal(err)
	}
	path := "/ashtarashki/game"
	for ply, p := range positions {
		page := r.open(path)
		if got := shownCode(t, page); got != p.String() {
			t.Fatalf("after %d half-moves the board shows %s, want %s", ply, got, p)
		}
		if got := page.Find(".game-moves a").Length(); got != 86 {
			t.Fatalf("%d moves are listed", got)
		}
		current := page.Find(`.game-moves a[aria-current="step"]`)
		if ply > 0 && !strings.HasPrefix(plain(current.Text()), string(ashtarashki.AuthorsGame().Moves[ply-1])) {
			t.Errorf("after %d half-moves %q is marked", ply, plain(current.Text()))
		}
		path = page.Find(`a[data-place="forward"]`).AttrOr("href", "")
		if (path == "") != (ply == 86) {
			t.Fatalf("after %d half-moves it goes on to %q", ply, path)
		}
	}
	page := r.open("/ashtarashki/game?ply=86")
	if got := page.Find(`a[data-place="open"]`).AttrOr("href", ""); shownEditor(t, r.open(got)) != "w M3b8,V1d6,M2f8 M1c1,V3e1" {
		t.Errorf("the position opens in %s", got)
	}
	if got := page.Find("#record").Text(); !strings.HasSuffix(got, "43. M3b8 V3e1\n# 1 : 0") {
		t.Errorf("the record is %q", got)
	}
}

func shownEditor(t *testing.T, page *goquery.Document) string {
	t.Helper()
	return page.Find(`#edit input[name="pos"]`).AttrOr("value", "")
}

func TestReplayTellsTheTurningPointsInEveryLanguage(t *testing.T) {
	r := newAshtarashkiReader(t)
	for _, code := range lang.Languages() {
		c := r.languages[code]
		notes := 0
		for _, key := range c.Keys() {
			number, ok := strings.CutPrefix(key, "replay.ashtarashki.note.")
			if !ok {
				continue
			}
			notes++
			page := r.open(prefix(code) + "/ashtarashki/game?part=replay&ply=" + number)
			if page.Find("main").Length() != 0 {
				t.Fatal("the part comes with a whole page")
			}
			if got := said(t, page.Selection, ".game-note"); got != plain(c.Text(key)) {
				t.Errorf("%s, half-move %s: told %q", code, number, got)
			}
			if n, err := strconv.Atoi(number); err != nil || n < 0 || n > 86 {
				t.Errorf("%s: a note on half-move %s", code, number)
			}
		}
		// The chain, the captures backward, the first V, the W, the end.
		for _, ply := range []int{10, 22, 60, 73, 78, 86} {
			if !c.Has("replay.ashtarashki.note." + strconv.Itoa(ply)) {
				t.Errorf("%s: nothing is said of half-move %d", code, ply)
			}
		}
		// From note to note one sees them all.
		path, seen := prefix(code)+"/ashtarashki/game", 1
		for page := r.open(path); ; seen++ {
			next, ok := page.Find(`a[data-place="note"]`).Attr("href")
			if !ok {
				break
			}
			page = r.open(next)
		}
		if seen != notes {
			t.Errorf("%s: %d of %d notes are reached", code, seen, notes)
		}
	}
}

func TestReplayShowsAGameOfOnesOwn(t *testing.T) {
	r := newAshtarashkiReader(t)
	q := url.Values{"game": {"b M3d2,V1d6 V3c5,M1e3\nM1:d2 V1c7"}, "ply": {"1"}}
	page := r.open("/ashtarashki/game?" + q.Encode())
	if got := shownCode(t, page); got != "w V1d6 V3c5,M1d2" && got != "w V1d6 M1d2,V3c5" {
		t.Errorf("the board shows %s", got)
	}
	if page.Find(".game-note").Length() != 0 {
		t.Error("a game of one's own bears the notes on the author's")
	}
	if page.Find(`meta[name="robots"][content="noindex"]`).Length() != 1 {
		t.Error("every game of one's own is for search engines")
	}
	page, status := r.get("/ashtarashki/game?game=M3cd4+M3d4")
	if status != http.StatusUnprocessableEntity || !strings.Contains(said(t, page.Selection, "#paste-problem"), "M3d4") {
		t.Errorf("a game that can not be: status %d, %q", status, plain(page.Find("#paste-problem").Text()))
	}
}

func TestPagesOfAshtarashkiBelongToNoOtherGame(t *testing.T) {
	r := newReader(t)
	for _, page := range []string{"game", "position", "studies", "studies/3-01"} {
		if _, status := r.get("/bachet/" + page); status != http.StatusNotFound {
			t.Errorf("/bachet/%s: status %d", page, status)
		}
	}
}
