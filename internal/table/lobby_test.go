package table_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// openTable opens a table for anybody, with its opener there.
func openTable(t *testing.T, h *table.Host) (*client, *table.Feed) {
	t.Helper()
	c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link, Open: true, Names: [2]string{"Anna"}})
	return c, attach(t, h, c.id, func() {}, c.seats[game.First])
}

func ids(l *table.Lobby) []table.ID {
	var all []table.ID
	for _, o := range l.Offers {
		all = append(all, o.ID)
	}
	return all
}

func key(n int) string { return fmt.Sprintf("a key that nobody guesses %d", n) }

func TestATableIsOnOfferWhileItsOpenerIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(memory.New(), nil)
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { h.Run(ctx) })
		defer running.Wait()
		defer stop()
		c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link, Open: true, Names: [2]string{"Anna"}})
		if got := ids(h.Lobby()); len(got) != 0 {
			t.Errorf("before its opener has come, %v is on offer", got)
		}
		before := h.Lobby()
		page := attach(t, h, c.id, func() {}, c.seats[game.First])
		now := h.Lobby()
		if len(now.Offers) != 1 || now.Offers[0].ID != c.id || now.Offers[0].Game != "toy" {
			t.Fatalf("on offer are %+v, want that table", now.Offers)
		}
		select {
		case <-before.Changed:
		default:
			t.Error("whoever waits for a change is not woken")
		}
		page.Close()
		time.Sleep(table.AbsentAfter / 2)
		if h.Lobby() != now {
			t.Error("a reload of the opener's page changes the lobby")
		}
		time.Sleep(table.AbsentAfter)
		if got := ids(h.Lobby()); len(got) != 0 {
			t.Errorf("after its opener has gone, %v is on offer", got)
		}
		if _, err := h.Take(t.Context(), c.id, table.Sit{Key: key(1)}); !refusedBy(err, table.RuleNotOffered) {
			t.Errorf("a table whose opener has gone: got %v, want a refusal", err)
		}
		page = attach(t, h, c.id, func() {}, c.seats[game.First])
		defer page.Close()
		if len(h.Lobby().Offers) != 1 {
			t.Error("its opener has come back and it is not on offer")
		}
		time.Sleep(table.OfferLasts)
		if got := ids(h.Lobby()); len(got) != 0 {
			t.Errorf("after %v, %v is still on offer", table.OfferLasts, got)
		}
		c.do(game.First, table.KindOffer, "")
		if len(h.Lobby().Offers) != 1 {
			t.Error("it was offered again and is not on offer")
		}
	})
}

func refusedBy(err error, rule string) bool {
	var refusal *game.Refusal
	return errors.As(err, &refusal) && refusal.Rule == rule
}

func TestOfFiftyWhoTakeATableOneGetsTheSeat(t *testing.T) {
	h := newHost(memory.New(), nil)
	c, page := openTable(t, h)
	defer page.Close()
	var (
		all      sync.WaitGroup
		sat      atomic.Int32
		winner   atomic.Int32
		secret   atomic.Value
		begin    = make(chan struct{})
		problems = make(chan error, 50)
	)
	for i := range 50 {
		all.Go(func() {
			<-begin
			seated, err := h.Take(t.Context(), c.id, table.Sit{Key: key(i)})
			switch {
			case err == nil:
				sat.Add(1)
				winner.Store(int32(i))
				secret.Store(seated.Secret)
			case !refusedBy(err, table.RuleSeatTaken):
				problems <- err
			}
		})
	}
	close(begin)
	all.Wait()
	close(problems)
	for err := range problems {
		t.Errorf("got %v, want the seat or a refusal by %s", err, table.RuleSeatTaken)
	}
	if sat.Load() != 1 {
		t.Fatalf("%d got the seat, want one", sat.Load())
	}
	i := int(winner.Load())
	if got := ids(h.Lobby()); len(got) != 0 {
		t.Errorf("a taken table is on offer: %v", got)
	}
	// The answer may have got lost: the same request again gets the same seat.
	again, err := h.Take(t.Context(), c.id, table.Sit{Key: key(i)})
	if err != nil {
		t.Fatal(err)
	}
	if seat, err := h.Seat(t.Context(), c.id, again.Secret); err != nil || seat != game.Second || again.Secret != secret.Load() {
		t.Errorf("the repeated request gets a secret that opens %v, %v", seat, err)
	}
}

