package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/table"
)

// log is a table.Log that is closed at the end.
type log interface {
	table.Log
	io.Closer
}

// databaseName is the file in the data folder.
const databaseName = "hod.db"

// openLog opens the log that the configuration names, or says what is wrong.
func openLog(ctx context.Context, c Config) (log, error) {
	if c.Store == storeMemory {
		return memory.New(), nil
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder %s can not be made (%w): choose another one with -data", c.Data, cause(err))
	}
	l, err := sqlite.Open(ctx, sqlite.Options{Path: filepath.Join(c.Data, databaseName)})
	switch {
	case errors.Is(err, sqlite.ErrInUse):
		return nil, fmt.Errorf("the data folder %s is in use by another hod: end it, or choose another one with -data", c.Data)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the data folder %s can not be written to (%w): choose another one with -data", c.Data, cause(err))
	case err != nil:
		return nil, fmt.Errorf("the data folder %s can not be used: %w", c.Data, err)
	}
	return l, nil
}

// cause is the reason of an error without the path, which the sentence around
// it names already.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}
