package table

import (
	"encoding/json"

	"github.com/hod-games/hod/internal/game"
)

// Mode says who sits at a table.
type Mode string

const (
	HotSeat  Mode = "hotseat"  // two people on one device hold both seats
	Computer Mode = "computer" // a person in the first seat, a bot in the second
	Link     Mode = "link"     // the opener in the first seat, an invited person in the second
)

// Bodies of events, by kind. Sides in them are seats.
type (
	// OpenedBody is the body of an opened event.
	OpenedBody struct {
		Game     string          `json:"game"`
		Version  int             `json:"version"` // Info.Version of the rules
		Options  json.RawMessage `json:"options"` // canonical
		Position string          `json:"position,omitempty"`
		Mode     Mode            `json:"mode"`
		Open     bool            `json:"open,omitempty"` // anybody may take the free seat
		Bot      string          `json:"bot,omitempty"`  // name of the bot in the second seat
		Starts   game.Side       `json:"starts"`         // the seat that begins the first round
		Names    [2]string       `json:"names"`          // as given; empty where the page says "Player 1"
		Dice     *DiceBody       `json:"dice,omitempty"`
		Clock    *Tempo          `json:"clock,omitempty"`
		Commit   string          `json:"commit,omitempty"` // what the first seat commits itself to
	}

	// DiceBody says how dice fall at a table.
	DiceBody struct {
		Kind   DiceKind `json:"kind"`
		Commit string   `json:"commit,omitempty"` // the site's commitment for the first throw
	}

	// SeatedBody is the body of a seated event.
	SeatedBody struct {
		Seat game.Side `json:"seat"`
		Name string    `json:"name,omitempty"`
		// Commit is what the seat commits itself to.
		Commit string `json:"commit,omitempty"`
	}

	// ActedBody is the body of an acted event.
	ActedBody struct {
		Seat     game.Side   `json:"seat"`
		Action   game.Action `json:"action"`
		Position string      `json:"position"`        // the position code after it
		Depth    int         `json:"depth,omitempty"` // how far a bot looked ahead, in plies
		Share
	}

	// RolledBody is the body of a rolled event.
	RolledBody struct {
		Pips     []int           `json:"pips"`
		Position string          `json:"position"`
		Receipt  json.RawMessage `json:"receipt,omitempty"` // the Roller's, or an OwnReceipt
		// Again is the event that made this throw first, where it was taken
		// back and stands all the same. There is no receipt then: that of the
		// first time holds.
		Again uint64 `json:"again,omitempty"`
	}

	// OwnReceipt says of a throw that a seat has made it with dice of its own.
	OwnReceipt struct {
		Own bool      `json:"own"` // true
		By  game.Side `json:"by"`
	}

	// CalledBody is the body of a called event, and of a committed one.
	CalledBody struct {
		Seat game.Side `json:"seat"`
		Share
	}

	// ResignedBody is the body of a resigned event.
	ResignedBody struct {
		Seat game.Side `json:"seat"`
		Share
	}

	// FlaggedBody is the body of a flagged event: the time of Seat has run
	// out.
	FlaggedBody struct {
		Seat game.Side `json:"seat"`
	}

	// ResumedBody is the body of a resumed event: of the time since the event
	// before it, Gap milliseconds count for nobody.
	ResumedBody struct {
		Gap int64  `json:"gap"`
		Why Outage `json:"why"`
		// The outage lies between From and To, in milliseconds since 1970. Where
		// there were several, Gap is less than what lies between them. Both are 0
		// in logs that are older than these fields.
		From int64 `json:"from,omitempty"`
		To   int64 `json:"to,omitempty"`
	}

	// ClaimedBody is the body of a claimed event: Seat claims the round,
	// because the other one was away for too long.
	ClaimedBody struct {
		Seat game.Side `json:"seat"`
		Share
	}

	// TookBackBody is the body of a tookback event.
	TookBackBody struct {
		Seat     game.Side `json:"seat"`     // who sent the command: where the other seat had to agree, that one
		Of       game.Side `json:"of"`       // whose decision was taken back
		Plies    int       `json:"plies"`    // how many of the round's plies are undone, throws included
		Position string    `json:"position"` // the position code after it
		Share
	}

	// EndedBody is the body of an ended event.
	EndedBody struct {
		Result
		Score [2]int `json:"score"` // of the series, this round included
		// Seed, with the number of the event that made a position, decided what
		// the bot left to chance in this round: 16 hexadecimal digits, public
		// now that the round is over. Empty where no bot plays.
		Seed string `json:"seed,omitempty"`
	}

	// NextBody is the body of a next or reset event.
	NextBody struct {
		Round  int       `json:"round"` // from 1
		Starts game.Side `json:"starts"`
		// Options are those of the round, where they are others than those of
		// the round before.
		Options json.RawMessage `json:"options,omitempty"`
		// Position is where the round begins, if not where the first one did.
		Position string `json:"position,omitempty"`
		// Seat is who began it, where that seat's share comes with it.
		Seat game.Side `json:"seat,omitzero"`
		Share
	}

	// OfferedBody is the body of an offered event, and of the withdrawn one
	// that ends it: Seat is who offers the other seat to anybody.
	OfferedBody struct {
		Seat game.Side `json:"seat"`
		Share
	}

	// AskedBody is the body of an asked event, and of the declined one that
	// answers it: Seat is who asks, or who declines.
	AskedBody struct {
		Seat game.Side `json:"seat"`
		What Kind      `json:"what"` // the command that needs the other's consent
		Share
	}

	// SaidBody is the body of a said event.
	SaidBody struct {
		Seat   game.Side `json:"seat"`
		Phrase string    `json:"phrase"` // one of Phrases; the languages have its words
		Share
	}

	// HintedBody is the body of a hinted event. What the hint says is not in
	// it: it follows from the position.
	HintedBody struct {
		Seat game.Side `json:"seat"`
		Share
	}

	// AnalysedBody is the body of an analysed event: what a bot thinks about a
	// round. It follows from the round, and is kept because it takes a while.
	AnalysedBody struct {
		Began  uint64          `json:"began"`  // the event that began the round
		By     string          `json:"by"`     // the bot's name
		Result json.RawMessage `json:"result"` // the game's own
	}

	// RenamedBody is the body of a renamed event.
	RenamedBody struct {
		Seat game.Side `json:"seat"`
		Name string    `json:"name"`
		Share
	}
)

// Result is how a round ended, told in seats.
type Result struct {
	Winner game.Side `json:"winner"` // game.Nobody for a draw
	Points int       `json:"points"`
	Reason string    `json:"reason"`
}

// private bodies: they stay in the log.
type (
	openedPrivate struct {
		Seats [2]string `json:"seats"`          // hashes of the seats' secrets, empty where nobody sits
		Join  string    `json:"join,omitempty"` // hash of the invitation
		Key   []byte    `json:"key,omitempty"`  // makes the secret of whoever sits down
		Seed  uint64    `json:"seed,omitempty"` // of the bot
		Dice  []byte    `json:"dice,omitempty"` // makes the site's secrets for the throws
	}

	seatedPrivate struct {
		Hash string `json:"hash"`
	}
)
