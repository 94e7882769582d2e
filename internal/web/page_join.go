package web

import (
	"crypto/rand"
	"errors"
	"net/http"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// joinPage answers GET /t/ID/join: what one is invited to. It takes no seat:
// messengers open links to draw a preview.
func (s *Server) joinPage(w http.ResponseWriter, r *http.Request) {
	id, err := tableID(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	s.showJoin(w, r, id, templates.Join{Key: rand.Text()}, http.StatusOK)
}

// sitDown answers POST /t/ID/join: the button takes the seat.
func (s *Server) sitDown(w http.ResponseWriter, r *http.Request) {
	id, err := tableForm(w, r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	typed := templates.Join{Code: r.PostFormValue("invitation"), Name: r.PostFormValue("name"), Key: r.PostFormValue("key")}
	invitation := pastedInvitation(typed.Code)
	if invitation == "" {
		// No guess: the link was opened without its last part, or the button
		// pressed before the script had filled the field.
		typed.Problem = s.lang(r).Text("join.problem.empty")
		s.showJoin(w, r, id, typed, http.StatusUnprocessableEntity)
		return
	}
	seated, err := s.host.Sit(r.Context(), id, table.Sit{Invitation: invitation, Key: typed.Key, Name: typed.Name, Commit: r.PostFormValue("commit")})
	s.metrics.command(string(table.KindSit), err)
	var refusal *game.Refusal
	switch {
	case errors.Is(err, table.ErrNoSeat):
		s.noteGuess(networkOf(s.address(r)), err)
		typed.Problem = s.lang(r).Text("join.problem.code")
		s.showJoin(w, r, id, typed, http.StatusUnprocessableEntity)
	case errors.As(err, &refusal):
		s.showJoin(w, r, id, typed, http.StatusConflict)
	case err != nil:
		s.failPage(w, r, unsaved("error.silent.sit", err))
	default:
		s.keep(w, r, tablesOf(r).with(id, seatRole(seated.Seat), seated.Secret))
		http.Redirect(w, r, s.seatedURL(r, id), http.StatusSeeOther)
	}
}

// pastedInvitation finds the secret of an invitation in what somebody has
// pasted: the secret itself, the whole link, or the link with what stood around
// it in a message, be it only the full stop. The script of the page does the
// same, in web/src/invitation.ts.
func pastedInvitation(text string) string {
	if _, fragment, ok := strings.Cut(text, "#"); ok {
		text = fragment
	} else {
		text = strings.TrimLeftFunc(text, notOfSecret)
	}
	if end := strings.IndexFunc(text, notOfSecret); end >= 0 {
		text = text[:end]
	}
	return text
}

// notOfSecret reports whether no secret has the letter, in base32 or in the URL
// alphabet of base64.
func notOfSecret(r rune) bool {
	return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '-' && r != '_'
}

// showJoin answers with the page behind an invitation.
func (s *Server) showJoin(w http.ResponseWriter, r *http.Request, id table.ID, j templates.Join, status int) {
	snapshot, err := s.host.Snapshot(r.Context(), id)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	c := s.lang(r)
	o := onlooker{c: c, snap: snapshot, mine: tablesOf(r).of(id)}
	name := gameName(c, snapshot.Game)
	title := c.Text("join.title", "game", name)
	if host := snapshot.Seat(game.First).Name; host != "" {
		j.Host = host
		title = c.Text("join.title.name", "game", name, "name", host)
	}
	j.Page = s.page(r, "/t/"+string(id)+"/join", title, c.Text("join.description", "terms", strings.TrimSpace(terms(o)+" "+clockTerms(c, snapshot))))
	j.Page.Private = true
	j.Page.Picture, j.Page.PictureAlt = "/t/"+string(id)+"/picture.png", c.Text("table.picture", "game", name)
	j.Page.Scripts = []string{s.assets.URL("join.js")}
	j.Crumbs = []templates.Crumb{{Text: name, URL: s.path(r, "/"+snapshot.Game)}}
	j.ID, j.GameName, j.Terms = string(id), name, terms(o)
	j.Clock = clockTerms(c, snapshot)
	j.Begins = textOr(c, "join.begins."+snapshot.Game+"."+snapshot.Starts.String(), c.Text("join.begins."+snapshot.Starts.String()))
	j.Taken = snapshot.Seat(game.Second).Taken
	j.Mine, j.Nameless = o.mine.mine(), snapshot.Nameless
	if snapshot.Game != bachetID {
		if board, err := sketchOf(c, snapshot, len(snapshot.Plies)); err == nil {
			j.Board = &board
		}
	}
	if j.Dice = snapshot.Dice != nil && snapshot.Dice.Kind == table.FairDice; j.Dice {
		j.Page.Scripts = append(j.Page.Scripts, s.assets.URL("commit.js"))
	}
	w.Header().Set("Cache-Control", "no-store")
	s.render(w, r, status, templates.JoinPage(j))
}
