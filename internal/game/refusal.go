package game

import "fmt"

// Refusal says which rule an action breaks. It is the only error of Apply and
// Read; pages turn Rule into a sentence and link it to the clause.
type Refusal struct {
	Rule string // one of Info.Clauses; also the anchor on the rules page
	Step int    // which hop of the action breaks it, from 0
}

func (r *Refusal) Error() string {
	if r.Step > 0 {
		return fmt.Sprintf("refused by %s at hop %d", r.Rule, r.Step+1)
	}
	return "refused by " + r.Rule
}

// OptionError says which option is wrong and why.
type OptionError struct {
	Field   string // the JSON name of the option, "" when the object itself is broken
	Problem string // in English, for logs and for people who write scripts
	Rule    string // a stable word for catalogues: "unknown", "range", "type", "json"
}

func (e *OptionError) Error() string {
	if e.Field == "" {
		return "options: " + e.Problem
	}
	return fmt.Sprintf("option %s: %s", e.Field, e.Problem)
}
