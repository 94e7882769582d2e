package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/game"
)

const botHelp = `
Usage: arena bot -game GAME [-variant VARIANT] [-bot BOT] [-seed N] < positions > choices

Answers positions with what a bot would do. Each line of the input is a position
as a JSON object in the form that the game's bots read; each line of the output
is the answer to one line of the input. "id" is repeated. The options of -variant
and -options stand in for what a position leaves out. Further fields are ignored,
so that one program can ask about every game in one form. The same input and seed
give the same output, unless a bot is given a time to think.

The form stands in the comment of the bots' package:
"go doc ./internal/games/GAME/bot".
`

// runBot is a bot as a filter.
func runBot(ctx context.Context, args []string, stdin io.Reader, stdout io.Writer) error {
	flags := flag.NewFlagSet("bot", flag.ContinueOnError)
	var c choice
	c.register(flags)
	name := flags.String("bot", "", "the `name` of the bot; empty for the strongest")
	seed := flags.Uint64("seed", 1, "a `number` that decides all that is left to chance")
	if err := parse(flags, args, botHelp); err != nil {
		return err
	}
	e, options, err := c.pick()
	if err != nil {
		return err
	}
	bot, err := botNamed(e, *name)
	if err != nil {
		return err
	}
	advisor, ok := bot.(game.Advisor)
	if !ok {
		return fmt.Errorf("bot %s of %s %w", bot.Name(), c.game, errNoRequests)
	}
	var stand []byte
	if c.variant != "" || c.options != "" {
		stand = options[1 : len(options)-1]
	}
	requests := uint64(0)
	return filter(ctx, stdin, stdout, func(ctx context.Context, request []byte) (any, error) {
		requests++
		if stand != nil {
			// Of two fields with one name the last one counts: the request's.
			request = withFields(request, stand)
		}
		return advisor.Advise(ctx, request, rand.New(rand.NewPCG(*seed, requests)))
	})
}
