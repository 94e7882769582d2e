package web

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// trainingPath is the address of the training table.
const trainingPath = "/" + nardy.ID + "/position"

// trainingPage is the training table of nardy: a position that is set up, and
// what can be played there. ?variant=, &pos=, &turn=, &d=, &when=, &began=,
// &left=, &offered=, &more= and &options= are where it stands (see
// training.read), &put= and &from= change it, &side= says what is put; &show=
// is a play to look at, &all= asks for every play. ?text= is a position that
// somebody pasted. ?part=training asks for the table alone.
func (s *Server) trainingPage(w http.ResponseWriter, r *http.Request) {
	if entry, ok := s.host.Game(nardy.ID); !ok || entry.Draft {
		s.failPage(w, r, notFound())
		return
	}
	q := r.URL.Query()
	if q.Has("example") {
		s.trainingExample(w, r)
		return
	}
	t := readTraining(q, s.lang(r).Text("nardy.choose.first"))
	if !q.Has("text") {
		s.showTraining(w, r, http.StatusOK, t)
		return
	}
	t.pasted = q.Get("text")
	u, err := t.paste()
	if err != nil {
		t.pasteProblem = err
		s.showTraining(w, r, http.StatusUnprocessableEntity, t)
		return
	}
	http.Redirect(w, r, s.trainingURL(r, &u, nil), http.StatusSeeOther)
}

// trainingExample leads to the position of an example of the rules, or to the
// one that somebody has come to there: &position=.
func (s *Server) trainingExample(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	_, e, ok := exampleOf(nardy.Rules{}, q.Get("example"))
	if !ok {
		_, e, ok = variantExample(q.Get("example"))
	}
	if !ok {
		s.failPage(w, r, notFound())
		return
	}
	if q.Has("position") {
		e.Position = q.Get("position")
	}
	state, err := nardy.New(e.Options, e.Position)
	if err != nil {
		s.failPage(w, r, &table.OpeningError{Field: "position", Problem: err.Error()})
		return
	}
	u := nardy.SetupOf(state)
	http.Redirect(w, r, s.trainingURL(r, &u, nil), http.StatusSeeOther)
}

// longestPosition bounds what is read as a position, in bytes: a forum's post
// around it included.
const longestPosition = 2000

func (t *training) paste() (nardy.Setup, error) {
	switch {
	case len(t.pasted) > longestPosition:
		return nardy.Setup{}, errTooLong
	case strings.TrimSpace(t.pasted) == "":
		return nardy.Setup{}, errNothing
	}
	return nardy.ReadPosition(t.pasted, t.setup.Options.Variant)
}

// training is a position that is being set up.
type training struct {
	setup   nardy.Setup
	problem error  // why it is no position, however it is put together
	some    bool   // not all dice are chosen
	brush   string // "L", "D" or "none"
	show    string // a play to look at
	all     bool   // every play is asked for

	pasted       string
	pasteProblem error
}

// The values of the field "when": which throw of the side it is. What follows a
// double, and who may take two off the head, hangs on it.
const (
	whenFirst = "first"
	whenLater = "later"
	whenSixth = "sixth" // or a later one
)

// readTraining reads a position from the fields of its address. What can not
// be read is as in the beginning; what can not be is found out by State.
func readTraining(q url.Values, variant string) training {
	t := training{brush: q.Get("side"), show: q.Get("show"), all: q.Has("all")}
	if t.brush != "D" && t.brush != "none" {
		t.brush = "L"
	}
	u := &t.setup
	u.Options = nardy.DefaultOptions()
	if o, err := nardy.ParseOptions([]byte(q.Get("options"))); err == nil {
		u.Options = o
	}
	if q.Get("options") == "" {
		u.Options.Variant = variant
	}
	if _, ok := nardy.VariantNamed(q.Get("variant")); ok {
		u.Options.Variant = q.Get("variant")
	}
	v := u.Variant()
	u.Position = v.Initial()
	if q.Has("pos") {
		t.readCheckers(q.Get("pos"), q.Get("was"))
	}
	if q.Get("turn") == nardy.Dark.Letter() {
		u.Side = nardy.Dark
	}
	t.readDice(q["d"])
	if n, err := strconv.Atoi(q.Get("left")); err == nil && n >= 1 && n <= 4 && v.HandOver && len(u.Dice) > 0 {
		u.Handed, u.Dice = true, slices.Repeat(u.Dice[:1], n)
	}
	if q.Get("began") == nardy.Dark.Letter() {
		u.Starter = nardy.Dark
	}
	when := q.Get("when")
	if when == "" && u.Position == v.Initial() {
		when = whenFirst
	}
	switch when {
	case whenFirst:
		u.FirstThrow()
	case whenSixth:
		u.SixthThrow()
	default:
		u.LaterThrow()
	}
	u.Offered = q.Has("offered")
	t.edit(q)
	if t.problem == nil {
		t.settle(strings.Fields(q.Get("more")))
	}
	return t
}

