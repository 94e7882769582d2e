package web

import (
	"cmp"
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

// nardyID is the game whose table this file and those beside it show.
const nardyID = nardy.ID

// nardyPly is the position of a nardy table that ?ply=N asks for: after so many
// plies; false where the page shows the game itself.
func nardyPly(r *http.Request, o onlooker) (ply int, past bool) {
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil || ply < 0 || ply >= len(o.snap.Plies) {
		return len(o.snap.Plies), false
	}
	return ply, true
}

// nardyView is the position of a table as the rules show it.
func nardyView(state game.State) (nardy.View, error) {
	v, ok := state.View().(nardy.View)
	if !ok {
		return v, fmt.Errorf("%T is no view of nardy", state.View())
	}
	return v, nil
}

// latestTurns is how many turns of a long round are listed at first; a link
// shows all of them.
const latestTurns = 8

// nardyAround fills in what stands around the board of a nardy table: the
// buttons, what there is to do, the list of turns, the result.
func nardyAround(r *http.Request, p templates.Page, o onlooker, shown *presented) error {
	v, err := nardyView(o.snap.State)
	if err != nil {
		return err
	}
	address := p.URL("/t/" + string(o.snap.ID))
	f := templates.NardyFlow{
		T: o.c, Address: address, OwnDice: nardyOwnDice(o), Over: o.snap.Over(),
		Plies: len(o.snap.Plies), MatExport: address + "/game.mat", LogAddress: "/api/tables/" + string(o.snap.ID) + "/log",
	}
	f.Ply, f.Past = nardyPly(r, o)
	f.RollText = o.c.Text("nardy.table.roll")
	if f.OwnDice {
		f.RollText = o.c.Text("nardy.table.roll.own")
	}
	if seat := nardyRoller(o, &v); seat.Player() && !f.Past {
		f.RollSeat = seat.String()
	}
	nardyCubeButtons(o, &v, &f)
	if f.CanPlay = v.Phase == "play" && o.acts().Player() && !f.Past; f.CanPlay {
		f.Plays, f.More = nardyPlays(o.snap.State)
	}
	f.Turns = nardyTurns(o)
	if n := len(f.Turns) - latestTurns; n >= latestTurns && !f.Past && !r.URL.Query().Has("record") {
		f.Hidden = n
	}
	f.Luck, f.LuckNote = nardyLuckWords(o)
	f.Result = nardyResult(o, &v)
	f.Match = nardyMatchWords(o, &v)
	shown.detail = nardyDetail(o, &v, f)
	then := f.Turns // what had been played in the position that is shown
	if f.Past {
		snap := *o.snap
		snap.Plies = snap.Plies[:f.Ply]
		then = nardyTurns(onlooker{c: o.c, snap: &snap, mine: o.mine})
	}
	shown.headline = cmp.Or(nardyPastName(o, f, then), nardyMatchHeadline(o, &v))
	f.Again = nardyNextWords(o)
	shown.next = f.Again
	if score, match := nardyMatchScore(o, &v); match {
		shown.score = func(seat game.Side) int { return score[seatIndex(o.snap.SideOf(seat))] }
	}
	shown.resign = nardyResignNote(o, &v)
	shown.crumb = o.c.Text("nardy.variant." + v.Variant)
	shown.again = f.Over && !f.Past
	shown.actions = templates.NardyActions(f)
	shown.aside = func(t templates.Table) templ.Component { return templates.NardyAside(t, f) }
	shown.note = func(seat game.Side) string { return nardyNote(then, o.snap.SideOf(seat)) }
	return nil
}

// nardyCubeButtons says which words of the cube this browser may say.
func nardyCubeButtons(o onlooker, v *nardy.View, f *templates.NardyFlow) {
	f.HasCube = v.Cube.Kind != nardy.CubeNone
	f.Price, f.Next = v.Cube.Price, v.Cube.Next
	mine := o.acts().Player() && !f.Past
	f.CanRaise = mine && v.Cube.MayRaise
	f.CanAnswer = mine && v.Cube.Offered
	f.CubeText = nardyCubeText(o, v)
}

// nardyCubeText says what the cube shows and whose it is.
func nardyCubeText(o onlooker, v *nardy.View) string {
	owner := o.c.Text("nardy.flow.cube.middle")
	switch {
	case v.Match.Crawford:
		owner = o.c.Text("nardy.flow.cube.crawford")
	case v.Cube.Owner.Player():
		owner = o.nameMid(o.snap.SeatOf(v.Cube.Owner))
	}
	return o.c.Text("nardy.flow.cube", "n", v.Cube.Price, "owner", owner)
}

// longestPlays bounds the plays that a page lists for browsers without script;
// the others are typed. Few throws have more, and those would have hundreds,
// which everybody would have to wait for.
const longestPlays = 40

// nardyPlays are the ways to play a stage, as many as a list can hold; more is
// that number where there are others.
func nardyPlays(state game.State) (plays []string, more int) {
	for a := range state.Legal() {
		if len(plays) == longestPlays {
			return plays, longestPlays
		}
		plays = append(plays, string(a))
	}
	return plays, 0
}

// nardyDetail says what there is to do, or what is being waited for.
func nardyDetail(o onlooker, v *nardy.View, f templates.NardyFlow) string {
	switch {
	case f.Past:
		now, _ := o.headline()
		return o.c.Text("nardy.flow.past.now", "now", now)
	case o.snap.Over():
		return o.reason()
	}
	var parts []string
	add := func(words string) {
		if words != "" {
			parts = append(parts, words)
		}
	}
	switch mine := o.acts().Player() || f.RollSeat != ""; {
	case !o.mine.mine():
		add(o.c.Text("play.watching"))
	case mine && v.Phase == "draw" && len(o.snap.Plies) == 0:
		add(nardySideWords(o))
	case !mine && v.Phase != "answer":
		return cmp.Or(nardyWaitsFor(o, v), nardyBefore(o, v), nardyLastSaid(o, f.Turns), nardySideWords(o))
	}
	add(nardyBefore(o, v))
	add(nardyTask(o, v))
	if (o.acts().Player() || f.RollSeat != "") && (v.Phase == "throw" || v.Phase == "decide") {
		// Whoever throws next reads what the other side has done.
		if last := lastTurn(f.Turns); last != nil && last.Side != v.Mover.String() {
			add(nardyLastSaid(o, f.Turns))
		}
	}
	return strings.Join(parts, " ")
}

// nardyPastName is what an earlier position is called after the last of the
// turns that led to it, "" for the game itself.
func nardyPastName(o onlooker, f templates.NardyFlow, then []templates.NardyTurn) string {
	if !f.Past {
		return ""
	}
	if len(then) == 0 {
		return o.c.Text("nardy.flow.past.begin")
	}
	t := then[len(then)-1]
	p := t.Parts[len(t.Parts)-1]
	return o.c.Text("nardy.flow.past", "move", strings.Join(strings.Fields(turnNumber(t.No)+p.Dice+" "+p.Text), " "))
}

// turnNumber is the number of a turn before what was played in it.
func turnNumber(no string) string {
	if no == "" {
		return ""
	}
	return no + ". "
}

// nardySideWords says which side this browser plays, "" where it is both or
// none.
func nardySideWords(o onlooker) string {
	if !o.me().Player() {
		return ""
	}
	return o.c.Text("nardy.flow.side." + o.snap.SideOf(o.me()).String())
}

// nardyWaitsFor says whose throw is being waited for after one's own, in a draw.
func nardyWaitsFor(o onlooker, v *nardy.View) string {
	if v.Phase != "draw" || len(o.snap.Calls) == 0 || o.waiting() {
		return ""
	}
	seat := o.snap.Calls[0]
	return o.c.Text("nardy.flow.do.called", "name", o.name(seat), "nameMid", o.nameMid(seat))
}

// nardyBefore says what the draw came to while nothing has been played since.
func nardyBefore(o onlooker, v *nardy.View) string {
	n := len(o.snap.Plies)
	if n == 0 || o.snap.Plies[n-1].Seat != game.Chance || nardyPhase(codeAfter(o.snap, n-1)) != "draw" {
		return ""
	}
	pips := o.snap.Plies[n-1].Pips
	if v.Phase == "draw" {
		return o.c.Text("nardy.flow.do.draw.again", "pips", drawText(pips))
	}
	return o.c.Text("nardy.flow.do.drawn", "pips", drawText(pips), "start", o.c.Text("nardy.flow.start."+v.Starter.String()))
}

// nardyTask says what whoever is to act has to do.
func nardyTask(o onlooker, v *nardy.View) string {
	price, next := strconv.Itoa(v.Cube.Price), strconv.Itoa(v.Cube.Next)
	if nardyOwnDice(o) && (v.Phase == "draw" || v.Phase == "throw") {
		return o.c.Text("nardy.flow.do.own." + v.Phase)
	}
	switch v.Phase {
	case "draw":
		return o.c.Text("nardy.flow.do.draw")
	case "throw":
		if v.Extra {
			return o.c.Text("nardy.flow.do.throw.extra")
		}
		return o.c.Text("nardy.flow.do.throw")
	case "decide":
		return o.c.Text("nardy.flow.do.decide", "price", price, "next", next)
	case "answer":
		name := o.name(o.snap.SeatOf(v.Mover))
		if !o.acts().Player() {
			who := o.snap.SeatOf(v.Mover.Other())
			return o.c.Text("nardy.flow.do.answering", "price", price, "next", next, "name", o.name(who), "nameMid", o.nameMid(who))
		}
		return o.c.Text("nardy.flow.do.answer", "name", name, "price", price, "next", next)
	case "play":
		return nardyPlayTask(o, v)
	default:
		return ""
	}
}

func nardyPlayTask(o onlooker, v *nardy.View) string {
	key := "nardy.flow.do.play"
	dice := throwText(v.Dice)
	switch {
	case v.Handed:
		key, dice = "nardy.flow.do.handed", stageText(v.Dice)
	case len(v.Thrown) == 2 && len(v.Dice) == 4 && v.Thrown[0] != v.Dice[0]:
		key, dice = "nardy.flow.do.progression", stageText(v.Dice)
	}
	words := o.c.Text(key, "dice", dice)
	switch {
	case v.Stuck != nil:
		words += " " + o.c.Text("nardy.flow.do.stuck", "why", nardyWhy(o, v))
	case v.Usable < len(v.Dice):
		words += " " + o.c.Text("nardy.flow.do.usable", "n", v.Usable, "all", strconv.Itoa(len(v.Dice)))
	}
	return words
}

// nardyWhy says in a few words which rule stops the checkers.
func nardyWhy(o onlooker, v *nardy.View) string {
	rule := v.Stuck.Rule
	if v.Bar[seatIndex(v.Mover)] > 0 {
		rule = nardy.RuleBarFirst
	}
	return textOr(o.c, "nardy.flow.why."+strings.TrimPrefix(rule, nardyID+"."), o.c.Text("nardy.flow.why"))
}

// nardyResignNote says what giving up costs as the position stands.
func nardyResignNote(o onlooker, v *nardy.View) string {
	seat := o.anySeat()
	if !seat.Player() || o.snap.Over() {
		return ""
	}
	side := o.snap.SideOf(seat)
	price := v.Price[seatIndex(side)]
	words := o.c.Text("nardy.flow.resign."+price.Kind, "n", price.Points)
	if !o.me().Player() {
		words = o.c.Text("nardy.flow.resign.side."+side.String()) + " " + words
	}
	return words
}

// nardyMatchWords is the score of the match that the game belongs to.
func nardyMatchWords(o onlooker, v *nardy.View) string {
	if v.Match.Points < 2 || o.snap.Over() {
		return "" // the result says it then
	}
	score := v.Match.Score
	words := o.c.Text("nardy.flow.match.score", "points", strconv.Itoa(v.Match.Points), "a", strconv.Itoa(score[0]), "b", strconv.Itoa(score[1]))
	if v.Match.Crawford {
		words += ". " + o.c.Text("nardy.flow.crawford")
	}
	return words
}

// nardyMatchScore is how the match stands, Light's points first, with the game
// that is over; false outside of matches.
func nardyMatchScore(o onlooker, v *nardy.View) (score [2]int, match bool) {
	score = v.Match.Score
	if r := o.snap.Result; r != nil && r.Winner.Player() {
		score[seatIndex(o.snap.SideOf(r.Winner))] += r.Points
	}
	return score, v.Match.Points > 1
}

// nardyMatchHeadline says who has won the match, nothing while it goes on.
func nardyMatchHeadline(o onlooker, v *nardy.View) string {
	score, match := nardyMatchScore(o, v)
	if !match || !o.snap.MatchOver {
		return ""
	}
	winner, me := o.snap.Result.Winner, o.me()
	key, of := "nardy.flow.match.won", me
	switch {
	case !me.Player():
		key, of = "nardy.flow.match.won.name", winner
	case me != winner:
		key = "nardy.flow.match.lost"
	}
	side := o.snap.SideOf(of)
	return o.c.Text(key, "name", o.name(winner), "a", strconv.Itoa(score[seatIndex(side)]), "b", strconv.Itoa(score[seatIndex(side.Other())]))
}

// nardyNextWords is what the button says that begins the next game.
func nardyNextWords(o onlooker) string {
	if options, err := nardy.ParseOptions(o.snap.Options); err == nil && options.Points > 1 && o.snap.MatchOver {
		return o.c.Text("nardy.flow.next.match")
	}
	return o.c.Text("play.next")
}

// nardyResult says how a game ended, and what comes next.
func nardyResult(o onlooker, v *nardy.View) templates.NardyResult {
	result := o.snap.Result
	if result == nil {
		return templates.NardyResult{}
	}
	r := templates.NardyResult{
		Kind: o.c.Text("nardy.flow.result.kind." + result.Reason), Reason: o.reason(),
		Next: o.c.Text("nardy.flow.result.next"),
	}
	if result.Winner.Player() {
		r.Kind += ": " + o.c.Text("nardy.flow.result.points", "n", result.Points)
	}
	if cube := v.Cube.Price / v.Match.Stake; result.Winner.Player() && v.Cube.Price > 0 && result.Points != 1 {
		kind := result.Points / v.Cube.Price
		r.Sum = o.c.Text("nardy.flow.result.sum", "stake", strconv.Itoa(v.Match.Stake), "cube", strconv.Itoa(cube), "kind", strconv.Itoa(kind))
	}
	if v.Match.Points < 2 {
		return r
	}
	return nardyMatchResult(o, v, r)
}

func nardyMatchResult(o onlooker, v *nardy.View, r templates.NardyResult) templates.NardyResult {
	result := o.snap.Result
	score, _ := nardyMatchScore(o, v)
	points := strconv.Itoa(v.Match.Points)
	r.Match = o.c.Text("nardy.flow.result.match", "points", points,
		"first", o.name(o.snap.SeatOf(game.First)), "second", o.name(o.snap.SeatOf(game.Second)),
		"a", strconv.Itoa(score[0]), "b", strconv.Itoa(score[1]))
	if o.snap.MatchOver {
		key := "nardy.flow.result.match.over"
		switch me := o.me(); {
		case me == result.Winner:
			key += ".win"
		case me.Player():
			key += ".lose"
		}
		r.Match += " " + o.c.Text(key, "points", points, "name", o.name(result.Winner))
		r.Next = o.c.Text("nardy.flow.result.next.match")
		return r
	}
	if options, err := nardy.ParseOptions(o.snap.Options); err == nil {
		next, _ := options.Following(game.Outcome{Winner: o.snap.SideOf(result.Winner), Points: result.Points, Reason: result.Reason})
		if next.Crawford {
			r.Next += " " + o.c.Text("nardy.flow.result.crawford")
		}
	}
	return r
}

// nardySidesFixed reports whether the seats keep their sides in the next game:
// it belongs to a match that has begun.
func nardySidesFixed(s *table.Snapshot) bool {
	if s.Game != nardyID || s.MatchOver {
		return false
	}
	o, err := nardy.ParseOptions(s.Options)
	return err == nil && o.Points > 1
}

// nardyOwnDice reports whether people throw their own dice at a table.
func nardyOwnDice(o onlooker) bool { return o.snap.Dice != nil && o.snap.Dice.Kind == table.OwnDice }

// nardyRoller is the seat of this browser that can throw now, or go on to throw
// instead of raising.
func nardyRoller(o onlooker, v *nardy.View) game.Side {
	if v.Phase == "decide" {
		return o.acts()
	}
	for _, seat := range o.snap.Calls {
		if o.mine.secret(seat) != "" {
			return seat
		}
	}
	return game.Nobody
}
