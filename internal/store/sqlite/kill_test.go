package sqlite_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/table"
)

// stormWriters is how many goroutines a child appends with at the same time.
const stormWriters = 48

// soak says whether tests may take minutes.
func soak() bool { return os.Getenv("HOD_SOAK") == "1" }

// stormID is the table of a writer. Each goes on where an earlier child was
// killed, and takes another table now and then.
func stormID(writer int, n uint64) table.ID {
	return table.ID(fmt.Sprintf("storm-%d-%d", writer, n))
}

// stormLength is after how many events a writer takes the next table.
const stormLength = 40

// storm appends for ever and writes one line for each event that has been
// acknowledged: its table and its number.
func storm(ctx context.Context, log table.Log) error {
	var wait sync.WaitGroup
	errs := make(chan error, stormWriters)
	for w := range stormWriters {
		wait.Go(func() { errs <- stormWriter(ctx, log, w) })
	}
	return <-errs
}

func stormWriter(ctx context.Context, log table.Log, w int) error {
	for n := uint64(0); ; n++ {
		id, seq := stormID(w, n), uint64(1)
		for e, err := range log.Read(ctx, id, 0) {
			if err != nil {
				return err
			}
			seq = e.Seq + 1
		}
		for ; seq <= stormLength; seq++ {
			e := benchEvent(seq)
			e.Key = fmt.Sprintf("%s/%d", id, seq)
			if err := log.Append(ctx, id, e); err != nil {
				return err
			}
			// One write, so that lines stay whole.
			if _, err := fmt.Fprintf(os.Stdout, "%s %d\n", id, seq); err != nil {
				return err
			}
		}
	}
}

func TestNoAcknowledgedEventIsLostByKill(t *testing.T) {
	rounds := 20
	switch {
	case soak():
		rounds = 300
	case testing.Short():
		rounds = 4
	}
	path := filepath.Join(t.TempDir(), "hod.db")
	acked := map[table.ID]uint64{}
	for w := range stormWriters {
		acked[stormID(w, 0)] = 0
	}
	for round := range rounds {
		killStorm(t, path, acked)
		log := mustOpen(t, path)
		verifyStorm(t, log, acked)
		mustClose(t, log)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	total := uint64(0)
	for _, n := range acked {
		total += n
	}
	if total == 0 {
		t.Fatal("nothing was acknowledged")
	}
	checkIntegrity(t, path)
	t.Logf("%d events acknowledged in %d rounds, none lost", total, rounds)
}

// killStorm runs a child, kills it at some moment, and notes what it had said
// to be acknowledged.
func killStorm(t *testing.T, path string, acked map[table.ID]uint64) {
	t.Helper()
	c := child(t, roleStorm, path, 0)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var killer *time.Timer
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if killer == nil {
			killer = time.AfterFunc(time.Duration(rand.Int64N(int64(150*time.Millisecond))), func() { _ = c.Process.Kill() })
		}
		var (
			id  table.ID
			seq uint64
		)
		if _, err := fmt.Sscanf(lines.Text(), "%s %d", &id, &seq); err != nil {
			t.Fatalf("line %q: %v", lines.Text(), err)
		}
		if seq != acked[id]+1 {
			t.Errorf("%s: event %d acknowledged after %d", id, seq, acked[id])
		}
		acked[id] = seq
	}
	if err := c.Wait(); err == nil || killer == nil {
		t.Fatalf("the child ended by itself: %v", err)
	}
}

// verifyStorm checks that every acknowledged event is there exactly once, and
// nothing else but what was under way. That counts as acknowledged from now on.
func verifyStorm(t *testing.T, log table.Log, acked map[table.ID]uint64) {
	t.Helper()
	// A table that was begun may not have been spoken of at all.
	for id := range maps.Clone(acked) {
		var w, n uint64
		if _, err := fmt.Sscanf(string(id), "storm-%d-%d", &w, &n); err != nil {
			t.Fatal(err)
		}
		if next := stormID(int(w), n+1); acked[next] == 0 {
			acked[next] = 0
		}
	}
	for id, last := range acked {
		n := uint64(0)
		for e, err := range log.Read(t.Context(), id, 0) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			if want := fmt.Sprintf("%s/%d", id, n); e.Seq != n || e.Key != want {
				t.Errorf("table %s: event %d with key %s in place of %d", id, e.Seq, e.Key, n)
			}
		}
		if n < last || n > last+1 {
			t.Errorf("table %s has %d events after %d were acknowledged", id, n, last)
		}
		acked[id] = n
	}
}

// checkIntegrity has SQLite look at every page.
func checkIntegrity(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var answer string
	if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&answer); err != nil || answer != "ok" {
		t.Fatalf("integrity check: %q, %v", answer, err)
	}
}

func TestKillWhileOpening(t *testing.T) {
	rounds := 20
	if soak() {
		rounds = 200
	}
	for range rounds {
		dir := t.TempDir()
		path := filepath.Join(dir, "hod.db")
		c := child(t, roleOpen, path, 0)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// The lock is the first thing that appears.
		for deadline := time.Now().Add(10 * time.Second); ; {
			if _, err := os.Stat(path + ".lock"); err == nil {
				break
			} else if !errors.Is(err, fs.ErrNotExist) || time.Now().After(deadline) {
				t.Fatalf("wait for the child: %v", err)
			}
			time.Sleep(100 * time.Microsecond)
		}
		time.Sleep(time.Duration(rand.Int64N(int64(8 * time.Millisecond))))
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("the child ended by itself: %v", err)
		}
		log, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		appendAll(t, log, 1, 1)
		mustClose(t, log)
	}
}
