package table

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hod-games/hod/internal/game"
)

// live is a table in memory.
type live struct {
	host *Host
	id   ID

	// owner is held by the one writer: whoever has put a token into it owns
	// fold and asked. A channel and not a mutex, so that waiting can end with
	// a context; and no goroutine of its own, because handing each command
	// over and its answer back would cost more than the command.
	owner chan struct{}
	fold  *fold
	asked uint64   // the fold.position for which the bot was asked
	flag  *flagged // its place among the flags, nil while no clock runs; flags.mu guards it

	// published is what everybody may read; nil until the table is loaded.
	published atomic.Pointer[published]
	gone      atomic.Bool // it has left memory although some hold it

	feedMu sync.Mutex
	feeds  map[*Feed]struct{}

	attendance *attendance
	listed     atomic.Bool   // among the tables of the lobby
	opener     atomic.Uint32 // how it stood with its opener when pages changed last

	// known is the last event that the Follower told of; resting, that the log
	// did not show it and will be read again. late and unfollow are nil where
	// there is none.
	known    atomic.Uint64
	resting  atomic.Bool
	late     *time.Timer
	unfollow func()

	// Under host.mu:
	holders int
	used    time.Time
}

type published struct {
	snapshot *Snapshot
	updates  []*Update // the last ones, oldest first, the newest being the snapshot's
}

func newLive(h *Host, id ID) *live {
	t := &live{host: h, id: id, owner: make(chan struct{}, 1), feeds: make(map[*Feed]struct{}), used: time.Now()}
	t.attendance = newAttendance(t.attended, t.announced, h.company.next)
	return t
}

func (t *live) lock(ctx context.Context) error {
	select {
	case t.owner <- struct{}{}:
		return nil
	default:
	}
	select {
	case t.owner <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for table %s: %w", t.id, ctx.Err())
	}
}

func (t *live) unlock() {
	<-t.owner
	t.lookAhead()
}

// read folds the log anew and publishes the result.
func (t *live) read(ctx context.Context) error {
	f := &fold{now: Snapshot{ID: t.id}}
	for e, err := range t.host.config.Log.Read(ctx, t.id, 0) {
		if err != nil {
			return fmt.Errorf("read table %s: %w", t.id, err)
		}
		if err := f.apply(e, nil, nil, t.host.Game); err != nil {
			return fmt.Errorf("replay table %s: %w", t.id, err)
		}
	}
	switch {
	case f.now.Seq == 0:
		return t.missing(ctx)
	case t.fold != nil && f.now.Seq < t.fold.now.Seq:
		return fmt.Errorf("read table %s: %w", t.id, short(f.now.Seq, t.fold.now.Seq))
	}
	if err := f.now.settle(); err != nil {
		return fmt.Errorf("replay table %s: %w", t.id, err)
	}
	t.fold = f
	t.publish()
	return nil
}

// short is the error of a log that shows less than it had shown.
func short(last, had uint64) error {
	return fmt.Errorf("the log shows event %d as its last, and it had %d: %w", last, had, ErrSilent)
}

// commit decides a command, appends its event and whatever is due after it.
// Key is the event's; seen is the last event its author knew.
func (t *live) commit(ctx context.Context, key string, seen uint64, decide func() (step, error)) (Event, error) {
	// Again and again: another process may have moved the table on since we
	// read it.
	for attempt := 0; ; attempt++ {
		if made, ok, err := t.madeBefore(ctx, key, seen); ok || err != nil {
			return made, err
		}
		if err := t.judge(ctx); err != nil {
			return Event{}, err
		}
		s, err := decide()
		if err != nil {
			return Event{}, err
		}
		e, err := t.append(ctx, s, key)
		if errors.Is(err, ErrConflict) && attempt < maxConflicts {
			if err := t.refresh(ctx); err != nil {
				return Event{}, err
			}
			continue
		}
		if err != nil {
			// The log may have kept it all the same.
			if made, ok, again := t.madeBefore(ctx, key, seen); !ok || again != nil {
				return Event{}, err
			} else {
				e = made
			}
		}
		t.advance(ctx)
		return e, nil
	}
}

// madeBefore looks for the event of a command that is repeated.
func (t *live) madeBefore(ctx context.Context, key string, seen uint64) (Event, bool, error) {
	if e, ok := t.fold.made(key); ok {
		return e, true, nil
	}
	oldest := t.fold.updates[0].Event.Seq
	// Its event comes after what its author had seen; only when that is older
	// than what memory keeps is the log worth asking.
	if seen+1 >= oldest {
		return Event{}, false, nil
	}
	if t.fold.past != nil && !t.fold.past.has(key) {
		return Event{}, false, nil
	}
	var (
		found Event
		last  uint64
	)
	past := make(pastKeys)
	for e, err := range t.host.config.Log.Read(ctx, t.id, 0) {
		if err != nil {
			return Event{}, false, fmt.Errorf("look for a repeated command at table %s: %w", t.id, err)
		}
		if e.Seq >= oldest {
			break
		}
		last = e.Seq
		past.add(e.Key)
		if key != "" && e.Key == key {
			found = e
		}
	}
	if last+1 < oldest {
		return Event{}, false, fmt.Errorf("look for a repeated command at table %s: %w", t.id, short(last, oldest-1))
	}
	t.fold.past = past
	return found, found.Seq != 0, nil
}