func TestWhatIsNotOnOfferCanNotBeTaken(t *testing.T) {
	h := newHost(memory.New(), nil)
	byLink, opened := open(t, h, table.Opening{Game: "toy", Mode: table.Link})
	defer attach(t, h, byLink.id, func() {}, byLink.seats[game.First]).Close()
	take := func(rule string) {
		t.Helper()
		if _, err := h.Take(t.Context(), byLink.id, table.Sit{Key: key(1)}); !refusedBy(err, rule) {
			t.Errorf("got %v, want a refusal by %s", err, rule)
		}
	}
	take(table.RuleNotOffered)
	byLink.refused(table.RuleNotOffered, game.First, table.KindWithdraw, "")
	byLink.do(game.First, table.KindOffer, "")
	byLink.do(game.First, table.KindWithdraw, "")
	take(table.RuleNotOffered)
	// The invitation still opens the seat, and its key does nothing for Take.
	if _, err := h.Sit(t.Context(), byLink.id, table.Sit{Invitation: opened.Join, Key: key(1)}); err != nil {
		t.Fatal(err)
	}
	take(table.RuleSeatTaken)
	byLink.refused(table.RuleSeatTaken, game.First, table.KindOffer, "")

	alone, _ := open(t, h, table.Opening{Game: "toy", Mode: table.HotSeat})
	alone.refused(table.RuleNoSeatFree, game.First, table.KindOffer, "")
	var form *table.CommandError
	if _, err := h.Take(t.Context(), byLink.id, table.Sit{Key: "short"}); !errors.As(err, &form) || form.Field != "key" {
		t.Errorf("a key that can be guessed: got %v", err)
	}
	var wrong *table.OpeningError
	if _, err := h.Open(t.Context(), table.Opening{Game: "toy", Mode: table.HotSeat, Open: true}); !errors.As(err, &wrong) || wrong.Field != "open" {
		t.Errorf("an open table for two at one device: got %v", err)
	}
}

// TestTheLobbyIsBounded: where it is full those who wait keep their place, and
// whoever comes then is not listed until there is room, and can be joined even
// so.
func TestTheLobbyIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(memory.New(), nil)
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { h.Run(ctx) })
		defer running.Wait()
		defer stop()
		var made []*client
		var pages []*table.Feed
		for range table.MaxOffers + 3 {
			c, page := openTable(t, h)
			made, pages = append(made, c), append(pages, page)
			time.Sleep(time.Millisecond)
		}
		defer func() {
			for _, page := range pages {
				page.Close()
			}
		}()
		offers := h.Lobby().Offers
		if len(offers) != table.MaxOffers || offers[table.MaxOffers-1].ID != made[0].id || offers[0].ID != made[table.MaxOffers-1].id {
			t.Errorf("%d tables are listed from %s to %s, want the %d that were offered first", len(offers), offers[len(offers)-1].ID, offers[0].ID, table.MaxOffers)
		}
		late := made[table.MaxOffers:]
		for i, want := range map[int]bool{0: true, table.MaxOffers: false, table.MaxOffers + 1: false} {
			o, listed, ok := h.Standing(made[i].id)
			if !ok || listed != want || o.ID != made[i].id {
				t.Errorf("offer %d stands: %v, is listed: %v; want it to stand, and listed: %v", i, ok, listed, want)
			}
		}
		if _, err := h.Take(t.Context(), late[0].id, table.Sit{Key: key(1)}); err != nil {
			t.Errorf("a table that the full lobby does not list: %v", err)
		}
		if _, _, ok := h.Standing(late[0].id); ok {
			t.Error("a table that was taken is still on offer")
		}
		// One goes, and the next in the row has its place.
		pages[1].Close()
		time.Sleep(table.AbsentAfter + 2*time.Second)
		if _, listed, _ := h.Standing(late[1].id); !listed {
			t.Error("there is room, and who waits for it is not listed")
		}
		if _, _, ok := h.Standing(made[1].id); ok {
			t.Error("the offer of somebody who has gone stands")
		}
		if _, err := h.Take(t.Context(), made[1].id, table.Sit{Key: key(2)}); !refusedBy(err, table.RuleNotOffered) {
			t.Errorf("the table of somebody who has gone: %v", err)
		}
	})
}

