package web_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/lang"
)

func itoa(n int) string { return strconv.Itoa(n) }

// lostHeaps finds the heaps from which whoever moves loses, by trying
// everything.
func lostHeaps(most, upTo int, misere bool) []bool {
	lost := make([]bool, upTo+1)
	lost[0] = !misere
	for n := 1; n <= upTo; n++ {
		lost[n] = true
		for take := 1; take <= min(most, n); take++ {
			if lost[n-take] {
				lost[n] = false
			}
		}
	}
	return lost
}

func TestStrategyBoardMarksTheLostHeapsAndTakes(t *testing.T) {
	r := newReader(t)
	for _, sticks := range []int{1, 2, 15, 20, 99} {
		for max := 1; max <= 9; max++ {
			for _, misere := range []bool{false, true} {
				lost := lostHeaps(max, sticks, misere)
				page := r.open(fmt.Sprintf("/bachet/strategy?sticks=%d&max=%d&misere=%t&part=heaps", sticks, max, misere))
				cells := page.Find(".heap-cells li")
				if cells.Length() != sticks {
					t.Fatalf("%d sticks: %d cells", sticks, cells.Length())
				}
				cells.Each(func(i int, cell *goquery.Selection) {
					n := i + 1
					if cell.HasClass("is-lost") != lost[n] {
						t.Errorf("sticks %d, max %d, misère %t: %d is shown as %q", sticks, max, misere, n, plain(cell.Text()))
						return
					}
					if lost[n] {
						return
					}
					take, err := strconv.Atoi(strings.TrimPrefix(cell.Find("small").Text(), "−"))
					if err != nil || take < 1 || take > max || !lost[n-take] {
						t.Errorf("sticks %d, max %d, misère %t: from %d it says to take %q", sticks, max, misere, n, cell.Find("small").Text())
					}
				})
				want := r.languages["ru"].Text("strategy.bachet.board.lost")
				if got := said(t, page.Selection, ".verdict strong"); (got == want) != lost[sticks] {
					t.Errorf("sticks %d, max %d, misère %t: the verdict is %q", sticks, max, misere, got)
				}
			}
		}
	}
}

func TestStrategyBoardKeepsToTheLimits(t *testing.T) {
	r := newReader(t)
	for query, want := range map[string][2]string{
		"":                         {"15", "3"},
		"sticks=20&max=5":          {"20", "5"},
		"sticks=0&max=0":           {"1", "1"},
		"sticks=100&max=10":        {"99", "9"},
		"sticks=-7":                {"1", "3"},
		"sticks=x&max=":            {"15", "3"},
		"sticks=99999999999999999": {"99", "3"},
	} {
		page := r.open("/bachet/strategy?" + query)
		if got := page.Find("#heap-sticks").AttrOr("value", ""); got != want[0] {
			t.Errorf("%s: %s sticks, want %s", query, got, want[0])
		}
		if got := page.Find("#heap-max").AttrOr("value", ""); got != want[1] {
			t.Errorf("%s: takes of up to %s, want %s", query, got, want[1])
		}
		inLimits := query == "" || query == "sticks=20&max=5"
		if (page.Find("#heaps .notice").Length() == 0) != inLimits {
			t.Errorf("%s: the notice about limits is wrong", query)
		}
	}
}

func TestStrategyArticleSaysAllInBothLanguages(t *testing.T) {
	r := newReader(t)
	for _, code := range lang.Languages() {
		c := r.languages[code]
		page := r.open(prefix(code) + "/bachet/strategy")
		text := plain(page.Find("main").Text())
		for _, key := range c.Keys() {
			if !strings.HasPrefix(key, "strategy.bachet.") || strings.HasPrefix(key, "strategy.bachet.board.") ||
				key == "strategy.bachet.description" {
				continue
			}
			for part := range strings.SplitSeq(c.Text(key), "\n\n") {
				if want := plain(strings.ReplaceAll(part, "**", "")); !strings.Contains(text, want) {
					t.Errorf("%s: %s is not said: %q", code, key, want)
				}
			}
		}
		if got := page.Find(`meta[name="description"]`).AttrOr("content", ""); got != c.Text("strategy.bachet.description") {
			t.Errorf("%s: description %q", code, got)
		}
		page.Find(".contents a").Each(func(_ int, a *goquery.Selection) {
			byID(t, page, strings.TrimPrefix(a.AttrOr("href", ""), "#"))
		})
	}
}

func TestTheTakesOfTheTableAreRemainders(t *testing.T) {
	page := newReader(t).open("/bachet/strategy")
	rows := page.Find(".take-table tr")
	left, take := rows.Eq(0).Find("td"), rows.Eq(1).Find("td")
	if left.Length() != 8 || take.Length() != 8 {
		t.Fatalf("%d and %d columns", left.Length(), take.Length())
	}
	for i := range 8 {
		n := i + 1
		want := itoa(n % 4)
		if n%4 == 0 {
			want = "—"
		}
		if got := plain(take.Eq(i).Text()); plain(left.Eq(i).Text()) != itoa(n) || got != want {
			t.Errorf("from %d take %s, want %s", n, got, want)
		}
	}
}
