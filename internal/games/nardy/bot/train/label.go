package train

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// Sample is a position and what a deep look has found there.
type Sample struct {
	Node    bot.Node
	Chances bot.Chances
	// Sibling says that the node and that of the sample before it are results of the
	// same throw.
	Sibling bool
}

// written is a sample in a file of labels: the position code of the rules, and
// the rest of the node.
type written struct {
	Pos     string      `json:"pos"`
	Side    nardy.Side  `json:"side"`
	Throws  [2]uint8    `json:"throws"`
	Rest    *nardy.Rest `json:"rest,omitempty"`
	Extra   bool        `json:"extra,omitempty"`
	Chances bot.Chances `json:"chances"`
	Sibling bool        `json:"sibling,omitempty"`
}

// labelled is the samples of a game.
type labelled struct {
	Game    int       `json:"game"`
	Samples []written `json:"samples"`
}

// EncodeGame writes the samples of a game as a line of JSON.
func EncodeGame(v *nardy.Variant, number int, samples []Sample) ([]byte, error) {
	g := labelled{Game: number, Samples: []written{}}
	for i := range samples {
		s := &samples[i]
		w := written{
			Pos: v.Code(&s.Node.Pos), Side: s.Node.Side, Throws: s.Node.Throws, Extra: s.Node.Extra, Chances: s.Chances,
			Sibling: s.Sibling,
		}
		if !s.Node.Rest.Empty() {
			w.Rest = &s.Node.Rest
		}
		g.Samples = append(g.Samples, w)
	}
	line, err := json.Marshal(g)
	if err != nil {
		return nil, fmt.Errorf("encode game %d: %w", number, err)
	}
	return append(line, '\n'), nil
}

// DecodeGame reads what EncodeGame writes.
func DecodeGame(v *nardy.Variant, line []byte) (number int, samples []Sample, err error) {
	var g labelled
	if err := json.Unmarshal(line, &g); err != nil {
		return 0, nil, fmt.Errorf("decode game: %w", err)
	}
	for i := range g.Samples {
		w := &g.Samples[i]
		p, err := v.ParsePosition(w.Pos)
		if err != nil {
			return 0, nil, fmt.Errorf("decode game %d: %w", g.Game, err)
		}
		s := Sample{Node: bot.Node{Pos: p, Side: w.Side & 1, Throws: w.Throws, Extra: w.Extra}, Chances: w.Chances, Sibling: w.Sibling}
		if w.Rest != nil {
			s.Node.Rest = *w.Rest
		}
		samples = append(samples, s)
	}
	return g.Game, samples, nil
}

// Labels is how positions are chosen and looked into.
type Labels struct {
	Variant string
	Seed    uint64
	Strays  float64 // the share of games that begin with turns at random
	Slips   float64 // the share of turns at random later
	Plies   int     // of the lookahead; 0 is what the networks say themselves
	// Doubt is the difference between the equities without lookahead and with
	// one ply from which on every position is taken; of those that are clearer
	// a share is taken.
	Doubt float64
	// Share is the share of the positions of a game that are looked at at all. The
	// less it is, the more games the labels come from, and the less they repeat
	// each other.
	Share float64
	// Siblings, if not 0, labels decisions in place of positions: from every
	// position a throw is drawn, and so many of its best results are labelled,
	// as long as none is worse than the best by siblingsWithin, or all of them without
	// lookahead, when they cost nothing. What decides is how such positions compare,
	// and games show one of them only.
	Siblings int
	// Disputed, if not 0, is for Siblings what Doubt is for positions: from what
	// the choice without lookahead loses by one ply of it on, every throw is taken;
	// of the others a share is. What two plies cost is then spent where it teaches.
	Disputed float64
	// Throws, if not 0, is how many throws a ply looks at, others for every label or,
	// with Siblings, for every throw. Where there are many they make labels many
	// times as fast and little worse.
	Throws int
	// Pruner, if not nil, leaves of every stage in games and lookahead so many
	// results to be judged, which it likes best. It is a network of Pruner.
	Pruner *bot.Net
	Keep   int
	// Truth, if not nil, is the equity that the side of a node can expect, where
	// it is known for certain. A label keeps its chances as they are looked up,
	// and all of them are moved so far that they agree with the truth.
	Truth func(n *bot.Node) (equity float32, known bool)
}

// siblingsWithin is by how much, in prices, a result may be worse than the best
// one to be labelled beside it.
const siblingsWithin = 0.25

// DefaultLabels are two plies for doubtful positions.
func DefaultLabels() Labels {
	return Labels{Variant: Defaults().Variant, Seed: 1, Strays: 0.3, Plies: 2, Doubt: 0.04, Share: 1, Keep: 8}
}

