package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes all events into a new file, as they are at one moment while it
// runs, without holding up appends. The file can be opened with Open. Nothing
// may have that name; nothing is left there if Backup returns an error.
func (l *Log) Backup(ctx context.Context, path string) error {
	if err := l.backup(ctx, path); err != nil {
		return fmt.Errorf("back up event log %s to %s: %w", l.path, path, err)
	}
	return nil
}

func (l *Log) backup(ctx context.Context, path string) (err error) {
	l.mu.RLock()
	if l.closed {
		l.mu.RUnlock()
		return ErrClosed
	}
	l.tasks.Add(1)
	l.mu.RUnlock()
	defer l.tasks.Done()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(l.alive, func() { cancel(ErrClosed) })()

	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return fs.ErrExist
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := vacuumInto(ctx, l.path, path); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	}
	return nil
}

// vacuumInto copies a database into a new file, which is there in full or not
// at all. It uses a connection of its own: those of a log that read must stay
// free, and refuse to write.
func vacuumInto(ctx context.Context, from, to string) (err error) {
	// Of its own, so that two backups to one name do not meet.
	scratch, err := os.MkdirTemp(filepath.Dir(to), filepath.Base(to)+".part-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	draft := filepath.Join(scratch, "backup")
	db, err := sql.Open("sqlite", dsn(from, "rw"))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?1", draft)
	if err := errors.Join(err, db.Close()); err != nil {
		return explain(err)
	}
	return install(draft, to)
}
