package bot

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

func randomNet(r *rand.Rand, inputs, hidden, out int) *Net {
	n := NewNet(inputs, hidden, out)
	for _, l := range n.layers() {
		for i := range l {
			l[i] = float32(r.NormFloat64() * 0.3)
		}
	}
	return n
}

// TestReaderAddsUpWhatChanges reads positions that differ a little one after
// another and compares with the plain formula.
func TestReaderAddsUpWhatChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	n := randomNet(r, 50, 24, outputs)
	reader := newReader(n)
	x := make([]float32, n.Inputs)
	for range 1000 {
		for range r.IntN(6) {
			x[r.IntN(len(x))] = float32(r.IntN(5)) / 4
		}
		got := reader.Read(x)
		for o := range got {
			if want := formula(n, x, o); math.Abs(float64(got[o])-want) > 2e-5 {
				t.Fatalf("output %d is %v, want %v", o, got[o], want)
			}
		}
	}
	reader.Reset()
	first := reader.Read(x)
	reader.Read(make([]float32, n.Inputs))
	reader.Reset()
	if again := reader.Read(x); again != first {
		t.Errorf("after a reset: %v, then %v", first, again)
	}
}

// TestSquashIsTheLogisticFunction also looks beyond where it ends.
func TestSquashIsTheLogisticFunction(t *testing.T) {
	before := float32(0)
	for i := range 30_000 {
		x := float32(i-15_000) / 1000
		got, want := squash(x), 1/(1+math.Exp(-float64(x)))
		if math.Abs(float64(got)-want) > 6e-5 || got < before-1e-6 || got < 0 || got > 1 {
			t.Fatalf("squash(%v) is %v, want %v; the one before is %v", x, got, want, before)
		}
		before = got
	}
}

func formula(n *Net, x []float32, o int) float64 {
	sum := float64(n.Last[o])
	for j := range n.Hidden {
		s := float64(n.Bias[j])
		for i, v := range x {
			s += float64(v) * float64(n.First[i*n.Hidden+j])
		}
		sum += float64(n.Second[o*n.Hidden+j]) / (1 + math.Exp(-s))
	}
	return 1 / (1 + math.Exp(-sum))
}

func TestFilesKeepNetworks(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, id := range []string{"classic", "short"} {
		v := variant(t, id)
		nets := Nets{randomNet(r, Inputs(v, Contact), 16, Outcomes(v)), randomNet(r, Inputs(v, Race), 8, Outcomes(v))}
		fileKeeps(t, v, nets)
		if Phases(v) > int(Locked) {
			nets[Locked] = randomNet(r, Inputs(v, Locked), 12, Outcomes(v))
			fileKeeps(t, v, nets)
		}
	}
	if _, err := Encode(Header{Variant: "nothing"}, Nets{}); err == nil {
		t.Error("networks of no variant are written")
	}
}

func fileKeeps(t *testing.T, v *nardy.Variant, nets Nets) {
	t.Helper()
	for bits, most := range map[int]float64{16: 1e-4, 32: 0} {
		want := Header{Variant: v.ID, Bits: bits, Trainer: "test", Command: "arena train", Seed: 7, Games: 9}
		data, err := Encode(want, nets)
		if err != nil {
			t.Fatal(err)
		}
		h, back, err := Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if h.Variant != want.Variant || h.Command != want.Command || h.Seed != want.Seed || h.Games != want.Games {
			t.Errorf("the header says %+v, want %+v", h, want)
		}
		for i := range nets {
			if nets[i] == nil || back[i] == nil {
				if nets[i] != back[i] {
					t.Errorf("network %d is lost or found", i)
				}
				continue
			}
			for l, layer := range nets[i].layers() {
				other := back[i].layers()[l]
				if len(other) != len(layer) {
					t.Fatalf("layer %d has %d weights, want %d", l, len(other), len(layer))
				}
				for k := range layer {
					if d := math.Abs(float64(layer[k] - other[k])); d > most {
						t.Fatalf("%d bits: weight %v becomes %v", bits, layer[k], other[k])
					}
				}
			}
		}
		for _, broken := range [][]byte{nil, data[:40], data[:len(data)-1], append(slices.Clone(data), 0), []byte("{}\n")} {
			if _, _, err := Decode(broken); err == nil {
				t.Errorf("%d bytes of a broken file are read", len(broken))
			}
		}
	}
}
