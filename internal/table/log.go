package table

import (
	"context"
	"errors"
	"iter"
)

// ErrConflict is the error of an Append whose event does not follow the last
// one of the table: somebody else was there first, or an event is missing.
var ErrConflict = errors.New("the table has moved on")

// ErrNotFound is the error for a table that was never opened.
var ErrNotFound = errors.New("no such table")

// Log keeps the events of all tables, each table's in order and without gaps.
// Implementations are safe for concurrent use by many goroutines; package
// storetest holds what is promised here as tests.
type Log interface {
	// Append adds e if e.Seq is one more than the last event of id (1 for a
	// table that has none); otherwise it changes nothing and returns an error
	// that wraps ErrConflict. When it returns nil, e survives a crash of the
	// process and of the machine, as far as the engine promises that at all.
	//
	// An error that is not ErrConflict, that of a context that ended included,
	// leaves open whether e was kept: whoever needs to know asks Read. The
	// engine keeps no reference to e's byte slices.
	Append(ctx context.Context, id ID, e Event) error

	// Read yields the events after seq, oldest first, without gaps, at least
	// all those whose Append had returned when Read was called. An unknown
	// table yields nothing. An error ends the sequence.
	Read(ctx context.Context, id ID, after uint64) iter.Seq2[Event, error]
}
