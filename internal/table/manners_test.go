package table_test

import (
	"fmt"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

func TestASeatAsksTwiceInAPositionAtMost(t *testing.T) {
	for _, kind := range []table.Kind{table.KindTakeBack, table.KindReset} {
		log := memory.New()
		c := pair(t, newHost(log, nil), heap(15))
		c.do(game.First, table.KindAct, "1")
		c.do(game.Second, table.KindAct, "1")
		c.do(game.First, kind, "")
		c.refused(table.RuleAlreadyAsked, game.First, kind, "")
		c.do(game.Second, table.KindDecline, "")
		c.do(game.First, kind, "")
		c.do(game.Second, table.KindDecline, "")
		c.refused(table.RuleAskedEnough, game.First, kind, "")
		c.host = newHost(log, nil) // a process that has just read the log knows as much
		c.refused(table.RuleAskedEnough, game.First, kind, "")
		c.do(game.Second, kind, "") // the other seat is not meant
		c.do(game.First, table.KindDecline, "")
		c.do(game.First, table.KindAct, "1")
		c.do(game.First, kind, "") // and the position is another one
		c.do(game.Second, kind, "")
	}
}

// TestQuestionsThatReplaceEachOtherAreBounded: one seat asks for this and for
// that by turns, without an answer.
func TestQuestionsThatReplaceEachOtherAreBounded(t *testing.T) {
	c := pair(t, newHost(memory.New(), nil), heap(15))
	c.do(game.First, table.KindAct, "1")
	for range 2 {
		c.do(game.First, table.KindTakeBack, "")
		c.do(game.First, table.KindReset, "")
	}
	c.refused(table.RuleAskedEnough, game.First, table.KindTakeBack, "")
	c.refused(table.RuleAlreadyAsked, game.First, table.KindReset, "")
}

func TestOffersAreBounded(t *testing.T) {
	log := memory.New()
	c, _ := open(t, newHost(log, nil), table.Opening{Game: "bachet", Mode: table.Link})
	for range 24 {
		c.do(game.First, table.KindOffer, "")
		c.do(game.First, table.KindWithdraw, "")
	}
	c.host = newHost(log, nil)
	c.refused(table.RuleOfferedEnough, game.First, table.KindOffer, "")
	c.refused(table.RuleNotOffered, game.First, table.KindWithdraw, "")
}

func TestNamesAreBoundedWhereTwoPlay(t *testing.T) {
	log := memory.New()
	c := pair(t, newHost(log, nil), heap(15))
	for i := range 10 {
		c.do(game.First, table.KindRename, fmt.Sprint("Anna ", i))
	}
	c.host = newHost(log, nil)
	c.refused(table.RuleRenamedEnough, game.First, table.KindRename, "Anna")
	c.do(game.Second, table.KindRename, "Boris") // the other seat is not meant
	c.do(game.First, table.KindResign, "")
	c.do(game.First, table.KindNext, "")
	c.do(game.First, table.KindRename, "Anna")
}
