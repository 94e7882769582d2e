package ws_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	coder "github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
	"github.com/hod-games/hod/internal/web/ws"
	"github.com/hod-games/hod/internal/wire"
)

func TestEverybodyGetsEveryEventOnceAndInOrder(t *testing.T) {
	s := newSite(t, nil, nil)
	made := s.open(`{"sticks":9}`)
	first, second, watcher := s.dial(made.Table, 0), s.dial(made.Table, 0), s.dial(made.Table, 1)
	logs := [3][]string{}
	read := func(seq uint64) {
		t.Helper()
		for i, c := range []*client{first, second, watcher} {
			if i == 2 && seq == 1 {
				continue // it has said that it knows the first
			}
			logs[i] = append(logs[i], c.event(seq).raw)
		}
	}
	read(1)
	seq := uint64(1)
	for range 2 { // the first side takes 3, the second 3, the first 3 and wins
		for n := range 3 {
			c, secret := first, made.Seats["first"]
			if mover := s.toAct(made.Table); mover == "second" {
				c, secret = second, made.Seats["second"]
			}
			key := c.send(secret, seq, "act", "3")
			seq++
			read(seq)
			if n == 2 {
				seq++
				read(seq) // ended
			}
			if a := c.next(); a.Key != key || a.Error != "" || a.Seq == 0 || a.Seq > seq {
				t.Fatalf("answer %s", a.raw)
			}
		}
		key := first.send(made.Seats["first"], seq, "next", "")
		seq++
		read(seq)
		if a := first.next(); a.Key != key || a.Seq != seq {
			t.Fatalf("answer %s", a.raw)
		}
	}
	if diff := cmp.Diff(logs[0], logs[1]); diff != "" {
		t.Errorf("the two players got different messages:\n%s", diff)
	}
	if diff := cmp.Diff(logs[0][1:], logs[2]); diff != "" {
		t.Errorf("the watcher got different messages:\n%s", diff)
	}
	var kinds []string
	for _, raw := range logs[0] {
		var e wire.Event
		if err := wire.Decode([]byte(raw), &e); err != nil {
			t.Fatalf("%s is no event: %v", raw, err)
		}
		kinds = append(kinds, e.Kind)
		if len(raw) > 2000 {
			t.Errorf("an event of %d bytes", len(raw))
		}
	}
	want := strings.Fields("opened acted acted acted ended next acted acted acted ended next")
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("kinds of events (-want +got):\n%s", diff)
	}
}

func (s *site) toAct(id string) string {
	s.t.Helper()
	snapshot, err := s.host.Snapshot(s.t.Context(), table.ID(id))
	if err != nil {
		s.t.Fatal(err)
	}
	return snapshot.ToAct.String()
}

