package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/ashtarashki/bot"
)

func TestContract(t *testing.T) {
	gametest.Run(t, gametest.Suite{
		Entry:        game.Entry{Rules: ashtarashki.Rules{}, Bots: bot.All()},
		Games:        1,
		Every:        20,
		BotPositions: 2, // the last level thinks for half a second
		Options:      [][]byte{nil},
		MaxEvents:    250,
	})
}

func TestLevels(t *testing.T) {
	var names []string
	for _, b := range bot.All() {
		names = append(names, b.Name())
	}
	if want := []string{"random", "pupil", "player", "master", "winning"}; !slices.Equal(names, want) {
		t.Errorf("levels %v, want %v", names, want)
	}
}

func advise(t *testing.T, name, request string) bot.Advice {
	t.Helper()
	entry := game.Entry{Rules: ashtarashki.Rules{}, Bots: bot.All()}
	b, ok := entry.BotNamed(name)
	if !ok {
		t.Fatalf("no bot %s", name)
	}
	answer, err := b.(game.Advisor).Advise(context.Background(), []byte(request), rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatalf("%s, %s: %v", name, request, err)
	}
	return answer.(bot.Advice)
}

func TestAdvice(t *testing.T) {
	// Two threes are to be had; only the chain over both leaves nothing.
	request := `{"game":"ashtarashki","pos":"w M1f6,M2a1 M3e5,M3d4","ms":20}`
	for _, name := range []string{"random", "pupil", "player", "master", "winning"} {
		if got := advise(t, name, request); got.Move != "M1:e5:d4" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	got := advise(t, "winning", `{"pos":"w M1c3,M3g5 M3d4,M3a7","ms":20}`)
	if got.Points != 2 || got.Score < 29_000 || got.Depth < 1 || got.Nodes < 1 {
		t.Errorf("a clean win is not seen: %+v", got)
	}
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"move", "score", "depth"} {
		if _, there := fields[name]; !there {
			t.Errorf("%s has no %q", data, name)
		}
	}
	if short, long := advise(t, "winning", startRequest(5)), advise(t, "winning", startRequest(100)); short.Nodes >= long.Nodes || short.Depth >= long.Depth {
		t.Errorf("more time is no more thought: %+v, %+v", short, long)
	}
}

func startRequest(ms int) string {
	data, err := json.Marshal(map[string]any{"pos": ashtarashki.Initial().String(), "ms": ms})
	if err != nil {
		panic(err)
	}
	return string(data)
}

func TestBadRequests(t *testing.T) {
	for _, b := range bot.All() {
		for _, request := range []string{``, `{}`, `{"pos":"w"}`, `{"pos":"w M1a1 M1h8","ms":-1}`, `{"pos":"w M1a1 M1h8","ms":1e9}`} {
			if answer, err := b.(game.Advisor).Advise(context.Background(), []byte(request), rand.New(rand.NewPCG(1, 1))); err == nil {
				t.Errorf("%s answers %s with %v", b.Name(), request, answer)
			}
		}
		over := `{"pos":"b M3b8,M3f8 V1a1,V3h4"}`
		if _, err := b.(game.Advisor).Advise(context.Background(), []byte(over), rand.New(rand.NewPCG(1, 1))); !errors.Is(err, game.ErrNothingLegal) {
			t.Errorf("%s, asked after the end: %v", b.Name(), err)
		}
	}
}

// stray is a State of another game.
type stray struct{ game.State }

func (stray) ToAct() game.Side { return game.First }

func TestOtherGamesAreRefused(t *testing.T) {
	for _, b := range bot.All()[1:] {
		if a, err := b.Choose(context.Background(), stray{}, rand.New(rand.NewPCG(1, 1))); err == nil {
			t.Errorf("%s chooses %s in another game", b.Name(), a)
		}
	}
}

// A context that ends in the middle of a search gives the best move so far.
func TestAContextThatEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	entry := game.Entry{Bots: bot.All()}
	b, _ := entry.BotNamed("winning")
	done := make(chan error, 1)
	go func() {
		request := startRequest(600_000)
		_, err := b.(game.Advisor).Advise(ctx, []byte(request), rand.New(rand.NewPCG(1, 1)))
		done <- err
	}()
	cancel()
	if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// The levels stand in order: each beats the one before it in most games.
func TestLevelsAreInOrder(t *testing.T) {
	levels := bot.All()[:4] // the last one thinks too long for so many games
	for i := range levels[1:] {
		weaker, stronger := levels[i], levels[i+1]
		wins, games := 0, 0
		for n := range 5 {
			for _, side := range []game.Side{game.First, game.Second} {
				if play(t, stronger, weaker, side, uint64(n)) == side {
					wins++
				}
				games++
			}
		}
		t.Logf("%s wins %d of %d games against %s", stronger.Name(), wins, games, weaker.Name())
		if wins*10 < games*7 {
			t.Errorf("%s wins only %d of %d games against %s", stronger.Name(), wins, games, weaker.Name())
		}
	}
}

// play returns the winner of a game of a, which is on side, against b.
func play(t *testing.T, a, b game.Bot, side game.Side, seed uint64) game.Side {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 4))
	s, err := ashtarashki.Rules{}.Start(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for ply := 0; ; ply++ {
		if o, over := s.Outcome(); over {
			return o.Winner
		}
		mover := b
		if s.ToAct() == side {
			mover = a
		}
		if ply < 4 {
			mover = game.Random{}
		}
		action, err := mover.Choose(context.Background(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = s.Apply(action); err != nil {
			t.Fatal(err)
		}
	}
}

// The first move of the winning level is not always the same, and the same
// seed gives the same one.
func TestSeedsGiveVariety(t *testing.T) {
	entry := game.Entry{Bots: bot.All()}
	b, _ := entry.BotNamed("winning")
	request := []byte(startRequest(20))
	seen := map[game.Action]int{}
	for seed := range uint64(12) {
		var moves [2]game.Action
		for i := range moves {
			answer, err := b.(game.Advisor).Advise(context.Background(), request, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			moves[i] = answer.(bot.Advice).Move
		}
		if moves[0] != moves[1] {
			t.Errorf("seed %d gives %s, then %s", seed, moves[0], moves[1])
		}
		seen[moves[0]]++
	}
	if len(seen) < 2 {
		t.Errorf("first moves %v", seen)
	}
}
