package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// TestAPrunerLeavesThePlaysThatMatter compares lookahead with and without one, in
// Plakoto, where a play that covers an enemy is worth more than its pips.
func TestAPrunerLeavesThePlaysThatMatter(t *testing.T) {
	v, _ := nardy.VariantNamed("plakoto")
	_, nets, err := bot.Trained(v.ID)
	if err != nil {
		t.Fatal(err)
	}
	m := bot.NewMover(bot.NewJudge(&v, nets, tables))
	r := rand.New(rand.NewPCG(1, 2))
	var known []Sample
	var rec record
	for len(known) < 12000 {
		play(&v, m, r, wander{strays: 0.3, slips: 0.1}, &rec)
		for i := range rec.nodes {
			n := &rec.nodes[i]
			if m.PhaseOf(n) != bot.Exact {
				known = append(known, Sample{Node: *n, Chances: m.Value(n)})
			}
		}
	}
	whole := bot.NewSearcher(bot.NewJudge(&v, nets, tables))
	pruned := bot.NewSearcher(bot.NewJudge(&v, nets, tables))
	pruned.Prune(Pruner(&v, known, 1, tables), 8)
	var apart, work, less float64
	const positions = 60
	for range positions {
		n := &known[r.IntN(len(known))].Node
		want, err := whole.Ahead(t.Context(), n, 1)
		if err != nil {
			t.Fatal(err)
		}
		work += float64(whole.Evaluations)
		got, err := pruned.Ahead(t.Context(), n, 1)
		if err != nil {
			t.Fatal(err)
		}
		less += float64(pruned.Evaluations)
		apart += math.Abs(float64(got.Equity() - want.Equity()))
		if got.Equity() > want.Equity()+1e-4 {
			// What is left out can only make the plays of the one who throws worse.
			t.Errorf("%s: %.4f with fewer plays, %.4f with all", v.Code(&n.Pos), got.Equity(), want.Equity())
		}
	}
	t.Logf("apart by %.4f on average, with %.0f of %.0f positions judged", apart/positions, less/positions, work/positions)
	if apart/positions > 0.02 || less > work/1.5 {
		t.Error("too much is left out, or too little")
	}
}
