package table

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/hod-games/hod/internal/game"
)

// Snapshot is a table as it stands after one event. It is never changed;
// slices in it may be read by anybody.
type Snapshot struct {
	ID       ID
	Seq      uint64 // the last event
	Rules    game.Rules
	Game     string          // Info.ID of the rules
	Options  json.RawMessage // canonical, of this round
	Mode     Mode
	Seats    [2]Seat // first, second
	OpenedAt time.Time
	// Offered is true while anybody may take the free seat, and OfferedAt is
	// since when.
	Offered   bool
	OfferedAt time.Time
	// Nameless is true at tables that anybody may take, or once might: strangers
	// meet there, and seats have no names. Named is true once somebody has typed
	// a name; the table can not be offered then.
	Nameless, Named bool
	LastAt          time.Time // when the last event was made

	Round    int       // from 1
	Began    uint64    // the event that began this round
	Begin    string    // the position code in which this round began
	Starts   game.Side // the seat that began this round
	Position string    // the position code of State
	State    game.State
	ToAct    game.Side // a seat, Chance, or Nobody once nothing more can be played
	// Resigned is the seat that lost this round without playing it out, Nobody
	// as a rule, and Forfeit the event by which it did: KindResigned,
	// KindFlagged or KindClaimed.
	Resigned game.Side
	Forfeit  Kind
	Result   *Result // nil while the round is running
	Score    [2]int  // points of the series, by seat
	Plies    []Ply   // what was played in this round, oldest first
	Asked    *AskedBody

	// Said is what each seat said last, by seat.
	Said [2]Said
	// Hints is how often a computer was asked in this round what to play, and
	// Hinted whether it was in this position. One that comes again after a
	// decision was taken back is the same position.
	Hints  int
	Hinted bool
	// MatchOver is true once this round has ended and decided the match it
	// belonged to, for games that are played in matches.
	MatchOver bool
	// Changed is the last event after which the board looked different.
	Changed uint64
	Dice    *Dice  // nil for games without dice
	Clock   *Clock // nil at tables without one
	// Standstills are when the clock stood still in this round since the site
	// was away, oldest first.
	Standstills []Standstill
	pace        pace
	// Calls are the seats whose command KindRoll the throw that is due waits
	// for. With own dice, and for a throw of both at a hot-seat table, one of
	// them is enough.
	Calls []game.Side
}

// Seat is one place at a table.
type Seat struct {
	Name  string // empty where nobody gave one
	Bot   string // name of the bot that plays here, empty for a person
	Taken bool
}

// Ply is one action or throw of a round.
type Ply struct {
	Seat     game.Side        // who played; Chance for a throw
	Action   game.Action      // empty for a throw
	Pips     []int            // nil for an action
	Position string           // the position code after it
	Depth    int              // how far a bot looked ahead, in plies; 0 for people
	Throw    int              // number of the throw at this table, 0 for an action
	By       game.Side        // who told it, for a throw of own dice
	Seq      uint64           // the event that made it first
	Left     time.Duration    // what it left on its seat's clock; 0 without one
	Banks    [2]time.Duration // what both clocks showed after it, by seat; 0 without any
}

// SeatOf returns the seat that plays side in this round. Nobody and Chance
// stay what they are.
func (s *Snapshot) SeatOf(side game.Side) game.Side {
	if s.Starts == game.Second {
		return side.Other()
	}
	return side
}

// SideOf returns the side that a seat plays in this round.
func (s *Snapshot) SideOf(seat game.Side) game.Side { return s.SeatOf(seat) }

// Seat returns the place of seat, which is First or Second.
func (s *Snapshot) Seat(seat game.Side) Seat { return s.Seats[index(seat)] }

// NextStarts returns the seat that begins the next round unless the players
// choose otherwise: the other one at tables of two people, the same one
// against the computer, and in games that are played in matches, in which the
// seats keep their sides.
func (s *Snapshot) NextStarts() game.Side {
	if _, match := s.Rules.(game.Match); match || s.Mode == Computer {
		return s.Starts
	}
	return s.Starts.Other()
}

// Over reports whether the round is over and counted.
func (s *Snapshot) Over() bool { return s.Result != nil }

// Ending reports whether the round is over and about to be counted: that is an
// event of its own.
func (s *Snapshot) Ending() bool { return s.Result == nil && s.ToAct == game.Nobody }

// BotToAct returns the name of the bot that has to move, "" when it is
// somebody else's turn.
func (s *Snapshot) BotToAct() string {
	if !s.ToAct.Player() {
		return ""
	}
	return s.Seat(s.ToAct).Bot
}

// settle fills in what follows from the rest: the state from its code, and
// from the state who is to act.
func (s *Snapshot) settle() error {
	if s.State == nil {
		state, err := s.Rules.Start(s.Options, s.Position)
		if err != nil {
			return fmt.Errorf("position %q: %w", s.Position, err)
		}
		s.State = state
	}
	s.ToAct = game.Nobody
	if s.Result == nil && s.Resigned == game.Nobody {
		s.ToAct = s.SeatOf(s.State.ToAct())
	}
	s.Calls = s.awaited()
	return nil
}

// index is where a seat stands in a pair.
func index(seat game.Side) int {
	if seat == game.Second {
		return 1
	}
	return 0
}
