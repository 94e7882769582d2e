package jetstream_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/bachet"
	"github.com/hod-games/hod/internal/table"
)

// TestTwoProcessesLetAFlagFallOnce: both watch the clock of one table, both try
// to say that its time has run out, and the stream takes the word of one.
func TestTwoProcessesLetAFlagFallOnce(t *testing.T) {
	s := node(t, options(t.TempDir()))
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	var hosts [2]*table.Host
	for i := range hosts {
		log := over(t, s)
		hosts[i] = table.New(table.Config{Log: log, Follower: log, Herald: log, Games: []game.Entry{{Rules: bachet.Rules{}}}})
		running.Go(func() { hosts[i].Run(ctx) })
	}
	const tables = 20
	var ids []table.ID
	for range tables {
		opened, err := hosts[0].Open(t.Context(), table.Opening{Game: "bachet", Mode: table.HotSeat, Clock: &table.Tempo{Kind: table.DelayClock, Bank: table.MinBank}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := hosts[0].Do(t.Context(), opened.ID, table.Command{Key: "a", Secret: opened.Seats[game.First], Seen: 1, Kind: table.KindAct, Text: "1"}); err != nil {
			t.Fatal(err)
		}
		if _, err := hosts[1].Snapshot(t.Context(), opened.ID); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, opened.ID)
	}
	log := over(t, s)
	for _, id := range ids {
		for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			one, err := hosts[0].Snapshot(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			other, err := hosts[1].Snapshot(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if one.Over() && other.Over() {
				if one.Result.Reason != table.ReasonTime || *one.Result != *other.Result || one.Seq != other.Seq {
					t.Errorf("one process says %+v, the other %+v", one.Result, other.Result)
				}
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("no flag has fallen: %+v, %+v", one.Clock, other.Clock)
			}
		}
		count := map[table.Kind]int{}
		for _, e := range history(t, log, id) {
			count[e.Kind]++
		}
		if count[table.KindFlagged] != 1 || count[table.KindEnded] != 1 {
			t.Errorf("the log has %v", count)
		}
	}
}