// readCheckers reads where the checkers are. Those of the beginning give way
// to those of the variant that one has changed to.
func (t *training) readCheckers(pos, was string) {
	v := t.setup.Variant()
	read := v
	if old, ok := nardy.VariantNamed(was); ok {
		read = old
	}
	p, err := read.ReadCheckers(pos)
	if err != nil && read.ID != v.ID {
		p, err = v.ReadCheckers(pos)
	}
	switch {
	case err != nil:
		t.problem = err
	case read.ID != v.ID && p == read.Initial():
	default:
		if read.Route != v.Route || read.Contact != v.Contact { // the checkers stay on their points
			if p, err = v.ReadCheckers(pos); err != nil {
				t.problem = err
				return
			}
		}
		t.setup.Position = p
		t.setup.Complete()
	}
}

// readDice reads what the dice show; "" is a die that is not chosen. Dice of a
// variant with more of them are forgotten.
func (t *training) readDice(fields []string) {
	v := t.setup.Variant()
	for _, d := range fields {
		if n, err := strconv.Atoi(d); d != "" && (err != nil || n < 1 || n > 6) && t.problem == nil {
			t.problem = &nardy.Problem{ID: "dice", Values: []any{"n", v.Dice}}
		}
		if n, err := strconv.Atoi(d); err == nil && n >= 1 && n <= 6 && len(t.setup.Dice) < v.Dice {
			t.setup.Dice = append(t.setup.Dice, n)
		}
	}
	if n := len(t.setup.Dice); n > 0 && n < v.Dice {
		t.some = true
	}
}

// edit makes the change that was asked for: a checker put on &put=, or taken
// from &from= to &put=.
func (t *training) edit(q url.Values) {
	at, from := q.Get("put"), q.Get("from")
	if t.problem != nil || at == "" {
		return
	}
	u := &t.setup
	v := u.Variant()
	if from == "" {
		switch {
		case t.brush == "none":
			v.Remove(&u.Position, at)
		case t.brush == "D" && at != "bar-L" || at == "bar-D": // a half of the bar is one side's
			v.Put(&u.Position, nardy.Dark, at)
		default:
			v.Put(&u.Position, nardy.Light, at)
		}
	} else if side, ok := v.Remove(&u.Position, from); ok {
		v.Put(&u.Position, side, at)
	}
	u.Complete()
}

// settle adds what the words of a code tell beside the fields; words that no
// longer fit what was chosen are forgotten.
func (t *training) settle(words []string) {
	u := &t.setup
	throws := u.Throws
	for _, w := range words {
		if told, ok := strings.CutPrefix(w, "throws="); ok {
			light, dark, _ := strings.Cut(told, ",")
			l, err := strconv.Atoi(light)
			d, err2 := strconv.Atoi(dark)
			was := whenOf(u)
			if u.Throws = [2]int{l, d}; err != nil || err2 != nil || whenOf(u) != was {
				u.Throws = throws
			}
			continue
		}
		u.More = append(u.More, w)
	}
	if t.some {
		return
	}
	_, err := u.State()
	if _, wrong := errors.AsType[*nardy.Problem](err); !wrong || len(words) == 0 {
		return
	}
	plain := *u
	plain.More, plain.Throws = nil, throws
	if _, err := plain.State(); err == nil {
		*u = plain
	}
}

// whenOf is the value of the field "when".
func whenOf(u *nardy.Setup) string {
	switch n := u.Throw(); {
	case n <= 1:
		return whenFirst
	case n >= 6:
		return whenSixth
	default:
		return whenLater
	}
}

// trainingFields are the fields of the address of a position.
func trainingFields(u *nardy.Setup) url.Values {
	v := u.Variant()
	q := url.Values{"variant": {v.ID}, "pos": {v.Code(&u.Position)}, "turn": {u.Side.Letter()}, "when": {whenOf(u)}}
	plain := nardy.DefaultOptions()
	plain.Variant = v.ID
	if u.Options != plain {
		q.Set("options", string(u.Options.JSON()))
	}
	if u.Handed {
		q.Set("left", strconv.Itoa(len(u.Dice)))
		q.Set("d", strconv.Itoa(u.Dice[0]))
		for len(q["d"]) < v.Dice {
			q.Add("d", strconv.Itoa(u.Dice[0]))
		}
	} else {
		for _, d := range u.Dice {
			q.Add("d", strconv.Itoa(d))
		}
	}
	if u.Starter == nardy.Dark {
		q.Set("began", nardy.Dark.Letter())
	}
	if u.Offered {
		q.Set("offered", "1")
	}
	if more := moreOf(u); more != "" {
		q.Set("more", more)
	}
	return q
}

