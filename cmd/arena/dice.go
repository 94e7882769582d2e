package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/table"
)

const diceHelp = `
Usage: arena dice < log.json

Checks every throw of a table, without the site: the log is what
GET /api/tables/ID/log answers, read while the table was played or later. It
prints what it has found in order as one JSON object, or says which event is
the first that is not. What that proves stands in "go doc ./internal/fair".
`

// diceReport is what arena dice prints.
type diceReport struct {
	Table  string `json:"table"`
	Game   string `json:"game"`
	Throws int    `json:"throws"`  // by the site, each with its receipt
	Shares [3]int `json:"shares"`  // of these, how many have 0, 1, 2 shares of seats
	Own    int    `json:"own"`     // throws with dice of the players
	Faces  []int  `json:"numbers"` // how often 1, 2, 3 … came up in the site's throws
}

// runDice checks the receipts in the log of a table.
func runDice(_ context.Context, args []string, stdin io.Reader, stdout io.Writer) error {
	if err := parse(flag.NewFlagSet("dice", flag.ContinueOnError), args, diceHelp); err != nil {
		return err
	}
	log, err := readLog(stdin)
	if err != nil {
		return err
	}
	opened, e, err := opening(log)
	if err != nil {
		return err
	}
	sum, err := fair.CheckLog(table.ID(log.Table), e.Rules, func(yield func(table.Event, error) bool) {
		for _, e := range log.Events {
			if !yield(table.Event{Seq: e.Seq, Kind: table.Kind(e.Kind), Body: e.Body}, nil) {
				return
			}
		}
	})
	if err != nil {
		return fmt.Errorf("not in order: %w", err)
	}
	return json.NewEncoder(stdout).Encode(diceReport{
		Table: log.Table, Game: opened.Game, Throws: sum.Throws, Shares: sum.By, Own: sum.Own, Faces: sum.Faces,
	})
}
