package table_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// running is a host whose clocks run until the test ends.
func running(t *testing.T, log table.Log) *table.Host {
	t.Helper()
	h := newHost(log, nil)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
	return h
}

// clocked opens a table for two people with a clock, and has both sit.
func clocked(t *testing.T, h *table.Host, o table.Opening, tempo table.Tempo) *client {
	t.Helper()
	o.Mode, o.Clock = table.Link, &tempo
	c, opened := open(t, h, o)
	seated, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: "sit"})
	if err != nil {
		t.Fatal(err)
	}
	c.seats[game.Second] = seated.Secret
	return c
}

func heap(n int) table.Opening {
	return table.Opening{Game: "bachet", Options: fmt.Appendf(nil, `{"sticks":%d}`, n)}
}

// left fails unless the banks show so many seconds, at the last event.
func left(t *testing.T, s *table.Snapshot, first, second float64) {
	t.Helper()
	want := [2]time.Duration{time.Duration(first * float64(time.Second)), time.Duration(second * float64(time.Second))}
	if s.Clock.Left != want {
		t.Errorf("event %d: %v are left, want %v", s.Seq, s.Clock.Left, want)
	}
}

func TestADelayGoesBeforeTheBank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := clocked(t, running(t, memory.New()), heap(99), table.Tempo{Kind: table.DelayClock, Bank: 60, Each: 10})
		time.Sleep(time.Hour) // nobody has decided anything: the clock stands
		c.do(game.First, table.KindAct, "1")
		left(t, c.snapshot(), 60, 60)
		time.Sleep(9 * time.Second)
		c.do(game.Second, table.KindAct, "1")
		left(t, c.snapshot(), 60, 60)
		time.Sleep(25 * time.Second)
		c.do(game.First, table.KindAct, "1")
		left(t, c.snapshot(), 45, 60)
		if plies := c.snapshot().Plies; plies[2].Left != 45*time.Second || plies[1].Left != 60*time.Second {
			t.Errorf("the plies say %v and %v", plies[1].Left, plies[2].Left)
		}
		time.Sleep(10*time.Second + 500*time.Millisecond)
		if at := c.snapshot().Clock.At(11 * time.Second); at.Left[1] != 59*time.Second || at.Free != 0 {
			t.Errorf("after 11 s the clock would show %+v", at)
		}
		c.do(game.Second, table.KindRename, "Anna") // no move: the turn goes on
		left(t, c.snapshot(), 45, 59.5)
		time.Sleep(2 * time.Second)
		c.do(game.Second, table.KindAct, "1")
		left(t, c.snapshot(), 45, 57.5)
	})
}

func TestAFischerClockAddsAfterEachTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := clocked(t, running(t, memory.New()), heap(99), table.Tempo{Kind: table.FischerClock, Bank: 60, Each: 5})
		c.do(game.First, table.KindAct, "1")
		left(t, c.snapshot(), 60, 60)
		time.Sleep(20 * time.Second)
		c.do(game.Second, table.KindAct, "1")
		left(t, c.snapshot(), 60, 45)
		time.Sleep(time.Second)
		c.do(game.First, table.KindAct, "1")
		left(t, c.snapshot(), 64, 45)
	})
}

func TestAFlagFallsByItselfAndCostsWhatTheRulesSay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memory.New()
		c := clocked(t, running(t, log), heap(99), table.Tempo{Kind: table.DelayClock, Bank: 30, Each: 5})
		c.do(game.First, table.KindAct, "1")
		time.Sleep(35*time.Second - time.Millisecond)
		synctest.Wait()
		if s := c.snapshot(); s.Over() {
			t.Fatal("the flag has fallen too early")
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		s := c.snapshot()
		if want := (&table.Result{Winner: game.First, Points: 1, Reason: table.ReasonTime}); !cmp.Equal(s.Result, want) {
			t.Errorf("the round ended with %+v, want %+v", s.Result, want)
		}
		if s.Resigned != game.Second || s.Forfeit != table.KindFlagged || s.Clock.Runs != game.Nobody || s.Clock.Left[1] != 0 {
			t.Errorf("lost by %s by %s, the clock is %+v", s.Resigned, s.Forfeit, s.Clock)
		}
		c.refused(table.RuleRoundOver, game.Second, table.KindAct, "1")
		c.do(game.First, table.KindNext, "")
		left(t, c.snapshot(), 30, 30)
		if runs := c.snapshot().Clock.Runs; runs != game.Nobody {
			t.Errorf("the clock of a new round runs for %s before the first decision", runs)
		}
	})
}

