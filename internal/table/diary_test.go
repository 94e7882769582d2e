package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// paper is a diary that outlives the hosts of a test.
type paper struct {
	mu    sync.Mutex
	last  []byte
	notes int
	torn  bool // it keeps nothing any more
}

func (p *paper) Note(_ context.Context, note []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.torn {
		return errors.New("no space left")
	}
	p.last, p.notes = note, p.notes+1
	return nil
}

func (p *paper) LastNote(context.Context) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last, nil
}

func (p *paper) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.notes
}

// noting is a host that runs, with a diary, until stop is called.
func noting(t *testing.T, log *shared, herald table.Herald, p *paper) (h *table.Host, stop func()) {
	t.Helper()
	note, err := p.LastNote(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h = table.New(table.Config{Log: log, Follower: log, Herald: herald, Diary: p, LastNote: note, Games: entries(), Roller: dice{seed: 1}})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { h.Run(ctx) })
	return h, func() { cancel(); running.Wait() }
}

// outages are those in the log of a table.
func outages(t *testing.T, log table.Log, id table.ID) (all []table.ResumedBody) {
	t.Helper()
	for _, e := range events(t, log, id) {
		if e.Kind == table.KindResumed {
			var body table.ResumedBody
			if err := json.Unmarshal(e.Body, &body); err != nil {
				t.Fatal(err)
			}
			all = append(all, body)
		}
	}
	return all
}

// between fails unless the bank of the second seat, which thinks, is within
// these bounds now.
func between(t *testing.T, s *table.Snapshot, least, most time.Duration) {
	t.Helper()
	if s.Over() {
		t.Fatalf("the round ended with %+v", s.Result)
	}
	if got := s.Clock.At(time.Since(s.LastAt)).Left[1]; got < least || got > most {
		t.Errorf("%v are left, want from %v to %v", got, least, most)
	}
}

// TestARestartGivesNoTimeBackThatWasUsedBefore: a site that goes down without a
// word was up at least until its last note.
func TestARestartGivesNoTimeBackThatWasUsedBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, diary := newShared(), &paper{}
		h, kill := noting(t, log, nil, diary)
		c := clocked(t, h, heap(99), table.Tempo{Kind: table.DelayClock, Bank: 600})
		c.do(game.First, table.KindAct, "1")
		time.Sleep(8 * time.Minute)
		kill()
		down := time.Now()
		time.Sleep(42 * time.Second)
		h, kill = noting(t, log, nil, diary)
		defer kill()
		c.host = h
		// Whoever thinks has at most what he had, and 5 s more.
		between(t, c.snapshot(), 2*time.Minute, 2*time.Minute+5*time.Second)
		all := outages(t, log, c.id)
		if len(all) != 1 || all[0].Why != table.OutageRestart {
			t.Fatalf("the log has the outages %+v", all)
		}
		from, to := time.UnixMilli(all[0].From), time.UnixMilli(all[0].To)
		if d := down.Sub(from); d < 0 || d > 5*time.Second || !to.Equal(time.Now()) || to.Sub(from).Milliseconds() != all[0].Gap {
			t.Errorf("the log says that the site was away from %v to %v, for %d ms; it was from %v to %v", from, to, all[0].Gap, down, time.Now())
		}
		time.Sleep(126 * time.Second)
		synctest.Wait()
		if s := c.snapshot(); s.Result == nil || s.Result.Reason != table.ReasonTime {
			t.Errorf("the flag has not fallen: %+v", s.Clock)
		}
	})
}

// TestManyRestartsGiveBackSecondsEach: nobody gains a bank by them.
func TestManyRestartsGiveBackSecondsEach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, diary := newShared(), &paper{}
		h, kill := noting(t, log, nil, diary)
		c := clocked(t, h, heap(99), table.Tempo{Kind: table.DelayClock, Bank: 600})
		c.do(game.First, table.KindAct, "1")
		for range 20 {
			time.Sleep(24 * time.Second)
			kill()
			time.Sleep(time.Second)
			h, kill = noting(t, log, nil, diary)
			c.host = h
			c.snapshot()
		}
		defer kill()
		between(t, c.snapshot(), 2*time.Minute, 2*time.Minute+20*5*time.Second)
		if n := len(outages(t, log, c.id)); n != 20 {
			t.Errorf("the log has %d outages, want 20", n)
		}
	})
}

