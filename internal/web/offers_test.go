package web_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
	"github.com/hod-games/hod/internal/wire"
)

// TestAnAddressOffersSoManyTables: by the API, by forms and by commands
// together. Whoever comes from elsewhere, plays by a link, or has an offer taken
// or withdrawn, is not kept from it.
func TestAnAddressOffersSoManyTables(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil, nil)
	const open, byLink = `{"game":"bachet","mode":"link","open":true}`, `{"game":"bachet","mode":"link"}`
	created := func(w *httptest.ResponseRecorder) (made wire.Created) {
		t.Helper()
		if err := json.Unmarshal(w.Body.Bytes(), &made); w.Code != http.StatusCreated || err != nil {
			t.Fatalf("opened: %d %s", w.Code, w.Body)
		}
		return made
	}
	api := func(address, body string) *httptest.ResponseRecorder {
		return s.from(address, http.MethodPost, "/api/tables", body)
	}
	command := func(made wire.Created, kind string) *httptest.ResponseRecorder {
		return s.from("203.0.113.1", http.MethodPost, "/api/tables/"+made.Table+"/commands",
			fmt.Sprintf(`{"key":%q,"seen":1,"kind":%q}`, rand.Text(), kind), "Authorization: Bearer "+made.Seats["first"])
	}
	refused := func(what string, w *httptest.ResponseRecorder) {
		t.Helper()
		if w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), "Too many tables of your address") {
			t.Errorf("%s: %d %.200s", what, w.Code, w.Body)
		}
	}

	var all []wire.Created
	for range 10 {
		all = append(all, created(api("203.0.113.1", open)))
	}
	for range 10 {
		if w := s.from("203.0.113.1", http.MethodPost, "/en/bachet", "mode=open", form); w.Code != http.StatusSeeOther {
			t.Fatalf("by a form: %d", w.Code)
		}
	}
	// One after another, since they would find each other.
	for range 5 {
		all = append(all, created(api("203.0.113.1", byLink)))
		if w := command(all[len(all)-1], "offer"); w.Code != http.StatusOK {
			t.Fatalf("by a command: %d %s", w.Code, w.Body)
		}
	}
	for _, game := range []string{"bachet", "nardy", "ashtarashki", "bachet", "nardy"} {
		if w := s.from("203.0.113.1", http.MethodPost, "/en/lobby", "game="+game, form); w.Code != http.StatusSeeOther {
			t.Fatalf("looking for an opponent: %d %s", w.Code, w.Body)
		}
	}
	waiting := created(api("203.0.113.1", byLink)) // no limit on those

	refused("by the API", api("203.0.113.1", open))
	refused("by a form", s.from("203.0.113.1", http.MethodPost, "/en/bachet", "mode=open", form))
	refused("looking for an opponent", s.from("203.0.113.1", http.MethodPost, "/en/lobby", "game=bachet", form))
	refused("by a command", command(waiting, "offer"))
	refused("by the command of a form", s.from("203.0.113.1", http.MethodPost, "/en/t/"+waiting.Table, "kind=offer&seat=first&seen=1&key=1", form,
		"Cookie: seats="+waiting.Table+".f."+waiting.Seats["first"]))
	if w := api("203.0.113.2", open); w.Code != http.StatusCreated {
		t.Errorf("somebody else: %d", w.Code)
	}
	for range 40 {
		if w := api("127.0.0.1", open); w.Code != http.StatusCreated {
			t.Fatalf("the machine itself: %d %s", w.Code, w.Body)
		}
	}

	// To offer again what is on offer needs no second place, and to be refused
	// for another reason gives none away.
	for range 30 {
		command(all[0], "offer")
	}
	if w := command(all[0], "offer"); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), table.RuleOfferedEnough) {
		t.Fatalf("offered often: %d %s", w.Code, w.Body)
	}
	refused("after that", command(waiting, "offer"))

	if w := command(all[1], "withdraw"); w.Code != http.StatusOK {
		t.Fatalf("withdrawn: %d %s", w.Code, w.Body)
	}
	if w := command(waiting, "offer"); w.Code != http.StatusOK {
		t.Errorf("one was withdrawn, and another is not offered: %d %s", w.Code, w.Body)
	}
	refused("and one more", api("203.0.113.1", open))
	_, invitation, _ := strings.Cut(all[2].Join, "#")
	if w := s.from("203.0.113.9", http.MethodPost, "/api/tables/"+all[2].Table+"/seats", `{"invitation":"`+invitation+`","key":"1"}`); w.Code != http.StatusOK {
		t.Fatalf("taken: %d %s", w.Code, w.Body)
	}
	if w := api("203.0.113.1", open); w.Code != http.StatusCreated {
		t.Errorf("one was taken, and another is not opened: %d %s", w.Code, w.Body)
	}
}

// TestOffersBySocketCount: a socket is no way around the limit.
func TestOffersBySocketCount(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil, func(c *web.Config) { c.Origin = "https://hod.example" })
	server := httptest.NewServer(s.web)
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for i := range 31 {
		made := s.open(`{"game":"bachet","mode":"link"}`)
		conn, answer, err := websocket.Dial(ctx, server.URL+"/api/tables/"+made.Table+"/socket?after=1&lang=ru", &websocket.DialOptions{
			HTTPHeader: http.Header{"X-Forwarded-For": {"203.0.113.1"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body != nil {
			_ = answer.Body.Close()
		}
		if err := conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"key":"%d","seen":1,"kind":"offer","seat":%q}`, i, made.Seats["first"])); err != nil {
			t.Fatal(err)
		}
		for answered := false; !answered; {
			_, data, err := conn.Read(ctx)
			if err != nil {
				t.Fatal(err)
			}
			var got struct{ Key, Message string }
			if err := json.Unmarshal(data, &got); err != nil {
				t.Fatal(err)
			}
			if answered = got.Key == fmt.Sprint(i); answered && (i == 30) != strings.Contains(got.Message, "слишком много столов") {
				t.Errorf("offer %d is answered with %s", i+1, data)
			}
		}
		_ = conn.CloseNow()
	}
}
