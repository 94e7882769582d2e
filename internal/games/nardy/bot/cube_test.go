package bot

import (
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// TestCubeInRaces asks about races that are decided by the table, so that the
// right answer is known.
func TestCubeInRaces(t *testing.T) {
	for _, c := range []struct {
		about, options, code string
		want                 game.Action
	}{
		{
			"a sure win is worth a raise", `{"cube":"linear"}`,
			"-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2|0,0|13,14 decide L", nardy.Raise,
		},
		{
			"and nobody takes it", `{"cube":"linear"}`,
			"-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2|0,0|13,14 answer D", nardy.Drop,
		},
		{
			"a sure loss is no reason for one", `{"cube":"doubling"}`,
			"-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5,0,0,0,0,0|0,0|10,14 decide L", nardy.Roll,
		},
		{
			"and a raise against a sure win is taken", `{"cube":"doubling"}`,
			"-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5,0,0,0,0,0|0,0|10,14 answer D", nardy.Take,
		},
		{
			"a sure mars is played out", `{"cube":"linear"}`,
			"0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1|0,0|14,0 decide L", nardy.Roll,
		},
		{
			"a race that is lost as good as surely is dropped", `{"cube":"linear"}`,
			"-2,-2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2|0,0|13,11 answer D", nardy.Drop,
		},
		{
			"who can not win a match any more otherwise has nothing to lose", `{"cube":"doubling","points":3,"score":[0,2]}`,
			"-5,0,0,0,0,-5,0,0,0,0,0,0,0,0,0,0,0,0,5,5,0,0,0,0|0,0|5,5 decide L", nardy.Raise,
		},
		{
			"who wins the match with the price as it is raises nothing", `{"cube":"doubling","points":3,"score":[2,0]}`,
			"-5,0,0,0,0,-5,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0|0,0|13,5 decide L", nardy.Roll,
		},
	} {
		s, err := nardy.New([]byte(c.options), c.code)
		if err != nil {
			t.Errorf("%s: %v", c.about, err)
			continue
		}
		for _, b := range bots[1:] {
			if got, err := b.Choose(t.Context(), s, nil); err != nil || got != c.want {
				t.Errorf("%s: %s says %q (error %v), want %q", c.about, b.Name(), got, err, c.want)
			}
		}
	}
}
