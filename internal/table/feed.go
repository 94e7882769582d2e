package table

import (
	"context"
	"fmt"
	"iter"
)

// Feed follows one table. There is no queue behind it that could overflow: it
// says that something is new, and whoever follows asks for what follows the
// last event it knows, at its own pace.
type Feed struct {
	host *Host
	t    *live
	wake func()

	closed bool // under the lock of the attendance
}

// Attach follows a table, which stays in memory until Close. It calls wake
// after every new event, and when the feed is Gone; wake must not wait, nor
// call this package.
func (h *Host) Attach(ctx context.Context, id ID, wake func()) (*Feed, error) {
	t, err := h.hold(ctx, id)
	if err != nil {
		return nil, err
	}
	f := &Feed{host: h, t: t, wake: wake}
	t.feedMu.Lock()
	t.feeds[f] = struct{}{}
	t.feedMu.Unlock()
	h.mu.Lock()
	h.feeds++
	h.mu.Unlock()
	if err := t.freshen(ctx); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close ends the feed. When it returns, wake is not called any more. Only the
// first call does anything.
func (f *Feed) Close() {
	f.t.feedMu.Lock()
	_, open := f.t.feeds[f]
	delete(f.t.feeds, f)
	f.t.feedMu.Unlock()
	if !open {
		return
	}
	f.t.attendance.leave(f)
	f.host.mu.Lock()
	f.host.feeds--
	f.host.mu.Unlock()
	f.host.release(f.t)
}

// Snapshot returns the table as it stands.
func (f *Feed) Snapshot() *Snapshot { return f.t.published.Load().snapshot }

// Gone reports that the table has left memory because its log did not answer.
// Whoever follows has to attach again.
func (f *Feed) Gone() bool { return f.t.gone.Load() }

// Since yields the updates after event number after that exist by now, oldest
// first.
func (f *Feed) Since(ctx context.Context, after uint64) iter.Seq2[*Update, error] {
	p := f.t.published.Load()
	return func(yield func(*Update, error) bool) {
		if after >= p.snapshot.Seq {
			return
		}
		oldest := p.updates[0].Event.Seq
		if after+1 < oldest {
			var last uint64
			for u, err := range f.host.replay(ctx, f.t.id) {
				if err != nil {
					yield(nil, err)
					return
				}
				if u.Event.Seq >= oldest {
					break
				}
				last = u.Event.Seq
				if u.Event.Seq > after && !yield(u, nil) {
					return
				}
			}
			if last+1 < oldest {
				yield(nil, fmt.Errorf("replay table %s: %w", f.t.id, short(last, oldest-1)))
				return
			}
		}
		// They follow one another without gaps, so there is no need to look.
		for _, u := range p.updates[max(after+1, oldest)-oldest:] {
			if !yield(u, nil) {
				return
			}
		}
	}
}

// Updates yields every update of a table that exists by now, oldest first.
func (h *Host) Updates(ctx context.Context, id ID) iter.Seq2[*Update, error] {
	return func(yield func(*Update, error) bool) {
		some := false
		for u, err := range h.replay(ctx, id) {
			some = true
			if !yield(u, err) || err != nil {
				return
			}
		}
		if !some {
			yield(nil, ErrNotFound)
		}
	}
}

// Events yields the events of a table after number after, oldest first and
// without what is not public. A table that has none at all is ErrNotFound.
func (h *Host) Events(ctx context.Context, id ID, after uint64) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		some := after > 0
		for e, err := range h.config.Log.Read(ctx, id, after) {
			if err != nil {
				yield(Event{}, fmt.Errorf("read table %s: %w", id, err))
				return
			}
			some = true
			e.Key, e.Private = "", nil
			if !yield(e, nil) {
				return
			}
		}
		if !some {
			yield(Event{}, ErrNotFound)
		}
	}
}

// replay folds the log from its beginning and yields every step.
func (h *Host) replay(ctx context.Context, id ID) iter.Seq2[*Update, error] {
	return func(yield func(*Update, error) bool) {
		f := &fold{now: Snapshot{ID: id}}
		for e, err := range h.config.Log.Read(ctx, id, 0) {
			if err == nil {
				err = f.apply(e, nil, nil, h.Game)
			}
			if err != nil {
				yield(nil, fmt.Errorf("replay table %s: %w", id, err))
				return
			}
			if !yield(f.updates[len(f.updates)-1], nil) {
				return
			}
		}
	}
}
