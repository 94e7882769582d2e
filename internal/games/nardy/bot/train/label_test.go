package train

import (
	"math"
	"reflect"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

func samplesOf(t *testing.T, nets bot.Nets, games int) []Sample {
	t.Helper()
	return samplesBy(t, nets, games, func(*Labels) {})
}

// samplesBy are the samples of so many games of hyper with a ply of lookahead and
// changed settings.
func samplesBy(t *testing.T, nets bot.Nets, games int, change func(*Labels)) (samples []Sample) {
	t.Helper()
	l := DefaultLabels()
	l.Variant, l.Plies = "hyper", 1
	change(&l)
	labeller, err := NewLabeller(l, nets, tables)
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		more, err := labeller.Game(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, more...)
	}
	return samples
}

// TestLabelsTeach fits networks to what they see a ply ahead and wants them to
// see it without.
func TestLabelsTeach(t *testing.T) {
	nets := run(t, short(300), bot.Nets{}, 0, 1).Nets()
	samples := samplesOf(t, nets, 150)
	if again := samplesOf(t, nets, 150); !reflect.DeepEqual(samples, again) {
		t.Fatal("the same games give other samples")
	}
	v, _ := nardy.VariantNamed("hyper")
	var wrong []float64
	f := Fit{Seed: 1, Epochs: 6, Rate: [2]float64{0.02, 0.01}}
	before := nets[0].Clone()
	taught := f.Teach(&v, nets, samples, tables, func(_ int, w float64) { wrong = append(wrong, w) })
	if len(samples) < 200 || len(wrong) != 6 || wrong[5] > 0.8*wrong[0] {
		t.Errorf("%d samples, wrong by %.4f", len(samples), wrong)
	}
	if !reflect.DeepEqual(before, nets[0]) || reflect.DeepEqual(taught[0], nets[0]) {
		t.Error("the networks that were given have changed, or those that came back have not")
	}
}

