package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
	"github.com/hod-games/hod/internal/wire"
)

// from sends a request of an address; headers are "Name: value".
func (s *apiSite) from(address, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), method, path, strings.NewReader(body))
	r.RemoteAddr = address + ":4000"
	r.Header.Set("Accept-Language", "en")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.web.ServeHTTP(w, r)
	return w
}

const form = "Content-Type: application/x-www-form-urlencoded"

// cookies are those that an answer sets, as a request sends them back.
func cookies(w *httptest.ResponseRecorder) string {
	var all []string
	for _, c := range w.Result().Cookies() {
		all = append(all, c.Name+"="+c.Value)
	}
	return "Cookie: " + strings.Join(all, "; ")
}

// TestTheHostOfARequestIsNotBelieved: whoever sends a request chooses the host
// in it. A site with a public origin shows that one; a site without has nothing
// else, so no shared cache may keep what it answers.
func TestTheHostOfARequestIsNotBelieved(t *testing.T) {
	for _, origin := range []string{"", "https://hod.example"} {
		s := newAPI(t, nil, func(c *web.Config) { c.Origin = origin })
		opened := s.from("192.0.2.1", http.MethodPost, "/en/bachet", "mode=link", form, "Host: evil.example")
		if opened.Code != http.StatusSeeOther || strings.Contains(opened.Header().Get("Location"), "evil") {
			t.Fatalf("opened: %d to %s", opened.Code, opened.Header().Get("Location"))
		}
		page, _, _ := strings.Cut(opened.Header().Get("Location"), "?")
		for _, path := range []string{"/", "/en/", "/bachet", "/nothing", page, page + "/join", page + "/record", page + "/embed", page + "/embed?ply=0", page + "/game.html", "/my", "/lobby", "/lobby/list", "/robots.txt", "/sitemap.xml", "/ashtarashki/position"} {
			w := s.from("192.0.2.1", http.MethodGet, path, "", "Host: evil.example", cookies(opened))
			shown := strings.Contains(w.Body.String(), "evil.example")
			if shown && origin != "" {
				t.Errorf("%s shows the host of the request", path)
			}
			if kept := w.Header().Get("Cache-Control"); shown && (strings.Contains(kept, "public") || kept == "") {
				t.Errorf("%s shows the host of the request and may be kept: %q", path, kept)
			}
		}
	}
}

// endless is a body that has no end, and counts what was read of it.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	e.n += len(p)
	return len(p), nil
}

