package web_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
)

// TestGlossaryWordsAreLinkedFromThePages: what a page says leads to the
// glossary, to a word that is there, once a passage; and every word of the
// glossary is led to from somewhere.
func TestGlossaryWordsAreLinkedFromThePages(t *testing.T) {
	r := newReader(t)
	for _, code := range lang.Languages() {
		rules := prefix(code) + "/nardy/rules"
		family := r.open(rules)
		linked := map[string]int{}
		check := func(path string, page *goquery.Document) {
			t.Helper()
			page.Find("main p").Each(func(_ int, p *goquery.Selection) {
				seen := map[string]bool{}
				p.Find("a.term").Each(func(_ int, a *goquery.Selection) {
					href := a.AttrOr("href", "")
					if seen[href] {
						t.Errorf("%s leads to %s twice in a paragraph", path, href)
					}
					seen[href] = true
				})
			})
			page.Find("main a.term").Each(func(_ int, a *goquery.Selection) {
				at, id, _ := strings.Cut(a.AttrOr("href", ""), "#")
				if path != rules && at != rules || path == rules && at != "" {
					t.Errorf("%s: %q leads to %s", path, a.Text(), a.AttrOr("href", ""))
				}
				if family.Find("#"+id).Length() != 1 {
					t.Errorf("%s: %q leads to %s, which is not there", path, a.Text(), id)
				}
				linked[id]++
			})
		}
		check(rules, family)
		if linked["term-double"] == 0 || linked["term-head"] == 0 {
			t.Errorf("%s leads to %v", rules, linked)
		}
		for _, v := range nardy.Variants() {
			path := rules + "/" + strings.ReplaceAll(v.ID, "_", "-")
			page := r.open(path)
			if check(path, page); page.Find("main a.term").Length() == 0 {
				t.Errorf("%s leads to no word", path)
			}
		}
		exercises := r.open(prefix(code) + "/nardy/exercises").Find(`main a[href*="/exercises/"]`)
		exercises.Each(func(_ int, a *goquery.Selection) {
			path := a.AttrOr("href", "")
			check(path, r.open(path))
		})
		family.Find(".glossary dt").Each(func(_ int, dt *goquery.Selection) {
			// A hop is a move of one checker: no single word means it.
			if id := dt.AttrOr("id", ""); linked[id] == 0 && id != "term-hop" {
				t.Errorf("%s: nothing leads to %s", code, id)
			}
		})
	}
}

func TestAGlossaryLinkIsAWholeWord(t *testing.T) {
	page := newReader(t).open("/nardy/rules")
	page.Find("main a.term").Each(func(_ int, a *goquery.Selection) {
		for _, no := range []string{"заранее", "домашн", "барь", "кубок"} {
			if strings.HasPrefix(strings.ToLower(a.Text()), no) {
				t.Errorf("%q is a word of the glossary", a.Text())
			}
		}
		if strings.ContainsAny(a.Text(), " .,") {
			t.Errorf("%q is no word", a.Text())
		}
	})
}
