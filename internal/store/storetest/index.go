package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/hod-games/hod/internal/table"
)

func tablesAreListedAndDropped(t *testing.T, engine Engine) {
	dir := t.TempDir()
	log, ok := engine.openIn(t, dir).(table.Index)
	if !ok {
		t.Skip("the engine does not list its tables")
	}
	listed := func() map[table.ID]table.Event {
		t.Helper()
		all := make(map[table.ID]table.Event)
		for one, err := range log.Tables(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if _, twice := all[one.ID]; twice {
				t.Errorf("table %q is listed twice", one.ID)
			}
			all[one.ID] = one.Last
		}
		return all
	}
	if all := listed(); len(all) != 0 {
		t.Errorf("a new log lists %d tables", len(all))
	}
	want := map[table.ID]uint64{"таблица": 3}
	for i := range uint64(20) {
		want[table.ID(fmt.Sprintf("listed-%d", i))] = i%5 + 1
	}
	for id, last := range want {
		mustAppend(t, log, id, events(1, last)...)
	}
	all := listed()
	if len(all) != len(want) {
		t.Errorf("%d tables are listed, want %d", len(all), len(want))
	}
	for id, last := range want {
		if got, e := all[id], event(last); got.Seq != e.Seq || got.Kind != e.Kind || !got.At.Equal(e.At) {
			t.Errorf("the last event of %q is listed as %s, want %s", id, show(got), show(e))
		}
	}
	for _, wrong := range []uint64{0, 2, 4, 1000} {
		if err := log.Drop(t.Context(), "таблица", wrong); !errors.Is(err, table.ErrConflict) {
			t.Errorf("drop a table of 3 events that is taken to have %d: %v", wrong, err)
		}
	}
	if err := log.Drop(t.Context(), "nobody", 1); !errors.Is(err, table.ErrConflict) {
		t.Errorf("drop a table that is not there: %v", err)
	}
	if err := log.Drop(t.Context(), "таблица", 3); err != nil {
		t.Fatal(err)
	}
	same(t, mustRead(t, log, "таблица", 0), nil)
	if all := listed(); len(all) != len(want)-1 {
		t.Errorf("%d tables are listed after one was dropped", len(all))
	}
	same(t, mustRead(t, log, "listed-4", 0), events(1, 5))
	if err := log.Append(t.Context(), "таблица", event(4)); !errors.Is(err, table.ErrConflict) {
		t.Errorf("append to a table that was dropped: %v", err)
	}
	mustAppend(t, log, "таблица", event(1))
}