func TestBadCommandsGetTheirErrorAndChangeNothing(t *testing.T) {
	s := newSite(t, nil, nil)
	made, other := s.open(`{}`), s.open(`{}`)
	c := s.dial(made.Table, 0)
	c.event(1)
	if a := c.act(made.Seats["first"], 1, "3"); a.Seq != 2 {
		t.Fatalf("answer %s", a.raw)
	}
	for name, test := range map[string]struct {
		send   string
		answer wire.Answer
	}{
		"too many": {
			`{"key":"a","seat":"SECOND","seen":2,"kind":"act","text":"4"}`,
			wire.Answer{Key: "a", Refusal: wire.Refusal{Error: "Take no more than 3 at a time.", Rule: "bachet.take-at-most"}},
		},
		"not a number": {
			`{"key":"a","seat":"SECOND","seen":2,"kind":"act","text":"three"}`,
			wire.Answer{Key: "a", Refusal: wire.Refusal{Error: "A move is a number: how many sticks to take.", Rule: "bachet.not-a-number"}},
		},
		"not your turn": {
			`{"key":"b","seat":"FIRST","seen":2,"kind":"act","text":"1"}`,
			wire.Answer{Key: "b", Refusal: wire.Refusal{Error: "It is not your turn.", Rule: table.RuleNotYourTurn}},
		},
		"stale": {
			`{"key":"c","seat":"SECOND","seen":1,"kind":"act","text":"1"}`,
			wire.Answer{Key: "c", Refusal: wire.Refusal{Error: "stale", Message: "The position has changed meanwhile. Look at the board."}},
		},
		"from the future": {
			`{"key":"c","seat":"SECOND","seen":99,"kind":"act","text":"1"}`,
			wire.Answer{Key: "c", Refusal: wire.Refusal{Error: "stale", Message: "The position has changed meanwhile. Look at the board."}},
		},
		"a seat of another table": {
			`{"key":"d","seat":"OTHER","seen":2,"kind":"act","text":"1"}`,
			wire.Answer{Key: "d", Refusal: wire.Refusal{Error: "You have no seat at this table: you can only watch."}},
		},
		"no seat": {
			`{"key":"e","seen":2,"kind":"act","text":"1"}`,
			wire.Answer{Key: "e", Refusal: wire.Refusal{Error: "You have no seat at this table: you can only watch."}},
		},
		"no key": {
			`{"seat":"SECOND","seen":2,"kind":"act","text":"1"}`,
			wire.Answer{Refusal: wire.Refusal{Error: "The request was not understood. For those who write programs: key: is missing."}},
		},
		"no such kind": {
			`{"key":"f","seat":"SECOND","seen":2,"kind":"cheat"}`,
			wire.Answer{Key: "f", Refusal: wire.Refusal{Error: `The request was not understood. For those who write programs: kind: "cheat" is not a command.`}},
		},
		"not JSON": {
			`{"key":`,
			wire.Answer{Refusal: wire.Refusal{Error: "The request was not understood. For those who write programs: the message is not JSON."}},
		},
		"an unknown field": {
			`{"key":"g","seat":"SECOND","seen":2,"kind":"act","text":"1","pips":[6,6]}`,
			wire.Answer{Key: "g", Refusal: wire.Refusal{Error: `The request was not understood. For those who write programs: there is no field "pips".`}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := s.dial(made.Table, 2)
			message := strings.NewReplacer("FIRST", made.Seats["first"], "SECOND", made.Seats["second"], "OTHER", other.Seats["first"]).Replace(test.send)
			if err := c.conn.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
				t.Fatal(err)
			}
			got := c.next()
			if test.answer.Message == "" {
				test.answer.Message = test.answer.Error
			}
			answer := wire.Answer{Key: got.Key, Seq: got.Seq, Refusal: wire.Refusal{Error: got.Error, Message: got.Message, Rule: got.Rule}}
			if diff := cmp.Diff(test.answer, answer); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
			if seq := s.seq(made.Table); seq != 2 {
				t.Errorf("the table is at event %d now", seq)
			}
		})
	}
}

func TestARepeatedKeyGetsTheSameAnswerAndChangesNothing(t *testing.T) {
	s := newSite(t, nil, nil)
	made := s.open(`{}`)
	command := wire.Command{Key: "once", Seat: made.Seats["first"], Seen: 1, Kind: "act", Text: "3"}
	for range 3 {
		c := s.dial(made.Table, 0) // as after a lost connection
		for range 2 {
			c.raw(command)
			if a := c.answer("once"); a.Seq != 2 || a.Error != "" {
				t.Fatalf("answer %s", a.raw)
			}
		}
	}
	// The same by plain HTTP, and after a restart.
	again := newSite(t, s.log, nil)
	for _, site := range []*site{s, again} {
		status, data := site.post("/api/tables/"+made.Table+"/commands", made.Seats["first"], `{"key":"once","seen":1,"kind":"act","text":"3"}`)
		if status != http.StatusOK || string(data) != `{"seq":2}` {
			t.Errorf("answer %d %s", status, data)
		}
		if seq := site.seq(made.Table); seq != 2 {
			t.Errorf("the table is at event %d", seq)
		}
	}
}

