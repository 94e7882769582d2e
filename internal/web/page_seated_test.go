package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/lang"
)

// opens posts the form that opens a table, without a cookie, and returns where
// it leads.
func opens(t *testing.T, r reader, path string, fields url.Values) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(fields.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, request)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
	}
	return w
}

func catalogue(t *testing.T, code string) *lang.Catalogue {
	t.Helper()
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	return all[code]
}

func TestWithoutCookiesItIsSaidWhyOneOnlyWatches(t *testing.T) {
	r := newAshtarashkiReader(t)
	for _, code := range lang.Languages() {
		c := catalogue(t, code)
		w := opens(t, r, prefix(code)+"/ashtarashki", url.Values{"mode": {"hotseat"}, "preset": {"classic"}})
		address := w.Header().Get("Location")
		if got := said(t, r.open(address).Selection, "#no-cookies"); got != strings.ReplaceAll(c.Text("table.no-cookies"), "\u00a0", " ") {
			t.Errorf("%s: without cookies the page says %q", code, got)
		}
		// Whoever comes by the plain address just watches.
		plain, _, _ := strings.Cut(address, "?")
		if r.open(plain).Find("#no-cookies").Length() != 0 {
			t.Error("everybody who watches is told about cookies")
		}
		// Who has the cookie gets the plain address, to send it to others.
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		for _, cookie := range w.Result().Cookies() {
			request.AddCookie(cookie)
		}
		with := httptest.NewRecorder()
		r.handler.ServeHTTP(with, request)
		if with.Code != http.StatusSeeOther || with.Header().Get("Location") != plain {
			t.Errorf("%s: with the cookie: status %d, to %q", code, with.Code, with.Header().Get("Location"))
		}
	}
}

// The terms of a table that begins in another position say so.
func TestTermsOfASetUpPosition(t *testing.T) {
	r := newAshtarashkiReader(t)
	for position, want := range map[string]string{
		"":                      "ashtarashki.terms",
		"w M3c3,M1e1 M2d6,M1h8": "ashtarashki.terms.set-up.first",
		"b M3c3,M1e1 M2d6,M1h8": "ashtarashki.terms.set-up.second",
	} {
		for _, code := range lang.Languages() {
			c := catalogue(t, code)
			w := opens(t, r, prefix(code)+"/ashtarashki", url.Values{"mode": {"hotseat"}, "options": {"{}"}, "position": {position}})
			if got := said(t, r.open(w.Header().Get("Location")).Selection, ".terms"); got != c.Text(want) {
				t.Errorf("%s, %q: the terms are %q", code, position, got)
			}
		}
	}
}
