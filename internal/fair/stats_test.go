package fair_test

import (
	"encoding/json"
	"math"
	"runtime"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// throwsOf makes so many throws of two dice at one table, in order. The shares
// differ by a counter alone: whatever evenness there is comes from the throw.
func throwsOf(t *testing.T, seed byte, n int) [][2]int {
	t.Helper()
	key := make([]byte, 32)
	key[0] = seed
	all := make([][2]int, n)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				throw := table.Throw{Table: "abcdefghjkmn", N: i + 1, Key: key, Draw: game.Draw{Dice: 2, Faces: 6}}
				if i%3 > 0 {
					const digits = "0123456789abcdef"
					secret := make([]byte, 64)
					for k := range secret {
						secret[k] = digits[i>>(4*(63-k)%32)&15]
					}
					throw.Shares[i%2] = &table.RevealedShare{Seat: seats[i%2], Reveal: string(secret)}
				}
				pips, _, err := fair.Roller{}.Roll(throw)
				if err != nil {
					t.Error(err)
					return
				}
				all[i] = [2]int{pips[0], pips[1]}
			}
		})
	}
	wg.Wait()
	return all
}

// TestThrowsAreEven looks at frequencies and at what follows what. With
// HOD_SOAK=1 it makes ten million throws.
func TestThrowsAreEven(t *testing.T) {
	n := 60_000
	if soak() {
		n = 10_000_000
	}
	throws := throwsOf(t, 7, n)
	counts := func(cells int, cell func(i int) int) []int {
		c := make([]int, cells)
		for i := range throws {
			if k := cell(i); k >= 0 {
				c[k]++
			}
		}
		return c
	}
	pair := func(i int) int { return 6*(throws[i][0]-1) + throws[i][1] - 1 }
	even(t, "numbers of the first die", counts(6, func(i int) int { return throws[i][0] - 1 }))
	even(t, "numbers of the second die", counts(6, func(i int) int { return throws[i][1] - 1 }))
	even(t, "ordered throws", counts(36, pair))
	for lag := 1; lag <= 6; lag++ {
		even(t, "a first die and the one some throws later", counts(36, func(i int) int {
			if i < lag {
				return -1
			}
			return 6*(throws[i-lag][0]-1) + throws[i][0] - 1
		}))
		even(t, "a second die and the first one some throws later", counts(36, func(i int) int {
			if i < lag {
				return -1
			}
			return 6*(throws[i-lag][1]-1) + throws[i][0] - 1
		}))
	}
	even(t, "a throw and the next", counts(36*36, func(i int) int {
		if i == 0 {
			return -1
		}
		return 36*pair(i-1) + pair(i)
	}))
	// Doubles come one time in six, whatever has come before: the lengths of
	// what lies between them are geometric.
	const longest = 12
	gaps, gap, total := make([]int, longest+1), 0, 0
	for _, throw := range throws {
		if throw[0] != throw[1] {
			gap++
			continue
		}
		gaps[min(gap, longest)]++
		total++
		gap = 0
	}
	expected := make([]float64, len(gaps))
	rest := 1.0
	for i := range longest {
		expected[i] = float64(total) * rest / 6
		rest *= 5.0 / 6
	}
	expected[longest] = float64(total) * rest
	square(t, "throws between doubles", gaps, expected)
}

// even checks that all cells are alike.
func even(t *testing.T, what string, counts []int) {
	t.Helper()
	total := 0
	for _, c := range counts {
		total += c
	}
	expected := make([]float64, len(counts))
	for i := range expected {
		expected[i] = float64(total) / float64(len(counts))
	}
	square(t, what, counts, expected)
}

// square is a chi-square test, with the transformation by Wilson and Hilferty:
// z is then normal. It would leave ±4.5 once in 150,000 times; but the throws
// are the same every time.
func square(t *testing.T, what string, counts []int, expected []float64) {
	t.Helper()
	chi := 0.0
	for i, c := range counts {
		d := float64(c) - expected[i]
		chi += d * d / expected[i]
	}
	df := float64(len(counts) - 1)
	z := (math.Cbrt(chi/df) - (1 - 2/(9*df))) / math.Sqrt(2/(9*df))
	if math.Abs(z) > 4.5 {
		t.Errorf("%s: chi-square %.1f with %.0f degrees of freedom, z %.1f, counts %v", what, chi, df, z, counts)
	}
}

// TestTheTestOfEvennessFindsWhatIsUneven is a test of the tests.
func TestTheTestOfEvennessFindsWhatIsUneven(t *testing.T) {
	counts := []int{10_000, 10_000, 10_000, 10_000, 10_000, 10_700}
	chi, mean := 0.0, 60_700.0/6
	for _, c := range counts {
		chi += (float64(c) - mean) * (float64(c) - mean) / mean
	}
	df := 5.0
	if z := (math.Cbrt(chi/df) - (1 - 2/(9*df))) / math.Sqrt(2/(9*df)); z < 4.5 {
		t.Errorf("a six that comes up 7%% too often passes: z %.1f", z)
	}
}

// FuzzReceipt looks for receipts that one verifier takes and the other does
// not, and for such as end the program.
func FuzzReceipt(f *testing.F) {
	key := make([]byte, 32)
	for n := 1; n < 4; n++ {
		throw := table.Throw{Table: "abcdefghjkmn", N: n, Key: key, Draw: game.Draw{Dice: n, Faces: 6}}
		pips, receipt, err := fair.Roller{}.Roll(throw)
		if err != nil {
			f.Fatal(err)
		}
		told, err := json.Marshal(pips)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(receipt), told)
	}
	f.Add([]byte(`{"n":1,"dice":1000000000,"faces":6}`), []byte(`[1]`))
	f.Add([]byte(`{"n":1,"dice":2,"faces":0,"shares":[{"seat":"chance"}]}`), []byte(`[]`))
	f.Add([]byte(`null`), []byte(`[-1,7]`))
	f.Fuzz(func(t *testing.T, data, told []byte) {
		receipt, err := fair.ParseReceipt(data)
		var pips []int
		if err != nil || json.Unmarshal(told, &pips) != nil {
			return
		}
		if receipt.Check("abcdefghjkmn", pips) != nil {
			return
		}
		var secrets [2]string
		for _, s := range receipt.Shares {
			secrets[s.Seat-game.First] = s.Reveal
			if !fits(s.Reveal, s.Commit) {
				t.Errorf("%s: a share does not fit", data)
			}
		}
		want := twinPips(receipt.Site, "abcdefghjkmn", receipt.N, receipt.Dice, receipt.Faces, secrets[0], secrets[1])
		if !fits(receipt.Site, receipt.SiteCommit) || len(want) != len(pips) {
			t.Fatalf("%s with %v is taken", data, pips)
		}
		for i := range pips {
			if pips[i] != want[i] {
				t.Errorf("%s with %v is taken, the second verifier has %v", data, pips, want)
			}
		}
	})
}
