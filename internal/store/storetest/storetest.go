// Package storetest holds what table.Log promises as tests, for every engine
// to run. An engine's own test is a few lines:
//
//	func TestLog(t *testing.T) {
//		storetest.Run(t, storetest.Engine{Open: open, Durable: true})
//	}
package storetest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/table"
)

// Engine is a way to keep events that is to be tested.
type Engine struct {
	// Open returns the log kept in the folder dir, a new and empty one where
	// the folder has none. It fails the test if it can not.
	Open func(t *testing.T, dir string) table.Log

	// Durable says that what was appended is there again after Close and a
	// second Open of the same folder. A durable engine is an io.Closer.
	Durable bool
}

// Run tests everything that package table promises of a Log.
func Run(t *testing.T, e Engine) {
	t.Helper()
	for _, test := range []struct {
		name string
		run  func(*testing.T, Engine)
	}{
		{"EventsReadBackAsAppended", eventsReadBackAsAppended},
		{"ReadStartsAfterTheGivenNumber", readStartsAfterTheGivenNumber},
		{"UnknownTableYieldsNothing", unknownTableYieldsNothing},
		{"WhatDoesNotFollowIsRefused", whatDoesNotFollowIsRefused},
		{"AppendIsSeenByTheNextRead", appendIsSeenByTheNextRead},
		{"BytesAreCopied", bytesAreCopied},
		{"BigBodies", bigBodies},
		{"LongHistories", longHistories},
		{"StrangeNamesStayApart", strangeNamesStayApart},
		{"EmptyNameIsRefused", emptyNameIsRefused},
		{"BreakFreesTheReader", breakFreesTheReader},
		{"ReadInsideReadAndAppend", readInsideReadAndAppend},
		{"HundredWritersMakeOneHistory", hundredWritersMakeOneHistory},
		{"ManyTablesAtOnce", manyTablesAtOnce},
		{"ReadingWhileWriting", readingWhileWriting},
		{"CancelledBefore", cancelledBefore},
		{"CancelledDuringAppend", cancelledDuringAppend},
		{"CancelledDuringRead", cancelledDuringRead},
		{"ClosedLogAnswersWithErrors", closedLogAnswersWithErrors},
		{"CloseWhileAppending", closeWhileAppending},
		{"EventsOutliveTheProcess", eventsOutliveTheProcess},
		{"TablesAreListedAndDropped", tablesAreListedAndDropped},
		{"TheLastNoteIsKept", theLastNoteIsKept},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, e) })
	}
}

// open returns an empty log that is closed when the test ends.
func (e Engine) open(t *testing.T) table.Log {
	t.Helper()
	return e.openIn(t, t.TempDir())
}

func (e Engine) openIn(t *testing.T, dir string) table.Log {
	t.Helper()
	log := e.Open(t, dir)
	if c, ok := log.(io.Closer); ok {
		// A test may have closed it already; that must not panic, and its
		// error has been looked at there.
		t.Cleanup(func() { _ = c.Close() })
	}
	return log
}

// event returns a plausible event with this number.
func event(seq uint64) table.Event {
	return table.Event{
		Seq:  seq,
		At:   time.UnixMilli(1_790_000_000_000 + int64(seq)).UTC(),
		Key:  fmt.Sprintf("first/%d", seq),
		Kind: table.KindActed,
		Body: json.RawMessage(fmt.Sprintf(`{"action":"3","position":"after %d"}`, seq)),
	}
}

// events returns the events from the first to the last number.
func events(first, last uint64) []table.Event {
	var all []table.Event
	for seq := first; seq <= last; seq++ {
		all = append(all, event(seq))
	}
	return all
}

func mustAppend(t *testing.T, log table.Log, id table.ID, all ...table.Event) {
	t.Helper()
	for _, e := range all {
		if err := log.Append(t.Context(), id, e); err != nil {
			t.Fatalf("append event %d of table %q: %v", e.Seq, id, err)
		}
	}
}

func mustRead(t *testing.T, log table.Log, id table.ID, after uint64) []table.Event {
	t.Helper()
	all, err := collect(log.Read(t.Context(), id, after))
	if err != nil {
		t.Fatalf("read table %q after %d: %v", id, after, err)
	}
	return all
}

// collect returns the events of a sequence up to its first error. A sequence
// that goes on after an error gets an error that says so.
func collect(seq iter.Seq2[table.Event, error]) ([]table.Event, error) {
	var (
		all    []table.Event
		failed error
	)
	for e, err := range seq {
		if failed != nil {
			return all, fmt.Errorf("the sequence went on after its error: %w", failed)
		}
		if err != nil {
			failed = err
			continue
		}
		all = append(all, e)
	}
	return all, failed
}

// same fails the test unless both are equal byte for byte; no bytes at all and
// a slice of length 0 are the same.
func same(t *testing.T, got, want []table.Event) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Fatalf("%d events, want %d; the first that is missing: %s", len(got), len(want), show(want[i]))
		case i >= len(want):
			t.Fatalf("%d events, want %d; the first that is too much: %s", len(got), len(want), show(got[i]))
		case !equal(got[i], want[i]):
			t.Fatalf("event at index %d:\n got %s\nwant %s", i, show(got[i]), show(want[i]))
		}
	}
}

func equal(a, b table.Event) bool {
	return a.Seq == b.Seq && a.At.Equal(b.At) && a.Key == b.Key && a.Kind == b.Kind &&
		bytes.Equal(a.Body, b.Body) && bytes.Equal(a.Private, b.Private)
}

// show writes an event for people, without the middle of big bodies.
func show(e table.Event) string {
	return fmt.Sprintf("{%d %s key %q kind %q body %s private %s}",
		e.Seq, e.At.Format(time.RFC3339Nano), e.Key, e.Kind, abridge(e.Body), abridge(e.Private))
}

func abridge(b []byte) string {
	const enough = 80
	if len(b) <= 2*enough {
		return fmt.Sprintf("%q", b)
	}
	return fmt.Sprintf("%q … %q (%d bytes)", b[:enough], b[len(b)-enough:], len(b))
}

// noGaps returns an error unless the numbers are first, first + 1, ….
func noGaps(all []table.Event, first uint64) error {
	for i, e := range all {
		if want := first + uint64(i); e.Seq != want {
			return fmt.Errorf("event %d in place of %d", e.Seq, want)
		}
	}
	return nil
}

// length returns how many events the table has, having checked that there are
// no gaps.
func length(ctx context.Context, log table.Log, id table.ID) (uint64, error) {
	all, err := collect(log.Read(ctx, id, 0))
	if err != nil {
		return 0, fmt.Errorf("read table %s: %w", id, err)
	}
	if err := noGaps(all, 1); err != nil {
		return 0, fmt.Errorf("table %s: %w", id, err)
	}
	return uint64(len(all)), nil
}
