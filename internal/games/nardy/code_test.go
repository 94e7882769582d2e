package nardy_test

import (
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// TestStatesNoGameReaches refuses codes whose parts are fine, and which no
// order of turns leads to; their neighbours that a game can reach are read.
func TestStatesNoGameReaches(t *testing.T) {
	const (
		open = "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0"
		long = "15,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"
		few  = "10,0,0,0,0,5,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"
		dead = "-2,-2,-2,-2,-2,-2,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2,2,2,2|3,3|0,0"
	)
	tests := []struct{ variant, cube, code, why string }{
		{"short", nardy.CubeNone, dead + " play L 6-5", "neither side"},
		{"short", nardy.CubeLinear, dead + " decide L", "neither side"},
		{"short", nardy.CubeLinear, dead + " answer D", "neither side"},
		{"classic", nardy.CubeNone, long + " play L 6-5 throws=0,1", "not thrown yet"},
		{"classic", nardy.CubeNone, long + " throw L throws=1,9", "throw in turn"},
		{"classic", nardy.CubeNone, long + " play L 6-5 throws=4,2", "throw in turn"},
		{"classic", nardy.CubeNone, long + " throw L throws=1,2", ""},
		{"classic", nardy.CubeNone, long + " throw D throws=0,0 began=D", ""},
		{"gulbar", nardy.CubeNone, long + " throw L throws=9,3", "throw in turn"},
		{"gulbar", nardy.CubeNone, long + " throw L throws=8,3", ""},
		{"sport", nardy.CubeNone, long + " throw L throws=0,0", "dice of the draw"},
		{"sport", nardy.CubeNone, long + " throw D throws=0,0 began=D", "dice of the draw"},
		{"sport", nardy.CubeNone, long + " throw D throws=1,0", ""},
		{"short", nardy.CubeNone, open + " throw L throws=0,0", "dice of the draw"},
		{"crazy", nardy.CubeNone, few + " play L 5-5-5-5 from=4 head=9 throws=6,6", "left the head"},
		{"crazy", nardy.CubeNone, few + " play L 5-5-5-5 from=4 head=1 throws=6,6", ""},
		{"crazy_gulbar", nardy.CubeNone, few + " play D 5-5-5 handed head=2 throws=6,6", "left the head"},
		{"crazy_gulbar", nardy.CubeNone, few + " play D 5-5-5 handed rest=6x4 throws=5,5", "before throw 6"},
		{"crazy_gulbar", nardy.CubeNone, few + " play D 5-5-5 handed rest=6x4 throws=6,5", ""},
		{"crazy_gulbar", nardy.CubeNone, few + " play D 5-5-5 handed throws=5,4", ""},
		{"gulbar", nardy.CubeNone, long + " play D 6-6 handed throws=0,0", "has not thrown"},
		{"gulbar", nardy.CubeNone, long + " play D 6-6 handed throws=1,0", ""},
	}
	for _, c := range tests {
		o := nardy.DefaultOptions()
		o.Variant, o.Cube = c.variant, c.cube
		s, err := nardy.Rules{}.Start(o.JSON(), c.code)
		switch {
		case c.why == "" && err != nil:
			t.Errorf("%s %s: %v", c.variant, c.code, err)
		case c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)):
			t.Errorf("%s %s: %v (%v), want %q", c.variant, c.code, s, err, c.why)
		}
	}
}

// TestPartsOfAState reads positions whose code tells everything, and asks for
// it.
func TestPartsOfAState(t *testing.T) {
	handed := at(t, "crazy_gulbar", "1:10 6:5", "13:15", "play D 5-5-5 handed rest=6x4 throws=6,7 began=D")
	if rest := handed.Rest(); !handed.Handed() || handed.Extra() || rest != (nardy.Rest{6: 4}) || handed.From() != 0 ||
		handed.Throws() != [2]int{6, 7} || handed.Starter() != nardy.Dark {
		t.Errorf("%s: handed %t, extra %t, rest %v, from %d, throws %v, %v began", handed, handed.Handed(), handed.Extra(), rest, handed.From(), handed.Throws(), handed.Starter())
	}
	running := at(t, "crazy", "1:3 10:12", "13:15", "play L 5-5-5-5 from=4 head=1 throws=6,6")
	if rest := running.Rest(); running.Handed() || !rest.Empty() || running.From() != 4 || running.Stage().HeadTaken != 1 ||
		running.Starter() != nardy.Light {
		t.Errorf("%s: handed %t, rest %v, from %d, %d have left the head", running, running.Handed(), rest, running.From(), running.Stage().HeadTaken)
	}
	if extra := at(t, "gulbar", "1:14 2:1", "13:15", "throw L extra"); !extra.Extra() || extra.Throws() != [2]int{2, 2} {
		t.Errorf("%s: extra %t, throws %v", extra, extra.Extra(), extra.Throws())
	}
}
