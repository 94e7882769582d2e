package templates

// Choose is the page on which one chooses how to play a game.
type Choose struct {
	Page
	Game, GameName string
	Pitch          string
	Rules          string            // "" where there is no such page
	Links          []Crumb           // further pages on the game
	Problem        string            // a problem of the whole form
	Problems       map[string]string // by the name of a field

	Modes  []Choice
	Bots   []Choice
	Starts []Choice

	StartsWord string // what beginning means in this game
	Names      [2]string

	Clocks  []Choice // for two people
	Presets []Choice // of games without fields of their own
	Bachet  *ChooseBachet
	Nardy   *ChooseNardy
}

// ChooseBachet is the part of the form that only Bachet's game has.
type ChooseBachet struct {
	Heaps  []Choice // the presets, and "own"
	Sticks string   // as typed, for "own"
	Max    []Choice
	Misere bool
}

// ChooseNardy is the part of the form that only nardy has.
type ChooseNardy struct {
	Families      []ChooseFamily
	Chosen        string // the variant
	ChosenName    string
	Cubes         []Choice
	Points, Stake string // as typed
	Dice          []Choice
	StakesOpen    bool // something of cube, match and dice is not as usual, or wrong
}

// ChooseFamily is a family of variants.
type ChooseFamily struct {
	ID, Name, Note string
	Variants       []ChooseVariant
}

// ChooseVariant is a variant and what makes it different.
type ChooseVariant struct {
	Choice

	Line string
}
