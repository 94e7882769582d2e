package web

import (
	"strconv"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
)

// onlooker is a table as one browser sees it: who is "you", who is "the
// opponent".
type onlooker struct {
	c    *lang.Catalogue
	snap *table.Snapshot
	mine myTable
}

// me is the seat of this browser; Nobody where it has none, or both.
func (o onlooker) me() game.Side {
	switch {
	case o.mine.seats[0] != "" && o.mine.seats[1] == "":
		return game.First
	case o.mine.seats[1] != "" && o.mine.seats[0] == "":
		return game.Second
	default:
		return game.Nobody
	}
}

// way is how this browser looks at the board: as the first side, "f", as the
// second, "s", or as both or neither, "b".
func (o onlooker) way() string {
	switch o.snap.SideOf(o.me()) {
	case game.First:
		return "f"
	case game.Second:
		return "s"
	default:
		return "b"
	}
}

// anySeat is a seat for what either seat may ask; Nobody for who only watches.
func (o onlooker) anySeat() game.Side {
	switch {
	case o.mine.secret(o.snap.ToAct) != "":
		return o.snap.ToAct
	case o.mine.seats[0] != "":
		return game.First
	case o.mine.seats[1] != "":
		return game.Second
	default:
		return game.Nobody
	}
}

// acts is the seat for which this browser may act now, Nobody if it may not.
func (o onlooker) acts() game.Side {
	if o.mine.secret(o.snap.ToAct) == "" {
		return game.Nobody
	}
	return o.snap.ToAct
}

// waiting reports whether nobody sits opposite yet.
func (o onlooker) waiting() bool { return !o.snap.Seat(game.Second).Taken }

// name is what a seat is called on the page.
func (o onlooker) name(seat game.Side) string {
	if !seat.Player() {
		return ""
	}
	s := o.snap.Seat(seat)
	switch {
	case s.Bot != "":
		return o.c.Text("play.computer")
	case s.Name != "":
		return s.Name
	case seat == o.me():
		return o.c.Text("play.you")
	case o.me().Player():
		return o.c.Text("play.opponent")
	default:
		return o.c.Text("play.player", "no", strconv.Itoa(seatIndex(seat)+1))
	}
}

// nameMid is name in the middle of a sentence: there only the names of people
// have a capital letter.
func (o onlooker) nameMid(seat game.Side) string {
	if !seat.Player() {
		return ""
	}
	s := o.snap.Seat(seat)
	switch {
	case s.Bot != "":
		return o.c.Text("play.computer.mid")
	case s.Name != "":
		return s.Name
	case seat == o.me():
		return o.c.Text("play.you.mid")
	case o.me().Player():
		return o.c.Text("play.opponent.mid")
	default:
		return o.c.Text("play.player.mid", "no", strconv.Itoa(seatIndex(seat)+1))
	}
}

// headline says whose turn it is or who has won, and in which tone.
func (o onlooker) headline() (text, tone string) {
	s, me := o.snap, o.me()
	switch {
	case s.Over() && s.Result.Winner == game.Nobody:
		return o.c.Text("play.draw"), "over"
	case s.Over() && s.Result.Winner == me:
		return o.c.Text("play.won.you"), "won"
	case s.Over() && me.Player():
		return o.c.Text("play.lost.you"), "lost"
	case s.Over():
		return o.c.Text("play.won.name", "name", o.name(s.Result.Winner)), "over"
	case s.Ending():
		return o.c.Text("play.ending"), "wait"
	case s.ToAct == game.Chance:
		return o.throwLine()
	case s.ToAct.Player() && s.ToAct == me:
		return o.c.Text("play.turn.you"), "turn"
	case s.BotToAct() != "":
		return o.c.Text("play.turn.computer"), "wait"
	case o.acts().Player():
		return o.c.Text("play.turn.name", "name", o.name(s.ToAct), "nameMid", o.nameMid(s.ToAct)), "turn"
	case s.ToAct == game.Second && o.waiting():
		return o.c.Text("play.waiting"), "wait"
	default:
		return o.c.Text("play.turn.name", "name", o.name(s.ToAct), "nameMid", o.nameMid(s.ToAct)), "wait"
	}
}

// throwLine says whose throw is due, and in which tone.
func (o onlooker) throwLine() (text, tone string) {
	tone = "wait"
	for _, seat := range o.snap.Calls {
		if o.mine.secret(seat) != "" {
			tone = "turn"
		}
	}
	seat := o.snap.SeatOf(game.Throwing(o.snap.State))
	switch {
	case o.waiting():
		return o.c.Text("play.waiting"), "wait"
	case !seat.Player():
		return o.c.Text("play.throw.both"), tone
	case seat == o.me():
		return o.c.Text("play.throw.you"), tone
	default:
		return o.c.Text("play.throw.name", "name", o.name(seat), "nameMid", o.nameMid(seat)), tone
	}
}

// reason says in words why the round ended as it did.
func (o onlooker) reason() string {
	r := o.snap.Result
	if r == nil {
		return ""
	}
	key := "reason." + o.snap.Game + "." + r.Reason
	if !o.c.Has(key) { // the table's own word, and not the game's
		key = "reason." + r.Reason
	}
	if me := o.me(); me.Player() {
		ending := ".lose"
		if r.Winner == me {
			ending = ".win"
		}
		if o.c.Has(key + ending) {
			key += ending
		}
	}
	winner, loser := r.Winner, r.Winner.Other()
	return o.c.Text(key, "n", r.Points, "winner", o.name(winner), "winnerMid", o.nameMid(winner), "loser", o.name(loser), "loserMid", o.nameMid(loser))
}

// nextRule says who begins the next round, and why.
func (o onlooker) nextRule() string {
	if key := o.snap.Game + ".flow.result.next"; o.c.Has(key) {
		return o.c.Text(key) // there the dice say who begins
	}
	starts, key := o.snap.NextStarts(), "play.next.turns"
	if o.snap.Mode == table.Computer {
		key = "play.next.same"
	}
	if starts == o.me() {
		return o.c.Text(key + ".you")
	}
	return o.c.Text(key, "name", o.name(starts), "nameMid", o.nameMid(starts))
}

// seatIndex is where a seat stands in a pair.
func seatIndex(seat game.Side) int {
	if seat == game.Second {
		return 1
	}
	return 0
}

// codeAfter is the code of the position after the first ply plies of a round.
func codeAfter(s *table.Snapshot, ply int) string {
	if ply == 0 {
		return s.Begin
	}
	return s.Plies[ply-1].Position
}
