package ashtarashki

import (
	"fmt"
	"math/bits"
	"strings"
)

// Colour is a side of the board. White begins.
type Colour uint8

// The two sides (clause 1.1).
const (
	White Colour = iota
	Black
)

// Other is the opponent.
func (c Colour) Other() Colour { return c ^ 1 }

func (c Colour) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Condition is how often a stone has retreated (clause 1.3).
type Condition uint8

// The three conditions of a stone on the board.
const (
	Full    Condition = iota // M: it captures
	Turned                   // V: retreated once, shown turned over
	Covered                  // W: retreated twice, its number covered
)

// conditionLetters are M полноправный, V отступивший, W дважды отступивший.
const conditionLetters = "MVW"

func (c Condition) String() string { return conditionLetters[c : c+1] }

// Stone is one stone as one sees it.
type Stone struct {
	Colour    Colour
	Rank      int // 1, 2 or 3
	Condition Condition
}

// String is the stone as position texts write it: "M3", "W2". The colour is
// not part of it.
func (s Stone) String() string { return s.Condition.String() + string('0'+rune(s.Rank)) }

// PerRank is how many stones of one rank a side has at the start, and at most.
const PerRank = 4

// Position is the whole state of a game, as eight numbers: a copy costs next
// to nothing, so whoever makes a move keeps the copy to unmake it.
//
// The zero value is an empty board.
type Position struct {
	Sides   [2]Set // the stones of White and of Black
	Ranks   [3]Set // the ones, twos and threes of both sides
	Turned  Set    // those that have retreated once
	Covered Set    // those that have retreated twice; not in Turned
	ToMove  Colour
}

// Initial is the position in which a game begins (clause 1.2).
func Initial() Position {
	return Position{
		Sides:  [2]Set{0x13131313, 0xc8c8c8c8},
		Ranks:  [3]Set{0x18818118, 0x42181842, 0x81424281},
		ToMove: White,
	}
}

// At returns the stone on a square, if there is one.
func (p *Position) At(s Square) (Stone, bool) {
	b := SetOf(s)
	var stone Stone
	switch {
	case p.Sides[White]&b != 0:
		stone.Colour = White
	case p.Sides[Black]&b != 0:
		stone.Colour = Black
	default:
		return Stone{}, false
	}
	for i, set := range p.Ranks {
		if set&b != 0 {
			stone.Rank = i + 1
		}
	}
	switch {
	case p.Turned&b != 0:
		stone.Condition = Turned
	case p.Covered&b != 0:
		stone.Condition = Covered
	}
	return stone, true
}

// Finished are the stones of a side on its last rank (clause 2.3).
func (p *Position) Finished(c Colour) Set { return p.Sides[c] & lastRank(c) }

// Active are the stones of a side that can still move or be captured.
func (p *Position) Active(c Colour) Set { return p.Sides[c] &^ lastRank(c) }

// Place adds a stone to an empty square.
func (p *Position) Place(s Square, stone Stone) {
	b := SetOf(s)
	p.Sides[stone.Colour] |= b
	p.Ranks[stone.Rank-1] |= b
	switch stone.Condition {
	case Turned:
		p.Turned |= b
	case Covered:
		p.Covered |= b
	case Full:
	}
}

// Remove takes whatever stands on a square off the board.
func (p *Position) Remove(s Square) {
	p.remove(White, SetOf(s))
	p.remove(Black, SetOf(s))
}

// String is the position text of clause 5.6.
func (p Position) String() string {
	var text strings.Builder
	text.WriteByte(p.ToMove.String()[0])
	for _, side := range p.Sides {
		if side == 0 {
			text.WriteString(" -")
			continue
		}
		separator := byte(' ')
		for ; side != 0; side = side.Rest() {
			s := side.First()
			stone, _ := p.At(s)
			text.WriteByte(separator)
			text.WriteString(stone.String())
			text.WriteString(s.String())
			separator = ','
		}
	}
	return text.String()
}

// PositionError says why a position text is refused (clause 5.6).
type PositionError struct {
	Problem Problem
	Side    Colour // whose stones, where it is about a stone
	Word    string // the stone, or whatever else is meant, as it was typed
}

// Problem is a kind of fault of a position text.
type Problem string

