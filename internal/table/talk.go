package table

import (
	"slices"
	"time"

	"github.com/hod-games/hod/internal/game"
)

// Phrases are the ids of what can be said at a table, in the order in which a
// page offers them. There is no free text: nothing has to be moderated, and
// everybody reads a phrase in his own language. Ids stay for ever, for logs
// name them.
func Phrases() []string {
	return []string{
		"hello", "good-luck", "your-turn", "thinking", "moment", "well-played",
		"lucky", "unlucky", "oops", "thanks", "again", "good-game", "bye",
	}
}

// IsPhrase reports whether there is a phrase of that id.
func IsPhrase(id string) bool { return slices.Contains(Phrases(), id) }

// Said is what a seat said last; its zero value is nothing.
type Said struct {
	Phrase string
	Seq    uint64
	At     time.Time
}

// What a seat may say: so many phrases in a while, and so many in a round.
const (
	talkBurst    = 4
	talkWhile    = 30 * time.Second
	talkPerRound = 60
)

// talk remembers how much each seat has said.
type talk struct {
	last  [2][talkBurst]time.Time // when, the oldest first
	round [2]int
}

func (t *talk) newRound() { t.round = [2]int{} }

// enough reports whether a seat has to hold its tongue for a while.
func (t *talk) enough(seat game.Side, now time.Time) bool {
	i := index(seat)
	return t.round[i] >= talkPerRound || now.Sub(t.last[i][0]) < talkWhile
}

// say lets a seat say something. Only where two people play from afar does
// anybody hear it, and only once both have sat down.
func (f *fold) say(seat game.Side, phrase string, now time.Time, share Share) (step, error) {
	switch {
	case f.now.Mode != Link:
		return step{}, refuse(RuleNotAllowed)
	case !f.now.complete():
		return step{}, refuse(RuleNobodyHere)
	case f.talk.enough(seat, now):
		return step{}, refuse(RuleSaidEnough)
	}
	return step{kind: KindSaid, body: SaidBody{Seat: seat, Phrase: phrase, Share: share}}, nil
}

// heard takes note of what was said.
func (f *fold) heard(body SaidBody, e Event) {
	i := index(body.Seat)
	f.talk.round[i]++
	copy(f.talk.last[i][:], f.talk.last[i][1:])
	f.talk.last[i][talkBurst-1] = e.At
	f.now.Said[i] = Said{Phrase: body.Phrase, Seq: e.Seq, At: e.At}
}
