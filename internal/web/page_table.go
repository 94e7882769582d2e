package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// tablePage answers GET /t/ID.
func (s *Server) tablePage(w http.ResponseWriter, r *http.Request) {
	snapshot, err := s.snapshotOf(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	id := snapshot.ID
	if r.URL.Query().Has(seatedMark) && tablesOf(r).of(id).mine() {
		http.Redirect(w, r, s.path(r, "/t/"+string(id)), http.StatusSeeOther)
		return
	}
	if r.URL.Query().Get("part") == partHint {
		s.showHint(w, r, snapshot)
		return
	}
	if snapshot.Offered {
		s.passed(r, id)
	}
	s.showTable(w, r, snapshot, nil)
}

// seatedMark marks the address that somebody is sent to with a new seat. Where
// the cookie with the seat has come along, the address loses it at once, for
// people send it to others; where it has not, the browser keeps no cookies.
const seatedMark = "seated"

func (s *Server) seatedURL(r *http.Request, id table.ID) string {
	return s.path(r, "/t/"+string(id)) + "?" + seatedMark
}

// tableCommand answers POST /t/ID: a command from a form. The seat's secret
// comes from the cookie.
func (s *Server) tableCommand(w http.ResponseWriter, r *http.Request) {
	id, err := tableForm(w, r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	seat, ok := seatNamed(r.PostFormValue("seat"))
	seen, err := strconv.ParseUint(r.PostFormValue("seen"), 10, 63)
	if !ok || err != nil {
		s.failPage(w, r, badMessage("seat or seen"))
		return
	}
	text := r.PostFormValue("text")
	if typed := strings.TrimSpace(r.PostFormValue("typed")); typed != "" {
		text = typed
	}
	kind := r.PostFormValue("kind")
	_, err = s.do(r.Context(), networkOf(s.address(r)), id, table.Command{
		Key: formKey(r.PostFormValue("key"), text), Secret: tablesOf(r).of(id).secret(seat), Seen: seen, Kind: table.Kind(kind), Text: text,
	})
	s.metrics.command(kind, err)
	if err != nil && !s.begunAlready(r, id, kind, seen, err) {
		s.refuseForm(w, r, id, err)
		return
	}
	if mine := tablesOf(r); mine.of(id).adopted {
		own := mine.of(id)
		own.adopted = false // who plays here has meant to
		s.keep(w, r, mine.withTable(own))
	}
	s.awaitBot(r.Context(), id)
	http.Redirect(w, r, s.path(r, "/t/"+string(id)), http.StatusSeeOther)
}

// begunAlready reports whether a command for the next round came too late
// because the other player had asked for it: the round has begun, which was the
// wish of both.
func (s *Server) begunAlready(r *http.Request, id table.ID, kind string, seen uint64, err error) bool {
	if table.Kind(kind) != table.KindNext || !errors.Is(err, table.ErrStale) {
		return false
	}
	snapshot, err := s.host.Snapshot(r.Context(), id)
	return err == nil && snapshot.Round > 1 && !snapshot.Over() && seen < snapshot.Began
}

// refuseForm shows the table again with the reason why a command was not
// carried out.
func (s *Server) refuseForm(w http.ResponseWriter, r *http.Request, id table.ID, cause error) {
	snapshot, err := s.host.Snapshot(r.Context(), id)
	if err != nil {
		s.failPage(w, r, cause)
		return
	}
	p := s.explain(r.Context(), s.lang(r), cause, snapshot.State.View())
	s.showTable(w, r, snapshot, &p)
}

// botPatience is how long a form waits for the computer's move, so that the
// page that comes back shows it.
const botPatience = 1500 * time.Millisecond

// awaitBot waits until it is no longer the computer's turn, and a round that its
// move has ended is counted, or patience ends.
func (s *Server) awaitBot(ctx context.Context, id table.ID) {
	moved := make(chan struct{}, 1)
	feed, err := s.host.Attach(ctx, id, func() {
		select {
		case moved <- struct{}{}:
		default:
		}
	})
	if err != nil {
		return // the page that follows says what is wrong
	}
	defer feed.Close()
	ctx, cancel := context.WithTimeout(ctx, botPatience)
	defer cancel()
	for !feed.Gone() {
		if now := feed.Snapshot(); now.BotToAct() == "" && !now.Ending() {
			return
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return
		}
	}
}

// adoptSeat answers POST /t/ID/seat: this browser takes over the seats of a
// seat link, so that one plays on where the link was opened.
func (s *Server) adoptSeat(w http.ResponseWriter, r *http.Request) {
	id, err := tableForm(w, r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	all, adopted := tablesOf(r), false
	// A link holds two seats at the most; whoever tries more is guessing.
	words := strings.SplitN(seatCode(r.PostFormValue("code")), "~", 3)
	for _, word := range words[:min(len(words), 2)] {
		role, secret, _ := strings.Cut(word, ".")
		seat, err := s.host.Seat(r.Context(), id, secret)
		if errors.Is(err, table.ErrNoSeat) {
			s.noteGuess(networkOf(s.address(r)), err)
			continue
		}
		if err != nil {
			s.failPage(w, r, err)
			return
		}
		if role = strings.ToLower(role); role == seatRole(seat) && plainWord(secret) {
			all, adopted = all.adopt(id, role, secret), true
		}
	}
	if !adopted {
		s.refuseSeat(w, r, id)
		return
	}
	s.keep(w, r, all)
	http.Redirect(w, r, s.path(r, "/t/"+string(id)), http.StatusSeeOther)
}

// refuseSeat shows the table again with the link that opens no seat there, to
// be mended.
func (s *Server) refuseSeat(w http.ResponseWriter, r *http.Request, id table.ID) {
	wrong := &requestError{status: http.StatusUnprocessableEntity, key: "table.adopt.wrong"}
	snapshot, err := s.host.Snapshot(r.Context(), id)
	if err != nil {
		s.failPage(w, r, wrong)
		return
	}
	p := s.explain(r.Context(), s.lang(r), wrong, nil)
	p.adopt = &templates.Adopt{Code: r.PostFormValue("code"), Problem: p.Message, Typed: r.PostForm.Has("typed")}
	s.showTable(w, r, snapshot, &p)
}

// seatCode is what a link to seats holds, "f.SECRET" or "f.SECRET~s.SECRET",
// without what stood around it in the text it was copied from.
func seatCode(link string) string {
	link = strings.NewReplacer("%23", "#", "%7E", "~").Replace(link)
	if _, fragment, ok := strings.Cut(link, "#"); ok {
		link = fragment
	}
	link = strings.TrimSpace(link)
	if end := strings.IndexFunc(link, func(c rune) bool {
		return c != '.' && c != '~' && !plainWord(string(c))
	}); end >= 0 {
		link = link[:end]
	}
	return strings.TrimRight(link, ".~")
}

// toTable answers addresses that people come to who mean the table: one with a
// slash too many, and that of a form when its page is asked for again. Browsers
// take the fragment along.
func (s *Server) toTable(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	if id == "" {
		s.failPage(w, r, notFound())
		return
	}
	to := url.URL{Path: s.path(r, "/t/"+id)}
	http.Redirect(w, r, to.String(), http.StatusSeeOther)
}

// seatRole is how cookies and seat links name a seat.
func seatRole(seat game.Side) string {
	if seat == game.Second {
		return "s"
	}
	return "f"
}

// showTable answers with the table page; p is why the last form was not
// accepted, nil as a rule.
func (s *Server) showTable(w http.ResponseWriter, r *http.Request, snapshot *table.Snapshot, p *problem) {
	o := onlooker{c: s.lang(r), snap: snapshot, mine: tablesOf(r).of(snapshot.ID)}
	page, shown, err := s.tableModel(r, o, p)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	status := http.StatusOK
	if p != nil {
		status = p.status
		answerHeaders(w, status)
		page.Problem = p.Message
		if strings.HasPrefix(p.Rule, snapshot.Game+".") && page.Rules != "" {
			page.ProblemURL = s.rulesURL(r, snapshot.Game, p.Rule)
		}
	}
	w.Header().Set("Cache-Control", "no-store") // it holds the secrets of seats
	s.render(w, r, status, templates.TablePage(page, shown.actions))
}
