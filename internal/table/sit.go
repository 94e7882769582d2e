package table

import (
	"context"
	"fmt"
	"time"

	"github.com/hod-games/hod/internal/game"
)

// Sit is what an invited person sends to sit down.
type Sit struct {
	Invitation string // the secret of the invitation
	// Key is made by the client. The same key gets the same seat again, so
	// that a request repeated after a lost answer does not lose the seat.
	Key  string
	Name string // not looked at where the table is Nameless
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
	return h.seat(ctx, id, s, func(ctx context.Context, t *live) (Seated, error) {
		if !opens(s.Invitation, t.fold.secrets.Join) {
			return Seated{}, ErrNoSeat
		}
		return t.giveSeat(ctx, s, "sit/"+s.Key, s.Key, func() error { return nil })
	})
}

// MinTakeKey is the least length of Sit.Key for Take, in bytes: there is no
// invitation, so that whoever knows the key gets the seat again.
const MinTakeKey = 20

// Take gives the free seat of a table that is on offer to whoever asks first.
// The invitation of s is not looked at, and its key has to be of MinTakeKey
// bytes that nobody can guess. Errors are those of Do; a seat that another
// request took is a *game.Refusal of RuleSeatTaken, and a table that is not on
// offer, or whose opener has gone, one of RuleNotOffered.
func (h *Host) Take(ctx context.Context, id ID, s Sit) (Seated, error) {
	if len(s.Key) < MinTakeKey {
		return Seated{}, &CommandError{Field: "key", Problem: fmt.Sprintf("is shorter than %d bytes", MinTakeKey)}
	}
	return h.seat(ctx, id, s, func(ctx context.Context, t *live) (Seated, error) {
		return t.giveSeat(ctx, s, "take/"+s.Key, "take/"+s.Key, func() error {
			// Nobody is to wait for an opener who has left. Whether the lobby has
			// room for the offer makes no difference; but what another process
			// tells counts, since of who is there one learns by and by.
			if !t.fold.now.Offered || !h.Waiting().has(id) && !t.standing(&t.fold.now, time.Now()) {
				return refuse(RuleNotOffered)
			}
			return nil
		})
	})
}

// seat has somebody sit down as give says.
func (h *Host) seat(ctx context.Context, id ID, s Sit, give func(context.Context, *live) (Seated, error)) (Seated, error) {
	if err := (Command{Key: s.Key, Kind: KindRename, Text: s.Name, Commit: s.Commit}).check(); err != nil {
		return Seated{}, err
	}
	var made Seated
	err := h.with(ctx, id, func(ctx context.Context, t *live) error {
		if t.fold.now.Mode != Link {
			return refuse(RuleNoSeatFree)
		}
		var err error
		made, err = give(ctx, t)
		return err
	})
	if err != nil {
		return Seated{}, err
	}
	return made, nil
}

// giveSeat gives the free seat away, if may still allows it when it is free.
// The event has that key; from request, and nothing else that the client
// knows, follows the secret.
func (t *live) giveSeat(ctx context.Context, s Sit, key, request string, may func() error) (Seated, error) {
	made := Seated{Seat: game.Second, Secret: seatSecret(t.fold.secrets.Key, request)}
	var err error
	made.Event, err = t.commit(ctx, key, 0, func() (step, error) {
		if t.fold.now.Seat(made.Seat).Taken {
			return step{}, refuse(RuleSeatTaken)
		}
		if err := may(); err != nil {
			return step{}, err
		}
		body := SeatedBody{Seat: made.Seat}
		if !t.fold.now.Nameless {
			body.Name = CleanName(s.Name)
		}
		if d := t.fold.now.Dice; d != nil && d.Kind == FairDice {
			body.Commit = s.Commit
		}
		return step{kind: KindSeated, body: body, private: seatedPrivate{Hash: hashSecret(made.Secret)}}, nil
	})
	return made, err
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
