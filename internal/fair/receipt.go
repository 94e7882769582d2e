package fair

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// Receipt is what comes with a throw and lets anybody check it.
type Receipt struct {
	N          int                   `json:"n"`          // number of the throw at the table, from 1
	Site       string                `json:"site"`       // the site's secret for this throw
	SiteCommit string                `json:"siteCommit"` // its commitment, public since the throw before
	NextCommit string                `json:"nextCommit"` // the commitment for the next throw
	Dice       int                   `json:"dice"`
	Faces      int                   `json:"faces"`
	Shares     []table.RevealedShare `json:"shares"` // what the seats contributed, the first seat's first
}

// ParseReceipt reads a receipt. Anything that is not exactly one is an error.
func ParseReceipt(data []byte) (Receipt, error) {
	var r Receipt
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return Receipt{}, fmt.Errorf("read receipt: %w", err)
	}
	if dec.More() {
		return Receipt{}, errors.New("read receipt: something follows it")
	}
	return r, nil
}

// throw is the throw that the receipt is about.
func (r *Receipt) throw(id string) Throw {
	t := Throw{Table: id, N: r.N, Dice: r.Dice, Faces: r.Faces}
	for _, s := range r.Shares {
		if s.Seat == game.Second {
			t.Shares[1] = s.Reveal
		} else {
			t.Shares[0] = s.Reveal
		}
	}
	return t
}

// Check reports what is wrong with a receipt by itself: whether its secrets fit
// its commitments, whether nobody committed himself with the other's secret
// before his eyes, and whether the pips are those that follow. Whether the
// commitments were really public at the time is for CheckLog, and for whoever
// was there.
func (r *Receipt) Check(id table.ID, pips []int) error {
	if r.N < 1 {
		return fmt.Errorf("there is no throw %d", r.N)
	}
	if commit, err := Commitment(r.Site); err != nil || commit != r.SiteCommit {
		return fmt.Errorf("throw %d: the site's secret does not fit its commitment", r.N)
	}
	if _, err := digest(r.NextCommit); err != nil {
		return fmt.Errorf("throw %d: the next commitment: %w", r.N, err)
	}
	if err := r.checkShares(); err != nil {
		return fmt.Errorf("throw %d: %w", r.N, err)
	}
	want, err := Pips(r.Site, r.throw(string(id)))
	if err != nil {
		return fmt.Errorf("throw %d: %w", r.N, err)
	}
	if !slices.Equal(pips, want) {
		return fmt.Errorf("throw %d shows %v and the secrets give %v", r.N, pips, want)
	}
	return nil
}

func (r *Receipt) checkShares() error {
	for i, s := range r.Shares {
		if !s.Seat.Player() || i > 0 && s.Seat <= r.Shares[i-1].Seat {
			return errors.New("the shares are not those of the first and then the second seat")
		}
		if commit, err := Commitment(s.Reveal); err != nil || commit != s.Commit {
			return fmt.Errorf("the secret of the %s seat does not fit its commitment", s.Seat)
		}
		if s.CommitSeq < 1 || s.CommitSeq >= s.RevealSeq {
			return fmt.Errorf("the %s seat committed itself at event %d to what it revealed at event %d", s.Seat, s.CommitSeq, s.RevealSeq)
		}
	}
	if len(r.Shares) == 2 {
		a, b := r.Shares[0], r.Shares[1]
		if a.CommitSeq >= b.RevealSeq || b.CommitSeq >= a.RevealSeq {
			return errors.New("a seat committed itself after the other had revealed its secret")
		}
	}
	return nil
}
