package e2e

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"
)

// line is the network between a browser and the program, or between the program
// and its store: it can be cut, it can be slow, and it can go silent, as when a
// phone leaves its cell and nobody notices.
type line struct {
	to  string
	url string

	mu      sync.Mutex
	cut     bool
	delay   time.Duration // of whatever is said, each way
	silence silence
	ends    map[net.Conn]bool
}

// silence is what gets lost on connections that stand.
type silence int

const (
	nothingLost  silence = 0
	answersLost  silence = 1 << 0 // what the program says
	requestsLost silence = 1 << 1 // what is said to it
	allLost              = answersLost | requestsLost
)

// newLine listens on a port of its own for whoever wants to reach a program.
func newLine(t *testing.T, to *program) *line {
	t.Helper()
	return newLineTo(t, to.host())
}

// newLineTo is newLine to any address.
func newLineTo(t *testing.T, address string) *line {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{to: address, url: "http://" + listener.Addr().String(), ends: map[net.Conn]bool{}}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() { l.connect(near) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		l.drop()
		all.Wait()
	})
	return l
}

func (l *line) connect(near net.Conn) {
	if !l.hold(near) {
		return
	}
	defer l.release(near)
	far, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", l.to)
	if err != nil || !l.hold(far) {
		return
	}
	defer l.release(far)
	var both sync.WaitGroup
	both.Go(func() { l.carry(far, near, requestsLost) })
	both.Go(func() { l.carry(near, far, answersLost) })
	both.Wait()
}

// carry copies what one end says to the other, unless that is lost. A connection
// that has lost something is broken for good.
func (l *line) carry(to, from net.Conn, direction silence) {
	defer func() { _ = to.Close() }()
	buffer := make([]byte, 32<<10)
	lost := false
	for {
		n, err := from.Read(buffer)
		l.mu.Lock()
		lost = lost || l.silence&direction != 0
		delay := l.delay
		l.mu.Unlock()
		time.Sleep(delay)
		if n > 0 && !lost {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (l *line) hold(c net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut {
		_ = c.Close()
		return false
	}
	l.ends[c] = true
	return true
}

func (l *line) release(c net.Conn) {
	_ = c.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.ends, c)
}

// setCut cuts the line: connections end and no new one succeeds.
func (l *line) setCut(cut bool) {
	l.mu.Lock()
	l.cut = cut
	l.mu.Unlock()
	if cut {
		l.drop()
	}
}

// setSilence lets connections stand and loses what is said on them.
func (l *line) setSilence(s silence) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silence = s
}

// setDelay makes whatever is said take so much longer, each way.
func (l *line) setDelay(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.delay = d
}

// drop ends all connections.
func (l *line) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.ends {
		_ = c.Close()
	}
}
