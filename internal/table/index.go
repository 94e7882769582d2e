package table

import (
	"context"
	"iter"
)

// Index is a Log that can say which tables it has, and drop one: for whoever
// looks after a site, not for the site itself.
type Index interface {
	Log
	// Tables yields every table with its last event, in no particular order.
	// An error ends the sequence.
	Tables(ctx context.Context) iter.Seq2[Listed, error]
	// Drop removes a table with all its events, for good, if its last event is
	// number last; otherwise it returns an error that wraps ErrConflict.
	Drop(ctx context.Context, id ID, last uint64) error
}

// Listed is a table as an Index lists it.
type Listed struct {
	ID   ID
	Last Event // its number is how many there are
}
