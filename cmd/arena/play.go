package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"time"
)

const playHelp = `
Usage: arena play -game GAME [-variant VARIANT] -a BOT -b BOT [-games N] [-seed S]

Lets two bots play a match and prints one JSON object. Games come in pairs: both
games of a pair have the same dice, and the same numbers for the bots' own
chance on each side, but the bots change sides. So two equal bots score 0, and
less of the result is luck.

"a_points_per_game" is what A wins on average, negative where it loses, and
"standard_error" that of this average over the pairs; it is 0 with fewer than
two pairs. Times are wall-clock milliseconds a decision; forced passes are not
decisions.
`

// result is the answer of "arena play".
type result struct {
	Games         int     `json:"games"`
	AWins         int     `json:"a_wins"`
	BWins         int     `json:"b_wins"`
	Draws         int     `json:"draws"`
	APoints       float64 `json:"a_points_per_game"`
	StandardError float64 `json:"standard_error"`
	AMilliseconds float64 `json:"a_ms_per_move"`
	BMilliseconds float64 `json:"b_ms_per_move"`
}

// runPlay plays bot against bot.
func runPlay(ctx context.Context, args []string, _ io.Reader, stdout io.Writer) error {
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	var c choice
	c.register(flags)
	a := flags.String("a", "", "the `name` of bot A; empty for the strongest")
	b := flags.String("b", "random", "the `name` of bot B")
	number := flags.Int("games", 100, "how many games to play; an even `number` makes whole pairs")
	seed := flags.Uint64("seed", 1, "a `number` that decides all that is left to chance")
	jobs := flags.Int("jobs", 1, "how many pairs to play at the same time")
	ms := flags.Int("ms", 0, "`milliseconds` to think about a decision; 0 lets bots think as long as they like")
	if err := parse(flags, args, playHelp); err != nil {
		return err
	}
	if *number < 1 || *jobs < 1 || *ms < 0 {
		return usageError{fmt.Errorf("-games and -jobs are at least 1, -ms at least 0")}
	}
	e, options, err := c.pick()
	if err != nil {
		return err
	}
	m := match{rules: e.Rules, options: options, seed: *seed, think: time.Duration(*ms) * time.Millisecond}
	for i, name := range []string{*a, *b} {
		if m.bots[i], err = botNamed(e, name); err != nil {
			return err
		}
	}
	r, err := m.play(ctx, *number, *jobs)
	if err != nil {
		return err
	}
	return json.NewEncoder(stdout).Encode(r)
}
