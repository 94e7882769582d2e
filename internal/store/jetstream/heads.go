package jetstream

import (
	"sync"

	"github.com/hod-games/hod/internal/table"
)

// maxHeads bounds the tables whose last event is remembered. Others are asked
// for, at the price of one question.
const maxHeads = 100_000

// position is an event's number at its table, and in the stream.
type position struct{ seq, stream uint64 }

// heads remembers the last event of tables, as far as this process has written
// or read it. Others may have appended since.
type heads struct {
	mu sync.Mutex
	of map[table.ID]position
}

func (h *heads) init() { h.of = make(map[table.ID]position) }

func (h *heads) get(id table.ID) (position, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p, ok := h.of[id]
	return p, ok
}

// set remembers p, unless a later one is known.
func (h *heads) set(id table.ID, p position) {
	h.mu.Lock()
	defer h.mu.Unlock()
	old, known := h.of[id]
	if known && old.seq >= p.seq {
		return
	}
	if !known && len(h.of) >= maxHeads {
		for other := range h.of { // any one
			delete(h.of, other)
			break
		}
	}
	h.of[id] = p
}

func (h *heads) forget(id table.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.of, id)
}
