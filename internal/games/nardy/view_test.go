package nardy_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

// TestViewOfWorstDoubles keeps the views of the doubles with the most plays in
// 32 KB.
func TestViewOfWorstDoubles(t *testing.T) {
	packed := 0
	for name, w := range worst() {
		s := start(t, w.variant, code(w.pos, w.dice))
		data, err := json.Marshal(s.View())
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", name, len(data))
		if slices.Min(w.dice) == slices.Max(w.dice) && len(data) > 32<<10 {
			t.Errorf("%s: the view has %d bytes", name, len(data))
		}
		if checkUnpacked(t, s) {
			packed++
		}
	}
	if packed == 0 {
		t.Error("no view was packed")
	}
}

// checkUnpacked compares the graph of a view, unpacked from JSON, with the
// legal actions, and reports whether it was packed.
func checkUnpacked(t *testing.T, s *nardy.State) bool {
	t.Helper()
	data, err := json.Marshal(s.View())
	if err != nil {
		t.Fatal(err)
	}
	var v nardy.View
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	got, err := gametest.WalkTurn(*v.Turn)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	var want []game.Action
	for a := range s.Legal() {
		want = append(want, a)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: actions (-legal +view):\n%s", s, diff)
	}
	return s.View().(nardy.View).Packed != nil
}

// TestPackedViewsUnpack walks random games of every variant.
func TestPackedViewsUnpack(t *testing.T) {
	packed := 0
	for _, v := range nardy.Variants() {
		s := start(t, v.ID, "")
		for at, err := range gametest.Play(s, rand.New(rand.NewPCG(1, 2)), 300) {
			if err != nil {
				t.Fatal(err)
			}
			if s := at.(*nardy.State); s.Phase() == nardy.PhasePlay && checkUnpacked(t, s) {
				packed++
			}
		}
	}
	if packed < 50 {
		t.Errorf("only %d graphs were packed", packed)
	}
}

// TestPackingKeepsEverything packs every graph, small ones too, and gets the
// same nodes, hops, effects and actions back.
func TestPackingKeepsEverything(t *testing.T) {
	for i, v := range nardy.Variants() {
		src := newSource(&v, rand.New(rand.NewPCG(21, uint64(i))))
		for range 100 {
			s := src.state()
			if s.Graph().Stuck() {
				continue // a pass is never packed: it has no hops
			}
			plain, unpacked, err := s.PackAndUnpack()
			if err != nil {
				t.Fatalf("%s: %v", s, err)
			}
			if diff := cmp.Diff(plain, unpacked); diff != "" {
				t.Fatalf("%s (-plain +unpacked):\n%s", s, diff)
			}
		}
	}
	for _, w := range worst() {
		plain, unpacked, err := start(t, w.variant, code(w.pos, w.dice)).PackAndUnpack()
		if err != nil || len(plain.Nodes) != len(unpacked.Nodes) {
			t.Errorf("%s: %d nodes become %d (%v)", w.pos, len(plain.Nodes), len(unpacked.Nodes), err)
		}
	}
}

func TestBrokenPacksAreRefused(t *testing.T) {
	s := start(t, "short", "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play L 1-1-1-1")
	good := s.View().(nardy.View).Packed
	if good == nil {
		t.Fatal("the graph of 1-1 is not packed")
	}
	r := rand.New(rand.NewPCG(1, 1))
	broken := 0
	for range 2000 {
		bad := *good
		code := []byte(bad.Code)
		switch at := r.IntN(len(code)); r.IntN(3) {
		case 0:
			code = code[:at]
		case 1:
			code[at] = byte(r.IntN(256))
		default:
			code = append(code, code[at])
		}
		bad.Code = string(code)
		if _, err := bad.Turn(); err != nil { // and no panic
			broken++
		}
	}
	if broken < 1000 {
		t.Errorf("only %d of 2000 broken codes are refused", broken)
	}
}

// TestViewOfWorstClimbs keeps the largest views that a search by climbing has
// found in 32 KB.
func TestViewOfWorstClimbs(t *testing.T) {
	tests := []struct{ variant, code string }{
		{"plakoto", "1,-1,1,1,1,-1,1,1,-1,1,-1,1,-1,1,1,-1,1,-1,1,1,1,-1,1,0|0,0|0,7 play L 1-1-1-1"},
		{"plakoto", "1,-1,1,1,1,-1,1,1,-1,1,1,-1,1,-1,1,1,-1,1,-1,1,1,1,-1,0|0,0|0,7 play L 1-1-1-1"},
		{"crazy_plakoto", "1,1,-1,1,1,-1,1,1,-1,1,-1,1,-1,1,1,-1,1,-1,1,1,1,-1,1,0|0,0|0,7 play L 1-1-1-1 handed rest=2x4,3x4,4x4,5x4,6x4 throws=6,6"},
	}
	for _, c := range tests {
		o := nardy.DefaultOptions()
		o.Variant, o.Cube = c.variant, nardy.CubeLinear
		s, err := nardy.New(o.JSON(), c.code)
		if err != nil {
			t.Error(err)
			continue
		}
		data, err := json.Marshal(s.View())
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", c.variant, len(data))
		if len(data) > 32<<10 {
			t.Errorf("%s: the view has %d bytes", c.code, len(data))
		}
		checkUnpacked(t, s)
	}
}
