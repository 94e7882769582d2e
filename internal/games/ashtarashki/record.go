package ashtarashki

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// Record is a game from a position on, move by move.
type Record struct {
	Start Position
	Moves []game.Action // legal one after another, as a writer writes them
}

// RecordError says which move of a record can not be read.
type RecordError struct {
	Number int    // of the move, as records count: one for each pair
	Mover  Colour // whose move it is
	Text   string // as it was typed
	Err    error  // a *game.Refusal
}

func (e *RecordError) Error() string {
	return fmt.Sprintf("move %d of %s, %.20q: %v", e.Number, e.Mover, e.Text, e.Err)
}

// Unwrap returns why.
func (e *RecordError) Unwrap() error { return e.Err }

// ReadRecord reads a game as String writes it: a position text on a line of its
// own where the game does not begin with the initial position, then the moves.
// Numbers of moves, dots, and whatever follows a "#" on a line are skipped. The
// error is a *RecordError, or that of Parse.
func ReadRecord(text string) (Record, error) {
	r := Record{Start: Initial()}
	var words []string
	begun := false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if !begun && (fields[0] == "w" || fields[0] == "b") {
			p, err := Parse(line)
			if err != nil {
				return Record{}, err
			}
			r.Start, begun = p, true
			continue
		}
		begun = true
		for _, word := range fields {
			if word = withoutNumber(word); word != "" {
				words = append(words, word)
			}
		}
	}
	state := State{r.Start}
	for _, word := range words {
		play, err := state.play(word)
		if err != nil {
			return Record{}, &RecordError{Number: r.number(len(r.Moves)), Mover: state.position.ToMove, Text: word, Err: err}
		}
		state = State{state.position.After(play.Move)}
		r.Moves = append(r.Moves, play.Text)
	}
	return r, nil
}

// withoutNumber takes "12." and the dots for a move that is not there off the
// front of a word.
func withoutNumber(word string) string {
	if digits := strings.TrimLeft(word, "0123456789"); strings.HasPrefix(digits, ".") || digits == "" {
		word = digits
	}
	return strings.TrimLeft(word, ".…")
}

// number is the number of a move, by its index: White's and Black's bear the
// same one.
func (r Record) number(index int) int { return (index+int(r.Start.ToMove))/2 + 1 }

// Positions are the start and the position after each move.
func (r Record) Positions() ([]Position, error) {
	all := make([]Position, 1, len(r.Moves)+1)
	all[0] = r.Start
	for i, a := range r.Moves {
		play, err := State{all[i]}.play(string(a))
		if err != nil {
			return nil, &RecordError{Number: r.number(i), Mover: all[i].ToMove, Text: string(a), Err: err}
		}
		all = append(all, all[i].After(play.Move))
	}
	return all, nil
}

// String is the record as people keep it: a line for each pair of moves, and
// the result of a game that is over (clause 5.5).
func (r Record) String() string {
	var text strings.Builder
	if r.Start != Initial() {
		text.WriteString(r.Start.String() + "\n")
	}
	for i, a := range r.Moves {
		black := (i+int(r.Start.ToMove))%2 == 1
		switch {
		case !black:
			text.WriteString(strconv.Itoa(r.number(i)) + ". ")
		case i == 0:
			text.WriteString("1. ... ")
		default:
			text.WriteByte(' ')
		}
		text.WriteString(string(a))
		if black || i == len(r.Moves)-1 {
			text.WriteByte('\n')
		}
	}
	positions, err := r.Positions()
	if err != nil {
		return text.String()
	}
	last := positions[len(positions)-1]
	if e, over := last.Ending(); over {
		text.WriteString(e.ResultLine() + "\n")
	}
	return text.String()
}

// AuthorsGame is the complete game with which the author of Ashtarashki
// introduced it.
func AuthorsGame() Record {
	r := Record{Start: Initial()}
	for word := range strings.FieldsSeq(authorsGame) {
		r.Moves = append(r.Moves, game.Action(word))
	}
	return r
}

const authorsGame = `
M3cd4 M3de5 M3f4 M2a5 M2b4 M3g5 M2c3 M1f6 M1cd2 M3d6V
M1e3 V3c5 M1d2 M2ed6 M2h4 M3:h4 M1g3 M2e5 M1:h4 M1de7
M3f:e5 M1:e5:d4 M2:d4 M2g5 M3h2 M2:h4 M3g3 M2g5V M2e5 M3g7
M2d6 M1f6 M1d4 M2b6 M1:c5 M2:c5 M1e3 M2d4 M1f4 M2c3
M1e5 M2:b2 M3:b2 M1b6 M2e7 V2f4 M3:f4 M1g5 M2:f8 M1:f4
M3c3 M3a7 M1f6 M3h6 M2c5 M1c7V M2d6 M3b6 M2:c7 M3:c7
M3b4 M2b6V M2g3 M1e3 M2f4 M1d2 M1e7 M3g5 M2e5 M3f4
M2d6 M3:d6 M1:d6 M3e3 M1c5V M3d4V M3a5 V2c7W V1d6 M1c1
M3b6 V3e3 M3:c7 V3f2 M3b8 V3e1`
