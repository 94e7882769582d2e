package train

import (
	"context"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// passes is how often the positions of a batch are gone through.
const passes = 3

// lesson is a position and what is to be learned about it.
type lesson struct {
	node   bot.Node
	target bot.Chances
}

// look fills in what a player thinks of the positions of a game.
func look(p *bot.Searcher, rec *record) {
	rec.plain, rec.near = rec.plain[:0], rec.near[:0]
	for i := range rec.nodes {
		n := &rec.nodes[i]
		plain := p.Value(n)
		near := plain
		// What the opponent has left is played without a throw: there is
		// nothing to look at but the position that follows.
		if n.Rest.Empty() && p.PhaseOf(n) != bot.Exact {
			// The context never ends.
			near, _ = p.Ahead(context.Background(), n, 1)
		}
		rec.plain, rec.near = append(rec.plain, plain), append(rec.near, near)
	}
}

// gather makes lessons of a game. From a position on, each throw had its luck:
// what the position after it is worth more than all positions after all throws
// together. With the luck taken away there remains, position by position, by
// how much a ply of lookahead corrects the network. A position is to be worth
// what it is with its own correction and, by Lambda less with every turn, with
// those of the positions that came after.
func (t *Run) gather(rec *record) {
	var later bot.Chances // what is to be added to the chances of the next node
	side := rec.last
	for i := len(rec.nodes) - 1; i >= 0; i-- {
		n := &rec.nodes[i]
		if n.Side != side {
			later = turned(later)
			side = n.Side
		}
		target := rec.near[i]
		switch {
		case !n.Rest.Empty():
			if i+1 == len(rec.nodes) {
				continue // the game ends with what the opponent has left
			}
			for o := range target {
				target[o] = rec.plain[i+1][o] + later[o]
			}
		case rec.slipped[i]:
		default:
			for o := range later {
				later[o] *= float32(t.Lambda)
			}
			for o := range target {
				target[o] += later[o]
			}
		}
		if t.judge.PhaseOf(n) != bot.Exact {
			t.lessons = append(t.lessons, lesson{node: *n, target: target})
		}
		for o := range later {
			later[o] = target[o] - rec.plain[i][o]
		}
	}
}

// turned is a correction for the other side.
func turned(c bot.Chances) bot.Chances {
	return bot.Chances{-c[bot.Win], c[bot.LoseMars], c[bot.WinMars], c[bot.LoseKoks], c[bot.WinKoks]}
}

// study goes through the lessons in disorder.
func (t *Run) study() {
	r := rand.New(rand.NewPCG(t.Seed^0x7374_7564_79, uint64(t.Done)))
	rate := t.rate(t.Done)
	for range passes {
		r.Shuffle(len(t.lessons), func(a, b int) { t.lessons[a], t.lessons[b] = t.lessons[b], t.lessons[a] })
		for i := range t.lessons {
			l := &t.lessons[i]
			phase, x := t.judge.Inputs(&l.node)
			t.learners[phase].forward(x)
			t.learners[phase].learn(x, &l.target, rate)
		}
	}
	t.lessons = t.lessons[:0]
}
