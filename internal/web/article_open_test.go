package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
)

// press sends a form as a browser without script does and returns the table
// that it opened.
func (r reader) press(form *goquery.Selection) *table.Snapshot {
	r.t.Helper()
	if method := form.AttrOr("method", ""); method != "post" {
		r.t.Fatalf("a form that opens a table is sent by %q", method)
	}
	fields := url.Values{}
	form.Find("input").Each(func(_ int, input *goquery.Selection) {
		fields.Set(input.AttrOr("name", ""), input.AttrOr("value", ""))
	})
	request := httptest.NewRequestWithContext(r.t.Context(), http.MethodPost, form.AttrOr("action", ""), strings.NewReader(fields.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, request)
	_, id, ok := strings.Cut(w.Header().Get("Location"), "/t/")
	id, _, _ = strings.Cut(id, "?")
	if w.Code != http.StatusSeeOther || !ok {
		r.t.Fatalf("%v: status %d, location %q: %s", fields, w.Code, w.Header().Get("Location"), w.Body)
	}
	snap, err := r.host.Snapshot(r.t.Context(), table.ID(id))
	if err != nil {
		r.t.Fatal(err)
	}
	return snap
}

func TestEveryExampleThatIsNotOverCanBePlayedForReal(t *testing.T) {
	onePageAfterAnother(t)
	eachRulesPage(t, func(t *testing.T, r reader, _ *lang.Catalogue, rules game.Explainer, path string) {
		page := r.open(path)
		for _, clause := range rules.Explain() {
			for _, e := range clause.Examples {
				state := start(t, rules, e.Options, e.Position)
				forms := byID(t, page, "example-"+e.ID).Find(".for-real form[method=post]") // the one besides leads to the training table
				if !state.ToAct().Player() {
					if forms.Length() != 0 {
						t.Errorf("example %s is over and can be played", e.ID)
					}
					continue
				}
				if forms.Length() != 2 {
					t.Fatalf("example %s can be played in %d ways", e.ID, forms.Length())
				}
				if slices.Equal(slices.Collect(state.Legal()), []game.Action{game.Pass}) {
					continue // the table passes at once, and goes on
				}
				for i, mode := range []table.Mode{table.Computer, table.HotSeat} {
					snap := r.press(forms.Eq(i))
					if snap.Mode != mode || snap.State.String() != state.String() || snap.Game != rules.Info().ID {
						t.Errorf("example %s opens %s at %s, want %s at %s", e.ID, snap.Mode, snap.State, mode, state)
					}
					// The person is the one to move, not the computer.
					if mode == table.Computer && snap.ToAct != game.First {
						t.Errorf("example %s: seat %v is to move", e.ID, snap.ToAct)
					}
				}
			}
		}
	})
}

func TestTheStrategyOpensTheGamesItPromises(t *testing.T) {
	r := newReader(t)
	page := r.open("/bachet/strategy?sticks=33&max=7&misere=true")
	play := page.Find(".heap-play form")
	turns := page.Find(".turns form")
	if play.Length() != 2 || turns.Length() != 3 {
		t.Fatalf("%d and %d forms", play.Length(), turns.Length())
	}
	own, classic, twenty := `{"sticks":33,"max":7,"misere":true}`, `{"sticks":15,"max":3,"misere":false}`, `{"sticks":20,"max":3,"misere":false}`
	for _, want := range []struct {
		form    *goquery.Selection
		options string
		starts  game.Side
	}{
		{play.Eq(0), own, game.First},
		{play.Eq(1), own, game.Second},
		{turns.Eq(0), classic, game.First},
		{turns.Eq(1), twenty, game.Second},
		{turns.Eq(2), classic, game.Second},
	} {
		snap := r.press(want.form)
		if string(snap.Options) != want.options || snap.Starts != want.starts || snap.Mode != table.Computer {
			t.Errorf("%q opens %s, %s, %v starts; want %s, %v", plain(want.form.Text()), snap.Mode, snap.Options, snap.Starts, want.options, want.starts)
		}
		if bot := snap.Seat(game.Second).Bot; bot != "winning" {
			t.Errorf("%q: the computer is %q", plain(want.form.Text()), bot)
		}
	}
}
