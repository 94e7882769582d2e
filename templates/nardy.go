package templates

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/lang"
)

// Nardy is what the board of nardy shows of its view, as State.View marshals
// it. Light is the first side; numbers of points are those of Light's route.
type Nardy struct {
	Variant string    `json:"variant"`
	Route   string    `json:"route"` // "same" or "opposed"
	Phase   string    `json:"phase"`
	Mover   string    `json:"mover"`  // "nobody" before the draw and at the end
	Points  [24]int   `json:"points"` // Dark's are negative
	Covered []int     `json:"covered"`
	Bar     [2]int    `json:"bar"`
	Off     [2]int    `json:"off"`
	Heads   [2]int    `json:"heads"`
	Pips    [2]int    `json:"pips"`
	Dice    []int     `json:"dice"`
	Cube    NardyCube `json:"cube"`
}

// NardyCube is the raise cube.
type NardyCube struct {
	Kind    string `json:"kind"` // "none" where the table has no cube
	Price   int    `json:"price"`
	Owner   string `json:"owner"` // "nobody" while both may raise
	Offered bool   `json:"offered"`
	Next    int    `json:"next"`
}

// NardyBoard is a position as a page draws it.
type NardyBoard struct {
	T      *lang.Catalogue
	View   Nardy
	Family string // "long", "plakoto" or "short": what is remembered apart
	// Flipped puts Dark at the bottom, Mirrored the homes at the other hand.
	Flipped, Mirrored bool
	Own               bool     // points are numbered from the seat at the bottom, 24 to 1
	Reader            string   // the side in whose order the points stand for who does not see them
	Last              []string // the hops of the last turn, "24/18"
	LastSide          string   // whose they were
	Dice              []NardyDie
	// Of a board one plays on; a board that is only looked at has none.
	Code   string // the position code
	Begin  string // the code of the position in which the round began
	Way    string // as whom one looks: "f" as Light, "s" as Dark, "b" as both or neither
	Orient string // what this browser has turned: letters of "f" and "m"
}

// NardyDie is a die as it lies on the board.
type NardyDie struct {
	Pips int
	Used bool
}

// NardyPoint is one of the 24 points as it is drawn.
type NardyPoint struct {
	At      string // "1" … "24"
	No      string // the number on the rim
	Cell    string // the classes that say where it is
	Dark    bool   // of the two kinds of wood the dark one
	Stack   NardyStack
	Last    bool // the last turn came here
	Ghosts  int  // how many checkers the last turn took from here
	Ghostly string
	Label   string
}

// NardyStack is a pile of checkers.
type NardyStack struct {
	Side  string // "" where there is none
	N     int
	Under string // the side whose covered checker lies below, "" if none does
}

// Visible are the checkers that are drawn, from the rim on; the number of all
// stands on the last of them.
func (s NardyStack) Visible() []string {
	var all []string
	if s.Under != "" {
		all = append(all, s.Under+" under")
	}
	for range min(s.N, 5) {
		all = append(all, s.Side)
	}
	return all
}

// Count is the number on the last checker of a pile that is higher than what
// is drawn.
func (s NardyStack) Count(i int) string {
	if s.N > 5 && i == len(s.Visible())-1 {
		return strconv.Itoa(s.N)
	}
	return ""
}

// nardySides are the names of the sides in the order of pairs.
func nardySides() [2]string { return [2]string{"first", "second"} }

// step is how far a point is on a side's route, from 1.
func (n Nardy) step(side, point int) int {
	switch {
	case side == 0:
		return point
	case n.Route == "opposed":
		return 25 - point
	case point > 12:
		return point - 12
	default:
		return point + 12
	}
}

// point is the point of a step. Each way of counting steps undoes itself.
func (n Nardy) point(side, step int) int { return n.step(side, step) }

// Cell is where a point lies on a board that lies across: the column 2 … 14
// from the left, 8 being the bar, and the row, 1 at the top. Light's head is
// at the top right and his home at the bottom right, unless the board is
// turned. Who looks from the other side has his own head and home there: where
// both go the same way round the board is turned, where they go against each
// other its far and its near edge change places.
func (b NardyBoard) Cell(point int) (column, row int) {
	column, row = 13-point, 1
	if point > 12 {
		column, row = point-12, 2
	}
	turned := b.Mirrored
	if b.Flipped {
		row = 3 - row
		turned = turned != (b.View.Route == "same")
	}
	if turned {
		column = 13 - column
	}
	if column > 6 {
		return column + 2, row
	}
	return column + 1, row
}

