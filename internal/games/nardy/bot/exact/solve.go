// Package exact solves games of the short family with few checkers: hyper with
// three a side, and its little sisters with one and two, by value iteration over
// all positions. It knows the rules by itself, so that it also checks those that
// the site plays by.
package exact

import (
	"math"
	"math/bits"
	"slices"

	"github.com/hod-games/hod/internal/games/nardy"
)

// placement is where the checkers of a side stand: their steps, rising, of
// which only the first so many count.
type placement [3]uint8

// side is what one needs to know about a placement.
type side struct {
	placement
	pips  int
	off   int
	bar   bool
	home  bool   // a checker on the bar or among the first six steps
	occ   uint32 // points held, by the steps of the other side
	made  uint32 // points held by two or more, by the steps of the other side
	blots []uint8
	hit   []int32 // by a set of the blots: where the side stands when they are hit
	plays [21][]play
}

// play is a way to play a throw, or its beginning.
type play struct {
	to   int32
	land uint32 // the points landed on
	key  uint8  // of two ways only those with the greater key are legal
	over bool   // it ends the game
}

// Solution holds the value of every position.
type Solution struct {
	checkers int
	sides    []side
	index    map[placement]int32
	order    []int32 // placements by their pips
	value    []float32
	weights  [21]float32
}

// New lists the positions of a game with one to three checkers a side; nothing
// is solved yet.
func New(checkers int) *Solution {
	s := &Solution{checkers: checkers, index: map[placement]int32{}}
	s.list(placement{}, 0, 0)
	s.value = make([]float32, len(s.sides)*len(s.sides))
	for i := range s.sides {
		s.describe(&s.sides[i])
		s.order = append(s.order, int32(i))
	}
	slices.SortStableFunc(s.order, func(a, b int32) int { return s.sides[a].pips - s.sides[b].pips })
	throw := 0
	for a := 1; a <= 6; a++ {
		for b := 1; b <= a; b++ {
			s.weights[throw] = 2.0 / 36
			dice := []int{a, b}
			if a == b {
				s.weights[throw] = 1.0 / 36
				dice = []int{a, a, a, a}
			}
			for i := range s.sides {
				s.sides[i].plays[throw] = s.plays(s.sides[i].placement, dice)
			}
			throw++
		}
	}
	return s
}

func (s *Solution) list(p placement, at int, from uint8) {
	if at == s.checkers {
		s.index[p] = int32(len(s.sides))
		s.sides = append(s.sides, side{placement: p})
		return
	}
	for step := from; step <= nardy.Off; step++ {
		p[at] = step
		s.list(p, at+1, step)
	}
}

func (s *Solution) steps(p placement) []uint8 { return slices.Clone(p[:s.checkers]) }

func (s *Solution) describe(d *side) {
	var counts [26]int
	for _, step := range s.steps(d.placement) {
		counts[step]++
		d.pips += nardy.Off - int(step)
	}
	d.off, d.bar = counts[nardy.Off], counts[nardy.Bar] > 0
	for step := 1; step <= 24; step++ {
		if counts[step] == 0 {
			continue
		}
		d.home = d.home || step <= 6
		d.occ |= 1 << (25 - step)
		if counts[step] > 1 {
			d.made |= 1 << (25 - step)
		} else {
			d.blots = append(d.blots, uint8(25-step))
		}
	}
	d.home = d.home || d.bar
	for set := range 1 << len(d.blots) {
		hit := s.steps(d.placement)
		for k, point := range d.blots {
			if set>>k&1 == 1 {
				hit[slices.Index(hit, 25-point)] = nardy.Bar
			}
		}
		d.hit = append(d.hit, s.index[s.sorted(hit)])
	}
}

func (s *Solution) sorted(steps []uint8) (p placement) {
	slices.Sort(steps)
	copy(p[:], steps)
	return p
}

