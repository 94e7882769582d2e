package web_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
	assets "github.com/hod-games/hod/web"
)

func TestEveryAnswerCarriesTheHeaders(t *testing.T) {
	for _, origin := range []string{"", "http://hod.example", "https://hod.example"} {
		s := newAPI(t, nil, func(c *web.Config) { c.Origin = origin })
		for _, path := range []string{"/", "/en/", "/nothing", "/api/nothing", "/api/tables/abcdefghjkmn", "/t/abcdefghjkmn", "/healthz"} {
			answer := s.ask(http.MethodGet, path, "")
			h := answer.Header
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY",
				"Cross-Origin-Opener-Policy": "same-origin",
			} {
				if h.Get(name) != want {
					t.Errorf("%s: %s is %q, want %q", path, name, h.Get(name), want)
				}
			}
			policy := h.Get("Content-Security-Policy")
			if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "script-src 'self';") || strings.Contains(policy, "unsafe") {
				t.Errorf("%s: Content-Security-Policy is %q", path, policy)
			}
			if !strings.Contains(h.Get("Permissions-Policy"), "camera=()") {
				t.Errorf("%s: Permissions-Policy is %q", path, h.Get("Permissions-Policy"))
			}
			if got, want := h.Get("Strict-Transport-Security") != "", strings.HasPrefix(origin, "https:"); got != want {
				t.Errorf("origin %q: Strict-Transport-Security is %q", origin, h.Get("Strict-Transport-Security"))
			}
		}
	}
}

// TestStylesAndScriptsCarryNoHeadersOfDocuments: a browser gets five of them
// with its first page of a table.
func TestStylesAndScriptsCarryNoHeadersOfDocuments(t *testing.T) {
	s := newAPI(t, nil, func(c *web.Config) { c.Origin = "https://hod.example" })
	files, err := assets.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := s.ask(http.MethodGet, files.URL("site.css"), "").Header
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=31536000",
		"Content-Security-Policy": "", "Permissions-Policy": "", "Cross-Origin-Opener-Policy": "", "X-Frame-Options": "", "Referrer-Policy": "",
	} {
		if h.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, h.Get(name), want)
		}
	}
}

func TestPagesOfThePublicOriginMaySend(t *testing.T) {
	s := newAPI(t, nil, func(c *web.Config) { c.Origin = "https://hod.example" })
	for origin, want := range map[string]int{
		"https://hod.example":  http.StatusCreated,
		"":                     http.StatusCreated,   // a program
		"http://example.com":   http.StatusForbidden, // the host that httptest asks for
		"http://hod.example":   http.StatusForbidden,
		"https://evil.example": http.StatusForbidden,
		"null":                 http.StatusForbidden,
	} {
		answer := s.ask(http.MethodPost, "/api/tables", `{"game":"bachet","mode":"hotseat"}`, "Origin: "+origin)
		if answer.StatusCode != want {
			t.Errorf("origin %s: status %d, want %d", origin, answer.StatusCode, want)
		}
	}
}

func TestTooManyTablesOfOneAddress(t *testing.T) {
	s := newAPI(t, nil, func(c *web.Config) { c.Limits.TablesPerAddress = 3; c.Origin = "https://hod.example" })
	open := func(address string) *http.Response {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/tables", strings.NewReader(`{"game":"bachet","mode":"hotseat"}`))
		r.RemoteAddr = "127.0.0.1:1000"
		r.Header.Set("X-Forwarded-For", address)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept-Language", "en")
		w := httptest.NewRecorder()
		s.web.ServeHTTP(w, r)
		return w.Result()
	}
	for range 3 {
		if answer := open("203.0.113.1"); answer.StatusCode != http.StatusCreated {
			t.Fatalf("status %d", answer.StatusCode)
		}
	}
	answer := open("203.0.113.1")
	if text := body(t, answer); answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == "" || !strings.Contains(text, "Too often.") {
		t.Errorf("answer %d %v %s", answer.StatusCode, answer.Header, text)
	}
	// The page has no other limit than the API.
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/en/bachet", strings.NewReader("mode=hotseat"))
	r.RemoteAddr = "127.0.0.1:1000"
	r.Header.Set("X-Forwarded-For", "203.0.113.1")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.web.ServeHTTP(w, r)
	if w.Code != http.StatusTooManyRequests || !strings.Contains(w.Header().Get("Content-Type"), "text/html") {
		t.Errorf("the page answers %d %v", w.Code, w.Header())
	}
	if answer := open("203.0.113.2"); answer.StatusCode != http.StatusCreated {
		t.Errorf("the neighbour gets status %d", answer.StatusCode)
	}
}

