package nardy_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// What boards are told besides the graph, compared with what happens in the
// game.

func viewOf(s game.State) nardy.View { return s.View().(nardy.View) }

// inGames walks random games of every variant, with and without a cube, in
// which raises are mostly taken, and gives every state to f.
func inGames(t *testing.T, games int, f func(s *nardy.State)) {
	t.Helper()
	for i, v := range nardy.Variants() {
		r := rand.New(rand.NewPCG(17, uint64(i)))
		for n := range games {
			o := nardy.DefaultOptions()
			o.Variant, o.Cube = v.ID, []string{nardy.CubeNone, nardy.CubeLinear, nardy.CubeDoubling}[(i+n)%3]
			s, err := nardy.New(o.JSON(), "")
			if err != nil {
				t.Fatal(err)
			}
			for f(s); s.Phase() != nardy.PhaseOver; f(s) {
				switch s.Phase() {
				case nardy.PhaseDraw, nardy.PhaseThrow:
					pips := make([]int, s.Draw().Dice)
					for i := range pips {
						pips[i] = 1 + r.IntN(6)
					}
					s = roll(t, s, pips...)
				case nardy.PhaseAnswer:
					word := nardy.Take
					if r.IntN(20) == 0 {
						word = nardy.Drop
					}
					s = act(t, s, string(word))
				default:
					a, err := game.Random{}.Choose(t.Context(), s, r)
					if err != nil {
						t.Fatal(err)
					}
					s = act(t, s, string(a))
				}
			}
		}
	}
}

func TestViewSaysWhoActsAndWhere(t *testing.T) {
	inGames(t, 1, func(s *nardy.State) {
		v := viewOf(s)
		variant, p := s.Variant(), s.Position()
		if v.ToAct != s.ToAct() || v.Lead != v.Pips[1]-v.Pips[0] || v.Home != [2]bool{p.Home(nardy.Light), p.Home(nardy.Dark)} {
			t.Errorf("%s: to act %v, lead %d of %v, home %v", s, v.ToAct, v.Lead, v.Pips, v.Home)
		}
		for side, home := range v.Homes {
			want := []int{19, 20, 21, 22, 23, 24}
			if side == 1 && variant.Route == nardy.Opposed {
				want = []int{6, 5, 4, 3, 2, 1}
			} else if side == 1 {
				want = []int{7, 8, 9, 10, 11, 12}
			}
			if !slices.Equal(home, want) {
				t.Errorf("%s: home of side %d is %v", s, side, home)
			}
		}
	})
	for variant, want := range map[string][2]int{"classic": {1, 13}, "plakoto": {1, 24}, "short": {1, 24}} {
		if got := viewOf(start(t, variant, "")).Heads; got != want {
			t.Errorf("%s: heads %v, want %v", variant, got, want)
		}
	}
}

// TestViewSaysWhatFollowsADouble plays doubles in full, and others, and
// compares what comes with what the view has said.
func TestViewSaysWhatFollowsADouble(t *testing.T) {
	seen := map[string]int{}
	inGames(t, few(10), func(s *nardy.State) {
		v := viewOf(s)
		if s.Phase() != nardy.PhasePlay {
			if v.Then != "" || v.Unplayed != "" {
				t.Errorf("%s: then %q, unplayed %q", s, v.Then, v.Unplayed)
			}
			return
		}
		n := viewOf(act(t, s, string(firstLegal(s))))
		if n.Phase == "over" {
			return
		}
		full := v.Usable == len(v.Dice)
		switch {
		case full && v.Then == "throw":
			if n.Phase != "throw" || !n.Extra {
				t.Errorf("%s: an extra throw was due, not %q", s, n.Phase)
			}
		case full && v.Then == "number" && !n.Home[side(v.Mover)]:
			if n.Phase != "play" || n.Dice[0] != v.Dice[0]+1 || !slices.Equal(n.Thrown, v.Thrown) {
				t.Errorf("%s: four of the next number were due, not %q %v", s, n.Phase, n.Dice)
			}
		case n.Mover == v.Mover && !v.Handed:
			t.Errorf("%s: the turn goes on by %q", s, n.Phase)
		}
		handed := n.Handed && n.Mover != v.Mover
		if wanted := !full && v.Unplayed == "hand-over"; handed != wanted {
			t.Errorf("%s: unplayed hops %q, and the opponent plays a remainder: %t", s, v.Unplayed, handed)
		}
		if handed && len(n.Dice) != len(v.Dice)-v.Usable {
			t.Errorf("%s: %d hops are handed over", s, len(n.Dice))
		}
		seen[v.Then+" "+v.Unplayed]++
	})
	for _, kind := range []string{" ", " burn", " hand-over", "throw hand-over", "number burn", "number hand-over"} {
		if seen[kind] == 0 {
			t.Errorf("no stage of kind %q among %v", kind, seen)
		}
	}
}

func firstLegal(s *nardy.State) game.Action {
	for a := range s.Legal() {
		return a
	}
	return ""
}

func side(s game.Side) nardy.Side {
	if s == game.Second {
		return nardy.Dark
	}
	return nardy.Light
}

