package table

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hod-games/hod/internal/game"
)

// hint lets a person who plays against a computer ask what to play, once in a
// position, however often it is taken back to. What the answer is follows from
// the position; here it is counted. Logs from before have hints that were
// counted twice in one position: they go on to count.
func (f *fold) hint(seat game.Side, share Share) (step, error) {
	s := &f.now
	switch {
	case s.Mode != Computer || s.ToAct != seat || f.finished() || f.entry.Hinter() == nil:
		return step{}, refuse(RuleNoHint)
	case s.Hinted:
		return step{}, refuse(RuleHintGiven)
	}
	return step{kind: KindHinted, body: HintedBody{Seat: seat, Share: share}}, nil
}

// roundSeed is what the bot's choices of this round depend on, beside the
// positions. It becomes public when the round is over, and says nothing about
// the rounds to come.
func (f *fold) roundSeed() uint64 {
	data := binary.BigEndian.AppendUint64([]byte("hod bot "+string(f.now.ID)+" "), f.secrets.Seed)
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(data, f.now.Began))
	return binary.BigEndian.Uint64(sum[:])
}

// ErrUnfinished is the error for the analysis of a round that is not over.
var ErrUnfinished = errors.New("the round is not over")

// Analysed keeps what a bot thinks about a round that is over, for everybody.
// Where there is something of that bot about it already, that stays. Errors:
// ErrNotFound, ErrUnfinished, ErrSilent; anything else is a fault of the log.
func (h *Host) Analysed(ctx context.Context, id ID, body AnalysedBody) error {
	if !json.Valid(body.Result) {
		return fmt.Errorf("keep the analysis of the round from event %d: it is no JSON", body.Began)
	}
	return h.with(ctx, id, func(ctx context.Context, t *live) error {
		if now := &t.fold.now; body.Began == 0 || body.Began > now.Began || body.Began == now.Began && now.Result == nil {
			return ErrUnfinished
		}
		// Seen is 0: an older one may be anywhere in the log.
		_, err := t.commit(ctx, fmt.Sprintf("analysis/%d/%s", body.Began, body.By), 0, func() (step, error) {
			return step{kind: KindAnalysed, body: body}, nil
		})
		return err
	})
}
