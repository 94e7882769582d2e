package sqlite_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/table"
)

// wantRefused checks that the file is not opened, that the error names it and
// says what is wrong, and that neither it nor anything beside it has changed.
func wantRefused(t *testing.T, path, why string) {
	t.Helper()
	before := snapshot(t, filepath.Dir(path))
	log, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
	if err == nil {
		_ = log.Close()
		t.Fatalf("%s was opened, want an error that says %q", path, why)
	}
	if text := err.Error(); !strings.Contains(text, path) || !strings.Contains(text, why) {
		t.Errorf("error %q, want one that names %s and says %q", text, path, why)
	}
	if after := snapshot(t, filepath.Dir(path)); after != before {
		t.Errorf("files changed from\n%s\nto\n%s", before, after)
	}
}

// snapshot describes every file in the folder, except locks and the index of
// the write-ahead log, which is no data.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".lock") || strings.HasSuffix(e.Name(), "-shm") {
			continue
		}
		if e.IsDir() {
			fmt.Fprintf(&all, "%s/\n", e.Name())
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 0 || !strings.HasSuffix(e.Name(), "-wal") {
			fmt.Fprintf(&all, "%s %d bytes %q\n", e.Name(), len(data), data)
		}
	}
	return all.String()
}

// written returns the path of a closed log with some events.
func written(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hod.db")
	log := mustOpen(t, path)
	appendAll(t, log, 10, 100)
	mustClose(t, log)
	return path
}

// execute changes a database behind the back of the log.
func execute(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), statements)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefusesWhatIsNotItsOwn(t *testing.T) {
	for _, test := range []struct {
		name, why string
		make      func(t *testing.T, path string)
	}{
		{"text", "not a database", func(t *testing.T, path string) {
			put(t, path, []byte(strings.Repeat("Dear diary, ", 1000)))
		}},
		{"a few bytes", "not a database", func(t *testing.T, path string) { put(t, path, []byte("SQLite")) }},
		{"a header and no more", "not a database", func(t *testing.T, path string) {
			put(t, path, []byte("SQLite format 3\x00"))
		}},
		{"an empty file", "empty", func(t *testing.T, path string) { put(t, path, nil) }},
		{"a folder", "a folder", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o755); err != nil {
				t.Fatal(err)
			}
		}},
		{"a link to nothing", "link", func(t *testing.T, path string) {
			if err := os.Symlink(path+".gone", path); err != nil {
				t.Skip(err)
			}
			t.Cleanup(func() { _ = os.Remove(path) })
		}},
		{"a database of another program", "another program", func(t *testing.T, path string) {
			execute(t, path, "CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES ('Monday')")
		}},
		{"a database of another program with events", "another program", func(t *testing.T, path string) {
			execute(t, path, "CREATE TABLE events (tbl TEXT, seq INTEGER); PRAGMA application_id = 7; PRAGMA user_version = 1")
		}},
		{"a log whose write-ahead log alone is left", "missing", func(t *testing.T, path string) {
			put(t, path+"-wal", []byte("frames"))
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "hod.db")
			test.make(t, path)
			if test.name == "a link to nothing" {
				// What can not be read can not be compared either.
				if _, err := sqlite.Open(t.Context(), sqlite.Options{Path: path}); err == nil || !strings.Contains(err.Error(), test.why) {
					t.Errorf("error %v, want one that says %q", err, test.why)
				}
				return
			}
			wantRefused(t, path, test.why)
		})
	}
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefusesNamesThatCanNotBe(t *testing.T) {
	for path, why := range map[string]string{
		"":                        "no file is named",
		"hod\x00.db":              "zero byte",
		t.TempDir() + "/x/hod.db": "folder",
	} {
		log, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
		if err == nil {
			mustClose(t, log)
		}
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("open %q: error %v, want one that says %q", path, err, why)
		}
	}
}

func TestOpenTakesNamesThatURLsEscape(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "50% of #games? ход & co;", "a+b 'c'")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "file:hod?mode=memory.db")
	for range 2 {
		log := mustOpen(t, path)
		if err := log.Append(t.Context(), "t", benchEvent(count(t, log, "t")+1)); err != nil {
			t.Fatal(err)
		}
		mustClose(t, log)
	}
	log := mustOpen(t, path)
	if n := count(t, log, "t"); n != 2 {
		t.Errorf("%d events, want 2", n)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestOpenRefusesAnotherSchema(t *testing.T) {
	newer := written(t)
	execute(t, newer, "PRAGMA user_version = 2")
	wantRefused(t, newer, "newer program")

	older := written(t)
	execute(t, older, "PRAGMA user_version = 0")
	wantRefused(t, older, "not one that this program has made")

	altered := written(t)
	execute(t, altered, "ALTER TABLE events ADD COLUMN mood TEXT")
	wantRefused(t, altered, "not one that this program has made")

	emptied := written(t)
	execute(t, emptied, "DROP TABLE events")
	wantRefused(t, emptied, "not one that this program has made")
}

func TestOpenRefusesDamage(t *testing.T) {
	truncated := written(t)
	if err := os.Truncate(truncated, 3*4096); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, truncated, "damaged")

	// After the header, which says whose file it is.
	overwritten := written(t)
	data := get(t, overwritten)
	scribble(data[100:4096])
	put(t, overwritten, data)
	wantRefused(t, overwritten, "damaged")
}

