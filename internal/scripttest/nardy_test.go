package scripttest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

// account is what the page makes of a view; see oracle_test.ts.
type account struct {
	Nodes   [][3]any    `json:"nodes"`
	Edges   [][]string  `json:"edges"`
	Targets [][5]any    `json:"targets"`
	Turns   [][2]string `json:"turns"`
	Off     string      `json:"off"`
	Whole   string      `json:"whole"`
	Wrong   []string    `json:"wrong"`
}

// TestThePagePlaysNardyAsTheRulesDo hands the views of random games of every
// variant to the script of the board and compares, for each half-made turn,
// the hops on offer, the position shown, the moves that one tap can make, what
// is done without being asked, and what would be sent.
func TestThePagePlaysNardyAsTheRulesDo(t *testing.T) {
	states := positions(t)
	var input strings.Builder
	for _, s := range states {
		view, err := json.Marshal(s.View())
		if err != nil {
			t.Fatal(err)
		}
		input.Write(view)
		input.WriteByte('\n')
	}
	lines := run(t, "board/nardy/oracle_test.ts", input.String())
	if len(lines) != len(states) {
		t.Fatalf("%d accounts of %d positions", len(lines), len(states))
	}
	var c counts
	for i, s := range states {
		var a account
		if err := json.Unmarshal([]byte(lines[i]), &a); err != nil {
			t.Fatal(err)
		}
		c.check(t, s, &a)
		if t.Failed() {
			t.Fatalf("at %s %s", s.Variant().ID, s)
		}
	}
	t.Logf("%d positions, %d nodes, %d turns, %d targets of several hops, %d packed, %d automatic bear-offs, %d turns without a choice",
		len(states), c.nodes, c.turns, c.joints, c.packed, c.off, c.whole)
	if c.packed < 60 || c.joints < 1000 || c.off < 20 || c.whole < 50 {
		t.Error("too little of some kind")
	}
}