// bus carries news between hosts. It may be cut, and it may be slow.
type bus struct {
	mu    sync.Mutex
	heard map[*func([]byte)]struct{}
	cut   atomic.Bool
	slow  atomic.Bool // what is told now arrives half a second later
}

func (b *bus) Announce(news []byte) error {
	if b.cut.Load() {
		return errors.New("the bus is cut")
	}
	b.mu.Lock()
	var all []func([]byte)
	for f := range b.heard {
		all = append(all, *f)
	}
	b.mu.Unlock()
	var delay time.Duration
	if b.slow.Load() {
		delay = time.Second / 2
	}
	kept := append([]byte(nil), news...)
	for _, f := range all {
		go func() {
			time.Sleep(delay)
			f(kept)
		}()
	}
	return nil
}

func (b *bus) Hear(heard func([]byte)) (func(), error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.heard == nil {
		b.heard = make(map[*func([]byte)]struct{})
	}
	b.heard[&heard] = struct{}{}
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.heard, &heard)
	}, nil
}

// dead is a herald whose process does not say goodbye.
type dead struct {
	table.Herald
	gone atomic.Bool
}

func (d *dead) Announce(news []byte) error {
	if d.gone.Load() {
		return nil
	}
	return d.Herald.Announce(news)
}

// process is a host that runs, among others with the same log.
func process(t *testing.T, log *shared, herald table.Herald) (h *table.Host, stop func()) {
	h = table.New(table.Config{Log: log, Follower: log, Herald: herald, Games: entries(), Roller: dice{seed: 1}})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { h.Run(ctx) })
	return h, func() { cancel(); running.Wait() }
}

// twoProcesses are hosts on one log that hear of each other until the test ends.
func twoProcesses(t *testing.T) (a, b *table.Host, between *bus) {
	t.Helper()
	log := newShared()
	between = new(bus)
	a, stopA := process(t, log, between)
	t.Cleanup(stopA)
	b, stopB := process(t, log, between)
	t.Cleanup(stopB)
	return a, b, between
}

func TestProcessesShareLobbyAndPresence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, bus := newShared(), &bus{}
		herald := &dead{Herald: bus}
		a, stopA := process(t, log, herald)
		b, stopB := process(t, log, bus)
		defer stopB()
		c, page := openTable(t, a)
		time.Sleep(time.Second)
		if got := ids(b.Lobby()); len(got) != 1 || got[0] != c.id {
			t.Fatalf("the other process has %v on offer, want %s", got, c.id)
		}
		if a.Lobby().Tag != b.Lobby().Tag {
			t.Error("the tags of two processes with the same offers are not the same")
		}
		watcher := attach(t, b, c.id, func() {}, "")
		defer watcher.Close()
		time.Sleep(2 * time.Second)
		if p := watcher.Presence(); !p.Here[0] || p.Watchers != 1 {
			t.Errorf("told at the other process: %+v, want the opener and one watcher", p)
		}
		if p := page.Presence(); !p.Here[0] || p.Watchers != 1 {
			t.Errorf("told at the first process: %+v, want the opener and one watcher", p)
		}
		seated, err := b.Take(t.Context(), c.id, table.Sit{Key: key(1)})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if page.Snapshot().Seq < seated.Event.Seq || len(a.Lobby().Offers)+len(b.Lobby().Offers) != 0 {
			t.Errorf("the table was taken by way of the other process as event %d; the first one knows of %d and has %v on offer, the other %v", seated.Event.Seq, page.Snapshot().Seq, ids(a.Lobby()), ids(b.Lobby()))
		}
		// The process dies without a word.
		died := time.Now()
		herald.gone.Store(true)
		stopA()
		page.Close()
		time.Sleep(table.AbsentAfter + 5*time.Second)
		if p := b.Presence(c.id); p.Here[0] || p.LastSeen[0].After(died) || p.LastSeen[0].Before(died.Add(-5*time.Second)) {
			t.Errorf("the process of the opener died at %v; the other one has %+v", died, p)
		}
	})
}

