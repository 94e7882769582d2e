package web

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// playedTable returns a host with a table at which two rounds were played.
func playedTable(t testing.TB) (*table.Host, table.ID) {
	t.Helper()
	host := table.New(table.Config{Log: memory.New(), Games: games.All(), Roller: fair.Roller{}})
	opened, err := host.Open(t.Context(), table.Opening{
		Game: "bachet", Mode: table.Link, Names: [2]string{`A"<&>\`, "Б"},
	})
	if err != nil {
		t.Fatal(err)
	}
	seated, err := host.Sit(t.Context(), opened.ID, table.Sit{Invitation: opened.Join, Key: "s", Name: "<script>"})
	if err != nil {
		t.Fatal(err)
	}
	secrets := map[game.Side]string{game.First: opened.Seats[game.First], game.Second: seated.Secret}
	n := 0
	do := func(seat game.Side, kind table.Kind, text string) {
		t.Helper()
		n++
		s, err := host.Snapshot(t.Context(), opened.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, err = host.Do(t.Context(), opened.ID, table.Command{
			Key: string(rune('a' + n)), Secret: secrets[seat], Seen: s.Seq, Kind: kind, Text: text,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for {
		s, err := host.Snapshot(t.Context(), opened.ID)
		if err != nil {
			t.Fatal(err)
		}
		if !s.ToAct.Player() {
			break
		}
		a, err := game.Random{}.Choose(context.Background(), s.State, r)
		if err != nil {
			t.Fatal(err)
		}
		do(s.ToAct, table.KindAct, string(a))
	}
	do(game.First, table.KindNext, "")
	do(game.Second, table.KindResign, "")
	do(game.First, table.KindReset, "")
	do(game.Second, table.KindDecline, "")
	do(game.First, table.KindReset, "")
	do(game.Second, table.KindReset, "")
	do(game.First, table.KindRename, "Ж")
	return host, opened.ID
}

// thrownTable returns a host with a table at which dice were thrown, called for
// by both seats, and whose round is over.
func thrownTable(t *testing.T) (*table.Host, table.ID) {
	t.Helper()
	host := table.New(table.Config{Log: memory.New(), Games: games.All(), Roller: fair.Roller{}})
	const secret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	commit, err := fair.Commitment(secret)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := host.Open(t.Context(), table.Opening{Game: "nardy", Mode: table.Link, Commit: commit})
	if err != nil {
		t.Fatal(err)
	}
	seated, err := host.Sit(t.Context(), opened.ID, table.Sit{Invitation: opened.Join, Key: "s", Commit: commit})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []table.Command{
		{Secret: seated.Secret, Kind: table.KindRoll, Reveal: secret, Commit: commit},
		{Secret: seated.Secret, Kind: table.KindCommit, Commit: commit},
		{Secret: opened.Seats[game.First], Kind: table.KindRoll},
		{Secret: seated.Secret, Kind: table.KindResign},
	} {
		s, err := host.Snapshot(t.Context(), opened.ID)
		if err != nil {
			t.Fatal(err)
		}
		c.Key, c.Seen = string(rune('a'+i)), s.Seq
		if _, err := host.Do(t.Context(), opened.ID, c); err != nil {
			t.Fatal(err)
		}
	}
	return host, opened.ID
}

func TestEventsAreWrittenAsTheirTypeWouldBe(t *testing.T) {
	kinds := make(map[table.Kind]bool)
	host, id := playedTable(t)
	checkEncoding(t, host, id, kinds)
	host, id = thrownTable(t)
	checkEncoding(t, host, id, kinds)
	for _, kind := range []table.Kind{
		table.KindOpened, table.KindSeated, table.KindActed, table.KindEnded, table.KindNext,
		table.KindResigned, table.KindAsked, table.KindDeclined, table.KindReset, table.KindRenamed,
		table.KindCommitted, table.KindCalled, table.KindRolled,
	} {
		if !kinds[kind] {
			t.Errorf("no event of kind %s was looked at", kind)
		}
	}
}

// checkEncoding compares every event of a table with what encoding/json makes
// of it.
func checkEncoding(t *testing.T, host *table.Host, id table.ID, kinds map[table.Kind]bool) {
	t.Helper()
	for u, err := range host.Updates(t.Context(), id) {
		if err != nil {
			t.Fatal(err)
		}
		kinds[u.Event.Kind] = true
		got, err := encodeEvent(u)
		if err != nil {
			t.Fatal(err)
		}
		after, err := u.After()
		if err != nil {
			t.Fatal(err)
		}
		want := wire.Event{Seq: u.Event.Seq, At: u.Event.At.UnixMilli(), Kind: string(u.Event.Kind), Body: u.Event.Body}
		switch u.Event.Kind {
		case table.KindRenamed, table.KindAsked, table.KindDeclined:
		case table.KindSeated, table.KindCommitted, table.KindCalled:
			if after.Dice != nil {
				want.Calls = append([]string{}, seatNames(after.Calls)...)
			}
		default:
			message, err := tableMessage(after)
			if err != nil {
				t.Fatal(err)
			}
			want.Now = &message.Now
		}
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(data), string(got)); diff != "" {
			t.Errorf("event %d (-encoding/json +ours):\n%s", u.Event.Seq, diff)
		}
		want.Now, want.Calls = nil, nil
		if data, err = json.Marshal(want); err != nil {
			t.Fatal(err)
		}
		if got, err := encodeBrief(u); err != nil || string(got) != string(data) {
			t.Errorf("event %d for who catches up: %s, %v; want %s", u.Event.Seq, got, err, data)
		}
	}
}

func BenchmarkEncodeEvent(b *testing.B) {
	host, id := playedTable(b)
	var last *table.Update
	for u, err := range host.Updates(b.Context(), id) {
		if err != nil {
			b.Fatal(err)
		}
		if u.Event.Kind == table.KindActed {
			last = u
		}
	}
	for b.Loop() {
		data, err := encodeEvent(last)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(data)))
	}
}
