package web_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// heard is a message that somebody got, and the last event of which whoever
// sent it could know.
type heard struct {
	who, text string
	seq       uint64
}

// traffic is all that went over the wires of a table.
type traffic struct {
	mu  sync.Mutex
	all []heard
}

func (tr *traffic) add(who, text string, seq uint64) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.all = append(tr.all, heard{who, text, seq})
}

// follow records a socket until the table has sent event last.
func (tr *traffic) follow(t *testing.T, who, url string) (done func(last uint64)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	conn, answer, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Body != nil {
		_ = answer.Body.Close()
	}
	conn.SetReadLimit(-1)
	var seq, enough uint64
	var mu sync.Mutex
	finished := make(chan error, 1)
	go func() {
		for {
			_, data, err := conn.Read(ctx)
			if err != nil {
				finished <- err
				return
			}
			var e wire.Event
			if err := json.Unmarshal(data, &e); err != nil {
				finished <- err
				return
			}
			mu.Lock()
			seq = max(seq, e.Seq)
			over := enough > 0 && seq >= enough
			mu.Unlock()
			tr.add(who, string(data), seq)
			if over {
				finished <- nil
				return
			}
		}
	}()
	return func(last uint64) {
		defer cancel()
		mu.Lock()
		enough = last
		over := seq >= last
		mu.Unlock()
		if !over {
			if err := <-finished; err != nil {
				t.Errorf("%s: %v", who, err)
			}
		}
		_ = conn.CloseNow()
	}
}

// TestNoSecretIsToldBeforeItsTime plays whole games with everybody listening
// and searches all that was sent for every secret: those of the site before
// their throw, those of the seats before they were revealed, the key of the
// table, the secrets of seats and invitations.
func TestNoSecretIsToldBeforeItsTime(t *testing.T) {
	for i, mode := range []string{"link", "computer", "hotseat"} {
		s := newDiceSite(t)
		server := httptest.NewServer(s.web)
		defer server.Close()
		r := rand.New(rand.NewPCG(uint64(i), 77))
		more := ""
		if mode == "computer" {
			more = `,"bot":"random"`
		}
		p := s.gather(r, mode, `{"variant":"short","cube":"doubling"}`, more, true)
		tr := &traffic{}
		address := "ws" + strings.TrimPrefix(server.URL, "http") + "/api/tables/" + p.id + "/socket?after="
		var listeners []func(uint64)
		for _, who := range []string{"first", "second", "watcher"} {
			listeners = append(listeners, tr.follow(t, who, address+"0"))
		}
		look := func() {
			for _, path := range []string{"/api/tables/" + p.id, "/api/tables/" + p.id + "/log", "/t/" + p.id, "/en/t/" + p.id} {
				answer := s.ask(http.MethodGet, path, "")
				data := body(t, answer)
				tr.add(path, data, p.snapshot().Seq)
			}
		}
		for n := 0; p.step(); n++ {
			if n%30 == 0 {
				look()
			}
			if n%60 == 10 {
				// Somebody comes back and catches up.
				done := tr.follow(t, "late", address+fmt.Sprint(r.Uint64N(p.snapshot().Seq)))
				done(p.snapshot().Seq)
			}
			// What does not fit is answered without telling anything.
			if n%7 == 0 {
				c := p.command("first", "roll", "6 6")
				request, err := json.Marshal(wire.Command{Key: c.Key, Seen: c.Seen, Kind: "roll", Text: "6 6", Reveal: strings.Repeat("0", 64)})
				if err != nil {
					t.Fatal(err)
				}
				p.secrets["first"] = revert(p, c)
				_, answer := s.command(p.id, p.seats["first"], string(request))
				tr.add("answer", answer, p.snapshot().Seq)
			}
		}
		p.do("first", "next", "")
		look()
		for _, done := range listeners {
			done(p.snapshot().Seq)
		}
		search(t, p, tr)
	}
}

// revert is the secret that a command would have revealed, had it been sent.
func revert(p *party, c wire.Command) string {
	if c.Reveal == "" {
		return p.secrets["first"]
	}
	return c.Reveal
}

