package templates

import (
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/lang"
)

// NardyHint is what the computer would do, beside the board of a game against
// it.
type NardyHint struct {
	T       *lang.Catalogue
	Address string // of the table page
	Seat    string // that may ask
	Seq     uint64
	Key     string
	Can     bool   // a hint can be asked for now
	Count   string // how many there were in this game, "" for none
	Advice  *NardyAdvice
	Busy    bool // a hint was asked for and is being thought about
}

// NardyAdvice is what the computer thinks about a decision.
type NardyAdvice struct {
	Code   string // of the position that it is about
	Best   string // the best play in words, or a word of the cube
	Says   string // what it gains
	Words  []NardyWord
	Plays  []NardyAdvised
	Rows   []NardyChance
	Before string // the heading of what was before
	After  bool   // the rows tell of the best play, too
	// Board shows the best play where no script shows it on the board itself.
	Board Sketch
	Trail []string
}

// NardyWord is what the price can be answered with.
type NardyWord struct{ Action, Text string }

// NardyAdvised is a play and what it loses against the best one.
type NardyAdvised struct {
	Action string
	Text   string
	Ways   string // its hops, "24/18 18/14"
	Loss   string // "" for the best one
}

// NardyChance is how likely something is: before the throw, and after the best
// play of it.
type NardyChance struct{ Name, Before, After string }

// NardyAnalysis is the page on what a computer thinks about a game that is over.
type NardyAnalysis struct {
	Page
	Address string // of this page, with the game that it shows
	Table   string // the page of the table
	Games   []ReplayLink
	// State is what there is: "none" before a game is over, "ask" where the
	// analysis can be begun, "busy" while it is made, "failed", "stopped" where the
	// program stopped before it was made, or "done".
	State     string
	Game      int // from 1, in the order of play
	Done, All int // steps judged, and of how many
	Key       string
	Names     [2]string // by side
	Sums      []NardySum
	Balance   []string // what decided the game, in sentences
	Itself    string   // that somebody is judged by himself, "" where nobody is
	Hints     string
	Worst     []NardyMistake
	Defs      string // shapes that the drawings share
	Moves     []NardyJudged
	By        string
}

// NardySum is a row of figures, of both sides.
type NardySum struct {
	Name   string
	Values [2]string
	Note   string
}

// NardyMistake is a play that lost something, with the better one.
type NardyMistake struct {
	Title, Loss, Says string
	Played, Better    string
	Board             Sketch
	Wrong, Right      []string // their ways in the drawing
	Rows              []NardyChance
	Position          string // where the table shows it
}

// NardyJudged is a row of the list of all decisions.
type NardyJudged struct {
	No, Side, Who, Dice string
	Played, Better      string // Better is "" where nothing was
	Loss, Luck          string
	Grade               string // "", "error" or "blunder"
	Position            string
}

// Percent is the share that is done.
func (a NardyAnalysis) Percent() int { return 100 * a.Done / max(a.All, 1) }

// NardyTrail are the ways of hops in the drawing of a position, as paths: hops
// of one checker are one way.
func (b NardyBoard) NardyTrail(side int, hops []string) []string {
	var ways [][]string
	for _, hop := range hops {
		from, to, _ := strings.Cut(hop, "/")
		joined := false
		for i := range ways {
			if ways[i][len(ways[i])-1] == from {
				ways[i] = append(ways[i], to)
				joined = true
				break
			}
		}
		if !joined {
			ways = append(ways, []string{from, to})
		}
	}
	var paths []string
	for _, way := range ways {
		var dots [][2]float64
		for i, place := range way {
			dots = append(dots, b.dot(side, place, i > 0))
		}
		paths = append(paths, arrow(dots))
	}
	return paths
}

// dot is where a checker of a side stands at a place, or comes to stand.
func (b NardyBoard) dot(side int, place string, comes bool) [2]float64 {
	switch place {
	case "bar":
		_, row := b.Cell(b.View.point(side, 1))
		return [2]float64{drawnLeft(8) + drawnMiddle/2, drawnHigh/2 + float64(2*row-3)*11}
	case "off":
		column, row := b.Cell(b.View.point(side, 24))
		end, y := 1, drawnRim+6
		if column > 8 {
			end = 15
		}
		if row == 2 {
			y = drawnHigh - y
		}
		return [2]float64{drawnLeft(end) + drawnStore/2, y}
	}
	point, err := strconv.Atoi(place)
	if err != nil || point < 1 || point > 24 {
		return [2]float64{drawnWide / 2, drawnHigh / 2}
	}
	column, row := b.Cell(point)
	s, sides := b.stack(point), nardySides()
	level := s.N - 1
	if comes {
		level++
	}
	if s.Side != sides[side] {
		level = 0
	}
	y := drawnRim + drawnDisc/2 + float64(min(max(level, 0), 4))*drawnDisc
	if row == 2 {
		y = drawnHigh - y
	}
	return [2]float64{drawnLeft(column) + drawnPoint/2, y}
}
