package web

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// apiOpen answers POST /api/tables: it sets up a table.
func (s *Server) apiOpen(w http.ResponseWriter, r *http.Request) {
	var body wire.Create
	if err := readJSON(w, r, &body); err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	opening, err := openingOf(body)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	opened, err := s.openTableOf(r, opening)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	answer := wire.Created{Table: string(opened.ID), URL: "/t/" + string(opened.ID), Seats: make(map[string]string)}
	for seat, secret := range opened.Seats {
		answer.Seats[seat.String()] = secret
	}
	if opened.Join != "" {
		answer.Join = answer.URL + "/join#" + opened.Join
	}
	w.Header().Set("Location", "/api/tables/"+string(opened.ID))
	s.writeJSON(w, r, http.StatusCreated, answer)
}

// openingOf reads what a table is to be.
func openingOf(c wire.Create) (table.Opening, error) {
	starts, ok := seatNamed(c.Starts)
	if !ok {
		return table.Opening{}, &table.OpeningError{Field: "starts", Problem: `is neither "first" nor "second"`}
	}
	o := table.Opening{
		Game: c.Game, Options: c.Options, Position: c.Position,
		Mode: table.Mode(c.Mode), Open: c.Open, Bot: c.Bot, Starts: starts,
		Dice: table.DiceKind(c.Dice), Commit: c.Commit,
	}
	if c.Clock != nil {
		o.Clock = &table.Tempo{Kind: table.ClockKind(c.Clock.Kind), Bank: c.Clock.Bank, Each: c.Clock.Each}
	}
	if len(c.Names) > len(o.Names) {
		return table.Opening{}, &table.OpeningError{Field: "names", Problem: "are more than two"}
	}
	copy(o.Names[:], c.Names)
	return o, nil
}

// apiTable answers GET /api/tables/ID: the table as it stands.
func (s *Server) apiTable(w http.ResponseWriter, r *http.Request) {
	snapshot, err := s.snapshotOf(r)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	message, err := tableMessage(snapshot)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	s.writeJSON(w, r, http.StatusOK, message)
}

// apiCommand answers POST /api/tables/ID/commands: a seat's command.
func (s *Server) apiCommand(w http.ResponseWriter, r *http.Request) {
	id, err := tableID(r)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	var body wire.Command
	if err := readJSON(w, r, &body); err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	// A client may send the object that it would send on the socket.
	if body.Seat != "" && body.Seat != bearer(r) {
		s.failJSON(w, r, badMessage("seat: belongs in the header Authorization: Bearer SECRET"), nil)
		return
	}
	e, err := s.do(r.Context(), networkOf(s.address(r)), id, commandOf(body, bearer(r)))
	s.metrics.command(body.Kind, err)
	if err != nil {
		s.failJSON(w, r, err, s.viewFor(r, id, err))
		return
	}
	s.writeJSON(w, r, http.StatusOK, wire.Answer{Seq: e.Seq})
}

// commandOf makes a command of the seat that secret opens.
func commandOf(c wire.Command, secret string) table.Command {
	return table.Command{
		Key: c.Key, Secret: secret, Seen: c.Seen, Kind: table.Kind(c.Kind), Text: c.Text,
		Reveal: c.Reveal, Commit: c.Commit,
	}
}

// viewFor returns the view that a refusal is about, nil for other errors.
func (s *Server) viewFor(r *http.Request, id table.ID, err error) any {
	if _, ok := errors.AsType[*game.Refusal](err); !ok {
		return nil
	}
	snapshot, err := s.host.Snapshot(r.Context(), id)
	if err != nil {
		return nil
	}
	return snapshot.State.View()
}

// apiSit answers POST /api/tables/ID/seats: an invited person sits down.
func (s *Server) apiSit(w http.ResponseWriter, r *http.Request) {
	id, err := tableID(r)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	var body wire.Sit
	if err := readJSON(w, r, &body); err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	seated, err := s.host.Sit(r.Context(), id, table.Sit{
		Invitation: body.Invitation, Key: body.Key, Name: body.Name, Commit: body.Commit,
	})
	s.metrics.command(string(table.KindSit), err)
	if err != nil {
		s.failJSON(w, r, unsaved("error.silent.sit", err), nil)
		return
	}
	s.writeJSON(w, r, http.StatusOK, wire.Seated{Seat: seated.Seat.String(), Secret: seated.Secret, Seq: seated.Event.Seq})
}

// apiTry answers POST /api/games/GAME/try: a position and what an action does
// to it, without a table.
func (s *Server) apiTry(w http.ResponseWriter, r *http.Request) {
	entry, ok := s.game(chi.URLParam(r, "game"))
	if !ok {
		s.failJSON(w, r, notFound(), nil)
		return
	}
	var body wire.Try
	if err := readJSON(w, r, &body); err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	state, err := stateOf(entry.Rules, body)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	after, err := try(state, body.Text)
	if err != nil {
		s.failJSON(w, r, err, state.View())
		return
	}
	message, err := triedMessage(after)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	s.writeJSON(w, r, http.StatusOK, message)
}

// game returns a game that the site offers.
func (s *Server) game(id string) (game.Entry, bool) {
	entry, ok := s.host.Game(id)
	return entry, ok && !entry.Draft
}

// tableID returns the table that a path names. What can be no ID is not worth
// a question to the log.
func tableID(r *http.Request) (table.ID, error) {
	id := chi.URLParam(r, "id")
	if !isTableID(id) {
		return "", table.ErrNotFound
	}
	return table.ID(id), nil
}

// isTableID reports whether a table may be called that.
func isTableID(id string) bool {
	return len(id) >= 10 && len(id) <= 22 && plainWord(id)
}

// bearer returns the secret in an Authorization header, "" if there is none.
func bearer(r *http.Request) string {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(secret)
}

// readJSON reads the body of a request of the API. Whatever its header calls
// it, it has to be JSON: no cookie opens a seat here, so that a form of another
// site, which could choose the header, gains nothing.
func readJSON(w http.ResponseWriter, r *http.Request, into any) error {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, wire.MaxMessage))
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return &requestError{status: http.StatusRequestEntityTooLarge, key: "error.too-big"}
		}
		return badMessage("the body can not be read")
	}
	if err := wire.Decode(data, into); err != nil {
		return badMessage(err.Error())
	}
	return nil
}

func notFound() error { return &requestError{status: http.StatusNotFound, key: "error.not-found"} }

// snapshotOf returns the table that a path names, as it stands.
func (s *Server) snapshotOf(r *http.Request) (*table.Snapshot, error) {
	id, err := tableID(r)
	if err != nil {
		return nil, err
	}
	return s.host.Snapshot(r.Context(), id)
}
