package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/table"
)

func openTest(t *testing.T) *Log {
	t.Helper()
	log, err := Open(t.Context(), Options{Path: filepath.Join(t.TempDir(), "hod.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	return log
}

func testEvent(seq uint64, size int) table.Event {
	return table.Event{Seq: seq, At: time.UnixMilli(0), Kind: table.KindActed, Body: json.RawMessage(bytes.Repeat([]byte("7"), size))}
}

func countEvents(t *testing.T, log *Log, id table.ID) (n uint64) {
	t.Helper()
	for _, err := range log.Read(t.Context(), id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// limit lets the file grow by so many pages from now on. SQLite then behaves
// as if the disk were full.
func limit(t *testing.T, log *Log, pages int) {
	t.Helper()
	var now int
	if err := log.writer.conn.QueryRowContext(t.Context(), "PRAGMA page_count").Scan(&now); err != nil {
		t.Fatal(err)
	}
	if _, err := log.writer.conn.ExecContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", now+pages)); err != nil {
		t.Fatal(err)
	}
}

func TestFullDiskIsAnErrorAndNotTheEnd(t *testing.T) {
	log := openTest(t)
	for seq := uint64(1); seq <= 20; seq++ {
		if err := log.Append(t.Context(), "t", testEvent(seq, 100)); err != nil {
			t.Fatal(err)
		}
	}
	limit(t, log, 5)
	err := log.Append(t.Context(), "t", testEvent(21, 100_000))
	if err == nil || errors.Is(err, table.ErrConflict) || !strings.Contains(err.Error(), "full") || !strings.Contains(err.Error(), log.path) {
		t.Fatalf("error %v, want one that names the file and says that the disk is full", err)
	}
	if n := countEvents(t, log, "t"); n != 20 {
		t.Fatalf("%d events, want 20", n)
	}
	// What still fits is kept.
	if err := log.Append(t.Context(), "t", testEvent(21, 10)); err != nil {
		t.Fatal(err)
	}
	limit(t, log, 1000)
	if err := log.Append(t.Context(), "t", testEvent(22, 100_000)); err != nil {
		t.Fatalf("when there is room again: %v", err)
	}
	if n := countEvents(t, log, "t"); n != 22 {
		t.Fatalf("%d events, want 22", n)
	}
}

func TestOneBadEventFailsAlone(t *testing.T) {
	log := openTest(t)
	if err := log.Append(t.Context(), "other", testEvent(1, 10)); err != nil {
		t.Fatal(err)
	}
	limit(t, log, 5)
	var batch []*request
	for _, r := range []struct {
		id   table.ID
		seq  uint64
		size int
	}{
		{"a", 1, 10}, {"a", 3, 10}, {"bad", 1, 100_000}, {"a", 2, 10}, {"other", 1, 10}, {"other", 2, 10}, {"bad", 2, 10},
	} {
		q := &request{done: make(chan error, 1)}
		q.fill(r.id, testEvent(r.seq, r.size))
		batch = append(batch, q)
	}
	if durable := log.writer.write(batch); durable != 3 {
		t.Errorf("%d events durable, want 3", durable)
	}
	for i, want := range []string{"", "moved on", "full", "", "moved on", "", "moved on"} {
		err := batch[i].err
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("event %d of the batch: error %v, want %q", i, err, want)
		}
	}
	for id, want := range map[table.ID]uint64{"a": 2, "bad": 0, "other": 2} {
		if n := countEvents(t, log, id); n != want {
			t.Errorf("table %s has %d events, want %d", id, n, want)
		}
	}
}

// TestBrokenConnection is about errors that nothing can be done about: they
// are answered, nobody waits for ever, and Close still works.
func TestBrokenConnection(t *testing.T) {
	log := openTest(t)
	if err := log.Append(t.Context(), "t", testEvent(1, 10)); err != nil {
		t.Fatal(err)
	}
	if _, err := log.writer.conn.ExecContext(t.Context(), "PRAGMA query_only = 1"); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for i := range 300 {
		wait.Go(func() {
			err := log.Append(t.Context(), table.ID(fmt.Sprintf("u%d", i)), testEvent(1, 10))
			if err == nil || !strings.Contains(err.Error(), "can not be written") || !strings.Contains(err.Error(), log.path) {
				t.Errorf("error %v, want one that names the file and says that it can not be written", err)
			}
		})
	}
	wait.Wait()
	if n := countEvents(t, log, "t"); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
	if _, err := log.writer.conn.ExecContext(t.Context(), "PRAGMA query_only = 0"); err != nil {
		t.Fatal(err)
	}
	if err := log.Append(t.Context(), "t", testEvent(2, 10)); err != nil {
		t.Errorf("when it can be written again: %v", err)
	}
	if err := log.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func TestEventsOfAbsurdSizeAreRefused(t *testing.T) {
	log := openTest(t)
	err := log.Append(t.Context(), "t", testEvent(1, maxEvent))
	if err == nil || errors.Is(err, table.ErrConflict) {
		t.Errorf("error %v, want one that is not ErrConflict", err)
	}
	if n := countEvents(t, log, "t"); n != 0 {
		t.Errorf("%d events, want 0", n)
	}
}

func TestAbandonedRequestsAreNotWritten(t *testing.T) {
	log := openTest(t)
	gone, waiting := &request{done: make(chan error, 1)}, &request{done: make(chan error, 1)}
	gone.fill("gone", testEvent(1, 10))
	gone.abandon()
	waiting.fill("waiting", testEvent(1, 10))
	log.queue <- gone
	log.queue <- waiting
	if err := <-waiting.done; err != nil {
		t.Fatal(err)
	}
	if n := countEvents(t, log, "gone"); n != 0 {
		t.Errorf("%d events of a caller that had gone, want 0", n)
	}
}

// TestUnsafeSettingsAreRefused opens what can not be in WAL mode.
func TestUnsafeSettingsAreRefused(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = conn.ExecContext(t.Context(), fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d; %s",
		applicationID, schemaVersion, createEvents))
	if err != nil {
		t.Fatal(err)
	}
	if err := configure(t.Context(), conn); err == nil || !strings.Contains(err.Error(), "would not be safe") {
		t.Errorf("error %v, want one that says that events would not be safe", err)
	}
}

func TestSettingsThatDurabilityNeeds(t *testing.T) {
	log := openTest(t)
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "query_only": "0"} {
		var got string
		if err := log.writer.conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q (%v), want %q", pragma, got, err, want)
		}
	}
	// Those that read can not write.
	if _, err := log.readers.ExecContext(context.Background(), "DELETE FROM events"); err == nil {
		t.Error("a connection that reads can write")
	}
}
