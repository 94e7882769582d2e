package templates

// EditorPage is where one sets up a position.
type EditorPage struct {
	Page
	Action       string // address of the page itself
	Code         string // the position
	Link         string // with the origin
	Start, Clear string // addresses of the initial position and of the empty board
	Board        AshtarashkiBoard
	Brush        Brush
	Verdict      Verdict
	Pasted       string // what could not be read
	PasteProblem string // why
}

// Brush is what a press on a square puts there.
type Brush struct {
	Side  string // "w", "b" or "none", which takes away
	Rank  string
	State string
}

// Verdict says whether one can play from a position.
type Verdict struct {
	Problem string // why not, in words
	Ready   string // that one can
	Mover   string // "w" or "b"
	Code    string

	Action string // where the form goes; "" where there is nothing to play
	Bots   []Choice
	Sides  []Choice
}

// EditorSquare is a square of the board as the editor shows it.
type EditorSquare struct {
	At    string // "" for a light one
	Stone *AshtarashkiStone
	Label string
}

// Squares returns the squares in reading order.
func (p EditorPage) Squares() []EditorSquare {
	var all []EditorSquare
	for _, c := range p.Board.Cells() {
		all = append(all, EditorSquare{At: c.At, Stone: c.Stone, Label: c.Label})
	}
	return all
}