func nardyCell(column, row int) string {
	return "c" + strconv.Itoa(column) + " r" + strconv.Itoa(row)
}

// number is what is written at a point.
func (b NardyBoard) number(point int) string {
	if b.Own {
		return strconv.Itoa(25 - b.View.step(b.bottom(), point))
	}
	return strconv.Itoa(point)
}

// bottom is the side at the near edge.
func (b NardyBoard) bottom() int {
	if b.Flipped {
		return 1
	}
	return 0
}

// Points are the points in the order of the reader's route.
func (b NardyBoard) Points() []NardyPoint {
	side := 0
	if b.Reader == "second" {
		side = 1
	}
	points := make([]NardyPoint, 0, 24)
	for step := 1; step <= 24; step++ {
		n := b.View.point(side, step)
		p := NardyPoint{At: strconv.Itoa(n), No: b.number(n), Dark: n%2 == 0, Stack: b.stack(n)}
		p.Cell = nardyCell(b.Cell(n))
		for _, hop := range b.Last {
			from, to, _ := strings.Cut(hop, "/")
			if to == p.At {
				p.Last = true
			}
			if from == p.At {
				p.Ghosts++
			}
		}
		p.Ghostly = b.LastSide
		p.Label = b.label(n, p)
		points = append(points, p)
	}
	return points
}

func (b NardyBoard) stack(point int) NardyStack {
	n, sides := b.View.Points[point-1], nardySides()
	if n == 0 {
		return NardyStack{}
	}
	s := NardyStack{Side: sides[0], N: n}
	other := sides[1]
	if n < 0 {
		s.Side, s.N, other = sides[1], -n, sides[0]
	}
	if slices.Contains(b.View.Covered, point) {
		s.Under = other
	}
	return s
}

// label says what a point is: «пункт 7, светлые, 3 шашки». The script in
// web/src/board/nardy says the same and what can be done there.
func (b NardyBoard) label(point int, p NardyPoint) string {
	parts := []string{b.T.Text("nardy.play.point", "no", b.number(point))}
	if p.Stack.N == 0 {
		parts = append(parts, b.T.Text("nardy.play.empty"))
	} else {
		parts = append(parts, b.T.Text("nardy.play.side."+p.Stack.Side), b.T.Text("nardy.play.checkers", "n", p.Stack.N))
	}
	if p.Stack.Under != "" {
		parts = append(parts, b.T.Text("nardy.play.covered."+p.Stack.Under))
	}
	if p.Last {
		parts = append(parts, b.T.Text("nardy.play.last"))
	}
	return strings.Join(parts, ", ")
}

// NardyStore is a place beside the points: half of the bar, or a tray.
type NardyStore struct {
	At          string // "bar" or "off"
	Side        string
	Column, Row int
	Cell        string // the classes that say where it is
	N           int
	Label       string
}

// Class names the place for the style sheet.
func (s NardyStore) Class() string {
	if s.At == "bar" {
		return "rail"
	}
	return "tray"
}

// letter is the side as codes of positions name it.
func (s NardyStore) letter() string {
	if s.Side == "first" {
		return "L"
	}
	return "D"
}

// Stores are the places beside the points.
func (b NardyBoard) Stores() []NardyStore {
	var all []NardyStore
	for i, side := range nardySides() {
		end, near := 1, "near"
		if i != b.bottom() {
			near = "far"
		}
		_, enters := b.Cell(b.View.point(i, 1))
		column, row := b.Cell(b.View.point(i, 24))
		if column > 8 {
			end = 15
		}
		if b.Family == "short" {
			all = append(all, NardyStore{
				At: "bar", Side: side, Column: 8, Row: enters, Cell: nardyCell(8, enters) + " " + near, N: b.View.Bar[i],
				Label: b.T.Text("nardy.play.bar."+side) + ", " + b.T.Text("nardy.play.checkers", "n", b.View.Bar[i]),
			})
		}
		all = append(all, NardyStore{
			At: "off", Side: side, Column: end, Row: row, Cell: nardyCell(end, row) + " " + near, N: b.View.Off[i],
			Label: b.T.Text("nardy.play.off."+side) + ", " + b.T.Text("nardy.play.checkers", "n", b.View.Off[i]),
		})
	}
	return all
}