func TestTooManyCommandsByPlainHTTP(t *testing.T) {
	s := newAPI(t, nil, func(c *web.Config) { c.Limits.CommandsPerSecond = 2 })
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	counts := make(map[int]int)
	for range 30 {
		status, answer := s.command(made.Table, made.Seats["first"], `{"key":"a","seen":1,"kind":"rename","text":"Anna"}`)
		counts[status]++
		if status == http.StatusTooManyRequests && !strings.Contains(answer, "Too often.") {
			t.Errorf("answer %s", answer)
		}
	}
	if counts[http.StatusOK] < 4 || counts[http.StatusTooManyRequests] < 15 || len(counts) != 2 {
		t.Errorf("statuses %v", counts)
	}
	// The other seat is not the worse for it.
	if status, answer := s.command(made.Table, made.Seats["second"], `{"key":"a","seen":1,"kind":"rename","text":"Boris"}`); status != http.StatusOK {
		t.Errorf("answer %d %s", status, answer)
	}
}

func TestHealthAndMetrics(t *testing.T) {
	var unwell error
	metrics := web.NewMetrics()
	s := newAPI(t, metrics.Log(memory.New()), func(c *web.Config) {
		c.Metrics = metrics
		c.Ready = func(context.Context) error { return unwell }
		c.Limits = web.Limits{TablesPerAddress: 1, CommandsPerSecond: 1}
	})
	metrics.Gauge("hod_test", "A test.", func() int { return 42 })
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	s.command(made.Table, made.Seats["first"], `{"key":"a","seen":1,"kind":"act","text":"1"}`)
	s.command(made.Table, made.Seats["first"], `{"key":"b","seen":1,"kind":"whatever"}`)
	for range 50 { // there is no limit to asking
		if answer := s.ask(http.MethodGet, "/healthz", ""); answer.StatusCode != http.StatusOK {
			t.Fatalf("healthz: %d", answer.StatusCode)
		}
	}
	text := s.from("127.0.0.1", http.MethodGet, "/metrics", "").Body.String()
	for _, line := range []string{
		`hod_commands_total{kind="act",result="ok"} 1`,
		`hod_commands_total{kind="unknown",result="bad"} 1`,
		`hod_log_append_seconds_count{result="ok"} 2`,
		`hod_http_request_seconds_count{method="POST",route="/api/tables/{id}/commands",status="200"} 1`,
		`hod_test 42`,
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("metrics lack %s:\n%s", line, text)
		}
	}
	if strings.Contains(text, made.Table) {
		t.Error("metrics name a table")
	}
	unwell = errors.New("the log is gone")
	if answer := s.ask(http.MethodGet, "/healthz", ""); answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("healthz: %d", answer.StatusCode)
	}
	if answer := s.ask(http.MethodGet, "/en/healthz", ""); answer.StatusCode == http.StatusOK || answer.StatusCode == http.StatusServiceUnavailable {
		t.Errorf("/en/healthz: %d", answer.StatusCode)
	}
}

// panicking is a log that panics.
type panicking struct{ *memory.Log }

func (panicking) Append(context.Context, table.ID, table.Event) error { panic("a bug") }

func TestAPanicBecomesAnAnswer(t *testing.T) {
	s := newAPI(t, panicking{memory.New()}, nil)
	answer := s.ask(http.MethodPost, "/api/tables", `{"game":"bachet","mode":"hotseat"}`)
	if text := body(t, answer); answer.StatusCode != http.StatusInternalServerError || !strings.Contains(text, `"error":"Something broke`) {
		t.Errorf("answer %d %s", answer.StatusCode, text)
	}
	if log := s.logs.Bytes(); !bytes.Contains(log, []byte(`"msg":"panic"`)) || !bytes.Contains(log, []byte("headers_test.go")) {
		t.Errorf("the log does not say where:\n%s", log)
	}
}
