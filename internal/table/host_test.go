package table_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// told is what a player can tell from a snapshot.
func told(s *table.Snapshot) map[string]any {
	return map[string]any{
		"seq": s.Seq, "round": s.Round, "starts": s.Starts, "toAct": s.ToAct, "state": s.State.String(),
		"position": s.Position, "result": s.Result, "score": s.Score, "plies": s.Plies, "seats": s.Seats,
		"asked": s.Asked, "options": string(s.Options), "mode": s.Mode, "resigned": s.Resigned, "last": s.LastAt,
	}
}

func TestADiceGameIsPlayedAndItsLogTellsTheSame(t *testing.T) {
	for seed := range uint64(20) {
		log := memory.New()
		h := newHost(log, nil)
		c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.HotSeat})
		r := rand.New(rand.NewPCG(seed, 1))
		for round := 1; round <= 3; round++ {
			c.finish(r)
			s := c.snapshot()
			if s.Round != round {
				t.Fatalf("round %d, want %d", s.Round, round)
			}
			if diff := cmp.Diff(told(s), told(onceMore(t, log, c.id))); diff != "" {
				t.Fatalf("a host that reads the log sees another table (-live +read):\n%s", diff)
			}
			c.do(game.First, table.KindNext, "")
		}
		rolled, acted := 0, 0
		for i, e := range events(t, log, c.id) {
			if e.Seq != uint64(i)+1 {
				t.Fatalf("event %d has number %d", i+1, e.Seq)
			}
			switch e.Kind {
			case table.KindRolled:
				rolled++
			case table.KindActed:
				acted++
			default:
			}
		}
		if rolled < 6 || acted < 6 {
			t.Errorf("only %d throws and %d actions", rolled, acted)
		}
	}
}

func onceMore(t *testing.T, log table.Log, id table.ID) *table.Snapshot {
	t.Helper()
	s, err := newHost(log, nil).Snapshot(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestARepeatedCommandGetsItsFirstEvent(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Options: []byte(`{"sticks":99,"max":1}`), Mode: table.HotSeat})
	first := table.Command{Key: "once", Secret: c.seats[game.First], Seen: 1, Kind: table.KindAct, Text: "1"}
	made, err := h.Do(t.Context(), c.id, first)
	if err != nil {
		t.Fatal(err)
	}
	check := func(h *table.Host, when string) {
		t.Helper()
		before := len(events(t, log, c.id))
		again, err := h.Do(t.Context(), c.id, first)
		if err != nil || again.Seq != made.Seq {
			t.Errorf("%s: event %d, %v; want event %d", when, again.Seq, err, made.Seq)
		}
		if after := len(events(t, log, c.id)); after != before {
			t.Errorf("%s: %d events became %d", when, before, after)
		}
	}
	check(h, "at once")
	check(newHost(log, nil), "after a restart")
	// The other seat's keys are its own.
	c.do(game.Second, table.KindAct, "1")
	if _, err := h.Do(t.Context(), c.id, table.Command{Key: "once", Secret: c.seats[game.Second], Seen: 3, Kind: table.KindResign}); err != nil {
		t.Errorf("another seat could not use the same key: %v", err)
	}
	c.do(game.First, table.KindNext, "")
	c.finish(rand.New(rand.NewPCG(1, 1)))
	if n := c.snapshot().Seq; n < 90 {
		t.Fatalf("only %d events: the first is still in memory", n)
	}
	check(h, "after ninety events")
	check(newHost(log, nil), "after ninety events and a restart")
}

