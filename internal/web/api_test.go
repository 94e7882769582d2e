package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/bots"
	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
	"github.com/hod-games/hod/internal/wire"
)

// apiSite is the whole router, asked without a network.
type apiSite struct {
	t    *testing.T
	host *table.Host
	web  *web.Server
	logs *bytes.Buffer
}

// newAPI returns a site; change, if not nil, changes its configuration.
func newAPI(t *testing.T, log table.Log, change func(*web.Config)) *apiSite {
	t.Helper()
	if log == nil {
		log = memory.New()
	}
	languages, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	pool := bots.New(bots.Config{})
	t.Cleanup(pool.Close)
	draft := games.All()[0]
	draft.Rules, draft.Draft = renamed{draft.Rules}, true
	host := table.New(table.Config{Log: log, Games: append(games.All(), draft), Roller: fair.Roller{}, Bots: pool})
	s := &apiSite{t: t, host: host, logs: &bytes.Buffer{}}
	config := web.Config{
		Host: host, Languages: languages,
		Logger: slog.New(slog.NewJSONHandler(s.logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	if change != nil {
		change(&config)
	}
	if s.web, err = web.New(config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.web.Close(context.Background()) })
	return s
}

// renamed is a game with another ID.
type renamed struct{ game.Rules }

func (r renamed) Info() game.Info {
	info := r.Rules.Info()
	info.ID = "draft"
	return info
}

// ask sends a request; headers are "Name: value".
func (s *apiSite) ask(method, path, body string, headers ...string) *http.Response {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept-Language", "en")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.web.ServeHTTP(w, r)
	return w.Result()
}

// body reads an answer.
func body(t *testing.T, answer *http.Response) string {
	t.Helper()
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

// open opens a table and checks that the answer is as it should be.
func (s *apiSite) open(request string) wire.Created {
	s.t.Helper()
	answer := s.ask(http.MethodPost, "/api/tables", request)
	data := body(s.t, answer)
	var made wire.Created
	if err := wire.Decode([]byte(data), &made); err != nil || answer.StatusCode != http.StatusCreated {
		s.t.Fatalf("open table: %d %s", answer.StatusCode, data)
	}
	return made
}

// command sends a command and returns status and answer.
func (s *apiSite) command(id, secret, request string) (int, string) {
	s.t.Helper()
	var headers []string
	if secret != "" {
		headers = append(headers, "Authorization: Bearer "+secret)
	}
	answer := s.ask(http.MethodPost, "/api/tables/"+id+"/commands", request, headers...)
	return answer.StatusCode, body(s.t, answer)
}

func (s *apiSite) table(id string) wire.Table {
	s.t.Helper()
	answer := s.ask(http.MethodGet, "/api/tables/"+id, "")
	data := body(s.t, answer)
	var got wire.Table
	if err := wire.Decode([]byte(data), &got); err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatalf("table %s: %d %s: %v", id, answer.StatusCode, data, err)
	}
	return got
}

func TestOpeningTables(t *testing.T) {
	s := newAPI(t, nil, nil)
	secret := regexp.MustCompile(`^[A-Z2-7]{26}$`)
	for name, test := range map[string]struct {
		request string
		seats   string // who gets a secret
		join    bool
		options string
	}{
		"hot-seat": {`{"game":"bachet","options":{"sticks":21},"mode":"hotseat"}`, "first second", false, `{"sticks":21,"max":3,"misere":false}`},
		"computer": {`{"game":"bachet","options":{"sticks":15,"max":4,"misere":true},"mode":"computer","bot":"random","starts":"first"}`, "first", false, `{"sticks":15,"max":4,"misere":true}`},
		"link":     {`{"game":"bachet","mode":"link","names":["Anna"]}`, "first", true, `{"sticks":15,"max":3,"misere":false}`},
	} {
		t.Run(name, func(t *testing.T) {
			made := s.open(test.request)
			if made.URL != "/t/"+made.Table {
				t.Errorf("url %q of table %q", made.URL, made.Table)
			}
			var seats []string
			for _, seat := range []string{"first", "second"} {
				if made.Seats[seat] != "" {
					seats = append(seats, seat)
				}
			}
			if got := strings.Join(seats, " "); got != test.seats || len(made.Seats) != len(seats) {
				t.Errorf("seats %v, want %s", made.Seats, test.seats)
			}
			for _, one := range made.Seats {
				if !secret.MatchString(one) {
					t.Errorf("secret %q", one)
				}
			}
			invitation, ok := strings.CutPrefix(made.Join, made.URL+"/join#")
			if ok != test.join || ok && !secret.MatchString(invitation) || !ok && made.Join != "" {
				t.Errorf("join %q", made.Join)
			}
			got := s.table(made.Table)
			if got.Table != made.Table || got.Game != "bachet" || string(got.Options) != test.options || got.Outcome != nil || got.Score != [2]int{} {
				t.Errorf("the table is %+v", got)
			}
		})
	}
}

func TestTheClassicComputerBegins(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"computer","bot":"winning"}`)
	if got := s.table(made.Table); got.Starts != "second" || got.Seats[1].Bot != "winning" {
		t.Errorf("the table is %+v", got)
	}
}

func TestTableMessageIsThatOfTheContract(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","options":{"sticks":4},"mode":"hotseat","names":["Анна","Boris"]}`)
	for i, step := range []struct{ seat, text string }{{"first", "1"}, {"second", "3"}} {
		if status, answer := s.command(made.Table, made.Seats[step.seat], fmt.Sprintf(`{"key":"k","seen":%d,"kind":"act","text":%q}`, i+1, step.text)); status != http.StatusOK || answer != fmt.Sprintf(`{"seq":%d}`, i+2) {
			t.Fatalf("answer %d %s", status, answer)
		}
	}
	answer := s.ask(http.MethodGet, "/api/tables/"+made.Table, "")
	var got, want any
	if err := json.Unmarshal([]byte(body(t, answer)), &got); err != nil {
		t.Fatal(err)
	}
	text := `{"table":"` + made.Table + `","game":"bachet","options":{"sticks":4,"max":3,"misere":false},"mode":"hotseat",
		"seats":[{"name":"Анна","taken":true},{"name":"Boris","taken":true}],"seq":4,"toAct":"nobody",
		"view":{"sticks":4,"left":0,"max":3,"misere":false,"mover":"nobody","winner":"second","legal":[],
			"lesson":LESSON,"turn":{"nodes":[{}]}},
		"outcome":{"winner":"second","points":1,"reason":"last-stick"},"score":[0,1],"round":1,"starts":"first",
		"plies":[{"seat":"first","action":"1","position":"3 second"},{"seat":"second","action":"3","position":"0 first"}]}`
	lesson, err := json.Marshal(got.(map[string]any)["view"].(map[string]any)["lesson"]) // the game's own affair
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(strings.Replace(text, "LESSON", string(lesson), 1)), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	if answer.Header.Get("Cache-Control") != "no-store" || answer.Header.Get("Content-Type") != "application/json; charset=utf-8" {
		t.Errorf("headers %v", answer.Header)
	}
}

