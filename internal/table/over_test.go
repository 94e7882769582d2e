package table_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// finished plays a game at random to its end.
func finished(t *testing.T, rules game.Rules, r *rand.Rand) game.State {
	t.Helper()
	options, err := rules.Normalize(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules.Start(options, "")
	if err != nil {
		t.Fatal(err)
	}
	for range 20_000 {
		switch s.ToAct() {
		case game.Nobody:
			return s
		case game.Chance:
			draw := s.(game.Dicer).Draw()
			pips := make([]int, draw.Dice)
			for i := range pips {
				pips[i] = 1 + r.IntN(draw.Faces)
			}
			s, err = s.(game.Dicer).Roll(pips)
		default:
			legal := slices.Collect(s.Legal())
			s, err = s.Apply(legal[r.IntN(len(legal))])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the game does not end")
	return nil
}

func TestATableDoesNotOpenWhereTheGameIsOver(t *testing.T) {
	entries := games.All()
	for i := range entries {
		entries[i].Draft = false
	}
	h := table.New(table.Config{Log: memory.New(), Games: entries, Roller: dice{seed: 1}})
	for _, e := range entries {
		id := e.Rules.Info().ID
		code := finished(t, e.Rules, rand.New(rand.NewPCG(7, 7))).String()
		var opening *table.OpeningError
		_, err := h.Open(t.Context(), table.Opening{Game: id, Mode: table.HotSeat, Position: code})
		if !errors.As(err, &opening) || opening.Field != "position" {
			t.Errorf("%s opens in %s: %v", id, code, err)
		}
	}
}

func TestAThrowInAGameWithoutDiceIsRefusedAsSuch(t *testing.T) {
	h := newHost(memory.New(), nil)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	for _, text := range []string{"", "5 3"} {
		_, err := c.say(game.First, table.KindRoll, text, "", "")
		var refusal *game.Refusal
		if !errors.As(err, &refusal) || refusal.Rule != table.RuleNoDice {
			t.Errorf("roll %q: %v", text, err)
		}
	}
}
