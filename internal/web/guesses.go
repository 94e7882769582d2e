package web

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"

	"github.com/hod-games/hod/internal/table"
)

// Whoever asks for tables that do not exist, or with secrets that open nothing,
// may do so as often as mistakes happen, and no oftener: guessesAtOnce, and
// guessesPerSecond in the long run, for one address.
const (
	guessesAtOnce    = 600
	guessesPerSecond = 10
)

// refuseGuessers turns an address away from tables that has guessed too often.
func (s *Server) refuseGuessers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if (isAPI(r) || strings.Contains(r.URL.Path, "/t/")) && s.guesses.empty(networkOf(s.address(r))) {
			s.tooFast(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// noteGuess counts an error that guessing makes.
func (s *Server) noteGuess(network string, err error) {
	if errors.Is(err, table.ErrNotFound) || errors.Is(err, table.ErrNoSeat) {
		s.guesses.take(network)
	}
}

// insideOnly hides an address from the public network: what stands there is
// for whoever runs the site. A request that somebody has passed on comes from
// where that one says.
func (s *Server) insideOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from, err := netip.ParseAddr(s.address(r))
		from = from.Unmap()
		passedOn := s.origin == "" && (r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "")
		if err != nil || passedOn || !from.IsLoopback() && !from.IsPrivate() {
			s.fail(w, r, notFound())
			return
		}
		next.ServeHTTP(w, r)
	})
}
