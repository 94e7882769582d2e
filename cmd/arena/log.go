package main

import (
	"encoding/json"
	"fmt"
	"io"

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
