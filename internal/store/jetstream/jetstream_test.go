package jetstream_test

import (
	"hash/fnv"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/cluster"
	"github.com/hod-games/hod/internal/store/jetstream"
	"github.com/hod-games/hod/internal/store/storetest"
	"github.com/hod-games/hod/internal/table"
)

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
			s := node(t, options(filepath.Join(dir, "nats")))
			return &owned{over(t, s), sync.OnceFunc(func() { stop(s) })}
		},
	})
}

// threeServers are a cluster of their own, which stops with the test.
func threeServers(t *testing.T) *cluster.Cluster {
	t.Helper()
	c, err := cluster.Start(t.Context(), cluster.Options{Dir: t.TempDir(), Nodes: 3, Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// TestLogOfThreeCopies is the same in a cluster, where a refusal has another
// code while an event is on its way, and a replica may be behind. Each test has
// a stream of its own.
func TestLogOfThreeCopies(t *testing.T) {
	c := threeServers(t)
	storetest.Run(t, storetest.Engine{
		Durable: true,
		Open: func(t *testing.T, dir string) table.Log {
			hash := fnv.New64()
			_, _ = hash.Write([]byte(dir))
			return open(t, jetstream.Options{URL: c.URL(), Stream: strconv.FormatUint(hash.Sum64(), 36)})
		},
	})
}
