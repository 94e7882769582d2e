package app_test

import (
	"bufio"
	"bytes"
	gocmp "cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// goldenNow is the folder of the golden logs that the present version writes.
// Those of versions that are out are never written again: whoever adds a kind
// of event, or changes what one holds, after a release names a new folder here.
const goldenNow = "1"

var update = flag.Bool("update", false, "write the golden logs of the present version anew")

// remembered is what a golden log must still come to, and the secrets with
// which its players go on.
type remembered struct {
	ID       table.ID
	Secrets  map[string]string // by seat
	Seq      uint64
	Position string
	ToAct    string
	Round    int
	Score    [2]int
	Result   *table.Result   `json:",omitempty"`
	Plies    []string        // actions and throws of the round
	Options  json.RawMessage // of the round
}

func rememberedOf(s *table.Snapshot) remembered {
	r := remembered{ID: s.ID, Seq: s.Seq, Position: s.Position, ToAct: s.ToAct.String(), Round: s.Round, Score: s.Score, Result: s.Result, Plies: []string{}, Options: s.Options}
	for _, p := range s.Plies {
		r.Plies = append(r.Plies, fmt.Sprintf("%s %s%v %s", p.Seat, p.Action, p.Pips, p.Position))
	}
	return r
}

// writeGolden writes the logs as hod tables -archive does, with what they come
// to beside them.
func writeGolden(t *testing.T) {
	t.Helper()
	folder := filepath.Join("testdata", "golden", goldenNow)
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
		t.Fatal(err)
	}
	for name, r := range golden(t) {
		all, err := r.events()
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		for _, e := range all {
			if err := json.NewEncoder(&b).Encode(e); err != nil {
				t.Fatal(err)
			}
		}
		host := table.New(table.Config{Log: r.log, Games: games.All(), Roller: fair.Roller{}})
		now, err := host.Snapshot(t.Context(), r.id)
		if err != nil {
			t.Fatal(err)
		}
		want := rememberedOf(now)
		want.Secrets = make(map[string]string)
		for seat, secret := range r.seats {
			want.Secrets[seat.String()] = secret
		}
		text, err := json.MarshalIndent(want, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(
			os.WriteFile(filepath.Join(folder, name+".jsonl"), b.Bytes(), 0o644),
			os.WriteFile(filepath.Join(folder, name+".want.json"), append(text, '\n'), 0o644),
		); err != nil {
			t.Fatal(err)
		}
	}
}

// readGolden reads a log.
func readGolden(t *testing.T, name string) []table.Event {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var all []table.Event
	for d := json.NewDecoder(bufio.NewReader(f)); ; {
		var e table.Event
		if err := d.Decode(&e); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, e)
	}
}

// TestLogsOfEveryVersionAreReadAndPlayedOn: a log that any version has written
// comes to what it came to then, position by position, and its players go on
// with the secrets they have.
func TestLogsOfEveryVersionAreReadAndPlayedOn(t *testing.T) {
	if *update {
		writeGolden(t)
	}
	names, err := filepath.Glob(filepath.Join("testdata", "golden", "*", "*.jsonl"))
	if err != nil || len(names) < 9 {
		t.Fatalf("%d golden logs: %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(strings.TrimPrefix(name, filepath.Join("testdata", "golden")+string(filepath.Separator)), ".jsonl"), func(t *testing.T) {
			var want remembered
			text, err := os.ReadFile(strings.TrimSuffix(name, ".jsonl") + ".want.json")
			if err == nil {
				err = json.Unmarshal(text, &want)
			}
			if err != nil {
				t.Fatal(err)
			}
			log := memory.New()
			all := readGolden(t, name)
			for _, e := range all {
				if err := log.Append(t.Context(), want.ID, e); err != nil {
					t.Fatal(err)
				}
			}
			replay(t, all)
			host := table.New(table.Config{Log: log, Games: games.All(), Roller: fair.Roller{}})
			now, err := host.Snapshot(t.Context(), want.ID)
			if err != nil {
				t.Fatal(err)
			}
			got := rememberedOf(now)
			got.Secrets = want.Secrets
			if diff := cmp.Diff(compact(t, want), compact(t, got)); diff != "" {
				t.Errorf("(-then +now):\n%s", diff)
			}
			for seat, secret := range want.Secrets {
				if side, err := host.Seat(t.Context(), want.ID, secret); err != nil || side.String() != seat {
					t.Errorf("the secret of the %s seat opens %s: %v", seat, side, err)
				}
			}
			// They go on: whoever is to act plays something, else a new name.
			c := table.Command{Key: "after the upgrade", Seen: now.Seq, Kind: table.KindRename, Text: "Upgraded", Secret: want.Secrets["first"]}
			if now.ToAct.Player() && now.BotToAct() == "" {
				c.Secret, c.Kind = want.Secrets[now.ToAct.String()], table.KindAct
				for a := range now.State.Legal() {
					c.Text = string(a)
					break
				}
			}
			if _, err := host.Do(t.Context(), want.ID, c); err != nil {
				t.Errorf("%s %q: %v", c.Kind, c.Text, err)
			}
		})
	}
}

