package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"syscall"
	"time"
)

// newServer returns a server that waits for nobody for ever.
func newServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
}

// listen takes the address, or says what to do.
func listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use by another program: end it, or choose another address with -listen", address)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%s may not be used by this user: choose a port above 1023 with -listen", address)
	case err != nil:
		return nil, fmt.Errorf("%s can not be served on: %w", address, err)
	}
	return l, nil
}

// serveProfiles offers the runtime's profiles on an address of their own, so
// that they are never public by accident.
func (a *app) serveProfiles(ctx context.Context, address string) error {
	if address == "" {
		return nil
	}
	l, err := listen(ctx, address)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	a.profile = newServer(mux, a.logger)
	a.profile.WriteTimeout = 0 // a profile takes as long as it is asked to
	a.running.Go(func() {
		if err := a.profile.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			a.failed <- err
		}
	})
	return nil
}
