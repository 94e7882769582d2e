package exercises_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
	"github.com/hod-games/hod/internal/games/nardy/exercises"
)

func start(t *testing.T, e exercises.Exercise) *nardy.State {
	t.Helper()
	s, err := nardy.New(e.Options(), e.Position)
	if err != nil {
		t.Fatalf("%s: %v", e.ID, err)
	}
	return s
}

// play is what the rules make of a text: the state after it, or the clause that
// refuses it.
func play(t *testing.T, s game.State, text string) (next game.State, rule string) {
	t.Helper()
	a, err := s.Read(text)
	if err == nil {
		next, err = s.Apply(a)
	}
	if err == nil {
		return next, ""
	}
	refusal, ok := errors.AsType[*game.Refusal](err)
	if !ok {
		t.Fatalf("%q in %s: %v", text, s, err)
	}
	return nil, refusal.Rule
}

// TestEveryAnswerIsTheOnlyOne finds the right choices by playing and asking the
// view, and compares them with the one that the exercise names.
func TestEveryAnswerIsTheOnlyOne(t *testing.T) {
	ids := map[string]bool{}
	positions := map[string]bool{}
	clauses := map[string]bool{}
	for _, c := range (nardy.Rules{}).Explain() {
		clauses[c.ID] = true
	}
	for _, e := range exercises.All() {
		t.Run(e.ID, func(t *testing.T) {
			if ids[e.ID] || positions[e.Kind+e.Position] || !clauses[e.Clause] {
				t.Errorf("its id or its position is not its own, or there is no clause %q", e.Clause)
			}
			ids[e.ID], positions[e.Kind+e.Position] = true, true
			s := start(t, e)
			var right []int
			texts := map[string]bool{}
			for i, c := range e.Choices {
				if texts[c.Text] {
					t.Errorf("the choice %q is there twice", c.Text)
				}
				texts[c.Text] = true
				if isRight(t, e, s, c) {
					right = append(right, i)
				}
			}
			if !slices.Equal(right, []int{e.Right}) {
				t.Errorf("the right choices are %v, not %d, of %v in %s", right, e.Right, e.Choices, e.Position)
			}
		})
	}
}

func isRight(t *testing.T, e exercises.Exercise, s *nardy.State, c exercises.Choice) bool {
	t.Helper()
	switch e.Kind {
	case exercises.Legal:
		_, rule := play(t, s, c.Text)
		if rule != c.Rule {
			t.Errorf("%q is refused by %q, not by %q", c.Text, rule, c.Rule)
		}
		return rule == ""
	case exercises.Block, exercises.Runner:
		next, rule := play(t, s, string(e.Turn))
		if rule != "" && rule != e.Clause {
			t.Errorf("%q is refused by %q, not by %q", e.Turn, rule, e.Clause)
		}
		if e.Kind == exercises.Block && rule == "" && sixes(next.(*nardy.State), s.Turn()) <= sixes(s, s.Turn()) {
			t.Errorf("%q makes no six in a row", e.Turn)
		}
		return (rule == "") == (c.Text == exercises.Yes)
	case exercises.Pin, exercises.Mother:
		next, rule := play(t, s, c.Text)
		if rule != "" {
			t.Errorf("%q is refused by %q", c.Text, rule)
			return false
		}
		if e.Kind == exercises.Mother {
			o, over := next.Outcome()
			return over && o.Reason == "mother"
		}
		before := covered(s, s.Turn())
		return slices.ContainsFunc(covered(next, s.Turn()), func(point int) bool { return !slices.Contains(before, point) })
	case exercises.BearOff:
		return c.Text == useOf(s, e.Die)
	case exercises.Six:
		return c.Text == mustPlay(s)
	case exercises.Throws:
		n, err := strconv.Atoi(c.Text)
		return err == nil && n == sure(t, s, map[string]int{})
	default:
		t.Fatalf("what is the kind %q", e.Kind)
		return false
	}
}

// sixes is how many rows of six points in the order of the opponent's route the
// side holds.
func sixes(s *nardy.State, side nardy.Side) int {
	view := s.View().(nardy.View)
	route := func(step int) int { // of the opponent
		switch other := side.Other(); {
		case other == nardy.Light:
			return step
		case view.Route == "opposed":
			return 25 - step
		default:
			return (step+11)%24 + 1
		}
	}
	n := 0
	for first := 1; first <= 19; first++ {
		whole := true
		for step := first; step < first+6; step++ {
			count := view.Points[route(step)-1]
			if side == nardy.Dark {
				count = -count
			}
			whole = whole && count > 0
		}
		if whole {
			n++
		}
	}
	return n
}

// covered are the points where checkers lie under those of the side.
func covered(s game.State, side nardy.Side) []int {
	view := s.View().(nardy.View)
	return slices.DeleteFunc(view.Covered, func(point int) bool { return (view.Points[point-1] > 0) != (side == nardy.Light) })
}

// useOf is what the view offers for a die.
func useOf(s *nardy.State, die int) string {
	turn := s.Graph().Turn()
	off, move := false, false
	for _, n := range turn.Nodes {
		for _, h := range n.Hops {
			if h.Die == die {
				off, move = off || h.To == "off", move || h.To != "off"
			}
		}
	}
	switch {
	case off && move:
		return exercises.Either
	case off:
		return exercises.Off
	case move:
		return exercises.Move
	default:
		return exercises.Nothing
	}
}

