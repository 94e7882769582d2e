package table_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// link opens a table by a link and seats both people.
func link(t *testing.T, h *table.Host) *client {
	t.Helper()
	c, opened := open(t, h, table.Opening{Game: "bachet", Mode: table.Link, Names: [2]string{"Аня"}})
	seated, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: "sit", Name: "Боря"})
	if err != nil {
		t.Fatal(err)
	}
	c.seats[seated.Seat] = seated.Secret
	return c
}

func TestTwoPeopleBeginByTurns(t *testing.T) {
	h := newHost(memory.New(), nil)
	hot, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	for _, c := range []*client{hot, link(t, h)} {
		r := rand.New(rand.NewPCG(3, 3))
		for round := 1; round <= 4; round++ {
			want := game.First
			if round%2 == 0 {
				want = game.Second
			}
			if s := c.snapshot(); s.Starts != want || s.ToAct != want || s.Round != round {
				t.Errorf("round %d: %s begins, %s is to act, it is called %d", round, s.Starts, s.ToAct, s.Round)
			}
			before := c.snapshot().Score
			c.finish(r)
			s := c.snapshot()
			if s.Score[0]+s.Score[1] != before[0]+before[1]+1 {
				t.Errorf("round %d: score %v after %v", round, s.Score, before)
			}
			if got := s.Score[int(s.Result.Winner-game.First)]; got == before[int(s.Result.Winner-game.First)] {
				t.Errorf("round %d: the winner %s got nothing: %v after %v", round, s.Result.Winner, s.Score, before)
			}
			c.do(game.Second, table.KindNext, "")
		}
	}
}

func TestAgainstTheComputerTheOrderStays(t *testing.T) {
	bots := &queue{}
	h := newHost(memory.New(), bots)
	c, opened := open(t, h, table.Opening{Game: "bachet", Mode: table.Computer, Bot: "winning"})
	if len(opened.Seats) != 1 || opened.Seats[game.First] == "" {
		t.Fatalf("seats %v", opened.Seats)
	}
	s := c.snapshot()
	if s.Starts != game.Second || s.BotToAct() != "winning" {
		t.Fatalf("the classic preset: %s begins, bot %q is to act", s.Starts, s.BotToAct())
	}
	for range 2 {
		for !c.snapshot().Over() {
			if bots.play(t) == 0 {
				c.do(game.First, table.KindAct, "1")
			}
		}
		if s := c.snapshot(); s.Result.Winner != game.Second {
			t.Errorf("the winning computer that begins lost: %v", s.Result)
		}
		c.do(game.First, table.KindNext, "")
		if s := c.snapshot(); s.Starts != game.Second {
			t.Errorf("%s begins the next round", s.Starts)
		}
	}
	c.do(game.First, table.KindNext, "first") // a running round may be left
	if s := c.snapshot(); s.Starts != game.First || s.ToAct != game.First || s.Score != [2]int{0, 2} {
		t.Errorf("%s begins, %s to act, score %v", s.Starts, s.ToAct, s.Score)
	}
	c.do(game.First, table.KindReset, "")
	if s := c.snapshot(); s.Starts != game.Second || s.Score != [2]int{} || s.Round != 1 {
		t.Errorf("after the reset: %s begins round %d, score %v", s.Starts, s.Round, s.Score)
	}
}

func TestAComputerMovesAfterARestart(t *testing.T) {
	log := memory.New()
	lost := &queue{} // the process dies while it thinks
	c, _ := open(t, newHost(log, lost), table.Opening{Game: "bachet", Mode: table.Computer, Bot: "random"})
	bots := &queue{}
	c.host = newHost(log, bots)
	c.snapshot()
	if n := bots.play(t); n != 1 {
		t.Fatalf("the computer was asked %d times", n)
	}
	if s := c.snapshot(); s.ToAct != game.First || len(s.Plies) != 1 || s.Plies[0].Depth != 7 {
		t.Errorf("%s to act after %v", s.ToAct, s.Plies)
	}
	// What it thought before comes too late and changes nothing.
	lost.play(t)
	if s := c.snapshot(); len(s.Plies) != 1 {
		t.Errorf("%d moves", len(s.Plies))
	}
}

