package web

import (
	"context"
	"net/http"
	"time"
)

// healthTimeout is how long the log may take to answer before the site counts
// as unwell.
const healthTimeout = 5 * time.Second

// health answers GET /healthz: whether the site can serve, which is whether
// its log answers.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	if err := s.ready(ctx); err != nil {
		s.logger.ErrorContext(ctx, "unhealthy", "err", err)
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte("the log does not answer\n"))
		return
	}
	_, _ = w.Write([]byte("ok\n"))
}
