package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"
)

const (
	// applicationID is in the header of every file of this package, so that
	// it is not taken for that of another program, nor the other way round.
	applicationID = 0x486F6445 // "HodE"

	// schemaVersion is the one this package reads and writes.
	schemaVersion = 1

	// magic is how every SQLite database begins.
	magic = "SQLite format 3\x00"
)

// createEvents is what the schema consists of. The text is kept in the file
// and compared at each start.
const createEvents = `CREATE TABLE events (
  tbl     TEXT    NOT NULL, -- the table's id
  seq     INTEGER NOT NULL, -- 1, 2, 3 … without gaps
  at      INTEGER NOT NULL, -- milliseconds since 1970, UTC
  kind    TEXT    NOT NULL,
  key     TEXT    NOT NULL, -- '' if the host did it by itself
  body    BLOB,             -- JSON, byte for byte; NULL if there is none
  private BLOB,             -- the same
  PRIMARY KEY (tbl, seq)
) STRICT, WITHOUT ROWID`

// resolve returns the absolute path with all links followed, so that one file
// has one lock.
func resolve(path string) (string, error) {
	if path == "" {
		return "", errors.New("no file is named")
	}
	if strings.ContainsRune(path, 0) {
		return "", errors.New("the file name has a zero byte")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if _, err := os.Lstat(path); err == nil {
		return "", errors.New("the file is a symbolic link to nothing")
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return "", fmt.Errorf("find the folder: %w", err)
	}
	return filepath.Join(folder, filepath.Base(path)), nil
}

// ensureFile returns nil if path may be a database, and makes an empty one if
// nothing has that name. The caller holds the lock.
func ensureFile(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		for _, suffix := range []string{"-wal", "-journal"} {
			if rest, err := os.Stat(path + suffix); err == nil && rest.Size() > 0 {
				return fmt.Errorf("the database is missing, but %s%s, which belongs to it, is there: restore the one or move the other away", path, suffix)
			}
		}
		if err := create(ctx, path); err != nil {
			return fmt.Errorf("make a new database: %w", err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("it is not a file but %s", describeMode(info.Mode()))
	}
	if info.Size() == 0 {
		// Ours come into being whole; whatever emptied this one, the
		// events may still be somewhere.
		return errors.New("the file is empty, which no database is: move it away to begin a new one")
	}
	return examine(path)
}

func describeMode(m fs.FileMode) string {
	if m.IsDir() {
		return "a folder"
	}
	return "a special file (" + m.Type().String() + ")"
}

// examine looks at the file before SQLite does, which would go on with one that
// it can only read: appends would go to the write-ahead log, and never get out
// of it.
func examine(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("see whether it can be read and written: %w", err)
	}
	defer f.Close()
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(f, head); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("read the beginning of the file: %w", err)
	}
	if string(head) != magic {
		return errors.New("the file is not a database")
	}
	return nil
}

// create makes the database under another name and moves it into place when it
// is complete and on stable storage, so that no crash leaves half of one.
func create(ctx context.Context, path string) (err error) {
	draft := path + ".new"
	discard := func() error {
		for _, name := range []string{draft, draft + "-journal"} {
			if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	}
	if err := discard(); err != nil { // of an attempt that was killed
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, discard())
		}
	}()
	db, err := sql.Open("sqlite", dsn(draft, "rwc"))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf("BEGIN; PRAGMA application_id = %d; PRAGMA user_version = %d; %s; COMMIT",
		applicationID, schemaVersion, createEvents))
	if err := errors.Join(err, db.Close()); err != nil {
		return explain(err)
	}
	return install(draft, path)
}

