package app_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hod-games/hod/internal/bots"
	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// recorder plays at one table and keeps what it needs to go on there later.
type recorder struct {
	t      *testing.T
	log    *memory.Log
	host   *table.Host
	rand   *rand.Rand
	id     table.ID
	seats  map[game.Side]string
	shares map[game.Side]int // the standing commitment of a seat is that of shareOf
	keys   int
}

// shareOf is a seat's n-th share in the throws, with the commitment to it.
func shareOf(seat game.Side, n int) (secret, commit string) {
	raw := sha256.Sum256(fmt.Appendf(nil, "golden share %d of %s", n, seat))
	sum := sha256.Sum256(raw[:])
	return hex.EncodeToString(raw[:]), hex.EncodeToString(sum[:])
}

// begin opens a table and, where two people play by a link, has both sit.
func begin(t *testing.T, log *memory.Log, host *table.Host, o table.Opening) *recorder {
	t.Helper()
	r := &recorder{t: t, log: log, host: host, rand: rand.New(rand.NewPCG(1, 2)), shares: make(map[game.Side]int)}
	if o.Dice == table.FairDice {
		_, o.Commit = shareOf(game.First, 1)
		r.shares[game.First] = 1
	}
	opened, err := host.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	r.id, r.seats = opened.ID, opened.Seats
	if o.Mode == table.Link && !o.Open {
		sit := table.Sit{Invitation: opened.Join, Key: "golden-sit", Name: "Борис"}
		if o.Dice == table.FairDice {
			_, sit.Commit = shareOf(game.Second, 1)
			r.shares[game.Second] = 1
		}
		sat, err := host.Sit(t.Context(), r.id, sit)
		if err != nil {
			t.Fatal(err)
		}
		r.seats[sat.Seat] = sat.Secret
	}
	return r
}

