package templates

import (
	"strings"

	"github.com/hod-games/hod/internal/lang"
)

// NardyFlow is what stands around the board of a nardy table: the buttons, the
// list of turns, what each side's dice were worth, the result.
type NardyFlow struct {
	T       *lang.Catalogue
	Address string // of the table page

	RollSeat string // the seat that can throw or decline to raise now, "" if this browser has none
	RollText string // what that button says
	OwnDice  bool   // people throw real dice and enter them

	CanPlay bool     // this browser has a stage to play
	Plays   []string // ways to play it, for browsers without script
	More    int      // how many of them are listed, if there are more; else 0

	HasCube               bool
	CanRaise, CanAnswer   bool
	Price, Next           int    // of an oyn, now and after one more raise; Next is 0 where there can be none
	CubeText              string // where the cube is and what it says
	Ply, Plies            int    // how many entries the shown position comes after, and how many there are
	Past                  bool   // an earlier position is shown
	Turns                 []NardyTurn
	Hidden                int // how many turns are left out of the list, which a link shows
	Luck                  [2]string
	LuckNote              string
	Result                NardyResult
	Match                 string // the score of the match, "" for a game by itself
	Over                  bool
	Again                 string // what the button says that begins the next game
	MatExport, LogAddress string
}

// NardyTurn is a row of the list of turns.
type NardyTurn struct {
	No    string // "" for rows that are no turns: the draw, words of the cube
	Side  string // "first" or "second"; "" for the draw
	Who   string
	Parts []NardyPart
}

// NardyPart is a stage of a turn, a word of the cube or the draw.
type NardyPart struct {
	Ply    int    // entries of the round up to and with it
	Thrown int    // up to and with the throw that it begins with, 0 where none does
	Dice   string // "" where none were thrown
	Text   string

	// That the clocks stood still: between the throw and what was made of it,
	// and after the part.
	Pondered, Stood []string
}

// NardyResult is how a game ended.
type NardyResult struct {
	Kind, Reason, Points string
	Sum                  string // how the points come about, "" where nothing multiplies
	Match                string // how the match stands, "" for a game by itself
	Next                 string
}

// NardyAction is a play in words of the language: "бар/20 6/выброс".
func NardyAction(c *lang.Catalogue, action string) string {
	if action == "pass" {
		return c.Text("nardy.flow.cell.pass")
	}
	return strings.NewReplacer("bar", c.Text("nardy.play.place.bar"), "off", c.Text("nardy.play.place.off")).Replace(action)
}

// Shown reports whether the page shows the position after a part.
func (f NardyFlow) Shown(p NardyPart) bool { return f.Past && f.Ply == p.Ply }

// raiseText, takeText and dropText are the words on the buttons of the cube;
// the prices stand in them while they are in question.
func (f NardyFlow) raiseText() string {
	if f.CanRaise {
		return f.T.Text("nardy.flow.raise", "n", f.Next)
	}
	return f.T.Text("nardy.flow.raise.none")
}

func (f NardyFlow) takeText() string {
	if f.CanAnswer {
		return f.T.Text("nardy.flow.take", "n", f.Next)
	}
	return f.T.Text("nardy.flow.take.none")
}

func (f NardyFlow) dropText() string {
	if f.CanAnswer {
		return f.T.Text("nardy.flow.drop", "n", f.Price)
	}
	return f.T.Text("nardy.flow.drop.none")
}

// dropNote says what dropping costs, "" where there is nothing to drop.
func (f NardyFlow) dropNote() string {
	if !f.CanAnswer {
		return ""
	}
	return f.T.Text("nardy.flow.drop.note", "n", f.Price)
}