func TestTwoProcessesAndFiftyWhoTakeATable(t *testing.T) {
	a, b, _ := twoProcesses(t)
	c, page := openTable(t, a)
	defer page.Close()
	for deadline := time.Now().Add(10 * time.Second); len(b.Lobby().Offers) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the other process does not learn of the table")
		}
	}
	var all sync.WaitGroup
	var sat atomic.Int32
	for i := range 50 {
		all.Go(func() {
			h := a
			if i%2 > 0 {
				h = b
			}
			switch _, err := h.Take(t.Context(), c.id, table.Sit{Key: key(i)}); {
			case err == nil:
				sat.Add(1)
			case !refusedBy(err, table.RuleSeatTaken) && !refusedBy(err, table.RuleNotOffered):
				t.Errorf("got %v, want the seat or a refusal", err)
			}
		})
	}
	all.Wait()
	if sat.Load() != 1 {
		t.Errorf("%d got the seat, want one", sat.Load())
	}
}

func TestWhatWasLostIsToldAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, bus := twoProcesses(t)
		time.Sleep(5 * time.Second)
		c, _ := open(t, a, table.Opening{Game: "toy", Mode: table.Link})
		watcher := attach(t, b, c.id, func() {}, "")
		defer watcher.Close()
		bus.cut.Store(true)
		page := attach(t, a, c.id, func() {}, c.seats[game.First])
		time.Sleep(time.Second)
		bus.cut.Store(false)
		time.Sleep(35 * time.Second)
		if p := b.Presence(c.id); !p.Here[0] {
			t.Errorf("the news of an arrival got lost and half a minute later the other process has %+v", p)
		}
		bus.cut.Store(true)
		page.Close()
		time.Sleep(time.Second)
		bus.cut.Store(false)
		time.Sleep(3 * time.Minute)
		if p := b.Presence(c.id); p.Here[0] {
			t.Errorf("the news of a departure got lost and three minutes later the other process has %+v", p)
		}
	})
}

func TestNewsThatWereOvertakenAreNotThePresent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, bus := twoProcesses(t)
		time.Sleep(5*time.Second + time.Second/10) // between two beats
		c, _ := open(t, a, table.Opening{Game: "toy", Mode: table.Link, Open: true})
		watcher := attach(t, b, c.id, func() {}, "")
		defer watcher.Close()
		bus.slow.Store(true)
		page := attach(t, a, c.id, func() {}, c.seats[game.First])
		c.do(game.First, table.KindOffer, "")
		bus.slow.Store(false)
		c.do(game.First, table.KindWithdraw, "")
		page.Close()
		time.Sleep(time.Second * 8 / 10) // the slow ones have come, the next beat has not
		if got := ids(b.Lobby()); len(got) != 0 {
			t.Errorf("the other process has %v on offer, which was withdrawn", got)
		}
		time.Sleep(table.AbsentAfter + 2*time.Second)
		if p := b.Presence(c.id); p.Here[0] {
			t.Errorf("the other process has %+v of somebody who left before", p)
		}
	})
}

func TestAPageWithoutScriptCountsForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(memory.New(), nil)
		c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link, Open: true})
		h.Passed(c.id, game.First)
		if p := h.Presence(c.id); !p.Here[0] || len(h.Lobby().Offers) != 1 {
			t.Errorf("just loaded: %+v, %d on offer", p, len(h.Lobby().Offers))
		}
		time.Sleep(table.AbsentAfter + 2*time.Second)
		if p := h.Presence(c.id); p.Here[0] || len(h.Lobby().Offers) != 0 {
			t.Errorf("loaded a while ago: %+v, %d on offer", p, len(h.Lobby().Offers))
		}
	})
}

