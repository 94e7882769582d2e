package nardy_test

import (
	"slices"
	"strconv"
	"strings"
)

// The slow twin: a second engine for the same rules, written from the text of
// the rules for the tests alone. It works on points instead of steps and bits,
// tries every sequence of hops, and shares no code with the engine it checks.

// twinTable is the table of clause 3 as the rules print it:
// id | geometry | setup | dice | contact | head | two-off | block | off | double.
const twinTable = `
classic       | same    | 1:15               | 2 | block | 1        | 3 4 6, both     | ahead | normal | four hops
sport         | same    | 1:15               | 2 | block | 1        | 3 4 6, second   | ahead | normal | four hops
tbilisi       | same    | 1:15               | 2 | block | 1        | 3 4 6, both     | free  | normal | four hops
gulbar        | same    | 1:15               | 2 | block | 1        | 3 4 6, both     | ahead | normal | extra, handed
khachapuri    | same    | 1:4 19:11          | 2 | block | any      | -               | ahead | normal | extra, handed
crazy         | same    | 1:15               | 2 | block | 1        | 3 4 6, both     | ahead | exact  | progression, burns
crazy_gulbar  | same    | 1:15               | 2 | block | 1        | 1 3 4 6, both   | ahead | normal | progression, handed
fevga         | same    | 1:15               | 2 | block | 1 runner | -               | fevga | normal | four hops
crazy_fevga   | same    | 1:15               | 2 | block | 1 runner | -               | fevga | normal | progression, handed
plakoto       | opposed | 1:15               | 2 | cover | any      | -               | free  | normal | four hops
crazy_plakoto | opposed | 1:15               | 2 | cover | any      | -               | free  | normal | progression, handed
triple        | same    | 1:15               | 3 | block | 1        | -               | ahead | normal | -
two_by_two    | same    | 1:15               | 4 | block | 1        | -               | ahead | normal | -
short         | opposed | 1:2 12:5 17:3 19:5 | 2 | hit   | any      | -               | free  | normal | four hops
crazy_short   | opposed | 1:2 12:5 17:3 19:5 | 2 | hit   | any      | -               | free  | normal | progression, burns
hyper         | opposed | 1:1 2:1 3:1        | 2 | hit   | any      | -               | free  | normal | four hops
caucasian     | opposed | 1:2 12:5 17:3 19:5 | 2 | hitrun| any      | -               | free  | normal | four hops
`

type twin struct {
	id, geometry, contact, head, twoOff, block, off, double string

	setup map[int]int
	dice  int
	men   int

	last twinWalk // its map and list are used again
}

func twins() []twin {
	var out []twin
	for line := range strings.SplitSeq(strings.TrimSpace(twinTable), "\n") {
		c := strings.Split(line, "|")
		for i := range c {
			c[i] = strings.TrimSpace(c[i])
		}
		w := twin{id: c[0], geometry: c[1], contact: c[4], head: c[5], twoOff: c[6], block: c[7], off: c[8], double: c[9], setup: map[int]int{}}
		w.dice, _ = strconv.Atoi(c[3])
		for part := range strings.FieldsSeq(c[2]) {
			s, n, _ := strings.Cut(part, ":")
			step, _ := strconv.Atoi(s)
			w.setup[step], _ = strconv.Atoi(n)
			w.men += w.setup[step]
		}
		out = append(out, w)
	}
	return out
}

// twinBoard is a position by points 1 … 24; owner 0 is Light, 1 Dark.
type twinBoard struct {
	men   [25][2]int8
	bar   [2]int8
	off   [2]int8
	cover [25]int8 // 1 or 2: the checker of Light or Dark on this point is covered
	held  [25]int8 // hitters that may not move on (hit-and-run)
}

type twinHop struct{ from, to, die int } // steps; 0 bar, 25 off

type twinStage struct {
	side          int
	dice          []int
	first, second bool
	headTaken     int
	handed        bool
}

