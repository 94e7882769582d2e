package scripttest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

func TestThePageHashesAsOthersDo(t *testing.T) {
	type hashed struct {
		Text   string `json:"text"`
		SHA256 string `json:"sha256"`
		Key    string `json:"key"`
		HMAC   string `json:"hmac"`
	}
	r := rand.New(rand.NewPCG(5, 5))
	var cases []hashed
	for n := range 200 {
		text := make([]byte, n)
		for i := range text {
			text[i] = byte(' ' + r.IntN(90))
		}
		key := make([]byte, 32)
		for i := range key {
			key[i] = byte(r.IntN(256))
		}
		sum, mac := sha256.Sum256(text), hmac.New(sha256.New, key)
		mac.Write(text)
		cases = append(cases, hashed{string(text), hex.EncodeToString(sum[:]), hex.EncodeToString(key), hex.EncodeToString(mac.Sum(nil))})
	}
	data, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	runTests(t, "hash_test.ts", string(data))
}

// fact is an event as GET /api/tables/ID/log writes it.
type fact struct {
	Seq  uint64          `json:"seq"`
	At   int64           `json:"at"`
	Kind table.Kind      `json:"kind"`
	Body json.RawMessage `json:"body,omitempty"`
}

// exported is an answer of GET /api/tables/ID/log.
type exported struct {
	Table  table.ID `json:"table"`
	Events []fact   `json:"events"`
}

// verdict is what the page makes of a log; see verify_test.ts.
type verdict struct {
	First    uint64         `json:"first"` // the first event that is wrong, 0 for none
	Sound    bool           `json:"sound"`
	Finished bool           `json:"finished"` // the last game has ended
	Marks    map[string]int `json:"marks"`
	Faces    []int          `json:"faces"`
	Words    []string       `json:"words"`
}

func verify(t *testing.T, logs []exported) (verdicts []verdict, chances []float64) {
	t.Helper()
	var input strings.Builder
	for _, l := range logs {
		line, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		input.Write(line)
		input.WriteByte('\n')
	}
	lines := run(t, "verify_test.ts", input.String())
	if len(lines) != len(logs)+1 {
		t.Fatalf("%d verdicts on %d logs", len(lines), len(logs))
	}
	for _, line := range lines[:len(logs)] {
		var v verdict
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, v)
	}
	if err := json.Unmarshal([]byte(lines[len(logs)]), &chances); err != nil {
		t.Fatal(err)
	}
	return verdicts, chances
}

// TestThePageChecksThrowsAsTheServerDoes plays games of people who do with
// their secrets what comes into their heads, until there are enough throws of
// each kind: the dice are thrown anew in every run.
func TestThePageChecksThrowsAsTheServerDoes(t *testing.T) {
	var logs []exported
	var sums []fair.Summary
	again, site, own := 0, 0, 0
	for seed := 0; seed < 12 || seed < 60 && min(again, site, own) < 10; seed++ {
		log := play(t, uint64(seed), 25)
		sum, err := fair.CheckLog(log.Table, nil, events(log.Events))
		if err != nil {
			t.Fatal(err)
		}
		again, site, own = again+sum.Again, site+sum.By[0], own+sum.Own
		logs, sums = append(logs, log), append(sums, sum)
	}
	verdicts, chances := verify(t, logs)
	marks := map[string]int{}
	for i, v := range verdicts {
		sum := sums[i]
		want := map[string]int{"checked": sum.By[1] + sum.By[2], "site": sum.By[0], "own": sum.Own, "failed": 0}
		if !v.Sound || v.First != 0 || !maps.Equal(v.Marks, want) {
			t.Errorf("log %d: %+v, want the marks %v", i, v, want)
		}
		if sum.Throws > 0 && !slices.Equal(v.Faces, sum.Faces) {
			t.Errorf("log %d: the page counts %v, the server %v", i, v.Faces, sum.Faces)
		}
		for mark, n := range v.Marks {
			marks[mark] += n
		}
	}
	if again < 10 {
		t.Errorf("only %d throws came again", again)
	}
	if marks["checked"] < 100 || marks["site"] < 10 || marks["own"] < 10 {
		t.Errorf("too few of some kind: %v", marks)
	}
	// The quantiles of chi-square with five degrees of freedom.
	for i, want := range []float64{1, 0.95, 0.5, 0.1, 0.05, 0.01, 0.001} {
		if math.Abs(chances[i]-want) > 0.0005 {
			t.Errorf("chi-square: %v, want %v", chances[i], want)
		}
	}
}

