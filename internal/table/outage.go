package table

import (
	"sync"
	"time"
)

// Outage says why time counts for nobody.
type Outage string

const (
	// OutageRestart means that the site was down. It counts from the last time
	// at which it is known to have been up, where a Diary was kept, and else
	// from the last event, until the table is there again.
	OutageRestart Outage = "restart"
	// OutageLog means that for that long nothing could be kept.
	OutageLog Outage = "log"
)

// Standstill is time of a round that counted for nobody.
type Standstill struct {
	Plies int // how many of the round's plies had been played by then
	Gap   time.Duration
}

const (
	// lookEvery is how often the log is asked whether it answers, while clocks
	// run.
	lookEvery = time.Second

	// patienceOfClocks is how long the log may be silent before the time is
	// taken from the clocks. Shorter silences are a part of every move.
	patienceOfClocks = 3 * time.Second

	// slowAppend is from when on the time of one append is taken from the
	// clocks, and the least time that is.
	slowAppend = time.Second

	// maxSpans is how many outages are remembered. Every table whose clock
	// runs is told of each of them soon after it.
	maxSpans = 64
)

// uptime knows when this process could keep events and when it could not, as
// long as clocks run here.
type uptime struct {
	mu sync.Mutex
	// since is since when the site has been up without a break.
	since   time.Time
	downs   []down    // when it was down before that, as far as it was noted; never changed, only replaced
	good    time.Time // when the log was known to answer last, zero while nobody looks
	failing bool      // the last append failed
	spans   []span    // outages that are over, oldest first
}

type span struct{ from, to time.Time }

// agree takes the word of another process that the site has been up since then,
// and was down before: as long as one of them was up, the site was.
func (u *uptime) agree(since time.Time, downs []down) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !since.IsZero() && since.Before(u.since) {
		u.since, u.downs = since, downs
	}
}

func (u *uptime) sinceWhen() (time.Time, []down) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.since, u.downs
}

// rest is called when no clock runs any more.
func (u *uptime) rest() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.good, u.failing = time.Time{}, false
}

// start is called when a clock runs, after none did.
func (u *uptime) start(now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.good.IsZero() {
		u.good = now
	}
}

// read notes that the log could be read, which says nothing about appends that
// fail. It reports whether an outage has ended.
func (u *uptime) read(now time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return !u.failing && u.answered(now)
}

// kept notes that the log kept an event that was made at since. It reports
// whether an outage has ended.
func (u *uptime) kept(since, now time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.good.IsZero() {
		return false
	}
	if u.failing {
		u.failing = false
		u.add(span{u.good, now})
		u.good = now
		return true
	}
	if now.Sub(since) > slowAppend {
		u.add(span{since, now})
		u.good = now
		return true
	}
	return u.answered(now)
}

func (u *uptime) isFailing() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.failing
}

// failed notes that the log did not keep an event.
func (u *uptime) failed() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.failing = !u.good.IsZero()
}

func (u *uptime) answered(now time.Time) bool {
	if u.good.IsZero() {
		return false
	}
	over := now.Sub(u.good) > patienceOfClocks
	if over {
		u.add(span{u.good, now})
	}
	u.good = now
	return over
}

// add remembers an outage, together with what overlaps it.
func (u *uptime) add(s span) {
	for n := len(u.spans); n > 0 && !u.spans[n-1].to.Before(s.from); n-- {
		if u.spans[n-1].from.Before(s.from) {
			s.from = u.spans[n-1].from
		}
		u.spans = u.spans[:n-1]
	}
	if len(u.spans) == maxSpans {
		u.spans = append(u.spans[:0], u.spans[1:]...)
	}
	u.spans = append(u.spans, s)
}

// loss is time that counts for nobody: so much of what lies between two
// moments.
type loss struct {
	span
	gap time.Duration
	why Outage
}

// lost is what of the time from until now counts for nobody. Where the site was
// down and nobody knows since when, that is all of it: a player is not to pay
// for what can not be measured.
func (u *uptime) lost(from, now time.Time) loss {
	u.mu.Lock()
	defer u.mu.Unlock()
	if since, ok := u.downSince(from); ok {
		return loss{span: span{since, now}, gap: max(0, now.Sub(since)), why: OutageRestart}
	}
	sum := loss{why: OutageLog}
	for _, s := range u.spans {
		sum.add(s, from, now)
	}
	// An outage that nobody has noticed yet, for this process stood still
	// itself, is one all the same.
	silent := !u.good.IsZero() && now.Sub(u.good) > patienceOfClocks
	if u.failing || silent {
		sum.add(span{u.good, now}, from, now)
	} else if sum.gap < slowAppend {
		// Somebody has taken the outage from this clock already, by a watch
		// that differs a little.
		return loss{why: OutageLog}
	}
	return sum
}

// add adds what of s lies between from and now.
func (l *loss) add(s span, from, now time.Time) {
	if s.from.Before(from) {
		s.from = from
	}
	if s.to.After(now) {
		s.to = now
	}
	if !s.from.Before(s.to) {
		return
	}
	if l.gap == 0 {
		l.from = s.from
	}
	l.to = s.to
	l.gap += s.to.Sub(s.from)
}
