package web

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web/ws"
)

// Metrics is what the process counts about itself, in a registry of its own.
type Metrics struct {
	registry *prometheus.Registry
	commands *prometheus.CounterVec
	appends  *prometheus.HistogramVec
	requests *prometheus.HistogramVec
	// carried are the commands that were carried out, by kind: nearly all, and
	// looking a counter up by its labels costs more than counting.
	carried map[table.Kind]prometheus.Counter
}

// NewMetrics returns metrics in which nothing has been counted.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		commands: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hod_commands_total", Help: "Commands of seats, by kind and by what became of them.",
		}, []string{"kind", "result"}),
		appends: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "hod_log_append_seconds",
			Help:    "How long the log took to make an event durable.",
			Buckets: prometheus.ExponentialBuckets(0.00005, 2, 18), // 50 µs to 6.5 s
		}, []string{"result"}),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "hod_http_request_seconds",
			Help:    "How long requests took, by route; for sockets, the handshake alone.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14), // 0.5 ms to 4 s
		}, []string{"route", "method", "status"}),
	}
	m.carried = make(map[table.Kind]prometheus.Counter)
	for _, kind := range []table.Kind{
		table.KindAct, table.KindRoll, table.KindResign, table.KindNext, table.KindReset, table.KindDecline, table.KindRename, table.KindSit,
		table.KindTake, table.KindOffer, table.KindWithdraw, table.KindCommit,
	} {
		m.carried[kind] = m.commands.WithLabelValues(string(kind), resultOf(nil))
	}
	m.registry.MustRegister(m.commands, m.appends, m.requests,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Gauge adds a figure that is read whenever somebody asks for the metrics.
func (m *Metrics) Gauge(name, help string, read func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(read()) }))
}

// Handler answers GET /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// command counts a command. Kinds that do not exist are one, so that nobody
// can fill memory with names.
func (m *Metrics) command(kind string, err error) {
	carried, known := m.carried[table.Kind(kind)]
	switch {
	case !known:
		m.commands.WithLabelValues("unknown", resultOf(err)).Inc()
	case err == nil:
		carried.Inc()
	default:
		m.commands.WithLabelValues(kind, resultOf(err)).Inc()
	}
}

// resultOf is what became of a command, in one word.
func resultOf(err error) string {
	var (
		refusal *game.Refusal
		command *table.CommandError
		message *ws.MessageError
	)
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &refusal):
		return "refused"
	case errors.Is(err, table.ErrStale):
		return "stale"
	case errors.Is(err, table.ErrNoSeat):
		return "no-seat"
	case errors.Is(err, table.ErrNotFound):
		return "no-table"
	case errors.Is(err, table.ErrFull):
		return "full"
	case errors.Is(err, table.ErrSilent):
		return "silent"
	case errors.Is(err, ws.ErrTooFast):
		return "too-fast"
	case errors.As(err, &command), errors.As(err, &message):
		return "bad"
	default:
		return "broken"
	}
}

func (m *Metrics) request(route, method string, status int, took time.Duration) {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions:
	default:
		method = "other"
	}
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Observe(took.Seconds())
}

// Log returns the same log, with the time of every append counted.
func (m *Metrics) Log(log table.Log) table.Log {
	return &measuredLog{
		log:      log,
		ok:       m.appends.WithLabelValues("ok"),
		conflict: m.appends.WithLabelValues("conflict"),
		broken:   m.appends.WithLabelValues("broken"),
	}
}

type measuredLog struct {
	log                  table.Log
	ok, conflict, broken prometheus.Observer
}

func (l *measuredLog) Append(ctx context.Context, id table.ID, e table.Event) error {
	start := time.Now()
	err := l.log.Append(ctx, id, e)
	took := time.Since(start).Seconds()
	switch {
	case err == nil:
		l.ok.Observe(took)
	case errors.Is(err, table.ErrConflict):
		l.conflict.Observe(took)
	default:
		l.broken.Observe(took)
	}
	return err
}

func (l *measuredLog) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	return l.log.Read(ctx, id, after)
}
