package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// TestNoOtherSiteReachesARouteThatChangesAnything: whatever routes there are
// now, a page of another site gets 403 from each that takes more than GET.
func TestNoOtherSiteReachesARouteThatChangesAnything(t *testing.T) {
	s, err := New(Config{
		Host:      table.New(table.Config{Log: memory.New(), Games: games.All(), Roller: fair.Roller{}}),
		Languages: languagesForTest(t), Origin: "https://hod.example",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	n := 0
	err = chi.Walk(s.handler.(chi.Routes), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		switch method {
		case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodConnect, http.MethodTrace:
			return nil
		}
		path := strings.NewReplacer("{id}", "abcdefghjkmn", "{game}", "bachet", "*", "x").Replace(route)
		for _, header := range []string{"Origin: https://evil.example", "Origin: null", "Origin: http://hod.example", "Origin: https://example.com", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"} {
			r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader("back=/"))
			r.Host = "example.com" // which a page of example.com would have sent it to
			name, value, _ := strings.Cut(header, ": ")
			r.Header.Set(name, value)
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != http.StatusForbidden {
				t.Errorf("%s %s with %s: %d", method, path, header, w.Code)
			}
			n++
		}
		return nil
	})
	if err != nil || n < 30 {
		t.Errorf("%d requests were tried: %v", n, err)
	}
}
