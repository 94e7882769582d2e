package bot

import "slices"

// solve computes the table of a kind.
func solve(k kind) *bearoff {
	b := &bearoff{kind: k}
	b.rankTable()
	all := homes(most)
	s := solver{b: b, kind: k}
	b.need, b.late = s.run(all, func(h *home) bool { return h.checkers() == 0 })
	b.mean = s.mean[0]
	return b
}

// firstOff adds what it takes to get the first of so many checkers off.
func (b *bearoff) firstOff(checkers int) {
	all := homes(checkers)
	s := solver{b: b, kind: b.kind}
	need, late := s.run(all, func(h *home) bool { return h.checkers() < checkers })
	b.first = [2]map[int32]turns{{}, {}}
	for i := range all {
		if all[i].checkers() == checkers {
			at := b.index(&all[i])
			b.first[0][at], b.first[1][at] = need[at], late[at]
		}
	}
}

// homes lists all of at most so many checkers by their pips, so that every
// successor comes before.
func homes(checkers int) []home {
	var all []home
	var add func(h home, need, left int)
	add = func(h home, need, left int) {
		if need == 0 {
			all = append(all, h)
			return
		}
		for c := 0; c <= left; c++ {
			h[need] = uint8(c)
			add(h, need-1, left-c)
		}
	}
	add(home{}, 6, checkers)
	slices.SortStableFunc(all, func(x, y home) int { return x.pips() - y.pips() })
	return all
}

// solver computes best plays by dynamic programming over positions and over
// the dice that are still to be played.
type solver struct {
	b    *bearoff
	kind kind
	// packs are the collections of dice that can be left in the middle of a
	// throw; packs[0] is none.
	packs []pack
	byID  map[[4]uint8]int
	rolls []Roll
	// best[aim] is by position and pack, those of a position side by side, what
	// the best play with these dice leads to and how many dice it uses. An aim
	// is what is to be small at the end: the turns from an ordinary throw on, or
	// from an extra one.
	best  [2][]outcome
	throw []int // by roll: its pack
	mean  [2][]float32
	dist  [2][]turns
	done  []bool // by position: nothing is left to be done
}

type pack struct {
	dice []uint8 // sorted
	rest [4]int  // the pack that is left when die i has been played
}

// outcome is the end of a play; greater used wins, then smaller mean.
type outcome struct {
	at   int32
	used int16 // 100 for a die, and its pips
}

const everything = 1 << 14

func (s *solver) run(all []home, over func(*home) bool) (need, late []turns) {
	n := s.b.size()
	s.done = make([]bool, n)
	s.rolls = Rolls(s.kind.dice)
	s.makePacks()
	aims := 1
	if s.kind.extra {
		aims = 2
	}
	for aim := range aims {
		s.mean[aim], s.dist[aim] = make([]float32, n), make([]turns, n)
		s.best[aim] = make([]outcome, n*len(s.packs))
	}
	for i := range all {
		at := s.b.index(&all[i])
		s.done[at] = over(&all[i])
		s.position(&all[i], at, aims)
	}
	if aims == 1 {
		return s.dist[0], s.dist[0]
	}
	return s.dist[0], s.dist[1]
}

// size is how many indices there are.
func (b *bearoff) size() int {
	last := home{1: most}
	return int(b.index(&last)) + 1
}

func (s *solver) makePacks() {
	s.byID = map[[4]uint8]int{}
	s.packs = nil
	var add func(dice []uint8) int
	add = func(dice []uint8) int {
		var id [4]uint8
		copy(id[:], dice)
		if p, ok := s.byID[id]; ok {
			return p
		}
		p := pack{dice: slices.Clone(dice)}
		for i := range dice {
			p.rest[i] = add(slices.Delete(slices.Clone(dice), i, i+1))
		}
		s.byID[id] = len(s.packs)
		s.packs = append(s.packs, p)
		return len(s.packs) - 1
	}
	add(nil)
	s.throw = s.throw[:0]
	for i := range s.rolls {
		s.throw = append(s.throw, add(hops(s.rolls[i].Dice)))
	}
}

