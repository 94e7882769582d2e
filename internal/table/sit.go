package table

import (
	"context"

	"github.com/hod-games/hod/internal/game"
)

// Sit is what an invited person sends to sit down.
type Sit struct {
	Invitation string // the secret of the invitation
	// Key is made by the client. The same key gets the same seat again, so
	// that a request repeated after a lost answer does not lose the seat.
	Key  string
	Name string
	// Commit is what the seat commits itself to where the dice are fair; empty
	// for nothing. See Share.
	Commit string
}

// Seated is the seat that somebody got.
type Seated struct {
	Seat   game.Side
	Secret string
	Event  Event
}

// Sit gives the free seat of a table to whoever has the invitation, once.
// Errors are those of Do; an invitation that does not fit is ErrNoSeat, and a
// seat that another request took is a *game.Refusal of RuleSeatTaken.
func (h *Host) Sit(ctx context.Context, id ID, s Sit) (Seated, error) {
	if err := (Command{Key: s.Key, Kind: KindRename, Text: s.Name, Commit: s.Commit}).check(); err != nil {
		return Seated{}, err
	}
	var made Seated
	err := h.with(ctx, id, func(ctx context.Context, t *live) error {
		f := t.fold
		if f.now.Mode != Link {
			return refuse(RuleNoSeatFree)
		}
		if !opens(s.Invitation, f.secrets.Join) {
			return ErrNoSeat
		}
		made.Seat = game.Second
		made.Secret = seatSecret(f.secrets.Key, s.Key)
		e, err := t.commit(ctx, "sit/"+s.Key, 0, func() (step, error) {
			if t.fold.now.Seat(made.Seat).Taken {
				return step{}, refuse(RuleSeatTaken)
			}
			body := SeatedBody{Seat: made.Seat, Name: CleanName(s.Name)}
			if d := t.fold.now.Dice; d != nil && d.Kind == FairDice {
				body.Commit = s.Commit
			}
			return step{
				kind:    KindSeated,
				body:    body,
				private: seatedPrivate{Hash: hashSecret(made.Secret)},
			}, nil
		})
		made.Event = e
		return err
	})
	if err != nil {
		return Seated{}, err
	}
	return made, nil
}

// Invites reports whether the invitation still opens a free seat: what a page
// says before somebody presses the button. Errors are those of Sit.
func (h *Host) Invites(ctx context.Context, id ID, invitation string) (bool, error) {
	free := false
	err := h.with(ctx, id, func(_ context.Context, t *live) error {
		if !opens(invitation, t.fold.secrets.Join) {
			return ErrNoSeat
		}
		free = !t.fold.now.Seat(game.Second).Taken
		return nil
	})
	return free, err
}
