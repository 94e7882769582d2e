package web

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
	"github.com/hod-games/hod/templates"
)

// tableScript is the address of the script with the board of a game, or of the
// one that a game without a board has.
func (s *Server) tableScript(id string) string {
	if url := s.assets.URL("table-" + id + ".js"); url != "" {
		return url
	}
	return s.assets.URL("table.js")
}

// noScriptPause is how often, in seconds, a browser without script asks again.
func noScriptPause(o onlooker) int {
	switch {
	case o.snap.BotToAct() != "", o.snap.Ending():
		return 1
	case o.snap.Offered && o.mine.mine():
		return 8 // below table.AbsentAfter: else it would not be on offer
	case o.snap.Mode != table.Link || o.acts().Player():
		return 0
	case o.snap.Over():
		return 10
	default:
		return 4
	}
}

// tableModel is the table page; p is why the last form was not accepted, nil as
// a rule.
func (s *Server) tableModel(r *http.Request, o onlooker, p *problem) (templates.Table, presented, error) {
	c, snap := o.c, o.snap
	name := gameName(c, snap.Game)
	headline, tone := o.headline()
	frame := s.page(r, "/t/"+string(snap.ID), headline+" — "+name, c.Text("table.description", "game", name, "terms", terms(o)))
	frame.Private = true
	frame.Picture = "/t/" + string(snap.ID) + "/picture.png"
	frame.PictureAlt = c.Text("table.picture", "game", name)
	frame.Class = "at-table"
	frame.Crumbs = []templates.Crumb{{Text: name, URL: s.path(r, "/"+snap.Game)}}
	frame.Styles = append(frame.Styles, s.gameStyles(snap.Game)...)
	frame.Scripts = []string{s.assets.URL(textsFile(snap.Game, c.Code)), s.tableScript(snap.Game)}
	frame.Refresh = noScriptPause(o)
	if tone == "turn" { // a throw is a turn as well
		frame.Icon = "/favicon-turn.svg"
	}
	shown, err := present(r, frame, o)
	if err != nil {
		return templates.Table{}, presented{}, fmt.Errorf("show table %s: %w", snap.ID, err)
	}
	if shown.crumb != "" {
		frame.Crumbs[0].Text = shown.crumb
	}
	bottom := game.First
	if o.me() == game.Second {
		bottom = game.Second
	}
	if shown.bottom.Player() {
		bottom = shown.bottom
	}
	t := templates.Table{
		Page: frame, ID: string(snap.ID), Game: snap.Game, GameName: name, Terms: terms(o), Mode: string(snap.Mode),
		Seq: snap.Seq, Key: rand.Text()[:16],
		Top: seatModel(o, shown, bottom.Other()), Bottom: seatModel(o, shown, bottom), Watching: !o.mine.mine(),
		Over: snap.Over(), Waiting: o.waiting(), BotThinks: snap.BotToAct() != "",
		Headline: cmp.Or(shown.headline, headline), Detail: shown.detail, Tone: tone,
		Board: shown.board, Lesson: shown.lesson, Columns: shown.columns, Plies: pliesModel(o, shown),
		Round: snap.Round, NextRule: o.nextRule(), Keys: textOr(c, "table.keys."+snap.Game, ""),
		ResignNote: shown.resign, Next: shown.next, Again: shown.again,
	}
	if seat := o.acts(); seat.Player() {
		t.ActSeat = seat.String()
	}
	if seat := o.anySeat(); seat.Player() {
		t.Seat = seat.String()
		t.NextNow = snap.Over() || snap.Mode != table.Link
		t.CanResign = !snap.Over() && !o.waiting()
		t.CanReset = !o.waiting()
		if snap.Mode != table.Link && !nardySidesFixed(snap) {
			t.NextStart = nextStarts(o)
		}
		t.Renames = renames(o)
	}
	t.Offer.Kind = string(table.KindReset)
	if asked := snap.Asked; asked != nil {
		if asked.Seat != o.me() {
			t.Offer = templates.Offer{Kind: string(asked.What), Text: o.askedText(asked)}
		} else {
			t.Sent = c.Text("play." + string(asked.What) + ".waiting")
			t.CanReset = t.CanReset && asked.What != table.KindReset
		}
	}
	t.TakeBack, t.Claim = takeBackModel(o), s.claimModel(o, time.Now())
	if snap.Dice != nil {
		t.ReceiptsJS = s.assets.URL(receiptsFile(c.Code))
	}
	if t.Claim != nil {
		t.ClaimJS = s.assets.URL("claim.js")
	}
	if snap.Clock != nil {
		t.ClockWords, t.ClockTerms = clockWords(c), clockTerms(c, snap)
		for _, one := range snap.Standstills {
			t.Stood = append(t.Stood, templates.Stood{Ply: one.Plies, Text: standstill(c, one.Gap)})
		}
		t.Scripts = append(t.Scripts, s.assets.URL("clock.js"))
		t.Styles = append(t.Styles, s.assets.URL("clock.css"))
	}
	t.NoCookies = t.Watching && r.URL.Query().Has(seatedMark)
	s.links(r, o, &t)
	s.talkAround(r, o, &t)
	if t.Hint, err = s.nardyHint(r, o); err != nil {
		return templates.Table{}, presented{}, err
	}
	if t.Hint != nil {
		t.Scripts = append(t.Scripts, s.assets.URL("hint.js"))
		if t.Hint.Busy {
			t.Refresh = 1
		}
	}
	s.company(o, &t)
	if shown.aside != nil {
		t.Aside = shown.aside(t)
	}
	boot, err := s.boot(r, o, shown)
	if p != nil { // the script draws the page anew
		boot.Trouble, boot.Rule = p.Message, p.Rule
		if p.adopt != nil {
			t.Adopt, t.Refresh = *p.adopt, 0 // what was typed stays there
		}
	}
	if err == nil {
		err = putOff(&boot, &t.Page)
	}
	t.Boot = boot
	return t, shown, err
}

