package table

import (
	"time"

	"github.com/hod-games/hod/internal/game"
)

// How long one has to wait for an absent opponent before the round can be
// claimed. A table has its own pace: an evening's game is played by the
// minute, a game by correspondence by the day.
const (
	// paceTimes is how many times the longest pause over a decision at this
	// table the opponent has.
	paceTimes = 10
	// leastWait, unless Config.ClaimAfter says otherwise, and maxWait bound
	// that.
	leastWait = 5 * time.Minute
	maxWait   = 7 * 24 * time.Hour
	// slowWait is the wait for somebody who has decided less than paceKnown
	// times at this table: his pace is not known.
	slowWait  = 24 * time.Hour
	paceKnown = 2
)

// pace is how fast a table is played.
type pace struct {
	since   time.Time     // since when somebody is to decide
	longest time.Duration // pause over one decision
	made    [2]int        // decisions, by seat
}

// decided notes a decision of a seat.
func (p *pace) decided(seat game.Side, at time.Time) {
	if !seat.Player() {
		return
	}
	if !p.since.IsZero() {
		p.longest = max(p.longest, at.Sub(p.since))
	}
	p.made[index(seat)]++
}

// wait is how long a seat may be away while it is to decide.
func (p *pace) wait(seat game.Side, least time.Duration) time.Duration {
	if p.made[index(seat)] < paceKnown {
		return slowWait
	}
	return min(max(least, paceTimes*p.longest), maxWait)
}

// awaitedSeat is the seat without which nothing goes on, Nobody where there is
// none or where both could.
func (s *Snapshot) awaitedSeat() game.Side {
	switch {
	case s.Mode != Link || !s.complete():
		return game.Nobody
	case s.ToAct == game.Chance && len(s.Calls) == 1:
		return s.Calls[0]
	case s.ToAct.Player():
		return s.ToAct
	default:
		return game.Nobody
	}
}

// Claimable is from when on the round can be claimed at a table as it stands,
// and against whom; see Snapshot.claimAt.
func (h *Host) Claimable(s *Snapshot) (absent game.Side, at time.Time, ok bool) {
	return s.claimAt(h.Presence(s.ID), h.config.ClaimAfter)
}

// claimAt is from when on the round can be claimed against the seat that is to
// decide, as far as p tells: the wait begins when it became that seat's turn,
// or when it was seen last after that. It is false where nothing can be claimed,
// now or by waiting, as while that seat is there.
//
// Nothing can be claimed where a clock runs, and while nobody or both are to
// decide.
func (s *Snapshot) claimAt(p Presence, least time.Duration) (absent game.Side, at time.Time, ok bool) {
	absent = s.awaitedSeat()
	if !absent.Player() || s.Clock != nil && s.Clock.Runs.Player() || p.Here[index(absent)] {
		return absent, time.Time{}, false
	}
	wait := s.pace.wait(absent, least)
	at = s.pace.since.Add(wait)
	if seen := p.LastSeen[index(absent)]; !seen.IsZero() && seen.Add(wait).After(at) {
		at = seen.Add(wait)
	}
	// Before that nobody knows who was there; a page comes back within seconds.
	if known := p.Since.Add(least); !p.Since.IsZero() && known.After(at) {
		at = known
	}
	return absent, at, true
}

// claim ends a round in which the other seat stays away on its own turn.
func (f *fold) claim(seat game.Side, w world, share Share) (step, error) {
	s := &f.now
	switch {
	case f.finished():
		return step{}, refuse(RuleRoundOver)
	case s.Mode != Link || !s.complete():
		return step{}, refuse(RuleNotAllowed)
	case s.Clock != nil && s.Clock.Runs.Player():
		return step{}, refuse(RuleClockJudges)
	}
	absent, at, ok := s.claimAt(w.presence, w.claimAfter)
	switch {
	case !ok || absent == seat:
		return step{}, refuse(RuleOpponentHere)
	case w.now.Before(at):
		return step{}, refuse(RuleClaimEarly)
	}
	return step{kind: KindClaimed, body: ClaimedBody{Seat: seat, Share: share}}, nil
}
