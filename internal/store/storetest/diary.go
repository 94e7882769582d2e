package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/table"
)

func theLastNoteIsKept(t *testing.T, engine Engine) {
	dir := t.TempDir()
	log := engine.openIn(t, dir)
	diary, ok := log.(table.Diary)
	if !ok {
		t.Skip("the engine keeps no notes")
	}
	last := func(want string) {
		t.Helper()
		if got, err := diary.LastNote(t.Context()); err != nil || string(got) != want {
			t.Errorf("the last note is %.80q, %v, want %.80q", got, err, want)
		}
	}
	note := func(text string) {
		t.Helper()
		b := []byte(text)
		if err := diary.Note(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		clear(b) // it has been copied
	}
	last("")
	for i := range 10 {
		text := fmt.Sprintf(`{"n":%d}`, i)
		note(text)
		last(text)
	}
	big := string(bytes.Repeat([]byte("заметка\n"), 500))
	note(big)
	last(big)

	// Events and notes do not meet.
	mustAppend(t, log, "notes", events(1, 3)...)
	same(t, mustRead(t, log, "notes", 0), events(1, 3))
	last(big)
	if index, ok := log.(table.Index); ok {
		for one, err := range index.Tables(t.Context()) {
			if err != nil || one.ID != "notes" {
				t.Errorf("a log with one table lists %q, %v", one.ID, err)
			}
		}
	}

	// Of many at once one is the last, whole, and events go on between them.
	var writers sync.WaitGroup
	for i := range 8 {
		writers.Go(func() {
			for range 20 {
				if err := diary.Note(t.Context(), bytes.Repeat([]byte{byte('a' + i)}, 700)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	mustAppend(t, log, "notes", events(4, 30)...)
	writers.Wait()
	same(t, mustRead(t, log, "notes", 3), events(4, 30))
	if got, err := diary.LastNote(t.Context()); err != nil || len(got) != 700 || !bytes.Equal(got, bytes.Repeat(got[:1], 700)) {
		t.Errorf("after many notes at once the last one is %.80q, %v", got, err)
	}

	ended, end := context.WithCancel(t.Context())
	end()
	if err := diary.Note(ended, []byte("too late")); !errors.Is(err, context.Canceled) {
		t.Errorf("a note with a context that has ended: %v", err)
	}
	note("the end")
	if !engine.Durable {
		return
	}
	if err := log.(io.Closer).Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := diary.LastNote(t.Context()); err == nil {
		t.Error("a closed log tells its last note")
	}
	if err := diary.Note(t.Context(), []byte("after it")); err == nil {
		t.Error("a closed log keeps a note")
	}
	diary = engine.openIn(t, dir).(table.Diary)
	last("the end")
	note("and on")
	last("and on")
}
