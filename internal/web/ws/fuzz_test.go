package ws_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gorilla/websocket"

	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// FuzzSocketCommand sends whatever it likes as a message from a seat. The
// socket has to answer or to close; and the table may only change if the
// answer says so, by the events that the answer names.
func FuzzSocketCommand(f *testing.F) {
	s := newSite(f, nil, nil)
	made := s.open(`{"sticks":99}`)
	for _, seed := range []string{
		`{"key":"a","seat":"FIRST","seen":1,"kind":"act","text":"3"}`, `{"key":"a","seat":"FIRST","seen":1,"kind":"roll"}`,
		`{"key":"b","seat":"SECOND","seen":2,"kind":"resign"}`, `{"key":"c","seat":"FIRST","seen":3,"kind":"next","text":"second"}`,
		`{"key":"d","seat":"FIRST","seen":3,"kind":"reset"}`, `{"key":"e","seat":"FIRST","kind":"rename","text":"\u202eA"}`,
		`{"key":"f"}`, `{}`, `null`, `[`, "\x00", `{"key":"\u0000","seat":"FIRST","seen":9007199254740993,"kind":"act"}`,
	} {
		f.Add(seed)
	}
	var conn *websocket.Conn
	var after uint64
	last := func(t *testing.T) uint64 {
		t.Helper()
		snapshot, err := s.host.Snapshot(t.Context(), table.ID(made.Table))
		if err != nil {
			t.Fatal(err)
		}
		return snapshot.Seq
	}
	f.Fuzz(func(t *testing.T, message string) {
		message = strings.NewReplacer("FIRST", made.Seats["first"], "SECOND", made.Seats["second"]).Replace(message)
		if conn == nil {
			after = last(t)
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			c, answer, err := websocket.DefaultDialer.DialContext(ctx, s.address(made.Table, after), nil)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			conn = c
		}
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		if err := conn.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
			t.Fatal(err)
		}
		before := after
		for {
			_, data, err := conn.ReadMessage()
			if err != nil {
				if !websocket.IsCloseError(err, 4400, websocket.CloseMessageTooBig) {
					t.Fatalf("%q: %v", message, err)
				}
				_ = conn.Close()
				conn = nil
				break
			}
			if !utf8.Valid(data) {
				t.Fatalf("%q: answer %q", message, data)
			}
			var e wire.Event
			if json.Unmarshal(data, &e) == nil && e.Kind != "" {
				if e.Kind != "beat" {
					if e.Seq != after+1 {
						t.Fatalf("%q: event %d follows event %d", message, e.Seq, after)
					}
					after = e.Seq
				}
				continue
			}
			var a wire.Answer
			if err := wire.Decode(data, &a); err != nil {
				t.Fatalf("%q: answer %s: %v", message, data, err)
			}
			if (a.Seq == 0) == (a.Error == "") || a.Error != "" && a.Message == "" {
				t.Fatalf("%q: answer %s", message, data)
			}
			if a.Error != "" && after != before {
				t.Fatalf("%q: answer %s, and event %d", message, data, after)
			}
			break
		}
		if seq := last(t); conn != nil && seq != after {
			t.Fatalf("%q: the table is at event %d and the socket at %d", message, seq, after)
		}
	})
	if conn != nil {
		_ = conn.Close()
	}
}
