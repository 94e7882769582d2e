package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// target is where a table of a server can be reached.
type target struct {
	sockets [2]string // addresses of the two sockets
	secrets [2]string // of the two seats; empty at a relay
	id      string
}

// duel is one table under load: two sockets that move at random.
type duel struct {
	target
	pace    time.Duration // between moves in an open loop, 0 in a closed one
	quiet   time.Duration // after the run, see Options
	rng     *rand.Rand    // of whoever moves; moves follow one another
	going   *atomic.Bool
	players [2]*player
	turns   chan turn // in an open loop: who may move

	mu     sync.Mutex
	flight [8]flight // moves that not both have seen, by event modulo 8
	took   []uint32  // how long moves took to be seen by both, in microseconds
}

// turn is a position in which a player may move.
type turn struct {
	player *player
	seen   uint64
	most   int
}

// flight is a move that was sent.
type flight struct {
	due  time.Time // when it was sent, or ought to have been
	seen int       // by how many players
}

// player is one socket. Its reader owns seq and sum.
type player struct {
	duel *duel
	side int
	seq  uint64 // the last event
	sum  uint64 // of all events, to compare with others

	writing sync.Mutex
	conn    *websocket.Conn
	sent    int // commands
}

// join opens both sockets.
func (d *duel) join(ctx context.Context) error {
	d.turns = make(chan turn, 2)
	for side := range d.players {
		dialer := websocket.Dialer{HandshakeTimeout: time.Minute, ReadBufferSize: 1 << 10, WriteBufferSize: 512}
		c, answer, err := dialer.DialContext(ctx, d.sockets[side], nil)
		if err != nil {
			return fmt.Errorf("open socket: %w", err)
		}
		_ = answer.Body.Close()
		d.players[side] = &player{duel: d, side: side, conn: c, sum: emptySum}
	}
	return nil
}

// leave closes both sockets.
func (d *duel) leave() {
	for _, p := range d.players {
		if p != nil {
			_ = p.conn.Close()
		}
	}
}

// play reads and moves until the load is over and nothing comes any more.
func (p *player) play() error {
	for {
		wait := time.Minute
		if !p.duel.going.Load() {
			wait = p.duel.quiet
		}
		_ = p.conn.SetReadDeadline(time.Now().Add(wait))
		_, data, err := p.conn.ReadMessage()
		if err != nil {
			var timeout net.Error
			if errors.As(err, &timeout) && timeout.Timeout() && !p.duel.going.Load() {
				return nil
			}
			return fmt.Errorf("read: %w", err)
		}
		if err := p.take(data); err != nil {
			return err
		}
	}
}

// take takes one message in.
func (p *player) take(data []byte) error {
	m := scan(data)
	switch {
	case m.failed:
		return fmt.Errorf("refused: %s", data)
	case m.seq == 0:
		return nil // an answer, a beat
	case m.seq != p.seq+1:
		return fmt.Errorf("event %d follows event %d", m.seq, p.seq)
	}
	p.seq = m.seq
	p.sum = sumOf(p.sum, data)
	if m.kind == "acted" {
		p.duel.arrived(m.seq)
	}
	if !p.duel.going.Load() {
		return nil
	}
	switch {
	case m.toAct == seatNames()[p.side]:
		t := turn{player: p, seen: m.seq, most: min(m.left, m.max)}
		if p.duel.pace > 0 {
			p.duel.turns <- t
			return nil
		}
		return p.duel.move(t, time.Now())
	case m.kind == "ended" && p.side == 0:
		return p.command(m.seq, "next", "")
	}
	return nil
}

// keepPace moves at fixed times, however long the answers take: what is late is
// made up for, and counts from when it was due.
func (d *duel) keepPace(ctx context.Context, move func(t turn, due time.Time) error) error {
	due := time.Now().Add(time.Duration(d.rng.Int64N(int64(d.pace))))
	for {
		select {
		case <-ctx.Done():
			return nil
		case t := <-d.turns:
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(time.Until(due)):
			}
			if err := move(t, due); err != nil {
				return err
			}
			due = due.Add(d.pace)
		}
	}
}

// move takes a random number of sticks. Due is when it ought to be sent.
func (d *duel) move(t turn, due time.Time) error {
	d.mu.Lock()
	d.flight[(t.seen+1)%uint64(len(d.flight))] = flight{due: due}
	d.mu.Unlock()
	return t.player.command(t.seen, "act", strconv.Itoa(1+d.rng.IntN(max(t.most, 1))))
}

// arrived notes that one player has seen the move that made an event.
func (d *duel) arrived(seq uint64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := &d.flight[seq%uint64(len(d.flight))]
	if f.due.IsZero() {
		return // the first update of a relay answers no move
	}
	if f.seen++; f.seen == len(d.players) {
		d.took = append(d.took, uint32(time.Since(f.due).Microseconds()))
	}
}

// emptySum is the sum of no messages: the basis of FNV-1a.
const emptySum = 14695981039346656037

// sumOf adds a message to the sum of those before it. What it says of the
// position after the event is left out: only the newest event has it.
func sumOf(sum uint64, data []byte) uint64 {
	const prime = 1099511628211
	if fact, _, ok := bytes.Cut(data, []byte(`,"now":`)); ok {
		data = fact
	} else {
		data = bytes.TrimSuffix(data, []byte("}"))
	}
	for _, b := range data {
		sum = (sum ^ uint64(b)) * prime
	}
	return sum
}

// command sends a command, or at a relay a move of about forty bytes.
func (p *player) command(seen uint64, kind, text string) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	p.sent++
	b := make([]byte, 0, 160)
	b = append(b, `{"key":"`...)
	b = strconv.AppendInt(b, int64(p.side), 10)
	b = append(b, '-')
	b = strconv.AppendInt(b, int64(p.sent), 10)
	b = append(b, '"')
	if secret := p.duel.secrets[p.side]; secret != "" {
		b = append(b, `,"seat":"`...)
		b = append(b, secret...)
		b = append(b, `","seen":`...)
		b = strconv.AppendUint(b, seen, 10)
	}
	b = append(b, `,"kind":"`...)
	b = append(b, kind...)
	b = append(b, `","text":"`...)
	b = append(b, text...)
	b = append(b, `"}`...)
	if err := p.conn.WriteMessage(websocket.TextMessage, b); err != nil {
		return fmt.Errorf("send: %w", err)
	}
	return nil
}
