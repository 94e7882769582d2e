package bot

import (
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// TestExplanationOfAnOpening looks at 3-1, for which everybody makes the same
// point.
func TestExplanationOfAnOpening(t *testing.T) {
	s, err := nardy.New(nil, "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play D 3-1")
	if err != nil {
		t.Fatal(err)
	}
	b := bots[3].(*Player)
	e, err := b.Explain(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	best := e.Plays[0]
	if len(e.Plays) != 16 || best.Action != "8/5 6/5" || best.Loss != 0 {
		t.Errorf("%d plays, the best %+v", len(e.Plays), best)
	}
	if want := []int{5}; !slices.Equal(best.Gain.Made, want) || best.Gain.Given != nil || best.Gain.Blots != 0 || best.Gain.Lead != 4 {
		t.Errorf("8/5 6/5 gains %+v", best.Gain)
	}
	split := slices.IndexFunc(e.Plays, func(p Play) bool { return p.Action == "13/10 24/23" })
	if split < 0 {
		t.Fatal("13/10 24/23 is missing")
	}
	// Blots on 24, 23 and 10, and Light can hit two of them from 19 and 17.
	if g := e.Plays[split].Gain; g.Blots != 3 || !slices.Equal(g.Given, []int{24}) || g.Shots < 20 || g.Shots > 35 {
		t.Errorf("13/10 24/23 gains %+v", g)
	}
	for i := range e.Plays {
		if i > 0 && e.Plays[i].Plies == e.Plays[i-1].Plies && e.Plays[i].Loss < e.Plays[i-1].Loss {
			t.Errorf("play %d is better than the one before it", i)
		}
	}
}

// explained is what a bot says about a position of a variant.
func explained(t *testing.T, b game.Bot, id, code string) (*nardy.State, Explanation) {
	t.Helper()
	s, err := nardy.New([]byte(`{"variant":"`+id+`"}`), code)
	if err != nil {
		t.Fatal(err)
	}
	e, err := b.(*Player).Explain(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return s, e
}

// TestExplanationKnowsEveryPlayOfAProgression looks at a stage after which the
// throw goes on, where the choice is made among a few plays only.
func TestExplanationKnowsEveryPlayOfAProgression(t *testing.T) {
	s, e := explained(t, bots[3], "crazy_gulbar", "3,1,0,0,0,0,0,0,-2,0,1,-4,-9,0,0,0,0,0,1,0,1,6,1,1|0,0|0,0 play L 2-2-2-2 from=1 head=1 throws=20,19")
	g := s.Graph()
	if want := len(g.Finals()); len(e.Plays) != want || want < 10 {
		t.Errorf("%d plays of %d are explained", len(e.Plays), want)
	}
	for _, i := range g.Finals() {
		if a := g.Action(i); !slices.ContainsFunc(e.Plays, func(p Play) bool { return p.Action == a }) {
			t.Errorf("%s is missing", a)
		}
	}
}

// TestFirstPlaysAreInTheOrderOfTheirLosses looks at a stage whose plays are
// looked into to different depths.
func TestFirstPlaysAreInTheOrderOfTheirLosses(t *testing.T) {
	for _, c := range [][2]string{
		{"crazy_short", "1,-2,-3,0,3,-3,2,0,1,-2,0,4,-1,-1,0,-1,0,0,3,0,0,-1,1,0|0,1|0,0 play L 6-6-6-6 from=5 throws=9,9"},
		{"short", "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play D 6-4"},
	} {
		_, e := explained(t, bots[3], c[0], c[1])
		for i := 1; i < min(likened, len(e.Plays)); i++ {
			if p, before := &e.Plays[i], &e.Plays[i-1]; p.Loss < before.Loss || p.Plies != e.Plays[0].Plies {
				t.Errorf("%s: play %d loses %.3f as seen %d plies ahead, the one before it %.3f, the best is seen %d ahead",
					c[1], i, p.Loss, p.Plies, before.Loss, e.Plays[0].Plies)
			}
		}
	}
}

// TestDangerIsOnlyWhereTheEnemyThrows looks at blots in the middle of a throw and
// at its end, and at a hit that would need half of a throw that must be played
// as a whole.
func TestDangerIsOnlyWhereTheEnemyThrows(t *testing.T) {
	_, e := explained(t, bots[1], "crazy_plakoto", "11,0,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,0,0,-1,-13|0,0|0,0 play L 4-4-4-4 from=2 throws=9,9")
	for i := range e.Plays {
		if g := &e.Plays[i].Gain; g.Blots != 0 || g.Shots != 0 {
			t.Errorf("%s leaves %d blots to %d throws, but Light plays on", e.Plays[i].Action, g.Blots, g.Shots)
		}
	}
	_, e = explained(t, bots[1], "plakoto", "11,0,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,0,0,-1,-13|0,0|0,0 play L 4-3 throws=9,9")
	if g := &e.Plays[0].Gain; g.Blots == 0 || g.Shots == 0 {
		t.Errorf("%s leaves %d blots to %d throws", e.Plays[0].Action, g.Blots, g.Shots)
	}
}

func TestGainOfHitsAndCovers(t *testing.T) {
	for _, c := range []struct {
		variant, code, action string
		want                  Gain
	}{
		{"short", "2,0,0,0,-1,-4,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play L 4-2", "1/5* 17/19", Gain{Given: []int{1}, Hits: 1, Blots: 2, Lead: 20}},
		{"plakoto", "13,0,2,0,0,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-14|0,0|0,0 play L 5-3", "1/6 3/6", Gain{Made: []int{6}, Given: []int{3}, Cover: 1}},
		{"classic", "0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0,5,0,5,0,0,5|0,0|0,0 play L 6-1", "19/off 24/off", Gain{Off: 2}},
	} {
		s, err := nardy.New([]byte(`{"variant":"`+c.variant+`"}`), c.code)
		if err != nil {
			t.Fatal(err)
		}
		next, err := s.Apply(game.Action(c.action))
		if err != nil {
			t.Fatal(err)
		}
		v, q, st := s.Variant(), next.(*nardy.State).Position(), stageOf(s)
		got := NewSearcher(NewJudge(&v, Nets{}, tables)).gain(&st, &q)
		if !slices.Equal(got.Made, c.want.Made) || !slices.Equal(got.Given, c.want.Given) || got.Hits != c.want.Hits || got.Cover != c.want.Cover || got.Off != c.want.Off {
			t.Errorf("%s, %s: %+v, want %+v", s, c.action, got, c.want)
		}
	}
}
