package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/bachet"
	bachetbot "github.com/hod-games/hod/internal/games/bachet/bot"
	"github.com/hod-games/hod/internal/store/jetstream"
	"github.com/hod-games/hod/internal/table"
)

// bots play at once, each in a goroutine of its own.
type bots struct{ asked chan table.Thinking }

func (b bots) Ask(t table.Thinking) {
	b.asked <- t
	go func() {
		ctx := context.Background()
		a, err := t.Bot.Choose(ctx, t.State, rand.New(rand.NewPCG(t.Seed, t.Seq)))
		if err != nil {
			panic(err) // no bot of these tests gives up
		}
		_ = t.Play(ctx, game.Choice{Action: a})
	}()
}

func host(log *jetstream.Log, bots table.Bots) *table.Host {
	return table.New(table.Config{
		Log: log, Follower: log, Bots: bots,
		Games: []game.Entry{{Rules: bachet.Rules{}, Bots: bachetbot.All()}},
	})
}

// follow reads all events of a table through a feed until it has n of them.
func follow(t *testing.T, h *table.Host, id table.ID, n int) []table.Event {
	t.Helper()
	news := make(chan struct{}, 1)
	feed, err := h.Attach(t.Context(), id, func() {
		select {
		case news <- struct{}{}:
		default:
		}
	})
	if err != nil {
		t.Error(err)
		return nil
	}
	defer feed.Close()
	var all []table.Event
	late := time.After(2 * time.Minute)
	for {
		for u, err := range feed.Since(t.Context(), uint64(len(all))) {
			if err != nil {
				t.Error(err)
				return all
			}
			all = append(all, u.Event)
		}
		if len(all) >= n {
			return all
		}
		select {
		case <-news:
		case <-late:
			t.Errorf("only %d of %d events have come", len(all), n)
			return all
		}
	}
}