func TestAComputerThatThinksLosesItsTurnWithTheRound(t *testing.T) {
	bots := &queue{}
	h := newHost(memory.New(), bots)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.Computer, Bot: "random"})
	late, ok := bots.take()
	if !ok {
		t.Fatal("the computer was not asked")
	}
	c.do(game.First, table.KindNext, "first")
	if err := late.Play(t.Context(), game.Choice{Action: "1"}); err != nil {
		t.Fatal(err)
	}
	if s := c.snapshot(); len(s.Plies) != 0 || s.ToAct != game.First {
		t.Errorf("a move of the old round was played in the new one: %v", s.Plies)
	}
}

func TestAComputerThatGivesUpIsAskedAgain(t *testing.T) {
	bots := &queue{}
	h := newHost(memory.New(), bots)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.Computer, Bot: "random"})
	job, _ := bots.take()
	if err := job.Play(t.Context(), game.Choice{}); err != nil {
		t.Fatal(err)
	}
	c.do(game.First, table.KindRename, "Аня") // the table is touched
	if n := bots.play(t); n != 1 {
		t.Errorf("the computer was asked %d times", n)
	}
}

func TestFromAfarNobodyEndsARoundAlone(t *testing.T) {
	h := newHost(memory.New(), nil)
	c := link(t, h)
	c.refused(table.RuleRoundRunning, game.First, table.KindNext, "")
	c.do(game.First, table.KindAct, "3")
	c.do(game.Second, table.KindResign, "")
	c.refused(table.RuleOrderFixed, game.Second, table.KindNext, "first")

	asked := c.do(game.Second, table.KindReset, "")
	if asked.Kind != table.KindAsked {
		t.Errorf("one seat alone made %s", asked.Kind)
	}
	if s := c.snapshot(); s.Score != [2]int{1, 0} {
		t.Errorf("score %v", s.Score)
	}
	c.refused(table.RuleAlreadyAsked, game.Second, table.KindReset, "")
	if e := c.do(game.First, table.KindReset, ""); e.Kind != table.KindReset {
		t.Errorf("both seats made %s", e.Kind)
	}
	if s := c.snapshot(); s.Score != [2]int{} || s.Round != 1 || s.Asked != nil {
		t.Errorf("score %v, round %d, asked %v", s.Score, s.Round, s.Asked)
	}
	// A proposal does not outlive its round.
	c.do(game.First, table.KindReset, "")
	c.do(game.First, table.KindResign, "")
	c.do(game.First, table.KindNext, "")
	if e := c.do(game.Second, table.KindReset, ""); e.Kind != table.KindAsked {
		t.Errorf("a proposal of the last round was taken up: %s", e.Kind)
	}
}

func TestAProposalCanBeDeclined(t *testing.T) {
	h := newHost(memory.New(), nil)
	c := link(t, h)
	c.refused(table.RuleNotAllowed, game.Second, table.KindDecline, "") // there is none
	c.do(game.First, table.KindReset, "")
	c.refused(table.RuleNotAllowed, game.First, table.KindDecline, "") // it is one's own
	if e := c.do(game.Second, table.KindDecline, ""); e.Kind != table.KindDeclined || string(e.Body) != `{"seat":"second","what":"reset"}` {
		t.Errorf("declining made %s %s", e.Kind, e.Body)
	}
	if s := c.snapshot(); s.Asked != nil {
		t.Errorf("%v is still asked", s.Asked)
	}
	// What the other asks for now is a proposal of its own, no consent.
	if e := c.do(game.Second, table.KindReset, ""); e.Kind != table.KindAsked {
		t.Errorf("after declining, asking made %s", e.Kind)
	}
}

