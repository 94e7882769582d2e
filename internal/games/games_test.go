package games_test

import (
	"testing"

	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games"
)

// TestContract runs the contract suite on every game of the list, with its
// bots. Each game runs it for longer in its own folder, and knows there how
// long its games can be.
func TestContract(t *testing.T) {
	for _, e := range games.All() {
		t.Run(e.Rules.Info().ID, func(t *testing.T) {
			gametest.Run(t, gametest.Suite{
				Entry: e, Games: 1, MaxEvents: 20000, Every: 25, BotPositions: 1,
			})
		})
	}
}

func TestIDsAreUniqueAndFound(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range games.All() {
		id := e.Rules.Info().ID
		if seen[id] {
			t.Errorf("two games are called %s", id)
		}
		seen[id] = true
		if found, ok := games.ByID(id); !ok || found.Rules != e.Rules {
			t.Errorf("ByID(%q) = %v, %t", id, found.Rules, ok)
		}
	}
	if _, ok := games.ByID("no-such-game"); ok {
		t.Error("ByID finds a game that does not exist")
	}
}