// Labeller looks into positions of games of networks against themselves. One
// Labeller serves one goroutine.
type Labeller struct {
	Labels
	variant  nardy.Variant
	mover    *bot.Mover
	searcher *bot.Searcher
	record   record
}

// NewLabeller returns a labeller for these networks.
func NewLabeller(l Labels, nets bot.Nets, tables *bot.Tables) (*Labeller, error) {
	v, ok := nardy.VariantNamed(l.Variant)
	if !ok {
		return nil, fmt.Errorf("label: no variant %q", l.Variant)
	}
	if err := l.Check(); err != nil {
		return nil, fmt.Errorf("label: %w", err)
	}
	labeller := &Labeller{
		Labels: l, variant: v,
		mover:    bot.NewMover(bot.NewJudge(&v, nets, tables)),
		searcher: bot.NewSearcher(bot.NewJudge(&v, nets, tables)),
	}
	if l.Pruner != nil {
		labeller.mover.Prune(l.Pruner, l.Keep)
		labeller.searcher.Prune(l.Pruner, l.Keep)
	}
	return labeller, nil
}

// Game plays a game and returns the samples from it. They depend on the
// settings and the number of the game alone.
func (l *Labeller) Game(ctx context.Context, number int) ([]Sample, error) {
	// Other games than those that a training with the same seed plays.
	r := rand.New(rand.NewPCG(l.Seed^0x6c61_6265_6c73, uint64(number)))
	if !play(&l.variant, l.mover, r, wander{strays: l.Strays, slips: l.Slips}, &l.record) {
		return nil, nil
	}
	var samples []Sample
	for i := range l.record.nodes {
		settled, over, _ := l.mover.Settle(&l.record.nodes[i])
		if over || l.mover.PhaseOf(&settled) == bot.Exact {
			continue
		}
		n := &settled
		if l.Share < 1 && r.Float64() >= l.Share {
			continue
		}
		if l.Throws > 0 {
			l.searcher.Sample(l.Throws, r.Float32())
		}
		if l.Siblings > 0 {
			var err error
			if samples, err = l.siblings(ctx, n, r, samples); err != nil {
				return nil, err
			}
			continue
		}
		plain := l.mover.Value(n)
		near, err := l.searcher.Ahead(ctx, n, 1)
		if err != nil {
			return nil, err
		}
		doubt := math.Abs(float64(near.Equity() - plain.Equity()))
		if r.Float64()*l.Doubt >= doubt {
			continue
		}
		c := near
		if l.Plies > 1 {
			if c, err = l.searcher.Ahead(ctx, n, l.Plies); err != nil {
				return nil, err
			}
		}
		if l.Truth != nil {
			if equity, known := l.Truth(n); known {
				c = c.Toward(equity)
			}
		}
		samples = append(samples, Sample{Node: *n, Chances: c})
	}
	return samples, nil
}

// siblings adds labels of the best results of a throw from n, which has no remainder.
func (l *Labeller) siblings(ctx context.Context, n *bot.Node, r *rand.Rand, samples []Sample) ([]Sample, error) {
	dice := make([]uint8, l.variant.Dice)
	for i := range dice {
		dice[i] = uint8(1 + r.IntN(6))
	}
	st := bot.Thrown(&l.variant, n, dice)
	ends := l.mover.Ends(&st)
	nodes := make([]bot.Node, 0, l.Siblings)
	for i := range ends[:min(l.Siblings, len(ends))] {
		e := &ends[i]
		if l.Plies > 0 && e.Equity < ends[0].Equity-siblingsWithin {
			break
		}
		if e.Over {
			continue
		}
		// Networks are asked about nodes whose remainder has been played.
		if next, over, _ := l.mover.Settle(&e.Next); !over && l.mover.PhaseOf(&next) != bot.Exact {
			nodes = append(nodes, next)
		}
	}
	if l.Disputed > 0 {
		loss, err := l.loss(ctx, nodes)
		if err != nil || r.Float64()*l.Disputed >= loss {
			return samples, err
		}
	}
	for i := range nodes {
		c, err := l.searcher.Ahead(ctx, &nodes[i], l.Plies)
		if err != nil {
			return nil, err
		}
		samples = append(samples, Sample{Node: nodes[i], Chances: c, Sibling: i > 0})
	}
	return samples, nil
}

// loss is what the first of the results of a throw loses against the best one by
// a ply of lookahead. The nodes are the opponent's: the less is expected there,
// the better.
func (l *Labeller) loss(ctx context.Context, nodes []bot.Node) (float64, error) {
	var first, best float32
	for i := range nodes {
		c, err := l.searcher.Ahead(ctx, &nodes[i], 1)
		if err != nil {
			return 0, err
		}
		e := c.Equity()
		if i == 0 {
			first, best = e, e
		}
		best = min(best, e)
	}
	return float64(first - best), nil
}
