package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hod-games/hod/internal/game"
)

// Config is what a Host needs.
type Config struct {
	Log Log
	// Follower tells what other processes append; nil where none does.
	Follower Follower
	// Herald carries news to other processes and back; nil where there are
	// none.
	Herald Herald
	// Diary, where there is one, is told now and then that the site is up, so
	// that the next process knows how long it was down. LastNote is what it had
	// kept before this process began.
	Diary    Diary
	LastNote []byte
	Games    []game.Entry
	// Roller throws the dice; nil where no game has any.
	Roller Roller
	// Bots is asked when a computer is to act; nil where none plays.
	Bots Bots
	// MaxLive is how many tables may be in memory before new ones are refused;
	// 0 means 50,000. Tables that are there already come back to memory until
	// an eighth more are.
	MaxLive int
	// IdleAfter is how long a table that nobody watches stays in memory; 0
	// means two minutes.
	IdleAfter time.Duration
	// ClaimAfter is how long an opponent may be away on his own turn before the
	// round can be claimed against him, at the least; 0 means five minutes.
	ClaimAfter time.Duration
	// Since is since when the site has been up without a break, as far as
	// whoever makes the host knows; zero means that it begins now. Where there
	// is a Herald the processes tell one another. The time before counts on
	// nobody's clock.
	Since  time.Time
	Logger *slog.Logger // nil means none
}

// Bots plays for the computer.
type Bots interface {
	// Ask has the bot think about t and call t.Play, later and from another
	// goroutine. It does not wait. A bot that fails to answer is asked again
	// when the table is next touched.
	Ask(t Thinking)
}

// Thinking is a position in which a bot is to act.
type Thinking struct {
	ID    ID
	Bot   game.Bot
	State game.State
	// Seed, of the round, and Seq, the event that made the position, are the
	// seeds of this decision: the same two give the same choice.
	Seed uint64
	Seq  uint64
	// Play plays the choice. It has to be called exactly once; an empty
	// action means that the bot gave up.
	Play func(context.Context, game.Choice) error
}

// ErrSilent means that the log did not answer in time. Whether a command was
// carried out is open; to repeat it with its key is safe.
var ErrSilent = errors.New("the log does not answer")

// appendTimeout bounds the wait for the log. It is long, because a disk may
// stand still for seconds, and a command that is given up may still be kept.
const appendTimeout = 15 * time.Second

// Host holds the tables of one process. It is safe for concurrent use.
type Host struct {
	config Config
	games  map[string]game.Entry
	logger *slog.Logger
	shared atomic.Pointer[sharedContext]

	uptime     uptime
	flags      *flags
	outageOver chan struct{} // has room for one: running clocks are to be told
	company    *company
	lobby      *lobby

	mu    sync.Mutex
	live  map[ID]*live
	feeds int // attached feeds, for Stats
}