// TestNobodySendsWithoutEnd: of a body that has no end little is read, and
// nothing goes to the disk, whatever it says it is.
func TestNobodySendsWithoutEnd(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"link"}`)
	for _, path := range []string{
		"/prefs", "/en/prefs", "/my/list", "/my/import", "/my/export", "/bachet", "/t/" + made.Table, "/t/" + made.Table + "/seat", "/t/" + made.Table + "/join",
		"/api/tables", "/api/tables/" + made.Table + "/commands", "/api/tables/" + made.Table + "/seats", "/api/games/bachet/try",
	} {
		for _, kind := range []string{"application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
			body := &endless{}
			begin := ""
			if strings.HasPrefix(kind, "multipart") {
				begin = "--x\r\nContent-Disposition: form-data; name=\"back\"; filename=\"a\"\r\n\r\n"
			}
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, io.MultiReader(strings.NewReader(begin), body))
			r.Header.Set("Content-Type", kind)
			w := httptest.NewRecorder()
			s.web.ServeHTTP(w, r)
			if body.n > 1<<20 {
				t.Errorf("%s, %s: %d bytes were read", path, kind, body.n)
			}
			if r.MultipartForm != nil {
				t.Errorf("%s: a form with files is taken", path)
			}
		}
	}
}

// TestTheLogOfRequestsTakesNoOrders: one request is one line, whatever its
// address says; and a secret that a messenger has moved from the fragment into
// the path is not in it.
func TestTheLogOfRequestsTakesNoOrders(t *testing.T) {
	s := newAPI(t, nil, nil)
	const secret = "KRUGSXGZJANFXGIYLNMUQGC3TE"
	paths := []string{
		"/t/abcdefghjkmn%0a%7B%22level%22:%22ERROR%22%7D", "/a%0d%0aSet-Cookie:%20x", `/"},{"`, "/%e2%80%ae%00%1b[31m",
		"/t/abcdefghjkmn%23f." + secret, "/en/t/abcdefghjkmn/join%23" + secret, "/" + strings.Repeat("x", 20000),
	}
	for _, path := range paths {
		s.ask(http.MethodGet, path, "")
	}
	r := httptest.NewRequestWithContext(t.Context(), strings.Repeat("M", 20000), "/", nil)
	s.web.ServeHTTP(httptest.NewRecorder(), r)
	lines := strings.Split(strings.TrimSpace(s.logs.String()), "\n")
	if len(lines) != len(paths)+1 {
		t.Errorf("%d requests make %d lines:\n%s", len(paths)+1, len(lines), s.logs)
	}
	for _, line := range lines {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil || record["msg"] != "request" {
			t.Errorf("line %s: %v", line, err)
		}
		if len(line) > 2000 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
	if strings.Contains(s.logs.String(), secret) {
		t.Errorf("the log holds a secret:\n%s", s.logs)
	}
}

// TestWhoGuessesIsTurnedAway: tables, seats and invitations can be guessed at
// some hundred times, then not for a while. Whoever else comes from elsewhere
// notices nothing, and pages without a table are shown to all.
func TestWhoGuessesIsTurnedAway(t *testing.T) {
	for name, guess := range map[string]func(*apiSite, wire.Created, int) int{
		"tables": func(s *apiSite, _ wire.Created, i int) int {
			return s.from("203.0.113.1", http.MethodGet, fmt.Sprintf("/api/tables/abcdefgh%04d", i), "").Code
		},
		"pages of tables": func(s *apiSite, _ wire.Created, i int) int {
			return s.from("203.0.113.1", http.MethodGet, fmt.Sprintf("/en/t/abcdefgh%04d", i), "").Code
		},
		"seats": func(s *apiSite, made wire.Created, i int) int {
			return s.from("203.0.113.1", http.MethodPost, "/api/tables/"+made.Table+"/commands",
				`{"key":"1","seen":1,"kind":"act","text":"1"}`, fmt.Sprintf("Authorization: Bearer SECRET%d", i)).Code
		},
		"invitations": func(s *apiSite, made wire.Created, i int) int {
			return s.from("203.0.113.1", http.MethodPost, "/api/tables/"+made.Table+"/seats", fmt.Sprintf(`{"invitation":"SECRET%d","key":"1"}`, i)).Code
		},
		"invitations by form": func(s *apiSite, made wire.Created, i int) int {
			return s.from("203.0.113.1", http.MethodPost, "/t/"+made.Table+"/join", fmt.Sprintf("invitation=SECRET%d&key=1", i), form).Code
		},
		"seat links": func(s *apiSite, made wire.Created, i int) int {
			words := fmt.Sprintf("f.SECRET%d", i) + strings.Repeat("~f.A~s.B", 500)
			return s.from("203.0.113.1", http.MethodPost, "/t/"+made.Table+"/seat", "code="+words, form).Code
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newAPI(t, nil, func(c *web.Config) { c.Limits.CommandsPerSecond = 10000 })
			made := s.open(`{"game":"bachet","mode":"link"}`)
			n := 0
			for begun := time.Now(); ; n++ {
				code := guess(s, made, n)
				if code == http.StatusTooManyRequests {
					break
				}
				if code < 400 {
					t.Fatalf("a guess is answered with %d", code)
				}
				if most := 700 + int(20*time.Since(begun).Seconds()); n > most {
					t.Fatalf("%d guesses are answered", n)
				}
			}
			if n < 200 {
				t.Errorf("only %d mistakes may happen", n)
			}
			path := "/api/tables/" + made.Table
			if w := s.from("203.0.113.1", http.MethodGet, path, ""); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
				t.Errorf("who has guessed gets %d", w.Code)
			}
			if w := s.from("203.0.113.2", http.MethodGet, path, ""); w.Code != http.StatusOK {
				t.Errorf("the neighbour gets %d", w.Code)
			}
			if w := s.from("203.0.113.1", http.MethodGet, "/en/bachet", ""); w.Code != http.StatusOK {
				t.Errorf("a page without a table: %d", w.Code)
			}
		})
	}
}

// TestAListOfUnknownTablesIsAsManyGuesses: whoever asks for many tables at once
// has guessed as often, by the list of a page and by a cookie.
func TestAListOfUnknownTablesIsAsManyGuesses(t *testing.T) {
	words := func(i, n int) string {
		var all []string
		for j := range n {
			all = append(all, fmt.Sprintf("abcdefg%05d.f.SECRET", i*n+j))
		}
		return strings.Join(all, "~")
	}
	for name, c := range map[string]struct {
		each int // tables in a list
		ask  func(s *apiSite, i int) int
	}{
		"the list of a script": {100, func(s *apiSite, i int) int {
			return s.from("203.0.113.1", http.MethodPost, "/en/my/list", "tables="+words(i, 100), form).Code
		}},
		"the page with one's tables": {30, func(s *apiSite, i int) int {
			return s.from("203.0.113.1", http.MethodGet, "/en/my", "", "Cookie: seats="+words(i, 30)).Code
		}},
		"the first page": {20, func(s *apiSite, i int) int {
			return s.from("203.0.113.1", http.MethodGet, "/en/", "", "Cookie: seats="+words(i, 20)).Code
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newAPI(t, nil, func(c *web.Config) { c.Limits.CommandsPerSecond = 10000 })
			made := s.open(`{"game":"bachet","mode":"link"}`)
			// 600 guesses are free. Some come back in the time this takes, so
			// that a few lists more may be needed, but not ten times as many.
			lists := 0
			for s.from("203.0.113.1", http.MethodGet, "/api/tables/"+made.Table, "").Code == http.StatusOK {
				if code := c.ask(s, lists); code != http.StatusOK {
					t.Fatalf("a list is answered with %d", code)
				}
				if lists++; lists*c.each > 6000 {
					t.Fatalf("%d tables were asked for and nobody is turned away", lists*c.each)
				}
			}
			if lists*c.each < 600 {
				t.Errorf("after %d tables somebody is turned away", lists*c.each)
			}
		})
	}
}

// TestASpoiltLinkIsMended: some messengers send "%23" for "#". What stood after
// it goes back to where no server sees it.
func TestASpoiltLinkIsMended(t *testing.T) {
	s := newAPI(t, nil, nil)
	for from, to := range map[string]string{
		"/t/abcdefghjkmn/join%23SECRETCODE":       "/t/abcdefghjkmn/join#SECRETCODE",
		"/en/t/abcdefghjkmn/join%23SECRETCODE":    "/en/t/abcdefghjkmn/join#SECRETCODE",
		"/t/abcdefghjkmn%23f.SECRETA~s.SECRETB":   "/t/abcdefghjkmn#f.SECRETA~s.SECRETB",
		"/t/abcdefghjkmn%23f.SECRETA%22%3E%0d%0a": "/t/abcdefghjkmn#f.SECRETA%22%3E%0D%0A",
	} {
		w := s.from("203.0.113.1", http.MethodGet, from, "")
		if got := w.Header().Get("Location"); w.Code != http.StatusSeeOther || got != to || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d to %q, want %q", from, w.Code, got, to)
		}
	}
	for _, path := range []string{"//evil.example/t/%23SECRET", "/%23SECRET", "/bachet%23SECRET", "/de/t/abcdefghjkmn%23SECRET", "/en//t/x%23SECRET"} {
		if w := s.from("203.0.113.1", http.MethodGet, path, ""); w.Code != http.StatusNotFound || w.Header().Get("Location") != "" {
			t.Errorf("%s: %d to %q", path, w.Code, w.Header().Get("Location"))
		}
	}
	if w := s.from("203.0.113.1", http.MethodPost, "/t/abcdefghjkmn/join%23SECRET", "key=1", form); w.Code < 400 {
		t.Errorf("a form: %d", w.Code)
	}
	if strings.Contains(s.logs.String(), "SECRET") {
		t.Errorf("the log has the secret: %s", s.logs)
	}
}

// TestASeatByALinkIsOnesOwnOnceItIsPlayed: until then the cookie holds it apart.
func TestASeatByALinkIsOnesOwnOnceItIsPlayed(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	path, secret := "/t/"+made.Table, made.Seats["first"]
	w := s.from("203.0.113.1", http.MethodPost, path+"/seat", "code=f."+secret, form)
	if cookie := cookies(w); w.Code != http.StatusSeeOther || cookie != "Cookie: seats="+made.Table+".F."+secret {
		t.Fatalf("taken over: %d, cookie %q", w.Code, cookie)
	}
	page := s.from("203.0.113.1", http.MethodGet, path, "", cookies(w))
	if !strings.Contains(page.Body.String(), secret) {
		t.Error("the page does not know its seat")
	}
	w = s.from("203.0.113.1", http.MethodPost, path, "kind=act&text=1&seat=first&seen=1&key=1", form, cookies(w))
	if cookie := cookies(w); w.Code != http.StatusSeeOther || cookie != "Cookie: seats="+made.Table+".f."+secret {
		t.Errorf("played: %d, cookie %q", w.Code, cookie)
	}
}

// TestASeatByALinkThatHasPlayedIsKept: scripts play by the socket, or by the
// API, and neither sets a cookie. Later links displace what has not played.
func TestASeatByALinkThatHasPlayedIsKept(t *testing.T) {
	s := newAPI(t, nil, nil)
	server := httptest.NewServer(s.web)
	t.Cleanup(server.Close)
	held := "Cookie: seats="
	adopt := func() wire.Created {
		t.Helper()
		made := s.open(`{"game":"bachet","mode":"hotseat"}`)
		w := s.from("203.0.113.1", http.MethodPost, "/t/"+made.Table+"/seat", "code=f."+made.Seats["first"], form, held)
		if held = cookies(w); w.Code != http.StatusSeeOther {
			t.Fatalf("taken over: %d, %q", w.Code, held)
		}
		return made
	}
	idle, played := adopt(), adopt()
	ctx := t.Context()
	conn, answer, err := websocket.Dial(ctx, server.URL+"/api/tables/"+played.Table+"/socket?after=1&lang=en", nil)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Body != nil {
		_ = answer.Body.Close()
	}
	defer func() { _ = conn.CloseNow() }()
	if err := conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"key":"k","seen":1,"kind":"act","text":"2","seat":%q}`, played.Seats["first"])); err != nil {
		t.Fatal(err)
	}
	for done := false; !done; {
		_, message, err := conn.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		done = bytes.Contains(message, []byte(`"acted"`))
	}
	for range 12 {
		adopt()
	}
	if !strings.Contains(held, played.Table+".") || strings.Contains(held, idle.Table+".") {
		t.Errorf("after a dozen other links %q has not the one table that was played at, %s, or still has %s", held, played.Table, idle.Table)
	}
}

