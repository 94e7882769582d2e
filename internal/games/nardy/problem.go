package nardy

import "fmt"

// A Problem is why a text is no position of a game. Its ID is for who says it
// in the words of people; Problems lists them all.
type Problem struct {
	ID     string
	Values []any // names and values of what the words mention
	text   string
}

// Error says it in English.
func (p *Problem) Error() string { return p.text }

// Problems with positions.
const (
	problemForm      = "form"        // it is not written as positions are
	problemUnknown   = "unknown"     // a text of no known form
	problemCheckers  = "checkers"    // {side} {n} {want}: too many or too few
	problemBar       = "bar"         // {side} {n}: nothing is hit in the variant
	problemOwners    = "two-owners"  // {point}: nothing is covered in the variant
	problemBothOff   = "both-off"    // both sides have borne off everything
	problemOver      = "over"        // the game has ended
	problemDead      = "dead"        // neither side can move again
	problemEnd       = "end"         // it is called an end, and is none
	problemDice      = "dice"        // {n}: they can not fall like this
	problemRemainder = "remainder"   // the opponent can not have left these dice
	problemRun       = "progression" // it can not have come to this number
	problemHead      = "head"        // more have left the head than may
	problemThrows    = "throws"      // no order of turns leads there
	problemReuse     = "reuse"       // the first throw of who began is that of the draw
	problemExtra     = "extra"       // there is no extra throw
	problemRaises    = "raises"      // {n}: the price can not be this high
	problemNoRaise   = "no-raise"    // nobody can have offered to raise it
	problemXGID      = "xgid"        // it is no XGID
	problemXGIDPlace = "xgid-place"  // {char} {place}: no checkers stand for it
	problemEnemyBar  = "enemy-bar"   // a checker on the bar of the other side
	problemGNU       = "gnu"         // it is no ID of GNU Backgammon
	problemGNUGame   = "gnu-game"    // no game is being played
	problemResigned  = "resigned"    // somebody has offered to give up
	problemOwner     = "cube-owner"  // nobody owns a raised cube
	problemBeaver    = "beaver"      // beavers and raccoons
	problemMatch     = "match"       // {field}: no match is like this
)

// Problems returns the IDs of all problems.
func Problems() []string {
	return []string{
		problemForm, problemUnknown, problemCheckers, problemBar, problemOwners, problemBothOff, problemOver, problemDead,
		problemEnd, problemDice, problemRemainder, problemRun, problemHead, problemThrows, problemReuse, problemExtra,
		problemRaises, problemNoRaise, problemXGID, problemXGIDPlace, problemEnemyBar, problemGNU, problemGNUGame,
		problemResigned, problemOwner, problemBeaver, problemMatch,
	}
}

func problem(id, text string) error { return &Problem{ID: id, text: text} }

// problemOf is a problem whose words mention values: pairs of names and values.
func problemOf(id, text string, values ...any) error {
	return &Problem{ID: id, Values: values, text: text}
}

func malformed(format string, args ...any) error {
	return &Problem{ID: problemForm, text: fmt.Sprintf(format, args...)}
}
