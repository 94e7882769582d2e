package web_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/games/nardy/exercises"
	"github.com/hod-games/hod/internal/lang"
)

func TestEveryExerciseIsListedAndAnswersEveryChoice(t *testing.T) {
	onePageAfterAnother(t)
	r := newReader(t)
	for _, code := range lang.Languages() {
		c := r.languages[code]
		list := r.open(prefix(code) + "/nardy/exercises")
		for _, e := range exercises.All() {
			path := prefix(code) + "/nardy/exercises/" + e.ID
			if list.Find(`a[href="`+path+`"]`).Length() != 1 {
				t.Errorf("%s: exercise %s is not on the list", code, e.ID)
			}
			page := r.open(path)
			if page.Find(".answer").Length() != 0 || page.Find("figure .nardy.drawing").Length() != 1 {
				t.Errorf("%s: exercise %s has an answer before a choice, or no board", code, e.ID)
			}
			buttons := page.Find(`form.tries button[name="choice"]`)
			if buttons.Length() != len(e.Choices) {
				t.Fatalf("%s: exercise %s has %d buttons", code, e.ID, buttons.Length())
			}
			buttons.Each(func(i int, b *goquery.Selection) {
				if text := plain(b.Text()); text == "" || strings.Contains(text, "exercises.") {
					t.Errorf("%s: exercise %s, choice %d is %q", code, e.ID, i, text)
				}
				answered := r.open(path + "?choice=" + b.AttrOr("value", ""))
				rule, word := e.Clause, c.Text("exercises.nardy.wrong")
				if e.Choices[i].Rule != "" {
					rule = e.Choices[i].Rule
				}
				if i == e.Right {
					word = c.Text("exercises.nardy.right")
				}
				if got := said(t, answered.Selection, ".answer"); !strings.HasPrefix(got, word) {
					t.Errorf("%s: exercise %s, choice %d is answered by %q", code, e.ID, i, got)
				}
				if got := answered.Find(".answer.refused").Length() == 0; got != (i == e.Right) {
					t.Errorf("%s: exercise %s, choice %d is shown as right: %t", code, e.ID, i, got)
				}
				if got := answered.Find(".answer a").AttrOr("href", ""); got != prefix(code)+"/nardy/rules#"+rule {
					t.Errorf("%s: exercise %s, choice %d leads to %s", code, e.ID, i, got)
				}
			})
		}
	}
	for _, path := range []string{"/nardy/exercises/long-legal-99", "/bachet/exercises", "/bachet/exercises/long-legal-01"} {
		if _, status := r.get(path); status != 404 {
			t.Errorf("%s: status %d", path, status)
		}
	}
}