// TestAFlagCostsAsMuchAsGivingUp plays the game with stakes: the price of a
// flag is the one that the rules name.
func TestAFlagCostsAsMuchAsGivingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := clocked(t, running(t, memory.New()), table.Opening{Game: "toy", Options: []byte(`{"raise":true}`)}, table.Tempo{Kind: table.FischerClock, Bank: 60, Each: 1})
		s := c.snapshot()
		for ; !s.ToAct.Player() || s.Plies == nil || len(s.Plies) < 3; s = c.snapshot() {
			a := "raise"
			for legal := range s.State.Legal() {
				if legal != "raise" && legal != "drop" && legal != "roll" {
					a = string(legal)
					break
				}
			}
			c.do(s.ToAct, table.KindAct, a)
		}
		want := game.Concede(s.State, s.SideOf(s.Clock.Runs))
		loser := s.Clock.Runs
		time.Sleep(3 * time.Minute)
		synctest.Wait()
		s = c.snapshot()
		if s.Result == nil || s.Result.Points != want.Points || s.Result.Winner != loser.Other() || s.Result.Reason != table.ReasonTime {
			t.Errorf("the flag of %s gave %+v, giving up costs %+v", loser, s.Result, want)
		}
	})
}

// TestAClockOfATableReadAgainShowsTheSame plays random rounds in random time
// and folds their logs: the clock follows from the events alone.
func TestAClockOfATableReadAgainShowsTheSame(t *testing.T) {
	for seed := range uint64(12) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 2))
			log := memory.New()
			kind := []table.ClockKind{table.DelayClock, table.FischerClock}[seed%2]
			c := clocked(t, running(t, log), table.Opening{Game: "toy"}, table.Tempo{Kind: kind, Bank: 40, Each: 4})
			for range 60 {
				s := c.snapshot()
				switch {
				case s.Over():
					c.do(game.First, table.KindNext, "")
					continue
				case r.IntN(10) == 0:
					if _, err := c.try(s.ToAct, table.KindTakeBack, ""); err == nil && c.snapshot().Asked != nil {
						c.do(s.ToAct.Other(), table.KindTakeBack, "")
					}
					continue
				}
				a, err := game.Random{}.Choose(t.Context(), s.State, r)
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(r.IntN(9000)) * time.Millisecond)
				// The flag may have fallen meanwhile.
				if _, err := c.try(s.ToAct, table.KindAct, string(a)); err != nil && !c.snapshot().Over() {
					t.Fatal(err)
				}
			}
			i := 0
			for u, err := range newHost(log, nil).Updates(t.Context(), c.id) {
				if err != nil {
					t.Fatal(err)
				}
				s, err := u.After()
				if err != nil {
					t.Fatal(err)
				}
				if s.Clock == nil || s.Clock.Left[0] < 0 || s.Clock.Left[1] < 0 {
					t.Fatalf("event %d: %+v", s.Seq, s.Clock)
				}
				if i++; s.Seq == c.snapshot().Seq {
					if diff := cmp.Diff(c.snapshot().Clock, s.Clock); diff != "" {
						t.Errorf("seed %d (-live +read):\n%s", seed, diff)
					}
					if diff := cmp.Diff(c.snapshot().Plies, s.Plies); diff != "" {
						t.Errorf("seed %d (-live +read):\n%s", seed, diff)
					}
				}
			}
			if i < 60 {
				t.Errorf("only %d events", i)
			}
		})
	}
}

func TestTheTimeOfARestartCountsForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memory.New()
		before := newHost(log, nil) // killed after the first move
		c := clocked(t, before, heap(99), table.Tempo{Kind: table.DelayClock, Bank: 30})
		c.do(game.First, table.KindAct, "1")
		time.Sleep(10 * time.Minute)
		c.host = running(t, log)
		s := c.snapshot()
		if s.Over() {
			t.Fatal("a flag fell while the site was down")
		}
		left(t, s, 30, 30)
		all := events(t, log, c.id)
		if last := all[len(all)-1]; last.Kind != table.KindResumed || string(last.Body) != fmt.Sprintf(`{"gap":600000,"why":"restart","from":%d,"to":%d}`, last.At.Add(-10*time.Minute).UnixMilli(), last.At.UnixMilli()) {
			t.Errorf("the log says %s %s", last.Kind, last.Body)
		}
		time.Sleep(12 * time.Second)
		// What was decided before the outage holds.
		if _, err := c.host.Do(t.Context(), c.id, table.Command{Key: "before", Secret: c.seats[game.Second], Seen: s.Seq - 1, Kind: table.KindAct, Text: "1"}); err != nil {
			t.Fatal(err)
		}
		left(t, c.snapshot(), 30, 18)
		if n := len(events(t, log, c.id)); n != len(all)+1 {
			t.Errorf("%d events, want one more than %d", n, len(all))
		}
	})
}

