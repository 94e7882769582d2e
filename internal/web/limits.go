package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/httprate"
)

// Limits keep one client from taking what all need. Zero means the default,
// anything below zero no limit.
type Limits struct {
	Sockets           int // open at a time
	SocketsPerAddress int // open at a time by one address; default 1000
	TablesPerAddress  int // opened in ten minutes by one address; default 1200
	// CommandsPerSecond is how many commands one seat or socket sends, in the
	// long run; default 50. All those of one address together send ten times as
	// many, or the log of one person's tables could fill the disk.
	CommandsPerSecond int
}

// defaultSockets is for servers that were not told how many descriptors there
// are.
const defaultSockets = 4000

func (l Limits) withDefaults() Limits {
	for _, limit := range []struct {
		of        *int
		byDefault int
	}{{&l.Sockets, defaultSockets}, {&l.SocketsPerAddress, 1000}, {&l.TablesPerAddress, 1200}, {&l.CommandsPerSecond, 50}} {
		if *limit.of == 0 {
			*limit.of = limit.byDefault
		}
	}
	return l
}

// burst is how many commands may come at once when there was a pause before.
func (l Limits) burst() int { return 2 * l.CommandsPerSecond }

// addressShare is how many times the limit of one seat an address has.
const addressShare = 10

// limiters are shared by all routes they guard: who opens tables by the API
// and by the page has one limit, not two.
type limiters struct {
	tables, commands func(http.Handler) http.Handler
	shared           *sync.Once // it was said that everybody shares one limit
	records          *buckets   // of whole logs, by address; nil for no limit
}

// A long log takes long to read and to play through, and who has a table can
// make its log long. So an address has recordsAtOnce whole ones, and
// recordsPerSecond in the long run.
const (
	recordsAtOnce    = 60
	recordsPerSecond = 4
)

func (s *Server) newLimiters() limiters {
	l := limiters{tables: unlimited, commands: unlimited, shared: new(sync.Once)}
	if n := s.limits.TablesPerAddress; n >= 0 {
		l.tables = s.limiter(n, 10*time.Minute, func(r *http.Request) string { return networkOf(s.address(r)) })
	}
	if s.limits.CommandsPerSecond >= 0 {
		l.records = newBuckets(recordsPerSecond, recordsAtOnce)
		l.commands = s.limiter(s.limits.burst(), 2*time.Second, func(r *http.Request) string {
			// The address too: else a stranger could use up a seat's limit
			// by guessing at its secret.
			return networkOf(s.address(r)) + " " + chi.URLParam(r, "id") + " " + r.Header.Get("Authorization")
		})
	}
	return l
}

func unlimited(next http.Handler) http.Handler { return next }

func (s *Server) limiter(n int, window time.Duration, key func(*http.Request) string) func(http.Handler) http.Handler {
	return httprate.NewRateLimiter(n, window,
		httprate.WithKeyFuncs(func(r *http.Request) (string, error) { return key(r), nil }),
		httprate.WithLimitHandler(s.tooFast)).Handler
}

// limitTables bounds how many tables an address opens.
func (s *Server) limitTables(next http.Handler) http.Handler { return s.limiters.tables(next) }

// limitCommands bounds how many commands a seat sends by plain HTTP, and how
// many an address.
func (s *Server) limitCommands(next http.Handler) http.Handler {
	return s.limiters.commands(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.flood.take(networkOf(s.address(r))) {
			s.tooFast(w, r)
			return
		}
		next.ServeHTTP(w, r)
	}))
}

// limitRecords bounds how many whole logs an address has read. Pages that read
// one only where a round is named are let through without.
func (s *Server) limitRecords(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		if (strings.HasSuffix(path, "/embed") || strings.HasSuffix(path, ".svg")) && !r.URL.Query().Has("round") {
			next.ServeHTTP(w, r)
			return
		}
		if !s.limiters.records.take(networkOf(s.address(r))) {
			s.tooFast(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) tooFast(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, &requestError{status: http.StatusTooManyRequests, key: "error.too-fast"})
}

// address returns the address of the client. Behind a proxy, which is to say
// when the site has a public origin and the peer is not on the public network,
// it is the one that the proxy saw: the last in X-Forwarded-For. What stands
// before it can be made up by anybody.
func (s *Server) address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if s.origin == "" {
		return host
	}
	peer, err := netip.ParseAddr(host)
	if err != nil || !peer.Unmap().IsLoopback() && !peer.Unmap().IsPrivate() {
		return host
	}
	hops := r.Header.Values("X-Forwarded-For")
	if len(hops) == 0 {
		return host
	}
	all := strings.Split(hops[len(hops)-1], ",")
	last, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1]))
	if err != nil {
		return host
	}
	return last.String()
}

// passedOnByNobody says, once, that a proxy does not tell whose requests it
// passes on: then all who come through it share the limits of one address.
func (s *Server) passedOnByNobody(r *http.Request) {
	if s.origin == "" || r.Header.Get("X-Forwarded-For") != "" {
		return
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if at := peer.Addr().Unmap(); err != nil || !at.IsLoopback() && !at.IsPrivate() {
		return
	}
	s.limiters.shared.Do(func() {
		s.logger.WarnContext(r.Context(), "the proxy does not say whose requests it passes on, in X-Forwarded-For: all share the limits of one address",
			"address", peer.Addr().String())
	})
}

// networkOf returns what limits count as one client: an IPv4 address, or the
// /64 that an IPv6 customer has at the least.
func networkOf(address string) string {
	addr, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	addr = addr.Unmap()
	if addr.Is4() || addr.IsLoopback() {
		return addr.String()
	}
	prefix, err := addr.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}
