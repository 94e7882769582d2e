package table

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Command is what a seat asks for.
type Command struct {
	// Key is made by the client, unique per command of a seat: a command that
	// is repeated with its key gets the event it made the first time.
	Key string
	// Secret proves the seat.
	Secret string
	// Seen is the last event the player had seen when deciding. A command that
	// was meant for an older position is refused with ErrStale.
	Seen uint64
	Kind Kind
	// Text depends on Kind: the action for act; for next, empty or the seat
	// that shall begin; the name for rename; what own dice show for roll;
	// the id of a phrase for say; otherwise empty.
	Text string
	// Reveal and Commit are the seat's part in the throws of fair dice; any
	// command may carry them. See Share.
	Reveal, Commit string
}

// Errors of commands, beside *game.Refusal and *CommandError.
var (
	// ErrNoSeat means that the secret opens no seat of this table.
	ErrNoSeat = errors.New("no such seat")
	// ErrStale means that the position has changed since the player saw it.
	ErrStale = errors.New("the position has changed")
	// errAhead is an ErrStale of a command whose author has seen events that
	// this process does not know of.
	errAhead = fmt.Errorf("%w: the author has seen more than there is", ErrStale)
	// ErrFull means that the host can take no more live tables just now.
	ErrFull = errors.New("too many tables are in play")
)

// Rules of the table itself that a *game.Refusal can name.
const (
	RuleNotYourTurn  = "table.not-your-turn"
	RuleRoundOver    = "table.round-over"
	RuleRoundRunning = "table.round-running"
	RuleSeatTaken    = "table.seat-taken"
	RuleNotOffered   = "table.not-offered" // the free seat is for whoever has the invitation
	RuleNoSeatFree   = "table.no-seat-free"
	RuleOrderFixed   = "table.order-fixed"
	RuleAlreadyAsked = "table.already-asked"
	RuleNotAllowed   = "table.not-allowed"
	RuleSidesFixed   = "table.sides-fixed" // in a match, and where two people play from afar

	RuleSaidEnough = "table.said-enough" // a seat says no more than so much; see talk.go
	RuleNobodyHere = "table.nobody-here" // nobody sits opposite who could read it

	RuleAskedEnough   = "table.asked-enough"   // a seat asks no more often in a position; see manners.go
	RuleOfferedEnough = "table.offered-enough" // and offers no more often than so much
	RuleRenamedEnough = "table.renamed-enough" // and changes its name no more often
	RuleNameless      = "table.nameless"       // strangers show one another no words of their own
	RuleNamed         = "table.named"          // what was typed for friends is not shown to strangers

	RuleNoHint    = "table.no-hint"    // where nobody gives any, and when it is not one's turn
	RuleHintGiven = "table.hint-given" // there is one for this position already

	RuleClockJudges  = "table.clock-judges"  // a claim where the clock runs
	RuleOpponentHere = "table.opponent-here" // a claim while the other one is there, or is not to act
	RuleClaimEarly   = "table.claim-early"   // a claim before the wait is over
	RuleNothingBack  = "table.nothing-to-take-back"

	RuleNoDice          = "table.no-dice"           // a throw in a game that has none
	RuleDiceNone        = "table.dice-none"         // a share where no fair dice are thrown
	RuleDiceWrongReveal = "table.dice-wrong-reveal" // not the secret of the standing commitment
	RuleDiceFair        = "table.dice-fair"         // the table throws, nobody tells it the pips
	RuleDiceOwn         = "table.dice-own"          // the text is no throw of the dice that are due
	RuleDiceNotDue      = "table.dice-not-due"      // pips before the dice are due
)

// TableRules lists every rule of the table itself.
func TableRules() []string {
	return []string{
		RuleNotYourTurn, RuleRoundOver, RuleRoundRunning, RuleSeatTaken, RuleNotOffered,
		RuleNoSeatFree, RuleOrderFixed, RuleAlreadyAsked, RuleNotAllowed, RuleSidesFixed, RuleSaidEnough,
		RuleNobodyHere, RuleAskedEnough, RuleOfferedEnough, RuleRenamedEnough, RuleNameless, RuleNamed,
		RuleNoHint, RuleHintGiven, RuleClockJudges, RuleOpponentHere, RuleClaimEarly, RuleNothingBack,
		RuleNoDice, RuleDiceNone, RuleDiceWrongReveal, RuleDiceFair, RuleDiceOwn, RuleDiceNotDue,
	}
}

// CommandError says what is wrong with the form of a command.
type CommandError struct {
	Field   string // "key", "kind", "text", "reveal", "commit"
	Problem string
}

func (e *CommandError) Error() string { return fmt.Sprintf("%s: %s", e.Field, e.Problem) }

// Limits of a command's fields, in bytes.
const (
	MaxKey  = 64
	MaxText = 400
)

const notDigest = "is not 64 digits from 0 to 9 and a to f"

func (c Command) check() error {
	switch {
	case c.Key == "":
		return &CommandError{Field: "key", Problem: "is missing"}
	case len(c.Key) > MaxKey:
		return &CommandError{Field: "key", Problem: fmt.Sprintf("is longer than %d bytes", MaxKey)}
	case len(c.Text) > MaxText:
		return &CommandError{Field: "text", Problem: fmt.Sprintf("is longer than %d bytes", MaxText)}
	case !utf8.ValidString(c.Key):
		return &CommandError{Field: "key", Problem: "is not valid UTF-8"}
	case !utf8.ValidString(c.Text):
		return &CommandError{Field: "text", Problem: "is not valid UTF-8"}
	case c.Reveal != "" && !isDigest(c.Reveal):
		return &CommandError{Field: "reveal", Problem: notDigest}
	case c.Commit != "" && !isDigest(c.Commit):
		return &CommandError{Field: "commit", Problem: notDigest}
	case c.Kind == KindCommit && c.Commit == "":
		return &CommandError{Field: "commit", Problem: "is missing"}
	}
	switch c.Kind {
	case KindSay:
		if !IsPhrase(c.Text) {
			return &CommandError{Field: "text", Problem: fmt.Sprintf("%.20q is not a phrase", c.Text)}
		}
		return nil
	case KindAct, KindRoll, KindResign, KindNext, KindReset, KindDecline, KindRename, KindOffer, KindWithdraw, KindCommit, KindHint, KindClaim, KindTakeBack:
		return nil
	case "":
		return &CommandError{Field: "kind", Problem: "is missing"}
	default:
		return &CommandError{Field: "kind", Problem: fmt.Sprintf("%.20q is not a command", string(c.Kind))}
	}
}
