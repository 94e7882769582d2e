package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// presentNardy shows the table as it stands; ?ply=N asks for the position after
// so many plies.
func presentNardy(r *http.Request, p templates.Page, o onlooker) (presented, error) {
	state, ply := o.snap.State, len(o.snap.Plies)
	code := o.snap.Position
	turn := game.Nobody // the game's own
	if at, past := nardyPly(r, o); past {
		ply, code = at, codeAfter(o.snap, at)
		var err error
		if state, err = o.snap.Rules.Start(o.snap.Options, code); err != nil {
			return presented{}, fmt.Errorf("position after ply %d: %w", ply, err)
		}
		turn = o.snap.SeatOf(state.ToAct())
	}
	b, err := nardyBoard(o.c, state)
	if err != nil {
		return presented{}, err
	}
	b.Code, b.Begin, b.Way = code, o.snap.Begin, o.way()
	b.Orient = orientOf(r, b.Family)
	b.Flipped = (b.Way == "s") != strings.Contains(b.Orient, "f")
	b.Mirrored = strings.Contains(b.Orient, "m")
	b.Reader = b.View.Mover
	if side := o.snap.SideOf(o.me()); side.Player() {
		b.Reader = side.String()
	}
	nardyLast(&b, o.snap, ply)
	shown := presented{board: templates.NardyPlay(b), script: true, bottom: o.snap.SeatOf(game.First), turn: turn}
	if b.Flipped {
		shown.bottom = o.snap.SeatOf(game.Second)
	}
	shown.tally = func(seat game.Side) (side, text string) {
		s := o.snap.SideOf(seat)
		return s.String(), o.c.Text("nardy.play.pips", "n", b.View.Pips[seatIndex(s)])
	}
	if err := nardyAround(r, p, o, &shown); err != nil {
		return presented{}, err
	}
	around := shown.aside
	shown.aside = func(t templates.Table) templ.Component { return templates.NardyBeside(t, b, around(t)) }
	return shown, nil
}

// nardyBoard is a position as a page draws it, Light at the bottom, with the
// dice that are to be played.
func nardyBoard(c *lang.Catalogue, state game.State) (templates.NardyBoard, error) {
	b := templates.NardyBoard{T: c, Code: state.String(), Reader: game.First.String()}
	if err := viewInto(state, &b.View); err != nil {
		return b, err
	}
	b.Family = nardyFamily(b.View.Variant)
	for _, pips := range b.View.Dice {
		b.Dice = append(b.Dice, templates.NardyDie{Pips: pips})
	}
	return b, nil
}

// nardyDrawing shows a position in an article.
func nardyDrawing(c *lang.Catalogue, state *nardy.State) templates.Drawing {
	b, err := nardyBoard(c, state)
	if err != nil {
		return templates.Drawing{Code: state.String()} // a view that can not be read has its code
	}
	return templates.Drawing{Nardy: &b}
}

// nardyFamily is what a variant's board has in common with others: "short" has
// a bar, "plakoto" has covered checkers, "long" neither.
func nardyFamily(variant string) string {
	v, _ := nardy.VariantNamed(variant)
	switch v.Contact {
	case nardy.Hitting:
		return "short"
	case nardy.Covering:
		return "plakoto"
	default:
		return "long"
	}
}

// nardyLast marks what happened before ply: the last turn, and the last throw
// where none is to be played now.
func nardyLast(b *templates.NardyBoard, s *table.Snapshot, ply int) {
	thrown := false
	for _, p := range slices.Backward(s.Plies[:ply]) {
		if p.Seat == game.Chance {
			if !thrown && len(b.Dice) == 0 {
				for _, pips := range p.Pips {
					b.Dice = append(b.Dice, templates.NardyDie{Pips: pips, Used: true})
				}
			}
			thrown = true
			continue
		}
		hops := templates.NardyHops(string(p.Action))
		if len(hops) == 0 && p.Action != game.Pass {
			continue // a word of the cube moves nothing
		}
		b.Last, b.LastSide = hops, s.SideOf(p.Seat).String()
		return
	}
}

// orientCookie keeps how a browser has turned the boards of nardy: for each
// family its name, a dash and the letters "f" for turned round and "m" for
// mirrored.
const orientCookie = "orient"

func nardyFamilies() [3]string { return [3]string{"long", "plakoto", "short"} }

// orientOf reads what is kept for a family: "", "f", "m" or "fm".
func orientOf(r *http.Request, family string) string {
	c, err := r.Cookie(orientCookie)
	if err != nil {
		return ""
	}
	for word := range strings.SplitSeq(c.Value, ".") {
		if name, letters, _ := strings.Cut(word, "-"); name == family {
			return orientLetters(letters)
		}
	}
	return ""
}

func orientLetters(text string) string {
	var letters []byte
	for _, letter := range []byte("fm") {
		if strings.IndexByte(text, letter) >= 0 {
			letters = append(letters, letter)
		}
	}
	return string(letters)
}

// setOrient keeps one choice: "short-fm" has the boards of that family turned
// round and mirrored.
func (s *Server) setOrient(w http.ResponseWriter, r *http.Request, choice string) {
	family, letters, _ := strings.Cut(choice, "-")
	var words []string
	known := false
	for _, name := range nardyFamilies() {
		kept := orientOf(r, name)
		if name == family {
			kept, known = orientLetters(letters), true
		}
		if kept != "" {
			words = append(words, name+"-"+kept)
		}
	}
	if known {
		s.setCookie(w, r, orientCookie, strings.Join(words, "."))
	}
}
