package table

import (
	"fmt"
	"time"

	"github.com/hod-games/hod/internal/game"
)

// ClockKind says how a clock gives time for each turn.
type ClockKind string

const (
	// DelayClock lets each turn begin with a delay in which the bank stays as
	// it is. What is left of the delay is lost.
	DelayClock ClockKind = "delay"
	// FischerClock adds time to the bank after each turn.
	FischerClock ClockKind = "fischer"
)

// Limits of a Tempo, in seconds.
const (
	MinBank = 1
	MaxBank = 3 * 60 * 60
	MaxEach = 5 * 60
)

// Reasons of results that the table itself gives, beside
// game.ReasonResigned.
const (
	ReasonTime   = "time"   // the loser's time has run out
	ReasonAbsent = "absent" // the loser was away for too long
)

// Tempo is how much time a clock gives, in seconds: Bank for a round, Each for
// every turn of it.
type Tempo struct {
	Kind ClockKind `json:"kind"`
	Bank int       `json:"bank"`
	Each int       `json:"each"`
}

func (t Tempo) check() error {
	switch {
	case t.Kind != DelayClock && t.Kind != FischerClock:
		return &OpeningError{Field: "clock", Problem: fmt.Sprintf(`the kind %.20q is neither "delay" nor "fischer"`, string(t.Kind))}
	case t.Bank < MinBank || t.Bank > MaxBank:
		return &OpeningError{Field: "clock", Problem: fmt.Sprintf("a bank of %d seconds is not from %d to %d", t.Bank, MinBank, MaxBank)}
	case t.Each < 0 || t.Each > MaxEach:
		return &OpeningError{Field: "clock", Problem: fmt.Sprintf("%d seconds for each turn are not from 0 to %d", t.Each, MaxEach)}
	}
	return nil
}

// Clock is the clock of a table as it stood when the last event was made. A
// value is never changed.
//
// In every round it begins with the first decision: whoever has not noticed
// that a game has begun loses no time. From then on the time of the seat that
// has to decide runs, that of the thrower while his throw is waited for.
type Clock struct {
	Tempo
	Left [2]time.Duration // of the banks, by seat
	Free time.Duration    // what is left of the delay of this turn
	Turn game.Side        // whose turn this is or was, Nobody before the clock has begun
	Runs game.Side        // whose time runs since then, Nobody while none does
}

// At is the clock after d more has passed.
func (c Clock) At(d time.Duration) Clock {
	if !c.Runs.Player() || d <= 0 {
		return c
	}
	free := min(d, c.Free)
	c.Free -= free
	left := &c.Left[index(c.Runs)]
	*left = max(0, *left-(d-free))
	return c
}

// FlagAt is when the running time will have run out, unless something happens
// before.
func (s *Snapshot) FlagAt() (time.Time, bool) {
	c := s.Clock
	if c == nil || !c.Runs.Player() {
		return time.Time{}, false
	}
	return s.LastAt.Add(c.Free + c.Left[index(c.Runs)]), true
}

// elapse counts the time that has passed until an event, before its effect.
func (f *fold) elapse(e Event, made any) error {
	if f.now.Clock == nil {
		return nil
	}
	passed := e.At.Sub(f.now.LastAt)
	if e.Kind == KindResumed {
		body, err := bodyOf[ResumedBody](e, made)
		if err != nil {
			return err
		}
		passed -= time.Duration(body.Gap) * time.Millisecond
	}
	c := f.now.Clock.At(passed)
	f.now.Clock = &c
	return nil
}

// wind sets the clock to what an event has led to. It may be called only when
// the state is settled.
func (f *fold) wind(kind Kind) {
	s := &f.now
	if s.Clock == nil {
		return
	}
	c := *s.Clock
	s.Clock = &c
	switch kind {
	case KindNext, KindReset:
		c = c.fresh()
		s.Clock = &c
		return
	case KindActed:
		f.begun = true
	default:
	}
	defer f.stamp(kind)
	c.Runs = game.Nobody
	turn := s.ToAct
	if turn == game.Chance {
		turn = s.SeatOf(game.Throwing(s.State))
	}
	if !f.begun || !s.complete() || !turn.Player() {
		return
	}
	if turn != c.Turn {
		// Taking back ends no turn: otherwise one could gather time by it.
		if c.Kind == FischerClock && c.Turn.Player() && kind != KindTookBack {
			c.Left[index(c.Turn)] += time.Duration(c.Each) * time.Second
		}
		c.Turn = turn
		if c.Kind == DelayClock {
			c.Free = time.Duration(c.Each) * time.Second
		}
	}
	c.Runs = turn
}

// stamp notes on the ply that was just played or thrown what it left on the
// clock.
func (f *fold) stamp(kind Kind) {
	s := &f.now
	n := len(s.Plies)
	if n == 0 || kind != KindActed && kind != KindRolled {
		return
	}
	p := &s.Plies[n-1]
	p.Banks = s.Clock.Left
	if kind == KindActed {
		p.Left = s.Clock.Left[index(p.Seat)]
	}
}

// unwind takes from the banks what undone turns have added to them: nobody has
// more than he had in the position to which the round, with its plies as they
// are now, has gone back. Time that was used stays used.
func (f *fold) unwind() {
	s := &f.now
	if s.Clock == nil {
		return
	}
	c := *s.Clock
	banks := c.fresh().Left
	if n := len(s.Plies); n > 0 {
		banks = s.Plies[n-1].Banks
	}
	for i := range c.Left {
		c.Left[i] = min(c.Left[i], banks[i])
	}
	s.Clock = &c
}

// fresh is the clock at the beginning of a round.
func (c Clock) fresh() Clock {
	bank := time.Duration(c.Bank) * time.Second
	return Clock{Tempo: c.Tempo, Left: [2]time.Duration{bank, bank}}
}

// overdue is the event that time alone has made due by now: first the clock is
// told what does not count, then a flag may fall.
func (f *fold) overdue(now time.Time, lost loss) (step, bool) {
	s := &f.now
	flag, ok := s.FlagAt()
	if !ok {
		return step{}, false
	}
	if gap := min(lost.gap, now.Sub(s.LastAt)).Milliseconds(); gap > 0 {
		return step{kind: KindResumed, body: ResumedBody{Gap: gap, Why: lost.why, From: lost.from.UnixMilli(), To: lost.to.UnixMilli()}}, true
	}
	if now.Before(flag) {
		return step{}, false
	}
	return step{kind: KindFlagged, body: FlaggedBody{Seat: s.Clock.Runs}}, true
}
