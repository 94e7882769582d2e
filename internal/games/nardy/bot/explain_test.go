package bot

import (
	"errors"
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
	loss, first, err := b.Loss(t.Context(), s, e.Plays[4].Action)
	if err != nil || first != best.Action || loss != e.Plays[4].Loss {
		t.Errorf("%s loses %v against %s (error %v), want %v", e.Plays[4].Action, loss, first, err, e.Plays[4].Loss)
	}
	if _, _, err := b.Loss(t.Context(), s, "24/18"); !errors.Is(err, errOther) {
		t.Errorf("a play that is not legal: %v", err)
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
		v, p, q := s.Variant(), s.Position(), next.(*nardy.State).Position()
		got := gain(&v, &p, &q, s.Turn())
		if !slices.Equal(got.Made, c.want.Made) || !slices.Equal(got.Given, c.want.Given) || got.Hits != c.want.Hits || got.Cover != c.want.Cover || got.Off != c.want.Off {
			t.Errorf("%s, %s: %+v, want %+v", s, c.action, got, c.want)
		}
	}
}
