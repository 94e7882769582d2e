package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// offer opens a table for anybody and has its opener come.
func (s *apiSite) offer(request string) wire.Created {
	s.t.Helper()
	made := s.open(request)
	feed, err := s.host.Attach(s.t.Context(), table.ID(made.Table), func() {})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(feed.Close)
	if err := feed.Here(s.t.Context(), made.Seats["first"]); err != nil {
		s.t.Fatal(err)
	}
	return made
}

func (s *apiSite) lobby(query string) wire.Lobby {
	s.t.Helper()
	answer := s.ask(http.MethodGet, "/api/lobby"+query, "")
	data := body(s.t, answer)
	var got wire.Lobby
	if err := wire.Decode([]byte(data), &got); err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatalf("lobby: %d %s: %v", answer.StatusCode, data, err)
	}
	return got
}

func takeBody(n int) string {
	return fmt.Sprintf(`{"key":"nobody guesses this key, %d","name":"Taker %d"}`, n, n)
}

func TestTheLobbyTellsWhatIsOnOffer(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil, nil)
	if l := s.lobby(""); len(l.Offers) != 0 || l.Offers == nil || l.Tag == "" {
		t.Errorf("an empty lobby is %+v", l)
	}
	made := s.offer(`{"game":"nardy","mode":"link","open":true,"names":["Anna"],"options":{"variant":"short","points":3},"clock":{"kind":"fischer","bank":300,"each":5}}`)
	s.offer(`{"game":"bachet","mode":"link","open":true}`)
	s.open(`{"game":"bachet","mode":"link","open":true}`) // nobody waits there
	l := s.lobby("")
	if len(l.Offers) != 2 {
		t.Fatalf("%d tables are on offer: %+v", len(l.Offers), l)
	}
	// Both may have been offered in the same millisecond.
	o := l.Offers[slices.IndexFunc(l.Offers, func(o wire.Offer) bool { return o.Game == "nardy" })]
	if o.Table != made.Table || o.Game != "nardy" || o.Dice != "fair" || o.Starts != "first" ||
		o.Clock == nil || *o.Clock != (wire.Tempo{Kind: "fischer", Bank: 300, Each: 5}) || !strings.Contains(string(o.Options), `"points":3`) {
		t.Errorf("the table is listed as %+v", o)
	}
}

func TestOfFiftyRequestsOneGetsTheSeat(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil, nil)
	made := s.offer(`{"game":"bachet","mode":"link","open":true}`)
	var all sync.WaitGroup
	var sat atomic.Int32
	for i := range 50 {
		all.Go(func() {
			answer := s.ask(http.MethodPost, "/api/lobby/"+made.Table, takeBody(i))
			switch data := body(t, answer); answer.StatusCode {
			case http.StatusOK:
				sat.Add(1)
			case http.StatusUnprocessableEntity:
				var refusal wire.Refusal
				if err := json.Unmarshal([]byte(data), &refusal); err != nil || refusal.Rule != table.RuleSeatTaken {
					t.Errorf("refused: %s", data)
				}
			default:
				t.Errorf("%d %s", answer.StatusCode, data)
			}
		})
	}
	all.Wait()
	if sat.Load() != 1 {
		t.Errorf("%d of 50 got the seat", sat.Load())
	}
	if logs := s.logs.String(); strings.Contains(logs, made.Seats["first"]) || strings.Contains(logs, "nobody guesses") {
		t.Error("the log of the server holds a secret")
	}
}

func TestTheLobbyIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil, nil)
	before := s.lobby("")
	if l := s.lobby("?wait=other"); l.Tag != before.Tag {
		t.Error("with another tag the answer does not come at once, or is not the lobby")
	}
	came := make(chan wire.Lobby)
	go func() { came <- s.lobby("?wait=" + before.Tag) }()
	select {
	case l := <-came:
		t.Fatalf("nothing has changed, and the answer is %+v", l)
	case <-time.After(50 * time.Millisecond):
	}
	made := s.offer(`{"game":"bachet","mode":"link","open":true}`)
	select {
	case l := <-came:
		if len(l.Offers) != 1 || l.Offers[0].Table != made.Table || l.Tag == before.Tag {
			t.Errorf("the answer is %+v", l)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the lobby has changed, and the answer does not come")
	}
	// A server that ends keeps nobody waiting.
	go func() { came <- s.lobby("?wait=" + s.lobby("").Tag) }()
	time.Sleep(50 * time.Millisecond)
	_ = s.web.Close(t.Context())
	select {
	case <-came:
	case <-time.After(10 * time.Second):
		t.Fatal("the server ends, and the answer does not come")
	}
}

func TestQuestionsThatWaitAreBounded(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil, nil)
	tag := s.lobby("").Tag
	const more = 60
	statuses := make(chan *http.Response, more)
	for range more {
		go func() { statuses <- s.ask(http.MethodGet, "/lobby/list?wait="+tag, "") }()
	}
	answered := 0
	for deadline := time.After(10 * time.Second); answered < more-50; answered++ {
		select {
		case answer := <-statuses:
			if answer.StatusCode != http.StatusNoContent || answer.Header.Get("Retry-After") == "" {
				t.Errorf("one too many: status %d, headers %v", answer.StatusCode, answer.Header)
			}
			_ = answer.Body.Close()
		case <-deadline:
			t.Fatalf("of %d questions %d were turned away, want %d", more, answered, more-50)
		}
	}
	s.offer(`{"game":"bachet","mode":"link","open":true}`)
	for range 50 {
		answer := <-statuses
		if answer.StatusCode != http.StatusOK {
			t.Errorf("who has waited gets status %d", answer.StatusCode)
		}
		_ = answer.Body.Close()
	}
}

func TestWhatCanNotBeTakenByTheAPI(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil, nil)
	byLink := s.open(`{"game":"bachet","mode":"link"}`)
	made := s.offer(`{"game":"bachet","mode":"link","open":true}`)
	for name, c := range map[string]struct {
		path, body string
		status     int
		part       string
	}{
		"no table":     {"/api/lobby/nosuchtable1", takeBody(1), http.StatusNotFound, ""},
		"by link only": {"/api/lobby/" + byLink.Table, takeBody(1), http.StatusUnprocessableEntity, table.RuleNotOffered},
		"a short key":  {"/api/lobby/" + made.Table, `{"key":"1"}`, http.StatusBadRequest, "shorter"},
		"a wrong body": {"/api/lobby/" + made.Table, `{"invitation":"x"}`, http.StatusBadRequest, "invitation"},
		"not a link":   {"/api/tables", `{"game":"bachet","mode":"hotseat","open":true}`, http.StatusBadRequest, "open"},
	} {
		answer := s.ask(http.MethodPost, c.path, c.body)
		if data := body(t, answer); answer.StatusCode != c.status || !strings.Contains(data, c.part) {
			t.Errorf("%s: %d %s", name, answer.StatusCode, data)
		}
	}
	if l := s.lobby(""); len(l.Offers) != 1 {
		t.Errorf("after what was refused the lobby is %+v", l)
	}
	status, data := s.command(made.Table, made.Seats["first"], `{"key":"w","seen":1,"kind":"withdraw"}`)
	if status != http.StatusOK || len(s.lobby("").Offers) != 0 {
		t.Errorf("withdrawn: %d %s", status, data)
	}
}
