package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/bachet"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// adviser is a bot that plays at random and gives hints.
type adviser struct{ game.Random }

func (adviser) Name() string { return "adviser" }

func (adviser) Hint(context.Context, game.State) (any, error) { return "whatever you like", nil }

func advisedHost(log table.Log, bots table.Bots) *table.Host {
	return table.New(table.Config{Log: log, Games: []game.Entry{{Rules: bachet.Rules{}, Bots: []game.Bot{game.Random{}, adviser{}}}}, Bots: bots})
}

func TestHintsAreCountedOncePerPosition(t *testing.T) {
	log, bots := memory.New(), &queue{}
	h := advisedHost(log, bots)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.Computer, Starts: game.First})
	if s := c.snapshot(); s.Hints != 0 || s.Hinted {
		t.Fatalf("%d hints at the start", s.Hints)
	}
	seen := c.snapshot().Seq
	c.do(game.First, table.KindHint, "")
	c.refused(table.RuleHintGiven, game.First, table.KindHint, "")
	if s := c.snapshot(); s.Hints != 1 || !s.Hinted {
		t.Errorf("%d hints, in this position %t", s.Hints, s.Hinted)
	}
	// The board is as it was: a move that was meant for it is carried out.
	if _, err := h.Do(t.Context(), c.id, table.Command{Key: "late", Secret: c.seats[game.First], Seen: seen, Kind: table.KindAct, Text: "1"}); err != nil {
		t.Fatal(err)
	}
	if s := c.snapshot(); s.Hints != 1 || s.Hinted {
		t.Errorf("after a move: %d hints, in this position %t", s.Hints, s.Hinted)
	}
	c.refused(table.RuleNoHint, game.First, table.KindHint, "") // it is the computer's turn
	bots.play(t)
	c.do(game.First, table.KindHint, "")
	c.do(game.First, table.KindResign, "")
	c.refused(table.RuleNoHint, game.First, table.KindHint, "")
	if s := c.snapshot(); s.Hints != 2 {
		t.Errorf("%d hints at the end", s.Hints)
	}
	// Another process reads the same from the log.
	again, err := advisedHost(log, nil).Snapshot(t.Context(), c.id)
	if err != nil || again.Hints != 2 {
		t.Errorf("%d hints after a restart (%v)", again.Hints, err)
	}
	c.do(game.First, table.KindNext, "")
	if s := c.snapshot(); s.Hints != 0 {
		t.Errorf("%d hints in a new round", s.Hints)
	}
	for _, o := range []table.Opening{
		{Game: "bachet", Mode: table.HotSeat, Starts: game.First}, {Game: "bachet", Mode: table.Link, Starts: game.First},
	} {
		people, _ := open(t, h, o)
		people.refused(table.RuleNoHint, game.First, table.KindHint, "")
	}
	none, _ := open(t, newHost(memory.New(), nil), table.Opening{Game: "toy", Mode: table.Computer, Starts: game.First})
	none.refused(table.RuleNoHint, game.First, table.KindHint, "")
}

// TestAHintIsThereAgainAfterTakingBack: the position is the one in which the
// hint was given, and it is not counted another time.
func TestAHintIsThereAgainAfterTakingBack(t *testing.T) {
	log, bots := memory.New(), &queue{}
	h := advisedHost(log, bots)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.Computer, Starts: game.First})
	want := func(when string, hints int, hinted bool) {
		t.Helper()
		again, err := advisedHost(log, nil).Snapshot(t.Context(), c.id) // another process reads the log
		if err != nil {
			t.Fatal(err)
		}
		for who, s := range map[string]*table.Snapshot{"live": c.snapshot(), "read": again} {
			if s.Hints != hints || s.Hinted != hinted {
				t.Errorf("%s, %s: %d hints, in this position %t; want %d, %t", when, who, s.Hints, s.Hinted, hints, hinted)
			}
		}
	}
	c.do(game.First, table.KindHint, "")
	c.do(game.First, table.KindAct, "1")
	want("after a move", 1, false)
	c.do(game.First, table.KindTakeBack, "")
	want("taken back while the computer thinks", 1, true)
	c.refused(table.RuleHintGiven, game.First, table.KindHint, "")
	bots.take()
	c.do(game.First, table.KindAct, "2")
	bots.play(t)
	want("after the computer's answer", 1, false)
	c.do(game.First, table.KindHint, "")
	want("in the position after it", 2, true)
	c.do(game.First, table.KindTakeBack, "")
	want("taken back two moves", 2, true)
	c.refused(table.RuleHintGiven, game.First, table.KindHint, "")
	c.do(game.First, table.KindResign, "")
	want("at the end", 2, false)
	c.do(game.First, table.KindNext, "")
	want("at the start of another round", 0, false)
	c.do(game.First, table.KindHint, "")
	want("there, asked again", 1, true)
}