// append makes the event of a step durable, then visible.
func (t *live) append(ctx context.Context, s step, key string) (Event, error) {
	e, err := makeEvent(s, key, &t.fold.now)
	if err != nil {
		return Event{}, err
	}
	if err := t.host.config.Log.Append(ctx, t.id, e); err != nil {
		if !errors.Is(err, ErrConflict) {
			t.host.uptime.failed()
			// Nobody knows whether the log has it: what it says when asked is
			// the truth, now or when the table is next loaded.
			t.reread(ctx)
		}
		return Event{}, fmt.Errorf("append event %d of table %s: %w", e.Seq, t.id, err)
	}
	if t.host.uptime.kept(e.At, time.Now()) {
		t.host.tellOutage()
	}
	if err := t.fold.apply(e, s.after, s.body, t.host.Game); err != nil {
		return Event{}, fmt.Errorf("apply event of table %s: %w", t.id, err)
	}
	t.publish()
	return e, nil
}

// reread settles an append of unknown outcome. If the log does not answer
// either, the table leaves memory, and the next one to touch it reads it.
func (t *live) reread(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendTimeout)
	defer cancel()
	if err := t.read(ctx); err != nil {
		t.host.logger.Error("table left memory: its log does not answer", "table", string(t.id), "err", err)
		t.host.drop(t)
	}
}

// advance carries out what the table owes. What fails is tried again when the
// table is next touched.
func (t *live) advance(ctx context.Context) {
	for {
		s, ok := t.overdue()
		var err error
		if !ok {
			s, ok, err = t.fold.due(t.host.config.Roller)
		}
		if err == nil && !ok {
			break
		}
		if err == nil {
			_, err = t.append(ctx, s, "")
		}
		if errors.Is(err, ErrConflict) {
			if err = t.refresh(ctx); err == nil {
				continue
			}
		}
		if err != nil {
			t.host.logger.Error("what is due at a table failed", "table", string(t.id), "err", err)
			return
		}
	}
	t.askBot()
}

// overdue is the event that time alone has made due.
func (t *live) overdue() (step, bool) {
	if t.fold.now.Clock == nil {
		return step{}, false
	}
	now := time.Now()
	return t.fold.overdue(now, t.host.uptime.lost(t.fold.now.LastAt, now))
}

// judge carries out what time has made due, before a command is decided: it
// must not come first.
func (t *live) judge(ctx context.Context) error {
	if _, ok := t.overdue(); !ok {
		return nil
	}
	t.advance(ctx)
	if t.gone.Load() {
		return fmt.Errorf("table %s has left memory: %w", t.id, ErrSilent)
	}
	if _, ok := t.overdue(); ok {
		return fmt.Errorf("the clock of table %s can not be told the time: %w", t.id, ErrSilent)
	}
	return nil
}

// askBot has the computer think, once per position.
func (t *live) askBot() {
	s, position := &t.fold.now, t.fold.position
	if t.host.config.Bots == nil || t.fold.bot == nil || s.BotToAct() == "" || t.asked == position {
		return
	}
	t.asked = position
	h, state, seat := t.host, s.State, s.ToAct
	h.mu.Lock()
	t.holders++ // the table stays in memory while its bot thinks
	h.mu.Unlock()
	h.config.Bots.Ask(Thinking{
		ID: t.id, Seq: position, Bot: t.fold.bot, State: state, Seed: t.fold.roundSeed(),
		Play: func(ctx context.Context, c game.Choice) error {
			defer h.release(t)
			return h.playBot(ctx, t.id, position, seat, c)
		},
	})
}

// playBot plays the bot's choice for the position that event position made.
func (h *Host) playBot(ctx context.Context, id ID, position uint64, seat game.Side, c game.Choice) error {
	return h.with(ctx, id, func(ctx context.Context, t *live) error {
		if c.Action == "" {
			if t.asked == position {
				t.asked = 0 // it may be asked again
			}
			return nil
		}
		_, err := t.commit(ctx, fmt.Sprintf("bot/%d", position), position, func() (step, error) {
			if t.fold.position != position || t.fold.now.ToAct != seat {
				return step{}, ErrStale // the round was given up meanwhile
			}
			return t.fold.played(seat, c, Share{})
		})
		if errors.Is(err, ErrStale) {
			return nil
		}
		if err != nil && t.asked == position {
			t.asked = 0
		}
		return err
	})
}

// publish shows the table to everybody.
func (t *live) publish() {
	updates := t.fold.updates
	snapshot := &updates[len(updates)-1].after
	if snapshot.State == nil { // it was read from the log
		settled := t.fold.now
		snapshot = &settled
	}
	t.published.Store(&published{snapshot: snapshot, updates: updates})
	t.watchClock(snapshot)
	t.wakeFeeds()
	t.host.lobby.consider(t)
}

// attended is called when somebody has come or gone.
func (t *live) attended() {
	t.wakeFeeds()
	t.host.lobby.consider(t)
}

// announced tells other processes who is here by way of this one, and the lobby
// at once: that somebody has gone is told to those who follow only later.
func (t *live) announced(of heardOf) {
	of.Table = t.id
	t.host.announce(news{Tables: []heardOf{of}})
	t.openerMoved()
}

// openerMoved has the lobby look at a table that is on offer, if its opener has
// come or gone.
func (t *live) openerMoved() {
	if !t.listed.Load() {
		return
	}
	if now := uint32(t.attendance.opener()); t.opener.Swap(now) != now {
		t.host.lobby.consider(t)
	}
}

func (t *live) wakeFeeds() {
	t.feedMu.Lock()
	defer t.feedMu.Unlock()
	for f := range t.feeds {
		f.wake()
	}
}

// drop takes t out of memory, although some still hold it, and tells them.
func (h *Host) drop(t *live) {
	t.gone.Store(true)
	h.mu.Lock()
	if h.live[t.id] == t {
		h.remove(t)
	}
	h.mu.Unlock()
	t.wakeFeeds()
}
