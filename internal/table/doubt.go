package table

import (
	"context"
	"errors"
	"fmt"
)

// doubt decides again what was refused by a process that knew the events up to
// number at, where that refusal may come from not knowing enough: the command
// tells of events that the log has not shown. Read may have been answered by a
// server that does not know yet that it was cut off; so the log is asked for
// the number of the last event in the way that such a server can not answer.
//
//   - There is no later event: the refusal stands. That takes one question, so
//     that nobody gains anything by pretending to have seen more.
//   - There is one: the command is decided again, until the log shows it.
//   - Nobody can tell, or the log does not show it in time: ErrSilent. The
//     author repeats the command with its key, here or at another process.
//
// The caller does not own the table, which others may use meanwhile. It gives
// up when ctx ends.
func (t *live) doubt(ctx context.Context, at uint64, refused error, decide func() (uint64, error)) error {
	ctx, cancel := context.WithTimeout(ctx, doubtTimeout)
	defer cancel()
	for unheard(refused) {
		last, err := t.host.config.Follower.Last(ctx, t.id)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrSilent, err)
		}
		if last <= at {
			return refused
		}
		before := at
		if at, refused = decide(); at == before && unheard(refused) {
			if err := sleep(ctx, readAgainAfter); err != nil {
				return fmt.Errorf("event %d of table %s is not shown: %w: %w", last, t.id, ErrSilent, err)
			}
		}
	}
	return refused
}

// unheard reports whether a command was refused that an honest client sends
// only when there is more than this process knows: it has seen later events, or
// has a seat that is not taken.
func unheard(refused error) bool {
	return errors.Is(refused, errAhead) || errors.Is(refused, ErrNoSeat)
}

// missing says why the log shows nothing of a table: ErrNotFound if there is
// none, or ErrSilent.
func (t *live) missing(ctx context.Context) error {
	if t.host.config.Follower == nil {
		return ErrNotFound
	}
	ctx, cancel := context.WithTimeout(ctx, doubtTimeout)
	defer cancel()
	last, err := t.host.config.Follower.Last(ctx, t.id)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrSilent, err)
	case last > 0:
		return fmt.Errorf("table %s has %d events, and the log shows none: %w", t.id, last, ErrSilent)
	default:
		return ErrNotFound
	}
}
