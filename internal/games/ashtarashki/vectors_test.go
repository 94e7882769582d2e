package ashtarashki_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// lines reads a file of testdata.
func lines(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		all = append(all, scan.Text())
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// query asks as other people's programs do, and returns the answer as they read
// it.
func query(t *testing.T, request map[string]any) map[string]any {
	t.Helper()
	data, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := ashtarashki.Rules{}.Query(data)
	if err != nil {
		t.Fatalf("Query(%s): %v", data, err)
	}
	if data, err = json.Marshal(answer); err != nil {
		t.Fatal(err)
	}
	var read map[string]any
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func TestVectors(t *testing.T) {
	kinds := map[string]int{}
	for _, name := range []string{"vectors.jsonl", "vectors-more.jsonl"} {
		for i, line := range lines(t, name) {
			var v struct {
				Type, Kind, Pos, Position, Move, After, Rule string
				Legal                                        []any
				Outcome                                      any
			}
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatalf("%s:%d: %v", name, i+1, err)
			}
			if v.Position != "" {
				v.Type, v.Pos = "legal", v.Position
			}
			kinds[v.Type]++
			switch v.Type {
			case "legal":
				got := query(t, map[string]any{"type": "legal", "pos": v.Pos})
				if diff := cmp.Diff(map[string]any{"legal": v.Legal, "outcome": v.Outcome}, got); diff != "" {
					t.Errorf("%s:%d: %s (-want +got)\n%s", name, i+1, v.Pos, diff)
				}
			case "apply":
				got := query(t, map[string]any{"type": "apply", "pos": v.Pos, "move": v.Move})
				if diff := cmp.Diff(map[string]any{"pos": v.After, "outcome": v.Outcome}, got); diff != "" {
					t.Errorf("%s:%d: %s %s (-want +got)\n%s", name, i+1, v.Pos, v.Move, diff)
				}
			case "refuse":
				got := query(t, map[string]any{"type": "apply", "pos": v.Pos, "move": v.Move})
				if got["rule"] != v.Rule || got["error"] == "" {
					t.Errorf("%s:%d: %s %s: %v, want %s", name, i+1, v.Pos, v.Move, got, v.Rule)
				}
			default:
				t.Errorf("%s:%d: a vector of no known type", name, i+1)
			}
		}
	}
	if kinds["legal"] != 134 || kinds["apply"] != 93 || kinds["refuse"] != 24 {
		t.Errorf("read %v vectors", kinds)
	}
}

// seedGame is the complete game of the author's text, its moves as they stand
// there, and its result line.
func seedGame(t *testing.T) (moves []string, result string) {
	t.Helper()
	for i, line := range lines(t, "game.txt") {
		switch {
		case i == 0: // what the file is
		case strings.HasPrefix(line, "#"):
			result = line
		default:
			moves = append(moves, strings.Fields(line)[1:]...)
		}
	}
	return moves, result
}

func TestSeedGame(t *testing.T) {
	moves, result := seedGame(t)
	if len(moves) != 86 {
		t.Fatalf("%d half-moves", len(moves))
	}
	s, err := ashtarashki.Rules{}.Start(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for i, move := range moves {
		read, err := s.Read(move)
		if err != nil {
			t.Fatalf("half-move %d, Read(%s): %v", i+1, move, err)
		}
		if string(read) != move {
			t.Errorf("half-move %d: %s is written back as %s", i+1, move, read)
		}
		if !slices.Contains(slices.Collect(s.Legal()), read) {
			t.Errorf("half-move %d: %s is not on the list of legal moves", i+1, move)
		}
		if s, err = s.Apply(read); err != nil {
			t.Fatalf("half-move %d, Apply(%s): %v", i+1, move, err)
		}
		if _, over := s.Outcome(); over != (i == len(moves)-1) {
			t.Errorf("half-move %d: over is %t", i+1, over)
		}
	}
	if s.String() != "w M3b8,V1d6,M2f8 M1c1,V3e1" {
		t.Errorf("the last position is %s", s)
	}
	outcome, _ := s.Outcome()
	if want := (game.Outcome{Winner: game.First, Points: 1, Reason: ashtarashki.ReasonMoreStones}); outcome != want {
		t.Errorf("outcome %v, want %v", outcome, want)
	}
	if result != "# 1 : 0" {
		t.Errorf("the record ends with %q", result)
	}
}

func TestLeaves(t *testing.T) {
	want := []uint64{1, 7, 49, 382, 2_659, 20_742, 154_929}
	for depth, n := range want {
		if got := ashtarashki.Leaves(ashtarashki.Initial(), depth); got != n {
			t.Errorf("depth %d: %d leaves, want %d", depth, got, n)
		}
	}
}

func BenchmarkLeaves(b *testing.B) {
	var n uint64
	for b.Loop() {
		n += ashtarashki.Leaves(ashtarashki.Initial(), 7)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
