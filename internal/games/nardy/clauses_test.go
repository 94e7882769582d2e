package nardy_test

import (
	"testing"

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
