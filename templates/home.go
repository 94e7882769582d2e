package templates

// Home is the first page.
type Home struct {
	Page
	Games      []HomeGame
	Unfinished []Unfinished
	Open       Open
	Find       []Finder
	Dice       string // address of the page on the dice, "" while no game has any
}

// HomeGame is a game as the first page shows it.
type HomeGame struct {
	ID     string
	Name   string
	Pitch  string  // what one does and who wins, in two sentences
	More   string  // address of all ways to play
	Rules  string  // "" where there is no such page
	Lesson string  // address of the article on how to win, "" without one
	Links  []Crumb // further pages on the game
	Starts []QuickStart
	Nardy  NardyBoard // the picture of nardy: a board in the middle of a game
}

// QuickStart is a button that opens a table at once.
type QuickStart struct {
	ID     string
	Text   string
	Note   string
	Main   bool
	Fields []HiddenField
}

// HiddenField is a hidden field of a form.
type HiddenField struct{ Name, Value string }

// Unfinished is a table of this browser on which a round is running.
type Unfinished struct {
	URL      string
	Game     string
	Title    string // who plays
	State    string // whose turn it is and how things stand
	YourTurn bool
}
