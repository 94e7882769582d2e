package bots

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
)

// Urgency is how soon an errand has its turn.
type Urgency int

const (
	// Soon is for what somebody waits for: a hint. It takes turns with the
	// moves of computers.
	Soon Urgency = iota
	// Later is for what can wait: a step of an analysis. It begins only while
	// no move and nothing urgent waits, and one worker is always left for those
	// where there are two.
	Later
)

// ErrClosed is the error for errands that were not begun before the pool
// closed.
var ErrClosed = errors.New("the computers have stopped")

// errand is something to be thought about that is no move at a table.
type errand struct {
	ctx    context.Context
	urgent Urgency
	do     func(context.Context) error
	done   chan struct{}
	err    error
}

func (e *errand) finish(err error) {
	e.err = err
	close(e.done)
}

// Do has a worker call f, which should take no longer than a move, and returns
// its error when it has; f gets a context that ends with ctx, and when the pool
// closes. If ctx ends before its turn has come, f is not called.
func (p *Pool) Do(ctx context.Context, u Urgency, f func(context.Context) error) error {
	e := &errand{ctx: ctx, urgent: u, do: f, done: make(chan struct{})}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return ErrClosed
	}
	p.errands[u] = append(p.errands[u], e)
	p.ready.Signal()
	p.mu.Unlock()
	select {
	case <-e.done:
		return e.err
	case <-ctx.Done():
	}
	p.mu.Lock()
	i := slices.Index(p.errands[u], e)
	if i >= 0 {
		p.errands[u] = slices.Delete(p.errands[u], i, i+1)
	}
	p.mu.Unlock()
	if i >= 0 {
		return fmt.Errorf("wait for a worker: %w", ctx.Err())
	}
	<-e.done // it was begun: it ends soon
	return e.err
}

// anything reports whether a worker has something to do. The caller has locked
// p.mu.
func (p *Pool) anything() bool {
	return len(p.queue) > 0 || len(p.errands[Soon]) > 0 || len(p.errands[Later]) > 0 && p.spare()
}

// spare reports whether a worker may do what can wait.
func (p *Pool) spare() bool { return p.patient == 0 }

// next is what a worker does now: a move or an errand. The caller has locked
// p.mu, and there is something.
func (p *Pool) next() (*job, *errand) {
	soon := len(p.errands[Soon]) > 0
	if len(p.queue) > 0 && !(soon && p.errandNext) {
		p.errandNext = true
		j := p.queue[0]
		p.queue[0] = nil
		p.queue = p.queue[1:]
		p.busy++
		return j, nil
	}
	p.errandNext = false
	u := Soon
	if !soon {
		u = Later
		p.patient++
	}
	e := p.errands[u][0]
	p.errands[u][0] = nil
	p.errands[u] = p.errands[u][1:]
	return nil, e
}

// run does an errand.
func (p *Pool) run(e *errand) {
	ctx, cancel := context.WithCancel(e.ctx)
	stop := context.AfterFunc(p.context, cancel)
	err := attempt(ctx, e.do)
	stop()
	cancel()
	if e.urgent == Later {
		p.mu.Lock()
		p.patient--
		if len(p.errands[Later]) > 0 {
			p.ready.Signal()
		}
		p.mu.Unlock()
	}
	e.finish(err)
}

// attempt calls f; a panic is its error.
func attempt(ctx context.Context, f func(context.Context) error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return f(ctx)
}