// links fills in the addresses around a table.
func (s *Server) links(r *http.Request, o onlooker, t *templates.Table) {
	base := s.tableLink(r, o.snap.ID)
	if o.mine.join != "" && o.waiting() {
		t.Invite = base + "/join#" + o.mine.join
	}
	t.Named = o.snap.Named
	t.CanOffer = o.mine.mine() && o.snap.Mode == table.Link && o.waiting()
	t.Offered = o.snap.Offered && time.Since(o.snap.OfferedAt) < table.OfferLasts
	if t.Offered && t.CanOffer {
		t.Wait = s.waitingAt(r, o.snap.ID, s.host.Waiting())
		t.Scripts = append(t.Scripts, s.assets.URL("waiting.js"))
	}
	t.WatchLink = base
	t.SeatLink = seatLink(base, o.mine)
	t.CanAdopt = t.Watching
	t.Rules, t.Strategy = s.articles(r, o.snap.Rules)
}

// articles are the addresses of what there is to read about a game.
func (s *Server) articles(r *http.Request, rules game.Rules) (rulesPage, strategy string) {
	id := rules.Info().ID
	if _, ok := rules.(game.Explainer); ok {
		rulesPage = s.path(r, "/"+id+"/rules")
	}
	if s.lang(r).Has("strategy." + id + ".title") {
		strategy = s.path(r, "/"+id+"/strategy")
	}
	return rulesPage, strategy
}

