package table

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Follower tells of events that other processes append to the log. Where this
// process is the only one, there is none.
//
// Where the log is kept by several servers, one of them may be out of touch
// with the others for a moment and not know it: Log.Read, if that one answers,
// yields less than has been acknowledged. Append is safe from it, and so is
// Last.
type Follower interface {
	// Follow calls moved with the number of every event that is appended to
	// id, by this process or another, until stop is called. A call may come
	// before Append has returned, and more than once. One may get lost when
	// the connection does: then moved is called with the number of the last
	// event as soon as the log answers again.
	//
	// moved does not wait, and calls nothing of the Follower.
	Follow(id ID, moved func(seq uint64)) (stop func())

	// Last returns the number of the last event of id, 0 for a table that has
	// none; at least that of every event whose Append had returned when Last was
	// called. It may cost more than Read. An error, that of ctx at the latest,
	// means that nobody can tell just now.
	Last(ctx context.Context, id ID) (seq uint64, err error)
}

const (
	// freshTimeout bounds how long somebody who only looks waits for the log
	// to say what others have appended. After it a page shows the table as it
	// was last known: better than nothing at all while the log does not answer.
	freshTimeout = time.Second

	// doubtTimeout bounds how long a command waits, in all, for the log to show
	// what its author has evidently heard of.
	doubtTimeout = 2 * time.Second

	// readAgainAfter is the wait before the log is read again that has not shown
	// an event that is known to be there.
	readAgainAfter = 50 * time.Millisecond

	// lateAfter is how long a process leaves what is due at a table to the
	// one that made the last event. Should both do it, one gets ErrConflict:
	// the wait, longer than computers think, only spares the work of doing it
	// twice.
	lateAfter = 6 * time.Second

	// maxConflicts is how often one command is decided again because somebody
	// else was faster. Somebody gets ahead each time, though it may be the same
	// one many times over; what ends the attempts is patience, as a rule.
	maxConflicts = 1000
)

// follow begins to listen to what others append.
func (t *live) follow() {
	f := t.host.config.Follower
	if f == nil {
		return
	}
	stop := f.Follow(t.id, t.moved)
	late := time.AfterFunc(time.Hour, func() { t.host.late(t) })
	late.Stop()
	t.late = late
	t.unfollow = func() {
		stop()
		late.Stop()
	}
}

// moved is told that event seq exists. The writer, if there is one, looks at
// known when it has finished: nothing is to do for its own events.
func (t *live) moved(seq uint64) {
	for {
		known := t.known.Load()
		if seq <= known {
			return
		}
		if t.known.CompareAndSwap(known, seq) {
			break
		}
	}
	select {
	case t.owner <- struct{}{}:
		t.unlock()
	default:
	}
}

// behind reports whether there are events that are known of and not read.
func (t *live) behind() bool {
	p := t.published.Load()
	return p != nil && t.known.Load() > p.snapshot.Seq
}

// lookAhead has events read that are known of, if somebody here waits for
// them. Otherwise the next one to use the table does it.
func (t *live) lookAhead() {
	if !t.behind() || t.resting.Load() {
		return
	}
	t.feedMu.Lock()
	watched := len(t.feeds) > 0
	t.feedMu.Unlock()
	if watched {
		go t.host.pursue(t)
	}
}

// pursue reads what others have appended, for those who watch.
func (h *Host) pursue(t *live) {
	h.own(t, func(ctx context.Context) {
		if !t.behind() {
			return
		}
		known := t.known.Load()
		switch moved, err := t.catchUp(ctx); {
		case err != nil:
			h.logger.Warn("what others have appended can not be read", "table", string(t.id), "err", err)
			// The Follower calls again once the log answers.
			t.known.CompareAndSwap(known, t.fold.now.Seq)
		case !moved:
			t.resting.Store(true)
			time.AfterFunc(readAgainAfter, func() {
				t.resting.Store(false)
				t.lookAhead()
			})
		}
	})
}

// late carries out what is due at a table whose last event was made by another
// process, should that one have died before it did.
func (h *Host) late(t *live) { h.own(t, t.advance) }

// own runs f as the one writer of a table that is in memory, without being
// taken for somebody who uses it.
func (h *Host) own(t *live, f func(context.Context)) {
	h.mu.Lock()
	if h.live[t.id] != t || t.published.Load() == nil {
		h.mu.Unlock()
		return
	}
	t.holders++
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		t.holders--
		h.mu.Unlock()
	}()
	ctx := h.patience()
	if err := t.lock(ctx); err != nil {
		return
	}
	defer t.unlock()
	if !t.gone.Load() {
		f(ctx)
	}
}

// freshen makes the table show at least what had been acknowledged by any
// process before, or says that the log did not answer. The caller holds it.
func (t *live) freshen(ctx context.Context) error {
	if t.host.config.Follower == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, freshTimeout)
	defer cancel()
	if err := t.lock(ctx); err != nil {
		return fmt.Errorf("%w: %w", ErrSilent, err)
	}
	defer t.unlock()
	if t.gone.Load() {
		return fmt.Errorf("table %s has left memory: %w", t.id, ErrSilent)
	}
	if _, err := t.catchUp(ctx); err != nil {
		return fmt.Errorf("%w: %w", ErrSilent, err)
	}
	return nil
}

// again decides a second time what was refused, if the refusal did not know
// what another process had appended. Where the log does not say, and whoever
// sent the command has evidently heard of more, nothing is refused: the author
// of a move that is called stale gives it up.
func (t *live) again(ctx context.Context, refused error, f func(context.Context, *live) error) error {
	if refused == nil || t.host.config.Follower == nil || t.gone.Load() {
		return refused
	}
	switch moved, err := t.catchUp(ctx); {
	case err != nil && errors.Is(refused, errAhead):
		return fmt.Errorf("%w: %w", ErrSilent, err)
	case err != nil || !moved:
		return refused
	}
	return f(ctx, t)
}

// refresh learns what somebody else has appended, after ErrConflict.
func (t *live) refresh(ctx context.Context) error {
	before := t.fold.now.Seq
	if moved, err := t.catchUp(ctx); moved || err != nil {
		return err
	}
	if err := t.read(ctx); err != nil || t.fold.now.Seq > before {
		return err
	}
	// There is an event, and the log does not show it yet.
	return sleep(ctx, readAgainAfter)
}

// sleep waits, at the longest until ctx ends: then it returns its error.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// catchUp reads the events after the last one that is known, and shows them.
// Its caller is the one writer.
func (t *live) catchUp(ctx context.Context) (moved bool, err error) {
	before := t.fold.now.Seq
	for e, failed := range t.host.config.Log.Read(ctx, t.id, before) {
		if failed != nil {
			err = fmt.Errorf("read table %s after event %d: %w", t.id, t.fold.now.Seq, failed)
			break
		}
		if failed := t.fold.apply(e, nil, nil, t.host.Game); failed != nil {
			// The fold may be half changed: only the whole log is certain now.
			if again := t.read(ctx); again != nil {
				t.host.drop(t)
				return false, again
			}
			return true, nil
		}
	}
	if t.fold.now.Seq == before {
		return false, err
	}
	if failed := t.fold.now.settle(); failed != nil {
		return false, fmt.Errorf("table %s, event %d: %w", t.id, t.fold.now.Seq, failed)
	}
	t.publish()
	if t.late != nil {
		t.late.Reset(lateAfter)
	}
	return true, err
}
