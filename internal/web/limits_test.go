package web

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

func TestAddressOfAClient(t *testing.T) {
	const public = "https://hod.example"
	for name, test := range map[string]struct {
		origin, peer string
		forwarded    []string
		want         string
	}{
		"direct":                      {"", "203.0.113.5:4000", nil, "203.0.113.5"},
		"direct, with a made-up hop":  {"", "203.0.113.5:4000", []string{"198.51.100.1"}, "203.0.113.5"},
		"loopback without an origin":  {"", "127.0.0.1:4000", []string{"198.51.100.1"}, "127.0.0.1"},
		"by a proxy":                  {public, "127.0.0.1:4000", []string{"198.51.100.1"}, "198.51.100.1"},
		"by a proxy on a private net": {public, "10.0.0.7:4000", []string{"198.51.100.1"}, "198.51.100.1"},
		"past the proxy":              {public, "203.0.113.5:4000", []string{"198.51.100.1"}, "203.0.113.5"},
		"by a proxy, made-up hops":    {public, "127.0.0.1:4000", []string{"192.0.2.1, 198.51.100.1"}, "198.51.100.1"},
		"by a proxy, made-up lines":   {public, "127.0.0.1:4000", []string{"192.0.2.1", "198.51.100.1"}, "198.51.100.1"},
		"by a proxy, nonsense":        {public, "127.0.0.1:4000", []string{"unknown"}, "127.0.0.1"},
		"by a proxy, IPv6":            {public, "[::1]:4000", []string{"2001:db8::7"}, "2001:db8::7"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &Server{origin: test.origin}
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
			r.RemoteAddr = test.peer
			for _, line := range test.forwarded {
				r.Header.Add("X-Forwarded-For", line)
			}
			if got := s.address(r); got != test.want {
				t.Errorf("address %q, want %q", got, test.want)
			}
		})
	}
}

func TestLimitsCountAnIPv6CustomerAsOne(t *testing.T) {
	for address, want := range map[string]string{
		"203.0.113.5":             "203.0.113.5",
		"::ffff:203.0.113.5":      "203.0.113.5",
		"2001:db8:1:2:3:4:5:6":    "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::1":    "2001:db8:1:2::/64",
		"fe80::1%eth0":            "fe80::/64",
		"something else entirely": "something else entirely",
	} {
		if got := networkOf(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestAcceptedLanguage(t *testing.T) {
	ours := []string{"ru", "en"}
	for header, want := range map[string]string{
		"": "ru", "*": "ru", "fr": "ru", "en": "en", "EN-us": "en", "ru, en": "ru", "en, ru": "en",
		"en;q=0.5, ru;q=0.6": "ru", "en;q=0": "ru", "en;q=x": "ru", ";;;,,,": "ru", "fr, en;q=0.1": "en",
	} {
		if got := acceptedLanguage(header, ours); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

func TestOrigins(t *testing.T) {
	for origin, want := range map[string]string{
		"": "", "https://Hod.Example": "https://hod.example", "http://localhost:8080/": "http://localhost:8080",
	} {
		if got, err := cleanOrigin(origin); err != nil || got != want {
			t.Errorf("%q: %q, %v", origin, got, err)
		}
	}
	for _, origin := range []string{"hod.example", "https://", "ftp://hod.example", "https://hod.example/games", "https://a:b@hod.example", "https://hod.example?x", "://"} {
		if got, err := cleanOrigin(origin); err == nil {
			t.Errorf("%q is taken as %q", origin, got)
		}
	}
}

// TestAProxyThatHidesItsClientsIsNoticed, once, and only where there is one.
func TestAProxyThatHidesItsClientsIsNoticed(t *testing.T) {
	for name, test := range map[string]struct {
		origin, peer, path, forwarded string
		want                          int
	}{
		"a proxy that says nothing": {"https://hod.example", "10.0.0.1:4000", "/", "", 1},
		"a proxy that says it":      {"https://hod.example", "10.0.0.1:4000", "/", "203.0.113.5", 0},
		"past the proxy":            {"https://hod.example", "203.0.113.5:4000", "/", "", 0},
		"whoever asks for figures":  {"https://hod.example", "127.0.0.1:4000", "/healthz", "", 0},
		"no proxy":                  {"", "127.0.0.1:4000", "/", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			s, err := New(Config{
				Host: table.New(table.Config{Log: memory.New(), Games: games.All()}), Languages: languagesForTest(t), Origin: test.origin,
				Logger: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn})),
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close(context.Background()) })
			for range 3 {
				r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, test.path, nil)
				r.RemoteAddr = test.peer
				if test.forwarded != "" {
					r.Header.Set("X-Forwarded-For", test.forwarded)
				}
				s.ServeHTTP(httptest.NewRecorder(), r)
			}
			if got := strings.Count(log.String(), "X-Forwarded-For"); got != test.want {
				t.Errorf("said %d times, want %d:\n%s", got, test.want, &log)
			}
		})
	}
}
