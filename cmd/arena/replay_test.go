package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// thinker is a computer that plays at once.
type thinker struct {
	t    *testing.T
	busy sync.WaitGroup
}

func (b *thinker) Ask(j table.Thinking) {
	b.busy.Go(func() {
		c, err := game.Think(b.t.Context(), j.Bot, j.State, rand.New(rand.NewPCG(j.Seed, j.Seq)))
		if err != nil {
			b.t.Error(err)
		}
		if err := j.Play(b.t.Context(), c); err != nil {
			b.t.Error(err)
		}
	})
}

// botLog is the log of games against a bot, of which the last is under way.
func botLog(t *testing.T, bot string) *wire.Log {
	t.Helper()
	computer := &thinker{t: t}
	host := table.New(table.Config{Log: memory.New(), Games: games.All(), Roller: fair.Roller{}, Bots: computer})
	opened, err := host.Open(t.Context(), table.Opening{Game: "nardy", Options: []byte(`{"variant":"hyper"}`), Mode: table.Computer, Bot: bot})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	keys := 0
	do := func(s *table.Snapshot, kind table.Kind, text string) {
		t.Helper()
		keys++
		c := table.Command{Key: fmt.Sprint(keys), Secret: opened.Seats[game.First], Seen: s.Seq, Kind: kind, Text: text}
		if _, err := host.Do(t.Context(), opened.ID, c); err != nil {
			t.Fatal(err)
		}
	}
	for rounds := 1; ; {
		computer.busy.Wait()
		s, err := host.Snapshot(t.Context(), opened.ID)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case s.Over():
			rounds++
			do(s, table.KindNext, "")
		case rounds == 3 && len(s.Plies) > 6:
			log := &wire.Log{Table: string(opened.ID)}
			for e, err := range host.Events(t.Context(), opened.ID, 0) {
				if err != nil {
					t.Fatal(err)
				}
				log.Events = append(log.Events, wire.Event{Seq: e.Seq, At: e.At.UnixMilli(), Kind: string(e.Kind), Body: e.Body})
			}
			return log
		case s.ToAct == game.First:
			a, err := game.Random{}.Choose(t.Context(), s.State, r)
			if err != nil {
				t.Fatal(err)
			}
			do(s, table.KindAct, string(a))
		default:
			do(s, table.KindRoll, "")
		}
	}
}

// TestReplayOfALog has a bot that leaves much to chance choose again.
func TestReplayOfALog(t *testing.T) {
	log := botLog(t, "pupil")
	report, err := replay(t.Context(), log)
	if err != nil {
		t.Fatal(err)
	}
	if report.Bot != "pupil" || report.Same < 5 || len(report.Different) > 0 || report.Unknown == 0 || report.Same+report.Unknown != report.Decisions {
		t.Errorf("%+v", report)
	}
	data, err := json.Marshal(log)
	if err != nil {
		t.Fatal(err)
	}
	// Other seeds give other slips of a pupil.
	other := string(data)
	for at, i := 0, 0; ; at += i + len(`"seed":"`) {
		if i = strings.Index(other[at:], `"seed":"`); i < 0 {
			break
		}
		at := at + i + len(`"seed":"`)
		other = other[:at] + "0123456789abcdef" + other[at+16:]
	}
	people, _ := playedLog(t)
	for _, s := range []script{
		{name: "in order", stdin: string(data), stdout: fmt.Sprintf(`…"game":"nardy","bot":"pupil","decisions":%d,"same":%d,"different":[],"unknown":%d}`, report.Decisions, report.Same, report.Unknown) + "\n"},
		{name: "other seeds", stdin: other, stdout: `…"different":[{"seq":`, stderr: "decisions come out otherwise", code: exitFailed},
		{name: "half", stdin: string(data[:len(data)/2]), stderr: "breaks off", code: exitFailed},
		{name: "another game", stdin: strings.Replace(string(data), `"nardy"`, `"chess"`, 1), stderr: `no such game: "chess"`, code: exitFailed},
		{name: "no log", stdin: "{}", stderr: "no events", code: exitFailed},
		{name: "no game", stdin: `{"events":[{"seq":1,"kind":"opened","body":{}}]}`, stderr: "no game is named", code: exitFailed},
		{name: "no computer", stdin: people, stderr: "there is no computer", code: exitFailed},
	} {
		s.args = "replay"
		s.play(t)
	}
}
