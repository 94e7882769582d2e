package ws

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

const (
	// maxAnswers is how many answers may wait for a client that does not read.
	maxAnswers = 128
	// maxBad is how many messages that make no sense a client may send.
	maxBad = 5
	// batch is how many events are fetched at a time. A client that reads
	// slowly must not keep the log waiting in the middle of an answer.
	batch = 256
)

// session is one client that follows one table.
//
// One goroutine reads. There is none that writes: whoever has something to be
// written notes it and, if nobody is writing, becomes the writer (the reading
// goroutine, for what it has caused itself) or starts one, which ends when
// nothing is left to do. So an idle connection costs one goroutine with a
// small stack.
type session struct {
	hub     *Hub
	conn    *conn
	watch   Watch
	slot    int
	heard   atomic.Int64 // when something came from the client last, milliseconds
	limiter *rate.Limiter
	bad     int

	mu      sync.Mutex
	busy    bool     // somebody writes, or is about to
	woken   bool     // there may be new events
	beat    bool     // it is time for a sign of life
	answers [][]byte // to commands
	arrived []string // what the client says it is there for
	code    int      // close with this code, once
	shut    bool     // the close frame is out: nothing may follow
	over    bool     // the reader has ended: the writer cleans up
	linger  bool     // the client may still be sending when that happens

	// Of whoever is busy:
	feed *table.Feed
	sent uint64 // the last event that was written
	// behind is the last event that changed the board when the session came
	// to the table: those before it are history.
	behind uint64
	present
}

// work is what a writer has to do.
type work struct {
	woken, beat bool
	answers     [][]byte
	arrived     []string
	code        int
}

// wake notes that there may be new events. It is called under locks of the
// table and does not wait.
func (s *session) wake() { s.note(func() { s.woken = true }) }

// pulse notes that it is time for a sign of life.
func (s *session) pulse() { s.note(func() { s.beat = true }) }

// close notes that the connection is to be closed with code.
func (s *session) close(code int) {
	s.note(func() {
		if s.code == 0 {
			s.code = code
		}
	})
}

// note notes something to be written and sees to it that somebody writes it.
func (s *session) note(what func()) {
	s.mu.Lock()
	what()
	start := !s.busy && !s.shut
	if start {
		s.busy = true
	}
	s.mu.Unlock()
	if start {
		go s.drain()
	}
}

// claim makes the caller the writer unless there is one.
func (s *session) claim() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy || s.shut {
		return false
	}
	s.busy = true
	return true
}

// take returns what is to be written. If that is nothing the caller is no
// longer the writer; or, when the session is over, it is the last one for
// ever and has to clean up.
func (s *session) take() (w work, some, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return work{}, false, true
	}
	w = work{woken: s.woken, beat: s.beat, answers: s.answers, arrived: s.arrived, code: s.code}
	s.woken, s.beat, s.answers, s.arrived, s.code = false, false, nil, nil, 0
	if s.shut || !w.woken && !w.beat && w.answers == nil && w.arrived == nil && w.code == 0 {
		s.busy = false
		return work{}, false, false
	}
	return w, true, false
}

// drain writes until there is nothing left to write.
func (s *session) drain() {
	for {
		w, some, over := s.take()
		switch {
		case over:
			s.cleanUp()
			return
		case !some:
			return
		}
		if err := s.perform(w); err != nil {
			s.shutUp()
			s.conn.close(false) // which ends the reader
		}
	}
}

// shutUp sees to it that nothing more is written.
func (s *session) shutUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut = true
}

// perform writes what there is, in one piece where it fits in one.
func (s *session) perform(w work) error {
	s.conn.hold()
	err := s.write(w)
	return errors.Join(err, s.conn.flush())
}

func (s *session) write(w work) error {
	if w.woken {
		if err := s.writeEvents(); err != nil {
			return err
		}
	}
	if err := s.writePresence(w.arrived); err != nil {
		return err
	}
	// After the events: whoever reads an answer has read its event.
	for _, a := range w.answers {
		if err := s.conn.write(a); err != nil {
			return err
		}
	}
	if w.beat {
		if err := s.conn.ping(); err != nil {
			return err
		}
		if err := s.conn.write(fmt.Appendf(nil, `{"kind":"beat","seq":%d,"at":%d}`, s.sent, time.Now().UnixMilli())); err != nil {
			return err
		}
	}
	if w.code != 0 {
		s.shutUp()
		s.conn.sayClose(w.code, "")
	}
	return nil
}

// writeEvents writes all events that the client has not got.
func (s *session) writeEvents() error {
	for {
		if s.feed.Gone() {
			if err := s.attachAnew(); err != nil {
				return nil //nolint:nilerr // the client is told by a close code
			}
		}
		n, err := s.writeBatch()
		if err != nil || n < batch {
			return err
		}
	}
}

