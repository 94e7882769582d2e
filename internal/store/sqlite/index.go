package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/hod-games/hod/internal/table"
)

// selectLast has one row a table; SQLite takes the other columns from the row
// that has the maximum.
const selectLast = `SELECT tbl, max(seq), at, kind FROM events GROUP BY tbl`

// Tables implements table.Index. The last events come without their bodies.
func (l *Log) Tables(ctx context.Context) iter.Seq2[table.Listed, error] {
	return func(yield func(table.Listed, error) bool) {
		all, err := l.listed(ctx)
		for _, one := range all {
			if !yield(one, nil) {
				return
			}
		}
		if err != nil {
			yield(table.Listed{}, fmt.Errorf("list the tables of %s: %w", l.path, err))
		}
	}
}

func (l *Log) listed(ctx context.Context) (all []table.Listed, err error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closed {
		return nil, ErrClosed
	}
	rows, err := l.readers.QueryContext(ctx, selectLast)
	if err != nil {
		return nil, explain(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var (
			one table.Listed
			at  int64
		)
		if err := rows.Scan(&one.ID, &one.Last.Seq, &at, &one.Last.Kind); err != nil {
			return all, explain(err)
		}
		one.Last.At = time.UnixMilli(at).UTC()
		all = append(all, one)
	}
	return all, explain(rows.Err())
}

// Drop implements table.Index.
func (l *Log) Drop(ctx context.Context, id table.ID, last uint64) error {
	if err := l.drop(ctx, id, last); err != nil {
		return fmt.Errorf("drop table %q: %w", id, err)
	}
	return nil
}

// drop uses a connection of its own, since the one that writes belongs to
// another goroutine.
func (l *Log) drop(ctx context.Context, id table.ID, last uint64) (err error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closed {
		return ErrClosed
	}
	db, err := sql.Open("sqlite", dsn(l.path, "rw"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	result, err := db.ExecContext(ctx,
		`DELETE FROM events WHERE tbl = ?1 AND ?2 = (SELECT max(seq) FROM events WHERE tbl = ?1)`, string(id), int64(last))
	if err != nil {
		return explain(err)
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return table.ErrConflict
}

// Copy writes all events of the log in the file from, which may be in use by
// another process, into a new file; see Log.Backup.
func Copy(ctx context.Context, from, to string) error {
	if err := copyFile(ctx, from, to); err != nil {
		return fmt.Errorf("back up event log %s to %s: %w", from, to, err)
	}
	return nil
}

func copyFile(ctx context.Context, from, to string) error {
	from, err := resolve(from)
	if err != nil {
		return err
	}
	if _, err := os.Stat(from); err != nil {
		return err // before SQLite makes one
	}
	if err := examine(from); err != nil {
		return err
	}
	if to, err = filepath.Abs(to); err != nil {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return fs.ErrExist
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return vacuumInto(ctx, from, to)
}
