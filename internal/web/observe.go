package web

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

// observe logs and counts every request. The query is left out: it is a part
// of an address in which somebody might put a secret.
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
			} else {
				s.passedOnByNobody(r)
			}
			s.logger.Log(r.Context(), level, "request",
				"method", loggedMethod(r.Method), "path", loggedPath(r), "route", route, "status", status,
				"bytes", ww.BytesWritten(), "ms", float64(took.Microseconds())/1000, "address", s.address(r))
		}()
		next.ServeHTTP(ww, r)
	})
}

// maxLoggedPath is how much of an address is logged, in bytes; no address of
// ours is longer.
const maxLoggedPath = 200

// loggedPath is the path of a request as the log shows it. What follows a "#"
// is left out: some messengers spoil a link with a seat so that browsers send
// what only they should know.
func loggedPath(r *http.Request) string {
	path, _, _ := strings.Cut(r.URL.Path, "#")
	return path[:min(len(path), maxLoggedPath)]
}

// loggedMethod is the method of a request as the log shows it: any word of any
// length can be one.
func loggedMethod(method string) string { return method[:min(len(method), 16)] }

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
			s.logger.ErrorContext(r.Context(), "panic", "id", id, "err", fault, "path", loggedPath(r), "stack", string(debug.Stack()))
			if ww, ok := w.(middleware.WrapResponseWriter); ok && ww.Status() != 0 {
				panic(http.ErrAbortHandler) // half an answer is out: better none
			}
			s.tell(w, r, sentence(http.StatusInternalServerError, s.lang(r).Text("error.broken", "id", id)))
		}()
		next.ServeHTTP(w, r)
	})
}
