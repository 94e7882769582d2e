package table

import (
	"fmt"
	"time"

	"github.com/hod-games/hod/internal/game"
)

// step is an event that has not got its number, time and key yet, and the
// state after it where it changes the state.
type step struct {
	kind    Kind
	body    any
	private any
	after   game.State
}

// world is what a decision depends on beside the events and the command.
type world struct {
	now        time.Time
	presence   Presence
	claimAfter time.Duration
}

// decide turns a command of seat into the event it makes, or says why not. It
// changes nothing.
func (f *fold) decide(c Command, seat game.Side, w world) (step, error) {
	switch {
	case c.Kind.whenever():
	case c.Seen < f.position:
		return step{}, ErrStale
	case c.Seen > f.now.Seq:
		return step{}, errAhead
	case f.answers(c.Kind, seat) && c.Seen < f.asked:
		return step{}, ErrStale // it was sent before its author could read the question
	}
	share, err := f.shareOf(c, seat)
	if err != nil {
		return step{}, err
	}
	switch c.Kind {
	case KindAct:
		return f.act(seat, c.Text, share)
	case KindRoll:
		return f.roll(seat, c.Text, share)
	case KindCommit:
		return step{kind: KindCommitted, body: CalledBody{Seat: seat, Share: share}}, nil
	case KindResign:
		if f.finished() {
			return step{}, refuse(RuleRoundOver)
		}
		return step{kind: KindResigned, body: ResignedBody{Seat: seat, Share: share}}, nil
	case KindNext:
		return f.nextRound(seat, c.Text, share)
	case KindReset:
		return f.reset(seat, share)
	case KindOffer, KindWithdraw:
		return f.offer(c.Kind, seat, share)
	case KindDecline:
		if f.now.Asked == nil || f.now.Asked.Seat == seat {
			return step{}, refuse(RuleNotAllowed)
		}
		return step{kind: KindDeclined, body: AskedBody{Seat: seat, What: f.now.Asked.What, Share: share}}, nil
	case KindSay:
		return f.say(seat, c.Text, w.now, share)
	case KindClaim:
		return f.claim(seat, w, share)
	case KindTakeBack:
		return f.takeBack(seat, share)
	case KindHint:
		return f.hint(seat, share)
	case KindRename:
		return f.rename(seat, c.Text, share)
	default:
		return step{}, &CommandError{Field: "kind", Problem: "is not a command"}
	}
}

func (f *fold) act(seat game.Side, text string, share Share) (step, error) {
	s := &f.now
	switch {
	case f.finished():
		return step{}, refuse(RuleRoundOver)
	case s.ToAct != seat:
		return step{}, refuse(RuleNotYourTurn)
	}
	action, err := s.State.Read(text)
	if err != nil {
		return step{}, fmt.Errorf("read action: %w", err)
	}
	return f.played(seat, game.Choice{Action: action}, share)
}

func (f *fold) played(seat game.Side, c game.Choice, share Share) (step, error) {
	after, err := f.now.State.Apply(c.Action)
	if err != nil {
		return step{}, fmt.Errorf("apply action: %w", err)
	}
	body := ActedBody{Seat: seat, Action: c.Action, Position: after.String(), Depth: c.Depth, Share: share}
	return step{kind: KindActed, body: body, after: after}, nil
}

// nextRound begins a new round. Alone at the device one may give up a running
// round without a result; with an opponent far away that is what resigning is
// for.
func (f *fold) nextRound(seat game.Side, text string, share Share) (step, error) {
	s := &f.now
	starts := s.NextStarts()
	if text != "" {
		if err := starts.UnmarshalText([]byte(text)); err != nil || !starts.Player() {
			return step{}, &CommandError{Field: "text", Problem: `is neither empty nor "first" nor "second"`}
		}
	}
	if s.Mode == Link && !f.finished() {
		return step{}, refuse(RuleRoundRunning)
	}
	options, fresh, err := s.following()
	if err != nil {
		return step{}, err
	}
	if starts != s.NextStarts() {
		if rule := f.orderFixed(fresh); rule != "" {
			return step{}, refuse(rule)
		}
	}
	return f.begin(KindNext, nextBody(s.Round+1, starts, seat, share), options)
}

