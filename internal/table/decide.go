package table

import (
	"context"
	"encoding/json"
	"fmt"

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

// decide turns a command of seat into the event it makes, or says why not. It
// changes nothing.
func (f *fold) decide(c Command, seat game.Side) (step, error) {
	if c.Kind != KindRename && (c.Seen < f.position || c.Seen > f.now.Seq) {
		return step{}, ErrStale
	}
	switch c.Kind {
	case KindAct:
		return f.act(seat, c.Text)
	case KindRoll:
		return f.act(seat, string(KindRoll))
	case KindResign:
		if f.finished() {
			return step{}, refuse(RuleRoundOver)
		}
		return step{kind: KindResigned, body: ResignedBody{Seat: seat}}, nil
	case KindNext:
		return f.nextRound(c.Text)
	case KindReset:
		return f.reset(seat)
	case KindDecline:
		if f.now.Asked == nil || f.now.Asked.Seat == seat {
			return step{}, refuse(RuleNotAllowed)
		}
		return step{kind: KindDeclined, body: AskedBody{Seat: seat, What: f.now.Asked.What}}, nil
	case KindRename:
		return step{kind: KindRenamed, body: RenamedBody{Seat: seat, Name: CleanName(c.Text)}}, nil
	default:
		return step{}, &CommandError{Field: "kind", Problem: "is not a command"}
	}
}

func (f *fold) act(seat game.Side, text string) (step, error) {
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
	return f.played(seat, game.Choice{Action: action})
}

func (f *fold) played(seat game.Side, c game.Choice) (step, error) {
	after, err := f.now.State.Apply(c.Action)
	if err != nil {
		return step{}, fmt.Errorf("apply action: %w", err)
	}
	body := ActedBody{Seat: seat, Action: c.Action, Position: after.String(), Depth: c.Depth}
	return step{kind: KindActed, body: body, after: after}, nil
}

// nextRound begins a new round. Alone at the device one may give up a running
// round without a result; with an opponent far away that is what resigning is
// for.
func (f *fold) nextRound(text string) (step, error) {
	s := &f.now
	starts := s.NextStarts()
	if text != "" {
		if err := starts.UnmarshalText([]byte(text)); err != nil || !starts.Player() {
			return step{}, &CommandError{Field: "text", Problem: `is neither empty nor "first" nor "second"`}
		}
	}
	if s.Mode == Link {
		if !f.finished() {
			return step{}, refuse(RuleRoundRunning)
		}
		if starts != s.NextStarts() {
			return step{}, refuse(RuleOrderFixed)
		}
	}
	return f.begin(KindNext, s.Round+1, starts)
}

// reset sets the score to 0 : 0 and begins the series anew. Where two people
// play from afar, one asks and the other agrees by asking for the same.
func (f *fold) reset(seat game.Side) (step, error) {
	s := &f.now
	if s.Mode == Link {
		switch {
		case s.Asked == nil || s.Asked.What != KindReset:
			return step{kind: KindAsked, body: AskedBody{Seat: seat, What: KindReset}}, nil
		case s.Asked.Seat == seat:
			return step{}, refuse(RuleAlreadyAsked)
		}
	}
	return f.begin(KindReset, 1, f.began)
}

func (f *fold) begin(kind Kind, round int, starts game.Side) (step, error) {
	state, err := f.now.Rules.Start(f.now.Options, f.first)
	if err != nil {
		return step{}, fmt.Errorf("begin a round: %w", err)
	}
	return step{kind: kind, body: NextBody{Round: round, Starts: starts}, after: state}, nil
}

// finished reports whether nothing more can be played in this round, counted
// or not.
func (f *fold) finished() bool {
	return f.now.Result != nil || f.now.Resigned != game.Nobody || f.now.State.ToAct() == game.Nobody
}

// due returns the event that the table owes now, if it owes one.
func (f *fold) due(ctx context.Context, roller Roller) (step, bool, error) {
	s := &f.now
	switch {
	case s.Result != nil:
		return step{}, false, nil
	case f.finished():
		return f.ended(), true, nil
	case s.ToAct == game.Chance:
		roll, err := f.rolled(ctx, roller)
		return roll, err == nil, err
	case f.mustPass():
		pass, err := f.played(s.ToAct, game.Choice{Action: game.Pass})
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
	} else {
		outcome, _ = s.State.Outcome()
	}
	body := EndedBody{
		Result: Result{Winner: s.SeatOf(outcome.Winner), Points: outcome.Points, Reason: outcome.Reason},
		Score:  s.Score,
	}
	if body.Winner.Player() {
		body.Score[index(body.Winner)] += outcome.Points
	}
	return step{kind: KindEnded, body: body}
}

func (f *fold) rolled(ctx context.Context, roller Roller) (step, error) {
	s := &f.now
	dicer, ok := s.State.(game.Dicer)
	if !ok {
		return step{}, fmt.Errorf("%s waits for a roll and has no dice", s.Game)
	}
	if roller == nil {
		return step{}, fmt.Errorf("%s needs dice and this host has none", s.Game)
	}
	pips, receipt, err := roller.Roll(ctx, s.ID, s.Seq+1, dicer.Draw())
	if err != nil {
		return step{}, fmt.Errorf("roll: %w", err)
	}
	after, err := dicer.Roll(pips)
	if err != nil {
		return step{}, fmt.Errorf("roll %v: %w", pips, err)
	}
	body := RolledBody{Pips: pips, Position: after.String(), Receipt: receipt}
	return step{kind: KindRolled, body: body, after: after}, nil
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

// Roller throws fair dice and proves it.
type Roller interface {
	// Roll throws d for the event seq of table id. Asked again for the same
	// event it may answer differently only as long as no answer has been
	// appended to the log. The receipt, a JSON value or nil, goes into the
	// event and lets anybody check the throw.
	Roll(ctx context.Context, id ID, seq uint64, d game.Draw) (pips []int, receipt json.RawMessage, err error)
}

func refuse(rule string) error { return &game.Refusal{Rule: rule} }
