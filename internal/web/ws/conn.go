package ws

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/hod-games/hod/internal/wire"
)

// Close codes, those of the protocol and our own; wire/PROTOCOL.md says what
// a client does about each.
const (
	CloseBinary    = websocket.CloseUnsupportedData // 1003: messages are text
	CloseTooSlow   = websocket.ClosePolicyViolation // 1008: it does not read what it asked for
	CloseTooBig    = websocket.CloseMessageTooBig   // 1009
	CloseRestart   = websocket.CloseServiceRestart  // 1012: come back with your number
	CloseBusy      = websocket.CloseTryAgainLater   // 1013: come back later
	CloseProtocol  = 4400                           // what it sends makes no sense
	CloseNoTable   = 4404                           // stay away
	CloseAhead     = 4409                           // it knows events that do not exist: reload
	readBufferSize = 512                            // for each connection, as long as it lives
	writeBuffer    = 2 << 10                        // lent for the time of a write
)

const (
	// writeTimeout is how long a client may fail to take what is written to
	// it. It is long: a server that starves for a while must not take that for
	// the slowness of its clients.
	writeTimeout = 20 * time.Second
	// handshakeTimeout bounds the answer to the upgrade.
	handshakeTimeout = 10 * time.Second
	// lingerTimeout is how long a connection stays half open after we closed
	// our side, for the close frame to arrive.
	lingerTimeout = 2 * time.Second
)

// errBinary and errTooBig end a connection.
var (
	errBinary = errors.New("a binary message")
	errTooBig = errors.New("a message that is too big")
)

// conn is one WebSocket connection. It is all that is seen of the library
// beneath. Reading is for one goroutine, writing for one at a time.
type conn struct {
	ws  *websocket.Conn
	out *outlet
}

// upgrade takes the connection of a request over. If that fails it has
// answered the request by way of fail.
func upgrade(w http.ResponseWriter, r *http.Request, heard func(), fail func(w http.ResponseWriter, r *http.Request, status int, reason error)) (*conn, error) {
	u := websocket.Upgrader{
		HandshakeTimeout: handshakeTimeout,
		ReadBufferSize:   readBufferSize,
		WriteBufferSize:  writeBuffer,
		WriteBufferPool:  writeBuffers(),
		Error:            fail,
		// The hub has looked at the origin already.
		CheckOrigin: func(*http.Request) bool { return true },
	}
	taken := &hijacker{ResponseWriter: w}
	c, err := u.Upgrade(taken, r, nil)
	if err != nil {
		return nil, fmt.Errorf("upgrade: %w", err)
	}
	c.SetReadLimit(wire.MaxMessage)
	c.SetPongHandler(func(string) error { heard(); return nil })
	ping := c.PingHandler()
	c.SetPingHandler(func(data string) error { heard(); return ping(data) })
	return &conn{ws: c, out: taken.out}, nil
}

// hijacker puts an outlet between the library and the network.
type hijacker struct {
	http.ResponseWriter
	out *outlet
}

func (h *hijacker) Hijack() (net.Conn, *bufioReadWriter, error) {
	c, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, fmt.Errorf("hijack: %w", err)
	}
	h.out = &outlet{Conn: c}
	return h.out, rw, nil
}

// read returns the next text message, in into if that is long enough.
func (c *conn) read(into []byte) ([]byte, error) {
	kind, r, err := c.ws.NextReader()
	switch {
	case errors.Is(err, websocket.ErrReadLimit):
		return nil, errTooBig
	case err != nil:
		return nil, err
	case kind != websocket.TextMessage:
		return nil, errBinary
	}
	data := into[:0]
	for {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, nil
		case errors.Is(err, websocket.ErrReadLimit):
			return nil, errTooBig
		case err != nil:
			return nil, err
		}
	}
}

// hold gathers what is written until flush, so that it goes out in one piece.
func (c *conn) hold() { c.out.hold() }

// flush writes what was gathered.
func (c *conn) flush() error { return c.out.flush() }

// write sends a text message. After the close frame it does nothing.
func (c *conn) write(message []byte) error { return c.send(websocket.TextMessage, message) }

// ping asks the other side to show that it is there.
func (c *conn) ping() error { return c.send(websocket.PingMessage, nil) }

func (c *conn) send(kind int, data []byte) error {
	if err := c.ws.WriteMessage(kind, data); err != nil && !errors.Is(err, websocket.ErrCloseSent) {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// sayClose sends the close frame. The other side has lingerTimeout to answer it.
func (c *conn) sayClose(code int, reason string) {
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(writeTimeout))
	_ = c.ws.SetReadDeadline(time.Now().Add(lingerTimeout))
}

// close ends the connection. What the other side is still sending is read and
// dropped for a moment when linger is set: closing at once would answer it
// with a reset, which overtakes the close frame.
func (c *conn) close(linger bool) {
	if half, ok := c.out.Conn.(interface{ CloseWrite() error }); ok && linger {
		_ = half.CloseWrite()
		_ = c.out.Conn.SetReadDeadline(time.Now().Add(lingerTimeout))
		_, _ = io.Copy(io.Discard, io.LimitReader(c.out.Conn, 4<<20))
	}
	_ = c.out.Conn.Close()
}

// hurry gives a write under way one more second.
func (c *conn) hurry() { _ = c.out.Conn.SetWriteDeadline(time.Now().Add(time.Second)) }

var writeBuffers = sync.OnceValue(func() *sync.Pool { return &sync.Pool{} })
