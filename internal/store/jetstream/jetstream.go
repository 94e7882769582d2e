package jetstream

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/hod-games/hod/internal/table"
)

// ErrClosed is the error of everything that is asked of a closed log.
var ErrClosed = errors.New("the log is closed")

const (
	// connectTimeout bounds the attempt to reach one server.
	connectTimeout = 3 * time.Second

	// pingEvery is how often the server is asked for a sign of life; after
	// two that do not come the connection counts as lost. The default of two
	// minutes would leave players waiting for a machine that is gone.
	pingEvery = 3 * time.Second

	// reconnectEvery bounds the wait between two attempts to reach a server.
	reconnectEvery = 2 * time.Second

	// closeGrace is how long Close waits for appends that are under way.
	closeGrace = 3 * time.Second
)

// Options say which stream to use.
type Options struct {
	// URL is a comma-separated list of the servers' addresses, as
	// "nats://a:4222,nats://b:4222". More of the same cluster are found by
	// asking these.
	URL string

	// Stream is the name of the stream, and the first word of its subjects.
	// Empty means "HOD".
	Stream string

	// Replicas is how many copies a new stream keeps, and an old one must
	// keep at least; 0 means 3. One is for trying things out.
	Replicas int

	// Credentials is a file with the user's key, as made by nsc; empty for
	// none. A password goes into URL.
	Credentials string

	// Monitors is a comma-separated list of the servers' monitoring
	// addresses, as "http://a:8222,http://b:8222". Each is asked whether it
	// puts every message on disk before it acknowledges it; Open refuses to
	// work with one that does not. Empty means that nobody is asked.
	Monitors string

	Logger *slog.Logger // nil means none

	// dial, if not nil, is how tests reach a server in their own process.
	dial nats.InProcessConnProvider
}

func (o Options) completed() Options {
	if o.Stream == "" {
		o.Stream = "HOD"
	}
	if o.Replicas == 0 {
		o.Replicas = 3
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Log is a table.Log, and a table.Follower, in a stream. It is made by Open and
// safe for concurrent use.
type Log struct {
	stream   string
	replicas int
	logger   *slog.Logger
	conn     *nats.Conn
	js       jetstream.JetStream
	heads    heads
	follow   followed

	// mark is what this log puts on its events, with the number of the append.
	mark    string
	appends atomic.Uint64

	// session is the present connection.
	session atomic.Pointer[session]

	// mu is read-locked by whoever is using the connection; Close locks it.
	mu      sync.RWMutex
	closing atomic.Bool
	alive   context.Context // ended by Close
	stop    context.CancelFunc
	tasks   sync.WaitGroup
}

// Open connects to the servers and finds the stream, which it makes if it is
// not there. It refuses to use a stream that would lose events by its settings.
// The context is for opening alone.
func Open(ctx context.Context, o Options) (*Log, error) {
	o = o.completed()
	if err := checkName(o.Stream); err != nil {
		return nil, err
	}
	if err := checkMonitors(ctx, o); err != nil {
		return nil, err
	}
	l := &Log{stream: o.Stream, replicas: o.Replicas, logger: o.Logger, mark: rand.Text()[:12]}
	l.alive, l.stop = context.WithCancel(context.Background())
	l.begin()
	l.heads.init()
	l.follow.init()
	if err := l.open(ctx, o); err != nil {
		l.stop()
		if l.conn != nil {
			l.conn.Close()
		}
		return nil, err
	}
	if o.Monitors == "" {
		l.logger.Warn("nobody has been asked whether NATS is set to sync_interval: always; name the monitoring addresses with -nats-monitor")
	}
	l.tasks.Go(l.keepUp)
	return l, nil
}

func (l *Log) open(ctx context.Context, o Options) (err error) {
	if l.conn, err = nats.Connect(o.URL, l.connection(o)...); err != nil {
		if malformed, ok := errors.AsType[*url.Error](err); ok {
			err = malformed.Err // the whole would tell the password
		}
		return fmt.Errorf("no NATS server answers at %s: %w", hidden(o.URL), err)
	}
	if l.js, err = jetstream.New(l.conn, jetstream.WithDefaultTimeout(askTimeout)); err != nil {
		return fmt.Errorf("use JetStream at %s: %w", hidden(o.URL), err)
	}
	if err := l.ensureStream(ctx, o); err != nil {
		return err
	}
	return l.listen()
}

// connection is how the connection is kept: for ever, and without putting
// anything aside while it is not there. What waits for an answer waits in
// Append, where it is bounded by the callers.
func (l *Log) connection(o Options) []nats.Option {
	options := []nats.Option{
		nats.Name("hod"),
		nats.Timeout(connectTimeout),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2),
		nats.MaxReconnects(-1),
		nats.CustomReconnectDelay(func(round int) time.Duration {
			return min(time.Duration(round)*100*time.Millisecond, reconnectEvery)
		}),
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			l.begin()
			if !l.closing.Load() {
				l.logger.Warn("the connection to NATS is lost", "err", err)
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) {
			l.logger.Info("connected to NATS again", "server", c.ConnectedUrlRedacted())
			l.follow.suspect()
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			l.logger.Warn("NATS reports an error", "err", err)
			l.follow.suspect()
		}),
	}
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.dial != nil {
		options = append(options, nats.InProcessServer(o.dial))
	}
	return options
}

// session lasts from one loss of the connection to the next: whoever waits for
// an answer need not wait beyond it.
type session struct {
	context context.Context
	end     context.CancelFunc
}

// begin ends the session, if there is one, and begins another.
func (l *Log) begin() {
	next := &session{}
	next.context, next.end = context.WithCancel(l.alive)
	if last := l.session.Swap(next); last != nil {
		last.end()
	}
}

// Connected reports whether there is a connection now.
func (l *Log) Connected() bool { return l.conn.IsConnected() }

// use lets f use the connection, unless the log is closed.
func (l *Log) use(f func() error) error {
	if l.closing.Load() {
		return ErrClosed
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closing.Load() {
		return ErrClosed
	}
	return f()
}

// Close waits a moment for appends that are under way and closes the
// connection. What is asked afterwards, another Close included, gets
// ErrClosed.
func (l *Log) Close() error {
	if !l.closing.CompareAndSwap(false, true) {
		return fmt.Errorf("close stream %s: %w", l.stream, ErrClosed)
	}
	grace := time.AfterFunc(closeGrace, l.stop)
	l.mu.Lock()
	defer l.mu.Unlock()
	grace.Stop()
	l.stop()
	l.tasks.Wait()
	l.conn.Close()
	return nil
}

// hidden is a list of addresses without their passwords.
func hidden(addresses string) string {
	var shown []string
	for one := range strings.SplitSeq(addresses, ",") {
		one = strings.TrimSpace(one)
		if at := strings.LastIndexByte(one, '@'); at >= 0 {
			scheme, _, ok := strings.Cut(one[:at], "://")
			if !ok {
				scheme = "nats"
			}
			one = scheme + "://" + one[at+1:]
		}
		shown = append(shown, one)
	}
	return strings.Join(shown, ", ")
}

var _ table.Follower = (*Log)(nil)
