package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// ashtarashkiID is the game that this file shows.
const ashtarashkiID = "ashtarashki"

// presentAshtarashki shows the table as it stands; ?ply=N asks for the position
// after move N, ?at=c3:d4 has a half-made move in hand.
func presentAshtarashki(r *http.Request, p templates.Page, o onlooker) (presented, error) {
	q, plies := r.URL.Query(), len(o.snap.Plies)
	b := templates.AshtarashkiBoard{
		T: o.c, Code: o.snap.Position, Begin: o.snap.Begin, Plies: plies, CanAct: o.acts().Player(),
		Flips: flips(r), Way: o.way(),
	}
	b.Flipped = (b.Way == "s") != strings.Contains(b.Flips, b.Way)
	if usual, err := o.snap.Rules.Start(o.snap.Options, ""); err == nil {
		b.Usual = usual.String()
	}
	state := o.snap.State
	if ply, err := strconv.Atoi(q.Get("ply")); err == nil && ply >= 0 && ply < plies {
		b.Past, b.Ply, b.CanAct, b.Code = true, ply, false, codeAfter(o.snap, ply)
		if state, err = o.snap.Rules.Start(o.snap.Options, b.Code); err != nil {
			return presented{}, fmt.Errorf("position after move %d: %w", ply, err)
		}
	} else if b.CanAct && len(q.Get("at")) < table.MaxText {
		if at := q.Get("at"); at != "" {
			b.Path = strings.Split(at, ":")
		}
	}
	if err := viewInto(state, &b.View); err != nil {
		return presented{}, err
	}
	if !b.Possible() {
		b.Path = nil
	}
	if shown := min(b.Ply+plies*boolInt(!b.Past), plies); shown > 0 {
		b.Last = templates.ChangedSquares(codeAfter(o.snap, shown-1), codeAfter(o.snap, shown))
	}
	b.Over = o.snap.Over()
	address := p.URL("/t/" + string(o.snap.ID))
	watching := !o.mine.mine()
	shown := presented{
		board:   templates.AshtarashkiPlay(b, address, p.URL("/prefs"), watching),
		actions: templates.AshtarashkiActions(b),
		again:   b.Over && !b.Past,
		detail:  ashtarashkiDetail(o, b),
		script:  true,
		bottom:  o.snap.SeatOf(game.First),
	}
	if b.Past {
		shown.headline, shown.detail = ashtarashkiPast(o, b)
		shown.turn = o.snap.SeatOf(sideNamed(b.View.Mover))
		shown.note = func(seat game.Side) string {
			if b.Ply == 0 || o.snap.Plies[b.Ply-1].Seat != seat {
				return ""
			}
			return o.plyNote(b.Ply - 1)
		}
	}
	if b.Flipped {
		shown.bottom = o.snap.SeatOf(game.Second)
	}
	shown.tally = func(seat game.Side) (side, text string) {
		s := o.snap.SideOf(seat)
		return s.String(), ashtarashkiTally(o.c, b.View.Counts[seatIndex(s)])
	}
	shown.aside = func(t templates.Table) templ.Component {
		return templates.AshtarashkiAside(t, b, ashtarashkiPairs(o, address, b), ashtarashkiRecord(o.snap, b.Usual))
	}
	return shown, nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ashtarashkiDetail says who plays what, and what there is to do.
func ashtarashkiDetail(o onlooker, b templates.AshtarashkiBoard) string {
	switch {
	case o.snap.Over():
		return o.reason()
	case !o.mine.mine():
		return o.c.Text("play.watching")
	}
	who := ""
	if side := o.snap.SideOf(o.me()); side.Player() {
		who = o.c.Text("ashtarashki.play.you." + side.String())
	} else {
		who = o.c.Text("ashtarashki.play.mover." + b.View.Mover)
	}
	if !o.acts().Player() {
		return who
	}
	return who + " " + b.Detail()
}

// ashtarashkiPast says what an earlier position is called, and how the game
// stands meanwhile.
func ashtarashkiPast(o onlooker, b templates.AshtarashkiBoard) (headline, detail string) {
	headline = o.c.Text("ashtarashki.play.past.begin")
	if b.Ply > 0 {
		half, dots := b.Ply-1+boolInt(blackBegan(o.snap)), "."
		if half%2 == 1 {
			dots = "…"
		}
		headline = o.c.Text("ashtarashki.play.past", "move", strconv.Itoa(half/2+1)+dots+" "+string(o.snap.Plies[b.Ply-1].Action))
	}
	now, _ := o.headline()
	return headline, o.c.Text("ashtarashki.play.past.now", "now", now)
}

// ashtarashkiTally says what a side has on the board.
func ashtarashkiTally(c *lang.Catalogue, n templates.AshtarashkiCount) string {
	return c.Text("ashtarashki.play.tally", "stones", strconv.Itoa(n.Stones), "finished", strconv.Itoa(n.Finished), "retreated", strconv.Itoa(n.Retreated()))
}

// ashtarashkiTerms says how rounds at a table begin.
func ashtarashkiTerms(o onlooker) string {
	usual, err := o.snap.Rules.Start(o.snap.Options, "")
	if err == nil && usual.String() == o.snap.Begin {
		return o.c.Text("ashtarashki.terms")
	}
	mover := game.First
	if blackBegan(o.snap) {
		mover = game.Second
	}
	return o.c.Text("ashtarashki.terms.set-up." + mover.String())
}

// blackBegan reports whether the first move of the round was Black's, or will
// be.
func blackBegan(s *table.Snapshot) bool { return strings.HasPrefix(s.Begin, "b") }

// ashtarashkiPairs are the moves of the round, numbered by pairs.
func ashtarashkiPairs(o onlooker, address string, b templates.AshtarashkiBoard) []templates.MovePair {
	var pairs []templates.MovePair
	shift := boolInt(blackBegan(o.snap))
	for i, ply := range o.snap.Plies {
		no := (i+shift)/2 + 1
		if len(pairs) < no {
			pairs = append(pairs, templates.MovePair{No: no})
		}
		pairs[no-1].Moves[(i+shift)%2] = &templates.MoveLink{
			Ply: i + 1, Text: string(ply.Action), URL: address + "?ply=" + strconv.Itoa(i+1),
			Current: b.Past && b.Ply == i+1, Stood: standstillsAt(o.c, o.snap, i+1),
		}
	}
	return pairs
}

// ashtarashkiRecord is the round as people keep it (clause 5.5 of the rules): a
// position of its own where it did not begin with the usual one, a line for
// each pair of moves, the points of White and of Black.
func ashtarashkiRecord(s *table.Snapshot, usual string) string {
	var text strings.Builder
	if usual != s.Begin {
		text.WriteString(s.Begin + "\n")
	}
	shift := boolInt(blackBegan(s))
	for i, ply := range s.Plies {
		switch {
		case (i+shift)%2 == 0:
			text.WriteString(strconv.Itoa((i+shift)/2+1) + ". ")
		case i == 0:
			text.WriteString("1. ... ")
		default:
			text.WriteByte(' ')
		}
		text.WriteString(string(ply.Action))
		if (i+shift)%2 == 1 || i == len(s.Plies)-1 {
			text.WriteByte('\n')
		}
	}
	if s.Result != nil {
		points := [2]int{}
		points[seatIndex(s.SideOf(s.Result.Winner))] = s.Result.Points
		fmt.Fprintf(&text, "# %d : %d\n", points[0], points[1])
	}
	return text.String()
}

// flipsCookie keeps in which ways of looking a browser has turned the board
// round: any of the letters of onlooker.way.
const flipsCookie = "flips"

// flips reads that cookie.
func flips(r *http.Request) string {
	c, err := r.Cookie(flipsCookie)
	if err != nil {
		return ""
	}
	var kept []string
	for _, way := range []string{"f", "s", "b"} {
		if strings.Contains(c.Value, way) {
			kept = append(kept, way)
		}
	}
	return strings.Join(kept, "")
}

// setFlip keeps one choice: "s1" turns the board round for who plays Black,
// "s0" back to what is usual.
func (s *Server) setFlip(w http.ResponseWriter, r *http.Request, choice string) {
	way, on, ok := "", false, len(choice) == 2
	if ok {
		way, on = choice[:1], choice[1] == '1'
	}
	if !slices.Contains([]string{"f", "s", "b"}, way) {
		return
	}
	kept := strings.ReplaceAll(flips(r), way, "")
	if on {
		kept += way
	}
	s.setCookie(w, r, flipsCookie, kept)
}