func TestEveryErrorOfTheContract(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	other := s.open(`{"game":"bachet","mode":"hotseat"}`)
	link := s.open(`{"game":"bachet","mode":"link"}`)
	if status, answer := s.command(made.Table, made.Seats["first"], `{"key":"1","seen":1,"kind":"act","text":"3"}`); status != http.StatusOK {
		t.Fatal(answer)
	}
	const act = `{"key":"2","seen":2,"kind":"act","text":"1"}`
	commands := "/api/tables/" + made.Table + "/commands"
	second := "Authorization: Bearer " + made.Seats["second"]
	for name, test := range map[string]struct {
		method, path, body string
		headers            []string
		status             int
		error, rule        string // error is the beginning of the sentence
	}{
		"no seat":                  {path: commands, body: act, status: 401, error: "You have no seat"},
		"a seat of another table":  {path: commands, body: act, headers: []string{"Authorization: Bearer " + other.Seats["second"]}, status: 401, error: "You have no seat"},
		"a password":               {path: commands, body: act, headers: []string{"Authorization: Basic " + made.Seats["second"]}, status: 401, error: "You have no seat"},
		"no such table":            {path: "/api/tables/abcdefghjkmn/commands", body: act, headers: []string{second}, status: 404, error: "There is no such table"},
		"no table can be":          {path: "/api/tables/..%2f/commands", body: act, headers: []string{second}, status: 404, error: "There is no such"},
		"stale":                    {path: commands, body: `{"key":"2","seen":1,"kind":"act","text":"1"}`, headers: []string{second}, status: 409, error: "stale"},
		"too many sticks":          {path: commands, body: `{"key":"2","seen":2,"kind":"act","text":"4"}`, headers: []string{second}, status: 422, error: "Take no more than 3", rule: "bachet.take-at-most"},
		"no sticks":                {path: commands, body: `{"key":"2","seen":2,"kind":"act","text":"0"}`, headers: []string{second}, status: 422, error: "Take at least one", rule: "bachet.take-at-least-one"},
		"not your turn":            {path: commands, body: act, headers: []string{"Authorization: Bearer " + made.Seats["first"]}, status: 422, error: "It is not your turn", rule: "table.not-your-turn"},
		"no such kind":             {path: commands, body: `{"key":"2","seen":2,"kind":"x"}`, headers: []string{second}, status: 400, error: "The request was not understood"},
		"no key":                   {path: commands, body: `{"seen":2,"kind":"act","text":"1"}`, headers: []string{second}, status: 400, error: "The request was not understood"},
		"a long key":               {path: commands, body: `{"key":"` + strings.Repeat("k", 65) + `","seen":2,"kind":"act","text":"1"}`, headers: []string{second}, status: 400, error: "The request was not understood"},
		"another seat in the body": {path: commands, body: `{"key":"2","seat":"` + made.Seats["first"] + `","seen":2,"kind":"act","text":"1"}`, headers: []string{second}, status: 400, error: "The request was not understood"},
		"broken JSON":              {path: commands, body: `{"key":"2",`, headers: []string{second}, status: 400, error: "The request was not understood"},
		"two objects":              {path: commands, body: act + act, headers: []string{second}, status: 400, error: "The request was not understood"},
		"a list":                   {path: commands, body: `[]`, headers: []string{second}, status: 400, error: "The request was not understood"},
		"null":                     {path: commands, body: `null`, headers: []string{second}, status: 400, error: "The request was not understood"},
		"a negative event":         {path: commands, body: `{"key":"2","seen":-2,"kind":"act","text":"1"}`, headers: []string{second}, status: 400, error: "The request was not understood"},
		"an unknown field":         {path: commands, body: `{"key":"2","seen":2,"kind":"act","text":"1","pips":[6,6]}`, headers: []string{second}, status: 400, error: "The request was not understood"},
		"a megabyte":               {path: commands, body: `{"key":"` + strings.Repeat("k", 1<<20) + `"}`, headers: []string{second}, status: 413, error: "The message is too big"},
		"a form":                   {path: commands, body: "key=2&seen=2&kind=act&text=1", headers: []string{second, "Content-Type: application/x-www-form-urlencoded"}, status: 400, error: "The request was not understood"},
		"another site":             {path: commands, body: act, headers: []string{second, "Origin: https://evil.example"}, status: 403, error: "The request came from another site"},
		"another site, by browser": {path: commands, body: act, headers: []string{second, "Sec-Fetch-Site: cross-site"}, status: 403, error: "The request came from another site"},
		"table not there":          {method: "GET", path: "/api/tables/abcdefghjkmn", status: 404, error: "There is no such table"},
		"address not there":        {method: "GET", path: "/api/nothing", status: 404, error: "There is no such page"},
		"wrong method":             {method: "PUT", path: "/api/tables", status: 405, error: "This address does not take"},
		"a socket by plain HTTP":   {method: "GET", path: "/api/tables/" + made.Table + "/socket", status: 426, error: "This address is for WebSockets only"},
		"no game":                  {path: "/api/tables", body: `{"mode":"hotseat"}`, status: 400, error: "The request was not understood"},
		"a draft":                  {path: "/api/tables", body: `{"game":"draft","mode":"hotseat"}`, status: 400, error: "The request was not understood"},
		"no mode":                  {path: "/api/tables", body: `{"game":"bachet"}`, status: 400, error: "The request was not understood"},
		"no such bot":              {path: "/api/tables", body: `{"game":"bachet","mode":"computer","bot":"hal"}`, status: 400, error: "The request was not understood"},
		"nobody starts":            {path: "/api/tables", body: `{"game":"bachet","mode":"hotseat","starts":"nobody"}`, status: 400, error: "The request was not understood"},
		"three names":              {path: "/api/tables", body: `{"game":"bachet","mode":"hotseat","names":["a","b","c"]}`, status: 400, error: "The request was not understood"},
		"a hundred sticks":         {path: "/api/tables", body: `{"game":"bachet","mode":"hotseat","options":{"sticks":100}}`, status: 400, error: "The request was not understood"},
		"a wrong invitation":       {path: "/api/tables/" + link.Table + "/seats", body: `{"invitation":"x","key":"1"}`, status: 401, error: "You have no seat"},
		"no seat is free":          {path: "/api/tables/" + made.Table + "/seats", body: `{"invitation":"x","key":"1"}`, status: 422, error: "There is no free seat", rule: "table.no-seat-free"},
		"trying a draft":           {path: "/api/games/draft/try", body: `{}`, status: 404, error: "There is no such page"},
		"trying no game":           {path: "/api/games/chess/try", body: `{}`, status: 404, error: "There is no such page"},
		"trying too many":          {path: "/api/games/bachet/try", body: `{"options":{"max":5},"text":"6"}`, status: 422, error: "Take no more than 5", rule: "bachet.take-at-most"},
		"trying what is not left":  {path: "/api/games/bachet/try", body: `{"position":"2 first","text":"3"}`, status: 422, error: "You cannot take that many: only 2 are left", rule: "bachet.not-enough"},
		"trying no position":       {path: "/api/games/bachet/try", body: `{"position":"99 first"}`, status: 400, error: "The request was not understood"},
	} {
		t.Run(name, func(t *testing.T) {
			method := test.method
			if method == "" {
				method = http.MethodPost
			}
			answer := s.ask(method, test.path, test.body, test.headers...)
			text := body(t, answer)
			var got wire.Refusal
			if err := wire.Decode([]byte(text), &got); err != nil {
				t.Fatalf("answer %d %s: %v", answer.StatusCode, text, err)
			}
			if answer.StatusCode != test.status || !strings.HasPrefix(got.Error, test.error) || got.Rule != test.rule {
				t.Errorf("answer %d %+v, want %d %q", answer.StatusCode, got, test.status, test.error)
			}
			if len(got.Message) < 10 || got.Error != "stale" && got.Message != got.Error {
				t.Errorf("message %q", got.Message)
			}
			if answer.StatusCode == http.StatusUnauthorized && answer.Header.Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("headers %v", answer.Header)
			}
		})
	}
	for id, seq := range map[string]uint64{made.Table: 2, other.Table: 1, link.Table: 1} {
		if got := s.table(id).Seq; got != seq {
			t.Errorf("table %s is at event %d, want %d", id, got, seq)
		}
	}
}