func TestWhoeverComesBackGetsWhatIsMissing(t *testing.T) {
	log := memory.New()
	s := newSite(t, log, nil)
	made := s.open(`{"sticks":99,"max":9}`)
	const last = 700 // far more than memory keeps
	for seq := uint64(1); seq < last; seq++ {
		kind, text := table.KindRename, fmt.Sprintf("Name %d", seq)
		if _, err := s.host.Do(t.Context(), table.ID(made.Table), table.Command{
			Key: fmt.Sprint(seq), Secret: made.Seats["first"], Seen: seq, Kind: kind, Text: text,
		}); err != nil {
			t.Fatal(err)
		}
	}
	restarted := newSite(t, log, nil)
	for _, site := range []*site{s, restarted} {
		for _, after := range []uint64{0, 1, 300, last - 65, last - 1, last} {
			c := site.dial(made.Table, after)
			for seq := after + 1; seq <= last; seq++ {
				c.event(seq)
			}
			// And nothing is repeated: the next message is the answer.
			c.raw(wire.Command{Key: "x"})
			if m := c.next(); m.Key != "x" {
				t.Errorf("after %d: more than %d events: %s", after, last, m.raw)
			}
		}
	}
}

func TestCloseCodes(t *testing.T) {
	s := newSite(t, nil, nil)
	made := s.open(`{}`)
	send := func(c *client, kind int, data string) {
		t.Helper()
		if err := c.conn.WriteMessage(kind, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		code  int
		id    string
		after uint64
		do    func(*client)
	}{
		"a binary frame":              {code: websocket.CloseUnsupportedData, id: made.Table, do: func(c *client) { send(c, websocket.BinaryMessage, `{"key":"a"}`) }},
		"a message of 16 KiB and one": {code: websocket.CloseMessageTooBig, id: made.Table, do: func(c *client) { send(c, websocket.TextMessage, strings.Repeat(" ", wire.MaxMessage+1)) }},
		"a message of 1 MiB":          {code: websocket.CloseMessageTooBig, id: made.Table, do: func(c *client) { send(c, websocket.TextMessage, strings.Repeat("a", 1<<20)) }},
		"nonsense five times": {code: ws.CloseProtocol, id: made.Table, do: func(c *client) {
			for range 5 {
				send(c, websocket.TextMessage, "nonsense")
			}
		}},
		"no such table":           {code: ws.CloseNoTable, id: "abcdefghjkmn"},
		"no table can be":         {code: ws.CloseNoTable, id: "x"},
		"events that do not be":   {code: ws.CloseAhead, id: made.Table, after: 2},
		"many events that do not": {code: ws.CloseAhead, id: made.Table, after: 1 << 62},
		"taking leave": {code: websocket.CloseNormalClosure, id: made.Table, do: func(c *client) {
			send(c, websocket.CloseMessage, string(websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c := s.dial(test.id, test.after)
			if test.do != nil {
				test.do(c)
			}
			if code := c.closed(); code != test.code {
				t.Errorf("close code %d, want %d", code, test.code)
			}
		})
	}
	if seq := s.seq(made.Table); seq != 1 {
		t.Errorf("the table is at event %d", seq)
	}
	s.wait("no socket is open", func() bool { return s.web.Sockets() == 0 })
}

// wait waits until something is so.
func (s *site) wait(what string, so func() bool) {
	s.t.Helper()
	for end := time.Now().Add(patience); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("it does not come about that %s", what)
		}
	}
}

func TestARestartSaysComeBack(t *testing.T) {
	s := newSite(t, nil, nil)
	made := s.open(`{}`)
	var clients []*client
	for range 20 {
		c := s.dial(made.Table, 0)
		c.event(1)
		clients = append(clients, c)
	}
	// The answer to what is under way comes before the end does.
	key := clients[0].send(made.Seats["first"], 1, "act", "2")
	clients[0].answer(key)
	done := make(chan error, 1)
	go func() { done <- s.web.Close(context.Background()) }()
	for _, c := range clients {
		if code := c.closed(); code != websocket.CloseServiceRestart {
			t.Errorf("close code %d, want 1012", code)
		}
	}
	if err := <-done; err != nil {
		t.Errorf("close: %v", err)
	}
	_, answer, err := websocket.DefaultDialer.DialContext(t.Context(), s.address(made.Table, 0), nil)
	if err == nil || answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a socket of a server that ends: %v", err)
	}
	_ = answer.Body.Close()
}

