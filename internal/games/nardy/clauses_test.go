package nardy_test

import (
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

func TestExamples(t *testing.T) {
	for _, c := range (nardy.Rules{}).Explain() {
		for _, e := range c.Examples {
			t.Run(c.ID+"/"+e.ID, func(t *testing.T) {
				if err := gametest.CheckExample(nardy.Rules{}, e); err != nil {
					t.Error(err, "in", e.Position)
				}
			})
		}
	}
}

// TestExamplesThatFollow plays what an example allows, and comes to the one that
// shows what follows.
func TestExamplesThatFollow(t *testing.T) {
	examples := map[string]game.Example{}
	for _, c := range (nardy.Rules{}).Explain() {
		for _, e := range c.Examples {
			examples[e.ID] = e
		}
	}
	pairs := 0
	for id, then := range examples {
		before, ok := examples[strings.TrimSuffix(id, "-then")]
		if !strings.HasSuffix(id, "-then") {
			continue
		}
		if !ok || len(before.Allowed) == 0 {
			t.Errorf("%s follows nothing", id)
			continue
		}
		pairs++
		s, err := nardy.New(before.Options, before.Position)
		if err != nil {
			t.Fatal(err)
		}
		if got := act(t, s, string(before.Allowed[0])).String(); got != then.Position {
			t.Errorf("%s: %q leads to %s, the example is %s", id, before.Allowed[0], got, then.Position)
		}
	}
	if pairs < 2*17 {
		t.Errorf("only %d pairs", pairs)
	}
}

// TestEveryVariantIsShown finds bearing off and both ends of a double in every
// variant.
func TestEveryVariantIsShown(t *testing.T) {
	shown := map[string]bool{}
	for _, c := range (nardy.Rules{}).Explain() {
		for _, e := range c.Examples {
			shown[e.ID] = true
		}
	}
	for _, v := range nardy.Variants() {
		for _, kind := range []string{"bear-off-", "double-", "unplayed-"} {
			if id := kind + strings.ReplaceAll(v.ID, "_", "-"); !shown[id] {
				t.Errorf("no example %s", id)
			}
		}
	}
}
