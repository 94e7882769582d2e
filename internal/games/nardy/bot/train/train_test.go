package train

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// tables are computed once for all tests.
var tables = bot.NewTables()

func short(games int) Settings {
	s := Defaults()
	s.Variant, s.Games, s.Hidden = "hyper", games, [2]int{16, 8}
	return s
}

func run(t *testing.T, s Settings, from bot.Nets, done, workers int) *Run {
	t.Helper()
	r, err := New(s, from)
	if err != nil {
		t.Fatal(err)
	}
	r.Continue(done)
	for r.Step(workers, tables) {
	}
	return r
}

// TestWorkersDoNotChangeTheResult trains the same run with one worker, with
// three, and with a stop in the middle.
func TestWorkersDoNotChangeTheResult(t *testing.T) {
	s := short(96)
	one := run(t, s, bot.Nets{}, 0, 1)
	three := run(t, s, bot.Nets{}, 0, 3)
	half, err := New(s, bot.Nets{})
	if err != nil {
		t.Fatal(err)
	}
	for half.Done < 48 {
		half.Step(1, tables)
	}
	resumed := run(t, s, half.Nets(), half.Done, 2)
	for name, other := range map[string]*Run{"three workers": three, "a stop": resumed} {
		if !reflect.DeepEqual(one.Nets(), other.Nets()) {
			t.Errorf("%s: other networks", name)
		}
	}
	s.Seed++
	if reflect.DeepEqual(one.Nets(), run(t, s, bot.Nets{}, 0, 1).Nets()) {
		t.Error("another seed gives the same networks")
	}
}

// TestSelfPlayTeaches plays a trained network of hyper against one that has
// learned nothing.
func TestSelfPlayTeaches(t *testing.T) {
	taught := run(t, short(1500), bot.Nets{}, 0, 1)
	s := short(1)
	s.Seed = 99
	blank, err := New(s, bot.Nets{})
	if err != nil {
		t.Fatal(err)
	}
	points := match(t, "hyper", taught.Nets(), blank.Nets(), 400)
	if points < 0.5 {
		t.Errorf("after 1500 games it wins %.2f points a game", points)
	}
	t.Logf("%.2f points a game", points)
}

// match plays networks against each other without lookahead and returns what
// the first wins on average.
func match(t *testing.T, id string, a, b bot.Nets, games int) float64 {
	t.Helper()
	v, _ := nardy.VariantNamed(id)
	movers := [2]*bot.Mover{
		bot.NewMover(bot.NewJudge(&v, a, tables)), bot.NewMover(bot.NewJudge(&v, b, tables)),
	}
	sum := 0.0
	for i := range games {
		r := rand.New(rand.NewPCG(5, uint64(i/2)))
		first := nardy.Side(i % 2) // the seat of a
		n := bot.Start(&v, nardy.Light)
		for {
			dice := make([]uint8, v.Dice)
			for k := range dice {
				dice[k] = uint8(1 + r.IntN(6))
			}
			m := movers[0]
			if n.Side != first {
				m = movers[1]
			}
			s := bot.Thrown(&v, &n, dice)
			next, over, c := m.Play(&s)
			if over {
				e := float64(c.Equity())
				if n.Side != first {
					e = -e
				}
				sum += e
				break
			}
			n = next
		}
	}
	return sum / float64(games)
}

// TestStepsGoDownTheSlope compares a small step with the slope of the
// cross-entropy, computed from differences.
func TestStepsGoDownTheSlope(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	n := fresh(r, 6, 5, 3)
	x := []float32{1, 0, 0.5, -1, 0, 2}
	target := bot.Chances{0.9, 0.3, 0.1}
	loss := func() float64 {
		c := newLearner(n).forward(x)
		sum := 0.0
		for o := range n.Outputs {
			p, q := float64(c[o]), float64(target[o])
			sum -= q*math.Log(p) + (1-q)*math.Log(1-p)
		}
		return sum
	}
	const rate, nudge = 1e-3, 1e-2
	for name, weights := range map[string][]float32{"first": n.First, "bias": n.Bias, "second": n.Second, "last": n.Last} {
		for i := range weights {
			was := weights[i]
			weights[i] = was + nudge
			up := loss()
			weights[i] = was - nudge
			slope := (up - loss()) / (2 * nudge)
			weights[i] = was
			before := n.Clone()
			l := newLearner(n)
			l.forward(x)
			l.learn(x, &target, rate)
			step := float64(weights[i]-was) / rate
			if math.Abs(step+slope) > 2e-3+0.02*math.Abs(slope) {
				t.Errorf("%s %d: a step of %.4f, slope %.4f", name, i, step, slope)
			}
			copy(n.First, before.First)
			copy(n.Bias, before.Bias)
			copy(n.Second, before.Second)
			copy(n.Last, before.Last)
		}
	}
}

// TestSelfPlayEndsInEveryVariant plays a few games of every variant with
// networks that know nothing.
func TestSelfPlayEndsInEveryVariant(t *testing.T) {
	for _, v := range nardy.Variants() {
		s := short(batch)
		s.Variant, s.Strays = v.ID, 0
		r, err := New(s, bot.Nets{})
		if err != nil {
			t.Fatal(err)
		}
		r.Step(1, tables)
		if r.Dropped > batch/4 {
			t.Errorf("%s: %d of %d games are dropped", v.ID, r.Dropped, batch)
		}
		for i := range r.records[:batch] {
			if rec := &r.records[i]; r.finished[i] && len(rec.nodes) < 5 {
				t.Errorf("%s: a game of %d throws", v.ID, len(rec.nodes))
			}
		}
	}
}

func TestSettingsAreChecked(t *testing.T) {
	for about, change := range map[string]func(*Settings){
		"variant": func(s *Settings) { s.Variant = "chess" },
		"games":   func(s *Settings) { s.Games = 0 },
		"hidden":  func(s *Settings) { s.Hidden[1] = 0 },
		"rate":    func(s *Settings) { s.Rate[1] = 0 },
		"lambda":  func(s *Settings) { s.Lambda = 1.5 },
	} {
		s := Defaults()
		change(&s)
		if _, err := New(s, bot.Nets{}); err == nil {
			t.Errorf("%s: %+v is accepted", about, s)
		}
	}
}
