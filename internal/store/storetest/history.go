package storetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/table"
)

func eventsReadBackAsAppended(t *testing.T, engine Engine) {
	log := engine.open(t)
	east := time.FixedZone("east", 5*60*60)
	appended := []table.Event{
		{Seq: 1, At: time.Date(2026, 11, 29, 23, 59, 59, 999_999_999, time.UTC), Kind: table.KindOpened},
		{Seq: 2, At: time.Date(2026, 11, 30, 4, 59, 59, 123_456_789, east), Kind: table.KindActed, Key: "second/ход №2"},
		{Seq: 3, At: time.Date(1969, 12, 31, 23, 59, 59, 1_000_000, time.UTC), Kind: table.KindActed, Body: json.RawMessage(`{}`)},
		// Spaces, order, escapes and numbers must not be put into another form.
		{Seq: 4, Kind: "кость", Body: json.RawMessage(" { \"b\" : 1.0,\n\t\"a\":\"\\u0041<&>\" , \"a\": 1e400}\n")},
		{Seq: 5, Kind: table.KindRolled, Private: json.RawMessage(`"seed"`)},
		{Seq: 6, Key: `first/"'\`, Kind: table.KindRolled, Body: json.RawMessage(`null`), Private: json.RawMessage(` [ 1 ] `)},
		{Seq: 7, Kind: table.KindEnded, Body: json.RawMessage{}, Private: json.RawMessage{}},
	}
	mustAppend(t, log, "exact", appended...)

	want := append([]table.Event(nil), appended...)
	for i := range want {
		want[i].At = time.UnixMilli(want[i].At.UnixMilli()).UTC()
	}
	got := mustRead(t, log, "exact", 0)
	same(t, got, want)
	for _, e := range got {
		if e.At.Location() != time.UTC {
			t.Errorf("event %d is of %v, want UTC", e.Seq, e.At)
		}
	}
}

func readStartsAfterTheGivenNumber(t *testing.T, engine Engine) {
	log := engine.open(t)
	const last = 10
	mustAppend(t, log, "tail", events(1, last)...)
	mustAppend(t, log, "tail2", events(1, 3)...)
	for after := range uint64(last + 3) {
		same(t, mustRead(t, log, "tail", after), events(after+1, last))
	}
	for _, after := range []uint64{math.MaxInt64 - 1, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint64} {
		same(t, mustRead(t, log, "tail", after), nil)
	}
}

func unknownTableYieldsNothing(t *testing.T, engine Engine) {
	log := engine.open(t)
	same(t, mustRead(t, log, "nobody", 0), nil)
	mustAppend(t, log, "somebody", event(1))
	same(t, mustRead(t, log, "nobody", 0), nil)
	same(t, mustRead(t, log, "some", 0), nil)
	same(t, mustRead(t, log, "somebody2", 0), nil)
}

func whatDoesNotFollowIsRefused(t *testing.T, engine Engine) {
	log := engine.open(t)
	for last := range uint64(4) {
		for _, seq := range []uint64{
			0, 1, 2, 3, 4, 5, 6, 1000,
			math.MaxInt64 - 1, math.MaxInt64, math.MaxInt64 + 1, math.MaxInt64 + 2, math.MaxUint64,
		} {
			if seq == last+1 {
				continue
			}
			e := event(seq)
			e.Body = json.RawMessage(`"must leave no trace"`)
			err := log.Append(t.Context(), "strict", e)
			if !errors.Is(err, table.ErrConflict) {
				t.Fatalf("append event %d after %d: error %v, want one that wraps ErrConflict", seq, last, err)
			}
			same(t, mustRead(t, log, "strict", 0), events(1, last))
		}
		mustAppend(t, log, "strict", event(last+1))
	}
	same(t, mustRead(t, log, "strict", 0), events(1, 4))
}

func appendIsSeenByTheNextRead(t *testing.T, engine Engine) {
	log := engine.open(t)
	for seq := uint64(1); seq <= 100; seq++ {
		for _, id := range []table.ID{"here", "there"} {
			mustAppend(t, log, id, event(seq))
			same(t, mustRead(t, log, id, seq-1), events(seq, seq))
		}
	}
}

func bytesAreCopied(t *testing.T, engine Engine) {
	log := engine.open(t)
	want := event(1)
	want.Body = json.RawMessage(`{"before":true}`)
	want.Private = json.RawMessage(`"before"`)

	mine := want
	mine.Body = bytes.Clone(want.Body)
	mine.Private = bytes.Clone(want.Private)
	mustAppend(t, log, "copied", mine)
	scribble(mine)
	got := mustRead(t, log, "copied", 0)
	same(t, got, []table.Event{want})

	scribble(got[0])
	same(t, mustRead(t, log, "copied", 0), []table.Event{want})
}

// scribble overwrites the bytes of e.
func scribble(e table.Event) {
	for _, b := range [][]byte{e.Body, e.Private} {
		for i := range b {
			b[i] = '#'
		}
	}
}

func bigBodies(t *testing.T, engine Engine) {
	log := engine.open(t)
	const size = 1 << 20
	var want []table.Event
	for seq := uint64(1); seq <= 4; seq++ {
		e := event(seq)
		text := json.RawMessage(`"` + strings.Repeat(string(rune('a'+seq)), size-2) + `"`)
		if seq%2 == 0 {
			e.Body, e.Private = nil, text
		} else {
			e.Body = text
		}
		want = append(want, e)
	}
	mustAppend(t, log, "big", want...)
	mustAppend(t, log, "small", event(1))
	same(t, mustRead(t, log, "big", 0), want)
	same(t, mustRead(t, log, "big", 3), want[3:])
	same(t, mustRead(t, log, "small", 0), events(1, 1))
}

// longHistories is about engines that read in pages.
func longHistories(t *testing.T, engine Engine) {
	log := engine.open(t)
	const last = 1100
	mustAppend(t, log, "long", events(1, last)...)
	same(t, mustRead(t, log, "long", 0), events(1, last))
	same(t, mustRead(t, log, "long", 511), events(512, last))
	same(t, mustRead(t, log, "long", last-1), events(last, last))
}

func strangeNamesStayApart(t *testing.T, engine Engine) {
	log := engine.open(t)
	names := []table.ID{
		"a", "A", "a ", " a", "a.", ".a", "a.b", "a/b", `a\b`, "a/../b", "/", ".", "..", "*", ">", "a.*", "a.>",
		"a*", "a?", "a%", "%61", "a%00", "_", "-", "a\nb", "a\tb", "a\x00", "a\x00b", "\x00", "\x7f",
		`'`, `"`, `''`, "`", "';DROP TABLE events;--", "NULL", "0", "00", "1", "-1", "1e0", "é", "e\u0301",
		"таблица", "桌子", "🎲", "\u200b", "\ufeff", "\xff", "\xfe\xff", "\ufffd",
		table.ID(strings.Repeat("long", 50)), table.ID(strings.Repeat("long", 50) + "."),
	}
	stamp := func(i int, seq uint64) table.Event {
		e := event(seq)
		e.Key = fmt.Sprintf("name %d", i)
		return e
	}
	for seq := uint64(1); seq <= 2; seq++ {
		for i, id := range names {
			mustAppend(t, log, id, stamp(i, seq))
		}
	}
	for i, id := range names {
		same(t, mustRead(t, log, id, 0), []table.Event{stamp(i, 1), stamp(i, 2)})
	}
}

func emptyNameIsRefused(t *testing.T, engine Engine) {
	log := engine.open(t)
	err := log.Append(t.Context(), "", event(1))
	if err == nil || errors.Is(err, table.ErrConflict) {
		t.Fatalf("append to the table without a name: error %v, want one that is not ErrConflict", err)
	}
	same(t, mustRead(t, log, "", 0), nil)
}