// search looks for every secret in everything that was sent too early.
func search(t *testing.T, p *party, tr *traffic) {
	t.Helper()
	var private struct {
		Dice, Key []byte
	}
	due := make(map[string]uint64) // secret → the event before which nobody may hear it
	const never = 1 << 62
	throws := 0
	for e, err := range p.site.log.Read(t.Context(), table.ID(p.id), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == table.KindOpened {
			if err := json.Unmarshal(e.Private, &private); err != nil || len(private.Dice) != 32 {
				t.Fatalf("the private part is %s", e.Private)
			}
		}
		var b struct{ Reveal string }
		if err := json.Unmarshal(e.Body, &b); err != nil {
			t.Fatal(err)
		}
		if b.Reveal != "" {
			due[b.Reveal] = e.Seq
		}
		if e.Kind == table.KindRolled {
			throws++
			due[siteSecret(private.Dice, throws)] = e.Seq
		}
	}
	if throws < 10 || len(due) < throws+throws/2 {
		t.Fatalf("%d throws, %d secrets", throws, len(due))
	}
	for n := throws + 1; n < throws+5; n++ {
		due[siteSecret(private.Dice, n)] = never
	}
	for _, standing := range p.secrets {
		due[standing] = never
	}
	for _, seat := range p.seats {
		due[seat] = never
	}
	for _, key := range [][]byte{private.Dice, private.Key} {
		if len(key) > 0 {
			due[hex.EncodeToString(key)] = never
		}
	}
	found := 0
	for secret, seq := range due {
		forms := []string{secret}
		if raw, err := hex.DecodeString(secret); err == nil {
			forms = append(forms, strings.ToUpper(secret), base64.StdEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw))
		}
		for _, h := range tr.all {
			for _, form := range forms {
				if !strings.Contains(h.text, form) {
					continue
				}
				found++
				if h.seq < seq {
					t.Errorf("%s hears %s at event %d, it is due at event %d: %.300s", h.who, form, h.seq, seq, h.text)
				}
			}
		}
	}
	if found < 5*throws {
		t.Errorf("secrets were found %d times in %d messages: the search finds nothing", found, len(tr.all))
	}
}

// siteSecret is the site's secret for a throw, computed by the book.
func siteSecret(key []byte, n int) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "hod/roll/%d", n)
	return hex.EncodeToString(mac.Sum(nil))
}

// TestWhoComesBackGetsOneView: whoever catches up gets every event, and the
// view of the position that stands now alone.
func TestWhoComesBackGetsOneView(t *testing.T) {
	s := newDiceSite(t)
	server := httptest.NewServer(s.web)
	defer server.Close()
	r := rand.New(rand.NewPCG(3, 3))
	p := s.gather(r, "link", `{"variant":"classic"}`, "", true)
	for p.snapshot().Seq < 150 && p.step() {
	}
	// Somebody calls meanwhile: that has no view, and tells who is awaited.
	for len(p.snapshot().Calls) == 0 {
		p.step()
	}
	caller := p.snapshot().Calls[0].String()
	p.do(caller, "commit", "")
	now := p.snapshot()
	address := "ws" + strings.TrimPrefix(server.URL, "http") + "/api/tables/" + p.id + "/socket?after="
	for _, after := range []uint64{0, 1, 50, now.Seq - 40, now.Seq - 3, now.Seq - 1} {
		tr := &traffic{}
		tr.follow(t, "late", address+fmt.Sprint(after))(now.Seq)
		if len(tr.all) != int(now.Seq-after) {
			t.Fatalf("after %d: %d messages, the table is at event %d", after, len(tr.all), now.Seq)
		}
		for i, h := range tr.all {
			var e wire.Event
			if err := json.Unmarshal([]byte(h.text), &e); err != nil || e.Seq != after+uint64(i)+1 {
				t.Fatalf("after %d, message %d: %v %.100s", after, i, err, h.text)
			}
			if want := e.Seq == now.Changed; (e.Now != nil) != want {
				t.Errorf("after %d: event %d %s has a view: %t", after, e.Seq, e.Kind, !want)
			}
			if e.Seq == now.Seq && (e.Kind != "committed" || len(e.Calls) != 1 || e.Calls[0] != caller) {
				t.Errorf("the last event is %.200s", h.text)
			}
		}
	}
	// What happens later comes with its view.
	tr := &traffic{}
	done := tr.follow(t, "live", address+fmt.Sprint(now.Seq))
	for range 6 {
		p.step()
	}
	done(p.snapshot().Seq)
	for _, h := range tr.all {
		var e wire.Event
		if err := json.Unmarshal([]byte(h.text), &e); err != nil || (e.Now != nil) != table.Kind(e.Kind).ChangesBoard() {
			t.Errorf("%v %.100s", err, h.text)
		}
	}
}

