package nardy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

func TestOptions(t *testing.T) {
	got, err := nardy.Rules{}.Normalize([]byte(`{"variant":"crazy_gulbar","cube":"linear"}`))
	want := `{"variant":"crazy_gulbar","cube":"linear","points":1,"stake":1,"score":[0,0],"crawford":false}`
	if err != nil || string(got) != want {
		t.Errorf("got %s (%v)", got, err)
	}
	tests := []struct{ options, field, rule string }{
		{`{"variant":"backgammon"}`, "variant", "range"},
		{`{"cube":"octal"}`, "cube", "range"},
		{`{"points":0}`, "points", "range"},
		{`{"points":100}`, "points", "range"},
		{`{"points":"3"}`, "points", "type"},
		{`{"stake":0}`, "stake", "range"},
		{`{"points":5,"score":[5,0]}`, "score", "range"},
		{`{"points":5,"score":[1]}`, "score", "type"},
		{`{"points":5,"score":[1,2,3]}`, "score", "type"},
		{`{"points":5,"score":[4,4],"cube":"doubling","crawford":true}`, "crawford", "range"},
		{`{"points":5,"score":[4,1],"cube":"linear","crawford":true}`, "crawford", "range"},
		{`{"length":5}`, "length", "unknown"},
		{`[]`, "", "json"},
	}
	for _, c := range tests {
		_, err := nardy.Rules{}.Normalize([]byte(c.options))
		wrong, ok := errors.AsType[*game.OptionError](err)
		if !ok || wrong.Field != c.field || wrong.Rule != c.rule {
			t.Errorf("%s: %v", c.options, err)
		}
	}
}

// TestImpossiblePositions says why a code is refused.
func TestImpossiblePositions(t *testing.T) {
	const (
		empty = "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
		open  = "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0"
		long  = "15,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"
	)
	tests := []struct{ variant, code, why string }{
		{"short", "3,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 throw L", "light has 16 checkers"},
		{"short", "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,1|0,0 throw L", "dark has 16 checkers"},
		{"short", "2*,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 throw L", "two owners"},
		{"classic", "14,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|1,0|0,0 throw L", "on the bar"},
		{"short", empty + "|0,0|15,15 over L oyn", "both sides"},
		{"short", empty + "|0,15|15,0 throw D", "already over"},
		{"short", open + " over L oyn", "not ended"},
		{"short", "-2,-2,-2,-2,-2,-2,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2,2,2,2|3,3|0,0 throw L", "already over"},
		{"short", open, "whose turn"},
		{"short", open + " draw L", "before everything"},
		{"short", open + " sleep L", "no phase"},
		{"short", open + " throw X", "no side"},
		{"short", open + " play L 7-1", "does not show"},
		{"short", open + " play L 3-3", "four equal"},
		{"short", open + " play L 3-1 throws=0,4", "not thrown yet"},
		{"short", open + " play L 3 handed", "no remainder"},
		{"short", open + " throw L cube=1L", "raised"},
		{"short", open + " decide L", "no raise"},
		{"short", open + " throw L extra", "no extra throw"},
		{"short", open + " throw L began=L", "what is"},
		{"short", open + " throw L throws=2,2", "written properly"},
		{"classic", long + " play L 5-5-5-5 from=4 throws=9,9", "no progression"},
		{"crazy", long + " play L 5-5-5-5 from=4 throws=5,9", "no progression"},
		{"crazy_gulbar", long + " play L 4-4 handed rest=6x4", "every higher one"},
		{"gulbar", long + " play L 4-4 handed rest=5x4,6x4", "no progression"},
		{"triple", long + " play L 4-4", "a throw is 3 dice"},
		{"classic", long + " play L 4-3 head=1", "in a progression only"},
		{"classic", long + " throw L head=1", "stage that is being played"},
		{"short", "x", "points|bar|off"},
		{"short", "1,2|0,0|0,0 throw L", "24 points"},
		{"short", strings.Replace(open, "-5", "-05", 1) + " throw L", "no number of checkers"},
	}
	for _, c := range tests {
		o := nardy.DefaultOptions()
		o.Variant = c.variant
		s, err := nardy.Rules{}.Start(o.JSON(), c.code)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %s: %v (%v), want %q", c.variant, c.code, s, err, c.why)
		}
	}
}

func TestQueryRefusesBadRequests(t *testing.T) {
	const (
		open = "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0"
		long = "15,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"
	)
	for _, q := range []string{
		``, `{`, `[]`, `{"type":"legal"}`, `{"type":"legal","variant":"go","pos":"` + open + `"}`,
		`{"type":"what","variant":"short","pos":"` + open + `"}`,
		`{"type":"legal","variant":"short","pos":"x","turn":"L","dice":[3,1]}`,
		`{"type":"legal","variant":"short","pos":"` + open + `","turn":"X","dice":[3,1]}`,
		`{"type":"legal","variant":"short","pos":"` + open + `","turn":"L","dice":[3,7]}`,
		`{"type":"legal","variant":"short","pos":"` + open + `","turn":"L","dice":[]}`,
		`{"type":"legal","variant":"short","pos":"` + open + `","turn":"L","dice":[1,1,1,1,1]}`,
		`{"type":"legal","variant":"short","pos":"` + open + `","turn":"L","dice":[2,1],"head_taken":-1}`,
		`{"type":"flow","variant":"short","pos":"` + open + `","turn":"L","throw":[],"number":1}`,
		`{"type":"flow","variant":"short","pos":"` + open + `","turn":"L","throw":[1,1],"number":9}`,
		`{"type":"flow","variant":"crazy","pos":"` + long + `","turn":"L","throw":[4,4],"throws":6}`,
		`{"type":"game","variant":"short","opening":[3,3],"stages":[]}`,
		`{"type":"game","variant":"short","opening":[3,1],"stages":[{"dice":[2,1],"result":"` + open + `"}]}`,
		`{"type":"game","variant":"short","opening":[3,1],"stages":[{"dice":[3,1],"result":"` + open + `"}]}`,
		`{"type":"game","variant":"classic","opening":[3,1],"stages":[{"dice":[3],"result":""}]}`,
	} {
		if a, err := (nardy.Rules{}).Query([]byte(q)); err == nil {
			t.Errorf("%s is answered by %v", q, a)
		}
	}
}
