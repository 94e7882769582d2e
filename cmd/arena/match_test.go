package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
)

func playResult(t *testing.T, args string) map[string]float64 {
	t.Helper()
	var stdout, stderr strings.Builder
	if code := run(t.Context(), strings.Fields("play "+args), nil, &stdout, &stderr); code != exitOK {
		t.Fatalf("arena play %s: %s", args, stderr.String())
	}
	var r map[string]float64
	if err := json.Unmarshal([]byte(stdout.String()), &r); err != nil {
		t.Fatalf("arena play %s: %v in %s", args, err, stdout.String())
	}
	return r
}

func TestPlayPrintsTheContract(t *testing.T) {
	r := playResult(t, "-game bachet -variant classic -a winning -b random -games 200 -seed 3")
	for _, field := range []string{
		"games", "a_wins", "b_wins", "draws", "a_points_per_game", "standard_error", "a_ms_per_move", "b_ms_per_move",
	} {
		if _, ok := r[field]; !ok {
			t.Errorf("the result lacks %q: %v", field, r)
		}
	}
	if len(r) != 8 || r["games"] != 200 || r["a_wins"]+r["b_wins"] != 200 || r["draws"] != 0 {
		t.Errorf("result: %v", r)
	}
	// As First the winning bot cannot lose from 15; as Second it loses only
	// to a chain of lucky takes.
	if r["a_wins"] < 190 || math.Abs(r["a_points_per_game"]-(r["a_wins"]-r["b_wins"])/200) > 1e-9 {
		t.Errorf("winning against random: %v", r)
	}
}

func TestEqualBotsScoreZero(t *testing.T) {
	for _, args := range []string{
		"-game bachet -a random -b random -games 100",
		"-game bachet -a winning -b winning -games 10",
		"-game bachet -a random -b random -games 100 -jobs 4 -ms 1000 -seed 8",
	} {
		if r := playResult(t, args); r["a_points_per_game"] != 0 || r["standard_error"] != 0 || r["a_wins"] != r["b_wins"] {
			t.Errorf("%s: %v", args, r)
		}
	}
}

// timeless leaves out what depends on the machine.
func timeless(r result) result {
	r.AMilliseconds, r.BMilliseconds = 0, 0
	return r
}

func toyMatch(seed uint64, a, b game.Bot) match {
	return match{rules: toy.Rules{}, options: []byte(`{"length":8,"raise":true}`), bots: [2]game.Bot{a, b}, seed: seed}
}

func TestMatchWithDice(t *testing.T) {
	m := toyMatch(1, game.Random{}, toy.Eager{})
	first, err := m.play(t.Context(), 41, 1)
	if err != nil {
		t.Fatal(err)
	}
	if first.Games != 41 || first.AWins+first.BWins+first.Draws != 41 || first.StandardError <= 0 {
		t.Errorf("result: %+v", first)
	}
	// Eager drops every raise, and the stake is at least 1.
	if first.APoints <= 0 {
		t.Errorf("random does not beat a bot that drops every raise: %+v", first)
	}
	second, err := m.play(t.Context(), 41, 3)
	if err != nil {
		t.Fatal(err)
	}
	if timeless(first) != timeless(second) {
		t.Errorf("one match, two results:\n%+v\n%+v", first, second)
	}
	other := toyMatch(2, game.Random{}, toy.Eager{})
	third, err := other.play(t.Context(), 41, 1)
	if err != nil {
		t.Fatal(err)
	}
	if timeless(first) == timeless(third) {
		t.Errorf("two seeds, one result: %+v", first)
	}
	swapped := toyMatch(1, toy.Eager{}, game.Random{})
	mirror, err := swapped.play(t.Context(), 40, 1)
	if err != nil {
		t.Fatal(err)
	}
	even, err := m.play(t.Context(), 40, 1)
	if err != nil {
		t.Fatal(err)
	}
	if mirror.APoints != -even.APoints || mirror.AWins != even.BWins {
		t.Errorf("with the bots exchanged:\n%+v\n%+v", even, mirror)
	}
}

// watcher notes what it is asked.
type watcher struct {
	game.Random
	asked *[]string
}

func (w watcher) Choose(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
	said := s.String()
	if slices.Contains(slices.Collect(s.Legal()), game.Pass) {
		said += " pass"
	}
	*w.asked = append(*w.asked, said)
	return w.Random.Choose(ctx, s, r)
}

// TestDiceRepeatWithSidesSwapped compares what two equal bots see in the two
// games of a pair.
func TestDiceRepeatWithSidesSwapped(t *testing.T) {
	var a, b []string
	m := toyMatch(4, watcher{asked: &a}, watcher{asked: &b})
	var pair tally
	if err := m.playGame(t.Context(), 0, [2]int{0, 1}, &pair); err != nil {
		t.Fatal(err)
	}
	firstA, firstB := strings.Join(a, ";"), strings.Join(b, ";")
	a, b = nil, nil
	if err := m.playGame(t.Context(), 0, [2]int{1, 0}, &pair); err != nil {
		t.Fatal(err)
	}
	if strings.Join(a, ";") != firstB || strings.Join(b, ";") != firstA {
		t.Errorf("A saw\n%s\nthen\n%q", firstA, a)
	}
	if strings.Contains(firstA+firstB, "pass") {
		t.Error("a bot is asked for a forced pass")
	}
	if pair.games != 2 || pair.points != 0 {
		t.Errorf("pair: %+v", pair)
	}
}

func TestStandardError(t *testing.T) {
	// Points a game of the pairs: 1, 0, −1, 0; variance 2/3, error √(2/3/4).
	pairs := []tally{{games: 2, points: 2}, {games: 2}, {games: 2, points: -2}, {games: 2}}
	if got, want := standardError(pairs), math.Sqrt(2.0/12); math.Abs(got-want) > 1e-12 {
		t.Errorf("standard error %v, want %v", got, want)
	}
	if got := standardError(pairs[:1]); got != 0 {
		t.Errorf("standard error of one pair: %v", got)
	}
}

// faulty is a bot that fails in one way.
type faulty struct {
	choose func(context.Context) (game.Action, error)
}

func (faulty) Name() string { return "faulty" }

func (f faulty) Choose(ctx context.Context, _ game.State, _ *rand.Rand) (game.Action, error) {
	return f.choose(ctx)
}

func TestMatchSaysWhatABotDidWrong(t *testing.T) {
	illegal := toyMatch(1, game.Random{}, faulty{func(context.Context) (game.Action, error) { return "jump", nil }})
	_, err := illegal.play(t.Context(), 10, 2)
	if _, ok := errors.AsType[*game.Refusal](err); !ok || !strings.Contains(err.Error(), `bot faulty chooses "jump"`) {
		t.Errorf("an illegal choice: %v", err)
	}
	slow := toyMatch(1, game.Random{}, faulty{func(ctx context.Context) (game.Action, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}})
	slow.think = time.Millisecond
	if _, err := slow.play(t.Context(), 1, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a bot that never answers: %v", err)
	}
	slow.think = 0
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := slow.play(ctx, 1000, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("a match that is broken off: %v", err)
	}
}
