package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// page is a page of a seat that is open.
func page(t *testing.T, c *client, seat game.Side) *table.Feed {
	t.Helper()
	f, err := c.host.Attach(t.Context(), c.id, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Here(t.Context(), c.seats[seat]); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestARoundIsClaimedFromWhoStaysAway plays an evening's game by the minute.
func TestARoundIsClaimedFromWhoStaysAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := pair(t, newHost(memory.New(), nil), heap(99))
		first, second := page(t, c, game.First), page(t, c, game.Second)
		defer first.Close()
		for range 2 {
			for _, seat := range []game.Side{game.First, game.Second} {
				time.Sleep(time.Minute)
				c.do(seat, table.KindAct, "1")
			}
		}
		c.do(game.First, table.KindAct, "1")
		time.Sleep(time.Hour)
		c.refused(table.RuleOpponentHere, game.First, table.KindClaim, "") // he thinks, and is there
		c.refused(table.RuleOpponentHere, game.Second, table.KindClaim, "")
		second.Close()
		time.Sleep(time.Minute)
		c.refused(table.RuleClaimEarly, game.First, table.KindClaim, "")
		time.Sleep(10*time.Minute - time.Minute - time.Second)
		c.refused(table.RuleClaimEarly, game.First, table.KindClaim, "")
		c.refused(table.RuleOpponentHere, game.Second, table.KindClaim, "") // it is his own turn
		absent, at, ok := c.host.Claimable(c.snapshot())
		if !ok || absent != game.Second || time.Until(at) != time.Second {
			t.Errorf("against %s in %v, %v", absent, time.Until(at), ok)
		}
		time.Sleep(time.Second)
		c.do(game.First, table.KindClaim, "")
		s := c.snapshot()
		if s.Result == nil || s.Result.Winner != game.First || s.Result.Reason != table.ReasonAbsent || s.Result.Points != 1 || s.Score != [2]int{1, 0} {
			t.Errorf("the round ended with %+v, %v", s.Result, s.Score)
		}
		c.refused(table.RuleRoundOver, game.First, table.KindClaim, "")
	})
}

// TestWhoComesBackIsNotClaimedAgainst: the wait begins anew each time.
func TestWhoComesBackIsNotClaimedAgainst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := pair(t, newHost(memory.New(), nil), heap(99))
		first := page(t, c, game.First)
		defer first.Close()
		for range 3 {
			c.do(game.First, table.KindAct, "1")
			c.do(game.Second, table.KindAct, "1")
		}
		c.do(game.First, table.KindAct, "1")
		for range 4 {
			page(t, c, game.Second).Close()
			time.Sleep(4 * time.Minute)
			c.refused(table.RuleClaimEarly, game.First, table.KindClaim, "")
		}
		time.Sleep(time.Minute)
		c.do(game.First, table.KindClaim, "")
	})
}

// TestAGameByCorrespondenceWaits: where a move takes a day, so does patience.
func TestAGameByCorrespondenceWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := pair(t, newHost(memory.New(), nil), heap(99))
		time.Sleep(23 * time.Hour)
		c.refused(table.RuleOpponentHere, game.First, table.KindClaim, "") // his own turn
		c.refused(table.RuleClaimEarly, game.Second, table.KindClaim, "")  // nobody knows yet how he plays
		for range 2 {
			for _, seat := range []game.Side{game.First, game.Second} {
				time.Sleep(20 * time.Hour)
				c.do(seat, table.KindAct, "1")
			}
		}
		c.do(game.First, table.KindAct, "1")
		time.Sleep(7*24*time.Hour - time.Minute)
		c.refused(table.RuleClaimEarly, game.First, table.KindClaim, "")
		time.Sleep(time.Hour)
		c.do(game.First, table.KindClaim, "")
	})
}

// TestAfterARestartNobodyIsClaimedAgainstAtOnce: the process that has just begun
// does not know who was there before, and a page that lost its connection needs
// a moment to come back.
func TestAfterARestartNobodyIsClaimedAgainstAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memory.New()
		c := pair(t, newHost(log, nil), heap(99))
		for range 3 {
			c.do(game.First, table.KindAct, "1")
			c.do(game.Second, table.KindAct, "1")
		}
		c.do(game.First, table.KindAct, "1")
		time.Sleep(48 * time.Hour) // far beyond any wait at this table
		c.host = newHost(log, nil)
		first := page(t, c, game.First)
		defer first.Close()
		c.refused(table.RuleClaimEarly, game.First, table.KindClaim, "")
		time.Sleep(5*time.Minute - time.Second)
		c.refused(table.RuleClaimEarly, game.First, table.KindClaim, "")
		time.Sleep(time.Second)
		c.do(game.First, table.KindClaim, "")
	})
}

func TestNothingIsClaimedWhereAClockRunsOrNobodyIsFarAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := clocked(t, running(t, memory.New()), heap(99), table.Tempo{Kind: table.DelayClock, Bank: 3600})
		c.do(game.First, table.KindAct, "1")
		time.Sleep(30 * time.Minute)
		c.refused(table.RuleClockJudges, game.First, table.KindClaim, "")

		c = pair(t, newHost(memory.New(), nil), heap(99))
		c.seats[game.First] = "nobody"
		if _, err := c.try(game.First, table.KindClaim, ""); err == nil {
			t.Error("somebody without a seat claims a round")
		}
		c, _ = open(t, newHost(memory.New(), nil), table.Opening{Game: "bachet", Mode: table.HotSeat})
		c.refused(table.RuleNotAllowed, game.First, table.KindClaim, "")
		c, _ = open(t, newHost(memory.New(), nil), table.Opening{Game: "bachet", Mode: table.Link})
		c.do(game.First, table.KindAct, "1")
		time.Sleep(30 * 24 * time.Hour)
		c.refused(table.RuleNotAllowed, game.First, table.KindClaim, "") // nobody has come yet
	})
}
