package nardy_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

func TestEveryClauseTested(t *testing.T) { gametest.EveryClauseTested(t, ".") }

// at is a position from checkers by point, "1:14 11:1 bar:1"; the others are
// off.
func at(t *testing.T, variant, light, dark, rest string) *nardy.State {
	t.Helper()
	v, ok := nardy.VariantNamed(variant)
	if !ok {
		t.Fatalf("no variant %s", variant)
	}
	var p nardy.Position
	for side, text := range []string{light, dark} {
		left := uint8(v.Checkers())
		for part := range strings.FieldsSeq(text) {
			where, n, _ := strings.Cut(part, ":")
			count, err := strconv.Atoi(n)
			if err != nil {
				t.Fatal(err)
			}
			step := 0
			if where != "bar" {
				point, err := strconv.Atoi(where)
				if err != nil {
					t.Fatal(err)
				}
				step = v.Route.Step(nardy.Side(side), point)
			}
			p.N[side][step] = uint8(count)
			left -= uint8(count)
		}
		p.N[side][nardy.Off] = left
	}
	return start(t, variant, v.Code(&p)+" "+rest)
}

// checkers writes the checkers of a side as at takes them.
func checkers(s *nardy.State, side nardy.Side) string {
	v, p := s.Variant(), s.Position()
	var parts []string
	for point := 1; point <= 24; point++ {
		if n := p.N[side][v.Route.Step(side, point)]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d:%d", point, n))
		}
	}
	if n := p.N[side][nardy.Bar]; n > 0 {
		parts = append(parts, fmt.Sprintf("bar:%d", n))
	}
	return strings.Join(parts, " ")
}

// results are the mover's checkers after every legal turn, sorted.
func results(t *testing.T, s *nardy.State) []string {
	t.Helper()
	var out []string
	for a := range s.Legal() {
		n := act(t, s, string(a))
		side := nardy.Light
		if s.ToAct() == game.Second {
			side = nardy.Dark
		}
		out = append(out, checkers(n, side))
	}
	slices.Sort(out)
	return out
}

func wantResults(t *testing.T, s *nardy.State, want ...string) {
	t.Helper()
	slices.Sort(want)
	if diff := cmp.Diff(want, results(t, s)); diff != "" {
		t.Errorf("results in %s (-want +got):\n%s", s, diff)
	}
}

func wantLegal(t *testing.T, s *nardy.State, want ...game.Action) {
	t.Helper()
	if diff := cmp.Diff(want, slices.Collect(s.Legal())); diff != "" {
		t.Errorf("legal in %s (-want +got):\n%s", s, diff)
	}
}

func refused(t *testing.T, s *nardy.State, text, rule string, step int) {
	t.Helper()
	a, err := s.Read(text)
	if err == nil {
		_, err = s.Apply(a)
	}
	refusal, ok := errors.AsType[*game.Refusal](err)
	if !ok || refusal.Rule != rule || refusal.Step != step {
		t.Errorf("%q in %s: %v, want %s at hop %d", text, s, err, rule, step)
	}
}
