package table_test

import (
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// twoAfar is a table at which both seats are taken by link.
func twoAfar(t *testing.T, h *table.Host) *client {
	t.Helper()
	c, opened := open(t, h, table.Opening{Game: "bachet", Mode: table.Link})
	seated, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: "sit"})
	if err != nil {
		t.Fatal(err)
	}
	c.seats[seated.Seat] = seated.Secret
	return c
}

func TestAPhraseIsAnEventThatChangesNothing(t *testing.T) {
	t.Parallel()
	c := twoAfar(t, newHost(memory.New(), nil))
	c.do(game.First, table.KindAct, "1")
	before := c.snapshot()
	e := c.do(game.First, table.KindSay, "good-luck") // it is the other's turn
	var body table.SaidBody
	if err := json.Unmarshal(e.Body, &body); err != nil {
		t.Fatal(err)
	}
	if e.Kind != table.KindSaid || body.Seat != game.First || body.Phrase != "good-luck" {
		t.Errorf("event %s %s", e.Kind, e.Body)
	}
	after := c.snapshot()
	if after.Position != before.Position || after.Changed != before.Changed || after.ToAct != before.ToAct || len(after.Plies) != 1 {
		t.Errorf("a phrase has moved the game from %+v to %+v", before, after)
	}
	if got := after.Said[0]; got.Phrase != "good-luck" || got.Seq != e.Seq || after.Said[1].Phrase != "" {
		t.Errorf("said %+v", after.Said)
	}
	// Whoever moves meanwhile moves in the position that he saw.
	if _, err := c.host.Do(t.Context(), c.id, table.Command{
		Key: "m", Secret: c.seats[game.Second], Seen: before.Seq, Kind: table.KindAct, Text: "1",
	}); err != nil {
		t.Errorf("a move after a phrase: %v", err)
	}
	// And whoever speaks need not have seen the last move.
	if _, err := c.host.Do(t.Context(), c.id, table.Command{
		Key: "s", Secret: c.seats[game.Second], Seen: 1, Kind: table.KindSay, Text: "oops",
	}); err != nil {
		t.Errorf("a phrase from an older position: %v", err)
	}
}

func TestOnlyPhrasesCanBeSaid(t *testing.T) {
	t.Parallel()
	c := twoAfar(t, newHost(memory.New(), nil))
	for _, text := range []string{"", "Hello!", "hello ", "toString"} {
		_, err := c.try(game.First, table.KindSay, text)
		if wrong, ok := errors.AsType[*table.CommandError](err); !ok || wrong.Field != "text" {
			t.Errorf("%q: %v", text, err)
		}
	}
	seen := map[string]bool{}
	for _, id := range table.Phrases() {
		if seen[id] || !table.IsPhrase(id) {
			t.Errorf("phrase %q stands twice, or is none", id)
		}
		seen[id] = true
	}
	alone, _ := open(t, newHost(memory.New(), nil), table.Opening{Game: "bachet", Mode: table.HotSeat})
	alone.refused(table.RuleNotAllowed, game.First, table.KindSay, "hello")
	waiting, _ := open(t, newHost(memory.New(), nil), table.Opening{Game: "bachet", Mode: table.Link})
	waiting.refused(table.RuleNobodyHere, game.First, table.KindSay, "hello")
}

func TestWhatASeatSaysIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := memory.New()
		c := twoAfar(t, newHost(log, nil))
		for range 4 {
			c.do(game.First, table.KindSay, "hello")
		}
		c.refused(table.RuleSaidEnough, game.First, table.KindSay, "hello")
		c.do(game.Second, table.KindSay, "hello") // the other seat is not meant
		// A process that has just read the log knows as much.
		c.host = newHost(log, nil)
		c.refused(table.RuleSaidEnough, game.First, table.KindSay, "hello")
		said := 4
		for range 100 {
			time.Sleep(10 * time.Second)
			if _, err := c.try(game.First, table.KindSay, "bye"); err == nil {
				said++
			}
		}
		if said != 60 {
			t.Errorf("%d phrases in a round, want 60", said)
		}
		c.do(game.First, table.KindResign, "")
		c.do(game.First, table.KindNext, "")
		c.do(game.First, table.KindSay, "again")
	})
}