// TestLabelsAgreeWithTheTruth knows some positions for certain.
func TestLabelsAgreeWithTheTruth(t *testing.T) {
	nets := run(t, short(300), bot.Nets{}, 0, 1).Nets()
	l := DefaultLabels()
	l.Variant, l.Plies, l.Doubt = "hyper", 1, 1e-6
	l.Truth = func(n *bot.Node) (float32, bool) { return 0.05, n.Side == nardy.Dark }
	labeller, err := NewLabeller(l, nets, tables)
	if err != nil {
		t.Fatal(err)
	}
	agree, other := 0, 0
	for i := range 20 {
		samples, err := labeller.Game(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range samples {
			switch near := math.Abs(float64(s.Chances.Equity()-0.05)) < 1e-2; {
			case near && s.Node.Side == nardy.Dark:
				agree++
			case s.Node.Side == nardy.Dark || near:
				other++
			}
		}
	}
	if agree < 50 || other > agree/10 {
		t.Errorf("%d labels agree, %d do not", agree, other)
	}
}

func TestSamplesSurviveAFile(t *testing.T) {
	v, _ := nardy.VariantNamed("crazy_plakoto")
	p, err := v.ParsePosition("1*,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-14|0,0|14,0")
	if err != nil {
		t.Fatal(err)
	}
	want := []Sample{
		{Node: bot.Node{Pos: p, Side: nardy.Dark, Throws: [2]uint8{6, 5}, Rest: nardy.Rest{4: 2, 5: 4, 6: 4}}, Chances: bot.Chances{0.25, 0.5}},
		{Node: bot.Node{Pos: p, Side: nardy.Dark}, Chances: bot.Chances{0.5}, Sibling: true},
		{Node: bot.Node{Pos: p, Throws: [2]uint8{1, 0}, Extra: true}},
	}
	line, err := EncodeGame(&v, 7, want)
	if err != nil {
		t.Fatal(err)
	}
	number, got, err := DecodeGame(&v, line)
	if err != nil || number != 7 || !reflect.DeepEqual(got, want) {
		t.Errorf("game %d, error %v:\n%+v, want\n%+v", number, err, got, want)
	}
	for _, bad := range []string{"", "{", `{"samples":[{"pos":"1"}]}`} {
		if _, _, err := DecodeGame(&v, []byte(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// TestSiblingsAreLabelledTogether labels decisions: the positions that the best
// results of a throw lead to, with what a ply of lookahead finds there.
func TestSiblingsAreLabelledTogether(t *testing.T) {
	nets := run(t, short(300), bot.Nets{}, 0, 1).Nets()
	v, _ := nardy.VariantNamed("hyper")
	l := DefaultLabels()
	l.Variant, l.Plies, l.Siblings = "hyper", 1, 3
	labeller, err := NewLabeller(l, nets, tables)
	if err != nil {
		t.Fatal(err)
	}
	judge := bot.NewSearcher(bot.NewJudge(&v, nets, tables))
	together := 0
	for game := range 20 {
		samples, err := labeller.Game(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		run := 1
		for i := range samples {
			s := &samples[i]
			c, err := judge.Ahead(t.Context(), &s.Node, 1)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(float64(c.Equity()-s.Chances.Equity())) > 1e-4 {
				t.Errorf("game %d, position %d: labelled %.4f, a ply ahead is %.4f", game, i, s.Chances.Equity(), c.Equity())
			}
			if !s.Sibling {
				run = 1
				continue
			}
			run++
			together = max(together, run)
			if i == 0 || samples[i-1].Node.Side != s.Node.Side || samples[i-1].Node.Pos == s.Node.Pos {
				t.Errorf("game %d, position %d is no other result of the throw before", game, i)
			}
		}
	}
	if together < 3 {
		t.Errorf("at most %d results of a throw are labelled, want 3", together)
	}
}

// TestDisputedThrowsAreLabelled labels only throws at which a ply of lookahead
// prefers another result than the networks do.
func TestDisputedThrowsAreLabelled(t *testing.T) {
	nets := run(t, short(300), bot.Nets{}, 0, 1).Nets()
	by := func(disputed float64) []Sample {
		return samplesBy(t, nets, 20, func(l *Labels) { l.Siblings, l.Disputed = 2, disputed })
	}
	all, some := by(0), by(1e-9)
	if len(some) < 20 || 2*len(some) > len(all) || len(some)%2 != 0 {
		t.Fatalf("%d positions are labelled, %d without a choice between throws", len(some), len(all))
	}
	for i := 0; i < len(some); i += 2 {
		// The positions are the opponent's, so the choice is the worse one if more is expected there.
		if choice, other := some[i].Chances.Equity(), some[i+1].Chances.Equity(); choice <= other {
			t.Errorf("throw %d: %.4f after the choice, %.4f after the other result", i/2, choice, other)
		}
	}
}

// TestAShareOfThePositionsIsLabelled looks at a quarter of the positions.
func TestAShareOfThePositionsIsLabelled(t *testing.T) {
	nets := run(t, short(300), bot.Nets{}, 0, 1).Nets()
	by := func(share float64) int {
		return len(samplesBy(t, nets, 60, func(l *Labels) { l.Siblings, l.Share = 2, share }))
	}
	all, some := by(1), by(0.25)
	if part := float64(some) / float64(all); all < 500 || part < 0.15 || part > 0.35 {
		t.Errorf("%d positions of %d are labelled", some, all)
	}
	l := DefaultLabels()
	l.Share = 0
	if _, err := NewLabeller(l, nets, tables); err == nil {
		t.Error("no position at all is to be labelled, and that is no error")
	}
}

// TestLabelsWithoutLookahead are what the networks say themselves, of all results
// of a throw, with what is left of it played.
func TestLabelsWithoutLookahead(t *testing.T) {
	_, nets, err := bot.Trained("crazy_gulbar")
	if err != nil {
		t.Fatal(err)
	}
	v, _ := nardy.VariantNamed("crazy_gulbar")
	judge := bot.NewJudge(&v, nets, tables)
	samples := samplesBy(t, nets, 3, func(l *Labels) { l.Variant, l.Plies, l.Siblings, l.Share = v.ID, 0, 16, 0.5 })
	far := 0
	best := float32(0)
	for i := range samples {
		s := &samples[i]
		if !s.Node.Rest.Empty() {
			t.Fatalf("position %d has a remainder", i)
		}
		e := judge.Value(&s.Node).Equity()
		if math.Abs(float64(e-s.Chances.Equity())) > 1e-4 {
			t.Errorf("position %d: labelled %.4f, the network says %.4f", i, s.Chances.Equity(), e)
		}
		if !s.Sibling {
			best = e
		} else if e > best+siblingsWithin {
			far++
		}
	}
	if len(samples) < 300 || far == 0 {
		t.Errorf("%d positions, %d far from the best of their throw", len(samples), far)
	}
}
