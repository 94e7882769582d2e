package wire

// Boot is what a table page hands to its own script: the table as it stands,
// and what this browser holds of it. It is part of the page and of no
// protocol.
type Boot struct {
	Table
	Base     string            `json:"base"` // address of the page
	Lang     string            `json:"lang"`
	Title    string            `json:"title"`              // what follows "Your turn" in the title of the window
	Mine     map[string]string `json:"mine"`               // seat → secret, for the seats of this browser
	Asked    string            `json:"asked,omitempty"`    // the seat that asks for something
	AskedFor string            `json:"askedFor,omitempty"` // the command that it asks to agree to
	At       int64             `json:"at,omitempty"`       // the time of the site, where there is a clock
	Best     []int             `json:"best"`               // by ply: what the game's theory would have played, 0 where it does not matter
	Board    bool              `json:"board"`              // the script has a board for this game
	Trouble  string            `json:"trouble,omitempty"`  // why the form that this page answers was not accepted
	Rule     string            `json:"rule,omitempty"`     // the rule that forbade it, if one did
	Fresh    bool              `json:"fresh"`              // the table was opened just now
	Icons    [2]string         `json:"icons"`              // of the tab: at rest, and when it is this browser's turn

	// Earlier is the address of the plies before those of Table, an Earlier; ""
	// where Table has all of them.
	Earlier string `json:"earlier,omitempty"`
}

// Earlier are the first plies of a long round.
type Earlier struct {
	Plies []Ply `json:"plies"`
}
