package nardy

// Route says how the two sides travel.
type Route uint8

const (
	Same    Route = iota // both the same way round, twelve points apart
	Opposed              // towards each other
)

// Contact says what an enemy checker does to the point it stands on.
type Contact uint8

const (
	Blocking Contact = iota // one enemy checker closes a point
	Hitting                 // two close it, one is hit
	Covering                // two close it, one is covered
)

// BlockRule says which blocks may be built.
type BlockRule uint8

const (
	FreeBlocks  BlockRule = iota // any
	EnemyAhead                   // six in a row only with an enemy checker ahead of them
	FevgaBlocks                  // not the own first quarter; a shut-in opponent is let out
)

// DoubleRule says what a double does beyond four hops.
type DoubleRule uint8

const (
	FourHops    DoubleRule = iota // nothing
	ExtraThrow                    // one more throw when it was played in full
	Progression                   // the next numbers up to six, from the sixth throw on
)

// Numbers is a set of pips 1 … 6, bit n for number n.
type Numbers uint8

// Has reports whether n is in the set.
func (ns Numbers) Has(n int) bool { return ns>>n&1 == 1 }

const (
	doubles346  Numbers = 1<<3 | 1<<4 | 1<<6
	doubles1346 Numbers = 1<<1 | doubles346
)

// Variant is one row of parameters; nothing else tells the variants apart
// (clause 3).
type Variant struct {
	ID       string
	Route    Route
	Setup    [26]uint8 // checkers by step, the same for both sides
	Dice     int       // dice in a throw; with 3 and 4 there are no doubles
	Contact  Contact
	Head     int     // checkers that may leave step 1 in one throw, 0 for any
	Runner   bool    // one checker must pass the enemy head before others leave
	TwoOff   Numbers // doubles that let two leave the head in the first own throw
	SecondTo bool    // only the player who did not start has that right
	Block    BlockRule
	Exact    bool // bearing off needs the exact number
	NoRun    bool // a checker that hit in its home may not move on (hit-and-run)
	Double   DoubleRule
	HandOver bool // the opponent plays what was left of a double
	Reuse    bool // the dice of the draw are the starter's first throw
	Koks     bool // a mars with a checker on the bar or in the winner's home counts three
}

func at(pairs ...uint8) (setup [26]uint8) {
	for i := 0; i < len(pairs); i += 2 {
		setup[pairs[i]] = pairs[i+1]
	}
	return setup
}

// Variants returns the table of parameters, in the order of the catalogue.
func Variants() []Variant {
	long, back := at(1, 15), at(1, 2, 12, 5, 17, 3, 19, 5)
	return []Variant{
		{ID: "classic", Setup: long, Dice: 2, Head: 1, TwoOff: doubles346, Block: EnemyAhead},
		{ID: "sport", Setup: long, Dice: 2, Head: 1, TwoOff: doubles346, SecondTo: true, Block: EnemyAhead, Reuse: true},
		{ID: "tbilisi", Setup: long, Dice: 2, Head: 1, TwoOff: doubles346},
		{ID: "gulbar", Setup: long, Dice: 2, Head: 1, TwoOff: doubles346, Block: EnemyAhead, Double: ExtraThrow, HandOver: true},
		{ID: "khachapuri", Setup: at(1, 4, 19, 11), Dice: 2, Block: EnemyAhead, Double: ExtraThrow, HandOver: true},
		{ID: "crazy", Setup: long, Dice: 2, Head: 1, TwoOff: doubles346, Block: EnemyAhead, Exact: true, Double: Progression},
		{ID: "crazy_gulbar", Setup: long, Dice: 2, Head: 1, TwoOff: doubles1346, Block: EnemyAhead, Double: Progression, HandOver: true},
		{ID: "fevga", Setup: long, Dice: 2, Head: 1, Runner: true, Block: FevgaBlocks},
		{ID: "crazy_fevga", Setup: long, Dice: 2, Head: 1, Runner: true, Block: FevgaBlocks, Double: Progression, HandOver: true},
		{ID: "plakoto", Route: Opposed, Setup: long, Dice: 2, Contact: Covering},
		{ID: "crazy_plakoto", Route: Opposed, Setup: long, Dice: 2, Contact: Covering, Double: Progression, HandOver: true},
		{ID: "triple", Setup: long, Dice: 3, Head: 1, Block: EnemyAhead},
		{ID: "two_by_two", Setup: long, Dice: 4, Head: 1, Block: EnemyAhead},
		{ID: "short", Route: Opposed, Setup: back, Dice: 2, Contact: Hitting, Reuse: true, Koks: true},
		{ID: "crazy_short", Route: Opposed, Setup: back, Dice: 2, Contact: Hitting, Double: Progression, Reuse: true, Koks: true},
		{ID: "hyper", Route: Opposed, Setup: at(1, 1, 2, 1, 3, 1), Dice: 2, Contact: Hitting, Reuse: true, Koks: true},
		{ID: "caucasian", Route: Opposed, Setup: back, Dice: 2, Contact: Hitting, NoRun: true, Koks: true},
	}
}

// VariantNamed returns the row with that id.
func VariantNamed(id string) (Variant, bool) {
	for _, v := range Variants() {
		if v.ID == id {
			return v, true
		}
	}
	return Variant{}, false
}

// Checkers is how many checkers each side has.
func (v *Variant) Checkers() int {
	n := 0
	for _, c := range v.Setup {
		n += int(c)
	}
	return n
}

// Doubles reports whether equal dice are four hops.
func (v *Variant) Doubles() bool { return v.Dice == 2 }

// TwoMayLeave reports whether two checkers may leave the head (clause 4.1):
// the throw is a listed double, it is the first own throw of the player, and
// the player has the right.
func (v *Variant) TwoMayLeave(dice []uint8, first, second bool) bool {
	return first && (second || !v.SecondTo) && isDouble(dice) && v.TwoOff.Has(int(dice[0]))
}

func isDouble(dice []uint8) bool {
	return len(dice) == 4 && dice[0] == dice[1] && dice[0] == dice[2] && dice[0] == dice[3]
}
