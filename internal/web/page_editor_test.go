package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
)

func TestEditorRefusesImpossiblePositionsInWords(t *testing.T) {
	r := newAshtarashkiReader(t)
	bad := map[ashtarashki.Problem]string{
		ashtarashki.ProblemParts: "w M3a1", ashtarashki.ProblemMover: "x M3a1 -", ashtarashki.ProblemForm: "w M3 -",
		ashtarashki.ProblemCondition: "w X3a1 -", ashtarashki.ProblemRank: "w M7a1 -", ashtarashki.ProblemOffBoard: "w M3j1 -",
		ashtarashki.ProblemLight: "w M3a2 -", ashtarashki.ProblemTaken: "w M3a1 M1a1",
		ashtarashki.ProblemTooMany: "w M3a1,M3c1,M3e1,M3g1,M3b2 -",
	}
	for _, code := range lang.Languages() {
		c := r.languages[code]
		for _, problem := range ashtarashki.Problems() {
			for _, field := range []string{"pos", "text"} {
				page, status := r.get(prefix(code) + "/ashtarashki/position?" + url.Values{field: {bad[problem]}}.Encode())
				if status != http.StatusUnprocessableEntity {
					t.Errorf("%s, %s=%s: status %d", code, field, bad[problem], status)
					continue
				}
				want, _, _ := strings.Cut(plain(c.Text("editor.ashtarashki.problem."+string(problem))), "{word}")
				if got := said(t, page.Selection, "#paste-problem"); !strings.Contains(got, want) {
					t.Errorf("%s, %s=%s: the page says %q, want %q", code, field, bad[problem], got, want)
				}
				if got := page.Find("textarea[name=text]").Text(); got != bad[problem] {
					t.Errorf("%s: what was typed is kept as %q", code, got)
				}
			}
		}
	}
}

// clicked is the page after a press on a square of the editor, with a brush.
func clicked(t *testing.T, r reader, page *goquery.Document, square string, brush url.Values) (*goquery.Document, int) {
	t.Helper()
	form := page.Find("#edit")
	if form.Find(`button[name="put"][value="`+square+`"]`).Length() != 1 {
		t.Fatalf("there is no square %s", square)
	}
	q := url.Values{"pos": {shownEditor(t, page)}, "put": {square}}
	for name, values := range brush {
		if form.Find(`input[name="`+name+`"][value="`+values[0]+`"]`).Length() != 1 {
			t.Fatalf("the palette has no %s %s", name, values[0])
		}
		q[name] = values
	}
	return r.get(form.AttrOr("action", "") + "?" + q.Encode())
}

func TestEditorPutsStonesWithoutScript(t *testing.T) {
	r := newAshtarashkiReader(t)
	page := r.open(r.open("/ashtarashki/position").Find("#clear").AttrOr("href", ""))
	if got := shownEditor(t, page); got != "w - -" {
		t.Fatalf("the empty board is %s", got)
	}
	if got := said(t, page.Selection, "#verdict-problem"); got != plain(r.languages["ru"].Text("editor.ashtarashki.empty")) {
		t.Errorf("the empty board: %q", got)
	}
	if page.Find("#play").Length() != 0 {
		t.Error("an empty board can be played")
	}
	for _, put := range []struct{ square, side, rank, state, want string }{
		{"c3", "w", "2", "V", "w V2c3 -"},
		{"c3", "w", "3", "M", "w M3c3 -"},
		{"d4", "b", "2", "M", "w M3c3 M2d4"},
		{"h8", "b", "1", "W", "w M3c3 M2d4,W1h8"},
		{"h8", "none", "1", "M", "w M3c3 M2d4"},
	} {
		page, _ = clicked(t, r, page, put.square, url.Values{"side": {put.side}, "rank": {put.rank}, "state": {put.state}})
		if got := shownEditor(t, page); got != put.want {
			t.Fatalf("%v leads to %s", put, got)
		}
		for name, value := range map[string]string{"side": put.side, "rank": put.rank, "state": put.state} {
			if got := page.Find(`input[name="`+name+`"][checked]`).AttrOr("value", ""); got != value {
				t.Errorf("the palette forgets its %s: %s", name, got)
			}
		}
	}
	page = r.open("/ashtarashki/position?" + url.Values{"pos": {"w M3c3 M2d4"}, "mover": {"b"}}.Encode())
	if got := shownEditor(t, page); got != "b M3c3 M2d4" {
		t.Errorf("the other side to move: %s", got)
	}
	if got := page.Find("#field-code").AttrOr("value", ""); got != "b M3c3 M2d4" {
		t.Errorf("the text to copy is %s", got)
	}
	link, err := url.Parse(page.Find("#field-link").AttrOr("value", ""))
	if err != nil || !link.IsAbs() {
		t.Fatalf("the link to share is %v, %v", link, err)
	}
	if got := shownEditor(t, r.open(link.RequestURI())); got != "b M3c3 M2d4" {
		t.Errorf("the link to share leads to %s", got)
	}
	page, status := clicked(t, r, r.open("/ashtarashki/position"), "d4", url.Values{"side": {"w"}, "rank": {"3"}, "state": {"M"}})
	if status != http.StatusUnprocessableEntity || page.Find("#verdict-problem").Length() != 1 {
		t.Errorf("a fifth three: status %d, %q", status, plain(page.Find("#verdict").Text()))
	}
	if got := shownEditor(t, page); got != ashtarashki.Initial().String() {
		t.Errorf("a fifth three changes the board to %s", got)
	}
}