// TestAddressesBesideATableLeadToIt: one with a slash too many, and that of the
// form for a link to seats, when its page is asked for again.
func TestAddressesBesideATableLeadToIt(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	for _, prefix := range []string{"", "/en"} {
		for _, end := range []string{"/", "/seat"} {
			w := s.from("203.0.113.1", http.MethodGet, prefix+"/t/"+made.Table+end, "")
			if want := prefix + "/t/" + made.Table; w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
				t.Errorf("%s%s: %d to %q, want %q", prefix, end, w.Code, w.Header().Get("Location"), want)
			}
		}
	}
}

// TestALinkWithTheEndOfItsSentenceLeadsToTheTable: messengers take a full stop
// or a bracket for a part of the link.
func TestALinkWithTheEndOfItsSentenceLeadsToTheTable(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	for _, end := range []string{".", ")", "),", "%C2%BB", "%E2%80%A6", "%3E", "%20"} {
		for _, page := range []string{"", "/", "/join", "/seat", "/record"} {
			for _, prefix := range []string{"", "/en"} {
				at := prefix + "/t/" + made.Table + page
				w := s.from("203.0.113.1", http.MethodGet, at+end+"?theme=dark", "")
				if got := w.Header().Get("Location"); w.Code != http.StatusSeeOther || got != at+"?theme=dark" {
					t.Errorf("%s%s: %d to %q", at, end, w.Code, got)
				}
			}
		}
	}
	for path, want := range map[string]int{
		"/t/" + made.Table + ".":          http.StatusSeeOther,
		"/t/short.":                       http.StatusNotFound, // no table is called that
		"/t/.":                            http.StatusNotFound,
		"/bachet.":                        http.StatusNotFound,
		"/api/tables/" + made.Table + ".": http.StatusNotFound,
	} {
		if w := s.from("203.0.113.1", http.MethodGet, path, ""); w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
	if w := s.from("203.0.113.1", http.MethodPost, "/t/"+made.Table+".", "kind=act", form); w.Code < 400 {
		t.Errorf("a form is sent elsewhere: %d", w.Code)
	}
}

// TestASeatLinkIsTakenOutOfWhatStandsAroundIt: it was copied from a text.
func TestASeatLinkIsTakenOutOfWhatStandsAroundIt(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	first, second := made.Seats["first"], made.Seats["second"]
	for code, want := range map[string]string{
		"https://hod.example/t/" + made.Table + "#f." + first + ".": ".F." + first,
		" f." + first + " see":                 ".F." + first,
		"hod.example/t/x%23f." + first + "%20": ".F." + first,
		"F." + first:                           ".F." + first,
		"#f." + first + "~s." + second + "»":   ".S." + second,
		"f." + first[:20]:                      "",
		"f." + strings.ToLower(first):          "",
		"s." + first:                           "",
		"f.":                                   "",
		"":                                     "",
	} {
		w := s.from("203.0.113.1", http.MethodPost, "/en/t/"+made.Table+"/seat", url.Values{"code": {code}}.Encode(), form)
		if want != "" {
			if got := cookies(w); w.Code != http.StatusSeeOther || !strings.HasSuffix(got, want) {
				t.Errorf("%q: %d, cookie %q, want %q", code, w.Code, got, want)
			}
			continue
		}
		// The script draws the page anew, and knows what to say.
		if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, `"trouble":"This link opens no seat at this table."`) {
			t.Errorf("%q: %d\n%s", code, w.Code, page)
		}
	}
}

