package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

	"github.com/hod-games/hod/internal/store/jetstream"
	"github.com/hod-games/hod/internal/table"
)

func mustLast(t *testing.T, log *jetstream.Log, id table.ID, want uint64) {
	t.Helper()
	if seq, err := log.Last(t.Context(), id); err != nil || seq != want {
		t.Errorf("the last event of %q is %d, want %d; %v", id, seq, want, err)
	}
}

func TestTheLastEventHasItsNumber(t *testing.T) {
	s := node(t, options(t.TempDir()))
	log, other := over(t, s), over(t, s)
	for _, id := range []table.ID{"t", "strange * name.>", "T"} {
		mustLast(t, log, id, 0)
		for seq := range uint64(5) {
			mustAppend(t, other, id, seq+1, "")
			mustLast(t, log, id, seq+1)
		}
	}
	if err := other.Drop(t.Context(), "t", 5); err != nil {
		t.Fatal(err)
	}
	mustLast(t, log, "t", 0)
	mustLast(t, log, "T", 5)
	mustLast(t, log, "", 0)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Last(t.Context(), "t"); !errors.Is(err, jetstream.ErrClosed) {
		t.Errorf("a closed log says %v", err)
	}
}

func TestNobodyTellsTheLastEventWithoutAServer(t *testing.T) {
	s := node(t, listening(options(t.TempDir())))
	log := open(t, jetstream.Options{URL: s.ClientURL(), Replicas: 1})
	mustAppend(t, log, "t", 1, "")
	stop(s)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if seq, err := log.Last(ctx, "t"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a server the last event is %d, %v", seq, err)
	}
}

func TestALeaderThatHasNotHeardFromMostIsNotBelieved(t *testing.T) {
	heard := func(ago ...time.Duration) *js.ClusterInfo {
		c := &js.ClusterInfo{Leader: "n1"}
		for _, d := range ago {
			c.Replicas = append(c.Replicas, &js.PeerInfo{Active: d, Current: true})
		}
		return c
	}
	const now, long, never = time.Millisecond, 4 * time.Second, 0
	nobody := heard(now, now)
	nobody.Leader = ""
	for _, test := range []struct {
		name string
		info *js.ClusterInfo
		want bool
	}{
		{"no cluster", nil, true},
		{"one copy", heard(), true},
		{"all", heard(now, now), true},
		{"one of two others", heard(2100*time.Millisecond, long), true},
		{"one of two others, the other one never", heard(now, never), true},
		{"none", heard(long, long), false},
		{"none yet", heard(never, never), false},
		{"two of five", heard(now, long, long, never), false},
		{"three of five", heard(now, now, long, never), true},
		{"one of two", heard(long), false},
		{"nobody leads", nobody, false},
	} {
		if got := jetstream.Leads(test.info); got != test.want {
			t.Errorf("%s: %t, want %t", test.name, got, test.want)
		}
	}
}

// The server that leads is halted, another one is elected, and an event is kept.
// When the first one wakes up it believes for a moment that nothing has changed.
func TestAServerThatWasHaltedDoesNotTellTheLastEvent(t *testing.T) {
	c := threeServers(t)
	log := open(t, jetstream.Options{URL: c.URL()})
	mustAppend(t, log, "t", 1, "")
	name, err := log.Leader(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var leader int
	if _, err := fmt.Sscanf(name, "n%d", &leader); err != nil {
		t.Fatalf("the leader is %q: %v", name, err)
	}
	if err := c.Pause(leader - 1); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, log, "t", 2, "")
	if err := c.Resume(leader - 1); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	until := time.Now().Add(time.Second)
	for range 4 {
		all.Go(func() {
			for time.Now().Before(until) && !t.Failed() {
				mustLast(t, log, "t", 2)
			}
		})
	}
	all.Wait()
}
