package nardy_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// positions is how many positions the notation is tried on, over all variants.
func positions() int {
	switch {
	case os.Getenv("HOD_SOAK") != "":
		return 1_000_000
	case testing.Short() || raceEnabled:
		return 2_000
	default:
		return 100_000
	}
}

// TestNotationSurvives reads every legal action of random positions again: it
// comes back unchanged and leads to the result it was written for. One action
// of each position goes the way of a host.
func TestNotationSurvives(t *testing.T) {
	variants := nardy.Variants()
	for i, v := range variants {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			src := newSource(&v, rand.New(rand.NewPCG(12, uint64(i))))
			actions := 0
			for range 1 + positions()/len(variants) {
				s := src.state()
				g := s.Graph()
				read := s.Reader()
				finals := g.Finals()
				for _, k := range finals {
					a := g.Action(k)
					actions++
					if back, p, err := read(string(a)); err != nil || back != a || p != g.Nodes[k].Position {
						t.Fatalf("%s: %q is read as %q (%v) and leads to %s", s, a, back, err, v.Code(&p))
					}
				}
				k := finals[src.r.IntN(len(finals))]
				a, err := s.Read(string(g.Action(k)))
				if err != nil || a != g.Action(k) {
					t.Fatalf("%s: %q is read as %q (%v)", s, g.Action(k), a, err)
				}
				next, err := s.Apply(a)
				if err != nil || next.(*nardy.State).Position() != g.Nodes[k].Position {
					t.Fatalf("%s: %q leads to %s (%v)", s, a, next, err)
				}
			}
			t.Logf("%d actions", actions)
		})
	}
}

// TestGamesEndAndConserveCheckers plays random games of every variant with
// bot-fast play.
func TestGamesEndAndConserveCheckers(t *testing.T) {
	games := 200
	if testing.Short() || raceEnabled {
		games = 20
	}
	for i, v := range nardy.Variants() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(77, uint64(i)))
			var g nardy.Generator
			reasons := map[string]int{}
			for range games {
				s := start(t, v.ID, "")
				events := 0
				for ; s.Phase() != nardy.PhaseOver; events++ {
					if events > 20_000 {
						t.Fatalf("no end in sight in %s", s)
					}
					if s.Phase() != nardy.PhasePlay {
						pips := make([]int, s.Draw().Dice)
						for i := range pips {
							pips[i] = 1 + r.IntN(6)
						}
						s = roll(t, s, pips...)
						continue
					}
					p := s.Position()
					results, used := g.Results(&v, &p, s.Stage())
					s = s.After(results[r.IntN(len(results))], used)
					p = s.Position()
					for side, n := range p.N {
						sum := 0
						for _, c := range n {
							sum += int(c)
						}
						if sum != v.Checkers() {
							t.Fatalf("side %d has %d checkers in %s", side, sum, s)
						}
					}
				}
				o, _ := s.Outcome()
				reasons[o.Reason]++
			}
			t.Logf("%v", reasons)
		})
	}
}

// TestUndoRestoresTheBoard walks the graph of a view as a page does: it plays
// hops by their effects alone, comes to the position that the action leads to,
// and takes every hop back.
func TestUndoRestoresTheBoard(t *testing.T) {
	games := 8
	if testing.Short() || raceEnabled {
		games = 1
	}
	for i, v := range nardy.Variants() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			src := newSource(&v, rand.New(rand.NewPCG(5, uint64(i))))
			for range games * 100 {
				walkAndUndo(t, src.state(), src.r)
			}
		})
	}
}

func walkAndUndo(t *testing.T, s *nardy.State, r *rand.Rand) {
	t.Helper()
	var v nardy.View
	data, err := json.Marshal(s.View())
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	b := board{points: v.Points, bar: v.Bar, off: v.Off, sign: 1}
	for _, p := range v.Covered {
		b.covered[p-1] = true
	}
	if v.Mover == game.Second {
		b.sign = -1
	}
	before := b
	var done []game.Hop
	at := 0
	for len(v.Turn.Nodes[at].Hops) > 0 {
		h := v.Turn.Nodes[at].Hops[r.IntN(len(v.Turn.Nodes[at].Hops))]
		b.do(h)
		done = append(done, h)
		at = h.Next
	}
	next := act(t, s, string(v.Turn.Nodes[at].Action)).View().(nardy.View)
	got := board{points: next.Points, bar: next.Bar, off: next.Off, sign: b.sign}
	for _, p := range next.Covered {
		got.covered[p-1] = true
	}
	if got != b {
		t.Fatalf("%s: after %v the page has %+v, the game %+v", s, done, b, got)
	}
	for _, h := range slices.Backward(done) {
		b.undo(h)
	}
	if b != before {
		t.Fatalf("%s: %v taken back leaves %+v, not %+v", s, done, b, before)
	}
}

// board is what a page knows: how many checkers stand where, and whose.
type board struct {
	points  [24]int
	covered [24]bool
	bar     [2]int
	off     [2]int
	sign    int // 1 when Light plays
}

func (b *board) me() int {
	if b.sign > 0 {
		return 0
	}
	return 1
}

func point(name string) int {
	for i := 1; i <= 24; i++ {
		if name == nardy.Place(i).String() {
			return i - 1
		}
	}
	return -1
}

func (b *board) do(h game.Hop) {
	for _, e := range h.Fx {
		if e.Kind == "take" {
			b.points[point(e.From)] = 0
			b.bar[1-b.me()]++
		}
		if e.Kind == "cover" {
			b.points[point(e.From)] = 0
			b.covered[point(e.From)] = true
		}
	}
	if from := point(h.From); from >= 0 {
		b.points[from] -= b.sign
	} else {
		b.bar[b.me()]--
	}
	if to := point(h.To); to >= 0 {
		b.points[to] += b.sign
	} else {
		b.off[b.me()]++
	}
	for _, e := range h.Fx {
		if e.Kind == "turn" {
			b.points[point(e.From)] = -b.sign
			b.covered[point(e.From)] = false
		}
	}
}

func (b *board) undo(h game.Hop) {
	for _, e := range h.Fx {
		if e.Kind == "turn" {
			b.points[point(e.From)] = 0
			b.covered[point(e.From)] = true
		}
	}
	if to := point(h.To); to >= 0 {
		b.points[to] -= b.sign
	} else {
		b.off[b.me()]--
	}
	if from := point(h.From); from >= 0 {
		b.points[from] += b.sign
	} else {
		b.bar[b.me()]++
	}
	for _, e := range h.Fx {
		if e.Kind == "take" {
			b.points[point(e.From)] = -b.sign
			b.bar[1-b.me()]--
		}
		if e.Kind == "cover" {
			b.points[point(e.From)] = -b.sign
			b.covered[point(e.From)] = false
		}
	}
}