// TestManySeatsOfOneAddressShareALimit: whoever opens many tables can not fill
// the disk with their events.
func TestManySeatsOfOneAddressShareALimit(t *testing.T) {
	s := newAPI(t, nil, func(c *web.Config) { c.Limits.CommandsPerSecond = 1 })
	begun := time.Now()
	done := 0
	for i := range 40 {
		made := s.open(`{"game":"bachet","mode":"hotseat"}`)
		for _, seat := range []string{"first", "second"} {
			w := s.from("203.0.113.1", http.MethodPost, "/api/tables/"+made.Table+"/commands",
				fmt.Sprintf(`{"key":"%d","seen":1,"kind":"rename","text":"%d"}`, i, i), "Authorization: Bearer "+made.Seats[seat])
			switch w.Code {
			case http.StatusOK:
				done++
			case http.StatusTooManyRequests:
			default:
				t.Fatalf("answer %d %s", w.Code, w.Body)
			}
		}
	}
	if most := 20 + 1 + int(10*time.Since(begun).Seconds()); done < 20 || done > most && most < 80 {
		t.Errorf("%d commands of 80 seats were carried out", done)
	}
}

// TestThisMachineIsNoClient: programs beside the server, and people behind a
// proxy that names nobody, do not share the limit of one address.
func TestThisMachineIsNoClient(t *testing.T) {
	s := newAPI(t, nil, func(c *web.Config) { c.Limits.CommandsPerSecond = 1 })
	for i := range 40 {
		made := s.open(`{"game":"bachet","mode":"hotseat"}`)
		w := s.from("127.0.0.1", http.MethodPost, "/api/tables/"+made.Table+"/commands",
			fmt.Sprintf(`{"key":"%d","seen":1,"kind":"rename","text":"%d"}`, i, i), "Authorization: Bearer "+made.Seats["first"])
		if w.Code != http.StatusOK {
			t.Fatalf("command %d: %d %s", i, w.Code, w.Body)
		}
	}
	for i := range 1000 {
		if w := s.from("[::1]", http.MethodGet, fmt.Sprintf("/api/tables/abcdefgh%04d", i), ""); w.Code != http.StatusNotFound {
			t.Fatalf("guess %d: %d", i, w.Code)
		}
	}
}

