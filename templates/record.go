package templates

import "time"

// Frame is a position of a game that is shown move by move, with what led to
// it.
type Frame struct {
	Ply    int      `json:"ply"`
	Seat   string   `json:"seat"`            // who did it: "first", "second", or "" for nobody
	Who    string   `json:"who"`             // the name
	Text   string   `json:"text"`            // what was done
	Clock  string   `json:"clock,omitempty"` // what it left on the clock
	Dice   []int    `json:"dice,omitempty"`
	Stood  []string `json:"-"`     // that the clocks stood still after it
	Code   string   `json:"code"`  // of the position
	Label  string   `json:"label"` // the position in words
	Pieces string   `json:"pieces"`
}

// FrameRow is what a seat did in one go.
type FrameRow struct {
	No, Seat, Who string
	Frames        []Frame
}

// Words are the frame in a line.
func (f Frame) Words() string {
	words := f.Text
	if f.Who != "" {
		words = f.Who + ": " + words
	}
	if f.Clock != "" {
		words += " · " + f.Clock
	}
	return words
}

// GameFile is a game as one file that needs no site.
type GameFile struct {
	Page

	Title   string // the players
	Terms   string
	Result  string
	Written time.Time // when the last move was made
	Source  string    // the address of the table
	Sketch  Sketch    // the last position
	Rows    []FrameRow
	Dice    bool // the game is played with dice

	Shown string // GameFileMain as HTML

	// Data is JSON: what the script shows and checks; Seal is its SHA-256.
	Data, Seal string
	Texts      any // what the script says
	Style      string
	Script     string
	Policy     string // what the file may do, by the hashes of its parts
}

// Record is the page from which a game is taken away: as a file, as text, as
// something to show on other sites.
type Record struct {
	Page

	Table  string // its address
	Title  string
	Rounds []RecordRound // the newest first
	Log    string        // address of the log
	Stood  []string      // when the clocks stood still, since the site was down
	Check  string        // address of the page about dice, "" for games without
	Embed  string        // the snippet
	Image  string        // the snippet of a picture
	Frame  string        // the address of the embedded page
}

// RecordRound is a round and what can be had of it.
type RecordRound struct {
	No     int
	Result string
	File   string // address of the file with everything inside
	Text   string // address of the notation, "" where there is none
	Ending string // of the notation: ".mat"
	Replay string // address where it can be stepped through
}

// Embed is a game on a page of somebody else.
type Embed struct {
	Page

	Title    string
	Headline string
	Caption  string // what led to the position
	Sketch   Sketch
	Ply, All int
	Live     bool // the page asks again and again
	First    string
	Back     string
	Forward  string
	Last     string
	Table    string // the address of the table
}
