package sqlite_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/table"
)

func TestBackupUnderLoad(t *testing.T) {
	log := mustOpen(t, filepath.Join(t.TempDir(), "hod.db"))
	appendAll(t, log, 10, 100)

	ctx, stop := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	for w := range 8 {
		wait.Go(func() {
			for seq := uint64(1); ctx.Err() == nil; seq++ {
				if err := log.Append(t.Context(), tableID(100+w, 0), benchEvent(seq)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	dir := t.TempDir()
	names := []string{"one.db", "two of 100%.db", "file:three?mode=memory"}
	acked := count(t, log, tableID(100, 0))
	for _, name := range names {
		if err := log.Backup(t.Context(), filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	stop()
	wait.Wait()

	for _, name := range names {
		copied := mustOpen(t, filepath.Join(dir, name))
		for i := range 10 {
			if n := count(t, copied, tableID(i, 0)); n != 100 {
				t.Errorf("%s: %d events, want 100", name, n)
			}
		}
		n := count(t, copied, tableID(100, 0))
		if n < acked {
			t.Errorf("%s: %d events after %d had been acknowledged", name, n, acked)
		}
		if err := copied.Append(t.Context(), tableID(100, 0), benchEvent(n+1)); err != nil {
			t.Errorf("%s does not go on: %v", name, err)
		}
		mustClose(t, copied)
		acked = n
	}
	if left := snapshot(t, dir); strings.Contains(left, ".part-") {
		t.Errorf("left behind:\n%s", left)
	}
}

func TestBackupOverwritesNothing(t *testing.T) {
	path := written(t)
	log := mustOpen(t, path)
	taken := filepath.Join(t.TempDir(), "taken")
	put(t, taken, []byte("precious"))
	before := snapshot(t, filepath.Dir(taken))
	for _, name := range []string{taken, path} {
		if err := log.Backup(t.Context(), name); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), name) {
			t.Errorf("back up to %s: error %v, want fs.ErrExist", name, err)
		}
	}
	if err := log.Backup(t.Context(), filepath.Join(taken+".gone", "hod.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("back up to a folder that is not there: error %v, want fs.ErrNotExist", err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := log.Backup(ctx, taken+".2"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v, want that of the context", err)
	}
	mustClose(t, log)
	if err := log.Backup(t.Context(), taken+".3"); !errors.Is(err, sqlite.ErrClosed) {
		t.Errorf("closed: error %v, want ErrClosed", err)
	}
	if after := snapshot(t, filepath.Dir(taken)); after != before {
		t.Errorf("files changed from\n%s\nto\n%s", before, after)
	}
}

func TestCloseInterruptsBackups(t *testing.T) {
	log := mustOpen(t, filepath.Join(t.TempDir(), "hod.db"))
	appendAll(t, log, 100, 100)
	dir := t.TempDir()
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			// Ended in time or told so; never half a file under its name.
			err := log.Backup(t.Context(), filepath.Join(dir, string(rune('a'+i))))
			if err != nil && !errors.Is(err, sqlite.ErrClosed) {
				t.Errorf("error %v, want none or ErrClosed", err)
			}
		})
	}
	mustClose(t, log)
	wait.Wait()
	for i := range 4 {
		copied, err := filepath.Glob(filepath.Join(dir, string(rune('a'+i))))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range copied {
			whole := mustOpen(t, name)
			if n := count(t, whole, tableID(99, 0)); n != 100 {
				t.Errorf("%s: %d events, want 100", name, n)
			}
		}
	}
}

// TestFilesAreForTheirOwnerAlone: the database, what lies beside it, and its
// backups hold the hashes of seats and the keys of dice.
func TestFilesAreForTheirOwnerAlone(t *testing.T) {
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	l, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(folder, "log.db")})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(t.Context(), "table", table.Event{Seq: 1, Kind: table.KindOpened}); err != nil {
		t.Fatal(err)
	}
	if err := l.Backup(t.Context(), filepath.Join(folder, "copy.db")); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, one := range files {
		info, err := one.Info()
		if err != nil {
			t.Fatal(err)
		}
		if open := info.Mode().Perm() & 0o077; open != 0 && !strings.HasSuffix(one.Name(), ".lock") { // which holds a number
			t.Errorf("%s has mode %s", one.Name(), info.Mode())
		}
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
