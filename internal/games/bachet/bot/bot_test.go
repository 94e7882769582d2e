package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/games/bachet"
	"github.com/hod-games/hod/internal/games/bachet/bot"
)

func seeded() *rand.Rand { return rand.New(rand.NewPCG(7, 9)) }

// solve knows nothing but the rules: won[n] says whether the side to move wins
// with n sticks left.
func solve(sticks, most int, misere bool) (won []bool) {
	won = make([]bool, sticks+1)
	won[0] = misere // whoever took the last stick before has lost
	for n := 1; n <= sticks; n++ {
		for take := 1; take <= most && take <= n; take++ {
			if !won[n-take] {
				won[n] = true
			}
		}
	}
	return won
}

// TestWinningBotNeverSpoilsAWonPosition plays every heap of every game of the
// family and compares with a solver that does not know the formula.
func TestWinningBotNeverSpoilsAWonPosition(t *testing.T) {
	for most := 1; most <= bachet.MaxTake; most++ {
		for _, misere := range []bool{false, true} {
			won := solve(bachet.MaxSticks, most, misere)
			for sticks := 1; sticks <= bachet.MaxSticks; sticks++ {
				options := fmt.Appendf(nil, `{"sticks":%d,"max":%d,"misere":%t}`, sticks, most, misere)
				s, err := bachet.Rules{}.Start(options, "")
				if err != nil {
					t.Fatal(err)
				}
				a, err := bot.Winning{}.Choose(t.Context(), s, nil)
				if err != nil {
					t.Fatal(err)
				}
				next, err := s.Apply(a)
				if err != nil {
					t.Fatalf("%s: takes %s: %v", options, a, err)
				}
				left := next.(bachet.State).Left()
				if won[sticks] && won[left] {
					t.Errorf("%s: takes %s of a won heap and leaves a won one", options, a)
				}
				if !won[sticks] && a != "1" {
					t.Errorf("%s: takes %s of a lost heap, not 1", options, a)
				}
				if l := bachet.LessonFor(sticks, most, misere); l.Won != won[sticks] {
					t.Errorf("%s: the lesson says won: %t", options, l.Won)
				}
				request := fmt.Sprintf(`{"left":%d,"max":%d,"misere":%t}`, sticks, most, misere)
				answer, err := bot.Winning{}.Advise(t.Context(), []byte(request), nil)
				if err != nil || answer != (bachet.Take{Take: sticks - left}) {
					t.Errorf("%s: advises %+v (error %v), plays %s", request, answer, err, a)
				}
			}
		}
	}
}

// TestWinningBotBeatsEveryReply plays on from won heaps against every reply,
// not only against single positions.
func TestWinningBotBeatsEveryReply(t *testing.T) {
	for most := 1; most <= bachet.MaxTake; most++ {
		for _, misere := range []bool{false, true} {
			won := solve(bachet.MaxSticks, most, misere)
			for sticks := bachet.MaxSticks; sticks > bachet.MaxSticks-2*(most+1) && sticks > 0; sticks-- {
				if !won[sticks] {
					continue
				}
				s, err := bachet.Rules{}.Start(fmt.Appendf(nil, `{"sticks":%d,"max":%d,"misere":%t}`, sticks, most, misere), "")
				if err != nil {
					t.Fatal(err)
				}
				beats(t, s, map[string]bool{})
			}
		}
	}
}

// beats plays First by the bot and Second in every possible way.
func beats(t *testing.T, s game.State, seen map[string]bool) {
	t.Helper()
	if seen[s.String()] {
		return
	}
	seen[s.String()] = true
	if o, over := s.Outcome(); over {
		if o.Winner != game.First {
			t.Fatalf("%s: %v wins", s, o.Winner)
		}
		return
	}
	if s.ToAct() == game.First {
		a, err := bot.Winning{}.Choose(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		next, err := s.Apply(a)
		if err != nil {
			t.Fatal(err)
		}
		beats(t, next, seen)
		return
	}
	for a := range s.Legal() {
		next, err := s.Apply(a)
		if err != nil {
			t.Fatal(err)
		}
		beats(t, next, seen)
	}
}

// TestRandomBotIsUniform is a chi-square test with a fixed source. 27.88 is
// exceeded with a chance of 0.001 with nine degrees of freedom or fewer.
func TestRandomBotIsUniform(t *testing.T) {
	const draws = 30000
	for most := 2; most <= bachet.MaxTake; most++ {
		s, err := bachet.Rules{}.Start(fmt.Appendf(nil, `{"max":%d}`, most), "")
		if err != nil {
			t.Fatal(err)
		}
		request := fmt.Appendf(nil, `{"left":15,"max":%d}`, most)
		var chosen, advised [bachet.MaxTake + 1]int
		r := seeded()
		for range draws {
			a, err := bot.Random{}.Choose(t.Context(), s, r)
			if err != nil {
				t.Fatal(err)
			}
			n, err := strconv.Atoi(string(a))
			if err != nil {
				t.Fatal(err)
			}
			chosen[n]++
			answer, err := bot.Random{}.Advise(t.Context(), request, r)
			if err != nil {
				t.Fatal(err)
			}
			advised[answer.(bachet.Take).Take]++
		}
		for name, counts := range map[string][bachet.MaxTake + 1]int{"Choose": chosen, "Advise": advised} {
			expected := float64(draws) / float64(most)
			chi := 0.0
			for n := 1; n <= most; n++ {
				d := float64(counts[n]) - expected
				chi += d * d / expected
			}
			if chi > 27.88 {
				t.Errorf("%s, takes of 1 to %d: %v, chi-square %.1f", name, most, counts[1:most+1], chi)
			}
		}
	}
}

func TestBotsAndTheirErrors(t *testing.T) {
	end, err := bachet.Rules{}.Start(nil, "0 first")
	if err != nil {
		t.Fatal(err)
	}
	other, err := toy.Rules{}.Start(nil, "decide first 0,0 0,0 1 nobody")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (bot.Winning{}).Choose(t.Context(), other, nil); err == nil {
		t.Error("winning plays a game it does not know")
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	names := []string{"random", "winning"}
	for i, b := range bot.All() {
		if b.Name() != names[i] {
			t.Errorf("bot %d is called %q, want %q", i, b.Name(), names[i])
		}
		if _, err := b.Choose(t.Context(), end, seeded()); !errors.Is(err, game.ErrNothingLegal) {
			t.Errorf("%s at the end: %v", b.Name(), err)
		}
		advisor := b.(game.Advisor)
		if _, err := advisor.Advise(cancelled, []byte(`{"left":3}`), seeded()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s without time: %v", b.Name(), err)
		}
		for _, bad := range []string{`{}`, `{"left":0}`, `{"left":100}`, `{"left":3,"max":0}`, `nonsense`} {
			if answer, err := advisor.Advise(t.Context(), []byte(bad), seeded()); err == nil {
				t.Errorf("%s advises %v on %s", b.Name(), answer, bad)
			}
		}
	}
	answer, err := bot.Winning{}.Advise(t.Context(), []byte(`{"left":15,"max":3,"misere":false}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(answer); err != nil || string(got) != `{"take":3}` {
		t.Errorf("15 sticks: %s (error %v)", got, err)
	}
}