func (s *session) writeBatch() (int, error) {
	messages := batches.Get().(*[][]byte)
	defer func() {
		clear(*messages)
		*messages = (*messages)[:0]
		batches.Put(messages)
	}()
	for u, err := range s.feed.Since(s.hub.context, s.sent) {
		var message []byte
		if err == nil {
			if u.Event.Seq < s.behind {
				message, err = s.hub.config.Brief(u)
			} else {
				message, err = u.Encoded(s.hub.config.Encode)
			}
		}
		if err != nil {
			s.hub.config.Logger.Error("events can not be sent", "table", string(s.watch.ID), "seq", s.sent, "err", err)
			s.close(CloseBusy)
			break
		}
		if *messages = append(*messages, message); len(*messages) == batch {
			break
		}
	}
	for _, m := range *messages {
		if err := s.conn.write(m); err != nil {
			return 0, err
		}
		s.sent++
	}
	return len(*messages), nil
}

var batches = sync.Pool{New: func() any { return new([][]byte) }}

// attachAnew follows the table again after it had left memory.
func (s *session) attachAnew() error {
	s.feed.Close()
	feed, err := s.hub.config.Host.Attach(s.hub.context, s.watch.ID, s.wake)
	if err != nil {
		s.hub.config.Logger.Error("table can not be followed any more", "table", string(s.watch.ID), "err", err)
		s.close(CloseBusy)
		return err
	}
	s.feed, s.behind = feed, feed.Snapshot().Changed
	s.arriveAnew()
	return nil
}

// read takes messages until the connection ends.
func (s *session) read() {
	for {
		buffer := readBuffers.Get().(*[]byte)
		data, err := s.conn.read((*buffer)[:0])
		if err != nil {
			readBuffers.Put(buffer)
			s.end(err)
			return
		}
		s.heard.Store(time.Now().UnixMilli())
		var command wire.Command
		err = decodeCommand(data, &command)
		*buffer = data[:0]
		readBuffers.Put(buffer)
		s.obey(command, err)
	}
}

var readBuffers = sync.Pool{New: func() any { b := make([]byte, 0, 512); return &b }}

// obey carries a command out and sees to it that the answer is written.
func (s *session) obey(c wire.Command, malformed error) {
	s.mu.Lock()
	shut := s.shut
	s.mu.Unlock()
	if shut {
		return // the client has been told to repeat it elsewhere
	}
	if malformed != nil {
		s.bad++
		if s.bad >= maxBad {
			s.close(CloseProtocol)
			return
		}
	}
	if c.Kind == wire.KindHere && malformed == nil {
		s.arrive(c)
		return
	}
	// Being the writer while the host works keeps it from starting one for
	// the event that this command makes.
	mine := s.claim()
	answer := s.carryOut(c, malformed)
	s.mu.Lock()
	s.answers = append(s.answers, answer)
	tooMany := len(s.answers) > maxAnswers
	if !mine && !s.busy && !s.shut {
		mine, s.busy = true, true
	}
	s.mu.Unlock()
	if tooMany {
		s.close(CloseTooSlow)
	}
	if mine {
		s.drain()
	}
}

// carryOut returns the answer to a command.
func (s *session) carryOut(c wire.Command, malformed error) []byte {
	answer := wire.Answer{Key: c.Key}
	var err error
	switch {
	case malformed != nil:
		err = &MessageError{Problem: malformed.Error()}
	case s.limiter != nil && !s.limiter.Allow():
		err = ErrTooFast
	case s.hub.config.Allow != nil && !s.hub.config.Allow(s.watch.Address):
		err = ErrTooFast
	default:
		var e table.Event
		e, err = s.hub.config.Do(s.hub.context, s.watch.Address, s.watch.ID, table.Command{
			Key: c.Key, Secret: c.Seat, Seen: c.Seen, Kind: table.Kind(c.Kind), Text: c.Text,
			Reveal: c.Reveal, Commit: c.Commit,
		})
		answer.Seq = e.Seq
	}
	s.hub.config.Count(c.Kind, err)
	if err != nil {
		answer.Seq = 0
		answer.Refusal = s.hub.config.Explain(s.hub.context, s.watch, err)
	}
	return encodeAnswer(answer)
}

// end is the end of the reader, and of the session.
func (s *session) end(err error) {
	if errors.Is(err, errBinary) {
		// Before the session is over: then a writer closes the connection.
		s.conn.sayClose(CloseBinary, "")
	}
	s.mu.Lock()
	s.over = true
	// Of these two the client may learn only after it has sent everything;
	// the library has said 1009 by itself.
	s.linger = errors.Is(err, errBinary) || errors.Is(err, errTooBig)
	mine := !s.busy
	s.busy = true
	s.mu.Unlock()
	if mine {
		s.cleanUp()
		return
	}
	// The writer may be waiting for a client that reads no more.
	s.conn.hurry()
}

// cleanUp is done once, by whoever is the writer when the session is over.
func (s *session) cleanUp() {
	s.feed.Close()
	s.conn.close(s.linger)
	s.hub.leave(s)
}

// MessageError says why a message is no command.
type MessageError struct{ Problem string }

func (e *MessageError) Error() string { return e.Problem }

// ErrTooFast is the error of a command that came too soon after too many.
var ErrTooFast = errors.New("too many commands")

// Watch is what a client asks to follow.
type Watch struct {
	ID       table.ID // empty where the address can be no table's
	After    uint64   // the last event that the client has
	Language string
	Address  string // what counts as one client
}

// explainer turns an error into what a person is told.
type explainer func(ctx context.Context, w Watch, err error) wire.Refusal