// moreOf are the words that the fields do not say.
func moreOf(u *nardy.Setup) string {
	words := slices.Clone(u.More)
	plain := *u
	switch whenOf(u) {
	case whenFirst:
		plain.FirstThrow()
	case whenSixth:
		plain.SixthThrow()
	default:
		plain.LaterThrow()
	}
	if plain.Throws != u.Throws {
		words = append(words, "throws="+strconv.Itoa(u.Throws[0])+","+strconv.Itoa(u.Throws[1]))
	}
	return strings.Join(words, " ")
}

// trainingURL is the address of the table with a position, and with more
// fields.
func (s *Server) trainingURL(r *http.Request, u *nardy.Setup, more url.Values) string {
	q := trainingFields(u)
	maps.Copy(q, more)
	return s.path(r, trainingPath) + "?" + encoded(q)
}

// encoded writes fields as an address has them; the commas of a position stay,
// so that it does not grow to twice its length.
func encoded(q url.Values) string { return strings.ReplaceAll(q.Encode(), "%2C", ",") }

// positionProblem says in words why a text or a set-up is no position of nardy.
func positionProblem(c *lang.Catalogue, u *nardy.Setup, err error) string {
	const key = "training.problem."
	if p, ok := errors.AsType[*nardy.Problem](err); ok {
		if p.ID == "over" {
			v := u.Variant()
			if kind, winner := v.Status(&u.Position); kind != nardy.GoesOn {
				o := game.Outcome{Winner: game.First, Points: u.Options.Stake * kind.Points(), Reason: kind.String()}
				if winner == nardy.Dark {
					o.Winner = game.Second
				}
				return c.Text("training.over", "reason", endedText(c, o))
			}
		}
		for i := 0; i+1 < len(p.Values); i += 2 {
			if side, ok := p.Values[i+1].(string); ok && p.Values[i] == "side" {
				return c.Text(key+p.ID+"."+side, p.Values...)
			}
		}
		return c.Text(key+p.ID, p.Values...)
	}
	switch {
	case errors.Is(err, errTooLong):
		return c.Text(key + "too-long")
	case errors.Is(err, errNothing):
		return c.Text(key + "nothing")
	default:
		return c.Text(key + "refused")
	}
}

// endedText says how a game ended, as the result of a table does.
func endedText(c *lang.Catalogue, o game.Outcome) string {
	winner := ""
	if o.Winner.Player() {
		winner = capital(c.Text("nardy.play.side." + o.Winner.String()))
	}
	return c.Text("reason.nardy."+o.Reason, "winner", winner, "n", o.Points)
}

// showTraining answers with the page.
func (s *Server) showTraining(w http.ResponseWriter, r *http.Request, status int, t training) {
	c := s.lang(r)
	p := templates.TrainingPage{
		Page: s.article(r, nardy.ID, "/position", c.Text("training.title"), c.Text("training.description"),
			templates.Crumb{Text: gameName(c, nardy.ID), URL: s.path(r, "/"+nardy.ID)}, templates.Crumb{Text: c.Text("training.title")}),
		Pasted: t.pasted,
	}
	if t.pasteProblem != nil {
		p.PasteProblem = positionProblem(c, &t.setup, t.pasteProblem)
	}
	p.Class += " wide"
	p.Scripts = append(p.Scripts, s.assets.URL("training.js"))
	// Every position is a page of its own: none of them is for search engines.
	p.Private = r.URL.RawQuery != ""
	table, err := s.training(r, &t)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	p.Training = table
	if p.Private && t.problem == nil {
		showsPosition(&p.Page, &t.setup)
	}
	if r.URL.Query().Get("part") == "training" {
		s.render(w, r, http.StatusOK, templates.TrainingPart(p.Page, p.Training))
		return
	}
	s.render(w, r, status, templates.TrainingTable(p))
}

// trainingPicture answers with a position as messengers show it.
func (s *Server) trainingPicture(w http.ResponseWriter, r *http.Request) {
	c := s.lang(r)
	t := readTraining(r.URL.Query(), c.Text("nardy.choose.first"))
	b := trainingBoard(c, &t.setup)
	s.sharePicture(w, r, nardy.ID+"/"+c.Code+"?"+encoded(trainingFields(&t.setup)), 86400, sharedNardy(c, &b))
}