func TestOnlyOurPagesMayOpenSockets(t *testing.T) {
	for name, test := range map[string]struct {
		public, origin string
		want           int
	}{
		"a program, which sends none": {"", "", http.StatusSwitchingProtocols},
		"the same host":               {"", "http://HOST", http.StatusSwitchingProtocols},
		"the same host over TLS":      {"", "https://HOST", http.StatusSwitchingProtocols},
		"another port":                {"", "http://127.0.0.1:1", http.StatusForbidden},
		"another site":                {"", "https://evil.example", http.StatusForbidden},
		"a name that contains ours":   {"https://hod.example", "https://hod.example.evil.example", http.StatusForbidden},
		"an opaque one":               {"https://hod.example", "null", http.StatusForbidden},
		"the public one":              {"https://hod.example", "https://hod.example", http.StatusSwitchingProtocols},
		"the public one without TLS":  {"https://hod.example", "http://hod.example", http.StatusForbidden},
		"another site behind a proxy": {"https://hod.example", "https://evil.example", http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, nil, func(c *web.Config) { c.Origin = test.public })
			made := s.open(`{}`)
			header := http.Header{}
			if test.origin != "" {
				header.Set("Origin", strings.Replace(test.origin, "HOST", strings.TrimPrefix(s.http.URL, "http://"), 1))
			}
			conn, answer, err := websocket.DefaultDialer.DialContext(t.Context(), s.address(made.Table, 0), header)
			if answer == nil {
				t.Fatal(err)
			}
			defer func() { _ = answer.Body.Close() }()
			if err == nil {
				_ = conn.Close()
			}
			if answer.StatusCode != test.want {
				t.Errorf("status %d, want %d", answer.StatusCode, test.want)
			}
		})
	}
}

func TestAnotherLibraryPlaysARound(t *testing.T) {
	s := newSite(t, nil, nil)
	made := s.open(`{"sticks":7}`)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	// It asks for compression; we do not compress.
	c, answer, err := coder.Dial(ctx, s.address(made.Table, 0), &coder.DialOptions{CompressionMode: coder.CompressionContextTakeover})
	if err != nil {
		t.Fatal(err)
	}
	if answer.Header.Get("Sec-WebSocket-Extensions") != "" {
		t.Error("updates are compressed")
	}
	defer func() { _ = c.CloseNow() }()
	var seen uint64
	toAct, over := "", false
	for n := 0; !over; {
		_, data, err := c.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var m received
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		if m.Key != "" {
			if m.Error != "" {
				t.Fatalf("answer %s", data)
			}
			continue
		}
		seen, toAct, over = m.Seq, m.Now.ToAct, m.Now.Outcome != nil
		if secret := made.Seats[toAct]; secret != "" {
			n++
			if err := c.Write(ctx, coder.MessageText, fmt.Appendf(nil, `{"key":"%d","seat":"%s","seen":%d,"kind":"act","text":"1"}`, n, secret, seen)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if seen != 9 { // opened, seven takes, ended
		t.Errorf("the last event is %d, want 9", seen)
	}
	if err := c.Close(coder.StatusNormalClosure, ""); err != nil {
		t.Errorf("take leave: %v", err)
	}
}