// TestViewPricesWordsOfTheCube says each word that is offered and compares the
// price.
func TestViewPricesWordsOfTheCube(t *testing.T) {
	said := map[game.Action]int{}
	refused := map[string]int{}
	inGames(t, few(10), func(s *nardy.State) {
		v := viewOf(s)
		var words []game.Action
		for _, c := range v.Cube.Choices {
			words = append(words, c.Action)
			said[c.Action]++
			n := act(t, s, string(c.Action))
			price := viewOf(n).Cube.Price
			switch c.Action {
			case nardy.Raise:
				price = viewOf(act(t, n, "take")).Cube.Price
			case nardy.Drop:
				o, _ := n.Outcome()
				price = o.Points
			default: // "roll" changes nothing
			}
			if c.Price != price {
				t.Errorf("%s: %s for %d, not for %d", s, c.Action, price, c.Price)
			}
		}
		if v.Phase == "decide" || v.Phase == "answer" {
			if legal := slices.Collect(s.Legal()); !slices.Equal(words, legal) {
				t.Errorf("%s: words %v, legal %v", s, words, legal)
			}
		} else if words != nil {
			t.Errorf("%s: words %v", s, words)
		}
		asked := v.Cube.Refusal != ""
		if asked != (v.Cube.Kind != "none" && (v.Phase == "throw" || v.Phase == "play")) {
			t.Errorf("%s: a raise is refused by %q", s, v.Cube.Refusal)
		}
		if asked {
			refusedFor(t, s, "raise", v.Cube.Refusal)
			refused[v.Cube.Refusal]++
		}
	})
	for _, word := range []game.Action{nardy.Roll, nardy.Raise, nardy.Take, nardy.Drop} {
		if said[word] == 0 {
			t.Errorf("nobody has said %s", word)
		}
	}
	for _, rule := range []string{nardy.RuleCubeNotNow, nardy.RuleCubeOwner, nardy.RuleCubeLimit} {
		if refused[rule] == 0 {
			t.Errorf("no raise is refused by %s among %v", rule, refused)
		}
	}
	if v := viewOf(start(t, "short", "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play L 3-1")); v.Cube.Refusal != "" {
		t.Errorf("without a cube a raise is refused by %q", v.Cube.Refusal)
	}
}

func refusedFor(t *testing.T, s *nardy.State, text, rule string) {
	t.Helper()
	a, err := s.Read(text)
	if err == nil {
		_, err = s.Apply(a)
	}
	if got, ok := errors.AsType[*game.Refusal](err); !ok || got.Rule != rule {
		t.Errorf("%q in %s: %v, want %s", text, s, err, rule)
	}
}

// TestViewSaysWhyNothingCanBePlayed tries every hop that a pass lists and
// compares the clauses.
func TestViewSaysWhyNothingCanBePlayed(t *testing.T) {
	passes, rules := 0, map[string]int{}
	check := func(s *nardy.State) {
		v := viewOf(s)
		if (v.Stuck != nil) != (v.Only == game.Pass) {
			t.Errorf("%s: the only action is %q, stuck %v", s, v.Only, v.Stuck)
		}
		if v.Only != "" {
			if legal := slices.Collect(s.Legal()); len(legal) != 1 || legal[0] != v.Only {
				t.Errorf("%s: the only action is %q of %v", s, v.Only, legal)
			}
		}
		if v.Stuck == nil {
			return
		}
		passes++
		rules[v.Stuck.Rule]++
		if len(v.Stuck.Hops) == 0 {
			t.Errorf("%s: nothing stands in the way", s)
		}
		variant, mover := s.Variant(), s.Turn()
		for _, h := range v.Stuck.Hops {
			step := 0
			if h.From != "bar" {
				point, err := strconv.Atoi(h.From)
				if err != nil {
					t.Fatal(err)
				}
				step = variant.Route.Step(mover, point)
			}
			if step+h.Die > 24 {
				continue // another number takes it off too, and may fail for another reason
			}
			to := strconv.Itoa(variant.Route.Point(mover, step+h.Die))
			refusedFor(t, s, h.From+"/"+to, h.Rule)
		}
	}
	inGames(t, few(10), func(s *nardy.State) {
		if s.Phase() == nardy.PhasePlay {
			check(s)
		}
	})
	if passes < few(100) || len(rules) < 3 {
		t.Errorf("%d passes for %v", passes, rules)
	}

	tests := []struct {
		variant, light, dark, rest string
		want                       nardy.StuckView
	}{
		{
			"short", "bar:1 24:14", "1:3 4:3 6:9", "play L 6-4", nardy.StuckView{
				Rule: nardy.RuleClosedPoint,
				Hops: []nardy.StuckHop{{6, "bar", nardy.RuleClosedPoint}, {4, "bar", nardy.RuleClosedPoint}},
			},
		},
		{
			"classic", "1:15", "7:8 6:7", "play L 6-5", nardy.StuckView{
				Rule: nardy.RuleClosedPoint,
				Hops: []nardy.StuckHop{{6, "1", nardy.RuleClosedPoint}, {5, "1", nardy.RuleClosedPoint}},
			},
		},
		{
			"crazy", "19:14 23:1", "7:14 1:1", "play L 6-6-6-6", nardy.StuckView{}, // the six is exact for 19
		},
		{
			"crazy", "20:14 23:1", "7:14 1:1", "play L 6-6-6-6", nardy.StuckView{
				Rule: nardy.RuleBearOffExact,
				Hops: []nardy.StuckHop{{6, "20", nardy.RuleBearOffExact}, {6, "23", nardy.RuleBearOffExact}},
			},
		},
		{
			"plakoto", "20:1 24:14", "20:2 22:13", "play L 2-1", nardy.StuckView{
				Rule: nardy.RuleCovered,
				Hops: []nardy.StuckHop{{2, "20", nardy.RuleCovered}, {2, "24", nardy.RuleCovered}, {1, "20", nardy.RuleCovered}, {1, "24", nardy.RuleCovered}},
			},
		},
	}
	for _, c := range tests {
		s := at(t, c.variant, c.light, c.dark, c.rest)
		got := nardy.StuckView{}
		if stuck := viewOf(s).Stuck; stuck != nil {
			got = *stuck
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s, diff)
		}
	}
}
