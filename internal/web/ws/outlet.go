package ws

import (
	"bufio"
	"net"
	"sync"
	"time"
)

type bufioReadWriter = bufio.ReadWriter

// outlet is a network connection that can gather several writes into one: an
// event and the answer to the command that made it are two messages and one
// system call. Writes come from whoever writes messages and, for the control
// frames that answer control frames, from the reading goroutine.
type outlet struct {
	net.Conn

	mu       sync.Mutex
	holding  bool
	held     *[]byte
	deadline time.Time // of the next write
}

// maxHeld is how much is gathered at the most.
const maxHeld = 16 << 10

var heldBuffers = sync.Pool{New: func() any { b := make([]byte, 0, 2<<10); return &b }}

func (o *outlet) hold() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.holding = true
}

func (o *outlet) flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.holding = false
	return o.drop()
}

// drop writes what is held and gives the buffer back.
func (o *outlet) drop() error {
	if o.held == nil {
		return nil
	}
	o.extend()
	_, err := o.Conn.Write(*o.held)
	if cap(*o.held) <= maxHeld {
		*o.held = (*o.held)[:0]
		heldBuffers.Put(o.held)
	}
	o.held = nil
	return err
}

// Write implements net.Conn.
func (o *outlet) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.holding {
		o.extend()
		return o.Conn.Write(p)
	}
	if o.held == nil {
		o.held = heldBuffers.Get().(*[]byte)
	}
	*o.held = append(*o.held, p...)
	if len(*o.held) > maxHeld-(2<<10) {
		if err := o.drop(); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// extend sees to it that the write that follows has enough time. Setting a
// deadline for every write would cost more than it is worth.
func (o *outlet) extend() {
	now := time.Now()
	if o.deadline.Sub(now) < writeTimeout/2 {
		o.deadline = now.Add(writeTimeout)
		_ = o.Conn.SetWriteDeadline(o.deadline)
	}
}

// SetWriteDeadline implements net.Conn. Deadlines are the outlet's own affair.
func (o *outlet) SetWriteDeadline(time.Time) error { return nil }
