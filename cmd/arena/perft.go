package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"

	"github.com/hod-games/hod/internal/game"
)

const perftHelp = `
Usage: arena perft -game GAME [-variant VARIANT] [-pos CODE] [-depth N]

Counts the leaves of the game tree, one JSON object for every depth from 1 to N.
An action is one step of depth, and so is a throw; throws that lead to the same
position count once. "over" is how many of the leaves are games that have ended.
`

// runPerft counts game trees.
func runPerft(ctx context.Context, args []string, _ io.Reader, stdout io.Writer) error {
	flags := flag.NewFlagSet("perft", flag.ContinueOnError)
	var c choice
	c.register(flags)
	position := flags.String("pos", "", "the position `code` to begin with; empty for the initial position")
	depth := flags.Int("depth", 4, "how `deep` to count")
	if err := parse(flags, args, perftHelp); err != nil {
		return err
	}
	if *depth < 1 {
		return usageError{fmt.Errorf("-depth is at least 1")}
	}
	e, options, err := c.pick()
	if err != nil {
		return err
	}
	s, err := e.Rules.Start(options, *position)
	if err != nil {
		return usageError{err}
	}
	out := json.NewEncoder(stdout)
	return interruptible(ctx, func() error {
		for d := 1; d <= *depth; d++ {
			leaves, err := game.Perft(s, d)
			if err != nil {
				return err
			}
			if err := out.Encode(struct {
				Depth int `json:"depth"`
				game.Leaves
			}{d, leaves}); err != nil {
				return err
			}
		}
		return nil
	})
}
