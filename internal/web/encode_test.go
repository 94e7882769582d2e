package web

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// playedTable returns a host with a table at which two rounds were played.
func playedTable(t testing.TB) (*table.Host, table.ID) {
	t.Helper()
	host := table.New(table.Config{Log: memory.New(), Games: games.All()})
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

func TestEventsAreWrittenAsTheirTypeWouldBe(t *testing.T) {
	host, id := playedTable(t)
	kinds := make(map[table.Kind]bool)
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
		case table.KindSeated, table.KindRenamed, table.KindAsked, table.KindDeclined:
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
	}
	for _, kind := range []table.Kind{
		table.KindOpened, table.KindSeated, table.KindActed, table.KindEnded, table.KindNext,
		table.KindResigned, table.KindAsked, table.KindDeclined, table.KindReset, table.KindRenamed,
	} {
		if !kinds[kind] {
			t.Errorf("no event of kind %s was looked at", kind)
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