func (r *recorder) now() *table.Snapshot {
	r.t.Helper()
	s, err := r.host.Snapshot(r.t.Context(), r.id)
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

func (r *recorder) do(seat game.Side, kind table.Kind, text string) {
	r.t.Helper()
	r.keys++
	c := table.Command{Key: fmt.Sprint("golden-", r.keys), Secret: r.seats[seat], Seen: r.now().Seq, Kind: kind, Text: text}
	if n := r.shares[seat]; n > 0 && (kind == table.KindRoll || kind == table.KindCommit) {
		c.Reveal, _ = shareOf(seat, n)
		if kind == table.KindCommit {
			c.Reveal = "" // it commits itself anew, since it has lost its secret
		}
		_, c.Commit = shareOf(seat, n+1)
		r.shares[seat]++
	}
	if _, err := r.host.Do(r.t.Context(), r.id, c); err != nil {
		r.t.Fatalf("table %s: %s %s %q at %s: %v", r.id, seat, kind, text, r.now().Position, err)
	}
}

// step does what the table waits for, by chance, and reports whether it waits
// for anything.
func (r *recorder) step() bool {
	r.t.Helper()
	synctest.Wait()
	time.Sleep(time.Second)
	synctest.Wait()
	s := r.now()
	switch {
	case s.Over():
		return false
	case s.ToAct == game.Chance && s.Dice.Kind == table.OwnDice:
		// Not doubles, which no opening draw takes.
		a := 2 + r.rand.IntN(5)
		r.do(s.Calls[0], table.KindRoll, fmt.Sprintf("%d-%d", a, a-1))
	case s.ToAct == game.Chance && len(s.Calls) > 0:
		r.do(s.Calls[0], table.KindRoll, "")
	case s.ToAct == game.Chance || s.BotToAct() != "":
		// The table, or the computer, does it.
	default:
		var legal []game.Action
		for a := range s.State.Legal() {
			legal = append(legal, a)
		}
		r.do(s.ToAct, table.KindAct, string(legal[r.rand.IntN(len(legal))]))
	}
	return true
}

// finish plays the round to its end.
func (r *recorder) finish() {
	r.t.Helper()
	for range 3000 {
		if !r.step() {
			return
		}
	}
	r.t.Fatalf("table %s does not end", r.id)
}

// act plays the first legal action of whoever is to act, so often.
func (r *recorder) act(n int) {
	r.t.Helper()
	for range n {
		s := r.now()
		for a := range s.State.Legal() {
			r.do(s.ToAct, table.KindAct, string(a))
			break
		}
	}
}

// golden plays the tables of which the golden logs are: every game, and every
// kind of event. Most are left in the middle of a round.
func golden(t *testing.T) map[string]*recorder {
	made := make(map[string]*recorder)
	synctest.Test(t, func(t *testing.T) {
		// Logs of the year in which they were made, not of 2000.
		time.Sleep(26*365*24*time.Hour + 330*24*time.Hour)
		log := memory.New()
		pool := bots.New(bots.Config{Workers: 1})
		start := func() (*table.Host, func()) {
			host := table.New(table.Config{Log: log, Games: games.All(), Roller: fair.Roller{}, Bots: pool})
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() { defer close(ended); host.Run(ctx) }()
			return host, func() { cancel(); <-ended }
		}
		host, stop := start()
		here := func(r *recorder, seat game.Side) *table.Feed {
			t.Helper()
			f, err := r.host.Attach(t.Context(), r.id, func() {})
			if err == nil {
				err = f.Here(t.Context(), r.seats[seat])
			}
			if err != nil {
				t.Fatal(err)
			}
			return f
		}

		link := begin(t, log, host, table.Opening{Game: "bachet", Mode: table.Link, Options: []byte(`{"sticks":20,"max":3}`), Names: [2]string{"Анна"}})
		made["bachet-by-link"] = link
		link.do(game.Second, table.KindSay, "hello")
		link.do(game.First, table.KindRename, "Anna")
		link.act(3)
		link.do(game.First, table.KindTakeBack, "")
		link.do(game.Second, table.KindTakeBack, "")
		link.act(1)
		link.do(game.First, table.KindTakeBack, "")
		link.do(game.Second, table.KindDecline, "")
		link.do(game.Second, table.KindReset, "")
		link.do(game.First, table.KindReset, "")
		link.do(link.now().ToAct, table.KindResign, "")
		link.do(game.First, table.KindNext, "")
		link.finish()
		link.do(game.Second, table.KindNext, "")
		link.act(4)

		away := begin(t, log, host, table.Opening{Game: "bachet", Mode: table.Link, Options: []byte(`{"sticks":30,"max":2,"misere":true}`)})
		made["bachet-claimed"] = away
		here(away, game.First)
		for range 5 {
			time.Sleep(time.Minute)
			away.act(1)
		}
		time.Sleep(30 * 24 * time.Hour)
		away.do(away.now().ToAct.Other(), table.KindClaim, "")

		lobby := begin(t, log, host, table.Opening{Game: "bachet", Mode: table.Link, Open: true, Names: [2]string{"Вера"}})
		made["bachet-from-the-lobby"] = lobby
		opener := here(lobby, game.First)
		lobby.do(game.First, table.KindWithdraw, "")
		lobby.do(game.First, table.KindOffer, "")
		sat, err := host.Take(t.Context(), lobby.id, table.Sit{Key: "golden-key-that-nobody-guesses", Name: "Глеб"})
		if err != nil {
			t.Fatal(err)
		}
		lobby.seats[sat.Seat] = sat.Secret
		lobby.act(2)
		opener.Close()

		for name, o := range map[string]table.Opening{
			"ashtarashki-hotseat":  {Game: "ashtarashki", Mode: table.HotSeat},
			"ashtarashki-computer": {Game: "ashtarashki", Mode: table.Computer, Bot: "random"},
			"nardy-fair-by-link":   {Game: "nardy", Mode: table.Link, Dice: table.FairDice},
			"nardy-own-dice":       {Game: "nardy", Mode: table.HotSeat, Dice: table.OwnDice},
			"nardy-computer":       {Game: "nardy", Mode: table.Computer, Bot: "random", Dice: table.FairDice},
		} {
			r := begin(t, log, host, o)
			made[name] = r
			for range 20 {
				r.step()
			}
			if o.Mode == table.HotSeat {
				for !r.now().ToAct.Player() {
					r.step()
				}
				r.do(game.First, table.KindTakeBack, "")
			}
			if entry, _ := host.Game(o.Game); o.Mode == table.Computer && entry.Hinter() != nil {
				for r.now().ToAct != game.First {
					r.step()
				}
				r.do(game.First, table.KindHint, "")
			}
			if o.Dice == table.FairDice {
				r.do(game.First, table.KindCommit, "")
			}
			r.finish()
			began := r.now().Began
			if o.Mode == table.Computer {
				err := host.Analysed(t.Context(), r.id, table.AnalysedBody{Began: began, By: "golden", Result: json.RawMessage(`{"steps":[]}`)})
				if err != nil {
					t.Fatal(err)
				}
			}
			r.do(game.First, table.KindNext, "")
			for range 7 {
				r.step()
			}
		}

		// Last, for the site goes down in its middle.
		clock := begin(t, log, host, table.Opening{
			Game: "bachet", Mode: table.Link, Options: []byte(`{"sticks":40,"max":4}`), Clock: &table.Tempo{Kind: table.FischerClock, Bank: 60, Each: 5},
		})
		made["bachet-with-a-clock"] = clock
		for range 3 {
			clock.act(1)
			time.Sleep(10 * time.Second)
		}
		synctest.Wait()
		stop()
		time.Sleep(10 * time.Minute)
		host, stop = start()
		clock.host = host
		clock.act(1)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		clock.now()
		clock.do(game.First, table.KindNext, "")
		clock.act(1)

		stop()
		pool.Close()
		synctest.Wait()
	})
	return made
}

// events are those of a table's log.
func (r *recorder) events() ([]table.Event, error) {
	var all []table.Event
	var errs error
	for e, err := range r.log.Read(context.Background(), r.id, 0) {
		all, errs = append(all, e), errors.Join(errs, err)
	}
	return all, errs
}
