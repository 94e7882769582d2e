// Package exercises holds short questions about positions of nardy, each with a
// single right answer and the clause that gives it. Their positions come from
// games of a bot against itself; Compose found them and asked the rules for the
// answers, and a test finds every answer again by playing.
//
// All words are ids: the message catalogues have a question for every Kind, and
// a text for every choice that is no turn and no number.
package exercises