// seatLink is the address under which another browser takes over the seats
// that this one holds. The secrets stand in its fragment, which browsers do
// not send.
func seatLink(base string, mine myTable) string {
	var words []string
	for _, seat := range []game.Side{game.First, game.Second} {
		if secret := mine.secret(seat); secret != "" {
			words = append(words, seatRole(seat)+"."+secret)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return base + "#" + strings.Join(words, "~")
}

func seatModel(o onlooker, shown presented, seat game.Side) templates.Seat {
	m := templates.Seat{
		Seat: seat.String(), Name: o.name(seat), Score: o.snap.Score[seatIndex(seat)],
		Turn: cmp.Or(shown.turn, o.snap.ToAct) == seat, Free: !o.snap.Seat(seat).Taken,
		Clock: clockModel(o, seat, time.Now()),
	}
	if m.Free {
		m.Name = o.c.Text("play.nobody-yet")
		if !o.mine.mine() {
			m.Name = o.c.Text("play.nobody-yet.watch")
		}
	}
	if shown.score != nil {
		m.Score = shown.score(seat)
	}
	if shown.tally != nil {
		m.Side, m.Tally = shown.tally(seat)
	}
	if shown.note != nil {
		m.Note = shown.note(seat)
		return m
	}
	if n := len(o.snap.Plies); n > 0 && o.snap.Plies[n-1].Seat == seat {
		m.Note = o.plyNote(n - 1)
	}
	return m
}

// plyNote says what the seat of a ply has done in it, and how far ahead a
// computer looked for it.
func (o onlooker) plyNote(i int) string {
	ply := o.snap.Plies[i]
	note := textOr(o.c, o.snap.Game+".play.note", "{action}", "action", string(ply.Action))
	if ply.Depth > 0 {
		note = o.c.Text("play.depth", "note", note, "n", ply.Depth)
	}
	return note
}

func pliesModel(o onlooker, shown presented) []templates.Ply {
	if shown.aside != nil {
		return nil // it has its own list
	}
	plies := make([]templates.Ply, len(o.snap.Plies))
	for i, p := range o.snap.Plies {
		plies[i] = templates.Ply{No: i + 1, Name: o.name(p.Seat), Cells: shown.cells[i], Stood: standstillsAt(o.c, o.snap, i+1)}
		if shown.marks != nil {
			plies[i].Mark = shown.marks[i]
		}
	}
	return plies
}

// renames are the seats whose names this browser may change: its own one, or
// both at one device.
func renames(o onlooker) []templates.Rename {
	if o.snap.Nameless {
		return nil
	}
	if me := o.me(); me.Player() {
		return []templates.Rename{{ID: "rename", Seat: me.String(), Name: o.snap.Seat(me).Name}}
	}
	var all []templates.Rename
	for i, seat := range []game.Side{game.First, game.Second} {
		no := strconv.Itoa(i + 1)
		all = append(all, templates.Rename{
			ID: "rename-" + no, Seat: seat.String(), Name: o.snap.Seat(seat).Name, Label: o.c.Text("table.name.of", "no", no),
		})
	}
	return all
}

// nextStarts offers who may begin the next round.
func nextStarts(o onlooker) []templates.Choice {
	var all []templates.Choice
	for _, seat := range []game.Side{game.First, game.Second} {
		all = append(all, templates.Choice{Value: seat.String(), Text: o.name(seat), Chosen: seat == o.snap.NextStarts()})
	}
	return all
}

// boot is what the page hands to its script.
func (s *Server) boot(r *http.Request, o onlooker, shown presented) (wire.Boot, error) {
	message, err := tableMessage(o.snap)
	if err != nil {
		return wire.Boot{}, err
	}
	b := wire.Boot{
		Table: message, Base: s.path(r, "/t/"+string(o.snap.ID)), Lang: o.c.Code,
		Title: " — " + gameName(o.c, o.snap.Game) + " — " + o.c.Text("site.name"),
		Mine:  make(map[string]string), Best: shown.best, Board: shown.script,
		Icons: [2]string{"/favicon.svg", "/favicon-turn.svg"},
	}
	for _, seat := range []game.Side{game.First, game.Second} {
		if secret := o.mine.secret(seat); secret != "" {
			b.Mine[seat.String()] = secret
		}
	}
	if o.snap.Clock != nil {
		b.At = time.Now().UnixMilli()
	}
	if o.snap.Asked != nil {
		b.Asked, b.AskedFor = o.snap.Asked.Seat.String(), string(o.snap.Asked.What)
	}
	return b, nil
}
