package gametest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/game/gametest/toy"
)

const byHand = `# a game written by hand
options {"length":4,"raise":true}
start decide first 0,0 0,0 1 nobody
act raise
act take
roll 4 4
act 0/4 0/4
`

const completed = `game toy version 1
options {"length":4,"raise":true}
start decide first 0,0 0,0 1 nobody
act raise → answer first 0,0 0,0 1 nobody
act take → throw first 0,0 0,0 2 second
roll 4 4 → play first 0,0 0,0 2 second 44
act 0/4 0/4 → over first 4,4 0,0 2 second mars
outcome first 4 mars
`

func TestTranscriptCompletesARecordingByHand(t *testing.T) {
	for _, text := range []string{byHand, completed} {
		recording, err := gametest.ParseRecording([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := recording.Transcript(toy.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != completed {
			t.Errorf("transcript:\n%s\nwant:\n%s", got, completed)
		}
	}
}

func TestRecordPlaysToTheEndAndTheSameGameForASeed(t *testing.T) {
	var texts [2]string
	for i := range texts {
		recording, err := gametest.Record(toy.Rules{}, nil, 5, 200)
		if err != nil {
			t.Fatal(err)
		}
		text, err := recording.Transcript(toy.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	if texts[0] != texts[1] {
		t.Errorf("two games of one seed:\n%s\n%s", texts[0], texts[1])
	}
	if !strings.Contains(texts[0], "\noutcome ") {
		t.Errorf("not over:\n%s", texts[0])
	}
}

func TestParseRecordingSaysWhichLineIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"options {}\njump 3\n":     "line 2",
		"options {}\n\nroll 3 x\n": "line 3",
	} {
		if _, err := gametest.ParseRecording([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something about %s", text, err, want)
		}
	}
}

func TestTranscriptOfAGameThatIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"event 2": "options {}\nroll 4 1\nact take\n",
		"event 1": "options {}\nroll 7 1\n",
		"length":  "options {\"length\":1}\n",
		"code":    "options {}\nstart somewhere\n",
	} {
		recording, err := gametest.ParseRecording([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := recording.Transcript(toy.Rules{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %q, %v; want an error about %s", text, got, err, name)
		}
	}
}

// spy is a testing.TB that notes failures instead of failing.
type spy struct {
	testing.TB
	failed bool
}

func (s *spy) Helper()               {}
func (s *spy) Errorf(string, ...any) { s.failed = true }
func (s *spy) Error(...any)          { s.failed = true }

// changed is the toy after a change of its rules.
type changed struct{ toy.Rules }

func (c changed) Info() game.Info {
	info := c.Rules.Info()
	info.Version = 2
	return info
}

func TestGoldenSeesAChange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toy.game")
	if err := os.WriteFile(path, []byte(completed), 0o600); err != nil {
		t.Fatal(err)
	}
	if gametest.Update() {
		t.Skip("golden files are being rewritten")
	}
	gametest.Golden(t, toy.Rules{}, path)
	s := &spy{TB: t}
	if gametest.Golden(s, changed{}, path); !s.failed {
		t.Error("a changed game passes")
	}
}

func TestEveryClauseTestedComparesNumbers(t *testing.T) {
	tests := []struct {
		name, doc, source string
		fails             bool
	}{
		{"both", "// 1.1 One.\n//\n// 2.10 Two.\npackage x\n", "func TestClause1_1_One(t)\nfunc FuzzClause2_10(f)\n", false},
		{"clause without a test", "// 1.1 One.\n//\n// 1.2 Two.\npackage x\n", "func TestClause1_1_One(t)\n", true},
		{"test without a clause", "// 1.1 One.\npackage x\n", "func TestClause1_1_One(t)\nfunc TestClause1_3_X(t)\n", true},
		{"no clauses", "// Some words.\npackage x\n", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{"doc.go": tt.doc, "x_test.go": tt.source} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s := &spy{TB: t}
			if gametest.EveryClauseTested(s, dir); s.failed != tt.fails {
				t.Errorf("fails: %t, want %t", s.failed, tt.fails)
			}
		})
	}
}