func TestAnOldPositionIsNotPlayed(t *testing.T) {
	h := newHost(memory.New(), nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	c.do(game.First, table.KindAct, "1")
	for _, kind := range []table.Kind{table.KindAct, table.KindResign, table.KindNext, table.KindReset} {
		for _, seen := range []uint64{0, 1, 3, 99} {
			_, err := h.Do(t.Context(), c.id, table.Command{
				Key: fmt.Sprint(kind, seen), Secret: c.seats[game.Second], Seen: seen, Kind: kind,
			})
			if !errors.Is(err, table.ErrStale) {
				t.Errorf("%s with event %d seen: %v", kind, seen, err)
			}
		}
	}
	// A new name changes no position: what was decided before it still holds.
	c.do(game.First, table.KindRename, "Аня")
	if _, err := h.Do(t.Context(), c.id, table.Command{Key: "k", Secret: c.seats[game.Second], Seen: 2, Kind: table.KindAct, Text: "1"}); err != nil {
		t.Errorf("a name made a move stale: %v", err)
	}
}

func TestBadCommandsChangeNothing(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	long := make([]byte, table.MaxText+1)
	good := table.Command{Key: "k", Secret: c.seats[game.First], Seen: 1, Kind: table.KindAct, Text: "1"}
	for name, change := range map[string]func(*table.Command){
		"no key":       func(c *table.Command) { c.Key = "" },
		"long key":     func(c *table.Command) { c.Key = string(long) },
		"broken key":   func(c *table.Command) { c.Key = "\xff" },
		"long text":    func(c *table.Command) { c.Text = string(long) },
		"broken text":  func(c *table.Command) { c.Text = "\xff" },
		"no kind":      func(c *table.Command) { c.Kind = "" },
		"unknown kind": func(c *table.Command) { c.Kind = "win" },
		"an event":     func(c *table.Command) { c.Kind = table.KindEnded },
		"sit":          func(c *table.Command) { c.Kind = table.KindSit },
		"bad starter":  func(c *table.Command) { c.Kind, c.Text = table.KindNext, "third" },
	} {
		bad := good
		change(&bad)
		var command *table.CommandError
		if _, err := h.Do(t.Context(), c.id, bad); !errors.As(err, &command) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, secret := range map[string]string{"none": "", "made up": "AAAAAAAAAAAAAAAAAAAAAAAAAA", "the name of the table": string(c.id)} {
		bad := good
		bad.Secret = secret
		if _, err := h.Do(t.Context(), c.id, bad); !errors.Is(err, table.ErrNoSeat) {
			t.Errorf("secret, %s: %v", name, err)
		}
	}
	if _, err := h.Do(t.Context(), "nosuchtable0", good); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("unknown table: %v", err)
	}
	if n := len(events(t, log, c.id)); n != 1 {
		t.Errorf("%d events, want the first alone", n)
	}
}

func TestRefusalsOfTheTable(t *testing.T) {
	h := newHost(memory.New(), nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	c.refused(table.RuleNotYourTurn, game.Second, table.KindAct, "1")
	c.refused("bachet.take-at-most", game.First, table.KindAct, "4")
	c.refused(table.RuleNoDice, game.First, table.KindRoll, "")
	c.finish(rand.New(rand.NewPCG(1, 2)))
	c.refused(table.RuleRoundOver, game.First, table.KindAct, "1")
	c.refused(table.RuleRoundOver, game.Second, table.KindAct, "1")
	c.refused(table.RuleRoundOver, game.First, table.KindResign, "")
}

func TestResigningCostsWhatThePositionIsWorth(t *testing.T) {
	h := newHost(memory.New(), nil)
	c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.HotSeat})
	c.do(game.Second, table.KindResign, "")
	s := c.snapshot()
	// No piece of the loser is home: mars, as the rules of that game price it.
	want := &table.Result{Winner: game.First, Points: 2, Reason: game.ReasonResigned}
	if diff := cmp.Diff(want, s.Result); diff != "" {
		t.Error(diff)
	}
	if s.Score != [2]int{2, 0} || s.ToAct != game.Nobody {
		t.Errorf("score %v, to act %s", s.Score, s.ToAct)
	}
}

func TestWhatIsDueSurvivesACrash(t *testing.T) {
	log := &faulty{Log: memory.New()}
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Options: []byte(`{"sticks":1}`), Mode: table.HotSeat})
	// The process dies between the last take and its being counted.
	log.set(func(e table.Event) (bool, error) {
		return e.Kind != table.KindEnded, failure(e.Kind == table.KindEnded)
	})
	c.do(game.First, table.KindAct, "1")
	if n := len(events(t, log, c.id)); n != 2 {
		t.Fatalf("%d events, want 2", n)
	}
	log.set(nil)
	s := onceMore(t, log, c.id)
	if s.Result == nil || s.Result.Winner != game.First || s.Score != [2]int{1, 0} {
		t.Errorf("after the restart: result %v, score %v", s.Result, s.Score)
	}
}

func failure(fails bool) error {
	if fails {
		return errors.New("the disk is full")
	}
	return nil
}

func TestALogThatFailsLosesNothingThatWasAcknowledged(t *testing.T) {
	log := &faulty{Log: memory.New()}
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	command := table.Command{Key: "k", Secret: c.seats[game.First], Seen: 1, Kind: table.KindAct, Text: "2"}

	log.set(func(table.Event) (bool, error) { return false, failure(true) })
	if _, err := h.Do(t.Context(), c.id, command); err == nil || errors.Is(err, table.ErrConflict) {
		t.Fatalf("an event that was not kept: %v", err)
	}
	if s := c.snapshot(); s.Seq != 1 {
		t.Fatalf("an event that was not kept is seen: %d", s.Seq)
	}
	// Kept, but the answer got lost.
	log.set(func(table.Event) (bool, error) { return true, failure(true) })
	e, err := h.Do(t.Context(), c.id, command)
	if err != nil || e.Seq != 2 {
		t.Fatalf("an event that was kept: %d, %v", e.Seq, err)
	}
	log.set(nil)
	if e, err := h.Do(t.Context(), c.id, command); err != nil || e.Seq != 2 {
		t.Errorf("repeated: %d, %v", e.Seq, err)
	}
	c.do(game.Second, table.KindAct, "1")
	if s := c.snapshot(); s.Position != "12 first" {
		t.Errorf("position %q", s.Position)
	}
}