// TestTheLogIsAnExport: whoever keeps it can check everything without the site,
// and whoever asks for no table is told so.
func TestTheLogIsAnExport(t *testing.T) {
	s := newDiceSite(t)
	p := s.gather(rand.New(rand.NewPCG(5, 5)), "link", `{"variant":"triple"}`, "", true)
	for p.snapshot().Seq < 600 { // more than one batch
		if !p.step() {
			p.do("first", "next", "")
		}
	}
	answer := s.ask(http.MethodGet, "/api/tables/"+p.id+"/log", "")
	data := body(t, answer)
	if got := answer.Header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		t.Errorf("content type %q", got)
	}
	if got := answer.Header.Get("Content-Disposition"); !strings.Contains(got, "hod-"+p.id+".json") {
		t.Errorf("content disposition %q", got)
	}
	if lines := strings.Split(data, "\n"); len(lines) != int(p.snapshot().Seq)+2 || !json.Valid([]byte(strings.TrimSuffix(lines[7], ","))) {
		t.Errorf("%d lines for %d events; %s", len(lines), p.snapshot().Seq, lines[7])
	}
	for _, word := range []string{`"key"`, `"private"`, `"now"`, `"seats"`} {
		if strings.Contains(data, word) {
			t.Errorf("the export holds %s", word)
		}
	}
	sum, err := fair.CheckLog(table.ID(p.id), nardy.Rules{}, each(p.events()))
	if err != nil || sum.Throws < 100 || sum.By[2] < sum.Throws/2 {
		t.Errorf("%+v, %v", sum, err)
	}
	zipped := s.ask(http.MethodGet, "/api/tables/"+p.id+"/log", "", "Accept-Encoding: gzip")
	if packed := body(t, zipped); zipped.Header.Get("Content-Encoding") != "gzip" || len(packed) > 2*len(data)/3 {
		t.Errorf("%q, %d of %d bytes", zipped.Header.Get("Content-Encoding"), len(packed), len(data))
	}
	for _, id := range []string{"abcdefghjkmn", "x"} {
		if answer := s.ask(http.MethodGet, "/api/tables/"+id+"/log", ""); answer.StatusCode != http.StatusNotFound {
			t.Errorf("log of %s: %d %s", id, answer.StatusCode, body(t, answer))
		}
	}
}

// TestALogThatBreaksOffIsNoJSON: an export that is not whole must not look as
// if it were.
func TestALogThatBreaksOffIsNoJSON(t *testing.T) {
	log := &breaking{Log: memory.New()}
	s := newAPI(t, log, nil)
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	for n := range 2 * 256 {
		if _, err := s.host.Do(t.Context(), table.ID(made.Table), table.Command{
			Key: fmt.Sprint(n), Secret: made.Seats["first"], Kind: table.KindRename, Text: "Anna",
		}); err != nil {
			t.Fatal(err)
		}
	}
	get := func() (*http.Response, string) {
		answer := s.ask(http.MethodGet, "/api/tables/"+made.Table+"/log", "")
		return answer, body(t, answer)
	}
	if answer, data := get(); answer.StatusCode != http.StatusOK || !json.Valid([]byte(data)) {
		t.Fatalf("%d, %d bytes", answer.StatusCode, len(data))
	}
	log.reads.Store(300)
	if answer, data := get(); answer.StatusCode != http.StatusOK || json.Valid([]byte(data)) || !strings.Contains(data, `"seq":256`) {
		t.Errorf("broken off: %d, %d bytes, JSON: %t", answer.StatusCode, len(data), json.Valid([]byte(data)))
	}
	log.reads.Store(3)
	if answer, data := get(); answer.StatusCode < 500 || !json.Valid([]byte(data)) {
		t.Errorf("broken at once: %d %s", answer.StatusCode, data)
	}
}

// breaking is a log that fails after some events have been read; 0 is never.
type breaking struct {
	table.Log
	reads atomic.Int64
}

func (b *breaking) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	limit := b.reads.Load()
	return func(yield func(table.Event, error) bool) {
		for e, err := range b.Log.Read(ctx, id, after) {
			if limit > 0 && err == nil && e.Seq > uint64(limit) {
				yield(table.Event{}, errors.New("the disk is gone"))
				return
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
