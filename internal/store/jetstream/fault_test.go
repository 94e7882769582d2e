package jetstream_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/hod-games/hod/internal/store/jetstream"
	"github.com/hod-games/hod/internal/table"
)

func event(seq uint64, key string) table.Event {
	return table.Event{Seq: seq, At: time.UnixMilli(1_790_000_000_000).UTC(), Key: key, Kind: table.KindActed}
}

// keys are the keys of a table's events, which must have no gaps.
func keys(t *testing.T, log table.Log, id table.ID) []string {
	t.Helper()
	var all []string
	for e, err := range log.Read(t.Context(), id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Seq != uint64(len(all))+1 {
			t.Fatalf("event %d comes after %d events", e.Seq, len(all))
		}
		all = append(all, e.Key)
	}
	return all
}

func mustAppend(t *testing.T, log table.Log, id table.ID, seq uint64, key string) {
	t.Helper()
	if err := log.Append(t.Context(), id, event(seq, key)); err != nil {
		t.Fatal(err)
	}
}

// The server keeps the event, and its answer goes down with the connection.
func TestALostAnswerIsNoLostEvent(t *testing.T) {
	s := node(t, listening(options(t.TempDir())))
	x := through(t, at(t, s))
	log := open(t, jetstream.Options{URL: x.url(), Replicas: 1})
	mustAppend(t, log, "t", 1, "before")
	x.set(true, false)
	time.AfterFunc(300*time.Millisecond, func() {
		x.set(false, false)
		x.cut()
	})
	begun := time.Now()
	mustAppend(t, log, "t", 2, "unanswered")
	if took := time.Since(begun); took < 200*time.Millisecond {
		t.Fatalf("answered after %s, while the line was mute", took)
	}
	mustAppend(t, log, "t", 3, "after")
	if got := strings.Join(keys(t, log, "t"), " "); got != "before unanswered after" {
		t.Errorf("the log has %q", got)
	}
}

// The same, but somebody else is faster with the next event.
func TestALostAnswerIsFoundUnderWhatFollowed(t *testing.T) {
	s := node(t, listening(options(t.TempDir())))
	x := through(t, at(t, s))
	log, other := open(t, jetstream.Options{URL: x.url(), Replicas: 1}), over(t, s)
	mustAppend(t, log, "t", 1, "before")
	x.set(true, false)
	done := make(chan error, 1)
	go func() { done <- log.Append(t.Context(), "t", event(2, "unanswered")) }()
	for len(keys(t, other, "t")) < 2 {
		time.Sleep(time.Millisecond)
	}
	mustAppend(t, other, "t", 3, "somebody else")
	x.set(false, false)
	x.cut()
	if err := <-done; err != nil {
		t.Errorf("the event was kept, and the answer is %v", err)
	}
	if got := strings.Join(keys(t, log, "t"), " "); got != "before unanswered somebody else" {
		t.Errorf("the log has %q", got)
	}
}

// An event that is the same in everything, of somebody else, is not one's own.
func TestTheSameEventOfSomebodyElseIsAConflict(t *testing.T) {
	s := node(t, options(t.TempDir()))
	logs := []*jetstream.Log{over(t, s), over(t, s), over(t, s), over(t, s)}
	for seq := uint64(1); seq <= 50; seq++ {
		var all sync.WaitGroup
		won := make([]bool, len(logs))
		for i, log := range logs {
			all.Go(func() {
				err := log.Append(t.Context(), "t", event(seq, "same"))
				if err != nil && !errors.Is(err, table.ErrConflict) {
					t.Error(err)
				}
				won[i] = err == nil
			})
		}
		all.Wait()
		n := 0
		for _, one := range won {
			if one {
				n++
			}
		}
		if n != 1 {
			t.Fatalf("%d were told that they had made event %d", n, seq)
		}
	}
}

