package templates

import (
	"regexp"

	"github.com/a-h/templ"
)

// Table is the page on which one plays.
type Table struct {
	Page

	ID       string
	Game     string
	GameName string
	Terms    string // the options in words
	Mode     string // "hotseat", "computer", "link"
	Seq      uint64
	Key      string // a fresh one; every form adds its own ending

	Top, Bottom Seat   // as they sit around the board
	Watching    bool   // this browser holds no seat
	NoCookies   bool   // … because it keeps no cookies
	ActSeat     string // the seat for which this browser may act now, "" if it may not
	Seat        string // the seat for which it resigns, resets, begins rounds
	Over        bool
	Waiting     bool // nobody sits opposite yet
	BotThinks   bool

	Headline   string // whose turn it is, or who has won
	Detail     string // what to do, or why
	Tone       string // "turn", "wait", "won", "lost", "over"
	Said       string // the last move in words, for those who listen
	Problem    string // why the last form was not accepted
	ProblemURL string // the rule it broke
	Sent       string // what this seat has asked for and waits for, "" if nothing

	Board   templ.Component
	Aside   templ.Component // what a game has beside its board, its list of moves included; nil where it has the usual one
	Hint    *NardyHint      // what the computer would do, nil where it gives no hints
	Lesson  Lesson
	Columns []string // of the move table, after number and player
	Plies   []Ply

	Round      int
	NextRule   string   // who begins the next round, and why
	NextStart  []Choice // who may begin it; none where that is fixed
	NextNow    bool     // a new round can begin
	CanResign  bool
	Again      bool   // the next round begins in the place of what a move needs
	Next       string // what the button says that begins the next round, "" for the usual words
	ResignNote string // what giving up costs, "" for the usual words
	CanReset   bool
	Offer      Offer // what the other seat asks for
	TakeBack   *TakeBack
	Claim      *Claim            // nil where nothing can ever be claimed
	Stood      []Stood           // when the clocks stood still in this round
	ClockWords map[string]string // what the script of the clocks says, by attribute; nil without clocks
	ClockTerms string            // how much time there is, "" without clocks
	ReceiptsJS string            // the script with the dialog about throws, at a table with dice
	ClaimJS    string            // the script that looks whether the round can be claimed

	Invite          string  // the link for the opponent, "" if there is none to show
	Named           bool    // somebody has typed a name: then it can not be offered
	CanOffer        bool    // this browser's seat waits, and may be offered to anybody or taken back
	Offered         bool    // anybody may sit down, from the lobby
	Wait            Waiting // how it stands with that
	WatchLink       string  // the link that gives no way to a seat
	Watchers        int     // how many watch
	SeatLink        string  // the link to this browser's own seats
	CanAdopt        bool    // a seat link can be typed in
	Adopt           Adopt   // the last one
	Keys            string  // which keys do what, where the script has a board
	Renames         []Rename
	Rules, Strategy string // addresses, "" where there is no such page

	Phrases string // what can be said here, by ids with spaces between them; "" where nobody says anything
	Muted   bool   // what the other says is not shown
	Later   string // addresses of what the script loads when it has time, with spaces between them

	Boot any // what the script begins with
}

// Seat is one player at the table.
type Seat struct {
	Seat  string // "first", "second"
	Name  string
	Note  string // what this player has just done
	Said  string // what this player has just said
	Score int
	Side  string // the side it plays, where the board shows sides
	Tally string // what it has on the board
	Turn  bool
	Free  bool
	Clock *Clock // nil without clocks
	// Here says whether somebody with the seat is connected: "yes", "no", or
	// "" where that is not shown.
	Here string
}

// Rename is the form that changes the name of a seat.
type Rename struct {
	ID, Seat, Name string
	Label          string // where there is more than one of them
}

// Ply is a row of the move table.
type Ply struct {
	No    int
	Name  string
	Cells []string
	Mark  string // what was wrong with it, for the lesson
	Stood []string
}

// Lesson is the teaching switch.
type Lesson struct {
	Title        string // "" where the game has none
	Open         bool
	Verdict, Why string
}

// Choice is one of several values in a form.
type Choice struct {
	Value, Text string
	Chosen      bool
}

// word is a text of the table page; a game may have its own.
func (t Table) word(key string) string {
	if own := key + "." + t.Game; t.T.Has(own) {
		return t.T.Text(own)
	}
	return t.T.Text(key)
}

// NextWords are on the button that begins the next round.
func (t Table) NextWords() string {
	if t.Next != "" {
		return t.Next
	}
	return t.T.Text("play.next")
}

// resignNote says what giving up costs.
func (t Table) resignNote() string {
	if t.ResignNote != "" {
		return t.ResignNote
	}
	return t.T.Text("table.resign.note")
}

var dashed = regexp.MustCompile(`(\d–)(\d)`)

// unbroken keeps the numbers on both sides of a dash, as those of two dice, on
// one line.
func unbroken(words string) string { return dashed.ReplaceAllString(words, "$1\u2060$2") }

// Adopt is a link to a seat that was typed in and opens none.
type Adopt struct {
	Code    string
	Problem string // "" where none was typed in
	Typed   bool   // by somebody, and not opened as a link
}
