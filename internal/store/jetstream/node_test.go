package jetstream_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/hod-games/hod/internal/cluster"
	"github.com/hod-games/hod/internal/store/jetstream"
)

func TestMain(m *testing.M) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if child, err := cluster.Child(ctx); child {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// options are those of a server in this process that keeps its streams in dir.
func options(dir string) *server.Options {
	return &server.Options{
		ServerName: "node", DontListen: true, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, MaxPayload: 4 << 20,
	}
}

// node runs a server in this process until the test ends.
func node(t testing.TB, o *server.Options) *server.Server {
	t.Helper()
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { stop(s) })
	return s
}

func stop(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// open opens a log that is closed when the test ends.
func open(t testing.TB, o jetstream.Options) *jetstream.Log {
	t.Helper()
	log, err := jetstream.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	return log
}

// over opens the log that a server in this process keeps.
func over(t testing.TB, s *server.Server) *jetstream.Log {
	t.Helper()
	return open(t, jetstream.Over(s, jetstream.Options{Replicas: 1}))
}

// line is a connection to a server that the test can disturb.
type line struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	ends  []net.Conn
	mute  bool // what the server says is thrown away
	down  bool // nobody gets through
	other sync.WaitGroup
}

// through makes a line to the server at an address.
func through(t *testing.T, to string) *line {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	x := &line{listener: l, to: to}
	x.other.Go(x.accept)
	t.Cleanup(func() {
		_ = l.Close()
		x.cut()
		x.other.Wait()
	})
	return x
}

func (x *line) url() string { return "nats://" + x.listener.Addr().String() }

func (x *line) accept() {
	for {
		client, err := x.listener.Accept()
		if err != nil {
			return
		}
		server, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", x.to)
		x.mu.Lock()
		if err != nil || x.down {
			_ = client.Close()
			if err == nil {
				_ = server.Close()
			}
			x.mu.Unlock()
			continue
		}
		x.ends = append(x.ends, client, server)
		x.mu.Unlock()
		x.other.Go(func() {
			_, _ = io.Copy(server, client)
			_, _ = client.Close(), server.Close()
		})
		x.other.Go(func() {
			_, _ = io.Copy(hearing{x, client}, server)
			_, _ = client.Close(), server.Close()
		})
	}
}

// hearing is what a client gets through a line.
type hearing struct {
	x      *line
	client net.Conn
}

func (h hearing) Write(b []byte) (int, error) {
	h.x.mu.Lock()
	mute := h.x.mute
	h.x.mu.Unlock()
	if mute {
		return len(b), nil
	}
	return h.client.Write(b)
}

func (x *line) set(mute, down bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.mute, x.down = mute, down
}

// cut breaks the connections there are.
func (x *line) cut() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, c := range x.ends {
		_ = c.Close()
	}
	x.ends = nil
}

// listening makes a server listen on a free port of this machine.
func listening(o *server.Options) *server.Options {
	o.DontListen, o.Host, o.Port = false, "127.0.0.1", server.RANDOM_PORT
	return o
}

// at is the address of a server that listens.
func at(t *testing.T, s *server.Server) string {
	t.Helper()
	if !s.ReadyForConnections(10e9) {
		t.Fatal("the server is not ready")
	}
	return strings.TrimPrefix(s.ClientURL(), "nats://")
}