func TestAnAppendOutlastsTheServersRestart(t *testing.T) {
	o := listening(options(t.TempDir()))
	s := node(t, o)
	url := s.ClientURL()
	address := at(t, s)
	log := open(t, jetstream.Options{URL: url, Replicas: 1})
	mustAppend(t, log, "t", 1, "before")
	stop(s)
	hasty, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := log.Append(hasty, "t", event(2, "given up")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("append without a server: %v", err)
	}
	done := make(chan error, 2)
	go func() { done <- log.Append(t.Context(), "t", event(2, "patient")) }()
	go func() {
		for _, err := range log.Read(t.Context(), "t", 0) {
			if err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	time.Sleep(200 * time.Millisecond)
	if _, err := fmt.Sscanf(address, "127.0.0.1:%d", &o.Port); err != nil {
		t.Fatal(err)
	}
	node(t, o)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if got := strings.Join(keys(t, log, "t"), " "); got != "before patient" {
		t.Errorf("the log has %q", got)
	}
}

// told collects what a follower is told.
type told struct {
	mu   sync.Mutex
	last uint64
	news chan struct{}
}

func (f *told) moved(seq uint64) {
	f.mu.Lock()
	f.last = max(f.last, seq)
	f.mu.Unlock()
	select {
	case f.news <- struct{}{}:
	default:
	}
}

func (f *told) wait(t *testing.T, seq uint64) {
	t.Helper()
	late := time.After(15 * time.Second)
	for {
		f.mu.Lock()
		last := f.last
		f.mu.Unlock()
		if last >= seq {
			return
		}
		select {
		case <-f.news:
		case <-late:
			t.Fatalf("told of event %d, and not of %d", last, seq)
		}
	}
}

func TestAFollowerIsToldWhatItMissed(t *testing.T) {
	s := node(t, listening(options(t.TempDir())))
	x := through(t, at(t, s))
	far, near := open(t, jetstream.Options{URL: x.url(), Replicas: 1}), over(t, s)
	f, strange := &told{news: make(chan struct{}, 1)}, &told{news: make(chan struct{}, 1)}
	defer far.Follow("t", f.moved)()
	defer far.Follow("a strange.name", strange.moved)()
	mustAppend(t, near, "t", 1, "")
	f.wait(t, 1)
	mustAppend(t, far, "t", 2, "")
	f.wait(t, 2)
	mustAppend(t, near, "a strange.name", 1, "")
	strange.wait(t, 1)

	// While there is no connection.
	x.set(false, true)
	x.cut()
	mustAppend(t, near, "t", 3, "")
	mustAppend(t, near, "a strange.name", 2, "")
	x.set(false, false)
	f.wait(t, 3)
	strange.wait(t, 2)

	// While there is one that passes nothing on: noticed by the gap.
	x.set(true, false)
	mustAppend(t, near, "t", 4, "")
	time.Sleep(100 * time.Millisecond)
	x.set(false, false)
	mustAppend(t, near, "elsewhere", 1, "")
	f.wait(t, 4)
}

// The very last message gets lost, and nothing comes after it.
func TestTheEndOfTheStreamIsLookedAt(t *testing.T) {
	s := node(t, listening(options(t.TempDir())))
	x := through(t, at(t, s))
	far, near := open(t, jetstream.Options{URL: x.url(), Replicas: 1}), over(t, s)
	f := &told{news: make(chan struct{}, 1)}
	defer far.Follow("t", f.moved)()
	mustAppend(t, near, "t", 1, "")
	f.wait(t, 1)
	x.set(true, false)
	mustAppend(t, near, "t", 2, "")
	time.Sleep(100 * time.Millisecond)
	x.set(false, false)
	f.wait(t, 2)
}

func TestWhatKeepsALogFromOpeningIsASentence(t *testing.T) {
	bare := options(t.TempDir())
	bare.JetStream = false
	without := node(t, bare)
	single := node(t, options(t.TempDir()))
	monitor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.String() != "/jsz?config=true" {
			t.Errorf("it asks for %s", r.URL)
		}
		_, _ = w.Write([]byte(`{"config":{"sync_interval":120000000000}}`))
	}))
	t.Cleanup(monitor.Close) // the tests below run later
	for name, test := range map[string]struct {
		options jetstream.Options
		says    string
	}{
		"nobody there":          {jetstream.Options{URL: "nats://me:secret@127.0.0.1:1,nats://127.0.0.1:2"}, "no NATS server answers at nats://127.0.0.1:1, nats://127.0.0.1:2: "},
		"a password with @":     {jetstream.Options{URL: "nats://me:p@secret@127.0.0.1:1"}, "no NATS server answers at nats://127.0.0.1:1: "},
		"no scheme":             {jetstream.Options{URL: "me:secret@127.0.0.1:1"}, "no NATS server answers at nats://127.0.0.1:1: "},
		"no address":            {jetstream.Options{URL: "nats://me:secret@127.0.0.1:port"}, "no NATS server answers at nats://127.0.0.1:port: "},
		"no JetStream":          {jetstream.Over(without, jetstream.Options{}), "JetStream is not enabled"},
		"one server":            {jetstream.Over(single, jetstream.Options{}), "give -nats-replicas 1"},
		"a name with a dot":     {jetstream.Over(single, jetstream.Options{Stream: "a.b"}), `the stream's name "a.b" is not made of`},
		"no credentials":        {jetstream.Options{URL: "nats://127.0.0.1:1", Credentials: "/nowhere"}, "no NATS server answers"},
		"it syncs now and then": {jetstream.Over(single, jetstream.Options{Replicas: 1, Monitors: monitor.URL}), "set sync_interval: always"},
		"no monitor":            {jetstream.Over(single, jetstream.Options{Replicas: 1, Monitors: "http://127.0.0.1:1"}), "no NATS server says how it is set up; at http://127.0.0.1:1: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log, err := jetstream.Open(t.Context(), test.options)
			if err == nil {
				_ = log.Close()
				t.Fatal("it opens")
			}
			if text := err.Error(); !strings.Contains(text, test.says) || strings.Contains(text, "secret") || strings.Contains(text, "\n") {
				t.Errorf("it says %q, without %q", text, test.says)
			}
		})
	}
}

