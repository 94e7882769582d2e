package templates

// TrainingPage is the training table of nardy.
type TrainingPage struct {
	Page
	Training     Training
	Pasted       string // what could not be read
	PasteProblem string // why
}

// Training is a position that is being set up, and what can be played there.
type Training struct {
	Action string // address of the page itself
	Link   string // with the origin and the position
	Start  string // addresses of the position of the beginning and of the empty board
	Clear  string

	// What the form holds: see Server.trainingPage.
	Variant, Pos, More, Options string
	BeganHidden                 string
	Offered                     bool
	Variants, Brushes, Turns    []Choice
	Whens, Began, Left          []Choice
	Dice                        [][]Choice
	Terms                       string // the match and the cube, in words

	// Stands is the position in the fields of its address: the form of pasted
	// texts, which is beside the table, sends it along.
	Stands []Field

	Board NardyBoard
	Shown *TrainingShown // the position after a play, nil where none is looked at

	Problem string // why it is no position
	Warning string // why no game leads there
	Clause  Crumb  // the clause that says so, or that leaves no play
	Ready   string // whose turn it is and what can be done

	Plays   []TrainingPlay
	Count   int
	Rest    int    // how many more there are
	All     string // address with all of them
	Pass    string // address of the position after a pass
	Refused *Answer

	Line  string // the position in one line, "" while it is impossible
	Codes []TrainingCode

	PlayAction          string // where the form goes that opens a table; "" where none can
	State, StateOptions string
	Bots, Sides         []Choice
}

// TrainingPlay is a legal play.
type TrainingPlay struct {
	Action            string // in the notation of the rules
	Text, Effect, URL string
	Quiet             bool // the effect goes without saying
	Shown             bool
}

// TrainingShown is the position after a play.
type TrainingShown struct {
	Board        NardyBoard
	Text, Status string
	Back, On     string // addresses of the position before, and of this one; no On after the end
}

// TrainingCode is a form in which the position can be copied.
type TrainingCode struct{ ID, Label, Value string }