func scribble(b []byte) {
	for i := range b {
		b[i] = 0xA5
	}
}

func get(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestDamageInsideIsAnErrorOfWhatItHits(t *testing.T) {
	path := written(t)
	var names []string
	for i := range 10 {
		names = append(names, string(tableID(i, 0)))
	}
	slices.Sort(names)
	victim := []byte(names[5])
	const pageSize, leaf = 4096, 0x0A
	data := get(t, path)
	for at := pageSize; at < len(data); at += pageSize {
		if page := data[at : at+pageSize]; page[0] == leaf && bytes.Contains(page, victim) {
			scribble(page)
		}
	}
	put(t, path, data)

	log := mustOpen(t, path)
	failed := 0
	for i := range 10 {
		n := uint64(0)
		var err error
		for e, problem := range log.Read(t.Context(), tableID(i, 0), 0) {
			if err = problem; err == nil {
				if n++; e.Seq != n {
					t.Errorf("event %d in place of %d", e.Seq, n)
				}
			}
		}
		if err == nil && n != 100 {
			t.Errorf("a table lost %d events without an error", 100-n)
		}
		if err != nil {
			failed++
			if !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("error %q, want one that names %s and says that it is damaged", err, path)
			}
		}
	}
	if failed == 0 || failed == 10 {
		t.Errorf("%d of 10 tables were hit, want some and not all", failed)
	}
	err := log.Append(t.Context(), table.ID(victim), benchEvent(101))
	if err == nil || errors.Is(err, table.ErrConflict) || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("append to the table that was hit: error %v, want one that says that the file is damaged", err)
	}
	if err := log.Append(t.Context(), "zzz", benchEvent(1)); err != nil {
		t.Errorf("append to another table: %v", err)
	}
}

func TestSecondLogOfAFileIsTurnedAway(t *testing.T) {
	path := written(t)
	first := mustOpen(t, path)
	link := filepath.Join(t.TempDir(), "other.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		if _, err := sqlite.Open(t.Context(), sqlite.Options{Path: name}); !errors.Is(err, sqlite.ErrInUse) {
			t.Errorf("open %s again: error %v, want one that wraps ErrInUse", name, err)
		}
	}

	if err := first.Append(t.Context(), "still", benchEvent(1)); err != nil {
		t.Errorf("append to the first: %v", err)
	}
	mustClose(t, first)
	mustClose(t, mustOpen(t, link))
}

func TestSecondProcessIsTurnedAway(t *testing.T) {
	path := written(t)
	c := child(t, roleHold, path, 0)
	if _, err := c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if !bufio.NewScanner(out).Scan() {
		t.Fatal("the child did not open it")
	}
	wantRefused(t, path, fmt.Sprintf("in use by process %d", c.Process.Pid))
	if _, err := sqlite.Open(t.Context(), sqlite.Options{Path: path}); !errors.Is(err, sqlite.ErrInUse) {
		t.Errorf("error %v, want one that wraps ErrInUse", err)
	}

	// However the process ends, its lock goes with it.
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	log := mustOpen(t, path)
	if n := count(t, log, tableID(3, 0)); n != 100 {
		t.Errorf("%d events, want 100", n)
	}
}

// TestAnotherProgramThatLocksTheFile is about programs that know nothing of
// our lock, such as sqlite3.
func TestAnotherProgramThatLocksTheFile(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for a lock twice")
	}
	path := written(t)
	execute(t, path, "PRAGMA journal_mode = WAL")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	locked := func(statement string) {
		t.Helper()
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}

	locked("BEGIN IMMEDIATE")
	wantRefused(t, path, "another program keeps the file locked")
	locked("ROLLBACK")

	log := mustOpen(t, path)
	locked("BEGIN IMMEDIATE")
	err = log.Append(t.Context(), "locked", benchEvent(1))
	if !errors.Is(err, table.ErrSilent) || errors.Is(err, table.ErrConflict) || !strings.Contains(err.Error(), "another program keeps the file locked") {
		t.Errorf("append: error %v, want one that speaks of the lock", err)
	}
	if n := count(t, log, tableID(1, 0)); n != 100 {
		t.Errorf("read %d events meanwhile, want 100", n)
	}
	locked("ROLLBACK")
	if err := log.Append(t.Context(), "locked", benchEvent(1)); err != nil {
		t.Errorf("append after the lock has gone: %v", err)
	}
}

func TestOpenGivesUpWithItsContext(t *testing.T) {
	path := written(t)
	ctx, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	before := get(t, path)
	if _, err := sqlite.Open(ctx, sqlite.Options{Path: path}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
	fresh := filepath.Join(t.TempDir(), "hod.db")
	if _, err := sqlite.Open(ctx, sqlite.Options{Path: fresh}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
	if left := snapshot(t, filepath.Dir(fresh)); left != "" {
		t.Errorf("left behind:\n%s", left)
	}
	if !bytes.Equal(before, get(t, path)) {
		t.Error("the file has changed")
	}
	mustClose(t, mustOpen(t, path))
	mustClose(t, mustOpen(t, fresh))
}
