package bot

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// judged is a stage of a variant and what its results, in the order of their
// position codes, lose against the best one, in thousandths of a price, as the networks of the time saw it two plies
// ahead. Results that were not looked into have the loss that they have without
// lookahead.
type judged struct {
	Variant string    `json:"variant"`
	Code    string    `json:"code"`
	Loss    []float64 `json:"loss"`
}

const judgedFile = "testdata/reference-variants.jsonl.gz"

func stateOf(t testing.TB, id, code string) *nardy.State {
	t.Helper()
	o := nardy.DefaultOptions()
	o.Variant = id
	s, err := nardy.New(o.JSON(), code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// referenceByVariant are the decisions of the file.
func referenceByVariant(t testing.TB) map[string][]judged {
	t.Helper()
	data, err := os.ReadFile(judgedFile)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	decisions := map[string][]judged{}
	for from := json.NewDecoder(z); ; {
		var d judged
		if err := from.Decode(&d); errors.Is(err, io.EOF) {
			return decisions
		} else if err != nil {
			t.Fatal(err)
		}
		decisions[d.Variant] = append(decisions[d.Variant], d)
	}
}

// TestEveryNetworkKeepsItsStrength plays the decisions of the file by the
// networks alone. A network that was not trained loses several times as much.
func TestEveryNetworkKeepsItsStrength(t *testing.T) {
	const most = 16
	sum, plain, count := map[string]float64{}, map[string]float64{}, map[string]int{}
	for id, decisions := range referenceByVariant(t) {
		v := variant(t, id)
		searchers := [2]*Searcher{
			NewSearcher(NewJudge(v, netsFor(t, id), tables)), NewSearcher(NewJudge(v, Nets{}, tables)),
		}
		for _, d := range decisions {
			st := stageOf(stateOf(t, id, d.Code))
			for i, s := range searchers {
				order := byCode(v, all(t, s, &st, &effort{}))
				if len(order) != len(d.Loss) {
					t.Fatalf("%s: %d results, want %d", d.Code, len(order), len(d.Loss))
				}
				loss := d.Loss[slices.Index(order, 0)]
				if i == 0 {
					sum[id] += loss
				} else {
					plain[id] += loss
				}
			}
			count[id]++
		}
	}
	for _, v := range nardy.Variants() {
		n := float64(count[v.ID])
		loss, other := sum[v.ID]/n, plain[v.ID]/n
		t.Logf("%s: %.1f thousandths a decision, the heuristic %.1f", v.ID, loss, other)
		if !(n >= 30) || !(loss <= most) || loss > other {
			t.Errorf("%s: %.0f decisions, %.1f thousandths lost in each, at most %d are allowed", v.ID, n, loss, most)
		}
	}
}

// all is all results of a stage, the best first, those of a throw that runs on
// too which nobody would think about.
func all(t testing.TB, s *Searcher, st *Stage, e *effort) []Ranked {
	t.Helper()
	ranked, err := s.rank(t.Context(), st, e)
	if err != nil {
		t.Fatal(err)
	}
	if ranked, err = s.complete(t.Context(), st, ranked); err != nil {
		t.Fatal(err)
	}
	return ranked
}

// byCode is in which order of their codes results come.
func byCode(v *nardy.Variant, ranked []Ranked) []int {
	order := make([]int, len(ranked))
	codes := make([]string, len(ranked))
	for i := range ranked {
		order[i], codes[i] = i, v.Code(&ranked[i].Result)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(codes[a], codes[b]) })
	return order
}

// TestMakeReference writes the file anew where HOD_MAKE says how many decisions
// of each variant it is to have. With HOD_VARIANTS the others stay as they are:
// the networks that judge are to be the best there are.
func TestMakeReference(t *testing.T) {
	var each int
	if err := json.Unmarshal([]byte(os.Getenv("HOD_MAKE")), &each); err != nil {
		t.Skip("set HOD_MAKE to a number of decisions")
	}
	chosen := strings.Fields(os.Getenv("HOD_VARIANTS"))
	look := effort{first: filter{8, 0.2}, second: filter{4, 0.1}, nodes: 40_000}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	to := json.NewEncoder(z)
	before := referenceByVariant(t)
	for _, v := range nardy.Variants() {
		if len(chosen) > 0 && !slices.Contains(chosen, v.ID) {
			for _, d := range before[v.ID] {
				if err := to.Encode(d); err != nil {
					t.Fatal(err)
				}
			}
			continue
		}
		s := NewSearcher(NewJudge(&v, netsFor(t, v.ID), tables))
		for n, seed := 0, uint64(0); n < each; seed++ {
			r := rand.New(rand.NewPCG(seed, 12))
			for _, step := range recorded(t, v.ID, [2]game.Bot{bots[2], bots[2]}, 1000+seed) {
				if step.State.Phase() != nardy.PhasePlay || r.IntN(10) > 0 || n == each {
					continue
				}
				st := stageOf(step.State)
				ranked := all(t, s, &st, &look)
				if len(ranked) < 2 {
					continue
				}
				n++
				d := judged{Variant: v.ID, Code: step.State.String()}
				for _, i := range byCode(&v, ranked) {
					loss := 1000 * max(0, float64(ranked[0].Equity-ranked[i].Equity))
					d.Loss = append(d.Loss, math.Round(10*loss)/10)
				}
				if err := to.Encode(d); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(judgedFile, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", out.Len())
}
