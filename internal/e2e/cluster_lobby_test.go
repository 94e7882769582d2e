package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/hod-games/hod/internal/wire"
)

// TestClusterLobby: a table is opened at one process and listed at the other;
// of many who take it at both one gets the seat; and who is there is told
// across them, until the process dies on which somebody was.
func TestClusterLobby(t *testing.T) {
	t.Parallel()
	s := newCloud(t)
	made := mustCreate(t, s.clients[0], wire.Create{Game: "bachet", Mode: "link", Open: true})
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()
	if n := len(s.offers(t, 1, "")); n != 0 {
		t.Errorf("before its opener has come, %d tables are open", n)
	}
	opener := s.here(ctx, t, 0, made.Table, made.Seats["first"])
	defer func() { _ = opener.CloseNow() }()
	s.offers(t, 1, made.Table)

	var (
		all  sync.WaitGroup
		mu   sync.Mutex
		sat  []wire.Seated
		keys = "abcdefghijklmnopqrst"
	)
	for i, c := range keys {
		all.Go(func() {
			var seated wire.Seated
			body := wire.Take{Key: strings.Repeat(string(c), 26)}
			err := s.clients[i%2].ask(ctx, http.MethodPost, "/api/lobby/"+made.Table, "", http.StatusOK, body, &seated)
			var refused *statusError
			switch {
			case err == nil:
				mu.Lock()
				sat = append(sat, seated)
				mu.Unlock()
			case !errors.As(err, &refused) || refused.status != http.StatusUnprocessableEntity:
				t.Errorf("take: %v", err)
			}
		})
	}
	all.Wait()
	if len(sat) != 1 {
		t.Fatalf("%d of %d got the seat", len(sat), len(keys))
	}
	for i := range s.clients {
		s.offers(t, i, "")
	}

	guest := s.here(ctx, t, 1, made.Table, sat[0].Secret)
	defer func() { _ = guest.CloseNow() }()
	awaitPresence(ctx, t, guest, wire.Presence{First: true, Second: true})
	awaitPresence(ctx, t, opener, wire.Presence{First: true, Second: true})
	s.programs[0].kill()
	died := time.Now()
	awaitPresence(ctx, t, guest, wire.Presence{Second: true})
	t.Logf("a process died and %v later the other one says who has gone with it", time.Since(died).Round(time.Second/10))
}

// here connects to a process and says that a seat is there.
func (s *cloud) here(ctx context.Context, t *testing.T, i int, id, secret string) *websocket.Conn {
	t.Helper()
	conn, err := s.clients[i].socket(ctx, id, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := wsjson.Write(ctx, conn, wire.Command{Kind: wire.KindHere, Seat: secret}); err != nil {
		t.Fatal(err)
	}
	return conn
}

// offers waits until the one table with that ID is open at process i, or none
// if id is empty.
func (s *cloud) offers(t *testing.T, i int, id string) []wire.Offer {
	t.Helper()
	var l wire.Lobby
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if err := s.clients[i].ask(t.Context(), http.MethodGet, "/api/lobby", "", http.StatusOK, nil, &l); err != nil {
			t.Fatal(err)
		}
		if id == "" && len(l.Offers) == 0 || len(l.Offers) == 1 && l.Offers[0].Table == id {
			return l.Offers
		}
	}
	t.Fatalf("process %d has %+v on offer, want %q", i, l.Offers, id)
	return nil
}

// awaitPresence reads until it is told of p.
func awaitPresence(ctx context.Context, t *testing.T, conn *websocket.Conn, want wire.Presence) {
	t.Helper()
	var last wire.Presence
	for last != want {
		var m message
		if err := wsjson.Read(ctx, conn, &m); err != nil {
			t.Fatalf("wait for presence %+v, last %+v: %v", want, last, err)
		}
		if m.Kind == wire.KindPresence {
			if err := json.Unmarshal(m.Body, &last); err != nil {
				t.Fatal(err)
			}
		}
	}
}