// mustPlay is which dice every legal turn uses.
func mustPlay(s *nardy.State) string {
	view := s.View().(nardy.View)
	six := slices.ContainsFunc(view.Turn.Nodes[0].Hops, func(h game.Hop) bool { return h.Die == 6 })
	switch {
	case view.Usable == 2:
		return exercises.Both
	case view.Usable == 0:
		return exercises.Neither
	case six:
		return exercises.TheSix
	default:
		return exercises.TheOther
	}
}

// sure plays every throw and every turn of a side alone, throw after throw, and
// is how many throws it takes at worst.
func sure(t *testing.T, s *nardy.State, known map[string]int) int {
	t.Helper()
	variant, p := s.Variant(), s.Position()
	code := variant.Code(&p)
	if n, ok := known[code]; ok {
		return n
	}
	o := nardy.DefaultOptions()
	o.Variant = variant.ID
	worst := 0
	for pips := range s.Draw().All() {
		thrown, err := s.Roll(pips)
		if err != nil {
			t.Fatal(err)
		}
		least := -1
		for a := range thrown.Legal() {
			next, err := thrown.Apply(a)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			if _, over := next.Outcome(); !over {
				after := next.(*nardy.State).Position()
				again, err := nardy.New(o.JSON(), variant.Code(&after)+" throw "+s.Turn().Letter())
				if err != nil {
					t.Fatal(err)
				}
				n = sure(t, again, known)
			}
			if least < 0 || n < least {
				least = n
			}
		}
		worst = max(worst, least)
	}
	known[code] = worst + 1
	return worst + 1
}

// TestThereIsPlentyOfEach counts the exercises by family and kind.
func TestThereIsPlentyOfEach(t *testing.T) {
	families, kinds, clauses := map[string]int{}, map[string]int{}, map[string]map[string]bool{}
	variants := map[string]bool{}
	for _, e := range exercises.All() {
		families[e.Family]++
		kinds[e.Family+" "+e.Kind]++
		if clauses[e.Family] == nil {
			clauses[e.Family] = map[string]bool{}
		}
		clauses[e.Family][e.Clause] = true
		variants[e.Variant] = true
	}
	for _, family := range []string{exercises.Long, exercises.Short} {
		if families[family] < 20 || len(clauses[family]) < 8 {
			t.Errorf("%s has %d exercises about %d clauses", family, families[family], len(clauses[family]))
		}
		for _, kind := range []string{exercises.Legal, exercises.BearOff, exercises.Six, exercises.Throws} {
			if kinds[family+" "+kind] < 3 {
				t.Errorf("%s has %d exercises of the kind %s", family, kinds[family+" "+kind], kind)
			}
		}
	}
	for _, kind := range []string{exercises.Block, exercises.Runner, exercises.Pin, exercises.Mother} {
		if kinds["long "+kind] < 3 {
			t.Errorf("%d exercises of the kind %s", kinds["long "+kind], kind)
		}
	}
	if len(variants) < 12 {
		t.Errorf("only %d variants have exercises", len(variants))
	}
}

// games yields the states of games that the pupil plays against itself, variant
// by variant in turn.
func games(ctx context.Context, seed uint64, rounds int) iter.Seq2[*nardy.State, int] {
	entry := game.Entry{Rules: nardy.Rules{}, Bots: bot.All()}
	pupil, _ := entry.BotNamed("pupil")
	return func(yield func(*nardy.State, int) bool) {
		n := 0
		for range rounds {
			for _, v := range nardy.Variants() {
				n++
				r := rand.New(rand.NewPCG(seed, uint64(n)))
				if !oneGame(ctx, v.ID, pupil, r, func(s *nardy.State) bool { return yield(s, n) }) {
					return
				}
			}
		}
	}
}

func oneGame(ctx context.Context, variant string, b game.Bot, r *rand.Rand, yield func(*nardy.State) bool) bool {
	o := nardy.DefaultOptions()
	o.Variant = variant
	s, err := nardy.New(o.JSON(), "")
	if err != nil {
		panic(err)
	}
	for s.Phase() != nardy.PhaseOver {
		if !yield(s) {
			return false
		}
		var next game.State
		if s.ToAct() == game.Chance {
			pips := make([]int, s.Draw().Dice)
			for i := range pips {
				pips[i] = 1 + r.IntN(6)
			}
			next, err = s.Roll(pips)
		} else {
			var a game.Action
			if a, err = b.Choose(ctx, s, r); err == nil {
				next, err = s.Apply(a)
			}
		}
		if err != nil {
			panic(err)
		}
		s = next.(*nardy.State)
	}
	return true
}

// TestComposeIsRepeatable composes a few exercises of one game twice.
func TestComposeIsRepeatable(t *testing.T) {
	w := exercises.Wish{Each: 1, Legal: 2, PerRow: 1}
	var got [2][]exercises.Exercise
	for i := range got {
		got[i] = w.Compose(func(yield func(*nardy.State, int) bool) {
			for s, n := range games(t.Context(), 5, 1) {
				if n > 1 || !yield(s, n) {
					return
				}
			}
		})
	}
	if diff := cmp.Diff(got[0], got[1]); diff != "" || len(got[0]) < 3 {
		t.Errorf("%d exercises, and the second time:\n%s", len(got[0]), diff)
	}
}

// With -update the exercises are composed anew from games.
func TestComposeFromGames(t *testing.T) {
	if !gametest.Update() {
		t.Skip("only with -update: it rewrites exercises.json")
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetIndent("", " ")
	if err := enc.Encode(exercises.DefaultWish().Compose(games(t.Context(), 8, 60))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("exercises.json", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
