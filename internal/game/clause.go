package game

// Explainer is Rules that can show its clauses by example. Rules pages are
// made from it and the same data runs as tests, so that a page can not
// describe a rule that the game does not play.
type Explainer interface {
	Rules
	// Explain returns the clauses in the order of the rules page.
	Explain() []Clause
}

// Clause is one paragraph of the rules with the positions that show it. Its
// words come from the message catalogues, under its ID.
type Clause struct {
	ID       string   // "bachet.take-at-most": a refusal's Rule or a heading of its own
	Refusals []string // which ids of Info.Clauses this paragraph explains
	Examples []Example
}

// Example is a position and what the rules say there.
type Example struct {
	ID       string   // unique within the game; the catalogue has its caption
	Options  []byte   // nil for the defaults
	Position string   // a position code; empty for the initial position
	Allowed  []Action // each is accepted here
	Refused  []Refused
	// Outcome is the end of the game in Position, nil where it goes on.
	Outcome *Outcome
}

// Refused is a text that the rules do not accept in an example, and why.
type Refused struct {
	Text string
	Rule string
}
