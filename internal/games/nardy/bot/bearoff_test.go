package bot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// tables are computed once for all tests.
var tables = NewTables()

// kinds names a variant for every kind of bear-off.
var kinds = [...]string{"classic", "crazy", "gulbar", "triple", "two_by_two"}

func variant(t testing.TB, id string) *nardy.Variant {
	t.Helper()
	v, ok := nardy.VariantNamed(id)
	if !ok {
		t.Fatalf("no variant %q", id)
	}
	return &v
}

func randomHome(r *rand.Rand, checkers int) (h home) {
	for range checkers {
		h[1+r.IntN(6)]++
	}
	return h
}

// placed is a position of Light at home; Dark has one checker left.
func placed(v *nardy.Variant, h *home) (p nardy.Position) {
	off := v.Checkers()
	for need := 1; need <= 6; need++ {
		p.N[nardy.Light][nardy.Off-need] = h[need]
		off -= int(h[need])
	}
	p.N[nardy.Light][nardy.Off] = uint8(off)
	p.N[nardy.Dark][24] = 1
	p.N[nardy.Dark][nardy.Off] = uint8(v.Checkers() - 1)
	return p
}

// TestBearOffAgreesWithTheRules computes the average number of turns anew from
// the legal plays of the rules and the table's values one throw later.
func TestBearOffAgreesWithTheRules(t *testing.T) {
	for _, id := range kinds {
		v := variant(t, id)
		b := tables.bearoff(v)
		r := rand.New(rand.NewPCG(1, 2))
		for range 10 {
			h := randomHome(r, 1+r.IntN(v.Checkers()))
			n := Node{Pos: placed(v, &h), Side: nardy.Light, Throws: [2]uint8{6, 6}}
			got := float64(b.mean[b.index(&h)])
			if want := averageTurns(v, b, &n); math.Abs(got-want) > 1e-4*want {
				t.Errorf("%s, %v: %.6f turns, want %.6f", id, h, got, want)
			}
		}
	}
}

func averageTurns(v *nardy.Variant, b *bearoff, n *Node) float64 {
	sum, stuck := 1.0, 0.0
	if n.Extra {
		sum = 0
	}
	var g nardy.Generator
	for _, roll := range Rolls(v.Dice) {
		s := Thrown(v, n, roll.Dice)
		results, used := g.Results(v, &s.Pos, s.rules(v))
		if used == 0 {
			stuck += float64(roll.Weight)
			continue
		}
		best := math.Inf(1)
		for _, p := range slices.Clone(results) {
			if p.N[nardy.Light][nardy.Off] == uint8(v.Checkers()) {
				best = 0
				break
			}
			next, _, _ := s.After(v, &p, used)
			if next.Extra {
				best = min(best, averageTurns(v, b, &next))
				continue
			}
			h := homeOf(&p.N[nardy.Light])
			best = min(best, float64(b.mean[b.index(&h)]))
		}
		sum += float64(roll.Weight) * best
	}
	return sum / (1 - stuck)
}

// TestBearOffChancesAreThoseOfPlay compares the chances of two sides with a
// search of all throws and plays to the end. Playing for the smallest average is
// not always best, so they may differ a little.
func TestBearOffChancesAreThoseOfPlay(t *testing.T) {
	for _, id := range kinds {
		v := variant(t, id)
		if v.Exact {
			continue // a search does not end: sides can be stuck for ever
		}
		b := tables.bearoff(v)
		r := rand.New(rand.NewPCG(3, 4))
		worst := 0.0
		for range 6 {
			mine, theirs := randomHome(r, 1+r.IntN(3)), randomHome(r, 1+r.IntN(3))
			p, q := placed(v, &mine), placed(v, &theirs)
			p.N[nardy.Dark] = q.N[nardy.Light]
			n := Node{Pos: p, Side: nardy.Light, Throws: [2]uint8{6, 6}}
			got, want := float64(b.chances(&n)[Win]), winBySearch(v, &n, map[Node]float64{})
			worst = max(worst, math.Abs(got-want))
		}
		if worst > 0.002 {
			t.Errorf("%s: a chance is wrong by %.4f", id, worst)
		}
	}
}

func winBySearch(v *nardy.Variant, n *Node, known map[Node]float64) float64 {
	key := *n
	if c, ok := known[key]; ok {
		return c
	}
	var g nardy.Generator
	sum := 0.0
	for _, roll := range Rolls(v.Dice) {
		s := Thrown(v, n, roll.Dice)
		results, used := g.Results(v, &s.Pos, s.rules(v))
		best := 0.0
		for _, p := range slices.Clone(results) {
			if kind, _ := v.Status(&p); kind != nardy.GoesOn {
				best = 1
				break
			}
			next, _, _ := s.After(v, &p, used)
			next.Throws = n.Throws
			c := winBySearch(v, &next, known)
			if next.Side != n.Side {
				c = 1 - c
			}
			best = max(best, c)
		}
		sum += float64(roll.Weight) * best
	}
	known[key] = sum
	return sum
}

// TestBearOffKnowsTheMars looks at races in which a side can still lose a mars:
// by a search for the first checker off.
func TestBearOffKnowsTheMars(t *testing.T) {
	v := variant(t, "classic")
	b := tables.bearoff(v)
	h := home{4: 5, 5: 5, 6: 5} // only fours, fives and sixes take one off at once
	one := home{1: 1}
	p, q := placed(v, &h), placed(v, &one)
	p.N[nardy.Dark] = q.N[nardy.Light]
	// Light has one throw before Dark ends the game. Only 2-1 takes nothing off:
	// 1-1 is four pips, and so is 3-1.
	lost := 2.0 / 36
	n := Node{Pos: p, Side: nardy.Light}
	if got := float64(b.chances(&n)[LoseMars]); math.Abs(got-lost) > 1e-5 {
		t.Errorf("the mars is lost with %.5f, want %.5f", got, lost)
	}
	n = Node{Pos: p.Swap(), Side: nardy.Light}
	c := b.chances(&n)
	if c[Win] != 1 || c[WinMars] != 1 {
		t.Errorf("one checker against fifteen: %v", c)
	}
}

func TestRollsAreAllThrows(t *testing.T) {
	for dice, count := range map[int]int{1: 6, 2: 21, 3: 56, 4: 126} {
		rolls := Rolls(dice)
		sum := 0.0
		for _, r := range rolls {
			sum += float64(r.Weight)
		}
		if len(rolls) != count || math.Abs(sum-1) > 1e-5 {
			t.Errorf("%d dice: %d throws of weight %.6f", dice, len(rolls), sum)
		}
	}
	if got := fmt.Sprint(Rolls(3)[:3]); got != "[{[1 1 1] 0.0046296297} {[1 1 2] 0.013888889} {[1 1 3] 0.013888889}]" {
		t.Errorf("throws of three dice begin with %s", got)
	}
}
