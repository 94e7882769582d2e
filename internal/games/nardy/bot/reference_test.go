package bot

import (
	"math"
	"os"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// decision is a position of short nardy or hyper in which Light plays, and what each
// result loses against the best one, in thousandths of a point. The decisions
// are from games of GNU Backgammon against itself, the losses measured with it
// looking two plies ahead.
type decision struct {
	Pos  string             `json:"pos"`
	Dice []uint8            `json:"dice"`
	Loss map[string]float64 `json:"loss"`
}

// reference reads the decisions of testdata, or those of the file that
// HOD_REFERENCE names.
func reference(t testing.TB) []decision {
	t.Helper()
	path := os.Getenv("HOD_REFERENCE")
	if path == "" {
		path = "testdata/reference-short.jsonl.gz"
	}
	return readDecisions(t, path)
}

// netsFor are the networks of the program, or those of the file that HOD_NETS
// names.
func netsFor(t testing.TB, id string) Nets {
	t.Helper()
	path := os.Getenv("HOD_NETS")
	if path == "" {
		_, nets, err := Trained(id)
		if err != nil {
			t.Fatal(err)
		}
		return nets
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, nets, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return nets
}

// lossOf is what a way of playing loses on average over decisions, in
// thousandths of a point, with its standard error.
func lossOf(t testing.TB, id string, decisions []decision, s *Searcher, e *effort) (mean, deviation float64) {
	t.Helper()
	v := variant(t, id)
	squares := 0.0
	for _, d := range decisions {
		p, err := v.ParsePosition(d.Pos)
		if err != nil {
			t.Fatal(err)
		}
		st := Thrown(v, &Node{Pos: p, Throws: [2]uint8{6, 6}}, d.Dice)
		ranked, err := s.rank(t.Context(), &st, e)
		if err != nil {
			t.Fatal(err)
		}
		loss, known := d.Loss[v.Code(&ranked[0].Result)]
		if !known || len(ranked) != len(d.Loss) {
			t.Fatalf("%s %v: %d plays, want %d", d.Pos, d.Dice, len(ranked), len(d.Loss))
		}
		mean += loss
		squares += loss * loss
	}
	n := float64(len(decisions))
	mean /= n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}

// TestLossOnTheReferenceSet keeps the strength of short nardy: what its
// decisions lose without lookahead and with a ply of it.
func TestLossOnTheReferenceSet(t *testing.T) {
	decisions := reference(t)
	s := NewSearcher(NewJudge(variant(t, "short"), netsFor(t, "short"), tables))
	for _, c := range []struct {
		about string
		effort
		most float64
	}{
		{"the network alone", effort{}, 7.5},
		{"one ply", effort{first: filter{8, 0.16}, nodes: 1 << 30}, 5},
	} {
		mean, deviation := lossOf(t, "short", decisions, s, &c.effort)
		t.Logf("%s: %.2f ± %.2f thousandths a decision", c.about, mean, deviation)
		if mean > c.most {
			t.Errorf("%s loses %.2f thousandths a decision, at most %.1f are allowed", c.about, mean, c.most)
		}
	}
	if os.Getenv("HOD_SOAK") != "" {
		e := bots[4].(*Player).level.effort
		mean, deviation := lossOf(t, "short", decisions, s, &e)
		t.Logf("winning: %.2f ± %.2f thousandths a decision", mean, deviation)
	}
}

// TestNetworksSayWhereTheyComeFrom reads every file of networks.
func TestNetworksSayWhereTheyComeFrom(t *testing.T) {
	files, err := netFiles.ReadDir("nets")
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, f := range files {
		data, err := netFiles.ReadFile("nets/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		size += len(data)
		h, nets, err := Decode(data)
		if err != nil {
			t.Errorf("%s: %v", f.Name(), err)
			continue
		}
		if h.Variant+".net" != f.Name() || h.Games < 1 && h.Earlier == "" || h.Command == "" || h.Trainer == "" || nets[Contact] == nil || nets[Race] == nil {
			t.Errorf("%s: %+v", f.Name(), h)
		}
	}
	if size > 4<<20 {
		t.Errorf("the networks take %d bytes", size)
	}
	for _, v := range nardy.Variants() {
		if _, _, err := Trained(v.ID); err != nil {
			t.Error(err)
		}
	}
}
