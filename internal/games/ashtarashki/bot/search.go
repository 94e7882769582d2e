package bot

import (
	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// Scores are from the view of the side to move, in hundredths of a full stone;
// a game won is far beyond them, the more points and the sooner the better.
const (
	infinite   = 32_000
	winOne     = 20_000 // one point, at once; less one for every half-move
	winTwo     = 30_000 // two points
	decisive   = 19_000 // from here on a game is won, or lost below -decisive
	mostBelow  = 15_000 // evaluations stay within this
	maxPly     = 120    // deeper lines are evaluated as they stand
	deepest    = 100    // no search is asked to go deeper than this
	checkEvery = 1 << 10
)

// Result is what a search found.
type Result struct {
	Move  ashtarashki.Move
	Score int // see winOne
	Depth int // the last depth that was searched completely
	Nodes int // positions looked at
}

// Points is the result of the game as far as it is proven: 1 or 2 for a win,
// -1 or -2 for a loss, 0 where it is open.
func (r Result) Points() int {
	switch {
	case r.Score > winTwo-1000:
		return 2
	case r.Score > decisive:
		return 1
	case r.Score < -winTwo+1000:
		return -2
	case r.Score < -decisive:
		return -1
	}
	return 0
}

// Plies is in how many half-moves a proven result comes about; 0 where it is
// open.
func (r Result) Plies() int {
	switch r.Points() {
	case 2, -2:
		return winTwo - abs(r.Score)
	case 1, -1:
		return winOne - abs(r.Score)
	}
	return 0
}

// search is one principal variation search with iterative deepening.
type search struct {
	network *Network        // nil for the evaluation by hand
	done    <-chan struct{} // gives up early when closed; may be nil
	limit   int             // gives up after so many nodes
	whim    uint64          // which of almost equal positions to prefer; 0 for none
	nodes   int
	stopped bool
	open    bool // whether anything in this iteration was estimated, not proven
	table   table
	frames  []frame
	history [2][ashtarashki.Squares][ashtarashki.Squares]int32
}

// frame is one level of the tree.
type frame struct {
	position ashtarashki.Position
	sums     sums
	summed   bool // whether sums belong to position
	played   ashtarashki.Move
	killers  [2]ashtarashki.Move
	moves    []ashtarashki.Move
	order    []int32
}

func newSearch(network *Network, tableBits int) *search {
	s := &search{network: network, table: newTable(tableBits), frames: make([]frame, maxPly+1)}
	for i := range s.frames {
		s.frames[i].moves = make([]ashtarashki.Move, 0, 48)
		s.frames[i].order = make([]int32, 0, 48)
	}
	return s
}

// reset forgets everything, so that a search depends on its position alone.
func (s *search) reset() {
	s.table.clear()
	s.nodes, s.stopped = 0, false
	s.history = [2][ashtarashki.Squares][ashtarashki.Squares]int32{}
	for i := range s.frames {
		s.frames[i].killers = [2]ashtarashki.Move{}
	}
}

// best searches p, whose side to move has a move, deeper and deeper: to depth,
// to the node limit or until the result is proven.
func (s *search) best(p ashtarashki.Position, depth int) Result {
	s.reset()
	root := s.root(p)
	result := Result{Move: root[0]}
	score := 0
	for d := 1; d <= depth; d++ {
		s.open = false
		width, alpha, beta := 60, -infinite, infinite
		if d >= 4 && abs(score) < decisive {
			alpha, beta = score-width, score+width
		}
		for {
			score = s.searchRoot(root, d, alpha, beta)
			if s.stopped {
				break
			}
			width *= 4
			if score <= alpha && alpha > -infinite {
				alpha = max(score-width, -infinite)
			} else if score >= beta && beta < infinite {
				beta = min(score+width, infinite)
			} else {
				break
			}
			if abs(score) > decisive {
				alpha, beta = -infinite, infinite
			}
		}
		result.Move, result.Nodes = root[0], s.nodes
		if s.stopped {
			break
		}
		result.Score, result.Depth = score, d
		// The whole tree ended in finished games: the result is proven.
		if !s.open {
			break
		}
		// Nothing is better than the most points by the shortest way, and
		// nothing can be saved where as many as possible are lost.
		if most, least := limits(&p); score >= most-d || score <= least+d {
			break
		}
	}
	return result
}

// root lists the moves of p, one for every position they lead to.
func (s *search) root(p ashtarashki.Position) []ashtarashki.Move {
	s.frames[0].position = p
	s.frames[0].summed = false
	var root []ashtarashki.Move
	seen := map[ashtarashki.Position]bool{}
	for _, m := range p.AppendMoves(nil) {
		if after := p.After(m); !seen[after] {
			seen[after] = true
			root = append(root, m)
		}
	}
	return root
}

// searchRoot searches every move and brings the best one to the front.
func (s *search) searchRoot(root []ashtarashki.Move, depth, alpha, beta int) int {
	best := -infinite
	for i := range root {
		s.play(0, root[i])
		var score int
		if i == 0 {
			score = -s.node(1, depth-1, -beta, -alpha)
		} else {
			score = -s.node(1, depth-1, -alpha-1, -alpha)
			if score > alpha && score < beta && !s.stopped {
				score = -s.node(1, depth-1, -beta, -alpha)
			}
		}
		if s.stopped {
			return best
		}
		if score > best {
			best = score
			front := root[i]
			copy(root[1:i+1], root[:i])
			root[0] = front
		}
		if alpha = max(alpha, score); alpha >= beta {
			break
		}
	}
	return best
}

// play makes the position of the next frame.
func (s *search) play(ply int, m ashtarashki.Move) {
	f, next := &s.frames[ply], &s.frames[ply+1]
	f.played = m
	next.position = f.position
	next.position.Make(m)
	next.summed = false
}

// node returns the score of frame ply, searched depth half-moves deep. It is
// exact between alpha and beta, and a bound outside.
func (s *search) node(ply, depth, alpha, beta int) int {
	f := &s.frames[ply]
	p := &f.position
	s.nodes++
	if s.nodes%checkEvery == 0 {
		s.check()
	}
	if s.stopped {
		return 0
	}
	if e, over := p.Decided(); over {
		return ending(e, p.ToMove, ply)
	}
	// Captures are compulsory, so a quiet position is one without them: going
	// on until there is none is the whole quiescence search.
	f.moves = p.AppendCaptures(f.moves[:0])
	forced := len(f.moves) > 0
	if !forced && depth <= 0 || ply >= maxPly {
		if !forced && !p.CanMove() {
			return -(winOne - ply) // clause 4.4
		}
		return s.evaluate(ply)
	}
	// Even winning at once would not be better than what is known already.
	most, least := limits(p)
	if best := most - ply - 1; best <= alpha {
		return best
	}
	if worst := least + ply; worst >= beta {
		return worst
	}
	depth = max(depth, 0)
	hash := key(p)
	var known ashtarashki.Move
	if e := s.table.probe(hash); e != nil {
		known = e.move()
		score := fromTable(int(e.score), ply)
		b := e.bound
		if int(e.depth) < depth {
			b = proven(b, score)
		}
		switch {
		case b == exact,
			b == lower && score >= beta,
			b == upper && score <= alpha:
			s.open = s.open || abs(score) < decisive
			return score
		}
	}
	if !forced {
		if f.moves = p.AppendQuiet(f.moves); len(f.moves) == 0 {
			return -(winOne - ply) // clause 4.4
		}
	}
	score, best := s.children(ply, depth, alpha, beta, forced, known)
	if s.stopped {
		return 0
	}
	b := exact
	if score <= alpha {
		b = upper
	} else if score >= beta {
		b = lower
	}
	s.table.store(hash, entry{
		captured: best.Captured, from: best.From, to: best.To,
		score: int16(toTable(score, ply)), depth: int8(depth), bound: b,
	})
	return score
}

// children searches the moves of frame ply in the order of their promise.
func (s *search) children(ply, depth, alpha, beta int, forced bool, known ashtarashki.Move) (int, ashtarashki.Move) {
	f := &s.frames[ply]
	us := f.position.ToMove
	s.rate(f, forced, known)
	next := depth - 1
	if forced {
		next = depth // captures are few and change much: they cost no depth
	}
	best, bestMove := -infinite, ashtarashki.Move{}
	for i := range f.moves {
		m := f.pick(i)
		s.play(ply, m)
		score := 0
		if i == 0 {
			score = -s.node(ply+1, next, -beta, -alpha)
		} else {
			less := 0
			if !forced && depth >= 3 && i >= 3 {
				less = 1
				if i >= 8 && depth >= 6 {
					less = 2
				}
			}
			score = -s.node(ply+1, next-less, -alpha-1, -alpha)
			if less > 0 && score > alpha {
				score = -s.node(ply+1, next, -alpha-1, -alpha)
			}
			if score > alpha && score < beta {
				score = -s.node(ply+1, next, -beta, -alpha)
			}
		}
		if s.stopped {
			return 0, bestMove
		}
		if score > best {
			best, bestMove = score, m
		}
		if alpha = max(alpha, score); alpha >= beta {
			if !forced {
				s.remember(f, us, i, depth)
			}
			break
		}
	}
	return best, bestMove
}

// rate estimates how promising each move of f is.
func (s *search) rate(f *frame, forced bool, known ashtarashki.Move) {
	f.order = f.order[:0]
	us := f.position.ToMove
	for _, m := range f.moves {
		value := int32(0)
		switch {
		case m == known:
			value = 1 << 30
		case forced:
			value = int32(m.Captured.Len())
		case m == f.killers[0]:
			value = 1 << 29
		case m == f.killers[1]:
			value = 1 << 28
		default:
			value = s.history[us][m.From][m.To]
			if f.position.Retreats(m) {
				value -= 1 << 16
			}
		}
		f.order = append(f.order, value)
	}
}

// pick brings the best of the moves from i on to place i.
func (f *frame) pick(i int) ashtarashki.Move {
	best := i
	for j := i + 1; j < len(f.order); j++ {
		if f.order[j] > f.order[best] {
			best = j
		}
	}
	f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
	f.order[i], f.order[best] = f.order[best], f.order[i]
	return f.moves[i]
}

// remember notes that the quiet move i refuted f; those before it did not.
func (s *search) remember(f *frame, us ashtarashki.Colour, i, depth int) {
	m := f.moves[i]
	if m != f.killers[0] {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	bonus := int32(depth * depth)
	history := &s.history[us]
	history[m.From][m.To] += bonus - history[m.From][m.To]*bonus/(1<<14)
	for _, tried := range f.moves[:i] {
		h := &history[tried.From][tried.To]
		*h -= bonus + *h*bonus/(1<<14)
	}
}

func (s *search) check() {
	if s.nodes >= s.limit {
		s.stopped = true
		return
	}
	select {
	case <-s.done:
		s.stopped = true
	default:
	}
}

// evaluate is the score of a quiet position as it stands.
func (s *search) evaluate(ply int) int {
	s.open = true
	f := &s.frames[ply]
	if s.network == nil {
		return handmade(&f.position)
	}
	s.sum(ply)
	score := s.network.score(&f.sums, f.position.ToMove)
	if s.whim != 0 {
		// A few hundredths of a stone: less than the evaluation errs by, enough
		// for games that differ.
		score += int((key(&f.position)^s.whim)*0x9e3779b97f4a7c15>>61) - 3
	}
	return score
}

// sum brings the sums of frame ply up to date from the last level that has
// them.
func (s *search) sum(ply int) {
	from := ply
	for from > 0 && !s.frames[from].summed {
		from--
	}
	if f := &s.frames[from]; !f.summed {
		s.network.sumAll(&f.sums, &f.position)
		f.summed = true
	}
	for ; from < ply; from++ {
		f, next := &s.frames[from], &s.frames[from+1]
		next.sums = f.sums
		s.network.sumMove(&next.sums, &f.position, f.played)
		next.summed = true
	}
}

// ending is the score of a finished game.
func ending(e ashtarashki.Ending, us ashtarashki.Colour, ply int) int {
	score := winOne - ply
	if e.Points == 2 {
		score = winTwo - ply
	}
	if e.Winner != us {
		return -score
	}
	return score
}

// proven is what a bound from a search that was too shallow still says: a win
// that was found is there at every depth, though a better one may be, too.
func proven(b bound, score int) bound {
	switch {
	case b != upper && score > decisive:
		return lower
	case b != lower && score < -decisive:
		return upper
	}
	return none
}

// toTable counts a decisive score from the position instead of the root.
func toTable(score, ply int) int {
	switch {
	case score > decisive:
		return score + ply
	case score < -decisive:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score > decisive:
		return score - ply
	case score < -decisive:
		return score + ply
	}
	return score
}

// limits are the scores of winning and of losing at once. A finished stone can
// not be taken (clause 2.3), so its side does not lose everything.
func limits(p *ashtarashki.Position) (most, least int) {
	most, least = winTwo, -winTwo
	if p.Finished(p.ToMove.Other()) != 0 {
		most = winOne
	}
	if p.Finished(p.ToMove) != 0 {
		least = -winOne
	}
	return most, least
}

func abs(n int) int { return max(n, -n) }
