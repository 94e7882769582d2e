package bot

import "github.com/hod-games/hod/internal/games/nardy"

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
