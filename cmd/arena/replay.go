package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

const replayHelp = `
Usage: arena replay < log.json

Has the computer of a table choose again, in every position in which it has
chosen: the log is what GET /api/tables/ID/log answers, saved to a file or piped.
It prints one JSON object: how many decisions there are, how many come out the
same, how many otherwise, and those that can not be told, because what a bot
leaves to chance depends on a seed that the log has once the round is over.

The program has to be of the version that played: another one may think
otherwise. A choice that was cut short on a busy machine differs, too.
`

// replayReport is what arena replay prints.
type replayReport struct {
	Table     string          `json:"table"`
	Game      string          `json:"game"`
	Bot       string          `json:"bot"`
	Decisions int             `json:"decisions"`
	Same      int             `json:"same"`
	Different []replayedOther `json:"different"`
	Unknown   int             `json:"unknown"` // in rounds without a seed
}

// replayedOther is a decision that came out otherwise.
type replayedOther struct {
	Seq      uint64      `json:"seq"` // the event
	Position string      `json:"position"`
	Played   game.Action `json:"played"`
	Now      game.Action `json:"now"`
}

// runReplay has the bot of a table choose again.
func runReplay(ctx context.Context, args []string, stdin io.Reader, stdout io.Writer) error {
	if err := parse(flag.NewFlagSet("replay", flag.ContinueOnError), args, replayHelp); err != nil {
		return err
	}
	log, err := readLog(stdin)
	if err != nil {
		return err
	}
	report, err := replay(ctx, log)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(stdout).Encode(report); err != nil {
		return err
	}
	if n := len(report.Different); n > 0 {
		return fmt.Errorf("%d of %d decisions come out otherwise", n, report.Decisions)
	}
	return nil
}

func replay(ctx context.Context, log *wire.Log) (*replayReport, error) {
	opened, _, err := opening(log)
	if err != nil {
		return nil, err
	}
	if opened.Mode != table.Computer {
		return nil, errors.New("people alone play at this table: there is no computer that could choose again")
	}
	report := &replayReport{Table: log.Table, Game: opened.Game, Bot: opened.Bot, Different: []replayedOther{}}
	decisions, err := table.Decisions(table.ID(log.Table), func(yield func(table.Event, error) bool) {
		for _, e := range log.Events {
			if !yield(table.Event{Seq: e.Seq, At: time.UnixMilli(e.At).UTC(), Kind: table.Kind(e.Kind), Body: e.Body}, nil) {
				return
			}
		}
	}, func(id string) (game.Entry, bool) {
		e, err := find(id)
		return e, err == nil
	})
	if err != nil {
		return nil, err
	}
	report.Decisions = len(decisions)
	for i := range decisions {
		d := &decisions[i]
		if !d.Known {
			report.Unknown++
			continue
		}
		now, err := game.Think(ctx, d.Bot, d.State, rand.New(rand.NewPCG(d.Seed, d.Seq)))
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", d.Event, err)
		}
		if now.Action == d.Played.Action {
			report.Same++
			continue
		}
		report.Different = append(report.Different, replayedOther{Seq: d.Event, Position: d.State.String(), Played: d.Played.Action, Now: now.Action})
	}
	return report, nil
}