func (w *twin) point(side, step int) int {
	if side == 0 {
		return step
	}
	if w.geometry == "opposed" {
		return 25 - step
	}
	return (step+11)%24 + 1 // step 1 is point 13
}

func (w *twin) count(b *twinBoard, side, step int) int {
	switch step {
	case 0:
		return int(b.bar[side])
	case 25:
		return int(b.off[side])
	}
	return int(b.men[w.point(side, step)][side])
}

func (w *twin) allHome(b *twinBoard, side int) bool {
	for s := 0; s <= 18; s++ {
		if w.count(b, side, s) > 0 {
			return false
		}
	}
	return true
}

// headLimit is how many may leave step 1 in the stage in all.
func (w *twin) headLimit(st *twinStage) int {
	if w.head == "any" {
		return 99
	}
	numbers, who, _ := strings.Cut(w.twoOff, ",")
	double := len(st.dice) == 4 && w.dice == 2 && slices.Min(st.dice) == slices.Max(st.dice)
	if st.first && double && !st.handed && strings.Contains(numbers, strconv.Itoa(st.dice[0])) && (who == " both" || st.second) {
		return 2
	}
	return 1
}

// twinDice is up to four numbers; those behind n are zero.
type twinDice struct {
	n int8
	d [4]int8
}

func twinDiceOf(numbers []int) twinDice {
	var out twinDice
	for _, d := range numbers {
		out = out.with(d)
	}
	return out
}

func (d twinDice) with(number int) twinDice {
	d.d[d.n] = int8(number)
	d.n++
	return d
}

// without takes one die with the number away.
func (d twinDice) without(number int) twinDice {
	var out twinDice
	gone := false
	for _, x := range d.d[:d.n] {
		if int(x) == number && !gone {
			gone = true
			continue
		}
		out = out.with(int(x))
	}
	return out
}

// falling sorts the numbers, the greatest first.
func (d twinDice) falling() twinDice {
	slices.SortFunc(d.d[:d.n], func(a, b int8) int { return int(b) - int(a) })
	return d
}

func (d twinDice) compare(other twinDice) int { return slices.Compare(d.d[:d.n], other.d[:other.n]) }

// hops appends the legal hops with the dice that are left to out, which is
// empty.
func (w *twin) hops(out []twinHop, b *twinBoard, st *twinStage, left twinDice, departed int) []twinHop {
	free := 0
	for i, number := range left.d[:left.n] {
		if slices.Contains(left.d[:i], number) {
			continue
		}
		d := int(number)
		for s := 0; s <= 24; s++ {
			if w.count(b, st.side, s) == 0 || !w.legal(b, st, s, d, departed) {
				continue
			}
			out = append(out, twinHop{s, min(s+d, 25), d})
			if !w.held(b, st.side, s) {
				free++
			}
		}
	}
	if free > 0 && free < len(out) {
		return slices.DeleteFunc(out, func(h twinHop) bool { return w.held(b, st.side, h.from) })
	}
	return out
}

// held reports whether all the side's checkers on a step are bound hitters.
func (w *twin) held(b *twinBoard, side, s int) bool {
	return s > 0 && int(b.held[w.point(side, s)]) >= w.count(b, side, s)
}

func (w *twin) legal(b *twinBoard, st *twinStage, s, d, departed int) bool {
	me, you := st.side, 1-st.side
	if b.bar[me] > 0 && s != 0 {
		return false
	}
	if s > 0 && int(b.cover[w.point(me, s)]) == me+1 {
		return false
	}
	if s == 1 && departed+st.headTaken >= w.headLimit(st) {
		return false
	}
	if s == 1 && strings.Contains(w.head, "runner") {
		passed := b.off[me] > 0
		for far := 14; far <= 24; far++ {
			passed = passed || w.count(b, me, far) > 0
		}
		if !passed && w.count(b, me, 1) < 15 {
			return false
		}
	}
	if s+d >= 25 {
		return w.mayBearOff(b, me, s, d)
	}
	to := w.point(me, s+d)
	enemies := int(b.men[to][you])
	if w.contact == "block" && enemies > 0 || enemies > 1 {
		return false
	}
	if int(b.cover[to]) == me+1 {
		return false
	}
	switch w.block {
	case "ahead":
		return !w.forbiddenBlock(b, me, s, to)
	case "fevga":
		after := w.after(b, me, twinHop{s, s + d, d})
		for q := 1; q <= 6; q++ {
			if w.count(&after, me, q) == 0 {
				return true
			}
		}
		return false
	}
	return true
}

