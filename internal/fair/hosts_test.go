package fair_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// TestTwoProcessesThrowOnce has two hosts of one log play at one table as fast
// as they can. Both see that a throw is due and make it: it is the same one,
// and it is in the log once.
func TestTwoProcessesThrowOnce(t *testing.T) {
	log := memory.New()
	hosts := make([]*table.Host, 2)
	for i := range hosts {
		hosts[i] = table.New(table.Config{Log: log, Games: []game.Entry{toy.Entry()}, Roller: fair.Roller{}})
	}
	opened, err := hosts[0].Open(t.Context(), table.Opening{Game: "toy", Mode: table.HotSeat})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	played := make([]int, len(hosts))
	for i, h := range hosts {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(9, uint64(i)))
			for n := range 2000 {
				s, err := h.Snapshot(t.Context(), opened.ID)
				if err != nil {
					t.Error(err)
					return
				}
				if s.Dice.Next > 100 {
					return
				}
				c := table.Command{Key: fmt.Sprint(i, "/", n), Seen: s.Seq, Kind: table.KindNext, Secret: opened.Seats[game.First]}
				if s.ToAct.Player() {
					a, err := game.Random{}.Choose(t.Context(), s.State, r)
					if err != nil {
						t.Error(err)
						return
					}
					c.Kind, c.Text, c.Secret = table.KindAct, string(a), opened.Seats[s.ToAct]
				}
				switch _, err := h.Do(t.Context(), opened.ID, c); {
				case err == nil:
					played[i]++
				case !errors.Is(err, table.ErrStale) && !errors.Is(err, table.ErrConflict):
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	// How they share the work is the machine's affair: a busy one lets one of
	// them come late.
	t.Logf("%v commands", played)
	if played[0]+played[1] < 20 {
		t.Errorf("only %v commands", played)
	}
	sum, err := fair.CheckLog(opened.ID, toy.Rules{}, hosts[0].Events(t.Context(), opened.ID, 0))
	if err != nil || sum.Throws < 100 {
		t.Errorf("%+v, %v", sum, err)
	}
}