// TestASiteThatWasUpAllTheTimeForgivesNothing is the other process of a
// cluster: it began later, and knows that the site was up before.
func TestASiteThatWasUpAllTheTimeForgivesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, up := memory.New(), time.Now()
		c := clocked(t, newHost(log, nil), heap(99), table.Tempo{Kind: table.DelayClock, Bank: 30})
		c.do(game.First, table.KindAct, "1")
		time.Sleep(12 * time.Second)
		c.host = table.New(table.Config{Log: log, Games: entries(), Since: up})
		c.do(game.Second, table.KindAct, "1")
		left(t, c.snapshot(), 30, 18)
		time.Sleep(time.Hour)
		c.host = table.New(table.Config{Log: log, Games: entries(), Since: up})
		if s := c.snapshot(); s.Result == nil || s.Result.Reason != table.ReasonTime || s.Result.Winner != game.Second {
			t.Errorf("nobody looked when the flag fell, and the table says %+v", s.Result)
		}
	})
}

// TestClocksStandWhileNothingCanBeKept breaks the log in the middle of a turn.
func TestClocksStandWhileNothingCanBeKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &faulty{Log: memory.New()}
		c := clocked(t, running(t, log), heap(99), table.Tempo{Kind: table.DelayClock, Bank: 30})
		c.do(game.First, table.KindAct, "1")
		time.Sleep(10 * time.Second)
		log.set(func(table.Event) (bool, error) { return false, errors.New("no space left") })
		if _, err := c.try(game.Second, table.KindAct, "1"); err == nil {
			t.Fatal("a move was kept by a log that keeps nothing")
		}
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		log.set(nil)
		time.Sleep(3 * time.Second) // it is noticed
		synctest.Wait()
		s := c.snapshot()
		if s.Over() {
			t.Fatalf("the round ended with %+v", s.Result)
		}
		if got := s.Clock.At(time.Since(s.LastAt)).Left[1]; got < 17*time.Second || got > 21*time.Second {
			t.Errorf("%v are left of 20 s after an outage of 5 minutes", got)
		}
		resumed := 0
		for _, e := range events(t, log, c.id) {
			if e.Kind == table.KindResumed {
				resumed++
			}
		}
		if resumed != 1 {
			t.Errorf("the outage stands in the log %d times", resumed)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if s := c.snapshot(); s.Result == nil || s.Result.Reason != table.ReasonTime {
			t.Errorf("the clock does not go on after the outage: %+v", s.Clock)
		}
	})
}

// TestASlowAppendIsTakenFromTheClock: until the log has an event nobody sees it.
func TestASlowAppendIsTakenFromTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &faulty{Log: memory.New()}
		c := clocked(t, running(t, log), heap(99), table.Tempo{Kind: table.DelayClock, Bank: 30})
		c.do(game.First, table.KindAct, "1")
		log.set(func(e table.Event) (bool, error) {
			if e.Kind == table.KindActed {
				time.Sleep(12 * time.Second)
			}
			return true, nil
		})
		c.do(game.Second, table.KindAct, "1")
		synctest.Wait()
		if s := c.snapshot(); s.Clock.At(time.Since(s.LastAt)).Left[0] != 30*time.Second {
			t.Errorf("the first seat pays for the time the log took: %+v", s.Clock)
		}
	})
}

// TestTwoProcessesLetAFlagFallOnce has two hosts with one log, both looking.
func TestTwoProcessesLetAFlagFallOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memory.New()
		one, two := running(t, log), running(t, log)
		c := clocked(t, one, heap(99), table.Tempo{Kind: table.DelayClock, Bank: 20})
		c.do(game.First, table.KindAct, "1")
		other := *c
		other.host = two
		if s := other.snapshot(); s.Clock.Runs != game.Second {
			t.Fatalf("the other process sees %+v", s.Clock)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		count := map[table.Kind]int{}
		for _, e := range events(t, log, c.id) {
			count[e.Kind]++
		}
		if count[table.KindFlagged] != 1 || count[table.KindEnded] != 1 || count[table.KindResumed] != 0 {
			t.Errorf("events: %v", count)
		}
	})
}

func TestATableWithARunningClockStaysInMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := running(t, memory.New())
		c := clocked(t, h, heap(99), table.Tempo{Kind: table.DelayClock, Bank: 1800})
		c.do(game.First, table.KindAct, "1")
		time.Sleep(29 * time.Minute)
		synctest.Wait()
		if h.Stats().Tables != 1 {
			t.Error("it was forgotten while its clock ran")
		}
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if h.Stats().Tables != 0 {
			t.Error("it stays in memory although its clock has stopped")
		}
	})
}

func TestClocksThatCanNotBeAreRefused(t *testing.T) {
	h := newHost(memory.New(), nil)
	for name, o := range map[string]table.Opening{
		"against a computer": {Mode: table.Computer, Clock: &table.Tempo{Kind: table.DelayClock, Bank: 60}},
		"of another kind":    {Mode: table.Link, Clock: &table.Tempo{Kind: "hourglass", Bank: 60}},
		"without a bank":     {Mode: table.Link, Clock: &table.Tempo{Kind: table.DelayClock, Each: 60}},
		"without end":        {Mode: table.Link, Clock: &table.Tempo{Kind: table.DelayClock, Bank: table.MaxBank + 1}},
		"backwards":          {Mode: table.HotSeat, Clock: &table.Tempo{Kind: table.FischerClock, Bank: 60, Each: -1}},
		"too generous":       {Mode: table.HotSeat, Clock: &table.Tempo{Kind: table.FischerClock, Bank: 60, Each: table.MaxEach + 1}},
	} {
		o.Game = "bachet"
		_, err := h.Open(t.Context(), o)
		var opening *table.OpeningError
		if !errors.As(err, &opening) || opening.Field != "clock" {
			t.Errorf("a clock %s: %v", name, err)
		}
	}
}

// TestAProcessThatBeginsLaterLearnsThatTheSiteWasUp: when one of two processes
// dies, its tables go on at the other one, and nobody is given any time.
func TestAProcessThatBeginsLaterLearnsThatTheSiteWasUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, bus := newShared(), &bus{}
		a, stopA := process(t, log, bus)
		c := clocked(t, a, heap(99), table.Tempo{Kind: table.DelayClock, Bank: 60})
		c.do(game.First, table.KindAct, "1")
		time.Sleep(20 * time.Second)
		b, stopB := process(t, log, bus)
		defer stopB()
		time.Sleep(10 * time.Second)
		stopA()
		c.host = b
		c.do(game.Second, table.KindAct, "1")
		left(t, c.snapshot(), 60, 30)
		time.Sleep(61 * time.Second)
		synctest.Wait()
		if s := c.snapshot(); s.Result == nil || s.Result.Reason != table.ReasonTime {
			t.Errorf("the flag did not fall at the other process: %+v", s.Clock)
		}
	})
}

// TestTakingBackGivesNoTime: what undone turns have added goes with them.
func TestTakingBackGivesNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memory.New()
		c := clocked(t, running(t, log), heap(99), table.Tempo{Kind: table.FischerClock, Bank: 60, Each: 5})
		back := func(seat game.Side) {
			t.Helper()
			c.do(seat, table.KindTakeBack, "")
			c.do(seat.Other(), table.KindTakeBack, "")
		}
		c.do(game.First, table.KindAct, "1")
		time.Sleep(20 * time.Second)
		c.do(game.Second, table.KindAct, "1")
		left(t, c.snapshot(), 60, 45)
		for range 6 {
			c.do(game.First, table.KindAct, "1")
			left(t, c.snapshot(), 65, 45)
			back(game.First)
			left(t, c.snapshot(), 60, 45)
		}
		// With the answer of the other seat, which has added time as well.
		c.do(game.First, table.KindAct, "1")
		time.Sleep(time.Second)
		c.do(game.Second, table.KindAct, "1")
		left(t, c.snapshot(), 65, 49)
		back(game.First)
		left(t, c.snapshot(), 60, 45)
		// Time that was used stays used.
		time.Sleep(30 * time.Second)
		c.do(game.First, table.KindAct, "1")
		left(t, c.snapshot(), 35, 45)
		back(game.First)
		left(t, c.snapshot(), 35, 45)
		// To the very beginning.
		back(game.Second)
		back(game.First)
		s := c.snapshot()
		if len(s.Plies) != 0 {
			t.Fatalf("%d plies are left", len(s.Plies))
		}
		left(t, s, 35, 45)
		read, err := newHost(log, nil).Snapshot(t.Context(), c.id)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s.Clock, read.Clock); diff != "" {
			t.Errorf("the log has another clock (-live +read):\n%s", diff)
		}
	})
}
