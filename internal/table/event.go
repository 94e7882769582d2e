package table

import (
	"encoding/json"
	"time"
)

// ID names a table in URLs and in the log: 10 to 22 characters of the URL-safe
// base64 alphabet, made by NewID.
type ID string

// Kind says what an event or a command is about.
type Kind string

// Kinds of events. A command that is accepted makes the event of the same
// kind, except where noted.
const (
	KindOpened   Kind = "opened"   // the table was set up
	KindSeated   Kind = "seated"   // somebody sat down
	KindActed    Kind = "acted"    // a game action was played (command: KindAct)
	KindRolled   Kind = "rolled"   // the dice were thrown
	KindResigned Kind = "resigned" // a seat gave the round up (command: KindResign)
	KindEnded    Kind = "ended"    // the round is over and its points are counted
	KindNext     Kind = "next"     // a new round began
	KindReset    Kind = "reset"    // the score went back to 0 : 0 and a new round began
	KindAsked    Kind = "asked"    // a seat proposed what needs the other's consent
	KindDeclined Kind = "declined" // the other seat said no to that (command: KindDecline)
	KindRenamed  Kind = "renamed"  // a seat changed its name (command: KindRename)

	KindOffered   Kind = "offered"   // anybody may take the free seat (command: KindOffer)
	KindWithdrawn Kind = "withdrawn" // nobody may any more without an invitation (command: KindWithdraw)

	KindCommitted Kind = "committed" // a seat committed itself to a share in the throws to come (command: KindCommit)
	KindSaid      Kind = "said"      // a seat said one of the fixed phrases (command: KindSay)
	KindCalled    Kind = "called"    // a seat asked for the throw that is due (command: KindRoll)

	KindFlagged  Kind = "flagged"  // the time of a seat has run out
	KindResumed  Kind = "resumed"  // the clocks had stood still for a while, since the site was down
	KindClaimed  Kind = "claimed"  // a seat claimed the round, for the other one was away too long (command: KindClaim)
	KindTookBack Kind = "tookback" // a decision and what followed it was taken back (command: KindTakeBack)

	KindHinted   Kind = "hinted"   // a seat asked a computer what to play (command: KindHint)
	KindAnalysed Kind = "analysed" // a computer has judged a round that is over
)

// Kinds of commands whose event has another name.
const (
	KindAct      Kind = "act"
	KindRoll     Kind = "roll"   // throw the dice now; Text is empty, or what own dice show
	KindCommit   Kind = "commit" // see Command.Commit
	KindResign   Kind = "resign"
	KindDecline  Kind = "decline"
	KindRename   Kind = "rename"
	KindSay      Kind = "say" // Text is one of Phrases
	KindHint     Kind = "hint"
	KindOffer    Kind = "offer"
	KindWithdraw Kind = "withdraw"
	KindClaim    Kind = "claim"
	// KindTakeBack asks to take back the seat's last decision, or agrees to
	// what the other seat has asked.
	KindTakeBack Kind = "takeback"
	KindSit      Kind = "sit"  // made by Host.Sit
	KindTake     Kind = "take" // made by Host.Take
)

// ChangesBoard reports whether the board looks different after an event of this
// kind, or asks something else.
func (k Kind) ChangesBoard() bool {
	switch k {
	case KindSeated, KindAsked, KindDeclined, KindRenamed, KindOffered, KindWithdrawn, KindCommitted, KindCalled, KindSaid, KindHinted, KindAnalysed:
		return false
	default:
		return true
	}
}

// whenever reports whether a command of this kind is meant for no position, so
// that it makes no difference which one its author has seen.
func (k Kind) whenever() bool {
	switch k {
	case KindRename, KindOffer, KindWithdraw, KindCommit, KindSay:
		return true
	default:
		return false
	}
}

// Event is one fact in the life of a table. It is never changed or removed.
type Event struct {
	Seq uint64    `json:"seq"` // 1, 2, 3 … without gaps
	At  time.Time `json:"at"`  // when the host made it, UTC, to the millisecond
	// Key is the command that caused it, as "seat/key of the client"; empty
	// for what the host did by itself.
	Key  string `json:"key,omitempty"`
	Kind Kind   `json:"kind"`
	// Body is what everybody may see, by kind; see the Body types.
	Body json.RawMessage `json:"body,omitempty"`
	// Private is what never leaves the process: hashes of secrets, seeds.
	Private json.RawMessage `json:"private,omitempty"`
}
