package nardy

import "github.com/hod-games/hod/internal/game"

// Explain returns the clauses.
func (Rules) Explain() []game.Clause { return nil }