// A site must be able to start while one of its servers is down.
func TestOneServerMayBeSilentAboutItsSettings(t *testing.T) {
	monitor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"config":{"sync_always":true}}`))
	}))
	defer monitor.Close()
	s := node(t, options(t.TempDir()))
	open(t, jetstream.Over(s, jetstream.Options{Replicas: 1, Monitors: "http://127.0.0.1:1, " + monitor.URL + "/"}))
}

func TestAStreamThatWouldLoseEventsIsRefused(t *testing.T) {
	s := node(t, options(t.TempDir()))
	over(t, s)
	conn, err := natsgo.Connect("", natsgo.InProcessServer(s))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	streams, err := js.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	good, err := streams.Stream(t.Context(), "HOD")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		spoil func(*js.StreamConfig)
		says  string
	}{
		"memory":     {func(c *js.StreamConfig) { c.Storage = js.MemoryStorage }, "not in files"},
		"age":        {func(c *js.StreamConfig) { c.MaxAge = time.Hour }, "forgets events after 1h"},
		"size":       {func(c *js.StreamConfig) { c.MaxBytes, c.Discard = 1<<30, js.DiscardOld }, "drops old events"},
		"each table": {func(c *js.StreamConfig) { c.MaxMsgsPerSubject = 100 }, "keeps 100 events a table"},
		"retention":  {func(c *js.StreamConfig) { c.Retention = js.InterestPolicy }, "its retention is"},
		"subjects":   {func(c *js.StreamConfig) { c.Subjects = []string{"x"} }, "its subjects are"},
		"direct":     {func(c *js.StreamConfig) { c.AllowDirect = false }, "direct reads"},
		"deaf":       {func(c *js.StreamConfig) { c.RePublish = nil }, "does not republish"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := streams.DeleteStream(t.Context(), "HOD"); err != nil {
				t.Fatal(err)
			}
			spoilt := good.CachedInfo().Config
			test.spoil(&spoilt)
			if _, err := streams.CreateStream(t.Context(), spoilt); err != nil {
				t.Fatal(err)
			}
			log, err := jetstream.Open(t.Context(), jetstream.Over(s, jetstream.Options{Replicas: 1}))
			if err == nil {
				_ = log.Close()
				t.Fatal("it is used")
			}
			if !strings.Contains(err.Error(), "the stream HOD can not be used: ") || !strings.Contains(err.Error(), test.says) {
				t.Errorf("it says %v", err)
			}
		})
	}
}

// A table that was dropped by somebody is one that was never there.
func TestATableThatWasDropped(t *testing.T) {
	s := node(t, options(t.TempDir()))
	a, b := over(t, s), over(t, s)
	for seq := uint64(1); seq <= 3; seq++ {
		mustAppend(t, a, "t", seq, "")
	}
	if got := keys(t, b, "t"); len(got) != 3 {
		t.Fatalf("%d events", len(got))
	}
	if err := a.Drop(t.Context(), "t", 2); !errors.Is(err, table.ErrConflict) {
		t.Errorf("drop a table that has moved on: %v", err)
	}
	if err := a.Drop(t.Context(), "t", 3); err != nil {
		t.Fatal(err)
	}
	if got := keys(t, a, "t"); len(got) != 0 {
		t.Errorf("%d events are left", len(got))
	}
	if err := b.Append(t.Context(), "t", event(4, "")); !errors.Is(err, table.ErrConflict) {
		t.Errorf("append to a table that was dropped: %v", err)
	}
	if got := keys(t, b, "t"); len(got) != 0 {
		t.Errorf("%d events are left", len(got))
	}
	mustAppend(t, b, "t", 1, "anew")
}

func TestTooBigAnEventIsRefused(t *testing.T) {
	o := options(t.TempDir())
	o.MaxPayload = 64 << 10
	log := over(t, node(t, o))
	e := event(1, "")
	e.Body = bytes.Repeat([]byte("1"), 64<<10)
	if err := log.Append(t.Context(), "t", e); err == nil || !strings.Contains(err.Error(), "max_payload") {
		t.Errorf("%v", err)
	}
	mustAppend(t, log, "t", 1, "")
}

// That nobody was asked about durability is said once, at the start.
func TestItSaysThatDurabilityWasNotLookedAt(t *testing.T) {
	var said bytes.Buffer
	s := node(t, options(t.TempDir()))
	open(t, jetstream.Over(s, jetstream.Options{Replicas: 1, Logger: slog.New(slog.NewTextHandler(&said, nil))}))
	if n := strings.Count(said.String(), "sync_interval: always"); n != 1 {
		t.Errorf("it says:\n%s", &said)
	}
}
