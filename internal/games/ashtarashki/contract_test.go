package ashtarashki_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// The contract with the bots is run in package bot.
func TestContract(t *testing.T) {
	gametest.Run(t, gametest.Suite{
		Entry:        game.Entry{Rules: ashtarashki.Rules{}},
		MaxEvents:    250,
		MaxViewBytes: 16 << 10,
		Every:        8,
	})
}

func TestGoldenGames(t *testing.T) {
	gametest.GoldenRandom(t, ashtarashki.Rules{}, filepath.Join("testdata", "golden", "random.game"), nil, 11, 250)
	gametest.GoldenFolder(t, ashtarashki.Rules{}, filepath.Join("testdata", "golden"))
}

func FuzzActions(f *testing.F) { gametest.FuzzActions(f, ashtarashki.Rules{}) }

func FuzzCodes(f *testing.F) { gametest.FuzzCodes(f, ashtarashki.Rules{}) }

func FuzzOptions(f *testing.F) { gametest.FuzzOptions(f, ashtarashki.Rules{}) }

// FuzzQuery sends anything to the rules as a filter: an answer or an error.
func FuzzQuery(f *testing.F) {
	f.Add([]byte(`{"game":"ashtarashki","type":"legal","pos":"w M3c3 M2d4"}`))
	f.Add([]byte(`{"type":"apply","pos":"w M3c3 M2d4","move":"M3:d4"}`))
	f.Add([]byte(`{"type":"apply","pos":"w - -","move":"M3:d4"}`))
	f.Fuzz(func(t *testing.T, request []byte) {
		answer, err := ashtarashki.Rules{}.Query(request)
		if (answer == nil) == (err == nil) {
			t.Fatalf("%q: answer %v, error %v", request, answer, err)
		}
	})
}

func TestBadRequests(t *testing.T) {
	for _, request := range []string{
		``, `[]`, `{}`, `{"type":"legal"}`, `{"type":"perft","pos":"w - -"}`, `{"type":"legal","pos":7}`,
		`{"type":"legal","pos":"w M1a2 -"}`, `{"type":"apply","pos":"w M3c3 M2d4"}`,
	} {
		if answer, err := (ashtarashki.Rules{}).Query([]byte(request)); err == nil {
			t.Errorf("%s is answered %v", request, answer)
		}
	}
}

// A view is part of what pages rely on: every phase of a move has a golden one.
func TestGoldenViews(t *testing.T) {
	for name, position := range map[string]string{
		"start":         "",
		"chain":         "w M3c3,M1g3 M2d4,M2c5,M2e5,M2f6,M3h4",
		"third-retreat": "w M1b2,W3d4,V2g5 M1h8",
		"over":          "w M3b8,V1d6,M2f8 M1c1,V3e1",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := json.MarshalIndent(at(t, position).View(), "", " ")
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", "view", name+".json")
			if gametest.Update() {
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(strings.TrimSpace(string(want)), "\n"), strings.Split(string(got), "\n")); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// Walking the turn of a view draws exactly what the move does: the effects of
// its hops turn the board before into the board after.
func TestViewEffectsDrawTheMove(t *testing.T) {
	for _, position := range []string{
		"", "w M3c3,M1g3 M2d4,M2c5,M2e5,M2f6,M3h4", "w M1b2,W3d4,V2g5 M1h8",
		"b M3a1,M3a5,M1b2,M2b6,M1c1,M3d4,M1e1,M2f2,M2f4,M3g1,M2g3,M1h2 M3b8,M2c7,M2d6,M1d8,M3e5,M1e7,M1g7,M3h4,M2h6,M3h8",
	} {
		s := at(t, position)
		before := s.View().(ashtarashki.View)
		var walk func(node int, board map[string]string)
		walk = func(node int, board map[string]string) {
			n := before.Turn.Nodes[node]
			if n.Action != "" {
				after, err := s.Apply(n.Action)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(drawn(after.View().(ashtarashki.View)), board); diff != "" {
					t.Errorf("%s, %s (-after +drawn)\n%s", s, n.Action, diff)
				}
			}
			for _, hop := range n.Hops {
				next := maps.Clone(board)
				for _, fx := range hop.Fx {
					switch fx.Kind {
					case "take", "off":
						if next[fx.From] != fx.Piece {
							t.Errorf("%s: %v takes %s off", s, fx, next[fx.From])
						}
						delete(next, fx.From)
					case "move":
						delete(next, fx.From)
						next[fx.To] = fx.Piece
					case "turn", "cover":
						next[fx.To] = fx.Piece
					default:
						t.Errorf("effect %v", fx)
					}
				}
				walk(hop.Next, next)
			}
		}
		walk(0, drawn(before))
	}
}

// drawn is a view's board: the piece on each square, in the words of effects.
func drawn(v ashtarashki.View) map[string]string {
	board := map[string]string{}
	for _, square := range v.Squares {
		if stone := square.Stone; stone != nil {
			side := map[game.Side]string{game.First: "w", game.Second: "b"}[stone.Side]
			board[square.At] = side + stone.State + string('0'+rune(stone.Rank))
		}
	}
	return board
}

func TestViewCountsAndOrder(t *testing.T) {
	v := at(t, "w M3b8,V1d6,M2f8,W2c3 M1c1,V3e3").View().(ashtarashki.View)
	if want := [2]ashtarashki.Count{{4, 2, 1, 1}, {2, 1, 1, 0}}; v.Counts != want {
		t.Errorf("counts %v, want %v", v.Counts, want)
	}
	var order []string
	for _, s := range v.Squares {
		order = append(order, s.At)
	}
	if len(order) != 32 || !slices.Equal(order[:5], []string{"b8", "d8", "f8", "h8", "a7"}) || order[31] != "g1" {
		t.Errorf("squares in the order %v", order)
	}
	if !at(t, "w M3c3 M2d4").View().(ashtarashki.View).Capture || at(t, "").View().(ashtarashki.View).Capture {
		t.Error("the view does not say whether a capture is compulsory")
	}
}