// TestMetricsAreForTheInside: they tell versions and figures that help nobody
// outside.
func TestMetricsAreForTheInside(t *testing.T) {
	for _, test := range []struct {
		origin, peer, header string
		want                 int
	}{
		{"", "127.0.0.1", "", http.StatusOK},
		{"", "10.1.2.3", "", http.StatusOK},
		{"", "203.0.113.1", "", http.StatusNotFound},
		{"", "127.0.0.1", "X-Forwarded-For: 203.0.113.1", http.StatusNotFound},
		{"", "127.0.0.1", "Forwarded: for=203.0.113.1", http.StatusNotFound},
		{"https://hod.example", "127.0.0.1", "", http.StatusOK},
		{"https://hod.example", "127.0.0.1", "X-Forwarded-For: 203.0.113.1", http.StatusNotFound},
		{"https://hod.example", "127.0.0.1", "X-Forwarded-For: 10.0.0.1, 203.0.113.1", http.StatusNotFound},
		{"https://hod.example", "203.0.113.1", "X-Forwarded-For: 10.0.0.1", http.StatusNotFound},
	} {
		s := newAPI(t, nil, func(c *web.Config) { c.Origin = test.origin })
		var headers []string
		if test.header != "" {
			headers = append(headers, test.header)
		}
		if w := s.from(test.peer, http.MethodGet, "/metrics", "", headers...); w.Code != test.want {
			t.Errorf("%+v: %d", test, w.Code)
		}
	}
}

