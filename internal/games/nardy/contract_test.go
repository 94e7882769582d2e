package nardy_test

import (
	"os"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

// TestContract runs the contract of all games on every variant, without a cube
// and with both.
func TestContract(t *testing.T) {
	suite := gametest.Suite{
		Entry: game.Entry{Rules: nardy.Rules{}}, Games: 3, MaxEvents: 20_000, Every: 40, BotPositions: 2,
		MaxViewBytes: 96 << 10,
	}
	switch {
	case os.Getenv("HOD_SOAK") != "":
		suite.Games = 100
	case testing.Short() || raceEnabled:
		suite.Games = 1
	}
	for i, v := range nardy.Variants() {
		o := nardy.DefaultOptions()
		o.Variant = v.ID
		suite.Options = append(suite.Options, o.JSON())
		o.Cube, o.Stake = nardy.CubeLinear, 5
		if i%2 == 0 {
			o.Cube, o.Points, o.Score = nardy.CubeDoubling, 7, [2]int{2, 6}
			o.Crawford = i%4 == 0
		}
		suite.Options = append(suite.Options, o.JSON())
	}
	gametest.Run(t, suite)
}

func FuzzActions(f *testing.F) { gametest.FuzzActions(f, nardy.Rules{}) }

func FuzzCodes(f *testing.F) { gametest.FuzzCodes(f, nardy.Rules{}) }

func FuzzOptions(f *testing.F) { gametest.FuzzOptions(f, nardy.Rules{}) }

// TestGoldenGames plays one recorded game of every variant again, and some
// with a cube.
func TestGoldenGames(t *testing.T) {
	for i, v := range nardy.Variants() {
		t.Run(v.ID, func(t *testing.T) {
			o := nardy.DefaultOptions()
			o.Variant = v.ID
			gametest.GoldenRandom(t, nardy.Rules{}, "testdata/golden/"+v.ID+".game", o.JSON(), uint64(i), 20_000)
		})
	}
	o := nardy.DefaultOptions()
	o.Cube = nardy.CubeLinear
	o.Variant = "gulbar"
	gametest.GoldenRandom(t, nardy.Rules{}, "testdata/golden/gulbar-linear.game", o.JSON(), 3, 20_000)
	o = nardy.DefaultOptions()
	o.Cube, o.Points, o.Score = nardy.CubeDoubling, 5, [2]int{1, 2}
	gametest.GoldenRandom(t, nardy.Rules{}, "testdata/golden/short-doubling.game", o.JSON(), 11, 20_000)
}
