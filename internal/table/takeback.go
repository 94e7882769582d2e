package table

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// Stood is a throw that was undone with the decisions around it and stands all
// the same: when a throw is due again, it is this one.
type Stood struct {
	Seq  uint64 // the event that made it first
	N    int    // number of the throw at this table
	Pips []int
	By   game.Side // who told it, with own dice
}

// takeBack undoes a seat's last decision, and what followed it. Where the other
// seat is somebody else, it has to agree.
func (f *fold) takeBack(seat game.Side, share Share) (step, error) {
	s := &f.now
	if f.finished() {
		return step{}, refuse(RuleRoundOver)
	}
	of := seat
	if s.Mode == Link && s.complete() {
		switch {
		case s.Asked == nil || s.Asked.What != KindTakeBack:
			if s.lastDecision(seat) < 0 {
				return step{}, refuse(RuleNothingBack)
			}
			return f.ask(seat, KindTakeBack, share)
		case s.Asked.Seat == seat:
			return step{}, refuse(RuleAlreadyAsked)
		}
		of = s.Asked.Seat
	}
	at := s.lastDecision(of)
	if at < 0 {
		return step{}, refuse(RuleNothingBack)
	}
	position := s.Begin
	if at > 0 {
		position = s.Plies[at-1].Position
	}
	after, err := s.Rules.Start(s.Options, position)
	if err != nil {
		return step{}, fmt.Errorf("take back to position %q: %w", position, err)
	}
	body := TookBackBody{Seat: seat, Of: s.Plies[at].Seat, Plies: len(s.Plies) - at, Position: position, Share: share}
	return step{kind: KindTookBack, body: body, after: after}, nil
}

// CanTakeBack reports whether seat has a decision that could be taken back.
func (s *Snapshot) CanTakeBack(seat game.Side) bool {
	return s.Result == nil && s.Resigned == game.Nobody && s.ToAct != game.Nobody && s.lastDecision(seat) >= 0
}

// lastDecision is the index of the last ply that seat could take back, -1 for
// none. At one device both play as one. What the table played by itself is no
// decision; nor is it one to throw once the dice lie on the table, for they
// would come again.
func (s *Snapshot) lastDecision(seat game.Side) int {
	thrown := false
	for i, p := range slices.Backward(s.Plies) {
		switch {
		case p.Seat == game.Chance:
			thrown = true
		case p.Seat != seat && s.Mode != HotSeat, p.Action == game.Pass:
		case p.Action == game.Action(KindRoll) && thrown:
		default:
			return i
		}
	}
	return -1
}

// tookBack undoes the plies of a tookback event. Their throws stand.
func (f *fold) tookBack(e Event, after game.State, body TookBackBody) error {
	s := &f.now
	rest := len(s.Plies) - body.Plies
	if rest < 0 {
		return fmt.Errorf("%d plies are taken back of %d", body.Plies, len(s.Plies))
	}
	if s.Dice != nil {
		d := *s.Dice
		var stood []Stood
		for _, p := range s.Plies[rest:] {
			if p.Seat == game.Chance {
				stood = append(stood, Stood{Seq: p.Seq, N: p.Throw, Pips: p.Pips, By: p.By})
			}
		}
		d.Stood = append(stood, d.Stood...)
		d.Called = [2]bool{}
		s.Dice = &d
	}
	// Clipped: snapshots before this one go on to show the plies that follow.
	s.Plies = s.Plies[:rest:rest]
	// The clock stood after what is the last ply now. A copy, likewise.
	s.Standstills = slices.Clone(s.Standstills)
	for i := range s.Standstills {
		s.Standstills[i].Plies = min(s.Standstills[i].Plies, rest)
	}
	s.Position, s.State, s.Asked = body.Position, after, nil
	f.unwind()
	f.takeShare(body.Seat, body.Share, e.Seq)
	f.moved(e.Seq)
	return nil
}

// stands is the throw that is due because it stands, if one does. Where other
// dice are due than those that were thrown, none does any more.
func (s *Snapshot) stands() (Stood, bool) {
	dicer, ok := s.State.(game.Dicer)
	if !ok || s.ToAct != game.Chance || s.Dice == nil || len(s.Dice.Stood) == 0 {
		return Stood{}, false
	}
	first, d := s.Dice.Stood[0], dicer.Draw()
	if len(first.Pips) != d.Dice {
		return Stood{}, false
	}
	for _, n := range first.Pips {
		if n > d.Faces {
			return Stood{}, false
		}
	}
	return first, true
}

// again is the event of a throw that stands.
func (f *fold) again(t Stood) (step, error) {
	dicer, ok := f.now.State.(game.Dicer)
	if !ok {
		return step{}, fmt.Errorf("%s waits for a throw and has no dice", f.now.Game)
	}
	after, err := dicer.Roll(t.Pips)
	if err != nil {
		return step{}, fmt.Errorf("throw %v again: %w", t.Pips, err)
	}
	body := RolledBody{Pips: t.Pips, Position: after.String(), Again: t.Seq}
	if t.By.Player() {
		if body.Receipt, err = json.Marshal(OwnReceipt{Own: true, By: t.By}); err != nil {
			return step{}, fmt.Errorf("write receipt: %w", err)
		}
	}
	return step{kind: KindRolled, body: body, after: after}, nil
}

// throwsOn reports whether the table goes on to throw for a seat that could
// raise the price: nobody may bet on dice that he has seen.
func (s *Snapshot) throwsOn() bool {
	if s.Dice == nil || len(s.Dice.Stood) == 0 || !s.ToAct.Player() {
		return false
	}
	for a := range s.State.Legal() {
		if a == game.Action(KindRoll) {
			return true
		}
	}
	return false
}