// TestPathsLeadNowhere: there is no file to be had by its path, and no answer
// sends anybody to another site.
func TestPathsLeadNowhere(t *testing.T) {
	s := newAPI(t, nil, nil)
	for _, path := range []string{
		"//evil.example", "//evil.example/", "//evil.example/..", "/en//evil.example/", "/%2f%2fevil.example", `/\evil.example`, "/.//evil.example", "/%5cevil.example",
		"/static/../../../../etc/passwd", "/static/..%2f..%2fetc%2fpasswd", "/static/%2e%2e/web.go", "/static/", "/static", "/static/.", "/web.go", "/.git/config", "/go.mod",
		"/t/../metrics", "/en/../metrics", "/t/..", "/t/.", "/t/%00", "/t//", "/api/../metrics", "/api/tables/..%2f..%2fmetrics", "/dist/../web.go", "/;/", "/bachet/../../x", "/en/en/", "/%", "/%zz",
	} {
		u, err := url.ParseRequestURI(path)
		if err != nil {
			continue // the HTTP server refuses it as well
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.URL, r.RequestURI = u, path
		r.RemoteAddr = "203.0.113.1:4000"
		w := httptest.NewRecorder()
		s.web.ServeHTTP(w, r)
		if w.Code != http.StatusNotFound {
			t.Errorf("%s: %d to %q", path, w.Code, w.Header().Get("Location"))
		}
		if text := w.Body.String(); strings.Contains(text, "evil.example") || strings.Contains(text, "root:") || strings.Contains(text, "package web") {
			t.Errorf("%s: %s", path, text)
		}
	}
	// Forms lead back to where one was, and that is here.
	for _, back := range []string{
		"//evil.example", `/\evil.example`, "https://evil.example", "javascript:alert(1)", "/.//evil.example", "/..//evil.example", "/\t/evil.example", "%2f%2fevil.example", "evil.example",
	} {
		w := s.from("203.0.113.1", http.MethodPost, "/prefs", url.Values{"back": {back}, "theme": {"dark"}}.Encode(), form)
		u, err := url.Parse(w.Header().Get("Location"))
		if err != nil || w.Code != http.StatusSeeOther || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") {
			t.Errorf("back to %q: %d to %q", back, w.Code, w.Header().Get("Location"))
		}
	}
}

