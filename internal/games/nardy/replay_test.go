package nardy_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// start is a position of a variant with default options.
func start(t testing.TB, variant, code string) *nardy.State {
	t.Helper()
	o := nardy.DefaultOptions()
	o.Variant = variant
	s, err := nardy.New(o.JSON(), code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func roll(t testing.TB, s game.State, pips ...int) *nardy.State {
	t.Helper()
	n, err := s.(*nardy.State).Roll(pips)
	if err != nil {
		t.Fatalf("in %s: %v", s, err)
	}
	return n.(*nardy.State)
}

func act(t testing.TB, s game.State, text string) *nardy.State {
	t.Helper()
	a, err := s.Read(text)
	if err != nil {
		t.Fatalf("in %s: read %q: %v", s, text, err)
	}
	n, err := s.Apply(a)
	if err != nil {
		t.Fatalf("in %s: apply %q: %v", s, a, err)
	}
	return n.(*nardy.State)
}

// TestReplayVectorGames plays the recorded games of an independent engine: the
// state machine asks for the same stages and the results are legal.
func TestReplayVectorGames(t *testing.T) {
	games := 0
	for _, v := range readVectors(t, "vectors.jsonl") {
		if v["type"] != "game" {
			continue
		}
		games++
		t.Run(v["variant"].(string), func(t *testing.T) { replay(t, v) })
	}
	if games != 17 {
		t.Errorf("%d games, want 17", games)
	}
}

func replay(t *testing.T, v map[string]any) {
	letter := func(s nardy.Side) string { return s.Letter() }
	opening := ints(v["opening"])
	s := roll(t, start(t, v["variant"].(string), ""), opening...)
	variant := s.Variant()
	if p := s.Position(); variant.Code(&p) != v["start"] || letter(s.Turn()) != v["starter"] {
		t.Fatalf("start %s", s)
	}
	for i, raw := range v["stages"].([]any) {
		stage := raw.(map[string]any)
		dice := ints(stage["dice"])
		if s.Phase() == nardy.PhaseThrow {
			pips := dice[:variant.Dice] // a double is written as four hops
			s = roll(t, s, pips...)
		}
		st := s.Stage()
		var got []int
		for _, d := range st.Dice {
			got = append(got, int(d))
		}
		if letter(st.Side) != stage["turn"] || !slices.Equal(got, dice) || st.HeadTaken != int(stage["head_taken"].(float64)) {
			t.Fatalf("stage %d: %v, want %v %v head %v", i, st, stage["turn"], dice, stage["head_taken"])
		}
		g := s.Graph()
		finals := g.Finals()
		if g.Used != int(stage["used"].(float64)) || len(finals) != int(stage["count"].(float64)) {
			t.Fatalf("stage %d of %s: %d results with %d dice, want %v with %v", i, s, len(finals), g.Used, stage["count"], stage["used"])
		}
		chosen := -1
		for _, n := range finals {
			if variant.Code(&g.Nodes[n].Position) == stage["result"] {
				chosen = n
			}
		}
		if chosen < 0 {
			t.Fatalf("stage %d of %s: no result %v", i, s, stage["result"])
		}
		s = act(t, s, string(g.Action(chosen)))
	}
	o, over := s.Outcome()
	status := v["status"].(map[string]any)
	want := fmt.Sprint(status["winner"], status["kind"], status["points"])
	winner := map[game.Side]string{game.First: "L", game.Second: "D", game.Nobody: "<nil>"}[o.Winner]
	if !over || fmt.Sprint(winner, o.Reason, o.Points) != want {
		t.Errorf("outcome %+v, want %v", o, want)
	}
}

func ints(list any) []int {
	var out []int
	for _, n := range list.([]any) {
		out = append(out, int(n.(float64)))
	}
	return out
}
