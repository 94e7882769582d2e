package bots_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/hod-games/hod/internal/bots"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// roller throws ones and twos by turns: enough for the toy game.
type roller struct{ n atomic.Int64 }

func (*roller) Commit([]byte, int) string { return "" }

func (r *roller) Roll(t table.Throw) ([]int, json.RawMessage, error) {
	pips := make([]int, t.Draw.Dice)
	for i := range pips {
		pips[i] = int(r.n.Add(1))%t.Draw.Faces + 1
	}
	return pips, json.RawMessage("{}"), nil
}

// bot is a bot made of a function.
type bot struct {
	choose func(context.Context, game.State, *rand.Rand) (game.Action, error)
}

func (bot) Name() string { return "test" }

func (b bot) Choose(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
	return b.choose(ctx, s, r)
}

// asked is what a pool did with one position.
type asked struct {
	mu     sync.Mutex
	plays  []game.Action
	called chan struct{}
}

func newAsked() *asked { return &asked{called: make(chan struct{}, 100)} }

func (a *asked) play(_ context.Context, c game.Choice) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.plays = append(a.plays, c.Action)
	a.called <- struct{}{}
	return nil
}

func (a *asked) all() []game.Action {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]game.Action{}, a.plays...)
}

// position is one of the toy game in which a player is to act.
func position(t *testing.T) game.State {
	t.Helper()
	rules := toy.Rules{}
	options, err := rules.Normalize(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules.Start(options, "")
	if err != nil {
		t.Fatal(err)
	}
	for s.ToAct() == game.Chance {
		d := s.(game.Dicer)
		pips := make([]int, d.Draw().Dice)
		for i := range pips {
			pips[i] = i%d.Draw().Faces + 1
		}
		if s, err = d.Roll(pips); err != nil {
			t.Fatal(err)
		}
	}
	if !s.ToAct().Player() {
		t.Fatalf("%v is to act", s.ToAct())
	}
	return s
}

func TestSameSeedsGiveTheSameChoice(t *testing.T) {
	p := bots.New(bots.Config{Workers: 2})
	defer p.Close()
	choices := make(map[game.Action]int)
	s := position(t)
	for range 2 {
		for seq := range uint64(20) {
			a := newAsked()
			p.Ask(table.Thinking{ID: "t", Bot: game.Random{}, State: s, Seed: 7, Seq: seq, Play: a.play})
			<-a.called
			choices[a.all()[0]]++
		}
	}
	if len(choices) < 2 {
		t.Fatalf("twenty seeds gave the choices %v", choices)
	}
	for action, n := range choices {
		if n%2 != 0 {
			t.Errorf("%q was chosen %d times in two equal runs", action, n)
		}
	}
}

func TestABotThatFailsIsReplacedByARandomMove(t *testing.T) {
	for name, choose := range map[string]func(context.Context, game.State, *rand.Rand) (game.Action, error){
		"panics":          func(context.Context, game.State, *rand.Rand) (game.Action, error) { panic("ouch") },
		"has an error":    func(context.Context, game.State, *rand.Rand) (game.Action, error) { return "", errors.New("no idea") },
		"chooses nothing": func(context.Context, game.State, *rand.Rand) (game.Action, error) { return "", nil },
		"cheats":          func(context.Context, game.State, *rand.Rand) (game.Action, error) { return "all mine", nil },
		"thinks for ever": func(ctx context.Context, _ game.State, _ *rand.Rand) (game.Action, error) {
			<-ctx.Done()
			return "", ctx.Err()
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			p := bots.New(bots.Config{Workers: 1, Budget: 20 * time.Millisecond, Logger: slog.New(slog.NewTextHandler(&log, nil))})
			s, a := position(t), newAsked()
			p.Ask(table.Thinking{ID: "t1", Bot: bot{choose}, State: s, Seed: 1, Seq: 2, Play: a.play})
			<-a.called
			p.Close()
			plays := a.all()
			if len(plays) != 1 {
				t.Fatalf("played %q", plays)
			}
			if _, err := s.Apply(plays[0]); err != nil {
				t.Errorf("played %q: %v", plays[0], err)
			}
			if !strings.Contains(log.String(), "bot failed") || !strings.Contains(log.String(), "table=t1") {
				t.Errorf("the log says nothing of it:\n%s", log.String())
			}
		})
	}
}

func TestNoMoreBotsThinkThanThereAreWorkers(t *testing.T) {
	const workers = 3
	var thinking, most, total atomic.Int64
	p := bots.New(bots.Config{Workers: workers})
	defer p.Close()
	s, a := position(t), newAsked()
	slow := bot{func(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
		n := thinking.Add(1)
		defer thinking.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		total.Add(1)
		time.Sleep(time.Millisecond)
		return game.Random{}.Choose(ctx, s, r)
	}}
	const asked = 60
	for i := range uint64(asked) {
		p.Ask(table.Thinking{ID: "t", Bot: slow, State: s, Seq: i, Play: a.play})
	}
	for range asked {
		<-a.called
	}
	if most.Load() != workers || total.Load() != asked {
		t.Errorf("at most %d of %d thought at a time, want %d of %d", most.Load(), total.Load(), workers, asked)
	}
}

func TestAPauseHoldsNoWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := bots.New(bots.Config{Workers: 1, Pause: 500 * time.Millisecond})
		defer p.Close()
		s, a := position(t), newAsked()
		start := time.Now()
		for i := range uint64(50) {
			p.Ask(table.Thinking{ID: "t", Bot: game.Random{}, State: s, Seq: i, Play: a.play})
		}
		time.Sleep(499 * time.Millisecond)
		synctest.Wait()
		if n := len(a.all()); n != 0 {
			t.Errorf("%d moves after %v", n, time.Since(start))
		}
		if n := p.Waiting(); n != 50 {
			t.Errorf("%d are waiting, want 50", n)
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if n := len(a.all()); n != 50 {
			t.Errorf("%d moves after %v, want all 50", n, time.Since(start))
		}
		if n := p.Waiting(); n != 0 {
			t.Errorf("%d are waiting", n)
		}
	})
}

func TestCloseGivesUpWhatWaitsAndEndsWhatThinks(t *testing.T) {
	for _, pause := range []time.Duration{0, time.Hour} {
		p := bots.New(bots.Config{Workers: 1, Pause: pause, Budget: time.Hour})
		s, a := position(t), newAsked()
		deep := bot{func(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
			<-ctx.Done() // and it has found something by then
			return game.Random{}.Choose(context.Background(), s, r)
		}}
		for i := range uint64(10) {
			p.Ask(table.Thinking{ID: "t", Bot: deep, State: s, Seq: i, Play: a.play})
		}
		if pause == 0 {
			for p.Waiting() != 10 {
				time.Sleep(time.Millisecond)
			}
		}
		p.Close()
		p.Ask(table.Thinking{ID: "t", Bot: deep, State: s, Seq: 99, Play: a.play}) // too late
		p.Close()
		played, givenUp := 0, 0
		for _, action := range a.all() {
			if action == "" {
				givenUp++
			} else {
				played++
			}
		}
		if played+givenUp != 11 || played > 1 {
			t.Errorf("pause %v: %d moves played and %d given up, want 11 in all and one played at most", pause, played, givenUp)
		}
	}
}

func TestComputerPlaysARoundAtATable(t *testing.T) {
	pool := bots.New(bots.Config{Workers: 1})
	defer pool.Close()
	host := table.New(table.Config{
		Log: memory.New(), Games: []game.Entry{{Rules: toy.Rules{}}}, Roller: &roller{}, Bots: pool,
	})
	opened, err := host.Open(t.Context(), table.Opening{Game: toy.Rules{}.Info().ID, Mode: table.Computer, Starts: game.Second})
	if err != nil {
		t.Fatal(err)
	}
	wake := make(chan struct{}, 1)
	feed, err := host.Attach(t.Context(), opened.ID, func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	byBot := 0
	r := rand.New(rand.NewPCG(1, 1))
	for n := 0; !feed.Snapshot().Over(); n++ {
		s := feed.Snapshot()
		if s.ToAct == game.First {
			a, err := game.Random{}.Choose(t.Context(), s.State, r)
			if err != nil {
				t.Fatal(err)
			}
			_, err = host.Do(t.Context(), opened.ID, table.Command{
				Key: strconv.Itoa(n), Secret: opened.Seats[game.First], Seen: s.Seq, Kind: table.KindAct, Text: string(a),
			})
			if err != nil && !errors.Is(err, table.ErrStale) {
				t.Fatal(err)
			}
			continue
		}
		select {
		case <-wake:
		case <-time.After(10 * time.Second):
			t.Fatalf("%v is to act at event %d and nothing happens", s.ToAct, s.Seq)
		}
	}
	for _, p := range feed.Snapshot().Plies {
		if p.Seat == game.Second {
			byBot++
		}
	}
	if byBot == 0 {
		t.Error("the computer has played nothing")
	}
}

// A choice that the budget cut short depends on the clock: the log says so.
func TestAChoiceThatIsCutShortIsLogged(t *testing.T) {
	for _, cut := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			pool := bots.New(bots.Config{Workers: 1, Budget: time.Second, Logger: slog.New(slog.NewTextHandler(&out, nil))})
			slow := bot{func(ctx context.Context, s game.State, _ *rand.Rand) (game.Action, error) {
				if cut {
					<-ctx.Done()
				}
				for a := range s.Legal() {
					return a, nil
				}
				return "", game.ErrNothingLegal
			}}
			a := newAsked()
			pool.Ask(table.Thinking{ID: "t", Bot: slow, State: position(t), Seq: 1, Play: a.play})
			<-a.called
			pool.Close()
			if got := strings.Contains(out.String(), "cut short"); got != cut {
				t.Errorf("cut: %t, logged: %t: %s", cut, got, &out)
			}
		})
	}
}

// slow is a bot that has to be warm to choose, which takes longer than the
// budget.
type slow struct {
	bot
	warmed atomic.Int32
}

func (b *slow) Warm(game.State) {
	time.Sleep(time.Hour)
	b.warmed.Add(1)
}

// TestBudgetBeginsWhenABotIsReady gives a bot that needs an hour to get ready a
// second for its choice.
func TestBudgetBeginsWhenABotIsReady(t *testing.T) {
	s := position(t)
	synctest.Test(t, func(t *testing.T) {
		p := bots.New(bots.Config{Workers: 1, Budget: time.Second})
		defer p.Close()
		b := &slow{bot: bot{func(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
			if err := ctx.Err(); err != nil {
				t.Errorf("it has no time to choose: %v", err)
			}
			return game.Random{}.Choose(ctx, s, r)
		}}}
		a := newAsked()
		p.Ask(table.Thinking{ID: "t", Bot: b, State: s, Play: a.play})
		<-a.called
		if b.warmed.Load() != 1 || a.all()[0] == "" {
			t.Errorf("warmed %d times, it chose %q", b.warmed.Load(), a.all())
		}
	})
}
