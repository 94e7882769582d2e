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
	assets "github.com/hod-games/hod/web"
)

// TestNothingButTheEmbeddedPagesCanBeFramed asks for every address that can be
// shown, in every language, assets and the sign of the tab apart, which are no
// pages: a page of another site can put the game that is
// made for it into a frame, and nothing else, least of all a table one plays at.
func TestNothingButTheEmbeddedPagesCanBeFramed(t *testing.T) {
	host := table.New(table.Config{Log: memory.New(), Games: games.All(), Roller: fair.Roller{}})
	s, err := New(Config{Host: host, Languages: languagesForTest(t), Origin: "https://hod.example"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	opened, err := host.Open(t.Context(), table.Opening{Game: "bachet", Mode: table.HotSeat})
	if err != nil {
		t.Fatal(err)
	}
	framed := map[string]int{}
	n := 0
	err = chi.Walk(s.handler.(chi.Routes), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if method != http.MethodGet || strings.HasPrefix(route, assets.Prefix) || strings.HasPrefix(route, "/favicon") || strings.HasSuffix(route, "/socket") {
			return nil
		}
		path := strings.NewReplacer("{id}", string(opened.ID), "{game}", "bachet", "{variant}", "x", "{exercise}", "x", "{study}", "x", "*", "x").Replace(route)
		ctx, cancel := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, method, path, http.NoBody)
		cancel() // what would go on for ever ends at once; the headers come all the same
		r.AddCookie(&http.Cookie{Name: closedPrefix + seatsCookie, Value: string(opened.ID) + ".f." + opened.Seats[1]})
		if strings.HasSuffix(route, "/embed") || strings.HasSuffix(route, "/board.svg") {
			r = r.WithContext(t.Context())
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		h := w.Header()
		n++
		if h.Get("X-Frame-Options") == "DENY" && strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			return nil
		}
		last := route[strings.LastIndexByte(route, '/')+1:]
		framed[last]++
		policy := h.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
			t.Errorf("%s can be framed with the policy %q", path, policy)
		}
		if h.Get("Set-Cookie") != "" || w.Code != http.StatusOK {
			t.Errorf("%s: status %d, cookies %q", path, w.Code, h.Get("Set-Cookie"))
		}
		if body := w.Body.String(); strings.Contains(body, opened.Seats[1]) || strings.Contains(body, "<form") || strings.Contains(body, "id=\"boot\"") {
			t.Errorf("%s knows a seat, or has a form", path)
		}
		return nil
	})
	if err != nil || n < 60 {
		t.Errorf("%d addresses were asked for: %v", n, err)
	}
	if len(framed) != 2 || framed["embed"] != 2 || framed["board.svg"] != 4 {
		t.Errorf("what can be framed: %v", framed)
	}
}
