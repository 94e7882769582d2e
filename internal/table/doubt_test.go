package table_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// halted is the log as one host sees it whose questions are answered by a
// server that was halted, and does not know yet what the others have kept.
type halted struct {
	*shared
	knows atomic.Int64 // the last event that it shows; negative: all of them
	reads atomic.Int64
	alone atomic.Bool // nobody tells the number of the last event either
	asked atomic.Int64
}

func (s *halted) halt(knows int64) { s.knows.Store(knows) }

func (s *halted) wakeUp() {
	s.knows.Store(-1)
	s.alone.Store(false)
}

func (s *halted) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	s.reads.Add(1)
	return func(yield func(table.Event, error) bool) {
		for e, err := range s.shared.Read(ctx, id, after) {
			if knows := s.knows.Load(); knows >= 0 && e.Seq > uint64(knows) {
				return
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

func (s *halted) Last(ctx context.Context, id table.ID) (uint64, error) {
	s.asked.Add(1)
	for s.alone.Load() {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	return s.shared.Last(ctx, id)
}

// apart is a table of two hosts, of which the second, b, can be cut off.
type apart struct {
	t     *testing.T
	log   *halted
	a, b  *table.Host
	table table.Opened
}

func newApart(t *testing.T, o table.Opening) *apart {
	t.Helper()
	log := newShared()
	log.deaf.Store(true)
	far := &halted{shared: log}
	far.wakeUp()
	s := &apart{t: t, log: far, a: log.host(nil)}
	s.b = table.New(table.Config{Log: far, Follower: far, Games: entries()})
	var err error
	if s.table, err = s.a.Open(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *apart) act(h *table.Host, seat game.Side, seen uint64) (table.Event, error) {
	return h.Do(s.t.Context(), s.table.ID, table.Command{
		Key: fmt.Sprint(seen), Secret: s.table.Seats[seat], Seen: seen, Kind: table.KindAct, Text: "1",
	})
}

func (s *apart) mustAct(h *table.Host, seat game.Side, seen uint64) {
	s.t.Helper()
	if e, err := s.act(h, seat, seen); err != nil || e.Seq != seen+1 {
		s.t.Fatalf("event %d, %v; want %d", e.Seq, err, seen+1)
	}
}

func (s *apart) show(h *table.Host, seq uint64) {
	s.t.Helper()
	if now, err := h.Snapshot(s.t.Context(), s.table.ID); err != nil || now.Seq != seq {
		s.t.Fatalf("event %d is shown, want %d; %v", now.Seq, seq, err)
	}
}

func (s *apart) rename(h *table.Host, key, name string) (table.Event, error) {
	return h.Do(s.t.Context(), s.table.ID, table.Command{
		Key: key, Secret: s.table.Seats[game.First], Seen: 1, Kind: table.KindRename, Text: name,
	})
}

var hotSeat = table.Opening{Game: "bachet", Mode: table.HotSeat}

// whileHalted runs a test with a log that b reads as it was at the first event:
// where it is known that there is more, and where nobody can tell.
func whileHalted(t *testing.T, test func(*testing.T, *apart)) {
	t.Helper()
	for name, alone := range map[string]bool{"it is known that there is more": false, "nobody can tell": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newApart(t, hotSeat)
				s.show(s.b, 1)
				s.log.halt(1)
				s.log.alone.Store(alone)
				test(t, s)
			})
		})
	}
}

// What a person sends who has seen what another host has acknowledged is not
// refused because a server answers from what it knew before.
func TestAMoveIsNotStaleWhileALogAnswersFromWhatItKnew(t *testing.T) {
	whileHalted(t, func(t *testing.T, s *apart) {
		s.mustAct(s.a, game.First, 1)
		time.AfterFunc(300*time.Millisecond, s.log.wakeUp)
		begun := time.Now()
		s.mustAct(s.b, game.Second, 2)
		if took := time.Since(begun); took < 300*time.Millisecond || took > 500*time.Millisecond {
			t.Errorf("it took %s", took)
		}
		if n := s.log.reads.Load(); n > 20 {
			t.Errorf("the log was read %d times", n)
		}
	})
}

// When it lasts, the author is told to repeat the move, not to give it up; and
// nobody else has to wait for that.
func TestAMoveThatIsAheadForTooLongIsNotRefused(t *testing.T) {
	whileHalted(t, func(t *testing.T, s *apart) {
		begun := time.Now()
		ahead := make(chan error, 1)
		s.mustAct(s.a, game.First, 1)
		go func() {
			_, err := s.act(s.b, game.Second, 2)
			ahead <- err
		}()
		synctest.Wait()
		s.show(s.b, 1)
		if took := time.Since(begun); took > 0 {
			t.Errorf("somebody who looks waits %s", took)
		}
		if err := <-ahead; !errors.Is(err, table.ErrSilent) || errors.Is(err, table.ErrStale) {
			t.Errorf("it says %v", err)
		}
		if took := time.Since(begun); took > 2500*time.Millisecond {
			t.Errorf("it took %s", took)
		}
		s.log.wakeUp()
		s.mustAct(s.b, game.Second, 2)
	})
}

// A seat that pretends to have seen what is not there gains nothing by it: it
// is refused at once, and while that is not certain the other seat goes on.
func TestWhoPretendsToHaveSeenMoreHoldsUpNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newApart(t, hotSeat)
		begun := time.Now()
		_, err := s.act(s.b, game.First, 9)
		if !errors.Is(err, table.ErrStale) || errors.Is(err, table.ErrSilent) {
			t.Errorf("it says %v", err)
		}
		if n := s.log.asked.Load(); n != 1 || time.Since(begun) > 0 {
			t.Errorf("%d questions, %s", n, time.Since(begun))
		}

		s.log.alone.Store(true)
		const many = 50
		refused := make(chan error, many)
		for range many {
			go func() {
				_, err := s.act(s.b, game.Second, 9)
				refused <- err
			}()
		}
		synctest.Wait()
		s.mustAct(s.b, game.First, 1)
		s.mustAct(s.b, game.Second, 2)
		if took := time.Since(begun); took > 0 {
			t.Errorf("the others waited %s", took)
		}
		for range many {
			if err := <-refused; !errors.Is(err, table.ErrSilent) {
				t.Errorf("it says %v", err)
			}
		}
		if took := time.Since(begun); took > 2500*time.Millisecond {
			t.Errorf("it took %s", took)
		}
	})
}

