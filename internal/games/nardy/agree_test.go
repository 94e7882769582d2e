package nardy_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// stages is how many random stages of each variant are compared.
func stages() int {
	switch {
	case os.Getenv("HOD_SOAK") != "":
		return 1_000_000
	case testing.Short() || raceEnabled:
		return 1_000
	default:
		return 20_000
	}
}

// sample is a stage from random play or made up.
type sample struct {
	pos   nardy.Position
	stage nardy.Stage
	twin  twinStage
}

// TestTwinAgrees compares whole stages with the slow twin: results, dice used,
// first hops, and the same with the colours exchanged.
func TestTwinAgrees(t *testing.T) {
	for i, w := range twins() {
		t.Run(w.id, func(t *testing.T) {
			t.Parallel()
			v, ok := nardy.VariantNamed(w.id)
			if !ok {
				t.Fatal("no such variant")
			}
			if v.ID != nardy.Variants()[i].ID || v.Dice != w.dice || v.Checkers() != w.men {
				t.Fatalf("the table has %+v", v)
			}
			src := newSource(&v, rand.New(rand.NewPCG(4, uint64(i))))
			var g nardy.Generator
			for n := range stages() {
				compare(t, &w, &v, &g, src.next(), n%8 == 0)
				if t.Failed() {
					return
				}
				if (n+1)%100_000 == 0 {
					t.Logf("%d stages", n+1)
				}
			}
		})
	}
}

func compare(t *testing.T, w *twin, v *nardy.Variant, g *nardy.Generator, s sample, wantFirst bool) {
	t.Helper()
	want, wantUsed, wantHops := w.results(w.board(&s.pos), &s.twin, wantFirst)
	results, used := g.Results(v, &s.pos, s.stage)
	wrong := func(format string, args ...any) {
		t.Helper()
		t.Errorf(format, args...)
		t.Errorf("in %s, %v %+v", v.Code(&s.pos), s.stage, s.twin)
	}
	if used != wantUsed || len(results) != len(want) {
		wrong("%d results with %d dice, want %d with %d", len(results), used, len(want), wantUsed)
		return
	}
	for i := range results {
		if b := w.board(&results[i]); !want[b] {
			wrong("result %s is not legal", v.Code(&results[i]))
		}
	}
	if !wantFirst {
		return
	}
	graph := nardy.NewGraph(v, &s.pos, s.stage)
	if graph.Used != used || len(graph.Finals()) != len(want) {
		wrong("the graph has %d results with %d dice, want %d with %d", len(graph.Finals()), graph.Used, len(want), used)
	}
	hops := map[twinHop]bool{}
	for _, e := range graph.Nodes[0].Edges {
		h := twinHop{from: stepOf(v, s.stage.Side, e.From), to: stepOf(v, s.stage.Side, e.To), die: e.Die}
		hops[h] = true
		if !wantHops[h] {
			wrong("first hop %v is not legal", h)
		}
	}
	if len(hops) != len(wantHops) {
		wrong("first hops %v, want %v", hops, wantHops)
	}
	other := s.stage
	other.Side = other.Side.Other()
	swapped := s.pos.Swap()
	mirror, mirrorUsed := g.Results(v, &swapped, other)
	if mirrorUsed != used || len(mirror) != len(want) {
		wrong("colours exchanged: %d results with %d dice", len(mirror), mirrorUsed)
	}
	for i := range mirror {
		back := mirror[i].Swap()
		if !want[w.board(&back)] {
			wrong("colours exchanged: %s is not legal", v.Code(&back))
		}
	}
}

func stepOf(v *nardy.Variant, side nardy.Side, p nardy.Place) int {
	if p == nardy.OnBar || p == nardy.BorneOff {
		return int(p)
	}
	return v.Route.Step(side, int(p))
}

// board turns a position into the twin's.
func (w *twin) board(p *nardy.Position) twinBoard {
	var b twinBoard
	for side := range 2 {
		b.bar[side], b.off[side] = int8(p.N[side][0]), int8(p.N[side][25])
		for s := 1; s <= 24; s++ {
			point := w.point(side, s)
			b.men[point][side] = int8(p.N[side][s])
			if p.Covered[side]>>s&1 == 1 {
				b.cover[point] = int8(side + 1)
			}
		}
	}
	return b
}

// source makes stages: half of them from random games, half of them up.
type source struct {
	v    *nardy.Variant
	r    *rand.Rand
	g    nardy.Generator
	game *nardy.State
}

func newSource(v *nardy.Variant, r *rand.Rand) *source { return &source{v: v, r: r} }

func (s *source) next() sample {
	if s.r.IntN(2) == 0 {
		return s.played()
	}
	if s.v.Contact == nardy.Hitting && s.r.IntN(3) == 0 {
		return s.hunt()
	}
	for {
		p := s.madeUp()
		if kind, _ := s.v.Status(&p); kind == nardy.GoesOn {
			return s.stage(p)
		}
	}
}

// played is the next stage of a random game.
func (s *source) played() sample {
	at := s.state()
	st := at.Stage()
	out := sample{pos: at.Position(), stage: st}
	out.twin = twinStage{side: int(st.Side), headTaken: st.HeadTaken, first: st.TwoOff, second: true}
	for _, d := range st.Dice {
		out.twin.dice = append(out.twin.dice, int(d))
	}
	return out
}