// hops are the dice of a throw as they are played: four of a double.
func hops(dice []uint8) []uint8 {
	if len(dice) == 2 && dice[0] == dice[1] {
		return []uint8{dice[0], dice[0], dice[0], dice[0]}
	}
	return dice
}

// position solves one position, those with fewer pips being solved.
func (s *solver) position(h *home, at int32, aims int) {
	var next [7][]int32
	var room [36]int32
	free := room[:0]
	if !s.done[at] {
		for d := uint8(1); d <= 6; d++ {
			from := len(free)
			free = s.hopsWith(h, int(d), free)
			next[d] = free[from:]
		}
	}
	for aim := range aims {
		row := s.row(aim, at)
		row[0] = outcome{at: at}
		if s.done[at] {
			row[0].used = everything
			for p := range row {
				row[p] = row[0]
			}
			s.dist[aim][at] = turns{p: []float32{1}}
			continue
		}
		for p := 1; p < len(row); p++ {
			row[p] = s.bestPlay(aim, p, row[0], &next)
		}
	}
	if s.done[at] {
		return
	}
	// The extra throw first: an ordinary turn counts on it.
	if aims == 2 {
		s.spread(at, 1, 0)
	}
	s.spread(at, 0, 1)
}

// hopsWith appends the positions one hop with die d leads to.
func (s *solver) hopsWith(h *home, d int, out []int32) []int32 {
	rearmost := true
	for need := 6; need >= 1; need-- {
		if h[need] == 0 {
			continue
		}
		if need < d && (s.kind.exact || !rearmost) {
			break
		}
		rearmost = false
		g := *h
		g[need]--
		if need > d {
			g[need-d]++
		}
		out = append(out, s.b.index(&g))
		if need < d {
			break // only the rearmost may go with a greater die
		}
	}
	return out
}

// row is the best plays from a position.
func (s *solver) row(aim int, at int32) []outcome {
	n := len(s.packs)
	return s.best[aim][int(at)*n : (int(at)+1)*n]
}

// bestPlay plays a die of a pack in the best way, the rest being solved; stuck
// is what it leads to when no die can be played.
func (s *solver) bestPlay(aim, p int, stuck outcome, next *[7][]int32) outcome {
	best, found := stuck, false
	pk := &s.packs[p]
	for i, d := range pk.dice {
		if i > 0 && pk.dice[i-1] == d {
			continue
		}
		rest, n := pk.rest[i], len(s.packs)
		for _, to := range next[d] {
			o := s.best[aim][int(to)*n+rest]
			if o.used < everything {
				o.used += 100 + int16(d)
			}
			if !found || o.used > best.used || o.used == best.used && s.mean[aim][o.at] < s.mean[aim][best.at] {
				best, found = o, true
			}
		}
	}
	return best
}

// spread sets the distribution for a throw that costs so many turns.
func (s *solver) spread(at int32, aim, cost int) {
	var sum [128]float32
	low, high := len(sum), 0
	stuck := float32(0) // the chance that nothing can be played
	for i := range s.rolls {
		r := &s.rolls[i]
		double := len(r.Dice) == 2 && r.Dice[0] == r.Dice[1]
		then := 0 // what the play aims at
		if s.kind.extra && aim == 0 && double {
			then = 1
		}
		o := s.row(then, at)[s.throw[i]]
		if o.at == at {
			stuck += r.Weight
			continue
		}
		d := &s.dist[then][o.at]
		for j, p := range d.p {
			n := min(cost+d.first+j, len(sum)-1)
			sum[n] += float32(r.Weight * p)
			low, high = min(low, n), max(high, n)
		}
		s.mean[aim][at] += float32(r.Weight * s.mean[then][o.at])
	}
	s.mean[aim][at] = (s.mean[aim][at] + float32(cost)) / (1 - stuck)
	const tiny = 1e-9
	if stuck > 0 { // the same again, a turn later
		for n := low + 1; n < len(sum); n++ {
			sum[n] += stuck * sum[n-1]
		}
		high = len(sum) - 1
	}
	for high > low && sum[high] < tiny {
		high--
	}
	s.dist[aim][at] = turns{first: low, p: slices.Clone(sum[low : high+1])}
}
