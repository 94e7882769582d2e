package sqlite_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/table"
)

// figures is what a child has measured of itself.
type figures struct {
	Open, Load time.Duration // Load is the median of reading a table
	PeakKiB    int           // of resident memory
}

func (f figures) print() error { return json.NewEncoder(os.Stdout).Encode(f) }

// fill writes so many tables of 100 events, 64 at a time.
func fill(ctx context.Context, log *sqlite.Log, tables int) error {
	var (
		wait sync.WaitGroup
		next atomic.Int64
	)
	errs := make(chan error, 64)
	for range cap(errs) {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(tables); i = next.Add(1) - 1 {
				for seq := uint64(1); seq <= 100; seq++ {
					if err := log.Append(ctx, tableID(0, uint64(i)), benchEvent(seq)); err != nil {
						errs <- err
						return
					}
				}
			}
		})
	}
	wait.Wait()
	close(errs)
	if err := <-errs; err != nil {
		return err
	}
	if err := log.Close(); err != nil {
		return err
	}
	peak, err := peakKiB()
	if err != nil {
		return err
	}
	return figures{PeakKiB: peak}.print()
}

// measure opens the log and reads 2000 of so many tables.
func measure(ctx context.Context, path string, tables int) error {
	start := time.Now()
	log, err := sqlite.Open(ctx, sqlite.Options{Path: path})
	if err != nil {
		return err
	}
	f := figures{Open: time.Since(start)}
	var loads []time.Duration
	for i := range 2000 {
		start := time.Now()
		n := 0
		for _, err := range log.Read(ctx, tableID(0, uint64(i*7919%tables)), 0) {
			if err != nil {
				return err
			}
			n++
		}
		if n != 100 {
			return fmt.Errorf("%d events, want 100", n)
		}
		loads = append(loads, time.Since(start))
	}
	slices.Sort(loads)
	f.Load = loads[len(loads)/2]
	if f.PeakKiB, err = peakKiB(); err != nil {
		return err
	}
	if err := f.print(); err != nil {
		return err
	}
	return log.Close()
}

// peakKiB returns the most memory this process ever had resident.
func peakKiB() (int, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	m := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(status)
	if m == nil {
		return 0, fmt.Errorf("no VmHWM in %q", status)
	}
	return strconv.Atoi(string(m[1]))
}

func measured(t *testing.T, role, path string, n int) figures {
	t.Helper()
	out, err := child(t, role, path, n).Output()
	if err != nil {
		t.Fatalf("%s: %v", role, err)
	}
	var f figures
	if err := json.Unmarshal(out, &f); err != nil {
		t.Fatalf("%s said %q: %v", role, out, err)
	}
	return f
}

func TestMillionEvents(t *testing.T) {
	if !soak() {
		t.Skip("takes about a minute; set HOD_SOAK=1")
	}
	if _, err := peakKiB(); err != nil {
		t.Skipf("memory can not be measured here: %v", err)
	}
	const tables, total = 10_000, 1_000_000
	path := filepath.Join(t.TempDir(), "hod.db")
	start := time.Now()
	filled := measured(t, roleFill, path, tables)
	t.Logf("%d events in %v, peak %d KiB", total, time.Since(start).Round(time.Millisecond), filled.PeakKiB)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	perEvent := float64(info.Size()) / total
	f := measured(t, roleMeasure, path, tables)
	t.Logf("%.0f bytes an event; open %v, load of 100 events %v, peak %d KiB", perEvent, f.Open, f.Load, f.PeakKiB)

	if perEvent > 200 {
		t.Errorf("%.0f bytes an event, want at most 200", perEvent)
	}
	if f.Open > 100*time.Millisecond {
		t.Errorf("opened in %v, want at most 100 ms", f.Open)
	}
	if f.Load > 300*time.Microsecond {
		t.Errorf("100 events loaded in %v, want at most 0.3 ms", f.Load)
	}
	if peak := max(filled.PeakKiB, f.PeakKiB); peak > 64<<10 {
		t.Errorf("%d KiB of memory, want at most 64 MiB", peak)
	}
}

func TestSyncsPerAppend(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	// syncs returns how many a child makes that appends so many events by
	// each of its writers.
	syncs := func(role string, each int) float64 {
		dir := t.TempDir()
		report := filepath.Join(dir, "strace")
		c := child(t, role, filepath.Join(dir, "hod.db"), each)
		c.Args = append([]string{strace, "-f", "-q", "-e", "trace=fsync,fdatasync", "-o", report}, c.Path)
		c.Path = strace
		if out, err := c.Output(); err != nil {
			t.Skipf("strace does not work here: %v: %s", err, out)
		}
		trace, err := os.ReadFile(report)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range bytes.Lines(trace) {
			if !bytes.Contains(line, []byte("resumed>")) && bytes.Contains(line, []byte("sync(")) {
				n++
			}
		}
		return float64(n)
	}
	// Opening, closing and checkpoints have syncs of their own.
	idle := syncs(roleAlone, 0)
	const alone, each, writers = 300, 50, 64
	if got := (syncs(roleAlone, alone) - idle) / alone; got < 1 || got > 1.1 {
		t.Errorf("%.3f syncs an append with one writer, want 1", got)
	} else {
		t.Logf("one writer: %.3f syncs an append", got)
	}
	if got := (syncs(roleCrowd, each) - idle) / (each * writers); got > 0.1 {
		t.Errorf("%.3f syncs an append with %d writers, want at most 0.1", got, writers)
	} else {
		t.Logf("%d writers: %.3f syncs an append", writers, got)
	}
}

var _ table.Log = (*sqlite.Log)(nil)
