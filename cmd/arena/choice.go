package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
)

// choice is the flags that say which game is meant.
type choice struct{ game, variant, options string }

func (c *choice) register(flags *flag.FlagSet) {
	flags.StringVar(&c.game, "game", "", "the `game`: "+strings.Join(ids(), ", "))
	flags.StringVar(&c.variant, "variant", "", "a `preset` of the game, or its option \"variant\"; empty for the defaults")
	flags.StringVar(&c.options, "options", "", "options of the game as a `JSON` object; they go before those of the variant")
}

func ids() []string {
	var ids []string
	for _, e := range games.All() {
		ids = append(ids, e.Rules.Info().ID)
	}
	return ids
}

// find returns a game of the list.
func find(id string) (game.Entry, error) {
	if id == "" {
		return game.Entry{}, fmt.Errorf("no game is named; there are %s", strings.Join(ids(), ", "))
	}
	e, ok := games.ByID(id)
	if !ok {
		return game.Entry{}, fmt.Errorf("no such game: %.40q; there are %s", id, strings.Join(ids(), ", "))
	}
	return e, nil
}

// pick returns the game and its canonical options.
func (c *choice) pick() (game.Entry, []byte, error) {
	e, err := find(c.game)
	if err != nil {
		return game.Entry{}, nil, usageError{err}
	}
	options, err := c.merged(e.Rules)
	if err != nil {
		return game.Entry{}, nil, usageError{err}
	}
	canonical, err := e.Rules.Normalize(options)
	if err != nil {
		return game.Entry{}, nil, usageError{err}
	}
	return e, canonical, nil
}

// merged lays the options over those of the variant.
func (c *choice) merged(rules game.Rules) ([]byte, error) {
	options, err := variant(rules, c.variant)
	if err != nil || c.options == "" {
		return options, err
	}
	if options == nil {
		return []byte(c.options), nil
	}
	fields, over := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := json.Unmarshal(options, &fields); err != nil {
		return nil, fmt.Errorf("options of variant %s: %w", c.variant, err)
	}
	if err := json.Unmarshal([]byte(c.options), &over); err != nil {
		return nil, fmt.Errorf("-options: %w", err)
	}
	maps.Copy(fields, over)
	return json.Marshal(fields)
}

// variant returns the options of a preset, or of a value of the option
// "variant" that the game accepts; nil for no name.
func variant(rules game.Rules, name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	var known []string
	for _, p := range rules.Info().Presets {
		if p.ID == name {
			return p.Options, nil
		}
		known = append(known, p.ID)
	}
	options, err := json.Marshal(map[string]string{"variant": name})
	if err != nil {
		return nil, err
	}
	if _, err := rules.Normalize(options); err != nil {
		return nil, fmt.Errorf("%s has no variant %.40q; there are %s", rules.Info().ID, name, strings.Join(known, ", "))
	}
	return options, nil
}

// botNamed returns a bot of a game. Every game can be played at random. No name
// means the strongest bot.
func botNamed(e game.Entry, name string) (game.Bot, error) {
	bots := e.Players()
	if name == "" {
		return bots[len(bots)-1], nil
	}
	if b, ok := e.BotNamed(name); ok {
		return b, nil
	}
	if name == (game.Random{}).Name() {
		return game.Random{}, nil
	}
	var names []string
	for _, b := range bots {
		names = append(names, b.Name())
	}
	return nil, usageError{fmt.Errorf("%s has no bot %.40q; there are %s", e.Rules.Info().ID, name, strings.Join(names, ", "))}
}

var errNoRequests = errors.New("answers no requests")
