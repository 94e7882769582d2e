// Package memory keeps the events of tables in the memory of the process, for
// tests and for servers that may forget everything.
package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/hod-games/hod/internal/table"
)

// ErrClosed is the error of everything that is asked of a closed log.
var ErrClosed = errors.New("the log is closed")

// Log is a table.Log that ends with the process. It is made by New and safe
// for concurrent use.
type Log struct {
	mu     sync.RWMutex
	tables map[table.ID][]table.Event // an event, once in here, never changes
	closed bool
}

// New returns an empty log.
func New() *Log { return &Log{tables: map[table.ID][]table.Event{}} }

// Append implements table.Log. A table must have a name.
func (l *Log) Append(ctx context.Context, id table.ID, e table.Event) error {
	if err := l.append(ctx, id, e); err != nil {
		return fmt.Errorf("append event %d of table %q: %w", e.Seq, id, err)
	}
	return nil
}

func (l *Log) append(ctx context.Context, id table.ID, e table.Event) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if id == "" {
		return errors.New("the table has no name")
	}
	e = clone(e)
	e.At = time.UnixMilli(e.At.UnixMilli()).UTC()

	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return ErrClosed
	}
	if e.Seq != uint64(len(l.tables[id]))+1 {
		return table.ErrConflict
	}
	l.tables[id] = append(l.tables[id], e)
	return nil
}

// Read implements table.Log.
func (l *Log) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	return func(yield func(table.Event, error) bool) {
		events, err := l.tail(id, after)
		if err != nil {
			yield(table.Event{}, fmt.Errorf("read table %q: %w", id, err))
			return
		}
		for _, e := range events {
			if err := ctx.Err(); err != nil {
				yield(table.Event{}, fmt.Errorf("read table %q: %w", id, err))
				return
			}
			if !yield(clone(e), nil) {
				return
			}
		}
	}
}

// tail returns the events after a number; they are shared and must not be
// changed.
func (l *Log) tail(id table.ID, after uint64) ([]table.Event, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closed {
		return nil, ErrClosed
	}
	all := l.tables[id]
	return all[min(after, uint64(len(all))):], nil
}

// Close forgets everything. What is asked afterwards gets ErrClosed.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.tables = nil
	return nil
}

func clone(e table.Event) table.Event {
	e.Body = bytes.Clone(e.Body)
	e.Private = bytes.Clone(e.Private)
	return e
}