func TestEditorSaysThatAGameIsOver(t *testing.T) {
	r := newAshtarashkiReader(t)
	for _, code := range lang.Languages() {
		c := r.languages[code]
		for position, want := range map[string][2]string{
			"w M3b8,V1d6,M2f8 M1c1,V3e1":      {"first", "more-stones"},
			"b M1b8,V2d8,M1f8,M3h8 M1c3,M2e5": {"first", "finish"},
			"w V3a1 M2b2,M1c3,M1b4":           {"second", "block"},
			"b M3d4,M1f2 -":                   {"first", "total"},
			"b M3b8,M3f8 V1a1,V3h4":           {"first", "finish-few"},
		} {
			page := r.open(prefix(code) + "/ashtarashki/position?" + url.Values{"pos": {position}}.Encode())
			text := plain(c.Text("editor.ashtarashki.over."+want[0], "reason", c.Text("editor.ashtarashki.why."+want[1])))
			if got := said(t, page.Selection, "#verdict-problem"); got != text {
				t.Errorf("%s, %s: %q, want %q", code, position, got, text)
			}
			if page.Find("#play").Length() != 0 {
				t.Errorf("%s can be played", position)
			}
		}
	}
}

// TestATableDoesNotBeginWithAGameThatIsOver: no page offers it, and whoever asks
// all the same is told why.
func TestATableDoesNotBeginWithAGameThatIsOver(t *testing.T) {
	b := newPages(t).browser()
	for prefix, want := range map[string]string{"": "В этой позиции партия уже окончена.", "/en": "In this position the game is already over."} {
		b.start(prefix+"/ashtarashki", "mode", "hotseat", "position", "w M3b8,V1d6,M2f8 M1c1,V3e1")
		if got := strings.ReplaceAll(b.text("#problem"), "\u00a0", " "); b.status != http.StatusUnprocessableEntity || !strings.Contains(got, want) {
			t.Errorf("status %d, %q, want %q", b.status, got, want)
		}
	}
}

func TestAPositionIsPlayedInEveryMode(t *testing.T) {
	r := newAshtarashkiReader(t)
	const position = "b M3c3,M1e1 M2d6,M1h8"
	page := r.open("/ashtarashki/position?" + url.Values{"pos": {position}}.Encode())
	form := page.Find("#play")
	for _, mode := range []table.Mode{table.Computer, table.HotSeat, table.Link} {
		if form.Find(`button[name="mode"][value="`+string(mode)+`"]`).Length() != 1 {
			t.Fatalf("no button for %s", mode)
		}
		fields := url.Values{"mode": {string(mode)}, "bot": {form.Find("select[name=bot] option[selected]").AttrOr("value", "")}}
		form.Find("input[type=hidden], input[checked]").Each(func(_ int, input *goquery.Selection) {
			fields.Set(input.AttrOr("name", ""), input.AttrOr("value", ""))
		})
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, form.AttrOr("action", ""), strings.NewReader(fields.Encode()))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		r.handler.ServeHTTP(w, request)
		_, address, ok := strings.Cut(w.Header().Get("Location"), "/t/")
		id, _, _ := strings.Cut(address, "?")
		if w.Code != http.StatusSeeOther || !ok {
			t.Fatalf("%s: status %d: %s", mode, w.Code, w.Body)
		}
		snap, err := r.host.Snapshot(t.Context(), table.ID(id))
		if err != nil {
			t.Fatal(err)
		}
		if snap.Mode != mode || snap.Position != position {
			t.Errorf("%s opens %s in %s", mode, snap.Mode, snap.Position)
		}
		if mode == table.Link && snap.SideOf(game.First) != game.Second {
			t.Error("by a link the maker does not play the side that was chosen")
		}
		// Black is to move, and the person plays the side that is.
		if mode == table.Computer && snap.ToAct != game.First {
			t.Errorf("against the computer %v begins", snap.ToAct)
		}
	}
}

func TestPastedTextsLeadToTheirPages(t *testing.T) {
	r := newAshtarashkiReader(t)
	follow := func(text string) *goquery.Document {
		t.Helper()
		w := httptest.NewRecorder()
		address := "/en/ashtarashki/position?" + url.Values{"text": {text}}.Encode()
		r.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))
		if w.Code != http.StatusSeeOther {
			t.Fatalf("%.40q: status %d", text, w.Code)
		}
		return r.open(w.Header().Get("Location"))
	}
	if got := shownEditor(t, follow("  w M2f8,V1d6,M3b8 V3e1,M1c1\r\n")); got != "w M3b8,V1d6,M2f8 M1c1,V3e1" {
		t.Errorf("a position is read as %s", got)
	}
	page := follow(ashtarashki.AuthorsGame().String())
	if got := page.Find("#record").Text(); got != strings.TrimSpace(ashtarashki.AuthorsGame().String()) {
		t.Errorf("the author's game comes back as %q", got)
	}
	for text, want := range map[string]string{
		"1. M3cd4 M3de5 2. M3f4 M2b4":  "Black’s move 2, “M2b4”",
		"1. M3d4":                      "White’s move 1, “M3d4”",
		"hello":                        "White’s move 1, “hello”",
		" ":                            "Paste a position",
		strings.Repeat("M3cd4 ", 2000): "too long",
	} {
		page, status := r.get("/en/ashtarashki/position?" + url.Values{"text": {text}}.Encode())
		if got := plain(page.Find("#paste-problem, #verdict-problem").First().Text()); status != http.StatusUnprocessableEntity || !strings.Contains(got, want) {
			t.Errorf("%.40q: status %d, %q, want %q", text, status, got, want)
		}
	}
}
