package gametest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
)

// The flag package wants a flag before main begins.
var update = flag.Bool("update", false, "rewrite golden files; the diff is the review") //nolint:gochecknoglobals // see above

// Update reports whether the -update flag of the test binary is set. Packages
// that import gametest use it for golden files of their own.
func Update() bool { return *update }

// Event is one event of a recorded game: an action or a throw.
type Event struct {
	Act  game.Action
	Roll []int // nil for an action
}

// String is "act 3" or "roll 6 1".
func (e Event) String() string {
	if e.Roll == nil {
		return "act " + string(e.Act)
	}
	return "roll " + strings.Trim(fmt.Sprint(e.Roll), "[]")
}

// Apply plays the event in s.
func (e Event) Apply(s game.State) (game.State, error) {
	if e.Roll == nil {
		return s.Apply(e.Act)
	}
	dicer, ok := s.(game.Dicer)
	if !ok {
		return nil, fmt.Errorf("%T takes no dice", s)
	}
	return dicer.Roll(e.Roll)
}

// Recording is a game that can be played again.
type Recording struct {
	Options []byte
	Start   string // a position code, empty for the initial position
	Events  []Event
}

// Record plays a random game.
func Record(rules game.Rules, options []byte, seed uint64, maxEvents int) (Recording, error) {
	options, err := rules.Normalize(options)
	if err != nil {
		return Recording{}, err
	}
	s, err := rules.Start(options, "")
	if err != nil {
		return Recording{}, err
	}
	recording := Recording{Options: options}
	r := source(seed)
	for s.ToAct() != game.Nobody && len(recording.Events) < maxEvents {
		next, event, err := step(s, r)
		if err != nil {
			return Recording{}, err
		}
		recording.Events = append(recording.Events, event)
		s = next
	}
	return recording, nil
}

// Transcript plays the recording and returns it with the position code after
// every event, one event a line:
//
//	game bachet version 1
//	options {"sticks":15,"max":3,"misere":false}
//	start 15 first
//	act 2 → 13 second
//	outcome second 1 last-stick
func (r Recording) Transcript(rules game.Rules) ([]byte, error) {
	info := rules.Info()
	options, err := rules.Normalize(r.Options)
	if err != nil {
		return nil, err
	}
	s, err := rules.Start(options, r.Start)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "game %s version %d\noptions %s\nstart %s\n", info.ID, info.Version, options, s)
	for i, e := range r.Events {
		next, err := e.Apply(s)
		if err != nil {
			return nil, fmt.Errorf("event %d, %v in %q: %w", i+1, e, s, err)
		}
		s = next
		fmt.Fprintf(&b, "%v → %s\n", e, s)
	}
	if o, over := s.Outcome(); over {
		fmt.Fprintf(&b, "outcome %v %d %s\n", o.Winner, o.Points, o.Reason)
	}
	return b.Bytes(), nil
}

// ParseRecording reads a transcript. Only its options, start and events count:
// what stands after an arrow is for comparison, so a new recording can be
// written by hand without codes and completed with -update.
func ParseRecording(transcript []byte) (Recording, error) {
	var r Recording
	for number, line := range strings.Split(string(transcript), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		event, _, _ := strings.Cut(rest, " → ")
		switch word {
		case "", "#", "game", "outcome":
		case "options":
			r.Options = []byte(rest)
		case "start":
			r.Start = rest
		case "act":
			r.Events = append(r.Events, Event{Act: game.Action(event)})
		case "roll":
			e := Event{Roll: []int{}}
			for pip := range strings.FieldsSeq(event) {
				n, err := strconv.Atoi(pip)
				if err != nil {
					return Recording{}, fmt.Errorf("line %d: %w", number+1, err)
				}
				e.Roll = append(e.Roll, n)
			}
			r.Events = append(r.Events, e)
		default:
			return Recording{}, fmt.Errorf("line %d: what is %q?", number+1, word)
		}
	}
	return r, nil
}

// Golden plays the game recorded in a file again and compares every position
// code and the outcome. With -update it rewrites the file.
func Golden(t testing.TB, rules game.Rules, path string) {
	t.Helper()
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read golden game: %v", err)
	}
	golden(t, rules, path, want)
}

// GoldenFolder runs Golden on every *.game file of a folder, of which there is
// at least one.
func GoldenFolder(t *testing.T, rules game.Rules, folder string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.game"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden games in %s (error %v)", folder, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { Golden(t, rules, path) })
	}
}

// GoldenRandom is Golden; where the file is missing, -update records a random
// game with these options first.
func GoldenRandom(t testing.TB, rules game.Rules, path string, options []byte, seed uint64, maxEvents int) {
	t.Helper()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && Update() {
		recording, err := Record(rules, options, seed, maxEvents)
		if err != nil {
			t.Fatalf("record a golden game: %v", err)
		}
		transcript, err := recording.Transcript(rules)
		if err != nil {
			t.Fatalf("record a golden game: %v", err)
		}
		write(t, path, transcript)
	}
	Golden(t, rules, path)
}

func golden(t testing.TB, rules game.Rules, path string, want []byte) {
	t.Helper()
	recording, err := ParseRecording(want)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	got, err := recording.Transcript(rules)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if Update() {
		write(t, path, got)
		return
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("%s (-recorded +now):\n%s", path, diff)
	}
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatalf("write golden file: %v", err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatalf("write golden file: %v", err)
	}
}
