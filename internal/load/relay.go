package load

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Relay is the floor that servers are measured against: the WebSocket library
// and nothing else. Two sockets make a table; a move from one of them is
// answered by an update to both, written by the goroutine that read the move.
// There are no rules, no log, no deadlines, and no answers.
type Relay struct {
	upgrader websocket.Upgrader

	mu     sync.Mutex
	tables map[string]*relayTable
}

// updateSize is about what an update of a game weighs, in bytes.
const updateSize = 300

type relayTable struct {
	mu    sync.Mutex
	conns [2]*websocket.Conn
	seq   uint64
}

// NewRelay returns a relay without tables.
func NewRelay() *Relay { return &Relay{tables: make(map[string]*relayTable)} }

// ServeHTTP takes a connection and serves it until it ends. The query names
// the table and the side: "?table=7&side=1".
func (r *Relay) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	side, err := strconv.Atoi(req.URL.Query().Get("side"))
	if err != nil || side < 0 || side > 1 {
		http.Error(w, "side is 0 or 1", http.StatusBadRequest)
		return
	}
	c, err := r.upgrader.Upgrade(w, req, nil)
	if err != nil {
		return
	}
	defer func() { _ = c.Close() }()
	t := r.table(req.URL.Query().Get("table"))
	if err := t.join(c, side); err != nil {
		return
	}
	for {
		if _, _, err := c.ReadMessage(); err != nil {
			return
		}
		if err := t.move(side); err != nil {
			return
		}
	}
}

func (r *Relay) table(id string) *relayTable {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.tables[id]
	if t == nil {
		t = &relayTable{}
		r.tables[id] = t
	}
	return t
}

// join seats a connection. With both there, the first update says so.
func (t *relayTable) join(c *websocket.Conn, side int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.conns[side] = c
	if t.conns[1-side] == nil {
		return nil
	}
	return t.update(1)
}

// move tells both sides of a move.
func (t *relayTable) move(side int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.update(side)
}

func (t *relayTable) update(mover int) error {
	t.seq++
	message := make([]byte, 0, updateSize)
	message = append(message, `{"seq":`...)
	message = strconv.AppendUint(message, t.seq, 10)
	message = append(message, `,"kind":"acted","now":{"toAct":"`...)
	message = append(message, seatNames()[1-mover]...)
	message = append(message, `","view":{"left":1,"max":1,"fill":"`...)
	for len(message) < updateSize-4 {
		message = append(message, 'x')
	}
	message = append(message, `"}}}`...)
	for _, c := range t.conns {
		if err := c.WriteMessage(websocket.TextMessage, message); err != nil {
			return fmt.Errorf("write update: %w", err)
		}
	}
	return nil
}

// ServeRelay serves a relay on address until ctx ends. It calls ready with the
// address of its sockets.
func ServeRelay(ctx context.Context, address string, ready func(url string)) error {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	server := &http.Server{Handler: NewRelay(), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	ready("http://" + l.Addr().String())
	if err := server.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve relay: %w", err)
	}
	return nil
}