// TestATableThatNobodyLookedAtBetweenTwoRestarts: at whose tables nobody was
// after the first one, of them no time is taken before somebody is.
func TestATableThatNobodyLookedAtBetweenTwoRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, diary := newShared(), &paper{}
		h, kill := noting(t, log, nil, diary)
		tempo := table.Tempo{Kind: table.DelayClock, Bank: 600}
		c, busy := clocked(t, h, heap(99), tempo), clocked(t, h, heap(99), tempo)
		c.do(game.First, table.KindAct, "1")
		time.Sleep(100 * time.Second)
		kill()
		time.Sleep(time.Minute)
		h, kill = noting(t, log, nil, diary)
		busy.host = h
		busy.do(game.First, table.KindAct, "1")
		time.Sleep(9 * time.Minute)
		busy.do(game.Second, table.KindAct, "1")
		time.Sleep(9 * time.Minute) // nobody comes back to the other table meanwhile
		kill()
		time.Sleep(time.Second)
		h, kill = noting(t, log, nil, diary)
		defer kill()
		c.host = h
		between(t, c.snapshot(), 500*time.Second, 505*time.Second)
	})
}

// TestTheDiaryIsLeftAloneWhileNoClockRuns: an idle site writes nothing.
func TestTheDiaryIsLeftAloneWhileNoClockRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, diary := newShared(), &paper{}
		h, kill := noting(t, log, nil, diary)
		defer kill()
		c := clocked(t, h, heap(3), table.Tempo{Kind: table.DelayClock, Bank: 600})
		time.Sleep(time.Hour + time.Second) // between two notes, if there were any
		if n := diary.count(); n != 0 {
			t.Errorf("%d notes before the first move", n)
		}
		c.do(game.First, table.KindAct, "1")
		time.Sleep(time.Minute + time.Second)
		if n := diary.count(); n != 12 {
			t.Errorf("%d notes in a minute", n)
		}
		c.do(game.Second, table.KindAct, "2")
		before := diary.count()
		time.Sleep(time.Hour)
		if n := diary.count(); n != before {
			t.Errorf("%d notes after the end of the game", n-before)
		}
	})
}

// TestASiteIsUpAsLongAsOneProcessIs: a process that begins while another one is
// there knows when the site was down, not when it was not there itself.
func TestASiteIsUpAsLongAsOneProcessIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, bus, diary := newShared(), &bus{}, &paper{}
		a, killA := noting(t, log, bus, diary)
		tempo := table.Tempo{Kind: table.DelayClock, Bank: 600}
		c, away := clocked(t, a, heap(99), tempo), clocked(t, a, heap(99), tempo)
		c.do(game.First, table.KindAct, "1")
		away.do(game.First, table.KindAct, "1")
		time.Sleep(100 * time.Second)
		killA() // all of the site is down
		time.Sleep(time.Minute)
		a, killA = noting(t, log, bus, diary)
		c.host = a
		between(t, c.snapshot(), 500*time.Second, 505*time.Second)
		time.Sleep(100 * time.Second)
		b, killB := noting(t, log, bus, diary)
		defer killB()
		time.Sleep(100 * time.Second)
		killA() // the other one is there
		time.Sleep(20 * time.Second)
		c.host = b
		between(t, c.snapshot(), 280*time.Second, 285*time.Second)
		if n := len(outages(t, log, c.id)); n != 1 {
			t.Errorf("the log has %d outages, want 1", n)
		}
		// Nobody was here since the site was down.
		away.host = b
		between(t, away.snapshot(), 500*time.Second, 505*time.Second)
	})
}

// TestADiaryThatKeepsNothingTakesNobodysTime: what was noted last holds.
func TestADiaryThatKeepsNothingTakesNobodysTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, diary := newShared(), &paper{}
		h, kill := noting(t, log, nil, diary)
		c := clocked(t, h, heap(99), table.Tempo{Kind: table.DelayClock, Bank: 600})
		c.do(game.First, table.KindAct, "1")
		time.Sleep(time.Minute)
		synctest.Wait()
		diary.mu.Lock()
		diary.torn = true
		diary.mu.Unlock()
		time.Sleep(time.Minute)
		kill()
		h, kill = noting(t, log, nil, diary)
		defer kill()
		c.host = h
		between(t, c.snapshot(), 540*time.Second, 545*time.Second)

		// What can not be read is no diary.
		h = table.New(table.Config{Log: log, Games: entries(), LastNote: []byte("?")})
		if s, err := h.Snapshot(t.Context(), c.id); err != nil || s.Over() {
			t.Errorf("with a note that makes no sense: %+v, %v", s, err)
		}
	})
}
