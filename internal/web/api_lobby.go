package web

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

const (
	// lobbyPatience is how long a question waits for the lobby to change. It
	// is below the half minute after which the first proxies give up.
	lobbyPatience = 25 * time.Second
	// maxWaiting is how many questions may wait at a time, and
	// maxWaitingPerAddress how many of one address. Beyond it they are
	// answered at once, and asked to come back after waitInstead.
	maxWaiting           = 2000
	maxWaitingPerAddress = 50
	waitInstead          = "5" // seconds
)

// waiting counts the questions that wait for the lobby to change.
type waiting struct {
	mu        sync.Mutex
	all       int
	byAddress map[string]int
	closing   chan struct{} // closed when the server ends
	closed    bool
}

func newWaiting() *waiting {
	return &waiting{byAddress: make(map[string]int), closing: make(chan struct{})}
}

// enter takes a place, if there is one.
func (w *waiting) enter(address string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.all >= maxWaiting || w.byAddress[address] >= maxWaitingPerAddress {
		return false
	}
	w.all++
	w.byAddress[address]++
	return true
}

func (w *waiting) leave(address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all--
	if w.byAddress[address]--; w.byAddress[address] == 0 {
		delete(w.byAddress, address)
	}
}

// close has all questions answered.
func (w *waiting) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		w.closed = true
		close(w.closing)
	}
}

// awaitLobby returns the lobby that now gives, and waits for one with another tag
// than ?wait= where that is given. False means that nothing has changed.
func (s *Server) awaitLobby(w http.ResponseWriter, r *http.Request, now func() *table.Lobby) (*table.Lobby, bool) {
	w.Header().Set("Cache-Control", "no-store")
	lobby, tag := now(), r.URL.Query().Get("wait")
	if tag == "" || tag != lobby.Tag {
		return lobby, true
	}
	address := networkOf(s.address(r))
	if !s.waiting.enter(address) {
		w.Header().Set("Retry-After", waitInstead)
		return lobby, false
	}
	defer s.waiting.leave(address)
	ctx, cancel := context.WithTimeout(r.Context(), lobbyPatience)
	defer cancel()
	select {
	case <-lobby.Changed:
		return now(), true
	case <-ctx.Done():
	case <-s.waiting.closing:
	}
	return lobby, false
}

// apiLobby answers GET /api/lobby: the open tables.
func (s *Server) apiLobby(w http.ResponseWriter, r *http.Request) {
	lobby, _ := s.awaitLobby(w, r, s.host.Lobby)
	answer := wire.Lobby{Tag: lobby.Tag, Offers: make([]wire.Offer, 0, len(lobby.Offers))}
	for _, o := range lobby.Offers {
		answer.Offers = append(answer.Offers, offerMessage(o))
	}
	s.writeJSON(w, r, http.StatusOK, answer)
}

func offerMessage(o table.Offer) wire.Offer {
	m := wire.Offer{
		Table: string(o.ID), Game: o.Game, Options: o.Options, Position: o.Position, Starts: o.Starts.String(),
		Dice: string(o.Dice), At: o.At.UnixMilli(),
	}
	if c := o.Clock; c != nil {
		m.Clock = &wire.Tempo{Kind: string(c.Kind), Bank: c.Bank, Each: c.Each}
	}
	return m
}

// apiTake answers POST /api/lobby/ID: somebody sits down at an open table.
func (s *Server) apiTake(w http.ResponseWriter, r *http.Request) {
	id, err := tableID(r)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	var body wire.Take
	if err := readJSON(w, r, &body); err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	seated, err := s.host.Take(r.Context(), id, table.Sit{Key: body.Key, Commit: body.Commit})
	s.metrics.command(string(table.KindTake), err)
	if err != nil {
		s.failJSON(w, r, unsaved("error.silent.sit", err), nil)
		return
	}
	s.writeJSON(w, r, http.StatusOK, wire.Seated{Seat: seated.Seat.String(), Secret: seated.Secret, Seq: seated.Event.Seq})
}
