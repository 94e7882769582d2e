package web

import (
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// modeOpen is the mode of forms for a table that anybody may sit down at: for
// the table itself it is Link, offered.
const modeOpen = "open"

// shownOffers is how many open tables the first page lists.
const shownOffers = 5

// lobbyPage answers GET /lobby.
func (s *Server) lobbyPage(w http.ResponseWriter, r *http.Request) {
	s.showLobby(w, r, http.StatusOK, "")
}

// showLobby answers with the open tables; problem is why the last form was not
// accepted.
func (s *Server) showLobby(w http.ResponseWriter, r *http.Request, status int, problem string) {
	c := s.lang(r)
	l := templates.Lobby{
		Page:    s.page(r, "/lobby", c.Text("lobby.title"), c.Text("lobby.description")),
		Open:    s.openTables(r, s.host.Lobby(), 0),
		Find:    s.finders(r),
		Problem: problem,
	}
	l.Crumbs = []templates.Crumb{{Text: c.Text("lobby.title")}}
	l.Styles = append(l.Styles, s.assets.URL("lobby.css"))
	l.Scripts = []string{s.assets.URL("lobby.js")}
	l.Refresh = 10
	w.Header().Set("Cache-Control", "no-store") // keys of forms are in it
	s.render(w, r, status, templates.LobbyPage(l))
}

// lobbyList answers GET /lobby/list?wait=TAG&most=N: the list of the pages
// alone, once it has changed, or 204.
func (s *Server) lobbyList(w http.ResponseWriter, r *http.Request) {
	lobby, changed := s.awaitLobby(w, r, s.host.Lobby)
	if !changed {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	most := 0
	if r.URL.Query().Has("few") {
		most = shownOffers
	}
	s.render(w, r, http.StatusOK, templates.OpenTables(templates.Page{T: s.lang(r)}, s.openTables(r, lobby, most)))
}

// openTables is the list of the first most open tables; 0 means all.
func (s *Server) openTables(r *http.Request, lobby *table.Lobby, most int) templates.Open {
	c, mine := s.lang(r), tablesOf(r)
	open := templates.Open{Tag: lobby.Tag, Few: most > 0, Full: len(lobby.Offers) >= table.MaxOffers}
	for _, offer := range lobby.Offers {
		o, ok := s.offer(c, offer)
		if !ok {
			continue // of a game that only a newer process has
		}
		open.All++
		if most > 0 && len(open.Offers) == most {
			continue
		}
		o.Mine = mine.of(offer.ID).mine()
		open.Offers = append(open.Offers, o)
	}
	return open
}

// offer is an open table as a list shows it.
func (s *Server) offer(c *lang.Catalogue, offer table.Offer) (templates.OpenTable, bool) {
	entry, ok := s.game(offer.Game)
	if !ok {
		return templates.OpenTable{}, false
	}
	start, err := entry.Rules.Start(offer.Options, offer.Position)
	if err != nil {
		return templates.OpenTable{}, false
	}
	// What the words about a table need of it.
	snap := &table.Snapshot{
		ID: offer.ID, Rules: entry.Rules, Game: offer.Game, Options: offer.Options, Mode: table.Link,
		Starts: offer.Starts, Begin: start.String(), Position: start.String(), State: start,
	}
	if offer.Dice != "" {
		snap.Dice = &table.Dice{Kind: offer.Dice}
	}
	m := templates.OpenTable{
		ID: string(offer.ID), Game: gameName(c, offer.Game), Terms: terms(onlooker{c: c, snap: snap}),
		Key: rand.Text(), Dice: offer.Dice == table.FairDice,
	}
	if offer.Clock != nil {
		snap.Clock = &table.Clock{Tempo: *offer.Clock}
		m.Clock = clockTerms(c, snap)
	}
	return m, true
}

// finders are the buttons that find an opponent: each says which game it means,
// and means the same one in every language.
func (s *Server) finders(r *http.Request) []templates.Finder {
	c := s.lang(r)
	var all []templates.Finder
	for _, entry := range s.host.Games() {
		if entry.Draft {
			continue
		}
		dice, err := throwsDice(entry.Rules)
		id := entry.Rules.Info().ID
		buttons := []templates.Finder{{ID: id, Name: gameName(c, id)}}
		if id == nardyID {
			buttons = nardyFinders(c, r, entry)
		}
		for _, f := range buttons {
			f.Game, f.Key, f.Dice = id, rand.Text(), err == nil && dice
			all = append(all, f)
		}
	}
	return all
}

// takeTable answers POST /lobby/ID: the button takes the free seat.
func (s *Server) takeTable(w http.ResponseWriter, r *http.Request) {
	id, err := tableForm(w, r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	if tablesOf(r).of(id).mine() {
		http.Redirect(w, r, s.path(r, "/t/"+string(id)), http.StatusSeeOther)
		return
	}
	var own []table.ID
	if instead := table.ID(r.PostFormValue("instead")); tablesOf(r).of(instead).mine() {
		own = []table.ID{instead}
	}
	met, err := s.instead(r, own)
	if err == nil && met == "" {
		err = s.take(w, r, id)
	}
	var refusal *game.Refusal
	switch {
	case err == nil && met != "":
		http.Redirect(w, r, s.path(r, "/t/"+string(met)), http.StatusSeeOther)
	case errors.As(err, &refusal) && own != nil:
		if again := s.offerOwn(r.Context(), r, own[0], table.KindOffer); again != nil {
			s.logger.DebugContext(r.Context(), "an offer is not made again", "table", string(own[0]), "err", again)
		}
		s.refuseForm(w, r, own[0], err)
	case errors.As(err, &refusal):
		s.showLobby(w, r, http.StatusConflict, s.explain(r.Context(), s.lang(r), err, nil).Message)
	case err != nil:
		s.failPage(w, r, err)
	}
}

// take sits down at an open table and goes there; where that can not be it
// answers nothing.
func (s *Server) take(w http.ResponseWriter, r *http.Request, id table.ID) error {
	seated, err := s.host.Take(r.Context(), id, table.Sit{
		Key: r.PostFormValue("key"), Commit: r.PostFormValue("commit"),
	})
	s.metrics.command(string(table.KindTake), err)
	if err != nil {
		return unsaved("error.silent.sit", err)
	}
	s.keep(w, r, tablesOf(r).with(id, seatRole(seated.Seat), seated.Secret))
	http.Redirect(w, r, s.seatedURL(r, id), http.StatusSeeOther)
	return nil
}

// maxTried is how many tables one search tries to sit down at: others look for
// one, too, and may be faster.
const maxTried = 3

// findOpponent answers POST /lobby: it sits down at the table that has waited
// longest and is as the button says, as this browser would open one, or as the
// table "like" was opened; or else it opens that one.
func (s *Server) findOpponent(w http.ResponseWriter, r *http.Request) {
	if err := readForm(w, r); err != nil {
		s.failPage(w, r, err)
		return
	}
	opening, err := s.openingSought(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	own, others := s.sought(r, opening)
	// Somebody else's table before one's own: two may have opened one at the
	// same moment, and whoever looks again is to meet the other.
	if len(others) > 0 {
		went, err := s.meet(w, r, own, others)
		if err != nil {
			s.failPage(w, r, err)
		}
		if err != nil || went {
			return
		}
	}
	if len(own) == 0 {
		s.open(w, r, opening)
		return
	}
	// Who looks again still waits at the table of the first time.
	if len(others) > 0 {
		if err := s.offerOwn(r.Context(), r, own[0], table.KindOffer); err != nil {
			s.refuseForm(w, r, own[0], err)
			return
		}
	}
	http.Redirect(w, r, s.path(r, "/t/"+string(own[0])), http.StatusSeeOther)
}

// openingSought is the table that whoever looks for an opponent would open.
func (s *Server) openingSought(r *http.Request) (table.Opening, error) {
	if like := r.PostFormValue("like"); like != "" {
		snapshot, err := s.host.Snapshot(r.Context(), table.ID(like))
		if err != nil {
			return table.Opening{}, err //nolint:wrapcheck // for the one who explains it
		}
		o := table.OfferLike(snapshot)
		return table.Opening{
			Game: o.Game, Options: o.Options, Position: o.Position, Mode: table.Link, Open: true,
			Starts: o.Starts, Dice: o.Dice, Clock: o.Clock,
		}, nil
	}
	entry, ok := s.game(r.PostFormValue("game"))
	if !ok {
		return table.Opening{}, notFound()
	}
	form := formFor(s.lang(r), r, entry)
	form.mode = modeOpen
	if variant := r.PostFormValue("variant"); variant != "" {
		form.nardy = plainNardy(variant)
	}
	opening, problems := form.opening(s.lang(r), entry)
	options, err := entry.Rules.Normalize(opening.Options)
	dice, unthrown := throwsDice(entry.Rules)
	if err != nil || unthrown != nil || len(problems) > 0 {
		return table.Opening{}, badMessage("the game can not be opened as it was opened last")
	}
	opening.Options = options
	if dice && opening.Dice == "" {
		opening.Dice = table.FairDice
	}
	return opening, nil
}

// sought are the offers as this browser would open a table, those of the
// browser itself apart, which has waited longest first; whether the lobby has
// room for them or not. Nobody is led to an opener who has just gone.
func (s *Server) sought(r *http.Request, opening table.Opening) (own, others []table.ID) {
	wanted := table.Offer{Game: opening.Game, Options: opening.Options, Position: opening.Position, Dice: opening.Dice, Clock: opening.Clock}
	fits := wanted.SameKind
	mine := tablesOf(r)
	for _, m := range slices.Backward(mine) {
		if o, _, ok := s.host.Standing(m.id); ok && m.mine() && fits(o) {
			own = append(own, m.id)
		}
	}
	for _, o := range slices.Backward(s.host.Waiting().Offers) {
		switch {
		case !fits(o):
		case !mine.of(o.ID).mine():
			if o.Away {
				continue
			}
			others = append(others, o.ID)
		case !slices.Contains(own, o.ID):
			own = append(own, o.ID) // by way of another process
		}
	}
	return own, others
}

// meet sits down at the first of others that is still free, in place of waiting
// at tables of this browser, and goes there. It goes nowhere if none is.
func (s *Server) meet(w http.ResponseWriter, r *http.Request, own, others []table.ID) (went bool, err error) {
	met, err := s.instead(r, own)
	if err != nil {
		return false, err
	}
	if met != "" {
		http.Redirect(w, r, s.path(r, "/t/"+string(met)), http.StatusSeeOther)
		return true, nil
	}
	for _, id := range others[:min(len(others), maxTried)] {
		err := s.take(w, r, id)
		if _, refused := errors.AsType[*game.Refusal](err); !refused {
			return err == nil, err
		}
	}
	return false, nil
}

// open opens a table and goes there.
func (s *Server) open(w http.ResponseWriter, r *http.Request, opening table.Opening) {
	opening.Commit = strings.TrimSpace(r.PostFormValue("commit"))
	opened, err := s.openTableOf(r, opening)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	s.keep(w, r, withOpened(tablesOf(r), opened))
	http.Redirect(w, r, s.seatedURL(r, opened.ID), http.StatusSeeOther)
}

// withOpened adds what whoever opened a table got.
func withOpened(all myTables, opened table.Opened) myTables {
	for seat, secret := range opened.Seats {
		all = all.with(opened.ID, seatRole(seat), secret)
	}
	if opened.Join != "" {
		all = all.with(opened.ID, "j", opened.Join)
	}
	return all
}
