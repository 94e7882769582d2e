package nardy_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// sensible plays a game in which both sides make points and avoid blots, so
// that its positions look like those of people, and returns the ones between
// two plies.
func sensible(tb testing.TB, variant string, seed uint64, from, to int) []*nardy.State {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	var g nardy.Generator
	var out []*nardy.State
	s := start(tb, variant, "")
	v := s.Variant()
	for ply := 0; ply < to; {
		switch s.Phase() {
		case nardy.PhaseOver:
			return out
		case nardy.PhasePlay:
			if ply++; ply > from {
				out = append(out, s)
			}
			p := s.Position()
			results, used := g.Results(&v, &p, s.Stage())
			best, at := -1<<30, 0
			for i := range results {
				score := r.IntN(3)
				for step := 1; step <= 24; step++ {
					switch n := results[i].N[s.Turn()][step]; {
					case n == 1:
						score -= 4
					case n >= 2 && n <= 4:
						score += 5
					}
				}
				score += 3 * int(results[i].N[s.Turn().Other()][nardy.Bar])
				if score > best {
					best, at = score, i
				}
			}
			s = s.After(results[at], used)
		default:
			pips := make([]int, s.Draw().Dice)
			for i := range pips {
				pips[i] = 1 + r.IntN(6)
			}
			s = roll(tb, s, pips...)
		}
	}
	return out
}

// middleGame is a hundred positions of short nardy with the side to move.
func middleGame(tb testing.TB) []*nardy.State {
	tb.Helper()
	var out []*nardy.State
	for seed := uint64(0); len(out) < 100; seed++ {
		out = append(out, sensible(tb, "short", seed, 8, 30)...)
	}
	return out[:100]
}

func benchmarkResults(b *testing.B, dice func(i int) []uint8) {
	states := middleGame(b)
	var g nardy.Generator
	v := states[0].Variant()
	positions := make([]nardy.Position, len(states))
	for i, s := range states {
		positions[i] = s.Position()
	}
	found := 0
	b.ReportAllocs()
	b.ResetTimer()
	done := measureCPU(b)
	for i := range b.N {
		k := i % len(states)
		results, _ := g.Results(&v, &positions[k], nardy.Stage{Side: states[k].Turn(), Dice: dice(i)})
		found += len(results)
	}
	done()
	b.ReportMetric(float64(found)/float64(b.N), "results/op")
}

