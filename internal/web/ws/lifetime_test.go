package ws_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
	"github.com/hod-games/hod/internal/wire"
)

func TestManyThatComeAndGoLeaveNothingBehind(t *testing.T) {
	s := newSite(t, nil, nil)
	made := s.open(`{}`)
	once := func(i int) {
		c := s.dial(made.Table, 0)
		c.event(1)
		switch i % 4 {
		case 0: // politely
			_ = c.conn.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseGoingAway, ""))
			c.closed()
		case 1: // with a reset
			if tcp, ok := c.conn.NetConn().(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
		case 2: // in the middle of a message
			_, _ = c.conn.NetConn().Write([]byte{0x81, 0xfe, 0x01})
		}
		_ = c.conn.Close()
	}
	for i := range 40 {
		once(i)
	}
	s.wait("all have left", func() bool { return s.web.Sockets() == 0 && s.host.Stats().Feeds == 0 })
	before := runtime.NumGoroutine()
	for i := range 1000 {
		once(i)
	}
	s.wait("all have left", func() bool { return s.web.Sockets() == 0 && s.host.Stats().Feeds == 0 })
	s.wait("their goroutines have ended", func() bool { return runtime.NumGoroutine() <= before+5 })
}

func TestAClientThatNeverReadsHoldsNobodyUp(t *testing.T) {
	s := newSite(t, nil, nil)
	made := s.open(`{"sticks":99}`)
	deaf := s.dial(made.Table, 0)
	if tcp, ok := deaf.conn.NetConn().(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(4 << 10)
	}
	reader := s.dial(made.Table, 0)
	got := make(chan uint64, 1)
	const last = 12_000 // some megabytes: more than the system holds for the deaf one
	go func() {
		var seq uint64
		for seq < last {
			_, data, err := reader.conn.ReadMessage()
			var e wire.Event
			if err != nil || json.Unmarshal(data, &e) != nil || e.Kind == "beat" {
				continue
			}
			if e.Seq != seq+1 {
				t.Errorf("event %d follows event %d", e.Seq, seq)
			}
			seq = e.Seq
		}
		got <- seq
	}()
	_ = reader.conn.SetReadDeadline(time.Now().Add(2 * patience))
	for seq := uint64(1); seq < last; seq++ {
		// A command of the deaf one's own table: reset makes a full event.
		if _, err := s.host.Do(t.Context(), table.ID(made.Table), table.Command{
			Key: strconv.FormatUint(seq, 10), Secret: made.Seats["first"], Seen: seq, Kind: table.KindReset,
		}); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-got:
	case <-time.After(2 * patience):
		t.Fatal("the reader does not get its events")
	}
	// It can not even hold up the end.
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_ = s.web.Close(ctx)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the end took %v", took)
	}
}

func TestBroadcastBeatAndCloseAtOnce(t *testing.T) {
	// A beat is due somewhere every 40 ms; three without an answer are an end.
	s := newSite(t, nil, func(c *web.Config) { c.Beat = time.Second })
	made := s.open(`{"sticks":99}`)
	const sockets, commands = 200, 150
	var watching sync.WaitGroup
	for i := range sockets {
		c := s.dial(made.Table, 0)
		watching.Go(func() {
			var seq uint64
			for {
				_ = c.conn.SetReadDeadline(time.Now().Add(patience))
				_, data, err := c.conn.ReadMessage()
				if err != nil {
					if !websocket.IsCloseError(err, websocket.CloseServiceRestart) {
						t.Errorf("socket %d: %v", i, err)
					}
					return
				}
				var m received
				if err := json.Unmarshal(data, &m); err != nil {
					t.Errorf("socket %d: %q: %v", i, data, err)
				}
				switch {
				case m.Kind == "beat":
					if m.Seq != seq {
						t.Errorf("socket %d: a beat of event %d after event %d", i, m.Seq, seq)
					}
				case m.Key != "":
				case m.Seq != seq+1:
					t.Errorf("socket %d: event %d follows event %d", i, m.Seq, seq)
				default:
					seq = m.Seq
				}
				// Some talk while they are talked to.
				if i%10 == 0 && m.Kind == "renamed" {
					_ = c.conn.WriteJSON(wire.Command{Key: "x", Kind: "act"})
				}
			}
		})
	}
	for n := range commands {
		time.Sleep(10 * time.Millisecond) // for some beats to fall in between
		if _, err := s.host.Do(t.Context(), table.ID(made.Table), table.Command{
			Key: fmt.Sprint(n), Secret: made.Seats["first"], Kind: table.KindRename, Text: fmt.Sprint("N", n),
		}); err != nil {
			t.Fatal(err)
		}
		if n == commands-10 {
			go func() { _ = s.web.Close(context.Background()) }()
		}
	}
	watching.Wait()
}

