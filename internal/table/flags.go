package table

import (
	"container/heap"
	"context"
	"sync"
	"time"
)

// flags are the tables in memory whose clocks run, in the order in which their
// flags will fall: one timer serves them all. A table that has left memory
// meanwhile is judged when it is next read.
type flags struct {
	mu    sync.Mutex
	queue flagQueue
	kick  chan struct{} // has room for one: the first flag is another one
}

// flagged is a place in the queue.
type flagged struct {
	at    time.Time
	t     *live
	index int
}

func newFlags() *flags { return &flags{kick: make(chan struct{}, 1)} }

// set notes when the flag of a table will fall, if it will. It reports whether
// this is the first clock that runs, or the last one has stopped.
func (f *flags) set(t *live, at time.Time, runs bool) (first, last bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(f.queue)
	switch {
	case runs && t.flag == nil:
		t.flag = &flagged{at: at, t: t}
		heap.Push(&f.queue, t.flag)
	case runs:
		t.flag.at = at
		heap.Fix(&f.queue, t.flag.index)
	case t.flag != nil:
		heap.Remove(&f.queue, t.flag.index)
		t.flag = nil
	default:
		return false, false
	}
	select {
	case f.kick <- struct{}{}:
	default:
	}
	return before == 0, len(f.queue) == 0
}

// has reports whether a clock runs at t.
func (f *flags) has(t *live) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return t.flag != nil
}

// next is when the first flag falls; false where no clock runs.
func (f *flags) next() (*live, time.Time, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.queue) == 0 {
		return nil, time.Time{}, false
	}
	return f.queue[0].t, f.queue[0].at, true
}

// all are the tables whose clocks run.
func (f *flags) all() []*live {
	f.mu.Lock()
	defer f.mu.Unlock()
	tables := make([]*live, len(f.queue))
	for i, one := range f.queue {
		tables[i] = one.t
	}
	return tables
}

// flagQueue implements heap.Interface.
type flagQueue []*flagged

func (q flagQueue) Len() int           { return len(q) }
func (q flagQueue) Less(i, j int) bool { return q[i].at.Before(q[j].at) }
func (q flagQueue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

func (q *flagQueue) Push(x any) {
	one := x.(*flagged)
	one.index = len(*q)
	*q = append(*q, one)
}

func (q *flagQueue) Pop() any {
	old := *q
	one := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	return one
}

// watchClock keeps the table's place among the flags up to date.
func (t *live) watchClock(s *Snapshot) {
	if s.Clock == nil {
		return
	}
	at, runs := s.FlagAt()
	first, last := t.host.flags.set(t, at, runs && !t.gone.Load())
	if first {
		t.host.uptime.start(time.Now())
	}
	if last {
		t.host.uptime.rest()
	}
}

// unwatchClock takes the table from among the flags.
func (t *live) unwatchClock() {
	if _, last := t.host.flags.set(t, time.Time{}, false); last {
		t.host.uptime.rest()
	}
}

// runClocks lets flags fall when their time has come, until ctx ends, and looks
// meanwhile whether the log answers.
func (h *Host) runClocks(ctx context.Context) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		first, at, some := h.flags.next()
		var looks <-chan time.Time
		var falls <-chan time.Time
		if some {
			looks, falls = look.C, timer.C
			timer.Reset(max(0, time.Until(at)))
		}
		select {
		case <-ctx.Done():
			return
		case <-h.flags.kick:
		case <-falls:
			h.own(first, first.advance)
			h.pace(first, at)
		case <-looks:
			h.askLog(ctx, first)
		case <-h.outageOver:
			for _, t := range h.flags.all() {
				h.own(t, t.advance)
			}
		}
	}
}

// pace puts a table whose flag should have fallen and could not back for a
// while, so that it is not tried again and again.
func (h *Host) pace(t *live, tried time.Time) {
	if first, at, some := h.flags.next(); some && first == t && at.Equal(tried) {
		h.flags.set(t, time.Now().Add(lookEvery), true)
	}
}

// askLog looks whether the log answers, about a table whose clock runs. After
// an append that failed only an append can tell.
func (h *Host) askLog(ctx context.Context, t *live) {
	if h.uptime.isFailing() {
		h.own(t, t.advance)
		return
	}
	p := t.published.Load()
	if p == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patienceOfClocks)
	defer cancel()
	for _, err := range h.config.Log.Read(ctx, t.id, p.snapshot.Seq) {
		if err != nil {
			return
		}
		break
	}
	if h.uptime.read(time.Now()) {
		h.tellOutage()
	}
}

// tellOutage has all running clocks told that an outage is over.
func (h *Host) tellOutage() {
	select {
	case h.outageOver <- struct{}{}:
	default:
	}
}