func TestOfFiftyWhoSitDownOneGetsTheSeat(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c, opened := open(t, h, table.Opening{Game: "bachet", Mode: table.Link})
	var wg sync.WaitGroup
	var mu sync.Mutex
	secrets := make(map[string]string)
	for i := range 50 {
		wg.Go(func() {
			key := fmt.Sprint("key", i/2) // every request comes twice
			seated, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: key})
			var refusal *game.Refusal
			if errors.As(err, &refusal) && refusal.Rule == table.RuleSeatTaken {
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			secrets[key] = seated.Secret
		})
	}
	wg.Wait()
	if len(secrets) != 1 {
		t.Fatalf("%d people got the seat", len(secrets))
	}
	for key, secret := range secrets {
		seated, err := newHost(log, nil).Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: key})
		if err != nil || seated.Secret != secret {
			t.Errorf("the same request after a restart: %v, the same secret: %t", err, seated.Secret == secret)
		}
		if seat, err := h.Seat(t.Context(), c.id, secret); err != nil || seat != game.Second {
			t.Errorf("the secret opens %s, %v", seat, err)
		}
	}
	if n := len(events(t, log, c.id)); n != 2 {
		t.Errorf("%d events", n)
	}
}

func TestWithoutTheInvitationNobodySitsDown(t *testing.T) {
	h := newHost(memory.New(), nil)
	c, opened := open(t, h, table.Opening{Game: "bachet", Mode: table.Link})
	for _, invitation := range []string{"", "guess", opened.Seats[game.First]} {
		if _, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: invitation, Key: "k"}); !errors.Is(err, table.ErrNoSeat) {
			t.Errorf("%q: %v", invitation, err)
		}
	}
	// The invitation is no seat by itself.
	if _, err := h.Seat(t.Context(), c.id, opened.Join); !errors.Is(err, table.ErrNoSeat) {
		t.Errorf("the invitation opens a seat: %v", err)
	}
	if free, err := h.Invites(t.Context(), c.id, opened.Join); err != nil || !free {
		t.Errorf("free %t, %v", free, err)
	}
	hot, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	var refusal *game.Refusal
	if _, err := h.Sit(t.Context(), hot.id, table.Sit{Invitation: "", Key: "k"}); !errors.As(err, &refusal) {
		t.Errorf("a hot-seat table: %v", err)
	}
}

func TestOpeningsThatCanNotBe(t *testing.T) {
	h := newHost(memory.New(), nil)
	for name, o := range map[string]table.Opening{
		"no game":      {Mode: table.HotSeat},
		"no such game": {Game: "chess", Mode: table.HotSeat},
		"no mode":      {Game: "bachet"},
		"no such mode": {Game: "bachet", Mode: "blitz"},
		"no such bot":  {Game: "bachet", Mode: table.Computer, Bot: "genius"},
		"chance":       {Game: "bachet", Mode: table.HotSeat, Starts: game.Chance},
		"position":     {Game: "bachet", Mode: table.HotSeat, Position: "16 first"},
	} {
		var opening *table.OpeningError
		if _, err := h.Open(t.Context(), o); !errors.As(err, &opening) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var option *game.OptionError
	if _, err := h.Open(t.Context(), table.Opening{Game: "bachet", Mode: table.HotSeat, Options: []byte(`{"sticks":0}`)}); !errors.As(err, &option) {
		t.Errorf("no sticks: %v", err)
	}
}

func TestARoundBeginsFromAPosition(t *testing.T) {
	h := newHost(memory.New(), nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat, Position: "5 second"})
	if s := c.snapshot(); s.ToAct != game.Second {
		t.Errorf("%s to act", s.ToAct)
	}
	c.finish(rand.New(rand.NewPCG(1, 1)))
	c.do(game.First, table.KindNext, "")
	if s := c.snapshot(); s.Position != "5 second" || s.ToAct != game.First {
		t.Errorf("the next round is at %q, %s to act", s.Position, s.ToAct)
	}
}
