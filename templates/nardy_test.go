package templates

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/lang"
)

func nardyTestBoard(t *testing.T, route string) NardyBoard {
	t.Helper()
	languages, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := NardyBoard{T: languages["en"], Family: "long", View: Nardy{Route: route, Mover: "first"}}
	if route == "opposed" {
		b.Family = "short"
	}
	return b
}

func TestNardyBoardHasAPlaceForEveryPointHoweverItIsTurned(t *testing.T) {
	seen := map[string]bool{}
	for _, route := range [...]string{"same", "opposed"} {
		for _, turned := range [...][2]bool{{}, {true, false}, {false, true}, {true, true}} {
			b := nardyTestBoard(t, route)
			b.Flipped, b.Mirrored = turned[0], turned[1]
			var order []string
			places := map[string]bool{}
			for point := 1; point <= 24; point++ {
				column, row := b.Cell(point)
				if column < 2 || column > 14 || column == 8 || row < 1 || row > 2 {
					t.Fatalf("%s %v: point %d lies in column %d, row %d", route, turned, point, column, row)
				}
				places[nardyCell(column, row)] = true
				order = append(order, nardyCell(column, row))
			}
			if len(places) != 24 {
				t.Errorf("%s %v: 24 points lie in %d places", route, turned, len(places))
			}
			seen[route+strings.Join(order, "/")] = true
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d different boards in two families of four orientations", len(seen))
	}
}

// Whoever sits at the near edge has the head at the top right and the home at
// the bottom right, and goes there against the clock.
func TestWhoSitsAtTheNearEdgeHasHeadAndHomeAtTheRight(t *testing.T) {
	for _, route := range [...]string{"same", "opposed"} {
		for side := range 2 {
			b := nardyTestBoard(t, route)
			b.Flipped = side == 1
			at := func(step int) string { return nardyCell(b.Cell(b.View.point(side, step))) }
			for step, want := range map[int]string{1: "c14 r1", 6: "c9 r1", 7: "c7 r1", 12: "c2 r1", 13: "c2 r2", 18: "c7 r2", 19: "c9 r2", 24: "c14 r2"} {
				if got := at(step); got != want {
					t.Errorf("%s, side %d: step %d lies at %s, not %s", route, side, step, got, want)
				}
			}
			b.Mirrored = true
			if got := at(24); got != "c2 r2" {
				t.Errorf("%s, side %d, mirrored: the last step lies at %s", route, side, got)
			}
		}
	}
}

func TestTraysLieWhereCheckersGoOut(t *testing.T) {
	for _, c := range [...]struct {
		route             string
		flipped, mirrored bool
		light, dark       string
	}{
		{"opposed", false, false, "c15 r2 near", "c15 r1 far"},
		{"opposed", true, false, "c15 r1 far", "c15 r2 near"},
		{"opposed", false, true, "c1 r2 near", "c1 r1 far"},
		{"same", false, false, "c15 r2 near", "c1 r1 far"},
		{"same", true, false, "c1 r1 far", "c15 r2 near"},
		{"same", true, true, "c15 r1 far", "c1 r2 near"},
	} {
		b := nardyTestBoard(t, c.route)
		b.Flipped, b.Mirrored = c.flipped, c.mirrored
		for _, s := range b.Stores() {
			want := c.light
			if s.Side == "second" {
				want = c.dark
			}
			if s.At == "off" && s.Cell != want {
				t.Errorf("%s, flipped %t, mirrored %t: tray of %s at %s, not %s", c.route, c.flipped, c.mirrored, s.Side, s.Cell, want)
			}
		}
	}
}

func TestPointsStandInTheOrderOfTheReadersRoute(t *testing.T) {
	for _, c := range [...]struct{ route, reader, want string }{
		{"same", "first", "1 2 3 … 22 23 24"},
		{"same", "second", "13 14 15 … 10 11 12"},
		{"opposed", "first", "1 2 3 … 22 23 24"},
		{"opposed", "second", "24 23 22 … 3 2 1"},
	} {
		b := nardyTestBoard(t, c.route)
		b.Reader = c.reader
		var all []string
		for _, p := range b.Points() {
			all = append(all, p.At)
		}
		if got := strings.Join(slices.Concat(all[:3], []string{"…"}, all[21:]), " "); got != c.want {
			t.Errorf("%s, %s: %s, not %s", c.route, c.reader, got, c.want)
		}
	}
}

func TestOwnNumbersCountDownToTheExit(t *testing.T) {
	for _, route := range [...]string{"same", "opposed"} {
		for side := range 2 {
			b := nardyTestBoard(t, route)
			b.Own, b.Flipped = true, side == 1
			for step := 1; step <= 24; step++ {
				if got, want := b.number(b.View.point(side, step)), fmt.Sprint(25-step); got != want {
					t.Errorf("%s, side %d: step %d is number %s, not %s", route, side, step, got, want)
				}
			}
		}
	}
}

func TestAPileShowsFiveCheckersAndHowManyThereAre(t *testing.T) {
	for _, c := range [...]struct {
		stack NardyStack
		want  string
		count string
	}{
		{NardyStack{}, "", ""},
		{NardyStack{Side: "first", N: 5}, "first first first first first", ""},
		{NardyStack{Side: "second", N: 12}, "second second second second second", "12"},
		{NardyStack{Side: "first", N: 2, Under: "second"}, "second under first first", ""},
	} {
		visible := c.stack.Visible()
		if got := strings.Join(visible, " "); got != c.want {
			t.Errorf("%+v shows %q, not %q", c.stack, got, c.want)
		}
		if got := c.stack.Count(len(visible) - 1); got != c.count {
			t.Errorf("%+v says %q, not %q", c.stack, got, c.count)
		}
	}
}

func TestNardyHopsReadsActions(t *testing.T) {
	for action, want := range map[string]string{
		"24/18 13/11": "24/18 13/11",
		"bar/4*(2)":   "bar/4 bar/4",
		"6/off(3)":    "6/off 6/off 6/off",
		"pass":        "",
		"raise":       "",
	} {
		if got := strings.Join(NardyHops(action), " "); got != want {
			t.Errorf("%s is %q, not %q", action, got, want)
		}
	}
}

func TestTheSummaryNamesEveryChecker(t *testing.T) {
	b := nardyTestBoard(t, "opposed")
	b.View.Points = [24]int{0: 2, 11: -3, 19: 1}
	b.View.Covered = []int{20}
	b.View.Bar, b.View.Off = [2]int{0, 1}, [2]int{12, 0}
	b.Dice = []NardyDie{{Pips: 6}, {Pips: 2, Used: true}}
	want := "light: 1 — 2, 20 — 1, off — 12; dark: 20 — covered, 12 — 3, bar — 1. Dice: 6, 2 played."
	if got := strings.ReplaceAll(b.Summary(), "\u00a0", " "); got != want {
		t.Errorf("summary is\n%s\nnot\n%s", got, want)
	}
}

// A figure is 0.6 as wide as it is high, and the cube is 9 wide.
func TestThePriceFitsTheDrawnCube(t *testing.T) {
	size := regexp.MustCompile(`font-size="([0-9.]+)"[^>]*>([0-9]+)</text>`)
	for _, price := range [...]int{1, 64, 800, 1600, 64000} {
		b := nardyTestBoard(t, "opposed")
		b.View.Cube.Kind, b.View.Cube.Price = "doubling", price
		var w sketcher
		b.sketchCube(&w)
		found := size.FindStringSubmatch(w.String())
		if found == nil || found[2] != strconv.Itoa(price) {
			t.Fatalf("no price %d in %s", price, w.String())
		}
		high, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		if wide := 0.6 * high * float64(len(found[2])); wide > 8.6 {
			t.Errorf("%d is %.1f wide", price, wide)
		}
	}
}

// A link to the page that is shown, with a fragment, would not load it anew.
func TestAHintThatIsThoughtAboutIsAskedForAgain(t *testing.T) {
	var page strings.Builder
	h := NardyHint{T: nardyTestBoard(t, "opposed").T, Address: "/t/x", Busy: true}
	if err := NardyHintPanel(h).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(page.String()))
	if err != nil {
		t.Fatal(err)
	}
	if doc.Find(`form#hint-form[method=post][action="/t/x/hint"]`).Length() != 1 || doc.Find("#hint-busy button[type=submit][form=hint-form]").Length() != 1 || doc.Find("#hint-busy a").Length() != 0 {
		t.Errorf("while a hint is thought about the page has %s", page.String())
	}
}
