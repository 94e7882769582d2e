package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// presented is what a game puts on the table page. A game that nobody has
// drawn is presented by genericBoard.
type presented struct {
	board, actions templ.Component
	detail         string // what to do now
	// headline and turn, where the board shows an earlier position: its name,
	// and the seat to move in it; "" and Nobody for those of the game.
	headline string
	turn     game.Side
	columns  []string
	cells    [][]string // of the move table, by ply
	marks    []string   // what was wrong with a ply, by ply; nil where nothing is said
	best     []int      // for the script; see wire.Boot
	lesson   templates.Lesson
	// aside, if not nil, makes what stands beside the board, its list of moves
	// included, from the page around it.
	aside func(templates.Table) templ.Component
	// bottom is the seat whose side of the board is at the bottom; Nobody
	// where the board has no sides.
	bottom game.Side
	tally  func(seat game.Side) (side, text string) // what a seat has on the board; nil where nothing is said
	note   func(seat game.Side) string              // what a seat has just done; nil for the last ply
	score  func(seat game.Side) int                 // what stands beside a name; nil for the score of the series
	again  bool                                     // the next round begins in the place of what a move needs
	next   string                                   // what the button says that begins the next round, "" for the usual words
	resign string                                   // what giving up costs now, "" where that needs no words
	crumb  string                                   // what the bar at the top calls the table, "" for the name of the game
	script bool                                     // the script has a board for it
}

// present chooses how a game is shown.
func present(r *http.Request, p templates.Page, o onlooker) (presented, error) {
	switch o.snap.Game {
	case bachetID:
		return presentBachet(o)
	case ashtarashkiID:
		return presentAshtarashki(r, p, o)
	case nardy.ID:
		return presentNardy(r, p, o)
	default:
		return presentGeneric(p, o), nil
	}
}

// terms says the options of a table in words.
func terms(o onlooker) string {
	if o.snap.Game == ashtarashkiID {
		return ashtarashkiTerms(o)
	}
	return termsOf(o, o.snap.Game, o.snap.Options)
}

func termsOf(o onlooker, id string, options []byte) string {
	switch id {
	case bachetID:
		var b templates.Bachet
		if json.Unmarshal(options, &b) == nil {
			return bachetTerms(o.c, b)
		}
	case nardyID:
		return nardyTerms(o.c, options, nardyOwnDice(o))
	}
	return textOr(o.c, id+".terms", "")
}

// longestList bounds the actions that the generic board lists; whatever is
// beyond can still be typed.
const longestList = 300

func presentGeneric(p templates.Page, o onlooker) presented {
	g := templates.Generic{Page: p, Position: o.snap.State.String(), CanAct: o.acts().Player()}
	for a := range o.snap.State.Legal() {
		if len(g.Actions) == longestList {
			g.More = true
			break
		}
		g.Actions = append(g.Actions, string(a))
	}
	shown := presented{
		board:   templates.GenericBoard(g),
		actions: templates.GenericActions(g),
		columns: []string{p.T.Text("table.action")},
	}
	for _, ply := range o.snap.Plies {
		shown.cells = append(shown.cells, []string{actionText(ply)})
	}
	return shown
}

// actionText is a ply as the move table shows it.
func actionText(p table.Ply) string {
	if p.Seat == game.Chance {
		pips := make([]string, len(p.Pips))
		for i, n := range p.Pips {
			pips[i] = strconv.Itoa(n)
		}
		return strings.Join(pips, "–")
	}
	return string(p.Action)
}

// viewInto reads the view of a position into what a template takes.
func viewInto(state game.State, into any) error {
	data, err := json.Marshal(state.View())
	if err != nil {
		return fmt.Errorf("write view: %w", err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("read view: %w", err)
	}
	return nil
}
