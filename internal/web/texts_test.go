package web

import (
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
)

// TestEverythingThatCanBeSaidHasItsWords holds the catalogues against every
// rule that can refuse, every reason for which a round can end, and every
// error.
func TestEverythingThatCanBeSaidHasItsWords(t *testing.T) {
	languages, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	keys := []string{
		"error.stale", "error.no-seat", "error.no-table", "error.not-found", "error.too-fast", "error.too-big",
		"error.bad-message", "error.method", "error.origin", "error.full", "error.silent", "error.sockets",
		"error.silent.move", "error.silent.open", "error.silent.sit", "error.silent.read",
		"error.restart", "error.socket-only", "error.ahead", "error.broken", "reason." + game.ReasonResigned,
		"reason." + table.ReasonTime, "reason." + table.ReasonAbsent,
	}
	for _, rule := range table.TableRules() {
		keys = append(keys, "refusal."+rule)
	}
	for _, entry := range games.All() {
		if entry.Draft {
			continue // nobody sees it
		}
		info := entry.Rules.Info()
		for _, clause := range info.Clauses {
			keys = append(keys, "refusal."+clause)
		}
		for _, reason := range info.Reasons {
			keys = append(keys, "reason."+info.ID+"."+reason)
		}
	}
	for code, c := range languages {
		for _, key := range keys {
			if !c.Has(key) {
				t.Errorf("%s: no text %s", code, key)
			}
		}
	}
}
