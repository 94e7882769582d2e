package game_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/game/gametest/toy"
)

func TestSideIsAWord(t *testing.T) {
	for side, word := range map[game.Side]string{
		game.Nobody: "nobody", game.First: "first", game.Second: "second", game.Chance: "chance",
	} {
		text, err := json.Marshal(side)
		if err != nil || string(text) != `"`+word+`"` || side.String() != word {
			t.Errorf("%d is written %s and %v (error %v)", side, text, side, err)
		}
		var back game.Side
		if err := json.Unmarshal(text, &back); err != nil || back != side {
			t.Errorf("%s is read as %v (error %v)", text, back, err)
		}
	}
	for _, wrong := range []game.Side{-1, 4} {
		if text, err := wrong.MarshalText(); err == nil {
			t.Errorf("side %d is written %q", wrong, text)
		}
		if wrong.String() != fmt.Sprintf("Side(%d)", int8(wrong)) {
			t.Errorf("side %d prints as %v", int8(wrong), wrong)
		}
	}
	for _, wrong := range []string{"", "First", "third"} {
		var s game.Side
		if err := s.UnmarshalText([]byte(wrong)); err == nil {
			t.Errorf("%q is read as %v", wrong, s)
		}
	}
}

func TestOtherSide(t *testing.T) {
	for side, other := range map[game.Side]game.Side{
		game.First: game.Second, game.Second: game.First, game.Chance: game.Chance, game.Nobody: game.Nobody,
	} {
		if side.Other() != other || side.Player() != (side != other) {
			t.Errorf("the other side of %v is %v, player: %t", side, side.Other(), side.Player())
		}
	}
}

func TestDrawYieldsEveryOrderedThrowOnce(t *testing.T) {
	got := slices.Collect(game.Draw{Dice: 2, Faces: 3}.All())
	want := [][]int{{1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("two dice of three faces: %v", got)
	}
	n := 0
	for pips := range (game.Draw{Dice: 4, Faces: 6}).All() {
		clear(pips) // each throw is the caller's own
		n++
	}
	if n != 6*6*6*6 {
		t.Errorf("four dice give %d throws", n)
	}
	for range (game.Draw{Dice: 1, Faces: 6}).All() {
		break
	}
}

func TestChoicesIsATurnOfOneHop(t *testing.T) {
	actions := []game.Action{"1", "2", "raise"}
	got, err := gametest.WalkTurn(game.Choices(actions))
	if err != nil || !slices.Equal(got, actions) {
		t.Errorf("choices: %q (error %v)", got, err)
	}
	data, err := json.Marshal(game.Choices(actions[:1]))
	if want := `{"nodes":[{"hops":[{"to":"1","next":1}]},{"action":"1"}]}`; err != nil || string(data) != want {
		t.Errorf("choices: %s (error %v), want %s", data, err, want)
	}
	if empty := game.Choices(nil); len(empty.Nodes) != 1 || empty.Nodes[0].Action != "" {
		t.Errorf("no choices: %+v", empty)
	}
}

func position(t *testing.T, code string) game.State {
	t.Helper()
	s, err := toy.Rules{}.Start(nil, code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRandomChoosesEachLegalActionAlikeOften(t *testing.T) {
	s := position(t, "play first 0,2 0,1 1 nobody 43")
	legal := slices.Collect(s.Legal())
	if len(legal) < 3 {
		t.Fatalf("legal: %q", legal)
	}
	r := rand.New(rand.NewPCG(1, 2))
	const draws = 30000
	counts := map[game.Action]int{}
	for range draws {
		a, err := game.Random{}.Choose(t.Context(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		counts[a]++
	}
	expected, chi := float64(draws)/float64(len(legal)), 0.0
	for _, a := range legal {
		d := float64(counts[a]) - expected
		chi += d * d / expected
	}
	if chi > 20 || len(counts) != len(legal) {
		t.Errorf("counts %v, chi-square %.1f", counts, chi)
	}
}

func TestRandomWithoutAChoiceOrTime(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	if a, err := (game.Random{}).Choose(t.Context(), position(t, ""), r); !errors.Is(err, game.ErrNothingLegal) {
		t.Errorf("before the lot: %q, %v", a, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := position(t, "decide first 0,0 0,0 1 nobody")
	if a, err := (game.Random{}).Choose(ctx, s, r); !errors.Is(err, context.Canceled) {
		t.Errorf("without time: %q, %v", a, err)
	}
}

func TestBotsOfAnEntry(t *testing.T) {
	e := game.Entry{Rules: toy.Rules{}}
	if bots := e.Players(); len(bots) != 1 || bots[0] != (game.Random{}) {
		t.Errorf("without bots: %v", bots)
	}
	if b, ok := e.BotNamed("random"); !ok || b != (game.Random{}) {
		t.Errorf("random: %v, %t", b, ok)
	}
	e = toy.Entry()
	if b, ok := e.BotNamed("eager"); !ok || b != (toy.Eager{}) {
		t.Errorf("eager: %v, %t", b, ok)
	}
	if b, ok := e.BotNamed("nobody"); ok {
		t.Errorf("nobody: %v", b)
	}
}

// plain hides that a toy position is a Pricer and a Dicer.
type plain struct{ game.State }

func TestConcede(t *testing.T) {
	s := position(t, "throw first 0,8 0,3 2 second")
	if got, want := game.Concede(s, game.Second), (game.Outcome{Winner: game.First, Points: 4, Reason: "resigned"}); got != want {
		t.Errorf("a pricer: %+v, want %+v", got, want)
	}
	if got, want := game.Concede(plain{s}, game.Second), (game.Outcome{Winner: game.First, Points: 1, Reason: "resigned"}); got != want {
		t.Errorf("no pricer: %+v, want %+v", got, want)
	}
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	for want, err := range map[string]error{
		"refused by toy.blocked":          &game.Refusal{Rule: "toy.blocked"},
		"refused by toy.blocked at hop 2": &game.Refusal{Rule: "toy.blocked", Step: 1},
		"options: not a JSON object":      &game.OptionError{Problem: "not a JSON object"},
		"option length: not a number":     &game.OptionError{Field: "length", Problem: "not a number"},
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
}

// odd is a position that breaks the contract.
type odd struct{ toy.State }

func (odd) Legal() iter.Seq[game.Action] { return slices.Values([]game.Action{"jump"}) }

func (odd) Roll([]int) (game.State, error) { return nil, errors.New("the dice are lost") }

func TestPerftSaysWhatBreaksTheContract(t *testing.T) {
	for want, s := range map[string]game.State{
		`apply legal "jump"`: odd{position(t, "decide first 0,0 0,0 1 nobody").(toy.State)},
		"the dice are lost":  odd{position(t, "").(toy.State)},
		"without dice":       plain{position(t, "")},
	} {
		if got, err := game.Perft(s, 3); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v, %v; want an error about %q", got, err, want)
		}
	}
}
