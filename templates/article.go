package templates

import "slices"

// RulesPage is the rules of a game: its clauses with their examples, and what
// else there is to say to beginners.
type RulesPage struct {
	Page
	Heading  string
	Lead     string
	Play     string // address of the page where one starts a game
	Strategy string // address of the strategy article, "" for none

	Clauses   []RuleClause
	Replay    *Replay // a round from start to finish, nil for none
	Mistakes  []Passage
	Questions []Passage
	Links     []Crumb // further pages on the game
	Nardy     *NardyRules
	// Words are the headings of the parts that only some games have.
	RoundTitle, RoundLead, MistakesTitle string
}

// Passage is a short text with a heading.
type Passage struct{ ID, Title, Text string }

// RuleClause is one paragraph of the rules.
type RuleClause struct {
	ID       string   // its anchor
	Anchors  []string // refusals it explains beside the one of its own name
	Title    string
	Text     string
	House    string // why the rule is ours, where the author left it open; "" where it is his
	Examples []ExampleBoard
}

// ExampleBoard is a position of the rules page on which one can try moves.
type ExampleBoard struct {
	Game     string
	ID       string
	Caption  string
	Action   string // address of the form that tries a move
	Position string // its code
	Board    Drawing
	Status   string // where it stands, in words

	Answer  *Answer   // what came of the last try, nil before it
	Moved   bool      // this is no longer the position of the example
	Tries   []Attempt // what the example claims, allowed things first
	Others  []Attempt // further legal moves
	Restart string    // address of the example as it was
	Open    []Opening // ways to play on for real; none where the game is over

	Training string // address of the page where it can be set up otherwise; "" where the game has none
}

// Anchor is the id of the example on the rules page.
func (e ExampleBoard) Anchor() string { return "example-" + e.ID }

// Attempt is something one can try, and what the rules say to it.
type Attempt struct {
	Text    string // what to send
	Label   string // "Take 3"
	Allowed bool
	Result  string // where it leads, or why it is refused
	Rule    string // the rule that refuses it
}

// Answer is what the rules said to a try.
type Answer struct {
	Text    string
	Rule    string // of a refusal
	RuleURL string
	RuleTag string // words of the link
}

// Opening is a form that opens a table.
type Opening struct {
	Action string
	Label  string
	Fields []Field
}

// Field is a hidden field of a form.
type Field struct{ Name, Value string }

// Replay shows a round move by move.
type Replay struct {
	Step    int // 0 is the start
	Board   Drawing
	Title   string // "Move 3 of 8"
	Text    string // what happens, in words
	Moves   []ReplayMove
	First   string // addresses; "" where there is no way
	Back    string
	Forward string
}

// ReplayMove is a line in the list of moves.
type ReplayMove struct {
	URL     string
	Side    string
	Move    string
	Reached string
	Current bool
}

// StrategyPage is the article on how to win at Bachet's game.
type StrategyPage struct {
	Page
	Play  string // address of the page where one starts a game
	Rules string // address of the rules page
	Rows  []HeapTake
	Heaps HeapBoard
	// Turns are the games that turn the tables on the computer.
	Turns []Opening
}

// HeapTake is what to take from a heap: 0 where it is lost.
type HeapTake struct {
	Left, Take int
}

// HeapBoard shows which heaps are lost.
type HeapBoard struct {
	Action    string // address of its form
	Sticks    int
	Max       int
	Misere    bool
	Limits    HeapLimits
	Corrected bool // what was asked for was out of the limits
	Heaps     []HeapTake
	// Columns is in how many columns the heaps stand: a multiple of the period,
	// so that the lost ones stand below each other.
	Columns  int
	Verdict  string
	Why      string
	PlayNote string
	Play     []Opening
}

// Lost is the smallest heap that is lost, if the board shows one.
func (b HeapBoard) Lost() (HeapTake, bool) { return b.first(true) }

// Won is the smallest heap that is won, if the board shows one.
func (b HeapBoard) Won() (HeapTake, bool) { return b.first(false) }

func (b HeapBoard) first(lost bool) (HeapTake, bool) {
	i := slices.IndexFunc(b.Heaps, func(h HeapTake) bool { return (h.Take == 0) == lost })
	if i < 0 {
		return HeapTake{}, false
	}
	return b.Heaps[i], true
}

// HeapLimits are what the fields of the form take.
type HeapLimits struct{ MinSticks, MaxSticks, MinTake, MaxTake int }
