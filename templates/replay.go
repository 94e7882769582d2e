package templates

// ReplayPage is a whole game to step through.
type ReplayPage struct {
	Page
	Heading, Lead string
	Record        string // the game as text
	Rules, Paste  string // addresses
	Figure        GameReplay
}

// GameReplay is a game as it stands after some moves.
type GameReplay struct {
	Ply, All int
	Board    AshtarashkiBoard
	Label    string // the position in words
	Title    string // the move that led here
	Said     string // what it did
	Note     string // what there is to say about it, "" for nothing
	Pairs    []ReplayPair
	// Addresses; "" where there is no way.
	First, Back, Forward, Last, NextNote string

	Open string // address of the editor with this position
}

// ReplayPair is a line of the list of moves.
type ReplayPair struct {
	No    int
	Moves [2]*ReplayLink // White's and Black's, nil where there is none
}

// ReplayLink is a move in the list.
type ReplayLink struct {
	URL, Text      string
	Current, Noted bool
}