func (w *twin) mayBearOff(b *twinBoard, me, s, d int) bool {
	if !w.allHome(b, me) || slices.Contains(b.cover[:], int8(me+1)) {
		return false
	}
	if d == 25-s {
		return true
	}
	if w.off == "exact" {
		return false
	}
	for higher := 19; higher < s; higher++ {
		if w.count(b, me, higher) > 0 {
			return false
		}
	}
	return true
}

// forbiddenBlock: after a hop from step s to a point that is part of six or more
// in a row for the enemy, who has nobody ahead of them.
func (w *twin) forbiddenBlock(b *twinBoard, me, s, point int) bool {
	you := 1 - me
	if b.off[you] > 0 {
		return false
	}
	from := 0
	if s > 0 {
		from = w.point(me, s)
	}
	// held: the enemy's step e is held by me after the hop
	held := func(e int) bool {
		if e < 1 || e > 24 {
			return false
		}
		p := w.point(you, e)
		n := int(b.men[p][me])
		if p == from {
			n--
		}
		if p == point {
			n++
		}
		return n > 0
	}
	where := 1
	for w.point(you, where) != point {
		where++
	}
	first, last := where, where
	for held(first - 1) {
		first--
	}
	for held(last + 1) {
		last++
	}
	if last-first+1 < 6 {
		return false
	}
	for e := last + 1; e <= 24; e++ {
		if b.men[w.point(you, e)][you] > 0 {
			return false
		}
	}
	return true
}

// after is the board after a hop.
func (w *twin) after(b *twinBoard, me int, h twinHop) twinBoard {
	n := *b
	you := 1 - me
	wasHeld := false
	if h.from == 0 {
		n.bar[me]--
	} else {
		p := w.point(me, h.from)
		if wasHeld = int(n.held[p]) > 0 && n.held[p] == n.men[p][me]; wasHeld {
			n.held[p]--
		}
		n.men[p][me]--
		if n.men[p][me] == 0 && int(n.cover[p]) == you+1 {
			n.cover[p] = 0
		}
	}
	if h.to == 25 {
		n.off[me]++
		return n
	}
	p := w.point(me, h.to)
	if n.men[p][you] == 1 {
		switch w.contact {
		case "hit", "hitrun":
			n.men[p][you] = 0
			n.bar[you]++
			wasHeld = wasHeld || h.to >= 19
		case "cover":
			n.cover[p] = int8(you + 1)
		}
	}
	n.men[p][me]++
	if w.contact == "hitrun" && wasHeld {
		n.held[p]++
	}
	return n
}

// over: the mover has borne off everything, or a mother is covered.
func (w *twin) over(b *twinBoard, me int) bool {
	if int(b.off[me]) == w.men {
		return true
	}
	if w.contact != "cover" {
		return false
	}
	lost := func(side int) bool { // the side's last start checker is covered
		p := w.point(side, 1)
		return b.men[p][side] == 1 && int(b.cover[p]) == side+1
	}
	return lost(1-me) && (w.count(b, me, 1) == 0 || lost(me))
}

type twinEnd struct {
	board twinBoard
	used  twinDice // sorted downwards
	over  bool
}

// twinNode is a half-made position.
type twinNode struct {
	b    twinBoard
	left twinDice
}

// ends are the last boards of all plays that begin with the hops made so far,
// legal or not by the maximum rule.
// The list is good until the next call.
func (w *twin) ends(b twinBoard, st *twinStage, left, used twinDice, departed int) []twinEnd {
	k := twinWalk{w: w, st: st, seen: w.last.seen, out: w.last.out[:0]}
	if k.seen == nil || len(k.seen) > 500 {
		k.seen = map[twinNode]bool{} // clearing a large one takes longer
	}
	clear(k.seen)
	k.walk(&b, left, used, departed)
	w.last = k
	return k.out
}

