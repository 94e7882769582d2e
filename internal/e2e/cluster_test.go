package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hod-games/hod/internal/cluster"
	"github.com/hod-games/hod/internal/wire"
)

// cloud is three NATS servers and two processes of the program, all on this
// machine: what it takes to lose one of each.
type cloud struct {
	*cluster.Cluster
	flags    []string
	programs [2]*program
	clients  [2]*client
}

func newCloud(t *testing.T, flags ...string) *cloud {
	t.Helper()
	c, err := cluster.Start(t.Context(), cluster.Options{Dir: t.TempDir(), Nodes: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	s := &cloud{Cluster: c, flags: flags}
	for i := range s.programs {
		s.start(t, i, "127.0.0.1:0")
	}
	return s
}

// start starts program i, which keeps its address when it is started again.
func (s *cloud) start(t *testing.T, i int, listen string) {
	t.Helper()
	flags := append([]string{
		"-store", "jetstream", "-nats", s.URL(), "-nats-monitor", s.Monitors(), "-max-commands", "-1", "-bot-pause", "0",
	}, s.flags...)
	s.programs[i] = start(t, t.TempDir(), listen, flags...)
	s.clients[i] = newClient(s.programs[i].url)
}

// leader is the NATS server that leads the stream: the one whose death is felt
// most.
func (s *cloud) leader(ctx context.Context) (int, error) {
	for i, url := range strings.Split(s.Monitors(), ",") {
		if s.Pid(i) == 0 {
			continue
		}
		var info struct {
			Name    string `json:"server_name"`
			Details []struct {
				Streams []struct {
					Cluster struct {
						Leader string `json:"leader"`
					} `json:"cluster"`
				} `json:"stream_detail"`
			} `json:"account_details"`
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/jsz?streams=true", nil)
		if err != nil {
			return 0, fmt.Errorf("ask for the leader: %w", err)
		}
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0, fmt.Errorf("ask for the leader: %w", err)
		}
		data, err := io.ReadAll(answer.Body)
		if err := errors.Join(err, answer.Body.Close(), json.Unmarshal(data, &info)); err != nil {
			return 0, fmt.Errorf("ask for the leader: %w", err)
		}
		for _, account := range info.Details {
			for _, stream := range account.Streams {
				var n int
				if _, err := fmt.Sscanf(stream.Cluster.Leader, "n%d", &n); err == nil {
					return n - 1, nil
				}
			}
		}
	}
	return 0, errors.New("no server knows who leads the stream")
}

// persist sends a command to one program after the other, beginning with the
// one named, until one carries it out, and says how long that took: what a
// person feels, behind a balancer, whose page tries again.
func (s *cloud) persist(ctx context.Context, first int, id, secret string, cmd wire.Command) (wire.Answer, time.Duration, error) {
	begun := time.Now()
	var last error
	for i := first; time.Since(begun) < 3*time.Minute && ctx.Err() == nil; i++ {
		answer, err := s.clients[i%len(s.clients)].command(ctx, id, secret, cmd)
		if err == nil {
			return answer, time.Since(begun), nil
		}
		if status, ok := errors.AsType[*statusError](err); ok && status.status < 500 {
			return answer, time.Since(begun), err
		}
		last = err
		time.Sleep(50 * time.Millisecond)
	}
	return wire.Answer{}, time.Since(begun), errors.Join(ctx.Err(), last)
}

// TestClusterLosesNothing: two people play through two processes, others watch
// at both; the NATS server that leads dies in the middle, then one of the
// processes, then the server comes back. The game goes on, and at the end all
// have the same log.
func TestClusterLosesNothing(t *testing.T) {
	t.Parallel()
	s := newCloud(t)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	made := mustCreate(t, s.clients[0], wire.Create{Game: "bachet", Mode: "link", Options: json.RawMessage(`{"sticks":60,"max":3}`)})
	_, invitation, _ := cutJoin(made.Join)
	sat, err := s.clients[1].sit(ctx, made.Table, wire.Sit{Invitation: invitation, Key: "b"})
	if err != nil {
		t.Fatal(err)
	}
	secrets := [2]string{made.Seats["first"], sat.Secret}
	w := witness(t, made.Table, s.clients[:]...)

	var pauses []time.Duration
	seq := uint64(2)
	dead := -1
	for move := range 60 {
		switch move {
		case 15:
			if dead, err = s.leader(ctx); err != nil {
				t.Fatal(err)
			}
			if err := s.Kill(dead); err != nil {
				t.Fatal(err)
			}
		case 30:
			s.programs[0].kill()
		case 40:
			if err := s.Restart(ctx, dead); err != nil {
				t.Fatal(err)
			}
		case 50:
			s.start(t, 0, s.programs[0].host())
		}
		// Each person sits at a process of their own, as long as it lives.
		cmd := command(fmt.Sprint("m", move), seq, "1")
		answer, took, err := s.persist(ctx, move%2, made.Table, secrets[move%2], cmd)
		if err != nil {
			t.Fatalf("move %d: %v", move, err)
		}
		w.note(cmd, answer)
		if answer.Seq != seq+1 {
			t.Fatalf("move %d is event %d, want %d", move, answer.Seq, seq+1)
		}
		seq = answer.Seq
		if took > time.Second {
			pauses = append(pauses, took)
		}
	}
	seq++ // the round is counted
	for i, c := range s.clients {
		if now, err := awaitEvent(ctx, c, made.Table, seq); err != nil || now.Seq != seq || now.ToAct != "nobody" {
			t.Errorf("process %d shows event %d, %s to act; want %d, nobody; %v", i, now.Seq, now.ToAct, seq, err)
		}
	}
	s.settle(t, w)
	t.Logf("pauses of more than a second: %v", pauses)
	for _, pause := range pauses {
		if pause > 30*time.Second {
			t.Errorf("a move took %s", pause)
		}
	}
}

// factsOf is the log without what messages say of the position besides, which
// only fresh ones do.
func factsOf(events []message) string {
	var b strings.Builder
	for _, e := range events {
		fmt.Fprintf(&b, "%d %s %s\n", e.Seq, e.Kind, e.Body)
	}
	return b.String()
}

// TestClusterUnderLoad: writers at both processes; again and again a NATS
// server or a process is killed and comes back. Whatever was acknowledged is
// there once.
func TestClusterUnderLoad(t *testing.T) {
	t.Parallel()
	s := newCloud(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	var all []*writer
	for i := range 8 {
		w := &writer{name: fmt.Sprintf("w%d", i), socket: i%2 == 0, rand: rand.New(rand.NewPCG(seed, uint64(i)+1))}
		if err := w.open(t.Context(), s.clients[i%2]); err != nil {
			t.Fatal(err)
		}
		all = append(all, w)
	}
	seen := []*witnesses{witness(t, all[0].id, s.clients[:]...), witness(t, all[1].id, s.clients[:]...)}
	for round := range times(1, 40) {
		ctx, cancel := context.WithCancel(t.Context())
		var writing sync.WaitGroup
		for i, w := range all {
			writing.Go(func() {
				for ctx.Err() == nil {
					// At the other process when this one is gone; what is open
					// is settled there.
					c := s.clients[(i+round)%2]
					if err := w.run(ctx, c); err != nil && ctx.Err() == nil && !unavailable(err) {
						t.Errorf("round %d: %v", round, err)
						return
					}
					if w.pending != nil && ctx.Err() == nil {
						if err := w.persist(ctx, s); err != nil && ctx.Err() == nil {
							t.Errorf("round %d: %v", round, err)
							return
						}
					}
				}
			})
		}
		pause := func() { time.Sleep(time.Duration(300+r.IntN(700)) * time.Millisecond) }
		pause()
		node, victim := r.IntN(3), -1
		if round == 0 {
			leader, err := s.leader(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			node = leader
		}
		if err := s.Kill(node); err != nil {
			t.Fatal(err)
		}
		pause()
		if round == 0 || r.IntN(2) == 0 {
			victim = r.IntN(2)
			s.programs[victim].kill()
		}
		pause()
		if err := s.Restart(t.Context(), node); err != nil {
			t.Fatal(err)
		}
		cancel()
		writing.Wait()
		if victim >= 0 {
			s.start(t, victim, s.programs[victim].host())
		}
		var checking sync.WaitGroup
		for i, w := range all {
			checking.Go(func() {
				if err := w.persist(t.Context(), s); err != nil {
					t.Errorf("round %d, settle: %v", round, err)
					return
				}
				if err := w.verify(t.Context(), s.clients[(i+round+1)%2]); err != nil {
					t.Errorf("round %d, verify: %v", round, err)
				}
			})
		}
		checking.Wait()
		if t.Failed() {
			t.FailNow()
		}
	}
	n := 0
	for _, w := range all {
		n += len(w.done)
		agree(t, w.id, s.clients[:]...)
	}
	seen[0].done, seen[1].done = all[0].done, all[1].done
	s.settle(t, seen...)
	t.Logf("%d commands, each there once", n)
}

// persist repeats what was not answered until it is.
func (w *writer) persist(ctx context.Context, s *cloud) error {
	if w.pending == nil {
		return nil
	}
	cmd := *w.pending
	secret := cmd.Seat
	cmd.Seat = ""
	answer, _, err := s.persist(ctx, 0, w.id, secret, cmd)
	if err != nil {
		return fmt.Errorf("%s: repeat what was not answered, %+v: %w", w.name, cmd, err)
	}
	w.done, w.pending = append(w.done, done{*w.pending, answer.Seq}), nil
	return nil
}

// unavailable reports whether the program said that it can not save just now.
func unavailable(err error) bool {
	status, ok := errors.AsType[*statusError](err)
	return ok && status.status >= 500
}

// TestClusterSilent: all NATS servers are gone for a while. Nothing is lost,
// what was known is still shown, and all goes on by itself.
func TestClusterSilent(t *testing.T) {
	t.Parallel()
	s := newCloud(t)
	made := mustCreate(t, s.clients[0], wire.Create{Game: "bachet", Mode: "hotseat"})
	w := witness(t, made.Table, s.clients[:]...)
	before := command("before", 1, "1")
	answer, _, err := s.persist(t.Context(), 0, made.Table, made.Seats["first"], before)
	if err != nil {
		t.Fatal(err)
	}
	w.note(before, answer)
	if _, err := awaitEvent(t.Context(), s.clients[0], made.Table, 2); err != nil {
		t.Fatal(err)
	}
	for i := range s.Len() {
		if err := s.Kill(i); err != nil {
			t.Fatal(err)
		}
	}
	during := command("during", 2, "2")
	done := make(chan error, 1)
	var took time.Duration
	go func() {
		var err error
		answer, took, err = s.persist(t.Context(), 0, made.Table, made.Seats["second"], during)
		done <- err
	}()
	time.Sleep(500 * time.Millisecond)
	if now := mustTable(t, s.clients[0], made.Table); now.Seq != 2 {
		t.Errorf("without NATS it shows event %d", now.Seq)
	}
	if err := s.clients[0].ask(t.Context(), http.MethodGet, "/healthz", "", http.StatusOK, nil, new(any)); err == nil {
		t.Error("without NATS it says that it can serve")
	}
	time.Sleep(time.Duration(times(3, 30)) * time.Second)
	for i := range s.Len() {
		if err := s.Restart(t.Context(), i); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-done; err != nil {
		t.Fatalf("the move that waited: %v", err)
	}
	w.note(during, answer)
	t.Logf("the move that waited took %s", took)
	after := command("after", 3, "1")
	answer, _, err = s.persist(t.Context(), 1, made.Table, made.Seats["first"], after)
	if err != nil {
		t.Fatal(err)
	}
	w.note(after, answer)
	for i, c := range s.clients {
		if now, err := awaitEvent(t.Context(), c, made.Table, 4); err != nil || now.Seq != 4 {
			t.Errorf("process %d shows event %d: %v", i, now.Seq, err)
		}
	}
	s.settle(t, w)
}

// TestClusterStops: with SIGTERM a process sends everybody to the other one,
// which has all they did.
func TestClusterStops(t *testing.T) {
	t.Parallel()
	s := newCloud(t)
	made := mustCreate(t, s.clients[0], wire.Create{Game: "bachet", Mode: "hotseat"})
	w := witness(t, made.Table, s.clients[:]...)
	conn, err := s.clients[0].socket(t.Context(), made.Table, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	ended := make(chan error, 1)
	go func() {
		for {
			if _, _, err := conn.Read(t.Context()); err != nil {
				ended <- err
				return
			}
		}
	}()
	w.command(s.clients[0], made.Seats["first"], command("1", 1, "3"))
	s.programs[0].terminate(t)
	if err := <-ended; websocket.CloseStatus(err) != websocket.StatusServiceRestart {
		t.Errorf("the socket ends with %v", err)
	}
	w.command(s.clients[1], made.Seats["second"], command("2", 2, "3"))
	s.start(t, 0, s.programs[0].host())
	s.settle(t, w)
}

// TestClusterThatHangs: the NATS server that leads stops in its tracks, as a
// machine does whose disk hangs, and wakes up later, when another one leads.
func TestClusterThatHangs(t *testing.T) {
	t.Parallel()
	s := newCloud(t)
	made := mustCreate(t, s.clients[0], wire.Create{Game: "bachet", Mode: "hotseat"})
	seats := [2]string{made.Seats["first"], made.Seats["second"]}
	w := witness(t, made.Table, s.clients[:]...)
	leader, err := s.leader(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Pause(leader); err != nil {
		t.Fatal(err)
	}
	seq := uint64(1)
	for move := range 8 {
		if move == 5 {
			if err := s.Resume(leader); err != nil {
				t.Fatal(err)
			}
		}
		cmd := command(fmt.Sprint(move), seq, "1")
		answer, took, err := s.persist(t.Context(), move%2, made.Table, seats[move%2], cmd)
		if err != nil || answer.Seq != seq+1 {
			t.Fatalf("move %d: event %d, %v", move, answer.Seq, err)
		}
		w.note(cmd, answer)
		seq++
		if took > time.Second {
			t.Logf("move %d took %s", move, took)
		}
	}
	for i, c := range s.clients {
		if now, err := awaitEvent(t.Context(), c, made.Table, seq); err != nil || now.Seq != seq {
			t.Errorf("process %d shows event %d, want %d: %v", i, now.Seq, seq, err)
		}
	}
	s.settle(t, w)
}
