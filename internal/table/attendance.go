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
	wake func()        // those who follow the table
	tell func(heardOf) // the other processes
	next func() uint64 // numbers what they are told, the same for all tables
	// told is what everybody knows: nil until somebody has come.
	told atomic.Pointer[Presence]

	mu     sync.Mutex
	since  time.Time
	pages  map[*Feed]*[3]bool // of this process: what each is there for
	others map[string]others  // by process
	mine   [2]time.Time       // when the last page of a seat went from this process
	gone   [2]bool            // that page was connected, and none was loaded since
	n      uint64             // of the last change of pages and mine
	left   [2]time.Time       // when the last one of all went
	toldAt time.Time
	fewer  time.Time   // since when there are fewer watchers than told
	timer  *time.Timer // for what time alone changes
	ended  bool
}

// others is who is there by way of another process.
type others struct {
	heads heads
	at    time.Time // when it was told
	n     uint64    // heardOf.N
}

func newAttendance(wake func(), tell func(heardOf), next func() uint64) *attendance {
	return &attendance{wake: wake, tell: tell, next: next, since: time.Now()}
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

// change makes a change of this process, and tells of it: the others at once,
// those who follow the table now or a little later.
func (a *attendance) change(what func()) {
	a.mu.Lock()
	before, all := a.local(), a.count()
	what()
	after, now := a.local(), time.Now()
	if before == after {
		a.mu.Unlock()
		return
	}
	for seat := range a.mine {
		if before[seat] > 0 && after[seat] == 0 {
			a.mine[seat], a.gone[seat] = now, true
		}
	}
	a.n = a.next()
	of := heardOf{Heads: after, Left: a.mine, N: a.n}
	wake := a.changed(all, now, now)
	a.mu.Unlock()
	a.tell(of)
	if wake {
		a.wake()
	}
}

// pass notes that whoever has the seat has just loaded a page, which will not
// stay connected if it has no script.
func (a *attendance) pass(seat int) {
	a.mu.Lock()
	now, all := time.Now(), a.count()
	a.mine[seat], a.left[seat], a.gone[seat] = now, now, false
	a.n = a.next()
	of := heardOf{Heads: a.local(), Left: a.mine, N: a.n}
	wake := a.changed(all, now, now)
	a.mu.Unlock()
	a.tell(of)
	if wake {
		a.wake()
	}
}

// hear takes what another process tells.
func (a *attendance) hear(process string, of heardOf, now time.Time) {
	a.revise(func() time.Time {
		if a.others == nil {
			a.others = make(map[string]others)
		}
		if of.N < a.others[process].n {
			return now // it was overtaken
		}
		a.others[process] = others{of.Heads, now, of.N}
		for seat := range a.left {
			if of.Left[seat].After(a.left[seat]) && !of.Left[seat].After(now) {
				a.left[seat] = of.Left[seat]
			}
		}
		return now
	})
}

// forget forgets what a process has told, which was heard last at last.
func (a *attendance) forget(process string, last time.Time) {
	a.revise(func() time.Time {
		delete(a.others, process)
		return last
	})
}

// doubt forgets what was told before and not again.
func (a *attendance) doubt(before time.Time) {
	a.revise(func() time.Time {
		for process, o := range a.others {
			if o.at.Before(before) {
				delete(a.others, process)
			}
		}
		return before
	})
}

// revise changes what is known of other processes; what returns when those who
// are not there any more were seen last.
func (a *attendance) revise(what func() time.Time) {
	a.mu.Lock()
	all := a.count()
	seen := what()
	wake := a.changed(all, seen, time.Now())
	a.mu.Unlock()
	if wake {
		a.wake()
	}
}

// changed notes who has gone since before, and looks. The caller has locked
// a.mu.
func (a *attendance) changed(before heads, seen, now time.Time) (wake bool) {
	after := a.count()
	for seat := range a.left {
		if before[seat] > 0 && after[seat] == 0 && seen.After(a.left[seat]) {
			a.left[seat] = seen
		}
	}
	return a.look(now)
}

// tellOf is what other processes are told of the table, if there is something
// to tell.
func (a *attendance) tellOf(id ID) (heardOf, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	of := heardOf{Table: id, Heads: a.local(), Left: a.mine, N: a.n}
	return of, of.Heads != heads{} || of.Left != [2]time.Time{}
}

// opener tells how it stands here with whoever has opened the table.
func (a *attendance) opener() opener {
	const seat = 0
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.local()[seat] > 0:
		return openerHere
	case a.mine[seat].IsZero() || time.Since(a.mine[seat]) >= AbsentAfter:
		return openerNone
	case a.wentLast(seat):
		return openerAway
	default:
		return openerHere
	}
}

// wentLast reports whether a page of the seat has gone since one was loaded
// here. The caller has locked a.mu.
func (a *attendance) wentLast(seat int) bool {
	return a.gone[seat] || a.left[seat].After(a.mine[seat])
}

// opener is how it stands with whoever has opened a table.
type opener uint32

const (
	openerNone opener = iota // no page is connected, or has been just now
	openerHere               // one is, or was just loaded
	openerAway               // the last one was just closed, here or at another process
)

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
	back := last.Leaving[0] && !next.Leaving[0] || last.Leaving[1] && !next.Leaving[1] // who was told to be leaving, since somebody else came
	if next.Here != last.Here || next.Watchers != last.Watchers || back || a.toldAt.IsZero() {
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

// count counts all pages that are known of. The caller has locked a.mu.
func (a *attendance) count() heads {
	n := a.local()
	for _, o := range a.others {
		for i := range n {
			n[i] += o.heads[i]
		}
	}
	return n
}

// local counts the pages of this process. The caller has locked a.mu.
func (a *attendance) local() heads {
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
			p.Leaving[seat] = p.Here[seat] && a.wentLast(seat)
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
