// Package bots lets computers play at tables: a bounded number of them think
// at a time, each within a budget, and whoever has to wait stands in a queue.
package bots

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// Config says how bots play.
type Config struct {
	// Workers is how many bots think at a time; 0 means one for every processor
	// but one. Their threads have a low priority, so that people don't wait for
	// them; still, with one for each of two processors computers answered in half
	// the time, and one move in a hundred took three times as long to be saved
	// and seen, which it did not with the store in memory.
	Workers int
	// Pause is how long a bot waits before it begins to think: people want to
	// see their own move before they see the answer.
	Pause time.Duration
	// Budget bounds the thinking about one move; 0 means three seconds. Bots
	// that search count positions, not time, and need a tenth of it, so that
	// their choice can be computed again. Only where a machine has far too much
	// to do is a move cut short by it; that is logged, for such a choice is the
	// best one found by then and nobody can compute it again.
	Budget time.Duration
	Logger *slog.Logger // nil means none
}

// Pool plays for computers. It is a table.Bots and safe for concurrent use.
type Pool struct {
	config  Config
	logger  *slog.Logger
	context context.Context // ends when the pool closes
	cancel  context.CancelFunc
	running sync.WaitGroup // workers, their threads, and moves being given up
	// reported is that threads have no priority of their own.
	reported sync.Once

	mu      sync.Mutex
	ready   sync.Cond // queue or closed has changed
	pausing map[*job]struct{}
	queue   []*job
	errands [2][]*errand // by Urgency
	patient int          // workers that do what can wait, at most one
	// errandNext is whether an urgent errand comes before the next move.
	errandNext bool
	busy       int
	closed     bool
}

// job is a move that somebody has to think of.
type job struct {
	table.Thinking
	pause *time.Timer
}

// New returns a pool whose workers are waiting. It has to be closed.
func New(c Config) *Pool {
	if c.Workers == 0 {
		c.Workers = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if c.Budget == 0 {
		c.Budget = 3 * time.Second
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	p := &Pool{config: c, logger: c.Logger, pausing: make(map[*job]struct{})}
	p.ready.L = &p.mu
	p.context, p.cancel = context.WithCancel(context.Background())
	for range c.Workers {
		p.running.Go(p.work)
	}
	return p
}

// Ask implements table.Bots.
func (p *Pool) Ask(t table.Thinking) {
	j := &job{Thinking: t}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		p.giveUp(j)
	case p.config.Pause <= 0:
		p.enqueue(j)
	default:
		p.pausing[j] = struct{}{}
		j.pause = time.AfterFunc(p.config.Pause, func() { p.resume(j) })
	}
}

// resume puts a job whose pause is over into the queue.
func (p *Pool) resume(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.pausing[j]; ok { // else the pool was closed meanwhile
		delete(p.pausing, j)
		p.enqueue(j)
	}
}

func (p *Pool) enqueue(j *job) {
	p.queue = append(p.queue, j)
	p.ready.Signal()
}

// giveUp leaves a move undone: the table asks again when it is next touched.
// It does not wait, for the table may be locked.
func (p *Pool) giveUp(j *job) {
	p.running.Go(func() { p.play(j.Thinking, game.Choice{}) })
}

// Waiting is how many moves are being thought about or wait for it.
func (p *Pool) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.pausing) + len(p.queue) + p.busy
}

// Close ends the thinking, gives up what waits, and returns when every move
// has been played or given up.
func (p *Pool) Close() {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		p.cancel()
		for j := range p.pausing {
			j.pause.Stop()
			p.giveUp(j)
		}
		clear(p.pausing)
		for _, j := range p.queue {
			p.giveUp(j)
		}
		p.queue = nil
		for u := range p.errands {
			for _, e := range p.errands[u] {
				e.finish(ErrClosed)
			}
			p.errands[u] = nil
		}
		p.ready.Broadcast()
	}
	p.mu.Unlock()
	p.running.Wait()
}

// work thinks about one move after the other, on a thread of its own; what is
// no thinking it does itself: whoever holds the lock of a table must not wait
// for a processor.
func (p *Pool) work() {
	t := p.thread()
	defer close(t)
	for {
		p.mu.Lock()
		for !p.closed && !p.anything() {
			p.ready.Wait()
		}
		if p.closed {
			p.mu.Unlock()
			return
		}
		j, e := p.next()
		p.mu.Unlock()
		if e != nil {
			t.do(func() { p.run(e) })
			continue
		}

		var c game.Choice
		t.do(func() { c = p.choose(j.Thinking) })
		p.play(j.Thinking, c)

		p.mu.Lock()
		p.busy--
		p.mu.Unlock()
	}
}

// play hands a choice to the table.
func (p *Pool) play(t table.Thinking, c game.Choice) {
	// Not the pool's context: a move that was found is not thrown away.
	if err := t.Play(context.Background(), c); err != nil {
		p.logger.Error("bot's move was not played", "table", string(t.ID), "seq", t.Seq, "bot", t.Bot.Name(), "err", err)
	}
}

// choose returns a legal action, or an empty one when the pool is closing. A
// bot that fails is replaced, for this move, by one that can not.
func (p *Pool) choose(t table.Thinking) game.Choice {
	warm(t) // that takes no time from the choice, which would be another one then
	ctx, cancel := context.WithTimeout(p.context, p.config.Budget)
	defer cancel()
	c, err := ask(ctx, t.Bot, t)
	if err == nil {
		if ctx.Err() != nil && p.context.Err() == nil {
			p.logger.Warn("bot was cut short by its budget, its choice can not be computed again",
				"table", string(t.ID), "seq", t.Seq, "bot", t.Bot.Name())
		}
		return c
	}
	if p.context.Err() != nil {
		return game.Choice{}
	}
	p.logger.Error("bot failed, a random move replaces its choice",
		"table", string(t.ID), "seq", t.Seq, "bot", t.Bot.Name(), "err", err)
	// The budget may be used up; a random choice needs none.
	if c, err = ask(context.Background(), game.Random{}, t); err != nil {
		p.logger.Error("no random move either", "table", string(t.ID), "seq", t.Seq, "err", err)
		return game.Choice{}
	}
	return c
}

// warm gets a bot ready. What goes wrong with it goes wrong with the choice, too.
func warm(t table.Thinking) {
	defer func() { _ = recover() }()
	game.Warm(t.Bot, t.State)
}

// ask has a bot choose, and checks its choice.
func ask(ctx context.Context, bot game.Bot, t table.Thinking) (c game.Choice, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			c, err = game.Choice{}, fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	c, err = game.Think(ctx, bot, t.State, rand.New(rand.NewPCG(t.Seed, t.Seq)))
	if err != nil {
		return game.Choice{}, fmt.Errorf("choose: %w", err)
	}
	if c.Action == "" {
		return game.Choice{}, errors.New("it chose nothing")
	}
	if _, err := t.State.Apply(c.Action); err != nil {
		return game.Choice{}, fmt.Errorf("it chose %q: %w", c.Action, err)
	}
	return c, nil
}