// The faults of a position text.
const (
	ProblemParts     Problem = "parts"     // not three parts
	ProblemMover     Problem = "mover"     // the side to move is neither w nor b
	ProblemForm      Problem = "form"      // not a stone and its square
	ProblemCondition Problem = "condition" // not M, V or W
	ProblemRank      Problem = "rank"      // not 1, 2 or 3
	ProblemOffBoard  Problem = "off-board"
	ProblemLight     Problem = "light"    // a light square
	ProblemTaken     Problem = "taken"    // a square taken twice
	ProblemTooMany   Problem = "too-many" // a fifth stone of a rank
)

// Problems are all kinds of faults.
func Problems() []Problem {
	return []Problem{
		ProblemParts, ProblemMover, ProblemForm, ProblemCondition, ProblemRank,
		ProblemOffBoard, ProblemLight, ProblemTaken, ProblemTooMany,
	}
}

func (e *PositionError) Error() string {
	switch e.Problem {
	case ProblemParts:
		return "not three parts: side to move, White's stones, Black's stones"
	case ProblemMover:
		return fmt.Sprintf("the side to move is %.20q, not w or b", e.Word)
	case ProblemForm, ProblemCondition, ProblemRank, ProblemOffBoard, ProblemLight, ProblemTaken, ProblemTooMany:
	}
	return fmt.Sprintf("the stones of %s: %.20q: %s", e.Side, e.Word, e.Problem.words())
}

// words are a fault of one stone.
func (p Problem) words() string {
	switch p {
	case ProblemCondition:
		return "there is no such condition, only M, V and W"
	case ProblemRank:
		return "there is no such rank, only 1, 2 and 3"
	case ProblemOffBoard:
		return "the square is not on the board"
	case ProblemLight:
		return "the square is a light one"
	case ProblemTaken:
		return "the square is taken twice"
	case ProblemTooMany:
		return fmt.Sprintf("more than %d stones of this rank", PerRank)
	case ProblemParts, ProblemMover, ProblemForm:
	}
	return "not a stone and its square, such as M3a1"
}

// Parse reads a position text (clause 5.6), its stones in any order. The error
// is a *PositionError.
func Parse(text string) (Position, error) {
	fields := strings.Fields(text)
	if len(fields) != 3 {
		return Position{}, &PositionError{Problem: ProblemParts}
	}
	var p Position
	switch fields[0] {
	case "w":
		p.ToMove = White
	case "b":
		p.ToMove = Black
	default:
		return Position{}, &PositionError{Problem: ProblemMover, Word: fields[0]}
	}
	for i, list := range fields[1:] {
		if word, problem := p.readStones(Colour(i), list); problem != "" {
			return Position{}, &PositionError{Problem: problem, Side: Colour(i), Word: word}
		}
	}
	return p, nil
}

// readStones puts the stones of a list. It returns the first one that can not
// be, and why.
func (p *Position) readStones(c Colour, list string) (string, Problem) {
	if list == "-" {
		return "", ""
	}
	for word := range strings.SplitSeq(list, ",") {
		stone, s, problem := readStone(word)
		switch {
		case problem != "":
			return word, problem
		case (p.Sides[White] | p.Sides[Black]).Has(s):
			return word, ProblemTaken
		}
		stone.Colour = c
		p.Place(s, stone)
		if (p.Sides[c] & p.Ranks[stone.Rank-1]).Len() > PerRank {
			return word, ProblemTooMany
		}
	}
	return "", ""
}

func readStone(word string) (Stone, Square, Problem) {
	if len(word) != 4 {
		return Stone{}, 0, ProblemForm
	}
	condition := strings.IndexByte(conditionLetters, word[0])
	if condition < 0 {
		return Stone{}, 0, ProblemCondition
	}
	if word[1] < '1' || word[1] > '3' {
		return Stone{}, 0, ProblemRank
	}
	file, rank := int(word[2])-'a', int(word[3])-'1'
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return Stone{}, 0, ProblemOffBoard
	}
	s, dark := SquareAt(file, rank)
	if !dark {
		return Stone{}, 0, ProblemLight
	}
	return Stone{Rank: int(word[1] - '0'), Condition: Condition(condition)}, s, ""
}

// TurnedRound is the same game with the board turned by half and the colours
// exchanged: what White could do, Black can do now.
func (p Position) TurnedRound() Position {
	round := func(b Set) Set { return Set(bits.Reverse32(uint32(b))) }
	turned := Position{
		Sides:   [2]Set{round(p.Sides[Black]), round(p.Sides[White])},
		Turned:  round(p.Turned),
		Covered: round(p.Covered),
		ToMove:  p.ToMove.Other(),
	}
	for i, rank := range p.Ranks {
		turned.Ranks[i] = round(rank)
	}
	return turned
}
