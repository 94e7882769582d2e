// Package web is the site and the JSON API: routes, handlers, forms, error
// pages, headers. It decides nothing about games: a handler reads a request,
// asks the host, chooses a view model, and renders.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web/ws"
	assets "github.com/hod-games/hod/web"
)

// Config is what a Server needs.
type Config struct {
	Host *table.Host
	// Languages are the catalogues, by language; all of lang.Languages.
	Languages map[string]*lang.Catalogue
	// Origin is where the public finds the site, "https://hod.example", when
	// it runs behind a proxy; empty when it is reached directly.
	Origin string
	Limits Limits
	// Metrics counts what is asked; nil means that nobody looks at it.
	Metrics *Metrics
	// Beat is the time between signs of life on a socket; 0 means 25 seconds.
	Beat time.Duration
	// Ready reports whether the log answers; nil means that it always does.
	Ready func(context.Context) error
	// Think has a computer think for hints and analyses; nil means that whoever
	// asks thinks himself.
	Think  Think
	Logger *slog.Logger // nil means none
}

// Server answers everything that comes over HTTP. It is safe for concurrent
// use.
type Server struct {
	host      *table.Host
	languages map[string]*lang.Catalogue
	origin    string
	limits    Limits
	limiters  limiters
	flood     *buckets // of commands, by address
	guesses   *buckets // of tables and secrets, by address
	made      *made    // tables offered to anybody, by address
	metrics   *Metrics
	ready     func(context.Context) error
	beat      time.Duration
	logger    *slog.Logger
	sockets   *ws.Hub
	waiting   *waiting
	assets    *assets.Assets
	pictures  pictures
	handler   http.Handler

	think    Think
	hints    hints
	analyses analyses
	closing  context.Context // ends when the server closes
	close    context.CancelFunc
	thinking sync.WaitGroup // hints and analyses under way
}

// New returns a server for the tables of a host.
func New(c Config) (*Server, error) {
	if c.Host == nil {
		return nil, errors.New("web: no host")
	}
	for _, code := range lang.Languages() {
		if c.Languages[code] == nil {
			return nil, fmt.Errorf("web: no catalogue for language %s", code)
		}
	}
	origin, err := cleanOrigin(c.Origin)
	if err != nil {
		return nil, err
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Metrics == nil {
		c.Metrics = NewMetrics()
	}
	if c.Ready == nil {
		c.Ready = func(context.Context) error { return nil }
	}
	files, err := assets.Load()
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if c.Think == nil {
		c.Think = func(ctx context.Context, _ bool, f func(context.Context) error) error { return f(ctx) }
	}
	s := &Server{
		assets: files, think: c.Think,
		hints: hints{made: make(map[string]*hint)}, analyses: analyses{running: make(map[roundKey]*analysis)},
		host: c.Host, languages: c.Languages, origin: origin, limits: c.Limits.withDefaults(),
		metrics: c.Metrics, ready: c.Ready, beat: c.Beat, logger: c.Logger,
	}
	s.closing, s.close = context.WithCancel(context.Background())
	if err := errors.Join(s.addTexts(), s.addReceipts()); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if err := s.addExtras(); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	s.limiters = s.newLimiters()
	if n := s.limits.CommandsPerSecond; n >= 0 {
		s.flood = newBuckets(addressShare*n, addressShare*s.limits.burst())
		s.guesses = newBuckets(guessesPerSecond, guessesAtOnce)
	}
	if s.limits.TablesPerAddress >= 0 {
		s.made = newMade()
	}
	s.waiting = newWaiting()
	s.sockets = s.newHub()
	s.handler = s.routes()
	return s, nil
}

// Close tells every socket to come back later and waits until they have gone,
// or until ctx ends. Requests for new ones are refused from then on.
// What computers think about for hints and analyses is given up.
func (s *Server) Close(ctx context.Context) error {
	s.close()
	s.waiting.close()
	err := s.sockets.Close(ctx)
	given := make(chan struct{})
	go func() { s.thinking.Wait(); close(given) }()
	select {
	case <-given:
		return err
	case <-ctx.Done():
		return errors.Join(err, fmt.Errorf("wait for hints and analyses: %w", ctx.Err()))
	}
}

// Sockets is how many sockets are open.
func (s *Server) Sockets() int { return s.sockets.Len() }

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// cleanOrigin returns an origin as browsers write it in the Origin header.
func cleanOrigin(origin string) (string, error) {
	if origin == "" {
		return "", nil
	}
	u, err := url.Parse(origin)
	if err != nil {
		return "", fmt.Errorf("origin %q: %w", origin, err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return "", fmt.Errorf(`origin %q is not of the form "https://hod.example"`, origin)
	}
	return u.Scheme + "://" + strings.ToLower(u.Host), nil
}

// languageKey is where a request's context keeps its catalogue.
type languageKey struct{}

// inLanguage gives the requests below it their catalogue.
func (s *Server) inLanguage(code string) func(http.Handler) http.Handler {
	catalogue := s.languages[code]
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), languageKey{}, catalogue)))
		})
	}
}

// lang returns the catalogue in which to answer: that of the path for pages;
// what ?lang= or Accept-Language ask for in the API.
func (s *Server) lang(r *http.Request) *lang.Catalogue {
	if c, ok := r.Context().Value(languageKey{}).(*lang.Catalogue); ok {
		return c
	}
	if isAPI(r) {
		return s.languages[s.preferred(r)]
	}
	// An address that no route has.
	first, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if c := s.languages[first]; c != nil {
		return c
	}
	return s.languages[lang.Languages()[0]]
}

// preferred returns the language that a request asks for, the default one if
// it asks for none that we have.
func (s *Server) preferred(r *http.Request) string {
	if code := r.URL.Query().Get("lang"); s.languages[code] != nil {
		return code
	}
	return acceptedLanguage(r.Header.Get("Accept-Language"), lang.Languages())
}

// path returns the address of a page in the language of the request:
// "/t/ID" or "/en/t/ID".
func (s *Server) path(r *http.Request, to string) string {
	return inLanguagePath(s.lang(r).Code, to)
}

// inLanguagePath returns the address of a page in a language.
func inLanguagePath(code, to string) string {
	if code == lang.Languages()[0] {
		return to
	}
	return "/" + code + to
}