func TestKeysAreRememberedAcrossARestart(t *testing.T) {
	log := memory.New()
	s := newAPI(t, log, nil)
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	const act = `{"key":"once","seen":1,"kind":"act","text":"3"}`
	for range 3 {
		for range 2 {
			if status, answer := s.command(made.Table, made.Seats["first"], act); status != http.StatusOK || answer != `{"seq":2}` {
				t.Errorf("answer %d %s", status, answer)
			}
		}
		s = newAPI(t, log, nil)
	}
	// Another seat's key is another key.
	if status, answer := s.command(made.Table, made.Seats["second"], `{"key":"once","seen":2,"kind":"act","text":"3"}`); status != http.StatusOK || answer != `{"seq":3}` {
		t.Errorf("answer %d %s", status, answer)
	}
}

func TestOfFiftyWhoJoinOneSits(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"link"}`)
	_, invitation, _ := strings.Cut(made.Join, "#")
	var (
		joining sync.WaitGroup
		mu      sync.Mutex
		seated  []wire.Seated
		refused int
	)
	for i := range 50 {
		joining.Go(func() {
			answer := s.ask(http.MethodPost, "/api/tables/"+made.Table+"/seats", fmt.Sprintf(`{"invitation":%q,"key":"j%d","name":"N%d"}`, invitation, i, i))
			text := body(t, answer)
			mu.Lock()
			defer mu.Unlock()
			var seat wire.Seated
			switch {
			case answer.StatusCode == http.StatusOK && wire.Decode([]byte(text), &seat) == nil:
				seated = append(seated, seat)
			case answer.StatusCode == http.StatusUnprocessableEntity && strings.Contains(text, table.RuleSeatTaken):
				refused++
			default:
				t.Errorf("answer %d %s", answer.StatusCode, text)
			}
		})
	}
	joining.Wait()
	if len(seated) != 1 || refused != 49 {
		t.Fatalf("%d sit, %d were refused", len(seated), refused)
	}
	got := s.table(made.Table)
	if seated[0].Seat != "second" || !got.Seats[1].Taken || got.Seq != 2 {
		t.Errorf("seated %+v at %+v", seated[0], got)
	}
	// And the seat is one that plays.
	for i, secret := range []string{made.Seats["first"], seated[0].Secret} {
		if status, answer := s.command(made.Table, secret, fmt.Sprintf(`{"key":"a","seen":%d,"kind":"act","text":"1"}`, i+2)); status != http.StatusOK {
			t.Errorf("answer %d %s", status, answer)
		}
	}
}

func TestTryingAPosition(t *testing.T) {
	s := newAPI(t, nil, nil)
	for request, want := range map[string]wire.Tried{
		`{}`:                                   {Position: "15 first", ToAct: "first"},
		`{"text":"3"}`:                         {Position: "12 second", ToAct: "second"},
		`{"position":"2 second","text":" 2 "}`: {Position: "0 first", ToAct: "nobody", Outcome: &wire.Outcome{Winner: "second", Points: 1, Reason: "last-stick"}},
		`{"options":{"misere":true},"position":"1 first","text":"1"}`: {Position: "0 second", ToAct: "nobody", Outcome: &wire.Outcome{Winner: "second", Points: 1, Reason: "last-stick-loses"}},
	} {
		answer := s.ask(http.MethodPost, "/api/games/bachet/try", request)
		text := body(t, answer)
		var got wire.Tried
		if err := wire.Decode([]byte(text), &got); err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %s", request, answer.StatusCode, text)
		}
		if !json.Valid(got.View) || len(got.View) < 20 {
			t.Errorf("%s: view %s", request, got.View)
		}
		got.View = nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", request, diff)
		}
	}
}

func TestHeadAndOptions(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	head := s.ask(http.MethodHead, "/api/tables/"+made.Table, "")
	if text := body(t, head); head.StatusCode != http.StatusOK || text != "" || head.Header.Get("Content-Type") == "" {
		t.Errorf("HEAD: %d %v %s", head.StatusCode, head.Header, text)
	}
	for path, allow := range map[string]string{
		"/api/tables":                             "POST, OPTIONS",
		"/api/tables/" + made.Table:               "GET, HEAD, OPTIONS",
		"/api/tables/" + made.Table + "/commands": "POST, OPTIONS",
	} {
		answer := s.ask(http.MethodOptions, path, "")
		if text := body(t, answer); answer.StatusCode != http.StatusNoContent || answer.Header.Get("Allow") != allow || text != "" {
			t.Errorf("OPTIONS %s: %d %q %s", path, answer.StatusCode, answer.Header.Get("Allow"), text)
		}
		if answer := s.ask(http.MethodDelete, path, ""); answer.StatusCode != http.StatusMethodNotAllowed || answer.Header.Get("Allow") != allow {
			t.Errorf("DELETE %s: %d %q", path, answer.StatusCode, answer.Header.Get("Allow"))
		}
	}
}

func TestErrorsSpeakTheLanguageThatIsAskedFor(t *testing.T) {
	s := newAPI(t, nil, nil)
	for _, test := range []struct{ query, accept, want string }{
		{"", "", "Такого стола нет."},
		{"", "en", "There is no such table."},
		{"", "de, en-GB;q=0.8, ru;q=0.3", "There is no such table."},
		{"", "de-DE, fr;q=0.9", "Такого стола нет."},
		{"", "en;q=0.2, ru;q=0.9", "Такого стола нет."},
		{"?lang=ru", "en", "Такого стола нет."},
		{"?lang=en", "ru", "There is no such table."},
		{"?lang=xx", "en", "There is no such table."},
	} {
		answer := s.ask(http.MethodGet, "/api/tables/abcdefghjkmn"+test.query, "", "Accept-Language: "+test.accept)
		var got wire.Refusal
		if err := json.Unmarshal([]byte(body(t, answer)), &got); err != nil {
			t.Fatal(err)
		}
		if got.Message != test.want {
			t.Errorf("%+v: %q", test, got.Message)
		}
	}
}

// failing is a log that fails.
type failing struct{ *memory.Log }

func (failing) Append(context.Context, table.ID, table.Event) error {
	return errors.New("the disk said: /var/secret")
}

func TestWhatBreaksIsLoggedUnderTheNumberThatIsTold(t *testing.T) {
	s := newAPI(t, failing{memory.New()}, nil)
	answer := s.ask(http.MethodPost, "/api/tables", `{"game":"bachet","mode":"hotseat"}`)
	var got wire.Refusal
	if err := json.Unmarshal([]byte(body(t, answer)), &got); err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`^Something broke, .* complaint: ([A-Z2-7]{8})\.$`).FindStringSubmatch(got.Message)
	if answer.StatusCode != http.StatusInternalServerError || number == nil {
		t.Fatalf("answer %d %q", answer.StatusCode, got.Message)
	}
	if !strings.Contains(s.logs.String(), `"id":"`+number[1]+`"`) || !strings.Contains(s.logs.String(), "/var/secret") {
		t.Errorf("the log does not say what %s is:\n%s", number[1], s.logs)
	}
}

func TestNoSecretIsLoggedOrShown(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"link"}`)
	_, invitation, _ := strings.Cut(made.Join, "#")
	secrets := []string{made.Seats["first"], invitation}
	s.ask(http.MethodGet, "/api/tables/"+made.Table+"?seat="+made.Seats["first"], "")
	s.ask(http.MethodGet, "/t/"+made.Table+"?seat="+made.Seats["first"], "")
	s.command(made.Table, made.Seats["first"], `{"key":"1","seen":1,"kind":"act","text":"9"}`)
	s.command(made.Table, made.Seats["first"], `{"key":"1","seen":1,"kind":"act","text":"1"}`)
	s.ask(http.MethodPost, "/api/tables/"+made.Table+"/seats", `{"invitation":"`+invitation+`","key":"1"}`)
	public := body(t, s.ask(http.MethodGet, "/api/tables/"+made.Table, ""))
	for _, secret := range secrets {
		if strings.Contains(s.logs.String(), secret) {
			t.Errorf("the log holds a secret:\n%s", s.logs)
		}
		if strings.Contains(public, secret) {
			t.Errorf("everybody is told a secret: %s", public)
		}
	}
	if !strings.Contains(s.logs.String(), "/commands") {
		t.Error("requests are not logged at all")
	}
}

func TestADraftHasNoAddress(t *testing.T) {
	s := newAPI(t, nil, nil)
	for _, prefix := range []string{"", "/en"} {
		for _, path := range []string{"", "/rules", "/strategy", "/try", "/picture.png"} {
			if answer := s.ask(http.MethodGet, prefix+"/draft"+path, ""); answer.StatusCode != http.StatusNotFound {
				t.Errorf("GET %s/draft%s: %d", prefix, path, answer.StatusCode)
			}
		}
		answer := s.ask(http.MethodPost, prefix+"/draft", "mode=hotseat", "Content-Type: application/x-www-form-urlencoded")
		if answer.StatusCode != http.StatusNotFound {
			t.Errorf("POST %s/draft: %d", prefix, answer.StatusCode)
		}
	}
}
