package ws_test

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"

	"github.com/hod-games/hod/internal/table"
)

// brokenLog is a log that fails when it is told to.
type brokenLog struct {
	table.Log
	broken atomic.Bool
}

var errBroken = errors.New("the disk is on fire")

func (l *brokenLog) breaks(broken bool) { l.broken.Store(broken) }

func (l *brokenLog) Append(ctx context.Context, id table.ID, e table.Event) error {
	if l.broken.Load() {
		return errBroken
	}
	return l.Log.Append(ctx, id, e)
}

func (l *brokenLog) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	if l.broken.Load() {
		return func(yield func(table.Event, error) bool) { yield(table.Event{}, errBroken) }
	}
	return l.Log.Read(ctx, id, after)
}
