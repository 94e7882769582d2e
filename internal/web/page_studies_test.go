package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/games/ashtarashki/studies"
	"github.com/hod-games/hod/internal/lang"
)

// onePerLength are the first studies of each number of moves.
func onePerLength() []studies.Study {
	var all []studies.Study
	for _, s := range studies.All() {
		if n := len(all); n == 0 || all[n-1].Moves != s.Moves {
			all = append(all, s)
		}
	}
	return all
}

// tryIn sends a move by the form of a study.
func tryIn(t *testing.T, r reader, page *goquery.Document, move string) *goquery.Document {
	t.Helper()
	form := page.Find("#study form.tries")
	q := url.Values{"text": {move}}
	form.Find("input").Each(func(_ int, input *goquery.Selection) {
		q.Set(input.AttrOr("name", ""), input.AttrOr("value", ""))
	})
	return r.open(form.AttrOr("action", "") + "?" + q.Encode())
}

func moves(page *goquery.Document) []string {
	return page.Find(`.legal button[name="text"]`).Map(func(_ int, b *goquery.Selection) string { return b.AttrOr("value", "") })
}

func TestStudiesAreSolvedThroughTheirForms(t *testing.T) {
	r := newAshtarashkiReader(t)
	for _, study := range onePerLength() {
		page := r.open("/ashtarashki/studies/" + study.ID)
		if got := shownCode(t, page); got != study.Position {
			t.Fatalf("study %s begins in %s", study.ID, got)
		}
		for move := 1; page.Find("[data-solved]").Length() == 0; move++ {
			if move > study.Moves {
				t.Fatalf("study %s is not solved in %d moves", study.ID, study.Moves)
			}
			var right []string
			var next *goquery.Document
			for _, text := range moves(page) {
				tried := tryIn(t, r, page, text)
				if tried.Find(".answer.refused").Length() == 0 {
					right, next = append(right, text), tried
				}
			}
			if move == 1 && !slices.Equal(right, []string{string(study.Solution())}) {
				t.Fatalf("study %s: %q are right at first, want %s", study.ID, right, study.Solution())
			}
			if len(right) == 0 {
				t.Fatalf("study %s: no move is right after %d", study.ID, move-1)
			}
			page = next
		}
		if got := page.Find("[data-solved]").AttrOr("data-solved", ""); got != study.ID {
			t.Errorf("study %s: %q is solved", study.ID, got)
		}
		if len(moves(page)) != 0 {
			t.Errorf("study %s is solved and can be played on", study.ID)
		}
	}
}

func TestAWrongMoveIsAnsweredAndTakenBack(t *testing.T) {
	r := newAshtarashkiReader(t)
	for _, code := range lang.Languages() {
		for _, study := range onePerLength() {
			begin := r.open(prefix(code) + "/ashtarashki/studies/" + study.ID)
			for _, text := range moves(begin) {
				if text == string(study.Solution()) {
					continue
				}
				page := tryIn(t, r, begin, text)
				if got := said(t, page.Selection, ".answer.refused"); !strings.Contains(got, text) {
					t.Errorf("study %s, %s: the answer is %q", study.ID, text, got)
				}
				if shownCode(t, page) == study.Position {
					t.Errorf("study %s, %s: the move and its answer are not on the board", study.ID, text)
				}
				back := r.open(page.Find(`a[data-place="back"]`).AttrOr("href", ""))
				if got := shownCode(t, back); got != study.Position {
					t.Errorf("study %s: taking %s back leads to %s", study.ID, text, got)
				}
			}
		}
	}
}