// TestThePageTellsAnUnfinishedGame cuts logs off before and after the end of a
// game, and after the beginning of the next.
func TestThePageTellsAnUnfinishedGame(t *testing.T) {
	var logs []exported
	var want []bool
	for seed := range 12 {
		l := play(t, uint64(seed), 25)
		for i, e := range l.Events {
			cut := func(n int, finished bool) {
				logs = append(logs, exported{Table: l.Table, Events: l.Events[:n]})
				want = append(want, finished)
			}
			switch e.Kind {
			case table.KindEnded:
				cut(i, false)
				cut(i+1, true)
			case table.KindNext:
				cut(i+1, false)
			default: // the game goes on
			}
		}
	}
	verdicts, _ := verify(t, logs)
	for i, v := range verdicts {
		if !v.Sound || v.Finished != want[i] {
			t.Errorf("%d events of %s: %+v, want finished: %v", len(logs[i].Events), logs[i].Table, v, want[i])
		}
	}
	if len(logs) < 10 {
		t.Errorf("only %d logs", len(logs))
	}
}

// TestThePageFindsWhatWasTamperedWith changes every part of every event that
// has to do with dice, one at a time; the page finds what the server finds, in
// the same event.
func TestThePageFindsWhatWasTamperedWith(t *testing.T) {
	for _, seed := range []uint64{100, 103} { // without and with turns taken back
		tamper(t, play(t, seed, 4))
	}
}

func tamper(t *testing.T, sound exported) {
	t.Helper()
	var logs []exported
	var names []string
	for i, e := range sound.Events {
		var body map[string]any
		if len(e.Body) == 0 || json.Unmarshal(e.Body, &body) != nil {
			continue
		}
		for name, changed := range changes(body, "") {
			if i+1 == len(sound.Events) && strings.Contains(name, "ommit") && e.Kind != table.KindRolled {
				continue // what nothing has followed from yet
			}
			data, err := json.Marshal(changed)
			if err != nil {
				t.Fatal(err)
			}
			l := exported{Table: sound.Table, Events: slices.Clone(sound.Events)}
			l.Events[i].Body = data
			logs = append(logs, l)
			names = append(names, fmt.Sprintf("event %d, %s: %s", e.Seq, e.Kind, name))
		}
	}
	for i := range sound.Events {
		l := exported{Table: sound.Table, Events: slices.Delete(slices.Clone(sound.Events), i, i+1)}
		logs, names = append(logs, l), append(names, fmt.Sprintf("without event %d", i+1))
	}
	logs, names = append(logs, exported{Table: "anothertable", Events: sound.Events}), append(names, "another table")
	verdicts, _ := verify(t, logs)
	found := 0
	for i, v := range verdicts {
		_, err := fair.CheckLog(logs[i].Table, nil, events(logs[i].Events))
		if strings.HasSuffix(names[i], "no receipt.shares") && !v.Sound {
			continue // to the server no list is an empty one; the page wants it
		}
		if (err == nil) != v.Sound {
			t.Errorf("%s: the page says %+v, the server %v", names[i], v, err)
			continue
		}
		if err == nil {
			continue
		}
		found++
		if !strings.HasPrefix(err.Error(), fmt.Sprintf("event %d,", v.First)) {
			t.Errorf("%s: the page finds it at event %d (%v), the server says: %v", names[i], v.First, v.Words, err)
		}
	}
	t.Logf("%d of %d changes are found", found, len(logs))
	if found < 150 {
		t.Errorf("only %d of %d changes are found", found, len(logs))
	}
}

// changes yields body with one of its dice fields changed, or left out.
func changes(body map[string]any, path string) iter.Seq2[string, map[string]any] {
	return func(yield func(string, map[string]any) bool) {
		for _, key := range slices.Sorted(maps.Keys(body)) {
			name := path + key
			if path == "" && !slices.Contains([]string{"seat", "reveal", "commit", "pips", "receipt", "dice", "again", "plies"}, key) {
				continue
			}
			for _, value := range changed(body[key]) {
				other := maps.Clone(body)
				other[key] = value
				if !yield(fmt.Sprintf("%s is %.40v", name, value), other) {
					return
				}
			}
			if inner, ok := body[key].(map[string]any); ok {
				for below, value := range changes(inner, name+".") {
					other := maps.Clone(body)
					other[key] = value
					if !yield(below, other) {
						return
					}
				}
			}
			if list, ok := body[key].([]any); ok {
				for i := range list {
					inner, ok := list[i].(map[string]any)
					if !ok {
						continue
					}
					for below, value := range changes(inner, name+".") {
						other, items := maps.Clone(body), slices.Clone(list)
						items[i], other[key] = value, items
						if !yield(fmt.Sprintf("%d: %s", i, below), other) {
							return
						}
					}
				}
			}
			other := maps.Clone(body)
			delete(other, key)
			if !yield("no "+name, other) {
				return
			}
		}
	}
}

