package e2e

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"
)

// TestClusterKeepsTheDice plays nardy through two processes in turn, while a
// NATS server and a process die. Either process may find that a throw is due:
// no throw is made twice, none changes, all receipts are in order, and both
// processes have the same log.
func TestClusterKeepsTheDice(t *testing.T) {
	t.Parallel()
	s := newCloud(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	d := &diceGame{t: t, client: s.clients[0], shares: make(map[string]string), rand: rand.New(rand.NewPCG(seed, 0))}
	d.open(s.clients[:]...)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	dead := 0
	faults := map[int]func(){
		30: func() {
			var err error
			if dead, err = s.leader(ctx); err != nil {
				t.Fatal(err)
			}
			if err := s.Kill(dead); err != nil {
				t.Fatal(err)
			}
		},
		60: func() { s.programs[0].kill() },
		80: func() {
			if err := s.Restart(ctx, dead); err != nil {
				t.Fatal(err)
			}
			s.start(t, 0, s.programs[0].host())
		},
	}
	steps := times(110, 2000)
	for n, tries := 0, 0; n < steps; tries++ {
		if ctx.Err() != nil {
			t.Fatalf("after %d of %d commands: %v", n, steps, ctx.Err())
		}
		d.client = s.clients[(n+tries)%2]
		if d.pending != nil {
			if d.send(ctx) == nil {
				n++
			} else {
				time.Sleep(50 * time.Millisecond)
			}
			continue
		}
		// Between a call and its throw nobody has anything to do.
		now, err := d.client.table(ctx, d.id)
		if err != nil || now.ToAct == "chance" && len(now.Calls) == 0 {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		if f := faults[n]; f != nil {
			delete(faults, n)
			f()
		}
		if d.step(ctx) {
			n++
		}
	}
	for i, c := range s.clients {
		d.client = c
		d.check(i)
	}
	s.settle(t, d.seen)
	if d.throws < 20 {
		t.Errorf("only %d throws", d.throws)
	}
	t.Logf("%d throws in %d events", d.throws, len(d.known))
}