// answers reports whether a command of seat would answer what the other seat
// has asked.
func (f *fold) answers(kind Kind, seat game.Side) bool {
	a := f.now.Asked
	return a != nil && a.Seat != seat && (kind == a.What || kind == KindDecline)
}

// reset sets the score to 0 : 0 and begins the series anew. Where two people
// play from afar, one asks and the other agrees by asking for the same.
func (f *fold) reset(seat game.Side, share Share) (step, error) {
	s := &f.now
	if s.Mode == Link {
		switch {
		case s.Asked == nil || s.Asked.What != KindReset:
			return f.ask(seat, KindReset, share)
		case s.Asked.Seat == seat:
			return step{}, refuse(RuleAlreadyAsked)
		}
	}
	return f.begin(KindReset, nextBody(1, f.began, seat, share), f.options)
}

// offer offers the free seat to anybody, or ends the offer. An offer that is
// made again counts from now.
func (f *fold) offer(kind Kind, seat game.Side, share Share) (step, error) {
	s := &f.now
	switch {
	case s.Mode != Link:
		return step{}, refuse(RuleNoSeatFree)
	case s.Seat(game.Second).Taken:
		return step{}, refuse(RuleSeatTaken)
	case kind == KindOffer && s.Named:
		return step{}, refuse(RuleNamed)
	case kind == KindOffer && f.manners.offers >= offersPerRound:
		return step{}, refuse(RuleOfferedEnough)
	case kind == KindOffer:
		return step{kind: KindOffered, body: OfferedBody{Seat: seat, Share: share}}, nil
	case !s.Offered:
		return step{}, refuse(RuleNotOffered)
	default:
		return step{kind: KindWithdrawn, body: OfferedBody{Seat: seat, Share: share}}, nil
	}
}

func nextBody(round int, starts, seat game.Side, share Share) NextBody {
	body := NextBody{Round: round, Starts: starts, Share: share}
	if share != (Share{}) {
		body.Seat = seat
	}
	return body
}

// finished reports whether nothing more can be played in this round, counted
// or not.
func (f *fold) finished() bool {
	return f.now.Result != nil || f.now.Resigned != game.Nobody || f.now.State.ToAct() == game.Nobody
}

// due returns the event that the table owes now, if it owes one.
func (f *fold) due(roller Roller) (step, bool, error) {
	s := &f.now
	switch {
	case s.Result != nil:
		return step{}, false, nil
	case f.finished():
		return f.ended(), true, nil
	case s.ToAct == game.Chance:
		if !s.throwDue() {
			return step{}, false, nil
		}
		throw, err := f.throw(roller)
		return throw, err == nil, err
	case s.throwsOn():
		on, err := f.played(s.ToAct, game.Choice{Action: game.Action(KindRoll)}, Share{})
		return on, err == nil, err
	case f.mustPass():
		pass, err := f.played(s.ToAct, game.Choice{Action: game.Pass}, Share{})
		return pass, err == nil, err
	default:
		return step{}, false, nil
	}
}

func (f *fold) ended() step {
	s := &f.now
	var outcome game.Outcome
	if s.Resigned != game.Nobody {
		outcome = game.Concede(s.State, s.SideOf(s.Resigned))
		switch s.Forfeit {
		case KindFlagged:
			outcome.Reason = ReasonTime
		case KindClaimed:
			outcome.Reason = ReasonAbsent
		default:
		}
	} else {
		outcome, _ = s.State.Outcome()
	}
	body := EndedBody{
		Result: Result{Winner: s.SeatOf(outcome.Winner), Points: outcome.Points, Reason: outcome.Reason},
		Score:  s.Score,
	}
	if f.bot != nil {
		body.Seed = fmt.Sprintf("%016x", f.roundSeed())
	}
	if body.Winner.Player() {
		body.Score[index(body.Winner)] += outcome.Points
	}
	return step{kind: KindEnded, body: body}
}

// mustPass reports whether passing is the one legal action.
func (f *fold) mustPass() bool {
	n := 0
	for a := range f.now.State.Legal() {
		if n++; n > 1 || a != game.Pass {
			return false
		}
	}
	return n == 1
}

func refuse(rule string) error { return &game.Refusal{Rule: rule} }