// Whoever gives up waiting is not waited for.
func TestWhoHasGoneAwayIsNotDoubtedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newApart(t, hotSeat)
		s.show(s.b, 1)
		s.log.alone.Store(true)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		begun := time.Now()
		_, err := s.b.Do(ctx, s.table.ID, table.Command{Key: "a", Secret: s.table.Seats[game.First], Seen: 9, Kind: table.KindAct, Text: "1"})
		if took := time.Since(begun); err == nil || took > 200*time.Millisecond {
			t.Errorf("%v after %s", err, took)
		}
	})
}

// Who has sat down at one host plays at another, which has not heard of it.
func TestANewSeatIsNotUnknownWhileALogAnswersFromWhatItKnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newApart(t, table.Opening{Game: "bachet", Mode: table.Link})
		s.show(s.b, 1)
		s.log.halt(1)
		sat, err := s.a.Sit(t.Context(), s.table.ID, table.Sit{Invitation: s.table.Join, Key: "k"})
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(300*time.Millisecond, s.log.wakeUp)
		if seat, err := s.b.Seat(t.Context(), s.table.ID, sat.Secret); err != nil || seat != game.Second {
			t.Errorf("the seat is %s, %v", seat, err)
		}
		if seat, err := s.b.Seat(t.Context(), s.table.ID, "made up"); !errors.Is(err, table.ErrNoSeat) {
			t.Errorf("a secret that was made up opens %s, %v", seat, err)
		}
	})
}

func TestANewTableIsNotMissingWhileALogAnswersFromWhatItKnew(t *testing.T) {
	s := newApart(t, hotSeat)
	s.log.halt(0)
	if _, err := s.b.Snapshot(t.Context(), s.table.ID); !errors.Is(err, table.ErrSilent) || errors.Is(err, table.ErrNotFound) {
		t.Errorf("of a table that is there it says %v", err)
	}
	if _, err := s.b.Snapshot(t.Context(), "nowhere"); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("of one that is not, %v", err)
	}
	s.log.wakeUp()
	s.show(s.b, 1)
}

// A command that others overtook waits for the log to show by what, and does
// not read it over and over.
func TestAConflictWaitsUntilTheLogShowsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newApart(t, hotSeat)
		s.show(s.b, 1)
		s.log.halt(1)
		s.mustAct(s.a, game.First, 1)
		time.AfterFunc(300*time.Millisecond, s.log.wakeUp)
		if e, err := s.rename(s.b, "a", "Anna"); err != nil || e.Seq != 3 {
			t.Errorf("event %d, %v", e.Seq, err)
		}
		if n := s.log.reads.Load(); n > 30 {
			t.Errorf("the log was read %d times", n)
		}

		s.mustAct(s.a, game.Second, 3)
		s.log.halt(3)
		begun := time.Now()
		if _, err := s.rename(s.b, "b", "Boris"); !errors.Is(err, table.ErrSilent) || errors.Is(err, table.ErrConflict) {
			t.Errorf("when it lasts it says %v", err)
		}
		if took := time.Since(begun); took > 30*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// A log that shows less than it did is not believed: a table never goes back.
func TestATableDoesNotGoBack(t *testing.T) {
	s := newApart(t, hotSeat)
	s.mustAct(s.a, game.First, 1)
	s.mustAct(s.a, game.Second, 2)
	s.show(s.b, 3)
	s.mustAct(s.a, game.First, 3)
	s.log.halt(2)
	if _, err := s.rename(s.b, "a", "Anna"); !errors.Is(err, table.ErrSilent) {
		t.Errorf("it says %v", err)
	}
	s.show(s.b, 3)
	s.log.wakeUp()
	s.show(s.b, 4)
	if e, err := s.rename(s.b, "a", "Anna"); err != nil || e.Seq != 5 {
		t.Errorf("event %d, %v", e.Seq, err)
	}
}

// Those who watch are shown an event as soon as the log shows it that told of
// it, which is looked at now and then, and not without a pause.
func TestAnEventThatIsToldOfIsLookedForNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newApart(t, hotSeat)
		feed, err := s.b.Attach(t.Context(), s.table.ID, func() {})
		if err != nil {
			t.Fatal(err)
		}
		defer feed.Close()
		s.log.deaf.Store(false)
		s.log.halt(1)
		before := s.log.reads.Load()
		s.mustAct(s.a, game.First, 1)
		time.Sleep(3 * time.Second)
		if n := s.log.reads.Load() - before; n < 5 || n > 100 {
			t.Errorf("the log was read %d times", n)
		}
		s.log.wakeUp()
		time.Sleep(200 * time.Millisecond)
		if seq := feed.Snapshot().Seq; seq != 2 {
			t.Errorf("event %d is shown", seq)
		}
		before = s.log.reads.Load()
		time.Sleep(time.Second)
		if n := s.log.reads.Load() - before; n != 0 {
			t.Errorf("the log was read %d times more", n)
		}
	})
}