// plays lists the ways to play dice, greatest key first, as if nobody was in
// the way.
func (s *Solution) plays(p placement, dice []int) []play {
	seen := map[play]bool{}
	var all []play
	var go1 func(p placement, left []int, land uint32, key uint8)
	go1 = func(p placement, left []int, land uint32, key uint8) {
		e := play{to: s.index[p], land: land, key: key}
		if p[0] == nardy.Off { // that counts as having played all dice
			e.key, e.over = uint8(10*len(dice)), true
		}
		if !seen[e] {
			seen[e] = true
			all = append(all, e)
		}
		for i, d := range left {
			if slices.Index(left, d) < i || p[0] == nardy.Off {
				continue
			}
			rest := slices.Delete(slices.Clone(left), i, i+1)
			for k, from := range p[:s.checkers] {
				if !s.may(p, k, d) {
					continue
				}
				to := min(int(from)+d, nardy.Off)
				steps := s.steps(p)
				steps[k] = uint8(to)
				more := land
				if to < nardy.Off {
					more |= 1 << to
				}
				// One die counts ten, and of two single ones the greater more.
				go1(s.sorted(steps), rest, more, key+10+uint8(btoi(key == 0))*uint8(d)-firstDie(key))
			}
		}
	}
	go1(p, dice, 0, 0)
	slices.SortStableFunc(all, func(a, b play) int { return int(b.key) - int(a.key) })
	return all
}

// firstDie is what the key of a single die has above ten: it counts no more
// when a second die is played.
func firstDie(key uint8) uint8 { return key % 10 }

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// may reports whether checker k may go with die d, nobody being in the way.
func (s *Solution) may(p placement, k, d int) bool {
	from := int(p[k])
	switch {
	case from == nardy.Off, k > 0 && p[k-1] == p[k]: // the one before does the same
		return false
	case p[0] == nardy.Bar:
		return from == nardy.Bar
	case from+d < nardy.Off:
		return true
	}
	return p[0] >= 19 && (from+d == nardy.Off || from == int(p[0]))
}

// Sweep computes every value anew from those of the positions that follow, and
// returns the largest change.
func (s *Solution) Sweep() float64 {
	largest := 0.0
	n := len(s.sides)
	most := s.checkers * nardy.Off
	byPips := make([][]int32, most+1)
	for _, i := range s.order {
		byPips[s.sides[i].pips] = append(byPips[s.sides[i].pips], i)
	}
	for total := 2; total <= 2*most; total++ {
		for mine := max(1, total-most); mine <= min(most, total-1); mine++ {
			for _, i := range byPips[mine] {
				a := &s.sides[i]
				across := bits.Reverse32(a.occ) >> 6
				for _, j := range byPips[total-mine] {
					b := &s.sides[j]
					if across&b.occ != 0 {
						continue // both hold a point
					}
					v := s.position(a, b)
					at := int(i)*n + int(j)
					largest = max(largest, math.Abs(float64(v-s.value[at])))
					s.value[at] = v
				}
			}
		}
	}
	return largest
}

// position is the value for the side a that throws.
func (s *Solution) position(a, b *side) float32 {
	sum := float32(0)
	for throw := range a.plays {
		sum += s.weights[throw] * s.best(a, b, throw)
	}
	return sum
}

// best is the value of the best play of a throw.
func (s *Solution) best(a, b *side, throw int) float32 {
	best, key := float32(-4), -1
	for i := range a.plays[throw] {
		p := &a.plays[throw][i]
		if int(p.key) < key {
			break
		}
		if p.land&b.made != 0 {
			continue
		}
		key = int(p.key)
		best = max(best, s.after(p, b))
	}
	return best
}

// after is the value of a play for the side that makes it.
func (s *Solution) after(p *play, b *side) float32 {
	set := 0
	for k, point := range b.blots {
		set |= int(p.land>>point&1) << k
	}
	j := b.hit[set]
	if p.over {
		switch loser := &s.sides[j]; {
		case loser.off > 0:
			return 1
		case loser.home:
			return 3
		default:
			return 2
		}
	}
	return -s.value[int(j)*len(s.sides)+int(p.to)]
}

// Value is the value for the side that throws, by the steps of each side.
func (s *Solution) Value(own, enemy []uint8) float32 {
	i, j := s.index[s.sorted(slices.Clone(own))], s.index[s.sorted(slices.Clone(enemy))]
	return s.value[int(i)*len(s.sides)+int(j)]
}

// Values are the values of all positions, in an order that is always the same,
// to be kept and to be filled in again. They are no copy.
func (s *Solution) Values() []float32 { return s.value }

// Opening is the value for the side that begins a game with a throw of two
// different numbers, the sides standing on their first steps.
func (s *Solution) Opening() float64 {
	var start placement
	for k := range s.checkers {
		start[k] = uint8(k + 1)
	}
	a := &s.sides[s.index[start]]
	sum, weight := 0.0, 0.0
	throw := 0
	for i := 1; i <= 6; i++ {
		for j := 1; j <= i; j++ {
			if i != j {
				sum += float64(s.best(a, a, throw))
				weight++
			}
			throw++
		}
	}
	return sum / weight
}