// state is the next position of random games in which a stage is played.
func (s *source) state() *nardy.State {
	for {
		if s.game == nil || s.game.Phase() == nardy.PhaseOver {
			o := nardy.DefaultOptions()
			o.Variant = s.v.ID
			s.game, _ = nardy.New(o.JSON(), "")
		}
		at := s.game
		if at.Phase() == nardy.PhasePlay {
			p := at.Position()
			results, used := s.g.Results(s.v, &p, at.Stage())
			s.game = at.After(results[s.r.IntN(len(results))], used)
			return at
		}
		pips := make([]int, at.Draw().Dice)
		for i := range pips {
			pips[i] = 1 + s.r.IntN(6)
		}
		n, err := at.Roll(pips)
		if err != nil {
			panic(err)
		}
		s.game = n.(*nardy.State)
	}
}

// stage makes a stage for a made-up position.
func (s *source) stage(p nardy.Position) sample {
	side := s.r.IntN(2)
	st := twinStage{side: side}
	die := func() int { return 1 + s.r.IntN(6) }
	switch {
	case s.v.HandOver && s.r.IntN(4) == 0:
		st.handed = true
		n := die()
		for range 1 + s.r.IntN(4) {
			st.dice = append(st.dice, n)
		}
		st.headTaken = s.r.IntN(3)
	case s.v.Dice == 2 && s.r.IntN(2) == 0:
		n := die()
		st.dice = []int{n, n, n, n}
		st.first, st.second = s.r.IntN(3) == 0, s.r.IntN(2) == 0
		if s.v.Double == nardy.Progression && !st.first {
			st.headTaken = s.r.IntN(3)
		}
	default:
		for range s.v.Dice {
			st.dice = append(st.dice, die())
		}
		if s.v.Dice == 2 && st.dice[0] == st.dice[1] {
			st.dice[1] = st.dice[0]%6 + 1
		}
	}
	return s.sample(p, st)
}

func (s *source) sample(p nardy.Position, st twinStage) sample {
	out := sample{pos: p, twin: st, stage: nardy.Stage{Side: nardy.Side(st.side), HeadTaken: st.headTaken}}
	for _, d := range st.dice {
		out.stage.Dice = append(out.stage.Dice, uint8(d))
	}
	out.stage.TwoOff = !st.handed && s.v.TwoMayLeave(out.stage.Dice, st.first, st.second)
	return out
}

// madeUp is a random position: loose or gathered, with checkers at home, off,
// on the bar, covered.
func (s *source) madeUp() nardy.Position {
	var p nardy.Position
	taken := map[int]bool{} // points of the first side by Light's numbers
	firstSide := s.r.IntN(2)
	for k := range 2 {
		side := (firstSide + k) % 2
		from, to := 1, 24
		switch s.r.IntN(4) {
		case 0:
			from = 19
		case 1:
			from = 13
		case 2:
			to = 12
		}
		free := []int{}
		for step := from; step <= to; step++ {
			if !taken[s.v.Route.Point(nardy.Side(side), step)] {
				free = append(free, step)
			}
		}
		s.r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		wide := 15
		if s.v.Dice > 2 && s.r.IntN(4) > 0 {
			wide = 6 // or the twin would take most of its time for these
		}
		free = free[:min(len(free), 1+s.r.IntN(wide))]
		left := s.v.Checkers()
		if s.v.Contact == nardy.Hitting && s.r.IntN(4) == 0 {
			n := 1 + s.r.IntN(min(3, left))
			p.N[side][nardy.Bar] = uint8(n)
			left -= n
		}
		if from == 19 && s.r.IntN(2) == 0 {
			n := s.r.IntN(left + 1)
			p.N[side][nardy.Off] = uint8(n)
			left -= n
		}
		for i := 0; left > 0; i++ {
			if len(free) == 0 {
				p.N[side][nardy.Off] += uint8(left)
				break
			}
			step := free[s.r.IntN(len(free))]
			if i < len(free) && s.r.IntN(4) > 0 {
				step = free[i]
			}
			p.N[side][step]++
			left--
			taken[s.v.Route.Point(nardy.Side(side), step)] = true
		}
	}
	if s.v.Contact == nardy.Covering {
		s.coverSome(&p)
	}
	return p
}

// hunt is a stage of few checkers that can hit in their home, with closed
// points around.
func (s *source) hunt() sample {
	var p nardy.Position
	side := s.r.IntN(2)
	d := 1 + s.r.IntN(3)
	few := min(s.v.Checkers(), 2+s.r.IntN(4))
	from := 16 + s.r.IntN(3)
	for range few {
		p.N[side][from+s.r.IntN(5)]++
	}
	p.N[side][nardy.Off] = uint8(s.v.Checkers() - few)
	left := s.v.Checkers()
	for step := 24; step >= 17 && left > 2; step-- {
		if p.N[side][step] > 0 {
			continue
		}
		n := s.r.IntN(5) - 2
		if p.N[side][step-d] > 0 {
			n = 1
		}
		p.N[1-side][s.v.Route.Across(step)] = uint8(max(n, 0))
		left -= max(n, 0)
	}
	p.N[1-side][nardy.Off] = uint8(left)
	st := twinStage{side: side, dice: []int{d, d, d, d}}
	if s.r.IntN(4) == 0 {
		st.dice = []int{d, d%6 + 1}
	}
	return s.sample(p, st)
}

// coverSome puts checkers of one side onto lone ones of the other.
func (s *source) coverSome(p *nardy.Position) {
	for range s.r.IntN(4) {
		side := nardy.Side(s.r.IntN(2))
		under := side.Other()
		for step := 1; step <= 24; step++ {
			here := s.v.Route.Across(step)
			if p.N[under][step] != 1 || p.N[side][here] > 0 || s.r.IntN(3) > 0 {
				continue
			}
			for from := 1; from <= 24; from++ {
				if p.N[side][from] > 1 {
					p.N[side][from]--
					p.N[side][here]++
					p.Covered[under] |= 1 << step
					break
				}
			}
			break
		}
	}
}