// end is the column of the tray at the near edge: what else lies beside the
// points keeps out of its way.
func (b NardyBoard) end() string {
	if column, _ := b.Cell(b.View.point(b.bottom(), 24)); column > 8 {
		return "right"
	}
	return "left"
}

// cubeAt is where the cube lies: with its owner, or in the middle.
func (b NardyBoard) cubeAt() string {
	switch b.View.Cube.Owner {
	case nardySides()[b.bottom()]:
		return "near"
	case nardySides()[1-b.bottom()]:
		return "far"
	default:
		return "middle"
	}
}

// cubeLabel says what the cube shows and whose it is.
func (b NardyBoard) cubeLabel() string {
	return b.T.Text("nardy.play.cube", "n", b.View.Cube.Price) + ", " + b.T.Text("nardy.play.cube."+b.View.Cube.Owner)
}

// cubeFigures is how many figures the cube shows: a style makes room for them.
func (b NardyBoard) cubeFigures() string { return strconv.Itoa(len(strconv.Itoa(b.View.Cube.Price))) }

// DiceFar reports whether the dice lie in the half of the side at the far edge:
// who is to move at the near edge has them at the right.
func (b NardyBoard) DiceFar() bool { return b.View.Mover == nardySides()[1-b.bottom()] }

func (b NardyBoard) diceAt() string {
	if b.DiceFar() {
		return "far"
	}
	return "near"
}

// diceLabel says what the dice show.
func (b NardyBoard) diceLabel() string {
	words := make([]string, len(b.Dice))
	for i, d := range b.Dice {
		words[i] = strconv.Itoa(d.Pips)
		if d.Used {
			words[i] += " " + b.T.Text("nardy.play.die.used")
		}
	}
	if len(words) == 0 {
		return b.T.Text("nardy.play.dice.none")
	}
	return b.T.Text("nardy.play.dice", "dice", strings.Join(words, ", "))
}

// Summary is a position in one sentence, for who does not see the drawing.
func (b NardyBoard) Summary() string {
	var sides []string
	for i, side := range nardySides() {
		var points []string
		for step := 1; step <= 24; step++ {
			n := b.View.point(i, step)
			if s := b.stack(n); s.Side == side {
				points = append(points, b.number(n)+"\u00a0— "+strconv.Itoa(s.N))
			} else if s.Under == side {
				points = append(points, b.number(n)+"\u00a0— "+b.T.Text("nardy.play.covered.short"))
			}
		}
		if n := b.View.Bar[i]; n > 0 {
			points = append(points, b.T.Text("nardy.play.place.bar")+"\u00a0— "+strconv.Itoa(n))
		}
		if n := b.View.Off[i]; n > 0 {
			points = append(points, b.T.Text("nardy.play.place.off")+"\u00a0— "+strconv.Itoa(n))
		}
		sides = append(sides, b.T.Text("nardy.play.side."+side)+": "+strings.Join(points, ", "))
	}
	text := strings.Join(sides, "; ") + "."
	if len(b.Dice) > 0 {
		text += " " + b.diceLabel() + "."
	}
	return text
}

// turned is what the form sends to change one letter of how the board lies.
func (b NardyBoard) turned(letter string) string {
	if strings.Contains(b.Orient, letter) {
		return b.Family + "-" + strings.ReplaceAll(b.Orient, letter, "")
	}
	return b.Family + "-" + b.Orient + letter
}

// nardyHops finds the hops in an action: "24/18*", "6/off(2)".
var nardyHops = regexp.MustCompile(`(\w+)/(\w+)\*?(?:\((\d)\))?`)

// NardyHops are the hops that an action is made of, "24/18"; a word has none.
func NardyHops(action string) []string {
	var hops []string
	for _, m := range nardyHops.FindAllStringSubmatch(action, -1) {
		n, err := strconv.Atoi(m[3])
		if err != nil {
			n = 1
		}
		for range n {
			hops = append(hops, m[1]+"/"+m[2])
		}
	}
	return hops
}
