package nardy_test

import (
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

// TestContract runs the contract of all games on every variant and every cube.
func TestContract(t *testing.T) {
	suite := gametest.Suite{
		Entry: game.Entry{Rules: nardy.Rules{}}, Games: 3, MaxEvents: 20000, Every: 40, BotPositions: 2,
	}
	if testing.Short() {
		suite.Games = 1
	}
	gametest.Run(t, suite)
}
