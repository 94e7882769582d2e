package jetstream_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/hod-games/hod/internal/store/jetstream"
	"github.com/hod-games/hod/internal/store/storetest"
	"github.com/hod-games/hod/internal/table"
)

// node runs a server in this process, without a port, that keeps its streams
// in dir. It is stopped when the test ends.
func node(t *testing.T, dir string) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		ServerName: "node", DontListen: true, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, SyncAlways: os.Getenv("HOD_SYNC") != "",
		MaxPayload: 8 << 20, MaxPending: 64 << 20,
	})
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

// over opens the log that a server keeps.
func over(t *testing.T, s *server.Server) *jetstream.Log {
	t.Helper()
	log, err := jetstream.Open(t.Context(), jetstream.Over(s, jetstream.Options{Replicas: 1}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	return log
}

// owned is a log that takes its server with it when it is closed.
type owned struct {
	*jetstream.Log
	stop func()
}

func (o *owned) Close() error {
	err := o.Log.Close()
	o.stop()
	return err
}

func TestLog(t *testing.T) {
	storetest.Run(t, storetest.Engine{
		Durable: true,
		Open: func(t *testing.T, dir string) table.Log {
			s := node(t, filepath.Join(dir, "nats"))
			return &owned{over(t, s), sync.OnceFunc(func() { stop(s) })}
		},
	})
}
