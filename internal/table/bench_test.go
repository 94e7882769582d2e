package table_test

import (
	"fmt"
	"testing"

	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// BenchmarkDo is one command at a table in memory, three feeds attached, from
// the secret to the wake-up of who watches.
func BenchmarkDo(b *testing.B) {
	h := newHost(memory.New(), nil)
	opened, err := h.Open(b.Context(), table.Opening{Game: "bachet", Options: []byte(`{"sticks":99}`), Mode: table.HotSeat})
	if err != nil {
		b.Fatal(err)
	}
	for range 3 {
		feed, err := h.Attach(b.Context(), opened.ID, func() {})
		if err != nil {
			b.Fatal(err)
		}
		defer feed.Close()
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s, err := h.Snapshot(b.Context(), opened.ID)
		if err != nil {
			b.Fatal(err)
		}
		c := table.Command{Key: fmt.Sprint(i), Seen: s.Seq, Kind: table.KindAct, Text: "1"}
		if c.Secret = opened.Seats[s.ToAct]; s.Over() {
			c.Kind, c.Text, c.Secret = table.KindNext, "", opened.Seats[s.Starts]
		}
		if _, err := h.Do(b.Context(), opened.ID, c); err != nil {
			b.Fatal(err)
		}
	}
}