// install puts a finished file into its place, durably. It is for its owner
// alone, for it holds the hashes of seats and the keys of dice to come; what
// SQLite puts beside it later is as closed as the file itself.
func install(draft, path string) error {
	if err := os.Chmod(draft, 0o600); err != nil {
		return err
	}
	if err := syncPath(draft); err != nil {
		return err
	}
	if err := os.Rename(draft, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func syncPath(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// configure checks that conn leads to a log of ours that can be written, and
// that what it writes will be durable.
func configure(ctx context.Context, conn *sql.Conn) error {
	if err := identify(ctx, conn); err != nil {
		return err
	}
	for _, p := range []struct{ pragma, want string }{
		{"journal_mode = WAL", "wal"},
		{"synchronous = FULL", ""},
		{"synchronous", "2"}, // 2 is FULL
		// Pages of busy tables are written again and again; the more of
		// that happens between two checkpoints, the more of it is saved.
		{"wal_autocheckpoint = 4000", "4000"},
		{"journal_size_limit = 67108864", "67108864"},
		{"cache_size = -8192", ""},
	} {
		if err := setPragma(ctx, conn, p.pragma, p.want); err != nil {
			return err
		}
	}
	// Files from before there were notes have no place for one. Programs from
	// then take no notice of it.
	if _, err := conn.ExecContext(ctx, createNotes); err != nil {
		return fmt.Errorf("make room for a note: %w", explain(err))
	}
	// What lies beside the file must be writable too.
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE; ROLLBACK"); err != nil {
		return fmt.Errorf("try whether it can be written: %w", explain(err))
	}
	return nil
}

// identify refuses a file that is not a log of this version.
func identify(ctx context.Context, conn *sql.Conn) error {
	var id, version int64
	if err := conn.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return fmt.Errorf("read the application id: %w", explain(err))
	}
	if id != applicationID {
		return fmt.Errorf("it is a database, but of another program (application id %#x, not %#x)", uint32(id), uint32(applicationID))
	}
	if err := conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("read the version of the schema: %w", explain(err))
	}
	if version > schemaVersion {
		return fmt.Errorf("it has version %d of the schema, made by a newer program; this one knows versions up to %d", version, schemaVersion)
	}
	var schema string
	err := conn.QueryRowContext(ctx, "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'events'").Scan(&schema)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read the schema: %w", explain(err))
	}
	if version != schemaVersion || schema != createEvents {
		return fmt.Errorf("the schema (version %d) is not one that this program has made", version)
	}
	// The root of the tree is where a damaged file shows first.
	if _, err := conn.ExecContext(ctx, "SELECT 1 FROM events LIMIT 1"); err != nil {
		return fmt.Errorf("read an event: %w", explain(err))
	}
	return nil
}

// setPragma executes a pragma and compares its answer unless want is empty.
func setPragma(ctx context.Context, conn *sql.Conn, pragma, want string) error {
	if want == "" {
		if _, err := conn.ExecContext(ctx, "PRAGMA "+pragma); err != nil {
			return fmt.Errorf("set %s: %w", pragma, explain(err))
		}
		return nil
	}
	var got string
	if err := conn.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&got); err != nil {
		return fmt.Errorf("set %s: %w", pragma, explain(err))
	}
	if got != want {
		return fmt.Errorf("the database answers %q to PRAGMA %s, want %q: events would not be safe", got, pragma, want)
	}
	return nil
}

// dsn returns the name of the file for the driver. The mode is that of SQLite:
// "rw", or "rwc", which makes the file if it is missing.
func dsn(path, mode string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	u := url.URL{Scheme: "file", Path: path}
	u.RawQuery = url.Values{
		"mode": {mode},
		// Only another program, or a checkpoint, can keep a lock.
		"_pragma":    {"busy_timeout(5000)"},
		"_dqs":       {"0"},
		"_defensive": {"1"},
	}.Encode()
	return u.String()
}

// explain adds to an error of SQLite what it means for this package.
func explain(err error) error {
	meaning := ""
	switch resultCode(err) {
	case sqlite3.SQLITE_NOTADB:
		meaning = "the file is not a database, or is damaged"
	case sqlite3.SQLITE_CORRUPT:
		meaning = "the file is damaged: restore it from a backup"
	case sqlite3.SQLITE_READONLY:
		meaning = "the file can not be written"
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		meaning = "another program keeps the file locked"
	case sqlite3.SQLITE_FULL:
		meaning = "the disk is full"
	default:
		return err
	}
	return fmt.Errorf("%s: %w", meaning, err)
}
