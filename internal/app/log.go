package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/hod-games/hod/internal/store/jetstream"
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
func openLog(ctx context.Context, c Config, logger *slog.Logger) (log, error) {
	switch c.Store {
	case storeMemory:
		return memory.New(), nil
	case storeJetStream:
		l, err := jetstream.Open(ctx, jetstream.Options{
			URL: c.NATS.URL, Stream: c.NATS.Stream, Replicas: c.NATS.Replicas,
			Credentials: c.NATS.Credentials, Monitors: c.NATS.Monitors, Logger: logger,
		})
		if err != nil {
			return nil, err // a sentence for people
		}
		return l, nil
	default:
		return openFile(ctx, c)
	}
}

// openFile opens the database in the data folder.
func openFile(ctx context.Context, c Config) (log, error) {
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