// compact makes JSON of it, so that spaces in raw JSON are no difference.
func compact(t *testing.T, r remembered) string {
	t.Helper()
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// replay plays every action and throw by the rules of today: each must lead to
// the position that the log has.
func replay(t *testing.T, all []table.Event) {
	t.Helper()
	var (
		opened  table.OpenedBody
		options json.RawMessage
		rules   game.Rules
		before  = map[uint64]string{} // the position before an event
		code    string
	)
	for _, e := range all {
		before[e.Seq] = code
		var body struct {
			Action   game.Action
			Pips     []int
			Position string
			Options  json.RawMessage
		}
		if err := json.Unmarshal(e.Body, &body); len(e.Body) > 0 && err != nil {
			t.Fatalf("event %d: %v", e.Seq, err)
		}
		switch e.Kind {
		case table.KindOpened:
			if err := json.Unmarshal(e.Body, &opened); err != nil {
				t.Fatal(err)
			}
			for _, entry := range games.All() {
				if entry.Rules.Info().ID == opened.Game {
					rules = entry.Rules
				}
			}
			options = opened.Options
			code = begins(t, rules, options, opened.Position)
		case table.KindNext, table.KindReset:
			if body.Options != nil {
				options = body.Options
			}
			code = begins(t, rules, options, gocmp.Or(body.Position, opened.Position))
		case table.KindTookBack:
			code = body.Position
		case table.KindActed, table.KindRolled:
			state, err := rules.Start(options, code)
			if err != nil {
				t.Fatalf("event %d: %v", e.Seq, err)
			}
			if e.Kind == table.KindActed {
				state, err = state.Apply(body.Action)
			} else {
				state, err = state.(game.Dicer).Roll(body.Pips)
			}
			if err != nil {
				t.Fatalf("event %d, %s%v at %s: %v", e.Seq, body.Action, body.Pips, code, err)
			}
			if got := state.String(); got != body.Position {
				t.Errorf("event %d: %s%v leads from %s to %s, and led to %s", e.Seq, body.Action, body.Pips, code, got, body.Position)
			}
			code = body.Position
		default: // nothing of the board
		}
	}
}

func begins(t *testing.T, rules game.Rules, options json.RawMessage, code string) string {
	t.Helper()
	state, err := rules.Start(options, code)
	if err != nil {
		t.Fatal(err)
	}
	return state.String()
}

// kindLine is a constant of the kinds of events.
var kindLine = regexp.MustCompile(`(?m)^\s+Kind\w+\s+Kind = "(\w+)"`)

// TestGoldenLogsHaveEveryKindOfEvent: whoever adds a kind writes the golden
// logs anew, with -update.
func TestGoldenLogsHaveEveryKindOfEvent(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("..", "table", "event.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(source, []byte("// Kinds of events."))
	kinds, _, ok := bytes.Cut(rest, []byte("// Kinds of commands"))
	listed := kindLine.FindAllSubmatch(kinds, -1)
	if !ok || len(listed) < 15 {
		t.Fatalf("%d kinds are found in event.go", len(listed))
	}
	names, err := filepath.Glob(filepath.Join("testdata", "golden", goldenNow, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	there := make(map[table.Kind]int)
	for _, name := range names {
		for _, e := range readGolden(t, name) {
			there[e.Kind]++
		}
	}
	for _, kind := range listed {
		if there[table.Kind(kind[1])] == 0 {
			t.Errorf("no golden log has an event of kind %s", kind[1])
		}
	}
}