// New returns a host without any live table.
func New(c Config) *Host {
	if c.MaxLive == 0 {
		c.MaxLive = 50_000
	}
	if c.ClaimAfter == 0 {
		c.ClaimAfter = leastWait
	}
	if c.IdleAfter == 0 {
		c.IdleAfter = 2 * time.Minute
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	h := &Host{
		config: c, games: make(map[string]game.Entry), logger: c.Logger, live: make(map[ID]*live),
		flags: newFlags(), outageOver: make(chan struct{}, 1),
	}
	if h.uptime.since = c.Since; c.Since.IsZero() {
		h.uptime.since = time.Now()
	}
	if err := h.uptime.recall(c.LastNote); err != nil {
		h.logger.Error("it is not known how long the site was down", "err", err)
	}
	h.company = newCompany(c.Herald)
	h.lobby = newLobby(func() { h.announce(h.lifeSign()) })
	for _, e := range c.Games {
		h.games[e.Rules.Info().ID] = e
	}
	return h
}

// Games returns the games that can be opened here, in the order of the
// catalogue.
func (h *Host) Games() []game.Entry { return h.config.Games }

// Game returns the game with that ID.
func (h *Host) Game(id string) (game.Entry, bool) {
	e, ok := h.games[id]
	return e, ok
}

// Do carries out a command and returns the event it made, once the log has
// it. A command repeated with its key gets the event it made the first time.
//
// Errors: ErrNotFound, ErrNoSeat, ErrStale, ErrFull, ErrSilent, a *CommandError,
// a *game.Refusal; anything else is a fault of the log, after which it is open
// whether the command was carried out: to repeat it with its key is safe.
func (h *Host) Do(ctx context.Context, id ID, c Command) (Event, error) {
	if err := c.check(); err != nil {
		return Event{}, err
	}
	var made Event
	err := h.with(ctx, id, func(ctx context.Context, t *live) error {
		seat, err := t.fold.seat(c.Secret)
		if err != nil {
			return err
		}
		made, err = t.commit(ctx, seat.String()+"/"+c.Key, c.Seen, func() (step, error) {
			return t.fold.decide(c, seat, world{now: time.Now(), presence: h.Presence(id), claimAfter: h.config.ClaimAfter})
		})
		return err
	})
	return made, err
}

// Seat returns the seat that secret opens, or ErrNoSeat.
func (h *Host) Seat(ctx context.Context, id ID, secret string) (game.Side, error) {
	var seat game.Side
	err := h.with(ctx, id, func(_ context.Context, t *live) error {
		var err error
		seat, err = t.fold.seat(secret)
		return err
	})
	return seat, err
}

// Snapshot returns the table as it stands.
func (h *Host) Snapshot(ctx context.Context, id ID) (*Snapshot, error) {
	t, err := h.hold(ctx, id)
	if err != nil {
		return nil, err
	}
	defer h.release(t)
	if err := t.freshen(ctx); err != nil {
		h.logger.Debug("a table is shown as it was last known", "table", string(id), "err", err)
	}
	return t.published.Load().snapshot, nil
}

// Stats is what a host has in memory.
type Stats struct {
	Tables int // live tables
	Feeds  int // attached feeds
}

// Stats counts what is in memory now.
func (h *Host) Stats() Stats {
	h.mu.Lock()
	defer h.mu.Unlock()
	return Stats{Tables: len(h.live), Feeds: h.feeds}
}

// Run looks after the tables until ctx ends: it forgets those that nobody uses,
// which lose nothing by it, since the log has them; lets flags fall; takes old
// offers out of the lobby; keeps in touch with other processes; and notes in
// the diary that the site is up.
func (h *Host) Run(ctx context.Context) {
	var others sync.WaitGroup
	others.Go(func() { h.runClocks(ctx) })
	others.Go(func() { h.keepCompany(ctx) })
	others.Go(func() { h.keepDiary(ctx) })
	defer others.Wait()
	tick := time.NewTicker(max(h.config.IdleAfter/4, time.Second))
	defer tick.Stop()
	open := time.NewTicker(lobbyEvery)
	defer open.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			h.forget(h.config.IdleAfter)
		case <-open.C:
			h.lobby.tick()
		}
	}
}

// forget drops the tables that nobody holds and nobody has used for so long.
func (h *Host) forget(idle time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	for _, t := range h.live {
		if t.holders == 0 && now.Sub(t.used) >= idle && (idle == 0 || !h.flags.has(t)) {
			h.remove(t)
		}
	}
}

// hold returns the live table, read from the log if need be, and keeps it in
// memory until release.
func (h *Host) hold(ctx context.Context, id ID) (*live, error) {
	h.mu.Lock()
	t, ok := h.live[id]
	fresh := false
	if !ok {
		most := h.config.MaxLive + h.config.MaxLive/8
		if len(h.live) >= most {
			h.mu.Unlock()
			h.forget(0)
			h.mu.Lock()
			if len(h.live) >= most {
				h.mu.Unlock()
				return nil, ErrFull
			}
		}
		if t, ok = h.live[id]; !ok {
			t = newLive(h, id)
			t.follow()
			h.live[id] = t
			fresh = true
		}
	}
	t.holders++
	h.mu.Unlock()
	if fresh {
		h.askAround(id)
	}
	if t.published.Load() == nil {
		if err := h.load(ctx, t); err != nil {
			h.release(t)
			return nil, silent(err)
		}
	}
	return t, nil
}

