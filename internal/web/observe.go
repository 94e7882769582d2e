package web

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

// observe logs and counts every request. The query is left out: it is the one
// part of an address in which somebody might put a secret.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			took := time.Since(start)
			status := ww.Status()
			if status == 0 {
				status = http.StatusOK
				if r.Header.Get("Upgrade") != "" {
					status = http.StatusSwitchingProtocols // hijacked: nobody sees it written
				}
			}
			route := chi.RouteContext(r.Context()).RoutePattern()
			s.metrics.request(route, r.Method, status, took)
			level := slog.LevelInfo
			if route == "/healthz" || route == "/metrics" {
				level = slog.LevelDebug // asked every few seconds by machines
			}
			s.logger.Log(r.Context(), level, "request",
				"method", r.Method, "path", r.URL.Path, "route", route, "status", status,
				"bytes", ww.BytesWritten(), "ms", float64(took.Microseconds())/1000, "address", s.address(r))
		}()
		next.ServeHTTP(ww, r)
	})
}

// recoverer turns a panic of a handler into an answer with the number under
// which the log has it.
func (s *Server) recoverer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if err, ok := fault.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(fault) // the way of saying "cut the connection"
			}
			id := rand.Text()[:8]
			s.logger.ErrorContext(r.Context(), "panic", "id", id, "err", fault, "path", r.URL.Path, "stack", string(debug.Stack()))
			if ww, ok := w.(middleware.WrapResponseWriter); ok && ww.Status() != 0 {
				panic(http.ErrAbortHandler) // half an answer is out: better none
			}
			s.tell(w, r, sentence(http.StatusInternalServerError, s.lang(r).Text("error.broken", "id", id)))
		}()
		next.ServeHTTP(w, r)
	})
}
