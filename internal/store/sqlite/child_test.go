package sqlite_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/table"
)

// Some tests are about processes: they run this binary again, as a child that
// does one of these things to the log in childPath.
const (
	childRole  = "HOD_SQLITE_CHILD"
	childPath  = "HOD_SQLITE_PATH"
	childCount = "HOD_SQLITE_COUNT" // what it counts depends on the role

	roleHold    = "hold"    // open it, say so, wait for the end of the input
	roleOpen    = "open"    // open and close it, again and again
	roleStorm   = "storm"   // append by many writers for ever, saying what is acknowledged
	roleAlone   = "alone"   // append so many events by one writer
	roleCrowd   = "crowd"   // append so many events by each of 64 writers
	roleFill    = "fill"    // fill so many tables, 100 events each, and say what it took
	roleMeasure = "measure" // open it and read of so many tables, and say what it took
)

func TestMain(m *testing.M) {
	role := os.Getenv(childRole)
	if role == "" {
		os.Exit(m.Run())
	}
	n, _ := strconv.Atoi(os.Getenv(childCount))
	if err := beChild(role, os.Getenv(childPath), n); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// child returns the command of a child that is killed when the test ends.
func child(t *testing.T, role, path string, n int) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self)
	c.Env = append(os.Environ(), childRole+"="+role, childPath+"="+path, childCount+"="+strconv.Itoa(n))
	c.Stderr = os.Stderr
	return c
}

func beChild(role, path string, n int) error {
	ctx := context.Background()
	open := func() (*sqlite.Log, error) { return sqlite.Open(ctx, sqlite.Options{Path: path}) }
	if role == roleOpen {
		for {
			log, err := open()
			if err != nil {
				return err
			}
			if err := log.Close(); err != nil {
				return err
			}
		}
	}
	if role == roleMeasure {
		return measure(ctx, path, n)
	}
	log, err := open()
	if err != nil {
		return err
	}
	switch role {
	case roleHold:
		fmt.Println("open")
		_, err = io.Copy(io.Discard, os.Stdin)
	case roleStorm:
		err = storm(ctx, log)
	case roleAlone:
		err = crowd(ctx, log, 1, n)
	case roleCrowd:
		err = crowd(ctx, log, 64, n)
	case roleFill:
		return fill(ctx, log, n)
	default:
		err = fmt.Errorf("no role is called %q", role)
	}
	if err != nil {
		return err
	}
	return log.Close()
}

// crowd appends so many events by each writer to a table of its own.
func crowd(ctx context.Context, log table.Log, writers, each int) error {
	var wait sync.WaitGroup
	errs := make(chan error, writers)
	for w := range writers {
		wait.Go(func() {
			for seq := uint64(1); seq <= uint64(each); seq++ {
				if err := log.Append(ctx, tableID(w, 0), benchEvent(seq)); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wait.Wait()
	close(errs)
	return <-errs
}
