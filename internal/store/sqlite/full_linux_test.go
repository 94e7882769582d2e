package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/table"
)

// TestRealFullDisk fills a small file system of its own.
func TestRealFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	defer func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	}()
	log := mustOpen(t, filepath.Join(dir, "hod.db"))
	appendAll(t, log, 5, 10)
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 4<<20), 0o644); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}

	// Until the blocks that the write-ahead log has already are used up.
	var wait sync.WaitGroup
	var kept [5]uint64
	for i := range kept {
		wait.Go(func() {
			kept[i] = 10
			for range 2000 {
				err := log.Append(t.Context(), tableID(i, 0), benchEvent(kept[i]+1))
				if err == nil {
					kept[i]++
					continue
				}
				if !errors.Is(err, table.ErrSilent) || errors.Is(err, table.ErrConflict) || !strings.Contains(err.Error(), "full") {
					t.Errorf("error %v, want one that says that the disk is full", err)
				}
				return
			}
			t.Error("the disk never was full")
		})
	}
	wait.Wait()
	for i, n := range kept {
		if got := count(t, log, tableID(i, 0)); got != n {
			t.Errorf("%d events, want %d", got, n)
		}
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	for i, n := range kept {
		if err := log.Append(t.Context(), tableID(i, 0), benchEvent(n+1)); err != nil {
			t.Errorf("when there is room again: %v", err)
		}
	}
	mustClose(t, log)
	log = mustOpen(t, filepath.Join(dir, "hod.db"))
	for i, n := range kept {
		if got := count(t, log, tableID(i, 0)); got != n+1 {
			t.Errorf("%d events after opening again, want %d", got, n+1)
		}
	}
	mustClose(t, log)
}

func TestOpenRefusesWhatCanNotBeWritten(t *testing.T) {
	// Permissions mean nothing to root: look at the files as somebody else.
	// The thread that has changed its face is not used again, since it is
	// locked when its goroutine ends.
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if os.Geteuid() == 0 {
			if err := syscall.Setfsuid(65534); err != nil {
				t.Errorf("become somebody else: %v", err)
				return
			}
		}
		refuseUnwritable(t)
	}()
	<-done
}

func refuseUnwritable(t *testing.T) {
	dir, err := os.MkdirTemp("", "hod-unwritable-") //nolint:usetesting // that of the test is closed to all but who runs it
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "hod.db")
	log, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
	if err != nil {
		t.Error(err)
		return
	}
	if err := log.Close(); err != nil {
		t.Error(err)
	}
	for _, test := range []struct {
		what string
		name string
		mode os.FileMode
		why  string
	}{
		{"a file", path, 0o444, "permission denied"},
		{"a file that can not even be read", path, 0, "permission denied"},
		// The lock is there; the write-ahead log can not be made.
		{"a folder", dir, 0o555, "open"},
	} {
		if err := os.Chmod(test.name, test.mode); err != nil {
			t.Error(err)
			return
		}
		log, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
		if err == nil {
			_ = log.Close()
		}
		if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%s with mode %v: error %v, want one that names %s and says %q", test.what, test.mode, err, path, test.why)
		}
		if err := os.Chmod(test.name, 0o755); err != nil {
			t.Error(err)
		}
	}
	log, err = sqlite.Open(t.Context(), sqlite.Options{Path: path})
	if err != nil {
		t.Errorf("with permissions again: %v", err)
		return
	}
	if err := log.Close(); err != nil {
		t.Error(err)
	}
}
