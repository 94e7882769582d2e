package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// readLog reads the log of a table, as GET /api/tables/ID/log answers it.
func readLog(from io.Reader) (*wire.Log, error) {
	data, err := io.ReadAll(from)
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	var log wire.Log
	if err := json.Unmarshal(data, &log); err != nil {
		return nil, fmt.Errorf("the log is no JSON, or breaks off: %w", err)
	}
	return &log, nil
}

// opening is how the table of a log was opened, and its game.
func opening(log *wire.Log) (opened table.OpenedBody, e game.Entry, err error) {
	if len(log.Events) == 0 {
		return opened, e, errors.New("the log has no events")
	}
	if err := json.Unmarshal(log.Events[0].Body, &opened); err != nil {
		return opened, e, fmt.Errorf("the first event: %w", err)
	}
	e, err = find(opened.Game)
	return opened, e, err
}
