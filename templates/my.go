package templates

import "time"

// My is the page with the games of a browser.
type My struct {
	Page

	List     MyList
	Room     int    // how many tables the cookie holds
	Full     bool   // it has hardly any room left
	Overflow bool   // a game that was not over had to make room
	Told     string // what was just done
	Problem  bool   // … or why it was not
	Tables   any    // for the script: what this browser holds, with secrets
}

// MyList is the tables of a browser.
type MyList struct {
	Running []MyGame // those on which it is its turn come first
	Over    []MyGame
	Gone    int // how many are not kept any more
}

// MyGame is a table in the list.
type MyGame struct {
	ID, URL     string
	Game, Title string
	State       string // whose turn it is, or who has won
	Score       string
	Yours       bool
	At          time.Time // of the last event; zero if that can not be read
	Record      string    // where a game that is over is taken away
}

// machineTime is a time as the attribute datetime has it; the script of the page
// writes it in the time of whoever looks.
func machineTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }
