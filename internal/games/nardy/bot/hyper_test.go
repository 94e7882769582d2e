package bot

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot/exact"
)

// hyperFile holds decisions of hyper with the loss of every result by the exact
// solution, in thousandths of a price.
const hyperFile = "testdata/reference-hyper.jsonl.gz"

// readDecisions reads a file of decisions.
func readDecisions(t testing.TB, path string) (all []decision) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var d decision
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestLossOfHyperAgainstTheTruth holds the decisions of hyper against the exact
// solution.
func TestLossOfHyperAgainstTheTruth(t *testing.T) {
	decisions := readDecisions(t, hyperFile)
	s := NewSearcher(NewJudge(variant(t, "hyper"), netsFor(t, "hyper"), tables))
	winning := bots[4].(*Player).level.effort
	some := decisions[:100]
	if os.Getenv("HOD_SOAK") != "" {
		some = decisions
	}
	for _, c := range []struct {
		about string
		effort
		decisions []decision
		most      float64
	}{
		{"the network alone", effort{}, decisions, 7},
		{"one ply", effort{first: filter{12, 0.5}, nodes: 1 << 30}, some, 3},
		{"winning", winning, some, 1}, // 0.35 ± 0.05 on all
	} {
		mean, deviation := lossOf(t, "hyper", c.decisions, s, &c.effort)
		t.Logf("%s: %.2f ± %.2f thousandths a decision", c.about, mean, deviation)
		if mean > c.most {
			t.Errorf("%s loses %.2f thousandths a decision, at most %.1f are allowed", c.about, mean, c.most)
		}
	}
}

// solutionOfHyper is the solution in the file that HOD_HYPER names; package exact
// keeps it there.
func solutionOfHyper(t testing.TB) *exact.Solution {
	t.Helper()
	path := os.Getenv("HOD_HYPER")
	if path == "" {
		t.Skip("set HOD_HYPER to a file of values")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	solution := exact.New(3)
	if _, err := binary.Decode(data, binary.LittleEndian, solution.Values()); err != nil {
		t.Fatal(err)
	}
	return solution
}

// worth is what a result is worth for the side that has played it.
func worth(v *nardy.Variant, solution *exact.Solution, p *nardy.Position, side nardy.Side) float64 {
	if kind, _ := v.Status(p); kind != nardy.GoesOn {
		return float64(kind.Points())
	}
	steps := func(n *[26]uint8) (steps []uint8) {
		for s, c := range n {
			for range c {
				steps = append(steps, uint8(s))
			}
		}
		return steps
	}
	return -float64(solution.Value(steps(&p.N[side.Other()]), steps(&p.N[side])))
}

// TestPerfectPlayOfHyper plays the solution against random play and against the
// heuristic. Three checkers leave much to the dice: even the solution wins no
// more than nine games of ten against random play.
func TestPerfectPlayOfHyper(t *testing.T) {
	solution := solutionOfHyper(t)
	v := variant(t, "hyper")
	plain := &rung{Searcher: NewSearcher(NewJudge(v, Nets{}, tables))}
	perfect := &rung{Searcher: plain.Searcher, choose: func(st *Stage, results []nardy.Position) int {
		best, chosen := math.Inf(-1), 0
		for i := range results {
			if value := worth(v, solution, &results[i], st.Side); value > best {
				best, chosen = value, i
			}
		}
		return chosen
	}}
	for _, c := range []struct {
		about  string
		foe    *rung
		lo, hi float64 // share of the games
	}{
		{"random", &rung{Searcher: plain.Searcher, random: true}, 0.88, 0.91}, // 0.894 and +1.735
		{"heuristic", plain, 0.58, 0.62},                                      // 0.598 and +0.381
	} {
		wins, points, deviation := matchOf(t, v, perfect, c.foe, 5000, nil)
		t.Logf("%s: %.1f %%, %+.3f ± %.3f points a game", c.about, 100*wins, points, deviation)
		if wins < c.lo || wins > c.hi {
			t.Errorf("perfect play wins %.3f of the games against %s, want %.2f … %.2f", wins, c.about, c.lo, c.hi)
		}
	}
}

// TestMakeHyperReference writes the file anew, from games of the network against
// itself with some turns at random, by the values in the file that HOD_HYPER
// names (package exact keeps them there).
func TestMakeHyperReference(t *testing.T) {
	if os.Getenv("HOD_MAKE") == "" {
		t.Skip("set HOD_MAKE")
	}
	solution := solutionOfHyper(t)
	v := variant(t, "hyper")
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	to := json.NewEncoder(z)
	m := NewMover(NewJudge(v, netsFor(t, "hyper"), tables))
	var g nardy.Generator
	r := rand.New(rand.NewPCG(1, 3))
	for n := 0; n < 1000; {
		node := Start(v, nardy.Light)
		for {
			dice := []uint8{uint8(1 + r.IntN(6)), uint8(1 + r.IntN(6))}
			st := Thrown(v, &node, dice)
			if results, _ := g.Results(v, &st.Pos, st.rules(v)); len(results) > 1 && n < 1000 && r.IntN(3) == 0 {
				n++
				p := st.Pos
				d := decision{Dice: dice, Loss: map[string]float64{}}
				if st.Side == nardy.Dark { // decisions are Light's
					p = p.Swap()
				}
				d.Pos = v.Code(&p)
				best := math.Inf(-1)
				for i := range results {
					q := results[i]
					if st.Side == nardy.Dark {
						q = q.Swap()
					}
					value := worth(v, solution, &q, nardy.Light)
					best = max(best, value)
					d.Loss[v.Code(&q)] = value
				}
				for code, value := range d.Loss {
					d.Loss[code] = math.Round(100_000*(best-value)) / 100
				}
				if err := to.Encode(d); err != nil {
					t.Fatal(err)
				}
			}
			var over bool
			if r.IntN(12) == 0 {
				node, over, _ = m.Stray(&st, r.IntN)
			} else {
				node, over, _ = m.Play(&st)
			}
			if over {
				break
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(hyperFile, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", out.Len())
}
