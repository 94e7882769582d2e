package table

import (
	"sync"
	"sync/atomic"
	"time"
)

// tellEvery is the least time between two changes of presence that are told.
const tellEvery = time.Second

// watching is the place in heads of those who have no seat; a seat has its
// index.
const watching = 2

// heads counts pages by what they are there for.
type heads [3]int

// attendance is who is at one table, as far as this process knows.
type attendance struct {
	wake func() // those who follow the table
	// told is what everybody knows: nil until somebody has come.
	told atomic.Pointer[Presence]

	mu     sync.Mutex
	since  time.Time
	pages  map[*Feed]*[3]bool // of this process: what each is there for
	left   [2]time.Time       // when the last page of a seat went
	toldAt time.Time
	fewer  time.Time   // since when there are fewer watchers than told
	timer  *time.Timer // for what time alone changes
	ended  bool
}

func newAttendance(wake func()) *attendance {
	return &attendance{wake: wake, since: time.Now()}
}

// arrive notes what a page is there for.
func (a *attendance) arrive(f *Feed, role int) {
	a.change(func() {
		if f.closed {
			return
		}
		if a.pages == nil {
			a.pages = make(map[*Feed]*[3]bool)
		}
		if a.pages[f] == nil {
			a.pages[f] = new([3]bool)
		}
		a.pages[f][role] = true
	})
}

// leave notes that a page has gone.
func (a *attendance) leave(f *Feed) {
	a.change(func() {
		f.closed = true
		delete(a.pages, f)
	})
}

// change makes a change, and tells of it now or a little later.
func (a *attendance) change(what func()) {
	a.mu.Lock()
	before := a.count()
	what()
	after, now := a.count(), time.Now()
	for seat := range a.left {
		if before[seat] > 0 && after[seat] == 0 {
			a.left[seat] = now
		}
	}
	tell := before != after && a.look(now)
	a.mu.Unlock()
	if tell {
		a.wake()
	}
}

// look compares who is there with what was told, tells it unless it is too
// early for that, and sees to the next look. The caller has locked a.mu and,
// if it returns true, wakes those who follow.
func (a *attendance) look(now time.Time) (tell bool) {
	if a.ended {
		return false
	}
	heads, next := a.count(), a.at(now)
	last := a.told.Load()
	if last == nil {
		last = &Presence{}
	}
	var again time.Duration // when to look again, 0 for never
	soon := func(d time.Duration) {
		if again == 0 || d < again {
			again = max(d, time.Millisecond)
		}
	}
	for seat, here := range next.Here {
		if here && heads[seat] == 0 {
			soon(a.left[seat].Add(AbsentAfter).Sub(now))
		}
	}
	// Fewer watchers are told late, for the same reason: a page that is loaded
	// again is not to flicker on all others.
	switch {
	case next.Watchers >= last.Watchers:
		a.fewer = time.Time{}
	case a.fewer.IsZero():
		a.fewer = now
		next.Watchers = last.Watchers
		soon(AbsentAfter)
	case now.Sub(a.fewer) < AbsentAfter:
		next.Watchers = last.Watchers
		soon(a.fewer.Add(AbsentAfter).Sub(now))
	default:
		a.fewer = time.Time{}
	}
	if next.Here != last.Here || next.Watchers != last.Watchers || a.toldAt.IsZero() {
		if wait := a.toldAt.Add(tellEvery).Sub(now); wait > 0 {
			soon(wait)
		} else {
			a.told.Store(&next)
			a.toldAt, tell = now, true
		}
	}
	if again > 0 {
		if a.timer == nil {
			a.timer = time.AfterFunc(again, a.tick)
		} else {
			a.timer.Reset(again)
		}
	}
	return tell
}

func (a *attendance) tick() {
	a.mu.Lock()
	tell := a.look(time.Now())
	a.mu.Unlock()
	if tell {
		a.wake()
	}
}

// count counts the pages. The caller has locked a.mu.
func (a *attendance) count() heads {
	var n heads
	for _, roles := range a.pages {
		if !roles[0] && !roles[1] {
			n[watching]++ // whoever has a seat is no watcher
			continue
		}
		for seat := range 2 {
			if roles[seat] {
				n[seat]++
			}
		}
	}
	return n
}

// at returns who is there. The caller has locked a.mu.
func (a *attendance) at(now time.Time) Presence {
	n := a.count()
	p := Presence{Since: a.since, Watchers: n[watching], LastSeen: a.left}
	for seat := range p.Here {
		if n[seat] > 0 {
			p.Here[seat], p.LastSeen[seat] = true, now
		} else {
			p.Here[seat] = !a.left[seat].IsZero() && now.Sub(a.left[seat]) < AbsentAfter
		}
	}
	return p
}

func (a *attendance) presence() Presence {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.at(time.Now())
}

// end sees to it that nobody is told anything any more.
func (a *attendance) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	if a.timer != nil {
		a.timer.Stop()
	}
}
