package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/exercises"
	"github.com/hod-games/hod/internal/lang"
)

// pictureOf is the address of the picture that those who show a link ask for,
// and what it is said to show.
func pictureOf(r reader, path string) (address, alt string) {
	page := r.open(path)
	return page.Find(`meta[property="og:image"]`).AttrOr("content", ""), page.Find(`meta[property="og:image:alt"]`).AttrOr("content", "")
}

// TestPicturesOfPagesSayWhatTheyShow: the picture of a page of a game shows its
// board, and is not said to show the sticks of another one.
func TestPicturesOfPagesSayWhatTheyShow(t *testing.T) {
	r := newReader(t)
	for _, code := range lang.Languages() {
		c := r.languages[code]
		for path, want := range map[string]string{
			"/bachet": c.Text("bachet.picture"), "/bachet/rules": c.Text("bachet.picture"),
			"/ashtarashki": c.Text("ashtarashki.picture"), "/ashtarashki/rules": c.Text("ashtarashki.picture"),
			"/nardy": c.Text("nardy.picture"), "/nardy/rules": c.Text("nardy.picture"), "/nardy/position": c.Text("nardy.picture"),
			"/nardy/exercises": c.Text("nardy.picture"), "/": c.Text("site.picture"),
		} {
			address, alt := pictureOf(r, prefix(code)+path)
			if alt != want {
				t.Errorf("%s%s: %s is said to show %q, want %q", prefix(code), path, address, alt, want)
			}
		}
	}
	_, alt := pictureOf(r, "/en/nardy/position?variant=short&turn=D&d=6&d=5")
	if want := "Nardy. Classic short (backgammon): a position on the board, dark to move, the dice show 6–5"; plain(alt) != want {
		t.Errorf("a position is said to be %q, want %q", alt, want)
	}
}

// TestPagesOfPositionsShowTheirOwn: the pages of exercises and of variants have
// a picture of the position that they are about.
func TestPagesOfPositionsShowTheirOwn(t *testing.T) {
	r := newReader(t)
	codes := map[string]string{} // by path
	for _, e := range exercises.All() {
		codes["/nardy/exercises/"+e.ID], _, _ = strings.Cut(e.Position, " ")
	}
	for _, v := range nardy.Variants() {
		begin := v.Initial()
		codes["/nardy/rules/"+strings.ReplaceAll(v.ID, "_", "-")] = v.Code(&begin)
	}
	for path, code := range codes {
		address, alt := pictureOf(r, "/en"+path)
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(u.Path, "/nardy/picture.png") || u.Query().Get("pos") != code {
			t.Errorf("%s: the picture is %s, want that of %s", path, address, code)
		}
		if !strings.HasPrefix(alt, "Nardy. ") || !strings.Contains(alt, " to move") {
			t.Errorf("%s: the picture is said to show %q", path, alt)
		}
	}
	address, _ := pictureOf(r, "/nardy/exercises/short-legal-01")
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, u.RequestURI(), nil))
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
		t.Errorf("%s: status %d, %s", address, w.Code, w.Header().Get("Content-Type"))
	}
}

// TestExercisesAreNamedForReaders: by what they ask and their number there, not
// by the name of the program for them; each is described for who finds it.
func TestExercisesAreNamedForReaders(t *testing.T) {
	r := newReader(t)
	for _, code := range lang.Languages() {
		c := r.languages[code]
		titles := map[string]string{}
		for _, e := range exercises.All() {
			page := r.open(prefix(code) + "/nardy/exercises/" + e.ID)
			title, description := page.Find("title").Text(), page.Find("meta[name=description]").AttrOr("content", "")
			if strings.Contains(title, e.ID) || !strings.Contains(title, c.Text("exercises.nardy.kind."+e.Kind)) {
				t.Errorf("%s: exercise %s is called %q", code, e.ID, title)
			}
			if other := titles[title]; other != "" {
				t.Errorf("%s: exercises %s and %s are both called %q", code, e.ID, other, title)
			}
			titles[title] = e.ID
			if n := len([]rune(description)); n < 80 || n > 250 || !strings.Contains(description, c.Text("nardy.variant."+e.Variant)) {
				t.Errorf("%s: exercise %s is described in %d letters: %q", code, e.ID, n, description)
			}
		}
		if title := r.open(prefix(code) + "/nardy/exercises/long-legal-02").Find("title").Text(); !strings.Contains(plain(title), map[string]string{"ru": "2 из 9", "en": "2 of 9"}[code]) {
			t.Errorf("%s: the second of nine is called %q", code, title)
		}
	}
}
