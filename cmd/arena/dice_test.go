package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// playedLog is the log of a game of hyper nardy that was played at random.
func playedLog(t *testing.T) (log string, throws int) {
	t.Helper()
	host := table.New(table.Config{Log: memory.New(), Games: games.All(), Roller: fair.Roller{}})
	opened, err := host.Open(t.Context(), table.Opening{Game: "nardy", Options: []byte(`{"variant":"hyper"}`), Mode: table.HotSeat})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for n := 0; ; n++ {
		s, err := host.Snapshot(t.Context(), opened.ID)
		if err != nil {
			t.Fatal(err)
		}
		if s.Over() {
			throws = s.Dice.Next - 1
			break
		}
		a, err := game.Random{}.Choose(t.Context(), s.State, r)
		if err != nil {
			t.Fatal(err)
		}
		c := table.Command{Key: fmt.Sprint(n), Secret: opened.Seats[s.ToAct], Seen: s.Seq, Kind: table.KindAct, Text: string(a)}
		if _, err := host.Do(t.Context(), opened.ID, c); err != nil {
			t.Fatal(err)
		}
	}
	export := wire.Log{Table: string(opened.ID)}
	for e, err := range host.Events(t.Context(), opened.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		export.Events = append(export.Events, wire.Event{Seq: e.Seq, Kind: string(e.Kind), Body: e.Body})
	}
	data, err := json.Marshal(export)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), throws
}

func TestDiceOfALog(t *testing.T) {
	log, throws := playedLog(t)
	site := strings.Index(log, `"site":"`) + len(`"site":"`)
	flipped := log[:site] + string("1032547698badcfe"[strings.IndexByte("0123456789abcdef", log[site])]) + log[site+1:]
	for _, s := range []script{
		{name: "in order", stdin: log, stdout: fmt.Sprintf(`…"game":"nardy","throws":%d,"shares":[%d,0,0],"own":0,"numbers":[`, throws, throws)},
		{name: "another secret", stdin: flipped, stderr: "not in order: event 2, rolled: throw 1", code: exitFailed},
		{name: "half", stdin: log[:len(log)/2], stderr: "breaks off", code: exitFailed},
		{name: "nothing", stdin: `{"table":"x","events":[]}`, stderr: "no events", code: exitFailed},
		{name: "another game", stdin: strings.Replace(log, `"nardy"`, `"chess"`, 1), stderr: `no such game: "chess"`, code: exitFailed},
	} {
		s.args = "dice"
		s.play(t)
	}
}
