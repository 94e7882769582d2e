package web

import (
	"fmt"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
)

// textsFile is the plain name of the script with the texts that the script of
// a game's tables says in a language. It is an asset like any other, so that
// browsers keep it and every further page of a table goes without it.
func textsFile(id, code string) string { return "texts-" + id + "-" + code + ".js" }

// addTexts makes these scripts for all games and languages.
func (s *Server) addTexts() error {
	for _, entry := range s.host.Games() {
		for _, code := range lang.Languages() {
			script, err := textsScript(entry.Rules, s.languages[code])
			if err != nil {
				return err
			}
			if err := s.assets.Add(textsFile(entry.Rules.Info().ID, code), script); err != nil {
				return err
			}
		}
	}
	return nil
}

// textsScript sets what web/src/table.ts looks for.
func textsScript(rules game.Rules, c *lang.Catalogue) ([]byte, error) {
	id := rules.Info().ID
	prefixes := []string{"play.", "reason." + id + ".", "reason.resigned", "reason.time", "reason.absent", id + ".play.", id + ".flow."}
	dice, err := throwsDice(rules)
	if err != nil {
		return nil, err
	}
	if dice {
		prefixes = append(prefixes, "dice.")
	}
	texts, err := c.Subset(prefixes...)
	if err != nil {
		return nil, fmt.Errorf("texts for the script of %s: %w", id, err)
	}
	return fmt.Appendf(nil, "var hodTexts=%s;\n", texts), nil
}

// throwsDice reports whether a game is played with dice.
func throwsDice(rules game.Rules) (bool, error) {
	id := rules.Info().ID
	options, err := rules.Normalize(nil)
	if err != nil {
		return false, fmt.Errorf("options of %s: %w", id, err)
	}
	start, err := rules.Start(options, "")
	if err != nil {
		return false, fmt.Errorf("start %s: %w", id, err)
	}
	_, dice := start.(game.Dicer)
	return dice, nil
}