// TestJSONThatMeansTwoThings: of a field that stands twice the last counts, and
// it is the one that is kept; names in other cases are the same field. Nothing
// in front of the rules reads it otherwise. Nesting ends somewhere.
func TestJSONThatMeansTwoThings(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"nardy","game":"bachet","mode":"hotseat","options":{"sticks":5,"sticks":20}}`)
	if status, answer := s.command(made.Table, made.Seats["first"], `{"key":"1","seen":1,"kind":"resign","kind":"act","text":"3","text":"1"}`); status != http.StatusOK {
		t.Fatal(answer)
	}
	now := s.table(made.Table)
	if now.Game != "bachet" || string(now.Options) == "" || !strings.Contains(string(now.Options), "20") || len(now.Plies) != 1 || now.Plies[0].Action != "1" {
		t.Errorf("the table has become %+v", now)
	}
	// The seat in a body never overrules the one in the header.
	body := `{"key":"2","seat":"` + made.Seats["second"] + `","seat":"","seen":2,"kind":"act","text":"1"}`
	if status, _ := s.command(made.Table, made.Seats["first"], body); status == http.StatusOK {
		t.Error("the first seat has moved for the second")
	}
	for _, deep := range []string{
		strings.Repeat("[", wire.MaxMessage), strings.Repeat(`{"game":`, 2000),
		`{"game":"bachet","mode":"hotseat","options":` + strings.Repeat("[", 8000) + strings.Repeat("]", 8000) + `}`,
		`{"game":"nardy","mode":"hotseat","options":` + strings.Repeat(`{"a":`, 1500) + "1" + strings.Repeat("}", 1500) + `}`,
	} {
		if answer := s.ask(http.MethodPost, "/api/tables", deep); answer.StatusCode != http.StatusBadRequest && answer.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%.60s…: %d", deep, answer.StatusCode)
		}
	}
}

// TestLookingChangesNothing: no GET takes a seat, plays, or makes an event,
// with all the secrets of a browser along.
func TestLookingChangesNothing(t *testing.T) {
	s := newAPI(t, nil, nil)
	opened := s.from("192.0.2.1", http.MethodPost, "/en/bachet", "mode=link", form)
	page, _, _ := strings.Cut(opened.Header().Get("Location"), "?")
	id := strings.TrimPrefix(page, "/en/t/")
	before := body(t, s.ask(http.MethodGet, "/api/tables/"+id+"/log", ""))
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		for _, path := range []string{
			page, page + "?seated", page + "?kind=act&text=1&seat=first&key=1&seen=1", page + "/join", page + "/join?invitation=x&key=1", page + "/seat", page + "/game.mat",
			page + "/picture.png", "/api/tables/" + id, "/api/tables/" + id + "/log", "/api/tables/" + id + "/commands", "/api/tables/" + id + "/seats", "/en/",
		} {
			s.from("192.0.2.1", method, path, "", cookies(opened))
		}
	}
	if after := body(t, s.ask(http.MethodGet, "/api/tables/"+id+"/log", "")); after != before {
		t.Errorf("looking has changed the log from\n%s\nto\n%s", before, after)
	}
}

// TestTheLogOfATableHoldsNothingAboutPeople but the names they typed: no
// address, no browser, no secret, only hashes.
func TestTheLogOfATableHoldsNothingAboutPeople(t *testing.T) {
	log := memory.New()
	s := newAPI(t, log, nil)
	const address, browser = "203.0.113.77", "Mozilla/5.0 (Special Machine)"
	w := s.from(address, http.MethodPost, "/api/tables", `{"game":"nardy","mode":"link","names":["Anna"]}`, "User-Agent: "+browser)
	var made wire.Created
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil {
		t.Fatal(err)
	}
	_, invitation, _ := strings.Cut(made.Join, "#")
	w = s.from(address, http.MethodPost, "/api/tables/"+made.Table+"/seats", `{"invitation":"`+invitation+`","key":"k","name":"Boris"}`, "User-Agent: "+browser)
	var sat wire.Seated
	if err := json.Unmarshal(w.Body.Bytes(), &sat); err != nil || sat.Secret == "" {
		t.Fatalf("%s: %v", w.Body, err)
	}
	var all bytes.Buffer
	for e, err := range log.Read(t.Context(), table.ID(made.Table), 0) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s %s %s %s\n", e.Kind, e.Key, e.Body, e.Private)
	}
	for _, private := range []string{address, "Mozilla", "Special", made.Seats["first"], invitation, sat.Secret} {
		if strings.Contains(all.String(), private) {
			t.Errorf("the log of the table holds %q:\n%s", private, &all)
		}
	}
	if !strings.Contains(all.String(), "Anna") || !strings.Contains(all.String(), "Boris") {
		t.Errorf("the log of the table holds no names:\n%s", &all)
	}
}

// TestWholeLogsAreReadNowAndThen: long logs take long to read, so an address
// has some of them, and others have theirs; a position costs little and is shown.
func TestWholeLogsAreReadNowAndThen(t *testing.T) {
	for _, path := range []string{"/api/tables/ID/log", "/t/ID/record", "/t/ID/game.html", "/t/ID/game.txt", "/t/ID/embed?round=1", "/t/ID/board.svg?round=1"} {
		s := newAPI(t, nil, nil)
		made := s.open(`{"game":"bachet","mode":"hotseat"}`)
		path = strings.Replace(path, "ID", made.Table, 1)
		n := 0
		for begun := time.Now(); s.from("203.0.113.1", http.MethodGet, path, "").Code == http.StatusOK; n++ {
			if most := 70 + int(8*time.Since(begun).Seconds()); n > most {
				t.Fatalf("%s is read %d times", path, n)
			}
		}
		if n < 40 {
			t.Errorf("%s may be read %d times only", path, n)
		}
		if w := s.from("203.0.113.2", http.MethodGet, path, ""); w.Code != http.StatusOK {
			t.Errorf("%s: the neighbour gets %d", path, w.Code)
		}
		if w := s.from("203.0.113.1", http.MethodGet, "/t/"+made.Table+"/board.svg", ""); w.Code != http.StatusOK {
			t.Errorf("a position: %d", w.Code)
		}
	}
}