func TestBeats(t *testing.T) {
	const beat = 300 * time.Millisecond
	s := newSite(t, nil, func(c *web.Config) { c.Beat = beat })
	made := s.open(`{}`)
	c := s.dial(made.Table, 0)
	pings := 0
	pong := c.conn.PingHandler()
	c.conn.SetPingHandler(func(data string) error { pings++; return pong(data) })
	c.event(1)
	for range 6 { // far longer than it may be silent: pongs keep it alive
		_ = c.conn.SetReadDeadline(time.Now().Add(patience))
		_, data, err := c.conn.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(data), `{"kind":"beat","seq":1,"at":`) {
			t.Errorf("got %s", data)
		}
	}
	if pings < 5 {
		t.Errorf("%d pings with six beats", pings)
	}
}

func TestADeadConnectionIsGivenUp(t *testing.T) {
	s := newSite(t, nil, func(c *web.Config) { c.Beat = 500 * time.Millisecond })
	made := s.open(`{}`)
	dead := s.dial(made.Table, 0) // nobody reads, so nobody answers pings
	_ = dead
	s.wait("the socket is open", func() bool { return s.web.Sockets() == 1 })
	s.wait("the dead one is given up", func() bool { return s.web.Sockets() == 0 && s.host.Stats().Feeds == 0 })
}

func TestTooManySockets(t *testing.T) {
	for name, limits := range map[string]web.Limits{
		"in all":         {Sockets: 3, SocketsPerAddress: -1, CommandsPerSecond: -1, TablesPerAddress: -1},
		"of one address": {Sockets: -1, SocketsPerAddress: 3, CommandsPerSecond: -1, TablesPerAddress: -1},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, nil, func(c *web.Config) { c.Limits = limits })
			made := s.open(`{}`)
			open := []*client{s.dial(made.Table, 0), s.dial(made.Table, 0), s.dial(made.Table, 0)}
			_, answer, err := websocket.DefaultDialer.DialContext(t.Context(), s.address(made.Table, 0), nil)
			if err == nil {
				t.Fatal("a fourth socket is open")
			}
			defer func() { _ = answer.Body.Close() }()
			var refusal wire.Refusal
			if err := json.NewDecoder(answer.Body).Decode(&refusal); err != nil {
				t.Fatal(err)
			}
			if answer.StatusCode != http.StatusServiceUnavailable || !strings.HasPrefix(refusal.Message, "Too many open connections.") || answer.Header.Get("Retry-After") == "" {
				t.Errorf("refused with %d %v %+v", answer.StatusCode, answer.Header, refusal)
			}
			_ = open[0].conn.Close()
			s.wait("a place is free", func() bool { return s.web.Sockets() == 2 })
			s.dial(made.Table, 0).event(1)
		})
	}
}

func TestTooManyCommands(t *testing.T) {
	s := newSite(t, nil, func(c *web.Config) { c.Limits.CommandsPerSecond = 1 })
	made := s.open(`{}`)
	c := s.dial(made.Table, 0)
	c.event(1)
	for range 2 { // what may come at once
		if a := c.answer(c.send(made.Seats["first"], 1, "rename", "Anna")); a.Error != "" {
			t.Fatalf("answer %s", a.raw)
		}
	}
	before := s.seq(made.Table)
	key := c.send(made.Seats["first"], 1, "rename", "Boris")
	if a := c.answer(key); a.Error != "Too often. Wait a little and try again." || a.Message != a.Error {
		t.Errorf("answer %s", a.raw)
	}
	if seq := s.seq(made.Table); seq != before {
		t.Errorf("event %d came of it", seq)
	}
}

func TestSocketsOfATableWhoseLogFailsComeBack(t *testing.T) {
	log := &brokenLog{Log: newSite(t, nil, nil).log}
	s := newSite(t, log, nil)
	made := s.open(`{}`)
	c := s.dial(made.Table, 0)
	c.event(1)
	log.breaks(true)
	// The answer and the end of the table are on their way at once: either may
	// be the first, and after the end nothing is sent.
	c.send(made.Seats["first"], 1, "act", "3")
	last, code := c.rest()
	if last != "" && !strings.Contains(last, `"error":"Something broke`) {
		t.Errorf("answer %s", last)
	}
	if code != websocket.CloseTryAgainLater {
		t.Errorf("close code %d, want 1013", code)
	}
	log.breaks(false)
	c = s.dial(made.Table, 1)
	if a := c.act(made.Seats["first"], 1, "3"); a.Seq != 2 {
		t.Errorf("answer %s", a.raw)
	}
}
