package nardy_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

// findGnubg is GNU Backgammon from the Debian package, or the test is skipped.
func findGnubg(t *testing.T) string {
	t.Helper()
	for _, name := range []string{os.Getenv("GNUBG"), "gnubg", "/usr/games/gnubg"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("GNU Backgammon is not installed (Debian package gnubg)")
	return ""
}

// gnubg sends requests to several processes at once, since each of them sleeps
// most of the time, and returns the answers in order.
func askGnubg(t *testing.T, variation string, requests []string) []string {
	t.Helper()
	path := findGnubg(t)
	script, err := filepath.Abs("testdata/gnubg.py")
	if err != nil {
		t.Fatal(err)
	}
	processes := min(12, 1+len(requests)/20)
	answers := make([]string, len(requests))
	var all sync.WaitGroup
	for k := range processes {
		all.Go(func() {
			dir := t.TempDir()
			in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
			var mine []string
			for i := k; i < len(requests); i += processes {
				mine = append(mine, requests[i])
			}
			if err := os.WriteFile(in, []byte(strings.Join(mine, "\n")+"\n"), 0o600); err != nil {
				t.Error(err)
				return
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, path, "-t", "-q", "-r", "-p", script)
			cmd.Env = append(os.Environ(), "HOME="+dir, "HOD_IN="+in, "HOD_OUT="+out, "HOD_VARIATION="+variation)
			if output, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("gnubg: %v\n%.2000s", err, output)
				return
			}
			data, err := os.ReadFile(out)
			if err != nil {
				t.Error(err)
				return
			}
			lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
			if len(lines) != len(mine) {
				t.Errorf("gnubg has answered %d of %d requests", len(lines), len(mine))
				return
			}
			for i, line := range lines {
				answers[k+i*processes] = line
			}
		})
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return answers
}

// TestGnubgAgrees compares the results of random stages with those of GNU
// Backgammon. A play that ends the game at once, leaving a die, is legal here
// and not there (the rules' H2); nothing else may differ.
func TestGnubgAgrees(t *testing.T) {
	tests := []struct {
		variant, variation string
		full, short        int
	}{
		{"short", "standard", 5000, 200},
		{"hyper", "3-chequer-hypergammon", 2000, 100},
	}
	for _, c := range tests {
		t.Run(c.variant, func(t *testing.T) {
			n := c.full
			if testing.Short() || raceEnabled {
				n = c.short
			}
			v, _ := nardy.VariantNamed(c.variant)
			src := newSource(&v, rand.New(rand.NewPCG(8, 15)))
			samples := make([]sample, 0, n)
			requests := make([]string, 0, n)
			for len(samples) < n {
				s := src.next()
				if len(s.stage.Dice) == 4 || len(s.stage.Dice) == 2 {
					samples = append(samples, s)
					requests = append(requests, fmt.Sprintf("moves %s %d %d", nardy.PositionID(&s.pos, s.stage.Side), s.stage.Dice[0], s.stage.Dice[1]))
				}
			}
			early := 0
			for i, answer := range askGnubg(t, c.variation, requests) {
				early += compareGnubg(t, &v, samples[i], answer)
			}
			t.Logf("%d positions compared, %d plays that end the game with a die left", n, early)
		})
	}
}

// compareGnubg returns how many results are legal only here since they end the
// game.
func compareGnubg(t *testing.T, v *nardy.Variant, s sample, answer string) int {
	t.Helper()
	theirs := map[nardy.Position]bool{}
	for move := range strings.SplitSeq(answer, ";") {
		p, err := gnubgMove(s, move)
		if err != nil {
			t.Fatalf("%s %v: %v", v.Code(&s.pos), s.stage, err)
		}
		theirs[p] = true
	}
	var g nardy.Generator
	results, _ := g.Results(v, &s.pos, s.stage)
	early := 0
	for _, r := range results {
		if theirs[r] {
			delete(theirs, r)
			continue
		}
		if kind, _ := v.Status(&r); kind != nardy.GoesOn {
			early++
			continue
		}
		t.Errorf("%s %v: only here %s; gnubg: %s", v.Code(&s.pos), s.stage, v.Code(&r), answer)
	}
	for r := range theirs {
		t.Errorf("%s %v: only gnubg has %s; it says %s", v.Code(&s.pos), s.stage, v.Code(&r), answer)
	}
	return early
}

// gnubgMove plays a move in gnubg's notation, "bar/20* 13/8(2)": points count
// down from 24 for the side that moves.
func gnubgMove(s sample, text string) (nardy.Position, error) {
	p := s.pos
	own, opp := &p.N[s.stage.Side], &p.N[s.stage.Side.Other()]
	for part := range strings.FieldsSeq(text) {
		times := 1
		if at := strings.IndexByte(part, '('); at >= 0 {
			times = int(part[at+1] - '0')
			part = part[:at]
		}
		places := strings.Split(part, "/")
		for range times {
			for i := range len(places) - 1 {
				from, err := gnubgStep(places[i])
				if err != nil {
					return p, err
				}
				to, err := gnubgStep(places[i+1])
				if err != nil {
					return p, err
				}
				own[from]--
				own[to]++
				if there := 25 - to; to < 25 && opp[there] > 0 {
					opp[there]--
					opp[0]++
				}
			}
		}
	}
	return p, nil
}

func gnubgStep(text string) (int, error) {
	switch text = strings.TrimSuffix(text, "*"); text {
	case "bar":
		return 0, nil
	case "off":
		return 25, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 24 {
		return 0, fmt.Errorf("gnubg says %q", text)
	}
	return 25 - n, nil
}

// TestGnubgReadsIDs gives our IDs to GNU Backgammon and gets them back.
func TestGnubgReadsIDs(t *testing.T) {
	findGnubg(t)
	o := nardy.DefaultOptions()
	o.Cube, o.Points, o.Score = nardy.CubeDoubling, 7, [2]int{3, 1}
	s, err := nardy.New(o.JSON(), "")
	if err != nil {
		t.Fatal(err)
	}
	var requests, ids []string
	phases := map[nardy.Phase]int{}
	for seed := uint64(0); len(ids) < 300; seed++ {
		for at, err := range gametest.Play(s, rand.New(rand.NewPCG(3, seed)), 400) {
			if err != nil {
				t.Fatal(err)
			}
			// gnubg does not set up an offered double, it forgets the offer.
			if id, err := at.(*nardy.State).GNUID(); err == nil && at.(*nardy.State).Phase() != nardy.PhaseAnswer {
				requests, ids = append(requests, "id "+id), append(ids, id)
				phases[at.(*nardy.State).Phase()]++
			}
		}
	}
	for i, answer := range askGnubg(t, "standard", requests) {
		if answer != ids[i] {
			t.Errorf("gnubg reads %s as %s", ids[i], answer)
		}
	}
	if len(phases) != 3 {
		t.Errorf("only these phases: %v", phases)
	}
}

// TestGnubgReadsMat gives a match of three games to GNU Backgammon.
func TestGnubgReadsMat(t *testing.T) {
	findGnubg(t)
	m, actions := recordedMatch(t, "short", 3)
	text, err := m.Mat()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "match.mat")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	answer := askGnubg(t, "standard", []string{"mat " + file})[0]
	if answer != strconv.Itoa(actions) {
		t.Errorf("gnubg reads %s moves, doubles, takes and drops of %d in:\n%s", answer, actions, text)
	}
}
