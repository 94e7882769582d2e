package web_test

import (
	"net/url"
	"testing"
)

// TestWhoeverAsksIsToldThatHeWaits: a page without script says what its seat has
// asked for until there is an answer, and only to that seat.
func TestWhoeverAsksIsToldThatHeWaits(t *testing.T) {
	t.Parallel()
	for _, ask := range []struct{ form, says string }{
		{"#takeback-form", "Вы просите взять ход назад. Ждём ответа соперника."},
		{"#reset-form", "Вы предложили сбросить счёт. Ждём согласия соперника."},
	} {
		host, guest := twoByLink(t, newPages(t), "/bachet", url.Values{})
		host.playAnything(t)
		host.submit(host.page.Find(ask.form), nil)
		for _, b := range []*browser{host, guest} {
			b.open(b.where.Path)
		}
		host.wants("#sent", ask.says)
		guest.wants("#sent", "")
		if guest.page.Find("#offer:not([hidden])").Length() != 1 || host.page.Find("#offer:not([hidden])").Length() != 0 {
			t.Errorf("%s: the question is not put to the other one alone", ask.form)
		}
		guest.submit(guest.page.Find("#decline"), nil)
		host.open(host.where.Path)
		host.wants("#sent", "")
		if html, err := host.page.Find("#sent").Html(); err != nil || html != "" {
			t.Errorf("%s: with nothing to say its line holds %q, %v", ask.form, html, err)
		}
	}
}