func history(t *testing.T, log table.Log, id table.ID) []table.Event {
	t.Helper()
	var all []table.Event
	for e, err := range log.Read(t.Context(), id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// Two hosts, eight writers each, one table: whatever is acknowledged is there
// once, the numbers have no gaps, and watchers of both see the same.
func TestTwoHostsOfOneStreamMakeOneHistory(t *testing.T) {
	s := node(t, options(t.TempDir()))
	logs := []*jetstream.Log{over(t, s), over(t, s)}
	hosts := []*table.Host{host(logs[0], nil), host(logs[1], nil)}
	made, err := hosts[0].Open(t.Context(), table.Opening{Game: "bachet", Mode: table.HotSeat})
	if err != nil {
		t.Fatal(err)
	}
	const (
		writers = 8
		each    = 20
		total   = 1 + 2*writers*each
	)
	var watching, all sync.WaitGroup
	seen := make([][]table.Event, len(hosts))
	for i, h := range hosts {
		watching.Go(func() { seen[i] = follow(t, h, made.ID, total) })
	}
	acked := make([][]table.Event, len(hosts)*writers)
	for w := range acked {
		all.Go(func() {
			seen := uint64(1)
			for i := range each {
				c := table.Command{
					Key: fmt.Sprintf("%d/%d", w, i), Secret: made.Seats[game.First], Seen: seen,
					Kind: table.KindRename, Text: fmt.Sprintf("%d/%d", w, i),
				}
				e, err := hosts[w%2].Do(t.Context(), made.ID, c)
				if err != nil {
					t.Errorf("writer %d, command %d: %v", w, i, err)
					return
				}
				if again, err := hosts[(w+1)%2].Do(t.Context(), made.ID, c); err != nil || again.Seq != e.Seq {
					t.Errorf("command %s is event %d, repeated at the other host %d, %v", c.Key, e.Seq, again.Seq, err)
				}
				acked[w] = append(acked[w], e)
				seen = e.Seq
			}
		})
	}
	all.Wait()
	watching.Wait()
	kept := history(t, logs[0], made.ID)
	if len(kept) != total {
		t.Fatalf("%d events, want %d", len(kept), total)
	}
	for w := range acked {
		for _, e := range acked[w] {
			if diff := cmp.Diff(kept[e.Seq-1], e); diff != "" {
				t.Errorf("writer %d (-kept +acknowledged):\n%s", w, diff)
			}
		}
	}
	for i := range seen {
		if diff := cmp.Diff(kept, seen[i]); diff != "" {
			t.Errorf("a watcher at host %d (-kept +seen):\n%s", i, diff)
		}
	}
}

// Both hosts have the table, and either could move for the computer: one does.
func TestTheComputerMovesOnceWhicheverHostThePersonUses(t *testing.T) {
	s := node(t, options(t.TempDir()))
	asked := bots{make(chan table.Thinking, 100)}
	logs := []*jetstream.Log{over(t, s), over(t, s)}
	hosts := []*table.Host{host(logs[0], asked), host(logs[1], asked)}
	made, err := hosts[0].Open(t.Context(), table.Opening{Game: "bachet", Options: []byte(`{"sticks":60}`), Mode: table.Computer, Starts: game.First})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hosts {
		feed, err := h.Attach(t.Context(), made.ID, func() {})
		if err != nil {
			t.Fatal(err)
		}
		defer feed.Close()
	}
	const moves = 6
	for i := range moves {
		seen := uint64(1 + 2*i)
		var e table.Event
		// Until the computer's answer is there; the person asks anywhere.
		for {
			e, err = hosts[i%2].Do(t.Context(), made.ID, table.Command{
				Key: fmt.Sprint(i), Secret: made.Seats[game.First], Seen: seen, Kind: table.KindAct, Text: "1",
			})
			if !errors.Is(err, table.ErrStale) {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if err != nil || e.Seq != seen+1 {
			t.Fatalf("move %d: event %d, %v", i, e.Seq, err)
		}
		// Where the other host sits the person may be faster than its news.
		for len(history(t, logs[0], made.ID)) < int(seen)+2 {
			time.Sleep(time.Millisecond)
		}
	}
	all := history(t, logs[1], made.ID)
	if len(all) != 1+2*moves {
		t.Errorf("%d events after %d moves of each", len(all), moves)
	}
	// A host that waits for six seconds thinks that the other one has died.
	if n := len(asked.asked); n < moves || n > 2*moves {
		t.Errorf("computers thought %d times about %d moves", n, moves)
	}
}

// Of many who sit down at both hosts at once one gets the seat.
func TestOneOfManySitsDownAtEitherHost(t *testing.T) {
	s := node(t, options(t.TempDir()))
	logs := []*jetstream.Log{over(t, s), over(t, s)}
	hosts := []*table.Host{host(logs[0], nil), host(logs[1], nil)}
	for round := range 5 {
		made, err := hosts[0].Open(t.Context(), table.Opening{Game: "bachet", Mode: table.Link})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		got := make([]table.Seated, 20)
		for i := range got {
			all.Go(func() {
				seat, err := hosts[i%2].Sit(t.Context(), made.ID, table.Sit{Invitation: made.Join, Key: fmt.Sprint(i)})
				var refused *game.Refusal
				if err != nil && !errors.As(err, &refused) {
					t.Error(err)
				}
				got[i] = seat
			})
		}
		all.Wait()
		n := 0
		for _, seat := range got {
			if seat.Secret == "" {
				continue
			}
			n++
			for i, h := range hosts {
				if side, err := h.Seat(t.Context(), made.ID, seat.Secret); err != nil || side != game.Second {
					t.Errorf("round %d: at host %d the seat is %v, %v", round, i, side, err)
				}
			}
		}
		if n != 1 {
			t.Errorf("round %d: %d got the seat", round, n)
		}
	}
}

// What one host acknowledges is seen by the watchers of the other soon.
func BenchmarkFromOneHostToTheOther(b *testing.B) {
	s := node(b, options(b.TempDir()))
	one, other := host(over(b, s), nil), host(over(b, s), nil)
	made, err := one.Open(b.Context(), table.Opening{Game: "bachet", Mode: table.HotSeat})
	if err != nil {
		b.Fatal(err)
	}
	news := make(chan struct{}, 1)
	feed, err := other.Attach(b.Context(), made.ID, func() {
		select {
		case news <- struct{}{}:
		default:
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	defer feed.Close()
	for i := 0; b.Loop(); i++ {
		e, err := one.Do(b.Context(), made.ID, table.Command{Key: fmt.Sprint(i), Secret: made.Seats[game.First], Kind: table.KindRename, Text: fmt.Sprint(i)})
		if err != nil {
			b.Fatal(err)
		}
		for feed.Snapshot().Seq < e.Seq {
			<-news
		}
	}
}