// twinWalk tries every sequence of hops; what follows a half-made position that
// was met before is known.
type twinWalk struct {
	w    *twin
	st   *twinStage
	seen map[twinNode]bool
	out  []twinEnd
}

func (k *twinWalk) walk(b *twinBoard, left, used twinDice, departed int) {
	key := twinNode{*b, left}
	if k.seen[key] {
		return
	}
	k.seen[key] = true
	var buffer [4 * 25]twinHop
	hops := k.w.hops(buffer[:0], b, k.st, left, departed)
	if len(hops) == 0 {
		k.out = append(k.out, twinEnd{board: *b, used: used.falling()})
		return
	}
	for _, h := range hops {
		next := k.w.after(b, k.st.side, h)
		gone := departed
		if h.from == 1 {
			gone++
		}
		if k.w.over(&next, k.st.side) {
			k.out = append(k.out, twinEnd{board: next, over: true})
			continue
		}
		k.walk(&next, left.without(h.die), used.with(h.die), gone)
	}
}

// judge keeps the legal ends of a stage and says how many dice they use.
func (w *twin) judge(ends []twinEnd, st *twinStage) ([]twinEnd, int) {
	size := func(e twinEnd) int {
		if e.over {
			return len(st.dice)
		}
		return int(e.used.n)
	}
	used := 0
	for _, e := range ends {
		used = max(used, size(e))
	}
	ends = slices.DeleteFunc(ends, func(e twinEnd) bool { return size(e) < used })
	if used < len(st.dice) {
		var best twinDice
		for _, e := range ends {
			if e.used.compare(best) > 0 {
				best = e.used
			}
		}
		ends = slices.DeleteFunc(ends, func(e twinEnd) bool { return e.used.compare(best) < 0 })
	}
	if w.block == "fevga" {
		open := slices.DeleteFunc(slices.Clone(ends), func(e twinEnd) bool { return w.shutIn(&e.board, st.side) })
		if len(open) > 0 {
			ends = open
		}
	}
	return ends, used
}

func (w *twin) shutIn(b *twinBoard, me int) bool {
	you := 1 - me
	for e := 1; e <= 18; e++ {
		if b.men[w.point(you, e)][you] != 15 {
			continue
		}
		for next := e + 1; next <= e+6; next++ {
			if b.men[w.point(you, next)][me] == 0 {
				return false
			}
		}
		return true
	}
	return false
}

// plain forgets what is no part of a result.
func (b twinBoard) plain() twinBoard {
	b.held = [25]int8{}
	return b
}

// results are the distinct results of the stage, how many dice are used, and
// the hops that begin a legal play.
func (w *twin) results(b twinBoard, st *twinStage, wantFirst bool) (map[twinBoard]bool, int, map[twinHop]bool) {
	dice := twinDiceOf(st.dice)
	ends, used := w.judge(w.ends(b, st, dice, twinDice{}, 0), st)
	results := make(map[twinBoard]bool, len(ends))
	for _, e := range ends {
		results[e.board.plain()] = true
	}
	if !wantFirst {
		return results, used, nil
	}
	first := map[twinHop]bool{}
	best := ends[0].used
	for _, h := range w.hops(nil, &b, st, dice, 0) {
		next := w.after(&b, st.side, h)
		if w.over(&next, st.side) {
			first[h] = true
			continue
		}
		gone := 0
		if h.from == 1 {
			gone = 1
		}
		for _, e := range w.ends(next, st, dice.without(h.die), twinDice{}.with(h.die), gone) {
			full := e.over || int(e.used.n) == len(st.dice)
			if (full || used < len(st.dice) && e.used == best) && results[e.board.plain()] {
				first[h] = true
				break
			}
		}
	}
	return results, used, first
}
