package sqlite

import (
	"sync/atomic"

	"github.com/hod-games/hod/internal/table"
)

// What becomes of a request. Whoever moves it on from queued decides.
const (
	queued    = iota
	taken     // it is being written
	abandoned // the caller has gone before it was taken: it is never written
)

// keepBuffer is the size up to which the buffer of a request is used again.
const keepBuffer = 16 << 10

// request is an event on its way to the file, or a note.
type request struct {
	note          bool // body is a note, and nothing else is set
	id            string
	seq, at       int64
	key, kind     string
	body, private []byte // parts of buffer; nil if empty
	buffer        []byte
	state         atomic.Int32
	err           error      // what the writer will answer
	done          chan error // with room for the answer
}

// fill makes r a request to append e, of which it keeps no reference.
func (r *request) fill(id table.ID, e table.Event) {
	if cap(r.buffer) > keepBuffer {
		r.buffer = nil
	}
	r.buffer = append(append(r.buffer[:0], e.Body...), e.Private...)
	r.body, r.private = nil, nil
	if n := len(e.Body); n > 0 {
		r.body = r.buffer[:n:n]
	}
	if len(e.Private) > 0 {
		r.private = r.buffer[len(e.Body):]
	}
	r.id, r.seq, r.at = string(id), int64(e.Seq), e.At.UnixMilli()
	r.key, r.kind = e.Key, string(e.Kind)
	r.note = false
	r.state.Store(queued)
}

// fillNote makes r a request to keep a note, of which it keeps no reference.
func (r *request) fillNote(note []byte) {
	r.fill("", table.Event{Body: note})
	r.note = true
}

// take says that r is going to be written, unless its caller has gone.
func (r *request) take() bool { return r.state.CompareAndSwap(queued, taken) }

// abandon keeps r from being written if that has not begun.
func (r *request) abandon() { r.state.CompareAndSwap(queued, abandoned) }

// size is about how many bytes r adds to a transaction.
func (r *request) size() int { return len(r.id) + len(r.key) + len(r.buffer) }
