// Package ws serves the sockets: each follows one table and carries the
// commands of whoever sits there. It is the only user of the WebSocket
// library.
package ws

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"github.com/hod-games/hod/internal/table"
)

// Config is what a Hub needs. All functions are called from many goroutines.
type Config struct {
	Host *table.Host
	// Do carries out the command of an address; nil means that Host does.
	Do func(ctx context.Context, address string, id table.ID, c table.Command) (table.Event, error)
	// Encode writes an event as it is sent; it is asked once for all sockets.
	Encode func(*table.Update) ([]byte, error)
	// Brief writes an event for a client that catches up, where another one
	// that changes the board follows: without the table as it stood then. It is
	// asked again for every client and has to be cheap.
	Brief func(*table.Update) ([]byte, error)
	// Explain turns an error of a command into what a person is told. Beside
	// those of table.Host.Do there are ErrTooFast and *MessageError.
	Explain explainer
	// Refuse answers a request that does not become a socket.
	Refuse func(w http.ResponseWriter, r *http.Request, status int, err error)
	// Count is told of every command and of its error.
	Count func(kind string, err error)
	// Allow is asked whether an address may send one command more, beside what
	// each of its sockets may; nil means always.
	Allow func(address string) bool
	// Missing is told of an address that asked for a table which does not
	// exist; nil means that nobody wants to know.
	Missing func(address string)

	Sockets           int // open at a time; below zero for no limit
	SocketsPerAddress int // open at a time by one address; below zero for no limit
	CommandsPerSecond int // of one socket; below zero for no limit
	Burst             int
	// Beat is the time between signs of life; 0 means 25 seconds, which is
	// below the half minute after which the first proxies cut a silent
	// connection.
	Beat   time.Duration
	Logger *slog.Logger
}

// Errors of Refuse.
var (
	// ErrTooMany means that there are too many sockets already.
	ErrTooMany = errors.New("too many sockets")
	// ErrClosing means that the server is about to end.
	ErrClosing = errors.New("the server is about to end")
)

// slots is among how many moments of a Beat the sockets are spread.
const slots = 25

// deadAfter is after how many beats without any answer a connection is taken
// for dead.
const deadAfter = 3

// Hub holds all sockets. It is safe for concurrent use.
type Hub struct {
	config  Config
	context context.Context // of what sockets ask of the host
	cancel  context.CancelFunc
	stopped chan struct{} // the goroutine of the beats has ended

	mu        sync.Mutex
	sessions  [slots]map[*session]struct{}
	next      int // slot of the next one
	open      int // places taken
	byAddress map[string]int
	closing   bool
	empty     chan struct{} // closed once closing and the last one has left
}

// New returns a hub without sockets. It has to be closed.
func New(c Config) *Hub {
	if c.Beat == 0 {
		c.Beat = 25 * time.Second
	}
	if c.Do == nil {
		c.Do = func(ctx context.Context, _ string, id table.ID, command table.Command) (table.Event, error) {
			return c.Host.Do(ctx, id, command)
		}
	}
	h := &Hub{config: c, byAddress: make(map[string]int), stopped: make(chan struct{}), empty: make(chan struct{})}
	h.context, h.cancel = context.WithCancel(context.Background())
	for i := range h.sessions {
		h.sessions[i] = make(map[*session]struct{})
	}
	go h.run()
	return h
}

// IsUpgrade reports whether a request asks for a socket.
func IsUpgrade(r *http.Request) bool { return websocket.IsWebSocketUpgrade(r) }

// Len is how many sockets are open.
func (h *Hub) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.open
}

// Serve makes a socket of a request. It returns after the handshake, so that
// nothing of the HTTP server lives as long as the socket does.
func (h *Hub) Serve(w http.ResponseWriter, r *http.Request, watch Watch) {
	if err := h.reserve(watch.Address); err != nil {
		h.config.Refuse(w, r, http.StatusServiceUnavailable, err)
		return
	}
	s := &session{hub: h, watch: watch, sent: watch.After, busy: true, woken: true}
	s.heard.Store(time.Now().UnixMilli())
	if h.config.CommandsPerSecond >= 0 {
		s.limiter = rate.NewLimiter(rate.Limit(h.config.CommandsPerSecond), h.config.Burst)
	}
	code := h.attach(r.Context(), s)
	c, err := upgrade(w, r, func() { s.heard.Store(time.Now().UnixMilli()) },
		func(w http.ResponseWriter, r *http.Request, status int, reason error) {
			h.config.Refuse(w, r, status, &MessageError{Problem: reason.Error()})
		})
	if err != nil {
		if s.feed != nil {
			s.feed.Close()
		}
		h.giveBack(watch.Address)
		return
	}
	s.conn = c
	if code != 0 {
		// Browsers are not told why an upgrade failed; a close code they see.
		c.sayClose(code, "")
		if s.feed != nil {
			s.feed.Close()
		}
		go func() {
			c.close(true)
			h.giveBack(watch.Address)
		}()
		return
	}
	h.enter(s)
	go s.read()
	go s.drain()
}

