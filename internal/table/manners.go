package table

import "github.com/hod-games/hod/internal/game"

// What one seat may ask of the other, or change, at a table of two people far
// from each other: every one of these is read by somebody, and stays in the log.
const (
	// asksPerPosition is how often a seat may ask for the same in a position:
	// once more, should the other one have declined by mistake.
	asksPerPosition = 2
	// offersPerRound is how often a seat may be offered in a round. An offer is
	// listed for OfferLasts, so that waiting for a day is possible.
	offersPerRound = 24
	// renamesPerRound is how often a seat may change its name in a round.
	renamesPerRound = 10
)

// manners remembers how much each seat has asked for.
type manners struct {
	posed   [2]struct{ takeBack, reset posed }
	offers  int // in this round
	renames [2]int
}

// posed is how often something was asked for in a position.
type posed struct {
	position uint64 // the event that made it
	times    int
}

func (m *manners) newRound() { m.offers, m.renames = 0, [2]int{} }

// of is where it is kept how often seat has asked for what.
func (m *manners) of(seat game.Side, what Kind) *posed {
	if what == KindTakeBack {
		return &m.posed[index(seat)].takeBack
	}
	return &m.posed[index(seat)].reset
}

// in is how often it was in a position.
func (p posed) in(position uint64) int {
	if p.position != position {
		return 0
	}
	return p.times
}

// ask lets a seat ask for the other's consent: so often in a position, whether
// the question was declined or another one has taken its place.
func (f *fold) ask(seat game.Side, what Kind, share Share) (step, error) {
	if f.manners.of(seat, what).in(f.position) >= asksPerPosition {
		return step{}, refuse(RuleAskedEnough)
	}
	return step{kind: KindAsked, body: AskedBody{Seat: seat, What: what, Share: share}}, nil
}

// rename gives a seat another name.
func (f *fold) rename(seat game.Side, name string, share Share) (step, error) {
	if f.now.Nameless {
		return step{}, refuse(RuleNameless)
	}
	if f.now.Mode == Link && f.manners.renames[index(seat)] >= renamesPerRound {
		return step{}, refuse(RuleRenamedEnough)
	}
	return step{kind: KindRenamed, body: RenamedBody{Seat: seat, Name: CleanName(name), Share: share}}, nil
}
