package table

import "github.com/hod-games/hod/internal/game"

// What one seat may ask of the other, or change, at a table of two people far
// from each other: every one of these is read by somebody, and stays in the log.
const (
	// offersPerRound is how often a seat may be offered in a round. An offer is
	// listed for OfferLasts, so that waiting for a day is possible.
	offersPerRound = 24
	// renamesPerRound is how often a seat may change its name in a round.
	renamesPerRound = 10
)

// manners remembers how much each seat has asked for.
type manners struct {
	// posed are the positions, by the event that made them, in which a seat
	// has asked to take back, and to begin the series anew.
	posed   [2]struct{ takeBack, reset uint64 }
	offers  int // in this round
	renames [2]int
}

func (m *manners) newRound() { m.offers, m.renames = 0, [2]int{} }

// posedAt is where the position is kept in which seat has asked for what.
func (m *manners) posedAt(seat game.Side, what Kind) *uint64 {
	p := &m.posed[index(seat)]
	if what == KindTakeBack {
		return &p.takeBack
	}
	return &p.reset
}

// ask lets a seat ask for the other's consent: once in a position, whether the
// question was declined or another one has taken its place.
func (f *fold) ask(seat game.Side, what Kind, share Share) (step, error) {
	if *f.manners.posedAt(seat, what) == f.position {
		return step{}, refuse(RuleAskedEnough)
	}
	return step{kind: KindAsked, body: AskedBody{Seat: seat, What: what, Share: share}}, nil
}

// rename gives a seat another name.
func (f *fold) rename(seat game.Side, name string, share Share) (step, error) {
	if f.now.Mode == Link && f.manners.renames[index(seat)] >= renamesPerRound {
		return step{}, refuse(RuleRenamedEnough)
	}
	return step{kind: KindRenamed, body: RenamedBody{Seat: seat, Name: CleanName(name), Share: share}}, nil
}
