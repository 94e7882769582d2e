package templates

import "github.com/a-h/templ"

// Clock is a seat's clock in its strip.
type Clock struct {
	Time  string // "4:05", "9.4"
	Free  string // what is left of the delay, "" for none
	Label string // what it is, for those who do not see it
	Low   bool   // it runs out
	Runs  bool
}

// Claim is what can be done against an opponent who stays away.
type Claim struct {
	Shown bool // there is something to say
	Ready bool // the round can be claimed now
	Text  string
	// Another is true where the opponent has not come to play: one may look for
	// another one, with AnotherKey.
	Another    bool
	AnotherKey string
}

// TakeBack is the button that takes back.
type TakeBack struct {
	Text string
	Note string // what stays as it is, "" where that needs no words
	Seat string
	Can  bool
}

// Offer is what the other seat asks for.
type Offer struct {
	Kind string // the command that agrees to it
	Text string // "" where nothing is asked for
}

// wordsOf makes attributes of what a script says.
func wordsOf(words map[string]string) templ.Attributes {
	attributes := make(templ.Attributes, len(words))
	for name, text := range words {
		attributes[name] = text
	}
	return attributes
}

// Stood says that the clocks stood still after so many plies of the round. Lists
// of moves have a line for it in the row of the ply.
type Stood struct {
	Ply  int
	Text string
}
