// Package games lists the games. Its sub-folders hold one game each.
package games

import (
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	ashtarashkibot "github.com/hod-games/hod/internal/games/ashtarashki/bot"
	"github.com/hod-games/hod/internal/games/bachet"
	bachetbot "github.com/hod-games/hod/internal/games/bachet/bot"
	"github.com/hod-games/hod/internal/games/nardy"
	nardybot "github.com/hod-games/hod/internal/games/nardy/bot"
)

// All returns the games in the order in which the catalogue shows them.
func All() []game.Entry {
	return []game.Entry{
		{Rules: bachet.Rules{}, Bots: bachetbot.All()},
		{Rules: ashtarashki.Rules{}, Bots: ashtarashkibot.All()},
		{Rules: nardy.Rules{}, Bots: nardybot.All()},
	}
}

// ByID returns the game with that Info.ID.
func ByID(id string) (game.Entry, bool) {
	for _, e := range All() {
		if e.Rules.Info().ID == id {
			return e, true
		}
	}
	return game.Entry{}, false
}
