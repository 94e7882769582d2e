package table_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// matchHost hosts nardy, which is played in matches.
func matchHost(log table.Log) *table.Host {
	return table.New(table.Config{
		Log: log, Roller: dice{seed: 1},
		Games: []game.Entry{{Rules: nardy.Rules{}, Bots: []game.Bot{game.Random{}}}},
	})
}

func nardyOptions(t *testing.T, s *table.Snapshot) nardy.Options {
	t.Helper()
	o, err := nardy.ParseOptions(s.Options)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestAMatchIsFollowedFromGameToGame gives games up, each of which costs a koks
// as nothing has been played, until the match is decided and a new one begins.
func TestAMatchIsFollowedFromGameToGame(t *testing.T) {
	for _, starts := range []game.Side{game.First, game.Second} {
		log := memory.New()
		h := matchHost(log)
		c, _ := open(t, h, table.Opening{
			Game: "nardy", Mode: table.HotSeat, Starts: starts,
			Options: []byte(`{"variant":"short","cube":"doubling","points":7}`),
		})
		light, dark := starts, starts.Other()
		for i, step := range []struct {
			loser    game.Side
			over     bool
			score    [2]int // of Light and Dark, in the game after it
			crawford bool
		}{
			{loser: light, score: [2]int{0, 3}},
			{loser: light, score: [2]int{0, 6}, crawford: true},
			{loser: dark, score: [2]int{3, 6}},
			{loser: dark, score: [2]int{6, 6}},
			{loser: light, over: true},
			{loser: dark, score: [2]int{3, 0}},
		} {
			c.do(step.loser, table.KindResign, "")
			s := c.snapshot()
			if s.Result == nil || s.Result.Points != 3 || s.MatchOver != step.over {
				t.Errorf("%s begins, game %d: result %+v, match over: %t", starts, i+1, s.Result, s.MatchOver)
			}
			if got := snapshotOf(t, matchHost(log), c.id).MatchOver; got != step.over {
				t.Errorf("game %d, read again: match over %t", i+1, got)
			}
			if s.NextStarts() != starts {
				t.Errorf("%s begins the next game", s.NextStarts())
			}
			if !step.over {
				c.refused(table.RuleSidesFixed, light, table.KindNext, starts.Other().String())
			}
			before := nardyOptions(t, s)
			e := c.do(light, table.KindNext, "")
			var body table.NextBody
			if err := json.Unmarshal(e.Body, &body); err != nil {
				t.Fatal(err)
			}
			s = c.snapshot()
			want := before
			want.Score, want.Crawford = step.score, step.crawford
			if diff := cmp.Diff(want, nardyOptions(t, s)); diff != "" {
				t.Errorf("game %d (-want +got):\n%s", i+2, diff)
			}
			if string(body.Options) != string(s.Options) {
				t.Errorf("game %d: the event has options %s, the table %s", i+2, body.Options, s.Options)
			}
			if s.Starts != starts || s.MatchOver || s.Result != nil {
				t.Errorf("game %d: %s begins, match over: %t, result %v", i+2, s.Starts, s.MatchOver, s.Result)
			}
			again := snapshotOf(t, matchHost(log), c.id)
			if string(again.Options) != string(s.Options) || again.Position != s.Position {
				t.Errorf("game %d, read again: %s %s, not %s %s", i+2, again.Options, again.Position, s.Options, s.Position)
			}
		}
		if got, want := c.snapshot().Score, [2]int{9, 9}; got != want {
			t.Errorf("%s begins: the series stands %v, want %v", starts, got, want)
		}
		c.do(dark, table.KindReset, "")
		if s := c.snapshot(); nardyOptions(t, s).Score != [2]int{} || s.Score != [2]int{} || s.Starts != starts {
			t.Errorf("after a reset: %s, %v, %s begins", s.Options, s.Score, s.Starts)
		}
	}
}

func snapshotOf(t *testing.T, h *table.Host, id table.ID) *table.Snapshot {
	t.Helper()
	s, err := h.Snapshot(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSidesChangeOnlyBetweenMatches(t *testing.T) {
	h := matchHost(memory.New())
	c, _ := open(t, h, table.Opening{Game: "nardy", Mode: table.HotSeat, Options: []byte(`{"points":5}`)})
	c.do(game.First, table.KindNext, "second") // nothing has been counted
	if s := c.snapshot(); s.Starts != game.Second {
		t.Errorf("%s begins", s.Starts)
	}
	c.do(game.First, table.KindResign, "")
	c.do(game.First, table.KindNext, "")
	c.refused(table.RuleSidesFixed, game.First, table.KindNext, "first") // in the middle of the match
	c.do(game.First, table.KindResign, "")                               // 6 of 5
	c.do(game.First, table.KindNext, "first")
	if s := c.snapshot(); s.Starts != game.First || nardyOptions(t, s).Score != [2]int{} {
		t.Errorf("%s begins with %s", s.Starts, s.Options)
	}
	link, opened := open(t, h, table.Opening{Game: "nardy", Mode: table.Link})
	seated, err := h.Sit(t.Context(), link.id, table.Sit{Invitation: opened.Join, Key: "sit"})
	if err != nil {
		t.Fatal(err)
	}
	link.seats[game.Second] = seated.Secret
	link.do(game.First, table.KindResign, "")
	link.refused(table.RuleSidesFixed, game.First, table.KindNext, "second")
	link.do(game.First, table.KindNext, "first")
}

// TestACrawfordGameBeginsAfresh: rounds begin from a position in which the
// price has been raised; in the Crawford game there is no such position.
func TestACrawfordGameBeginsAfresh(t *testing.T) {
	log := memory.New()
	h := matchHost(log)
	options := []byte(`{"variant":"short","cube":"doubling","points":7}`)
	start, err := nardy.Rules{}.Start(options, "")
	if err != nil {
		t.Fatal(err)
	}
	var raised string
	for s := start; raised == ""; {
		switch {
		case s.ToAct() == game.Chance:
			pips := []int{6, 5}
			s, err = s.(game.Dicer).Roll(pips)
		default:
			var a game.Action
			for one := range s.Legal() {
				if a == "" || one == nardy.Raise || one == nardy.Take {
					a = one
				}
			}
			s, err = s.Apply(a)
			if a == nardy.Take {
				raised = s.String()
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	c, _ := open(t, h, table.Opening{Game: "nardy", Mode: table.HotSeat, Options: options, Position: raised})
	if s := c.snapshot(); s.Begin != raised {
		t.Fatalf("it begins with %s, not %s", s.Begin, raised)
	}
	c.do(game.First, table.KindResign, "") // koks, doubled: 6
	c.do(game.First, table.KindNext, "")
	s := c.snapshot()
	if o := nardyOptions(t, s); !o.Crawford || s.Begin == raised {
		t.Errorf("%s begins with %s", s.Options, s.Begin)
	}
	again := snapshotOf(t, matchHost(log), c.id)
	if again.Begin != s.Begin || again.Position != s.Position {
		t.Errorf("read again: %s, %s", again.Begin, again.Position)
	}
}