func TestTwoHostsOfOneLogMakeOneHistory(t *testing.T) {
	log := memory.New()
	a, b := newHost(log, nil), newHost(log, nil)
	c, _ := open(t, a, table.Opening{Game: "bachet", Options: []byte(`{"sticks":99,"max":1}`), Mode: table.HotSeat})
	var wg sync.WaitGroup
	made := make([][]uint64, 2)
	for i, h := range []*table.Host{a, b} {
		wg.Go(func() {
			for n := 0; len(made[i]) < 30 && n < 10_000; n++ {
				s, err := h.Snapshot(t.Context(), c.id)
				if err != nil || s.Over() {
					return
				}
				e, err := h.Do(t.Context(), c.id, table.Command{
					Key: fmt.Sprintf("%d-%d", i, n), Secret: c.seats[s.ToAct], Seen: s.Seq, Kind: table.KindAct, Text: "1",
				})
				if err == nil {
					made[i] = append(made[i], e.Seq)
				}
			}
		})
	}
	wg.Wait()
	seen := make(map[uint64]int)
	for _, list := range made {
		for _, seq := range list {
			seen[seq]++
		}
	}
	all := events(t, log, c.id)
	if len(made[0])+len(made[1]) < 30 {
		t.Errorf("only %d and %d moves went through", len(made[0]), len(made[1]))
	}
	for i, e := range all {
		if e.Seq != uint64(i)+1 {
			t.Fatalf("event %d has number %d", i+1, e.Seq)
		}
		if e.Kind == table.KindActed && seen[e.Seq] != 1 {
			t.Errorf("event %d was acknowledged %d times", e.Seq, seen[e.Seq])
		}
	}
}

func TestManyCommandsAtOnce(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			_, err := h.Do(t.Context(), c.id, table.Command{
				Key: fmt.Sprint(i), Secret: c.seats[game.First], Seen: 1, Kind: table.KindAct, Text: "1",
			})
			if err != nil && !errors.Is(err, table.ErrStale) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := len(events(t, log, c.id)); n != 2 {
		t.Errorf("%d events, want 2", n)
	}
}

func TestIdleTablesLeaveMemory(t *testing.T) {
	log := memory.New()
	h := table.New(table.Config{Log: log, Games: entries(), MaxLive: 2, IdleAfter: time.Hour})
	a, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	feed, err := h.Attach(t.Context(), a.id, func() {})
	if err != nil {
		t.Fatal(err)
	}
	b, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	watched, err := h.Attach(t.Context(), b.id, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Open(t.Context(), table.Opening{Game: "bachet", Mode: table.HotSeat}); !errors.Is(err, table.ErrFull) {
		t.Fatalf("a third table where two are watched: %v", err)
	}
	watched.Close()
	watched.Close() // once is enough, twice does no harm
	open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	if n := h.Stats().Tables; n != 2 {
		t.Errorf("%d tables in memory", n)
	}
	b.t, b.host = t, newHost(log, nil)
	if s := b.snapshot(); s.Seq != 1 {
		t.Errorf("the table that left is not in the log")
	}

	feed.Close()
	if s := h.Stats(); s.Feeds != 0 {
		t.Errorf("%d feeds are left", s.Feeds)
	}
}

// Where no new table has room, one that was left for a while still has.
func TestRunningTablesHaveRoomWhereNewOnesHaveNone(t *testing.T) {
	log := memory.New()
	left, _ := open(t, newHost(log, nil), table.Opening{Game: "bachet", Mode: table.HotSeat})
	h := table.New(table.Config{Log: log, Games: entries(), MaxLive: 8, IdleAfter: time.Hour})
	for range 8 {
		c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
		feed, err := h.Attach(t.Context(), c.id, func() {})
		if err != nil {
			t.Fatal(err)
		}
		defer feed.Close()
	}
	if _, err := h.Open(t.Context(), table.Opening{Game: "bachet", Mode: table.HotSeat}); !errors.Is(err, table.ErrFull) {
		t.Errorf("a ninth table: %v", err)
	}
	left.host = h
	left.do(game.First, table.KindAct, "1")
	other, _ := open(t, newHost(log, nil), table.Opening{Game: "bachet", Mode: table.HotSeat})
	feed, err := h.Attach(t.Context(), left.id, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	if _, err := h.Snapshot(t.Context(), other.id); !errors.Is(err, table.ErrFull) {
		t.Errorf("a tenth table: %v", err)
	}
}
