// Package app is the whole server: it reads the configuration, puts the parts
// together, and runs until it is told to stop.
package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/hod-games/hod/internal/bots"
	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
)

// stopTimeout bounds each step of a clean stop.
const stopTimeout = 10 * time.Second

// Main is the program: it runs until ctx ends and returns the exit code. It
// writes one line to stdout, when it is ready, and its log to stderr.
func Main(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer) int {
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		err := admin(ctx, args, env, stdout, stderr)
		switch {
		case err == nil, errors.Is(err, flag.ErrHelp):
			return 0
		case errors.Is(err, errUsage):
			fmt.Fprintf(stderr, "hod: %v\n", err)
			return 2
		default:
			fmt.Fprintf(stderr, "hod: %v\n", err)
			return 1
		}
	}
	c, err := Parse(args, env, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "hod: %v\n", err)
		return 2
	}
	c.Workers = makeRoom(c.Workers, env("GOMAXPROCS") != "")
	logger := slog.New(slog.NewJSONHandler(stderr, &slog.HandlerOptions{Level: c.Level}))
	if err := Run(ctx, c, logger, stdout); err != nil {
		fmt.Fprintf(stderr, "hod: %v\n", err)
		return 1
	}
	return 0
}

// Run serves until ctx ends and then stops cleanly. It writes one line with
// its address to ready once it answers.
func Run(ctx context.Context, c Config, logger *slog.Logger, ready io.Writer) (err error) {
	a, err := start(ctx, c, logger)
	if err != nil {
		return err
	}
	fmt.Fprintf(ready, "Hod is ready at %s\n", a.url)
	logger.Info("ready", "address", a.url, "store", c.Store, "sockets", a.limits.Sockets)
	select {
	case <-ctx.Done():
		logger.Info("stopping")
		return a.stop(ctx)
	case err := <-a.failed:
		return errors.Join(fmt.Errorf("serve: %w", err), a.stop(ctx))
	}
}

// app is a running server, as what has to be stopped.
type app struct {
	logger *slog.Logger
	url    string
	limits web.Limits
	failed chan error // the server has ended by itself

	server  *http.Server
	profile *http.Server // or nil
	site    *web.Server
	pool    *bots.Pool
	log     log
	forget  context.CancelFunc // ends the host's housekeeping
	running sync.WaitGroup
}

func start(ctx context.Context, c Config, logger *slog.Logger) (_ *app, err error) {
	languages, err := lang.Load()
	if err != nil {
		return nil, fmt.Errorf("load texts: %w", err)
	}
	a := &app{logger: logger, limits: c.Limits, failed: make(chan error, 2), forget: func() {}}
	if a.limits.Sockets == 0 {
		a.limits.Sockets = socketsFor(descriptors())
	}
	// The port before the data: it tells a second start by mistake apart.
	listener, err := listen(ctx, c.Listen)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = listener.Close()
			err = errors.Join(err, a.stop(ctx))
		}
	}()
	if a.log, err = openLog(ctx, c, logger); err != nil {
		return nil, err
	}
	metrics := web.NewMetrics()
	a.pool = bots.New(bots.Config{Workers: c.Workers, Pause: c.Pause, Logger: logger})
	follower, _ := a.log.(table.Follower) // where other processes append as well
	herald, _ := a.log.(table.Herald)
	diary, lastNote := readDiary(ctx, a.log, logger)
	host := table.New(table.Config{Log: metrics.Log(a.log), Follower: follower, Herald: herald, Diary: diary, LastNote: lastNote, Games: games.All(), Roller: fair.Roller{}, Bots: a.pool, MaxLive: c.Tables, ClaimAfter: c.Claim, Logger: logger})
	a.site, err = web.New(web.Config{
		Host: host, Languages: languages, Origin: c.Origin, Limits: a.limits,
		Metrics: metrics, Ready: a.answers, Logger: logger,
		Think: func(ctx context.Context, urgent bool, f func(context.Context) error) error {
			if urgent {
				return a.pool.Do(ctx, bots.Soon, f)
			}
			return a.pool.Do(ctx, bots.Later, f)
		},
	})
	if err != nil {
		return nil, fmt.Errorf("set up the site: %w", err)
	}
	metrics.Gauge("hod_tables_live", "Tables in memory.", func() int { return host.Stats().Tables })
	if remote, ok := a.log.(interface{ Connected() bool }); ok {
		metrics.Gauge("hod_log_connected", "1 while there is a connection to the log's servers.", func() int {
			if remote.Connected() {
				return 1
			}
			return 0
		})
	}
	metrics.Gauge("hod_tables_open", "Open tables in the lobby, of all processes.", func() int { return len(host.Lobby().Offers) })
	metrics.Gauge("hod_sockets", "Open sockets.", a.site.Sockets)
	metrics.Gauge("hod_bots_waiting", "Moves that computers think about or will.", a.pool.Waiting)

	housekeeping, forget := context.WithCancel(context.WithoutCancel(ctx))
	a.forget = forget
	a.running.Go(func() { host.Run(housekeeping) })
	a.running.Go(func() { prepare(housekeeping, host.Games()) })
	if err := a.serveProfiles(ctx, c.Profile); err != nil {
		return nil, err
	}
	a.server = newServer(a.site, logger)
	a.url = urlOf(c.Listen, listener.Addr())
	a.running.Go(func() {
		if err := a.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			a.failed <- err
		}
	})
	return a, nil
}

