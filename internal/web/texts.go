package web

import (
	"errors"
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

// receiptsFile is the plain name of the script with the dialog about throws in a
// language, which a table loads when somebody opens it.
func receiptsFile(code string) string { return "receipts-" + code + ".js" }

// addReceipts makes these scripts: the texts, then what shows them.
func (s *Server) addReceipts() error {
	dialog, ok := s.assets.Content("receipts.js")
	if !ok {
		return errors.New("the script receipts.js is missing")
	}
	for _, code := range lang.Languages() {
		texts, err := s.languages[code].Subset("dice.")
		if err != nil {
			return fmt.Errorf("texts about throws: %w", err)
		}
		if err := s.assets.Add(receiptsFile(code), fmt.Appendf(nil, "var hodDialogTexts=%s;\n%s", texts, dialog)); err != nil {
			return err
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
		prefixes = append(prefixes, "dice.mark.") // the rest comes with the dialog
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
