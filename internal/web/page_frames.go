package web

import (
	"strconv"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// stranger looks at a round as somebody without a seat.
func stranger(o onlooker, snap *table.Snapshot) onlooker {
	return onlooker{c: o.c, snap: snap, mine: myTable{id: snap.ID}}
}

// frameWords says who did what in a ply, in as few words as a list of moves
// has. Ply 0 is the position before the first one.
func frameWords(o onlooker, ply int) templates.Frame {
	f := templates.Frame{Ply: ply}
	if ply == 0 {
		f.Text = o.c.Text("record.start")
		return f
	}
	p := o.snap.Plies[ply-1]
	f.Stood = standstillsAt(o.c, o.snap, ply)
	seat := p.Seat
	if o.snap.Clock != nil && seat.Player() && p.Action != game.Pass {
		f.Clock = clockText(p.Left)
	}
	switch {
	case p.Seat == game.Chance:
		seat = thrower(o.snap, ply)
		f.Text = throwText(p.Pips)
		if !seat.Player() {
			f.Text = o.c.Text("record.draw", "dice", drawText(p.Pips))
		}
	case o.snap.Game == nardyID && nardyWord(p.Action) != "":
		f.Text = nardyWordText(o, codeAfter(o.snap, ply-1), p)
	case o.snap.Game == nardyID && p.Action == nardy.Roll:
		f.Text = o.c.Text("record.rolls")
	case o.snap.Game == nardyID:
		f.Text = templates.NardyAction(o.c, string(p.Action))
	default:
		f.Text = textOr(o.c, o.snap.Game+".play.note", "{action}", "action", string(p.Action))
	}
	if seat.Player() {
		f.Seat, f.Who = seat.String(), o.name(seat)
	}
	return f
}

// thrower is the seat whose throw a ply is, Nobody for a throw of both.
func thrower(snap *table.Snapshot, ply int) game.Side {
	if snap.Game == nardyID {
		if nardyPhase(codeAfter(snap, ply-1)) == "draw" {
			return game.Nobody
		}
		return snap.SeatOf(sideNamed(nardySide(codeAfter(snap, ply))))
	}
	return game.Nobody
}

// framesOf are all positions of a round with what led to them, and the board
// that they share.
func framesOf(o onlooker) ([]templates.Frame, templates.Sketch, error) {
	var (
		frames []templates.Frame
		shared templates.Sketch
	)
	for ply := range len(o.snap.Plies) + 1 {
		sketch, err := sketchOf(o.c, o.snap, ply)
		if err != nil {
			return nil, shared, err
		}
		f := frameWords(o, ply)
		f.Pieces, f.Label, f.Code = sketch.Pieces, sketch.Label, codeAfter(o.snap, ply)
		if shared = sketch; ply > 0 {
			f.Dice = o.snap.Plies[ply-1].Pips
		}
		frames = append(frames, f)
	}
	return frames, shared, nil
}

// frameRows puts frames into the rows of a list: what a seat did in one go
// stands together.
func frameRows(frames []templates.Frame) []templates.FrameRow {
	var rows []templates.FrameRow
	turn := 0
	for _, f := range frames[1:] {
		n := len(rows)
		if n > 0 && f.Seat != "" && rows[n-1].Seat == f.Seat && (f.Dice == nil || len(rows[n-1].Frames) == 1 && rows[n-1].Frames[0].Dice == nil) {
			rows[n-1].Frames = append(rows[n-1].Frames, f)
			continue
		}
		row := templates.FrameRow{Seat: f.Seat, Who: f.Who, Frames: []templates.Frame{f}}
		if f.Seat != "" {
			turn++
			row.No = strconv.Itoa(turn)
		}
		rows = append(rows, row)
	}
	return rows
}

// roundResult says how a round ended, or that it has not.
func roundResult(o onlooker) string {
	headline, _ := o.headline()
	if !o.snap.Over() {
		return o.c.Text("record.unfinished", "n", len(o.snap.Plies))
	}
	if reason := o.reason(); reason != "" {
		return headline + ". " + reason
	}
	return headline + "."
}
