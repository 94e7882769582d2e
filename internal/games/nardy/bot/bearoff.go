package bot

import (
	"slices"

	"github.com/hod-games/hod/internal/games/nardy"
)

// kind is what tells the bear-offs of the variants apart once all checkers are
// home and nothing is in the way.
type kind struct {
	dice  int
	exact bool // only the exact number takes a checker off
	extra bool // a double gives one more throw
}

func kindOf(v *nardy.Variant) kind {
	return kind{dice: v.Dice, exact: v.Exact, extra: v.Double == nardy.ExtraThrow}
}

// most is the checkers that a bear-off is solved for.
const most = 15

// turns is a distribution: entry i is the chance that exactly first+i turns are
// needed.
type turns struct {
	first int
	p     []float32
}

// bearoff is the exact solution of the bear-off of one side by itself, when it
// plays for the smallest average number of turns: 54,264 positions of at most
// 15 checkers on six points.
type bearoff struct {
	kind kind
	rank [7][most + 1]int32
	// need is by position how many turns it takes to bear everything off, and
	// late the same where the throw that is due is the extra one.
	need, late []turns
	mean       []float32 // the average of need
	// first is the turns to the first checker off, for positions with as many
	// checkers as a side has in all; the position of the same index in full.
	first [2]map[int32]turns
}

// home is the checkers by how many pips they need, 1 … 6.
type home [7]uint8

func (h *home) checkers() int {
	n := 0
	for _, c := range h[1:] {
		n += int(c)
	}
	return n
}

func (h *home) pips() int {
	n := 0
	for need, c := range h {
		n += need * int(c)
	}
	return n
}

// homeOf is the home of a side that has everybody there.
func homeOf(n *[26]uint8) (h home) {
	for need := 1; need <= 6; need++ {
		h[need] = n[nardy.Off-need]
	}
	return h
}

// index numbers the homes: those with fewer checkers on the higher points come
// first.
func (b *bearoff) index(h *home) int32 {
	at, left := int32(0), 0
	for need := 1; need <= 6; need++ {
		left += int(h[need])
		at += b.rank[need][left]
	}
	return at
}

// rankTable makes index the place in the combinatorial number system: the sum
// of C(l(k)+k-1, k) over the points k, l(k) being the checkers on points 1 … k.
func (b *bearoff) rankTable() {
	for k := 1; k <= 6; k++ {
		for l := 0; l <= most; l++ {
			b.rank[k][l] = int32(choose(l+k-1, k))
		}
	}
}

func choose(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}

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
	n := len(s.indexSpace())
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

// indexSpace is as long as there are indices.
func (s *solver) indexSpace() []struct{} {
	full := home{1: most}
	return make([]struct{}, s.b.index(&full)+1)
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

// inHome reports whether both sides have everybody home, so that the table
// knows the position.
func inHome(a, b *eye) bool { return a.rear >= 19 && b.rear >= 19 && a.pinned|b.pinned == 0 }

// chances is the value of a node that inHome knows and without a remainder. It
// is exact but for the mars of sides that would rather play for the win.
func (b *bearoff) chances(n *Node) Chances {
	own, opp := homeOf(&n.Pos.N[n.Side]), homeOf(&n.Pos.N[n.Side.Other()])
	me, they := b.index(&own), b.index(&opp)
	mine, theirs := b.need[me], b.need[they]
	firstMine := b.first[0]
	if n.Extra {
		// The turn is half over: what is left of it counts as a turn for both.
		mine, firstMine = b.late[me], b.first[1]
	}
	shift := 0
	if n.Extra {
		shift = 1
	}
	var c Chances
	c[Win] = before(mine, theirs, shift)
	if n.Pos.N[n.Side.Other()][nardy.Off] == 0 {
		c[WinMars] = before(mine, b.first[0][they], shift)
	}
	if n.Pos.N[n.Side][nardy.Off] == 0 {
		c[LoseMars] = 1 - before(firstMine[me], theirs, shift)
	}
	return c
}

// before is the chance that the side that plays first is done before the other
// one; shift is added to what the first one takes.
func before(mine, theirs turns, shift int) float32 {
	sum, left, j := float32(0), float32(1), 0
	for i, p := range mine.p {
		n := mine.first + i + shift
		for j < len(theirs.p) && theirs.first+j < n {
			left -= theirs.p[j]
			j++
		}
		sum += float32(p * max(left, 0))
	}
	return min(sum, 1)
}