// remove takes a table out of memory. The caller has locked h.mu.
func (h *Host) remove(t *live) {
	delete(h.live, t.id)
	t.unwatchClock()
	t.attendance.end()
	h.lobby.leave(t)
	if t.unfollow != nil {
		t.unfollow()
	}
}

func (h *Host) release(t *live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t.holders--
	t.used = time.Now()
	if t.holders == 0 && t.published.Load() == nil && h.live[t.id] == t {
		h.remove(t) // it could not be read: the next one tries anew
	}
}

// load reads the table from the log, unless somebody else just did.
func (h *Host) load(ctx context.Context, t *live) error {
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	if t.published.Load() != nil {
		return nil
	}
	if err := t.read(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendTimeout)
	defer cancel()
	t.advance(ctx)
	return nil
}

// with runs f as the one writer of the table; more than once, if it fails and
// others have appended what it did not know.
func (h *Host) with(ctx context.Context, id ID, f func(context.Context, *live) error) error {
	t, err := h.hold(ctx, id)
	if err != nil {
		return err
	}
	defer h.release(t)
	at, err := t.write(ctx, f)
	if err != nil && h.config.Follower != nil {
		err = t.doubt(ctx, at, err, func() (uint64, error) { return t.write(ctx, f) })
	}
	return silent(err)
}

// write runs f as the one writer of t, and returns the number of the last event
// that is known after it.
func (t *live) write(ctx context.Context, f func(context.Context, *live) error) (uint64, error) {
	if err := t.lock(ctx); err != nil {
		return 0, err
	}
	defer t.unlock()
	if t.gone.Load() {
		return 0, fmt.Errorf("table %s has left memory: %w", t.id, ErrSilent)
	}
	// From here on the caller may go away: an append that was begun is
	// finished, so that memory and log can not part.
	ctx = t.host.patience()
	if t.behind() {
		_, _ = t.catchUp(ctx) // what it could not learn, f will be told
	}
	err := t.again(ctx, f(ctx, t), f)
	return t.fold.now.Seq, err
}

// silent marks the errors of a log that did not answer in time.
func silent(err error) error {
	if errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, ErrSilent) {
		return fmt.Errorf("%w: %w", ErrSilent, err)
	}
	return err
}

// patience is the context of an append: it ends after appendTimeout, give or
// take a second. One serves all appends that begin within a second, since to
// make one for each command costs more than anything else the host does.
func (h *Host) patience() context.Context {
	now := time.Now()
	if s := h.shared.Load(); s != nil && now.Before(s.until) {
		return s.Context
	}
	ctx, cancel := context.WithTimeout(context.Background(), appendTimeout+time.Second)
	context.AfterFunc(ctx, cancel)
	s := &sharedContext{Context: ctx, until: now.Add(time.Second)}
	h.shared.Store(s)
	return s.Context
}

// sharedContext is handed out until a moment.
type sharedContext struct {
	context.Context
	until time.Time
}

// makeEvent gives a step its number, time and key.
func makeEvent(s step, key string, last *Snapshot) (Event, error) {
	e := Event{Seq: last.Seq + 1, At: time.Now().UTC().Truncate(time.Millisecond), Key: key, Kind: s.kind}
	if e.At.Before(last.LastAt) {
		e.At = last.LastAt // a clock set back must not make the log look disordered
	}
	var err error
	if s.body != nil {
		if e.Body, err = json.Marshal(s.body); err != nil {
			return Event{}, fmt.Errorf("write body of %s: %w", s.kind, err)
		}
	}
	if s.private != nil {
		if e.Private, err = json.Marshal(s.private); err != nil {
			return Event{}, fmt.Errorf("write private part of %s: %w", s.kind, err)
		}
	}
	return e, nil
}