// positions are those of random games of every variant in which something is
// to be played, and the doubles with the most plays.
func positions(t *testing.T) []*nardy.State {
	t.Helper()
	const ofEach = 50
	var states []*nardy.State
	add := func(s game.State) {
		if s := s.(*nardy.State); s.Phase() == nardy.PhasePlay && !s.Graph().Stuck() {
			states = append(states, s)
		}
	}
	for i, v := range nardy.Variants() {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		for enough := len(states) + ofEach; len(states) < enough; {
			for s, err := range gametest.Play(start(t, v.ID, ""), r, 400) {
				if err != nil {
					t.Fatal(err)
				}
				// Not all of a game, lest few games be enough.
				if r.IntN(3) == 0 {
					add(s)
				}
			}
		}
	}
	for _, w := range [...][2]string{
		{"short", "1,1,0,1,1,0,1,1,0,1,-1,1,0,1,1,0,1,1,-1,1,1,1,0,0|0,0|0,13 play L 1-1-1-1"},
		{"short", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,0,-4,0,-4,0,-4|0,3|0,0 play L 2-2-2-2"},
		{"plakoto", "1,-1,1,1,1,-1,1,1,-1,1,-1,1,-1,1,1,-1,1,-1,1,1,1,-1,1,0|0,0|0,7 play L 1-1-1-1"},
		{"tbilisi", "0,-1,1,1,0,1,1,1,0,1,1,0,1,1,1,1,0,1,1,0,1,1,0,0|0,0|0,14 play L 1-1-1-1"},
		{"caucasian", "1,1,0,1,1,0,1,1,0,1,0,1,1,-1,1,1,-1,1,1,0,1,1,0,-1|0,0|0,12 play L 1-1-1-1"},
		{"two_by_two", "1,1,1,1,0,1,1,1,0,1,1,1,1,1,0,0,1,1,1,0,0,0,0,-15|0,0|0,0 play L 4-3-2-1"},
	} {
		add(start(t, w[0], w[1]))
	}
	return states
}

func start(t *testing.T, variant, code string) *nardy.State {
	t.Helper()
	o := nardy.DefaultOptions()
	o.Variant = variant
	s, err := nardy.New(o.JSON(), code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// mostApplied is about how many turns of one position are really made. All
// actions are compared by their texts.
const mostApplied = 40

type counts struct{ nodes, turns, joints, packed, off, whole int }

func (c *counts) check(t *testing.T, s *nardy.State, a *account) {
	t.Helper()
	for _, w := range a.Wrong {
		t.Error(w)
	}
	data, err := json.Marshal(s.View())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(data), `"packed"`) {
		c.packed++
	}
	var view nardy.View
	if err := json.Unmarshal(data, &view); err != nil {
		t.Fatal(err)
	}
	g, v := s.Graph(), s.Variant()
	at := walk(t, &view, g)

	for i, edges := range a.Edges {
		var want []string
		for _, e := range g.Nodes[at[i]].Edges {
			name := fmt.Sprintf("%s/%s/%d", e.From, e.To, e.Die)
			if e.Hit {
				name += "*"
			}
			want = append(want, name)
		}
		if !slices.Equal(edges, want) {
			t.Errorf("node %d: the hops are %q, not %q", i, edges, want)
		}
	}
	var actions []game.Action
	sample := 1 + len(a.Turns)/mostApplied
	for _, n := range a.Nodes {
		node := int(n[0].(float64))
		if want := v.Code(&g.Nodes[at[node]].Position); n[1] != want {
			t.Errorf("node %d is shown as %s, not %s", node, n[1], want)
		}
		if action := n[2].(string); action != "" {
			if len(actions)%sample == 0 {
				c.apply(t, s, action, n[1].(string))
			}
			actions = append(actions, game.Action(action))
		}
		c.nodes++
	}
	if diff := cmp.Diff(slices.Sorted(s.Legal()), slices.Sorted(slices.Values(actions))); diff != "" {
		t.Errorf("actions (-legal +page):\n%s", diff)
	}
	for i, turn := range a.Turns {
		if i%sample == 0 {
			c.apply(t, s, turn[0], turn[1])
			c.turns++
		}
	}
	c.checkTargets(t, &view, a)
	c.checkAutomatic(t, s, a)
}

// walk finds the node of the rules for each node of the view.
func walk(t *testing.T, view *nardy.View, g *nardy.Graph) []int {
	t.Helper()
	at := make([]int, len(view.Turn.Nodes))
	known := make([]bool, len(at))
	known[0] = true
	for i := range view.Turn.Nodes {
		if !known[i] {
			t.Fatalf("nothing leads to node %d", i)
		}
		for _, h := range view.Turn.Nodes[i].Hops {
			if known[h.Next] {
				continue
			}
			for _, e := range g.Nodes[at[i]].Edges {
				if e.From.String() == h.From && e.To.String() == h.To && e.Die == h.Die {
					at[h.Next], known[h.Next] = e.Next, true
				}
			}
		}
	}
	return at
}

// apply sends what the page would send.
func (c *counts) apply(t *testing.T, s *nardy.State, text, shown string) {
	t.Helper()
	next, err := s.Apply(game.Action(text))
	if err != nil {
		t.Errorf("%q: %v", text, err)
		return
	}
	v, p := s.Variant(), next.(*nardy.State).Position()
	if got := v.Code(&p); got != shown {
		t.Errorf("%q leads to %s, the page shows %s", text, got, shown)
	}
}

// checkTargets compares what one gesture can do with single hops and with the
// joints of the rules.
func (c *counts) checkTargets(t *testing.T, view *nardy.View, a *account) {
	t.Helper()
	got := map[int]map[string]bool{}
	for _, n := range a.Targets {
		node, hops, next := int(n[0].(float64)), int(n[3].(float64)), int(n[4].(float64))
		if got[node] == nil {
			got[node] = map[string]bool{}
		}
		name := fmt.Sprintf("%s/%s", n[1], n[2])
		if hops > 1 {
			name += fmt.Sprintf(" by %d to %d", hops, next)
			c.joints++
		}
		got[node][name] = true
	}
	for node, names := range got {
		want := map[string]bool{}
		for _, h := range view.Turn.Nodes[node].Hops {
			want[h.From+"/"+h.To] = true
		}
		for _, j := range nardy.Joints(view.Turn, node) {
			want[fmt.Sprintf("%s/%s by %d to %d", j.From, j.To, len(j.Hops), j.Next)] = true
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("targets at node %d (-rules +page):\n%s", node, diff)
		}
	}
}

// checkAutomatic compares what the page does without being asked.
func (c *counts) checkAutomatic(t *testing.T, s *nardy.State, a *account) {
	t.Helper()
	hops, _ := s.Continue(s.Graph(), 0, nardy.Auto{BearOff: true})
	want := ""
	if len(hops) > 0 {
		want = string(nardy.Format(hops))
		c.off++
	}
	if off := strings.TrimSuffix(a.Off, " whole"); off != want {
		t.Errorf("automatic bear-off is %q, not %q", off, want)
	}
	only, ok := s.Only()
	whole, is := strings.CutSuffix(a.Whole, " whole")
	if ok != is || !is && whole != "" {
		t.Errorf("a turn without a choice: %q, not %q", a.Whole, only)
	}
	if ok && is {
		c.whole++
		next, err := s.Apply(only)
		if err != nil {
			t.Fatal(err)
		}
		v, p := s.Variant(), next.(*nardy.State).Position()
		c.apply(t, s, whole, v.Code(&p))
	}
}

// TestATurnOnTheBoard hands positions by name to the tests of the script.
func TestATurnOnTheBoard(t *testing.T) {
	const opening = "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0"
	views := map[string]any{}
	for name, p := range map[string][2]string{
		"draw":                  {"short", ""},
		"short 3-1":             {"short", opening + " play L 3-1"},
		"short hit":             {"short", "2,0,0,-1,0,-5,0,-3,0,0,0,5,-4,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play L 3-1"},
		"short bar":             {"short", "1,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|1,0|0,0 play L 3-4"},
		"short off":             {"short", "0,0,0,-2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,2|0,0|12,13 play L 6-1"},
		"short blocked six":     {"short", "1,0,-2,-2,-2,0,-2,0,0,0,0,-2,0,0,0,0,0,0,0,0,0,0,0,-5|0,0|14,0 play L 5-6"},
		"short only":            {"short", "0,0,-2,-2,-2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-9|1,0|14,0 play L 1-2"},
		"short forced entry":    {"short", "0,0,-2,-2,-2,-2,0,0,0,0,0,5,0,0,0,0,5,0,4,0,0,0,0,-7|1,0|0,0 play L 2-4"},
		"plakoto cover":         {"plakoto", "15,0,0,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-14|0,0|0,0 play L 3-1"},
		"classic half a double": {"classic", "0,0,0,0,0,0,2,0,0,0,0,0,13,0,0,0,0,0,-15,0,0,0,0,0|0,0|0,0 play L 6-6-6-6"},
	} {
		views[name] = start(t, p[0], p[1]).View()
	}
	data, err := json.Marshal(views)
	if err != nil {
		t.Fatal(err)
	}
	runTests(t, "board/nardy/turn_test.ts", string(data))
}
