package nardy_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// few is n, or less where tests must be quick.
func few(n int) int {
	if testing.Short() || raceEnabled {
		return n / 10
	}
	return n
}

func twinOf(t *testing.T, id string) (*twin, nardy.Variant) {
	t.Helper()
	v, ok := nardy.VariantNamed(id)
	i := slices.IndexFunc(twins(), func(w twin) bool { return w.id == id })
	if !ok || i < 0 {
		t.Fatalf("no variant %q", id)
	}
	return &twins()[i], v
}

// TestClause4_2_BlocksOfManyDice compares positions with the slow twin in which
// three or four dice build, break and go around blocks.
func TestClause4_2_BlocksOfManyDice(t *testing.T) {
	for _, id := range []string{"triple", "two_by_two"} {
		w, v := twinOf(t, id)
		src := newSource(&v, rand.New(rand.NewPCG(42, 1)))
		var g nardy.Generator
		for range few(1_000) {
			compare(t, w, &v, &g, src.besideBlock(), src.r.IntN(8) == 0)
			if t.Failed() {
				break
			}
		}
	}
}

// besideBlock is a stage in which most points of a block are held, by one
// checker each or by several, and the enemy is on one or two points.
func (s *source) besideBlock() sample {
	for {
		var p nardy.Position
		first, length := 1+s.r.IntN(17), 5+s.r.IntN(4)
		left := s.v.Checkers()
		for step := first; step < min(25, first+length); step++ {
			if s.r.IntN(5) > 0 {
				p.N[nardy.Light][step]++
				left--
			}
		}
		for range 3 {
			p.N[nardy.Light][max(1, first-s.r.IntN(7))]++
			left--
		}
		p.N[nardy.Light][1+s.r.IntN(24)] += uint8(left)
		free := []int{}
		for step := 1; step <= 24; step++ {
			if p.N[nardy.Light][s.v.Route.Across(step)] == 0 {
				free = append(free, step)
			}
		}
		p.N[nardy.Dark][free[s.r.IntN(len(free))]]++
		p.N[nardy.Dark][free[s.r.IntN(len(free))]] += uint8(s.v.Checkers() - 1)
		if kind, _ := s.v.Status(&p); kind != nardy.GoesOn {
			continue
		}
		st := twinStage{}
		for range s.v.Dice {
			st.dice = append(st.dice, 1+s.r.IntN(6))
		}
		return s.sample(p, st)
	}
}

// TestClause4_4_BoundHittersFollowFromThePosition proves what the engine relies
// on: while dice are left no point has two bound hitters, and half-made
// positions with the same checkers have the same bound ones, whatever the
// order of the hops was. The stages are compared with the twin as well.
func TestClause4_4_BoundHittersFollowFromThePosition(t *testing.T) {
	w, v := twinOf(t, "caucasian")
	src := newSource(&v, rand.New(rand.NewPCG(44, 1)))
	var g nardy.Generator
	bound, carried := 0, 0
	for range few(20_000) {
		s := src.hunt()
		compare(t, w, &v, &g, s, src.r.IntN(8) == 0)
		type layout struct {
			board twinBoard
			left  twinDice
		}
		seen := map[layout][25]int8{}
		var walk func(b *twinBoard, left twinDice)
		walk = func(b *twinBoard, left twinDice) {
			if left.n == 0 {
				return
			}
			at := layout{board: b.plain(), left: left}
			if held, known := seen[at]; known {
				if held != b.held {
					t.Errorf("in %s, %v: %v and %v are bound in the same position", v.Code(&s.pos), s.stage, held, b.held)
				}
				return
			}
			seen[at] = b.held
			if slices.Max(b.held[:]) > 1 {
				t.Errorf("in %s, %v: two bound hitters on a point: %v", v.Code(&s.pos), s.stage, b.held)
			}
			for _, h := range w.hops(nil, b, &s.twin, left, 0) {
				next := w.after(b, s.twin.side, h)
				if w.over(&next, s.twin.side) {
					continue
				}
				if next.held != [25]int8{} {
					bound++
					if b.held != [25]int8{} && b.held != next.held && left.n > 1 {
						carried++
					}
				}
				walk(&next, left.without(h.die))
			}
		}
		b := w.board(&s.pos)
		walk(&b, twinDiceOf(s.twin.dice))
		if t.Failed() {
			return
		}
	}
	if bound < few(20_000) || carried < few(1_000) {
		t.Errorf("only %d half-made positions with bound hitters, %d hops that changed them", bound, carried)
	}
}