// BenchmarkResultsOfTheOpening is the widest part of an ordinary game.
func BenchmarkResultsOfTheOpening(b *testing.B) {
	v, _ := nardy.VariantNamed("short")
	p := v.Initial()
	for _, c := range []struct {
		name string
		dice [][]uint8
	}{
		{"two dice", [][]uint8{{2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {3, 2}, {4, 2}, {5, 2}, {6, 2}, {4, 3}, {5, 3}, {6, 3}, {5, 4}, {6, 4}, {6, 5}}},
		{"doubles", [][]uint8{{1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}, {4, 4, 4, 4}, {5, 5, 5, 5}, {6, 6, 6, 6}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var g nardy.Generator
			found := 0
			b.ReportAllocs()
			done := measureCPU(b)
			for i := range b.N {
				results, _ := g.Results(&v, &p, nardy.Stage{Dice: c.dice[i%len(c.dice)]})
				found += len(results)
			}
			done()
			b.ReportMetric(float64(found)/float64(b.N), "results/op")
		})
	}
}

func BenchmarkResultsOfTwoDice(b *testing.B) {
	var throws [][]uint8
	for x := uint8(1); x <= 6; x++ {
		for y := uint8(1); y < x; y++ {
			throws = append(throws, []uint8{x, y})
		}
	}
	benchmarkResults(b, func(i int) []uint8 { return throws[i/100%len(throws)] })
}

func BenchmarkResultsOfDouble(b *testing.B) {
	var throws [][]uint8
	for x := uint8(1); x <= 6; x++ {
		throws = append(throws, []uint8{x, x, x, x})
	}
	benchmarkResults(b, func(i int) []uint8 { return throws[i/100%len(throws)] })
}

// worst are positions with more results than any that play is likely to reach,
// those named "climbed" found by hill climbing over positions of the variant.
func worst() map[string]struct {
	variant, pos string
	dice         []uint8
} {
	return map[string]struct {
		variant, pos string
		dice         []uint8
	}{
		"short climbed":     {"short", "1,1,0,1,1,0,1,1,0,1,-1,1,0,1,1,0,1,1,-1,1,1,1,0,0|0,0|0,13", []uint8{1, 1, 1, 1}},
		"plakoto climbed":   {"plakoto", "0,1,1,0,1,-1,1,1,0,1,1,0,1,1,1,0,1,1,0,1,1,-1,1,-1|0,0|0,12", []uint8{1, 1, 1, 1}},
		"tbilisi climbed":   {"tbilisi", "0,-1,1,1,0,1,1,1,0,1,1,0,1,1,1,1,0,1,1,0,1,1,0,0|0,0|0,14", []uint8{1, 1, 1, 1}},
		"caucasian climbed": {"caucasian", "1,1,0,1,1,0,1,1,0,1,0,1,1,-1,1,1,-1,1,1,0,1,1,0,-1|0,0|0,12", []uint8{1, 1, 1, 1}},
		"short double 1":    {"short", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,-4,0,-4,0,-4,0,-3,0,0|0,0|0,0", []uint8{1, 1, 1, 1}},
		"short double 2":    {"short", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,0,-4,0,-4,0,-4|0,3|0,0", []uint8{2, 2, 2, 2}},
		"plakoto double":    {"plakoto", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,-4,0,-4,0,-4,-3|0,0|0,0", []uint8{1, 1, 1, 1}},
		"tbilisi double":    {"tbilisi", "1,1,1,1,1,1,1,1,1,1,1,-15,1,1,1,1,0,0,0,0,0,0,0,0|0,0|0,0", []uint8{1, 1, 1, 1}},
		"four dice":         {"two_by_two", "0,1,1,1,1,1,1,1,1,1,1,-15,1,1,1,1,1,0,0,0,0,0,0,0|0,0|0,0", []uint8{6, 5, 4, 3}},
		"four, blocks":      {"two_by_two", "0,1,1,1,1,-15,0,1,0,1,0,1,1,1,1,1,1,1,1,1,0,0,0,0|0,0|0,0", []uint8{6, 5, 4, 3}},
		"four, climbed":     {"two_by_two", "1,1,1,1,0,1,1,1,0,1,1,1,1,1,0,0,1,1,1,0,0,0,0,-15|0,0|0,0", []uint8{4, 3, 2, 1}},
		// No play leads to this one: Light has a block with nobody ahead of it.
		"four, block stands": {"two_by_two", "1,1,1,1,1,1,1,1,1,1,0,0,1,1,0,1,1,1,0,0,0,0,0,-15|0,0|0,0", []uint8{6, 3, 2, 1}},
		"four, two pairs":    {"two_by_two", "1,1,1,0,1,1,1,1,0,1,1,0,-15,1,1,0,1,1,1,1,0,0,0,0|0,0|0,0", []uint8{1, 4, 4, 1}},
		"four, climbed 2":    {"two_by_two", "1,1,1,1,1,0,1,0,0,1,1,0,-15,1,1,1,1,1,1,0,1,0,0,0|0,0|0,0", []uint8{6, 5, 3, 2}},
		"four, climbed 3":    {"two_by_two", "1,0,1,1,1,1,1,1,1,1,1,0,-15,0,0,1,1,1,1,1,0,0,0,0|0,0|0,0", []uint8{4, 3, 1, 2}},
		"four, climbed 4":    {"two_by_two", "0,1,1,1,2,1,1,1,0,0,1,0,-15,1,1,1,1,1,1,0,0,0,0,0|0,0|0,0", []uint8{1, 2, 3, 4}},
		"three, a pair":      {"triple", "1,1,0,1,1,0,1,1,0,1,0,0,-15,1,1,1,1,1,0,1,1,1,0,0|0,0|0,0", []uint8{2, 1, 2}},
		"four, played":       {"two_by_two", "3,0,-1,1,0,0,1,0,0,-4,-1,-4,-5,1,1,1,0,1,1,1,2,0,0,2|0,0|0,0", []uint8{6, 3, 2, 1}},
		"three dice":         {"triple", "0,1,1,1,1,1,1,1,1,1,1,-15,1,1,1,1,1,0,0,0,0,0,0,0|0,0|0,0", []uint8{6, 5, 4}},
	}
}

func BenchmarkWorstResults(b *testing.B) {
	for name, w := range worst() {
		b.Run(name, func(b *testing.B) {
			v, _ := nardy.VariantNamed(w.variant)
			p, err := v.ParsePosition(w.pos)
			if err != nil {
				b.Fatal(err)
			}
			var g nardy.Generator
			n := 0
			b.ReportAllocs()
			done := measureCPU(b)
			for b.Loop() {
				results, _ := g.Results(&v, &p, nardy.Stage{Dice: w.dice})
				n = len(results)
			}
			done()
			b.ReportMetric(float64(n), "results")
		})
	}
}

func code(w string, dice []uint8) string {
	for i, d := range dice {
		if i == 0 {
			w += fmt.Sprintf(" play L %d", d)
		} else {
			w += fmt.Sprintf("-%d", d)
		}
	}
	return w
}

func BenchmarkWorstView(b *testing.B) {
	for name, w := range worst() {
		b.Run(name, func(b *testing.B) {
			s := start(b, w.variant, code(w.pos, w.dice))
			size := 0
			done := measureCPU(b)
			for b.Loop() {
				data, err := json.Marshal(s.View())
				if err != nil {
					b.Fatal(err)
				}
				size = len(data)
			}
			done()
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

// BenchmarkGraph is what a host pays for a turn: the graph of the legal plays.
func BenchmarkGraph(b *testing.B) {
	states := middleGame(b)
	for _, c := range []struct {
		name string
		dice []uint8
	}{{"two dice", []uint8{6, 4}}, {"double", []uint8{2, 2, 2, 2}}} {
		b.Run(c.name, func(b *testing.B) {
			v := states[0].Variant()
			b.ReportAllocs()
			done := measureCPU(b)
			for i := range b.N {
				s := states[i%len(states)]
				p := s.Position()
				nardy.NewGraph(&v, &p, nardy.Stage{Side: s.Turn(), Dice: c.dice})
			}
			done()
		})
	}
}