// TestAnOldLogCountsItsHintsAsBefore: once a position that was taken back to was
// another one, in which a hint counted again.
func TestAnOldLogCountsItsHintsAsBefore(t *testing.T) {
	log := memory.New()
	c, _ := open(t, advisedHost(log, &queue{}), table.Opening{Game: "bachet", Mode: table.Computer, Starts: game.First})
	hinted := c.do(game.First, table.KindHint, "")
	c.do(game.First, table.KindAct, "1")
	last := c.do(game.First, table.KindTakeBack, "")
	second := table.Event{Seq: last.Seq + 1, Key: "old", At: last.At, Kind: table.KindHinted, Body: hinted.Body}
	if err := log.Append(t.Context(), c.id, second); err != nil {
		t.Fatal(err)
	}
	s, err := advisedHost(log, &queue{}).Snapshot(t.Context(), c.id)
	if err != nil || s.Hints != 2 || !s.Hinted {
		t.Errorf("%d hints, in this position %t (%v)", s.Hints, s.Hinted, err)
	}
}

func TestAnalysisIsKeptOnceAndOnlyAfterTheEnd(t *testing.T) {
	log, bots := memory.New(), &queue{}
	h := advisedHost(log, bots)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.Computer, Starts: game.First})
	body := table.AnalysedBody{Began: c.snapshot().Began, By: "adviser", Result: json.RawMessage(`{"loss":3}`)}
	if err := h.Analysed(t.Context(), c.id, body); !errors.Is(err, table.ErrUnfinished) {
		t.Errorf("of a running round: %v", err)
	}
	c.do(game.First, table.KindResign, "")
	later := body
	later.Result = json.RawMessage(`{"loss":4}`)
	for _, b := range []table.AnalysedBody{body, later} {
		if err := h.Analysed(t.Context(), c.id, b); err != nil {
			t.Fatal(err)
		}
	}
	ahead := body
	ahead.Began = c.snapshot().Seq + 1
	if err := h.Analysed(t.Context(), c.id, ahead); !errors.Is(err, table.ErrUnfinished) {
		t.Errorf("of a round to come: %v", err)
	}
	broken := body
	broken.Result = json.RawMessage(`{`)
	if err := h.Analysed(t.Context(), c.id, broken); err == nil {
		t.Error("what is no JSON is kept")
	}
	c.do(game.First, table.KindNext, "") // the round may be one that is long over
	c.do(game.First, table.KindAct, "1")
	if err := advisedHost(log, nil).Analysed(t.Context(), c.id, body); err != nil {
		t.Error(err)
	}
	kept := 0
	for _, e := range events(t, log, c.id) {
		if e.Kind == table.KindAnalysed {
			kept++
			if string(e.Body) != `{"began":1,"by":"adviser","result":{"loss":3}}` {
				t.Errorf("kept %s", e.Body)
			}
		}
	}
	if kept != 1 {
		t.Errorf("%d analyses are kept", kept)
	}
}

// TestAnybodyCanHaveABotChooseAgain takes the public part of a log: it has the
// seed of a round once that is over, another one for each round, and never the
// one they come from.
func TestAnybodyCanHaveABotChooseAgain(t *testing.T) {
	log, bots := memory.New(), &queue{}
	h := newHost(log, bots)
	c, _ := open(t, h, table.Opening{Game: "bachet", Options: []byte(`{"sticks":15,"max":3}`), Mode: table.Computer, Bot: "random", Starts: game.First})
	r := rand.New(rand.NewPCG(1, 2))
	seeds := make(map[uint64]bool)
	for round := range 4 {
		for s := c.snapshot(); !s.Over() && !(round == 2 && len(s.Plies) > 3); s = c.snapshot() {
			if s.ToAct == game.Second {
				bots.play(t)
				continue
			}
			a, err := game.Random{}.Choose(t.Context(), s.State, r)
			if err != nil {
				t.Fatal(err)
			}
			c.do(game.First, table.KindAct, string(a))
		}
		c.do(game.First, table.KindNext, "") // the third round is given up
	}
	decisions, err := table.Decisions(c.id, h.Events(t.Context(), c.id, 0), h.Game)
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, d := range decisions {
		if d.Bot.Name() != "random" {
			t.Errorf("%s has chosen", d.Bot.Name())
		}
		if !d.Known {
			continue
		}
		known++
		seeds[d.Seed] = true
		a, err := d.Bot.Choose(t.Context(), d.State, rand.New(rand.NewPCG(d.Seed, d.Seq)))
		if err != nil || a != d.Played.Action || d.Played.Depth != 7 {
			t.Errorf("event %d: %v was played, the bot chooses %q (%v)", d.Event, d.Played, a, err)
		}
	}
	if known < 5 || known == len(decisions) || len(seeds) != 3 {
		t.Errorf("%d of %d decisions have a seed, %d different ones", known, len(decisions), len(seeds))
	}
	var private struct{ Seed uint64 }
	if err := json.Unmarshal(events(t, log, c.id)[0].Private, &private); err != nil || private.Seed == 0 {
		t.Fatalf("seed %d (%v)", private.Seed, err)
	}
	for e, err := range h.Events(t.Context(), c.id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if len(e.Private) > 0 || seeds[private.Seed] || string(e.Body) == fmt.Sprint(private.Seed) {
			t.Errorf("event %d tells the seed of the table", e.Seq)
		}
	}
}
