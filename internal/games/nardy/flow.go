package nardy

// Kind is how a game ended.
type Kind uint8

const (
	GoesOn Kind = iota
	Oyn         // the loser has borne off at least one checker: 1 point
	Mars        // the loser has borne off none: 2 points
	Koks        // mars, with a checker on the bar or in the winner's home: 3 points
	Mother      // the loser's mother is covered: 2 points
	Drawn       // both mothers are covered: nobody wins
)

// Words of outcomes, besides game.ReasonResigned.
const (
	reasonDead    = "dead"    // neither side can ever move again
	reasonDropped = "dropped" // a raise was refused
)

func (k Kind) String() string {
	return [...]string{"", "oyn", "mars", "koks", "mother", "draw"}[k]
}

// Points is what the winner gets for it, in prices of the game.
func (k Kind) Points() int { return [...]int{0, 1, 2, 3, 2, 0}[k] }

// Status tells whether a position is the end of the game, and who has won how
// (clauses 2.5, 4.9, 6). The winner of a draw means nothing.
func (v *Variant) Status(p *Position) (Kind, Side) {
	for _, side := range [...]Side{Light, Dark} {
		if int(p.N[side][Off]) == v.Checkers() {
			return v.KindOfLoss(p, side.Other()), side
		}
	}
	if v.Contact != Covering {
		return GoesOn, Light
	}
	lost := [2]bool{v.motherCovered(p, Light), v.motherCovered(p, Dark)}
	switch {
	case lost[Light] && lost[Dark]:
		return Drawn, Light
	case lost[Dark] && p.N[Light][1] == 0:
		return Mother, Light
	case lost[Light] && p.N[Dark][1] == 0:
		return Mother, Dark
	}
	return GoesOn, Light
}

func (v *Variant) motherCovered(p *Position, side Side) bool {
	return p.N[side][1] == 1 && p.Covered[side]>>1&1 == 1
}

// KindOfLoss is what the side loses if the game ends now with the opponent
// bearing off: the price of giving up.
func (v *Variant) KindOfLoss(p *Position, loser Side) Kind {
	own := &p.N[loser]
	if own[Off] > 0 {
		return Oyn
	}
	if !v.Koks {
		return Mars
	}
	if own[Bar] > 0 {
		return Koks
	}
	for s := 19; s <= 24; s++ {
		if own[v.Route.Across(s)] > 0 {
			return Koks
		}
	}
	return Mars
}

// Dead reports whether neither side has a legal hop with any number, as at the
// start of a turn (clause 2.5).
func (v *Variant) Dead(p *Position) bool {
	for _, side := range [...]Side{Light, Dark} {
		var f field
		h := f.set(v, p, &Stage{Side: side, Dice: []uint8{1}})
		for d := 1; d <= 6; d++ {
			if f.froms(&h, d) != 0 {
				return false
			}
		}
	}
	return true
}

// Rest counts the hops of a remainder by number.
type Rest [7]uint8

// Empty reports whether nothing is left to be played.
func (r Rest) Empty() bool { return r == Rest{} }

// lowest takes the lowest number out of a remainder that is not empty.
func (r Rest) lowest() (number, hops uint8, after Rest) {
	for n, c := range r {
		if c > 0 {
			r[n] = 0
			return uint8(n), c, r
		}
	}
	return 0, 0, r
}

// Next is what follows a stage of an own throw.
type Next uint8

const (
	NextOver  Next = iota // the game has ended
	NextStage             // four hops of the next number of the progression
	NextThrow             // one more throw
	NextPass              // the turn passes, with a remainder or without
)

// Played describes a stage of an own throw that has been played.
type Played struct {
	Side        Side
	Throw       []uint8 // the dice as they fell
	Throws      int     // own throws of the player so far, this one included
	Number      int     // the number of the stage, where the throw is a double
	Unplayed    int     // hops of the stage that could not be played
	Rerolled    bool    // the extra throw has been used
	HomeAtThrow bool    // all checkers of the player were home when he threw
}

// warmUp is how many own throws come before progressions begin (clause 4.7).
const warmUp = 5

// After is what follows a stage of an own throw that led to p (clauses 2.4,
// 4.6 to 4.8). The number belongs to NextStage, the remainder to NextPass.
func (v *Variant) After(p *Position, s *Played) (next Next, number int, rest Rest) {
	if kind, _ := v.Status(p); kind != GoesOn {
		return NextOver, 0, rest
	}
	if !v.Doubles() || len(s.Throw) != 2 || s.Throw[0] != s.Throw[1] {
		return NextPass, 0, rest
	}
	runsOn := v.Double == Progression && s.Throws > warmUp && !s.HomeAtThrow && !p.Home(s.Side)
	if s.Unplayed > 0 {
		if v.HandOver {
			rest[s.Number] = uint8(s.Unplayed)
			for n := s.Number + 1; runsOn && n <= 6; n++ {
				rest[n] = 4
			}
		}
		return NextPass, 0, rest
	}
	switch {
	case v.Double == ExtraThrow && !s.Rerolled:
		return NextThrow, 0, rest
	case runsOn && s.Number < 6:
		return NextStage, s.Number + 1, rest
	}
	return NextPass, 0, rest
}