// readDiary returns the diary of the store and what it says, if the store has
// one. Where it does not answer, nobody knows how long the site was down, which
// is no reason for it to stay so.
func readDiary(ctx context.Context, store log, logger *slog.Logger) (table.Diary, []byte) {
	diary, ok := store.(table.Diary)
	if !ok {
		return nil, nil
	}
	note, err := diary.LastNote(ctx)
	if err != nil {
		logger.Error("it is not known when the site was up last", "err", err)
	}
	return diary, note
}

// answers reports whether the log answers, by asking for a table that can not
// be.
func (a *app) answers(ctx context.Context) error {
	for _, err := range a.log.Read(ctx, "healthz", 0) {
		if err != nil {
			return fmt.Errorf("ask the log: %w", err)
		}
	}
	return nil
}

// stop ends everything in the order in which one needs the other: nobody new
// comes in, sockets are sent away, bots end, and the log is closed when nobody
// is left who could append to it.
func (a *app) stop(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	var errs []error
	step := func(what string, do func(context.Context) error) {
		ctx, cancel := context.WithTimeout(ctx, stopTimeout)
		defer cancel()
		if err := do(ctx); err != nil {
			errs = append(errs, fmt.Errorf("stop: %s: %w", what, err))
		}
	}
	if a.server != nil {
		var shutdown sync.WaitGroup
		shutdown.Go(func() { step("serving", a.server.Shutdown) })
		if a.site != nil {
			if err := a.closeSockets(ctx); err != nil {
				a.logger.Warn("some clients did not take leave", "err", err)
			}
		}
		shutdown.Wait()
		_ = a.server.Close() // cuts off what Shutdown gave up waiting for
	} else if a.site != nil {
		step("sockets", a.site.Close)
	}
	if a.profile != nil {
		_ = a.profile.Close()
	}
	if a.pool != nil {
		a.pool.Close()
	}
	a.forget()
	a.running.Wait()
	if a.log != nil {
		step("the log", func(context.Context) error { return a.log.Close() })
	}
	return errors.Join(errs...)
}

// closeSockets tells all clients to come back.
func (a *app) closeSockets(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, stopTimeout/2)
	defer cancel()
	return a.site.Close(ctx)
}

// urlOf is what to type into a browser to reach a listener.
func urlOf(asked string, at net.Addr) string {
	host, _, err := net.SplitHostPort(asked)
	if ip := net.ParseIP(host); err != nil || host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	_, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return "http://" + at.String()
	}
	return "http://" + net.JoinHostPort(host, port)
}
