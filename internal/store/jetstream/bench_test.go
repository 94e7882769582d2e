package jetstream_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/hod-games/hod/internal/cluster"
	"github.com/hod-games/hod/internal/store/jetstream"
	"github.com/hod-games/hod/internal/table"
)

// three starts a cluster that syncs always, for benchmarks.
func three(b *testing.B) *cluster.Cluster {
	b.Helper()
	c, err := cluster.Start(b.Context(), cluster.Options{Dir: b.TempDir(), Nodes: 3})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := c.Stop(); err != nil {
			b.Error(err)
		}
	})
	return c
}

// BenchmarkAppend compares appends of many writers with bare publishes of as
// many into a stream with the same settings: what the adapter costs.
func BenchmarkAppend(b *testing.B) {
	c := three(b)
	log := open(b, jetstream.Options{URL: c.URL()})
	conn, err := natsgo.Connect(c.URL())
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	streams, err := js.New(conn)
	if err != nil {
		b.Fatal(err)
	}
	good, err := streams.Stream(b.Context(), "HOD")
	if err != nil {
		b.Fatal(err)
	}
	bare := good.CachedInfo().Config
	bare.Name, bare.Subjects, bare.RePublish = "BARE", []string{"BARE.*"}, nil
	if _, err := streams.CreateStream(b.Context(), bare); err != nil {
		b.Fatal(err)
	}
	body := []byte(`{"seat":"first","action":"24/18 13/11","position":"` + fmt.Sprintf("%070d", 0) + `"}`)
	var run atomic.Int64
	for _, writers := range []int{1, 16, 256} {
		b.Run(fmt.Sprintf("hod-%d", writers), func(b *testing.B) {
			prefix := fmt.Sprintf("b%d-", run.Add(1))
			share(b, writers, func(w, i int) error {
				e := table.Event{Seq: uint64(i + 1), At: time.Now(), Kind: table.KindActed, Key: "first/k", Body: body}
				return log.Append(b.Context(), table.ID(prefix+fmt.Sprint(w)), e)
			})
		})
		b.Run(fmt.Sprintf("bare-%d", writers), func(b *testing.B) {
			share(b, writers, func(w, _ int) error {
				_, err := streams.Publish(b.Context(), fmt.Sprintf("BARE.%d", w), body)
				return err
			})
		})
	}
}

// share has writers do b.N things together; each counts its own from 0.
func share(b *testing.B, writers int, do func(w, i int) error) {
	b.Helper()
	var next atomic.Int64
	var all sync.WaitGroup
	begun := time.Now()
	for w := range writers {
		all.Go(func() {
			for i := 0; next.Add(1) <= int64(b.N); i++ {
				if err := do(w, i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/time.Since(begun).Seconds(), "appends/s")
}

// BenchmarkRead reads histories of sixty events among two hundred tables.
func BenchmarkRead(b *testing.B) {
	log := open(b, jetstream.Options{URL: three(b).URL()})
	const tables, events = 200, 60
	name := func(i int) table.ID { return table.ID(fmt.Sprintf("read-%d", i%tables)) }
	var all sync.WaitGroup
	for i := range tables {
		all.Go(func() {
			for seq := uint64(1); seq <= events; seq++ {
				if err := log.Append(b.Context(), name(i), event(seq, "key")); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		begun := time.Now()
		n := 0
		for _, err := range log.Read(b.Context(), name(i*7), 0) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != events {
			b.Fatalf("%d events", n)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-us")
}