func TestStudiesExplainWhatIsNotAllowed(t *testing.T) {
	r := newAshtarashkiReader(t)
	study := studies.All()[0]
	page := tryIn(t, r, r.open("/ashtarashki/studies/"+study.ID), "M3h9")
	answer := page.Find(".answer.refused")
	if answer.Find("a").AttrOr("href", "") != "/ashtarashki/rules#ashtarashki.unreadable" {
		t.Errorf("the refusal links %q", answer.Find("a").AttrOr("href", ""))
	}
	if got := shownCode(t, page); got != study.Position {
		t.Errorf("a refused move leads to %s", got)
	}
	study = onePerLength()[1] // Black answers its first move
	for path, want := range map[string]int{
		"/ashtarashki/studies/9-99":                                                             http.StatusNotFound,
		"/ashtarashki/studies/" + study.ID + "?moves=nonsense":                                  http.StatusBadRequest,
		"/ashtarashki/studies/" + study.ID + "?moves=a+b+c+d+e+f":                               http.StatusBadRequest,
		"/ashtarashki/studies/" + study.ID + "?moves=" + url.QueryEscape(string(study.Line[0])): http.StatusBadRequest,
	} {
		if _, status := r.get(path); status != want {
			t.Errorf("%s: status %d, want %d", path, status, want)
		}
	}
}

func TestAStoneOfAStudyIsChosenWithoutScript(t *testing.T) {
	r := newAshtarashkiReader(t)
	for _, study := range onePerLength() {
		page := r.open("/ashtarashki/studies/" + study.ID)
		movable := page.Find("#study button.movable")
		if movable.Length() == 0 {
			t.Fatalf("study %s: nothing can be chosen", study.ID)
		}
		movable.Each(func(_ int, b *goquery.Selection) {
			held := r.open("/ashtarashki/studies/" + study.ID + "?at=" + b.AttrOr("value", ""))
			if got := held.Find("#study button.selected").AttrOr("data-square", ""); got != b.AttrOr("value", "") {
				t.Errorf("study %s: %s is chosen, want %s", study.ID, got, b.AttrOr("value", ""))
			}
			held.Find("#study button.target").Each(func(_ int, target *goquery.Selection) {
				if name := target.AttrOr("name", ""); name == "text" && !slices.Contains(moves(page), target.AttrOr("value", "")) {
					t.Errorf("study %s: the board offers %s", study.ID, target.AttrOr("value", ""))
				}
			})
		})
	}
}

func TestTheListOfStudiesHoldsThemAll(t *testing.T) {
	r := newAshtarashkiReader(t)
	for _, code := range lang.Languages() {
		page := r.open(prefix(code) + "/ashtarashki/studies")
		links := page.Find("a[data-study]")
		all := studies.All()
		if links.Length() != len(all) {
			t.Fatalf("%d studies are listed, want %d", links.Length(), len(all))
		}
		links.Each(func(i int, link *goquery.Selection) {
			if link.AttrOr("data-study", "") != all[i].ID || link.AttrOr("href", "") != prefix(code)+"/ashtarashki/studies/"+all[i].ID {
				t.Errorf("place %d holds %s", i, link.AttrOr("href", ""))
			}
		})
		if page.Find("#progress:not([hidden])").Length() != 0 {
			t.Error("progress is shown where no script knows it")
		}
	}
}

func TestEveryPageOfAshtarashkiIsFoundFromItsFirstOne(t *testing.T) {
	r := newAshtarashkiReader(t)
	for _, code := range lang.Languages() {
		for _, from := range []string{"/", "/ashtarashki", "/ashtarashki/rules"} {
			page := r.open(prefix(code) + from)
			for _, to := range []string{"game", "studies", "position"} {
				address := prefix(code) + "/ashtarashki/" + to
				if page.Find(`a[href="`+address+`"]`).Length() == 0 {
					t.Errorf("%s%s does not lead to %s", prefix(code), from, address)
				}
				r.open(address)
			}
		}
	}
	list, _ := r.get("/sitemap.xml")
	for _, to := range []string{"rules", "game", "studies", "position"} {
		for _, code := range lang.Languages() {
			if address := prefix(code) + "/ashtarashki/" + to + "</loc>"; !strings.Contains(htmlOf(t, list), address) {
				t.Errorf("the map of the site has no %s", address)
			}
		}
	}
}

// htmlOf is a document as text.
func htmlOf(t *testing.T, page *goquery.Document) string {
	t.Helper()
	text, err := page.Html()
	if err != nil {
		t.Fatal(err)
	}
	return text
}