// TestWhoLooksForAKindFindsItInAFullLobby: of each kind those that have waited
// longest are known of where the list has no room for them, at all processes.
func TestWhoLooksForAKindFindsItInAFullLobby(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, _ := twoProcesses(t)
		openAt := func(h *table.Host, tempo *table.Tempo) table.ID {
			c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link, Open: true, Clock: tempo})
			page := attach(t, h, c.id, func() {}, c.seats[game.First])
			t.Cleanup(page.Close)
			time.Sleep(time.Millisecond)
			return c.id
		}
		for i := range table.MaxOffers + 4 {
			openAt([]*table.Host{a, b}[i%2], nil)
		}
		rare := &table.Tempo{Kind: table.FischerClock, Bank: 600, Each: 7}
		var rares []table.ID
		for range table.OffersOfAKind + 1 {
			rares = append(rares, openAt(a, rare))
		}
		time.Sleep(time.Second)
		of := func(l *table.Lobby) (all []table.ID) {
			for _, o := range l.Offers {
				if o.SameKind(table.Offer{Game: "toy", Options: o.Options, Dice: o.Dice, Clock: rare}) {
					all = append(all, o.ID)
				}
			}
			return all
		}
		for name, h := range map[string]*table.Host{"the same process": a, "another process": b} {
			lobby, waiting := h.Lobby(), h.Waiting()
			if len(lobby.Offers) != table.MaxOffers || len(of(lobby)) != 0 {
				t.Errorf("%s lists %d, %d of them of the rare kind; want %d and none", name, len(lobby.Offers), len(of(lobby)), table.MaxOffers)
			}
			got := of(waiting)
			if len(got) != table.OffersOfAKind || got[len(got)-1] != rares[0] || len(waiting.Offers) != table.MaxOffers+table.OffersOfAKind {
				t.Errorf("%s knows of %d, of the rare kind %v; want %d, and of those the first ones of %v", name, len(waiting.Offers), got, table.MaxOffers+table.OffersOfAKind, rares)
			}
		}
		if a.Waiting().Tag != b.Waiting().Tag {
			t.Error("the two know of the same and their tags differ")
		}
		if _, err := b.Take(t.Context(), rares[0], table.Sit{Key: key(1)}); err != nil {
			t.Errorf("what is known of from another process can not be taken: %v", err)
		}
	})
}

// TestWhatIsKnownOfOffersIsBounded: however many kinds there are, and those who
// wait keep their place.
func TestWhatIsKnownOfOffersIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(memory.New(), nil)
		for bank := range table.KnownOffers + 1 {
			tempo := &table.Tempo{Kind: table.FischerClock, Bank: 60 + bank}
			c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link, Open: true, Clock: tempo})
			h.Passed(c.id, game.First)
			time.Sleep(time.Millisecond)
		}
		all := h.Waiting().Offers
		if newest := all[0].Clock.Bank; len(all) != table.KnownOffers || newest != 60+table.KnownOffers-1 {
			t.Errorf("%d offers are known of, the newest by number %d; want the first %d", len(all), newest-60, table.KnownOffers)
		}
	})
}

// TestNobodyIsLedToAnOpenerWhoHasGone: as soon as the last page is closed, at
// all processes; and as soon as it is loaded again, at whichever, the opener is
// there. The list stays as it is meanwhile.
func TestNobodyIsLedToAnOpenerWhoHasGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, _ := twoProcesses(t)
		c, _ := open(t, a, table.Opening{Game: "toy", Mode: table.Link, Open: true})
		// The page may come from one process and connect to the other.
		watcher := attach(t, b, c.id, func() {}, "")
		defer watcher.Close()
		b.Passed(c.id, game.First)
		page := attach(t, a, c.id, func() {}, c.seats[game.First])
		time.Sleep(time.Second / 2)
		away := func(when string, want bool) {
			t.Helper()
			time.Sleep(time.Second / 10)
			for _, h := range []*table.Host{a, b} {
				if all := h.Waiting().Offers; len(all) != 1 || all[0].Away != want {
					t.Errorf("%s: waiting are %+v, want one table, its opener away: %v", when, all, want)
				}
			}
		}
		away("at first", false)
		list := a.Lobby()
		changed := a.Waiting().Changed
		page.Close()
		away("after the page was closed", true)
		select {
		case <-changed:
		default:
			t.Error("whoever waits for a change is not woken")
		}
		if a.Lobby() != list || list.Offers[0].Away {
			t.Error("a reload of the opener's page changes the list")
		}
		b.Passed(c.id, game.First)
		away("when the page is loaded from the other process", false)
		page = attach(t, a, c.id, func() {}, c.seats[game.First])
		away("when it has connected", false)
		page.Close()
		away("after it was closed again", true)
		time.Sleep(table.AbsentAfter + time.Second)
		if n := len(a.Waiting().Offers) + len(b.Waiting().Offers); n != 0 {
			t.Errorf("long after the opener has gone %d offers stand", n)
		}
	})
}