// changed are other values in the place of one.
func changed(value any) []any {
	switch v := value.(type) {
	case string:
		switch {
		case len(v) == 64:
			last := "0"
			if strings.HasSuffix(v, "0") {
				last = "1"
			}
			return []any{v[:63] + last, strings.ToUpper(v[:63]) + "A", v[:62], ""}
		case v == "first":
			return []any{"second", "nobody"}
		case v == "second":
			return []any{"first", "nobody"}
		default:
			return []any{v + "x", ""}
		}
	case float64:
		return []any{v + 1, v - 1}
	case []any:
		if len(v) == 0 {
			return nil
		}
		out := []any{v[1:], append(slices.Clone(v), v[0])}
		if n, ok := v[0].(float64); ok {
			out = append(out, append([]any{float64(int(n)%6 + 1)}, v[1:]...))
		}
		return out
	default:
		return nil
	}
}

func events(facts []fact) iter.Seq2[table.Event, error] {
	return func(yield func(table.Event, error) bool) {
		for _, f := range facts {
			if !yield(table.Event{Seq: f.Seq, Kind: f.Kind, Body: f.Body}, nil) {
				return
			}
		}
	}
}

// play plays nardy at a table until so many throws were made, and returns its
// public events.
func play(t *testing.T, seed uint64, throws int) exported {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	host := table.New(table.Config{Log: memory.New(), Games: []game.Entry{{Rules: nardy.Rules{}}}, Roller: fair.Roller{}})
	secrets := map[game.Side]string{}
	fresh := func(seat game.Side) string {
		var b [32]byte
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		secrets[seat] = hex.EncodeToString(b[:])
		sum := sha256.Sum256(b[:])
		return hex.EncodeToString(sum[:])
	}
	o := table.Opening{Game: nardy.ID, Mode: table.Link, Options: []byte(`{"variant":"short","cube":"linear"}`)}
	own := seed%6 == 5
	switch {
	case own:
		o.Dice = table.OwnDice
	case seed%3 > 0:
		o.Commit = fresh(game.First)
	}
	opened, err := host.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	sit := table.Sit{Invitation: opened.Join, Key: "sit"}
	if seed%3 > 0 && !own {
		sit.Commit = fresh(game.Second)
	}
	seated, err := host.Sit(t.Context(), opened.ID, sit)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[game.Side]string{game.First: opened.Seats[game.First], game.Second: seated.Secret}
	for n := 0; ; n++ {
		s, err := host.Snapshot(t.Context(), opened.ID)
		if err != nil {
			t.Fatal(err)
		}
		if s.Dice.Next > throws {
			break
		}
		c, seat := table.Command{Key: fmt.Sprint(n), Seen: s.Seq}, s.ToAct
		switch {
		case s.Over():
			c.Kind, seat = table.KindNext, game.First
		case s.Asked != nil:
			c.Kind, seat = table.KindTakeBack, s.Asked.Seat.Other()
		case seed%4 == 3 && r.IntN(5) == 0 && s.CanTakeBack(game.First):
			c.Kind, seat = table.KindTakeBack, game.First
		case !own && seed%2 == 1 && r.IntN(5) == 0:
			c.Kind, seat = table.KindCommit, game.Side(1+r.IntN(2))
		case len(s.Calls) > 0:
			c.Kind, seat = table.KindRoll, s.Calls[r.IntN(len(s.Calls))]
			if own {
				for range s.State.(game.Dicer).Draw().Dice {
					c.Text += fmt.Sprint(1+r.IntN(6), " ")
				}
			}
		default:
			c.Kind = table.KindAct
			a, err := game.Random{}.Choose(t.Context(), s.State, r)
			if err != nil {
				t.Fatal(err)
			}
			c.Text = string(a)
		}
		c.Secret = codes[seat]
		if !own {
			whim := r.IntN(10)
			standing := s.Dice.Commits[seat-game.First]
			if standing != "" && secrets[seat] != "" && whim > 0 {
				c.Reveal = secrets[seat]
				secrets[seat] = ""
			}
			if c.Kind == table.KindCommit || seed%3 > 0 && whim != 1 {
				c.Commit = fresh(seat)
			}
		}
		if _, err := host.Do(t.Context(), opened.ID, c); err != nil {
			t.Fatalf("%s %+v: %v", seat, c, err)
		}
	}
	l := exported{Table: opened.ID}
	for e, err := range host.Events(t.Context(), opened.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		l.Events = append(l.Events, fact{Seq: e.Seq, At: e.At.UnixMilli(), Kind: e.Kind, Body: e.Body})
	}
	return l
}

// TestThePagesPartInTheDice hands a log to the tests of the script.
func TestThePagesPartInTheDice(t *testing.T) {
	data, err := json.Marshal(play(t, 1, 8))
	if err != nil {
		t.Fatal(err)
	}
	runTests(t, "dice_test.ts", string(data))
}
