package ws_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/hod-games/hod/internal/wire"
)

// presence returns the next message about who is there, skipping events.
func (c *client) presence() wire.Presence {
	c.t.Helper()
	for {
		m := c.next()
		if m.Kind != wire.KindPresence {
			continue
		}
		var p wire.Presence
		if err := json.Unmarshal(m.Body, &p); err != nil {
			c.t.Fatalf("%s: %v", m.raw, err)
		}
		return p
	}
}

// until skips what is told of presence until it is p.
func (c *client) until(p wire.Presence) {
	c.t.Helper()
	for c.presence() != p { // next gives up when nothing comes any more
		continue
	}
}

// byLink opens a table by a link and has somebody sit down.
func (s *site) byLink() (id string, secrets [2]string) {
	s.t.Helper()
	status, data := s.post("/api/tables", "", `{"game":"bachet","mode":"link"}`)
	var made wire.Created
	if err := json.Unmarshal(data, &made); err != nil || status != http.StatusCreated {
		s.t.Fatalf("open table: %d %s", status, data)
	}
	invitation := made.Join[len(made.Join)-26:]
	status, data = s.post("/api/tables/"+made.Table+"/seats", "", `{"invitation":"`+invitation+`","key":"k"}`)
	var seated wire.Seated
	if err := json.Unmarshal(data, &seated); err != nil || status != http.StatusOK {
		s.t.Fatalf("sit down: %d %s", status, data)
	}
	return made.Table, [2]string{made.Seats["first"], seated.Secret}
}

func TestWhoSaysHereIsToldWhoElseIs(t *testing.T) {
	s := newSite(t, nil, nil)
	id, secrets := s.byLink()
	silent := s.dial(id, 0)
	first := s.dial(id, 0)
	first.raw(wire.Command{Kind: wire.KindHere, Seat: secrets[0]})
	first.until(wire.Presence{First: true})
	watcher := s.dial(id, 0)
	watcher.raw(wire.Command{Kind: wire.KindHere})
	watcher.until(wire.Presence{First: true, Watchers: 1})
	second := s.dial(id, 0)
	second.raw(wire.Command{Kind: wire.KindHere, Seat: secrets[1]})
	for _, c := range []*client{first, watcher, second} {
		c.until(wire.Presence{First: true, Second: true, Watchers: 1})
	}
	// Who has not asked is told of events alone.
	first.act(secrets[0], 2, "1")
	for seq := range uint64(3) {
		silent.event(seq + 1)
	}
	// A secret that opens no seat is refused, and the client still counts as
	// what it was.
	watcher.raw(wire.Command{Kind: wire.KindHere, Seat: "nobody"})
	for m := watcher.next(); m.Error == ""; m = watcher.next() {
		if m.Kind == "" {
			t.Fatalf("got %s, want a refusal", m.raw)
		}
	}
}

func TestHereIsRepeatedWithoutHarm(t *testing.T) {
	s := newSite(t, nil, nil)
	id, secrets := s.byLink()
	c := s.dial(id, 2)
	for range 200 {
		c.raw(wire.Command{Kind: wire.KindHere, Seat: secrets[0]})
	}
	c.until(wire.Presence{First: true})
	if got := c.act(secrets[0], 2, "1"); got.Seq != 3 {
		t.Errorf("after 200 times here a command gets %s", got.raw)
	}
}
