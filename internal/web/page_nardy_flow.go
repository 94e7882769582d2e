package web

import (
	"net/http"
	"strconv"

	"github.com/hod-games/hod/templates"
)

// nardyID is the game whose table this file and those beside it show.
const nardyID = "nardy"

// nardyPly is the position of a nardy table that ?ply=N asks for: after so many
// plies; false where the page shows the game itself.
func nardyPly(r *http.Request, o onlooker) (ply int, past bool) {
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil || ply < 0 || ply >= len(o.snap.Plies) {
		return len(o.snap.Plies), false
	}
	return ply, true
}

// nardyAround fills in what stands around the board of a nardy table: the
// buttons, what there is to do, the list of turns.
func nardyAround(r *http.Request, p templates.Page, o onlooker, shown *presented) error {
	generic := presentGeneric(p, o)
	shown.actions = generic.actions
	_, past := nardyPly(r, o)
	if past {
		shown.detail = o.c.Text("play.watching")
	}
	return nil
}
