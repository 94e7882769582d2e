package web

import (
	"fmt"
	"strconv"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// bachetID is the game that this file shows.
const bachetID = "bachet"

func presentBachet(o onlooker) (presented, error) {
	var now templates.Bachet
	if err := viewInto(o.snap.State, &now); err != nil {
		return presented{}, err
	}
	shown := presented{
		columns: []string{o.c.Text("bachet.play.taken"), o.c.Text("bachet.play.left-column")},
		script:  true,
	}
	heaps, err := bachetHeaps(o.snap)
	if err != nil {
		return presented{}, err
	}
	last := 0
	slip := -1
	for i, ply := range o.snap.Plies {
		before, after := heaps[i], heaps[i+1]
		last = before.Left - after.Left
		shown.cells = append(shown.cells, []string{string(ply.Action), strconv.Itoa(after.Left)})
		best, mark := 0, ""
		if before.Lesson.Won && last != before.Lesson.Take {
			best, slip = before.Lesson.Take, i
			mark = o.c.Text("bachet.play.slip-mark", "take", strconv.Itoa(best))
		}
		shown.best = append(shown.best, best)
		shown.marks = append(shown.marks, mark)
	}
	canAct := o.acts().Player()
	shown.board = templates.BachetBoard(o.c, now, last, canAct)
	shown.again = o.snap.Over()
	shown.actions = templates.BachetActions(o.c, now, canAct, o.snap.Over())
	shown.detail = bachetDetail(o, now)
	if o.snap.Mode != table.Link || o.snap.Over() {
		shown.lesson = bachetLesson(o, now, heaps, slip)
	} else {
		shown.marks = nil
		shown.lesson = templates.Lesson{Title: o.c.Text("bachet.play.lesson"), Verdict: o.c.Text("bachet.play.lesson.later")}
	}
	return shown, nil
}

// bachetHeaps returns the heap before each ply of the round, and the one after
// the last.
func bachetHeaps(s *table.Snapshot) ([]templates.Bachet, error) {
	codes := []string{""}
	for _, p := range s.Plies {
		codes = append(codes, p.Position)
	}
	heaps := make([]templates.Bachet, len(codes))
	for i, code := range codes {
		state, err := s.Rules.Start(s.Options, code)
		if err != nil {
			return nil, fmt.Errorf("position %q: %w", code, err)
		}
		if err := viewInto(state, &heaps[i]); err != nil {
			return nil, err
		}
	}
	// A table may begin from another heap than the options say: then the first
	// one is what the first move left and took.
	if len(s.Plies) > 0 {
		if taken, err := strconv.Atoi(string(s.Plies[0].Action)); err == nil && heaps[0].Left != heaps[1].Left+taken {
			heaps[0].Left, heaps[0].Lesson = heaps[1].Left+taken, templates.BachetLesson{}
		}
	}
	return heaps, nil
}

// bachetTerms says the options in words.
func bachetTerms(c *lang.Catalogue, b templates.Bachet) string {
	ending := "bachet.terms.normal"
	if b.Misere {
		ending = "bachet.terms.misere"
	}
	return c.Text("bachet.terms", "n", b.Sticks, "max", strconv.Itoa(b.Max)) + " " + c.Text(ending)
}

// bachetDetail says how many are left and what one may do.
func bachetDetail(o onlooker, b templates.Bachet) string {
	left := o.c.Text("bachet.play.left", "n", b.Left)
	switch {
	case o.snap.Over():
		return o.reason()
	case !o.mine.mine():
		return left + " " + o.c.Text("play.watching")
	case !o.acts().Player():
		return left
	case b.Most() == 1:
		return left + " " + o.c.Text("bachet.play.one-only")
	default:
		return left + " " + o.c.Text("bachet.play.up-to", "most", strconv.Itoa(b.Most()))
	}
}

// bachetLesson says who wins with perfect play, and why; after the round, which
// move decided it.
func bachetLesson(o onlooker, b templates.Bachet, heaps []templates.Bachet, slip int) templates.Lesson {
	l := templates.Lesson{Title: o.c.Text("bachet.play.lesson"), Open: o.snap.Over()}
	if o.snap.Over() {
		l.Title = o.c.Text("bachet.play.lesson.after")
		l.Verdict = bachetGuilt(o, b, heaps, slip)
		key := "bachet.play.rule"
		if b.Misere {
			key += ".misere"
		}
		l.Why = o.c.Text(key, "modulus", strconv.Itoa(b.Lesson.Modulus), "max", strconv.Itoa(b.Max))
		return l
	}
	l.Verdict = o.c.Text(bachetVerdict(o, b), "name", o.name(bachetFavourite(o, b)))
	key := "bachet.play.why.lost"
	if b.Lesson.Won {
		key = "bachet.play.why.won"
	}
	if b.Misere {
		key += ".misere"
	}
	l.Why = o.c.Text(key, "left", strconv.Itoa(b.Left), "modulus", strconv.Itoa(b.Lesson.Modulus), "max", strconv.Itoa(b.Max),
		"remainder", strconv.Itoa(b.Lesson.Remainder), "take", strconv.Itoa(b.Lesson.Take), "rest", strconv.Itoa(b.Left-b.Lesson.Take))
	return l
}

// bachetGuilt says what decided a round that is over: giving up what could be
// won, the last slip, or nothing that anybody did.
func bachetGuilt(o onlooker, b templates.Bachet, heaps []templates.Bachet, slip int) string {
	key, name, nameMid, before := "bachet.play.no-slip", "", "", templates.Bachet{}
	resigned := o.snap.Resigned
	toMove := o.snap.SeatOf(o.snap.State.ToAct())
	switch {
	case resigned.Player() && o.snap.Forfeit != table.KindResigned:
		return o.c.Text("bachet.play.off-board")
	case resigned.Player() && b.Lesson.Won == (toMove == resigned):
		if key = "bachet.play.slip-resigned"; resigned == o.me() {
			key += ".you"
		}
	case slip >= 0:
		seat := o.snap.Plies[slip].Seat
		key, name, nameMid, before = "bachet.play.slip", o.name(seat), o.nameMid(seat), heaps[slip]
		if seat == o.me() {
			key += ".you"
		}
	case !resigned.Player() && o.snap.Result.Winner == o.me():
		key += ".you"
	default:
		return o.c.Text(key) + bachetMirror(o)
	}
	return o.c.Text(key, "no", strconv.Itoa(slip+1), "name", name, "nameMid", nameMid,
		"left", strconv.Itoa(before.Left), "take", strconv.Itoa(before.Lesson.Take))
}

// bachetMirror offers the mirror image of a round that the computer could not
// lose: with the other order it is the person who can not lose.
func bachetMirror(o onlooker) string {
	winner := o.snap.Result.Winner
	if o.snap.Seat(game.Second).Bot == "" || winner != game.Second || o.snap.Resigned != game.Nobody {
		return ""
	}
	return " " + o.c.Text("bachet.play.mirror."+o.snap.Starts.String())
}

// bachetFavourite is the seat that wins with perfect play.
func bachetFavourite(o onlooker, b templates.Bachet) game.Side {
	if b.Lesson.Won {
		return o.snap.ToAct
	}
	return o.snap.ToAct.Other()
}

// bachetVerdict chooses the sentence for whoever looks.
func bachetVerdict(o onlooker, b templates.Bachet) string {
	me := o.me()
	switch {
	case !me.Player():
		return "bachet.play.verdict"
	case bachetFavourite(o, b) == me:
		return "bachet.play.verdict.can"
	case o.snap.Seat(me.Other()).Bot == "winning":
		return "bachet.play.verdict.cannot.winning"
	default:
		return "bachet.play.verdict.cannot"
	}
}