// attach has the session follow its table, or returns the code to close with.
func (h *Hub) attach(ctx context.Context, s *session) int {
	if s.watch.ID == "" {
		return CloseNoTable
	}
	feed, err := h.config.Host.Attach(ctx, s.watch.ID, s.wake)
	switch {
	case errors.Is(err, table.ErrNotFound):
		if h.config.Missing != nil {
			h.config.Missing(s.watch.Address)
		}
		return CloseNoTable
	case err != nil:
		if !errors.Is(err, table.ErrFull) && !errors.Is(err, table.ErrSilent) {
			h.config.Logger.Error("table can not be followed", "table", string(s.watch.ID), "err", err)
		}
		return CloseBusy
	}
	s.feed = feed
	now := feed.Snapshot()
	if s.watch.After > now.Seq {
		return CloseAhead
	}
	s.behind = now.Changed
	return 0
}

// reserve takes a place for a socket.
func (h *Hub) reserve(address string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closing:
		return ErrClosing
	case h.config.Sockets >= 0 && h.open >= h.config.Sockets,
		h.config.SocketsPerAddress >= 0 && h.byAddress[address] >= h.config.SocketsPerAddress:
		return ErrTooMany
	}
	h.open++
	h.byAddress[address]++
	return nil
}

// giveBack gives a place back.
func (h *Hub) giveBack(address string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open--
	if h.byAddress[address]--; h.byAddress[address] == 0 {
		delete(h.byAddress, address)
	}
	if h.closing && h.open == 0 {
		close(h.empty)
	}
}

// enter lists a session among those that get beats, or that are closed.
func (h *Hub) enter(s *session) {
	h.mu.Lock()
	s.slot = h.next
	h.next = (h.next + 1) % slots
	h.sessions[s.slot][s] = struct{}{}
	closing := h.closing
	h.mu.Unlock()
	if closing {
		s.close(CloseRestart)
	}
}

func (h *Hub) leave(s *session) {
	h.mu.Lock()
	delete(h.sessions[s.slot], s)
	h.mu.Unlock()
	h.giveBack(s.watch.Address)
}

// run gives every socket its beat: one ticker for all, and each slot has its
// turn once in a Beat.
func (h *Hub) run() {
	defer close(h.stopped)
	tick := time.NewTicker(max(h.config.Beat/slots, time.Millisecond))
	defer tick.Stop()
	for slot := 0; ; slot = (slot + 1) % slots {
		select {
		case <-h.context.Done():
			return
		case <-tick.C:
		}
		deadline := time.Now().Add(-deadAfter * h.config.Beat).UnixMilli()
		for _, s := range h.in(slot) {
			if s.heard.Load() < deadline {
				s.conn.close(false) // which ends its reader
			} else {
				s.pulse()
			}
		}
	}
}

// in lists the sessions of some slots.
func (h *Hub) in(some ...int) []*session {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []*session
	for _, slot := range some {
		for s := range h.sessions[slot] {
			list = append(list, s)
		}
	}
	return list
}

// Close tells every client to come back later, waits until all have gone, and
// cuts off those that have not when ctx ends.
func (h *Hub) Close(ctx context.Context) error {
	h.mu.Lock()
	if h.closing {
		h.mu.Unlock()
		return nil
	}
	h.closing = true
	if h.open == 0 {
		close(h.empty)
	}
	h.mu.Unlock()
	all := make([]int, slots)
	for i := range all {
		all[i] = i
	}
	for _, s := range h.in(all...) {
		s.close(CloseRestart)
	}
	var err error
	select {
	case <-h.empty:
	case <-ctx.Done():
		err = fmt.Errorf("close sockets: %w", ctx.Err())
		for _, s := range h.in(all...) {
			s.conn.close(false)
		}
		<-h.empty
	}
	h.cancel()
	<-h.stopped
	return err
}
