// Package train teaches the networks of the bots: games of a network against
// itself, and after each of them a step from every position towards what came
// of it.
//
// The result depends on the settings and the seed alone, not on how many
// workers play. Games are played in batches with the networks as they stand,
// each with dice of its own; then one learner goes through them in order.
//
// The networks of a variant come about in three courses, of which each goes on
// from the one before:
//
//	arena train -game nardy -variant short -games 300000 -out 1.net -checkpoint 1.ckpt
//	arena train -game nardy -variant short -games 150000 -from 1.net -rate 0.02 -rate-end 0.001 -lambda 0.2 -slips 0.01 -out 2.net
//	arena train -game nardy -variant short -games 16000 -from 2.net -ahead -rate 0.005 -rate-end 0.0007 -slips 0.03 -out 3.net
//
// The last one looks a ply ahead from every position (see Settings). After that
// more games change little. What decides a play is how the positions compare that
// its results lead to, of which games show one; networks learn that from labels
// of the best results of throws. Labels of two plies teach the most and cost the
// most, so they are for throws at which one ply disputes the choice; as many of
// one ply from all throws keep the networks from forgetting the others (rows of
// both files in one):
//
//	arena train -game nardy -variant short -from 3.net -label all.labels -positions 57000 -plies 1 -siblings 6 -strays 0.15 -slips 0.04
//	arena train -game nardy -variant short -from 3.net -label disputed.labels -positions 73000 -plies 2 -siblings 5 -disputed 0.02 -strays 0.12 -slips 0.03
//	cat all.labels disputed.labels > m.labels
//	arena train -game nardy -variant short -from 3.net -fit m.labels -out 4.net
//
// Such labels took short from 6.85 thousandths a decision to 5.77 alone, and from
// 1.78 to 1.47 as the strongest level. Elsewhere labels of one ply are enough, round
// after round, each with the networks of the one before. A quarter of the positions
// of a game is plenty: all of them repeat each other, and networks learn them by
// heart. What the networks say themselves, without a ply, is soon written down and
// teaches a small network to leave a few plays of every throw to them, which makes
// the labels three times as fast:
//
//	arena train -game nardy -variant plakoto -from 1.net -label 0.labels -positions 200000 -plies 0 -siblings 60 -share 0.15 -strays 0.05 -slips 0.03
//	arena train -game nardy -variant plakoto -from 1.net -label 1.labels -prune 0.labels -positions 350000 -plies 1 -siblings 6 -share 0.3 -strays 0.05 -slips 0.03
//	arena train -game nardy -variant plakoto -from 1.net -fit 1.labels -out 2.net
//
// A fit descends by Adam, and counts most of all how the results of a throw compare.
// From 90,000 labels of crazy_plakoto that took what the choice loses on labels it has
// not seen from 3.7 thousandths to 2.9; plain steps towards each label, at the best
// rates found, came to 3.3.
//
// What a ply of lookahead gains in classic fell by such rounds from 3.9 thousandths a
// decision to 2.4. Labels are to be many, 300,000 and more, and they are to say what
// the search sees today: older ones beside them make a fit worse, since the networks
// and the search that made them saw less. In Plakoto 350,000 new labels took the gain
// from 3.4 to 2.9, in crazy 500,000 took it from 3.2 to 2.1; with as many older ones
// in the fit the choices it makes on labels that it has not seen lose a sixth more.
// Twice the hidden units, a second layer of them, and the average of several networks
// are no better, and a decay of the weights is worse. With four dice a ply
// has so many throws that a sample of them (-throws 24) teaches more in the same
// time: in two_by_two the gain went from 7.5 to 4.4 in two rounds.
//
// A variant begins best with the networks of its nearest relative, if those have
// seen more games. The ones of triple, after 54,000 games, played two_by_two
// better than its own after 14,500, and a few thousand games were enough to get
// used to the fourth die:
//
//	arena train -game nardy -variant two_by_two -games 5000 -from triple.net -rate 0.025 -rate-end 0.001 -lambda 0.25 -strays 0.05 -slips 0.01 -out two_by_two.net
//
// Hyper, which is solved, learns from its solution instead:
//
//	HOD_SOAK=1 HOD_HYPER=$PWD/hyper.bin go test ./internal/games/nardy/bot/exact -run Published -timeout 0 -v
//	arena train -game nardy -variant hyper -from 1.net -label hyper.labels -positions 400000 -plies 1 -doubt 0.00001 -strays 0.2 -slips 0.08 -truth hyper.bin
//	arena train -game nardy -variant hyper -from 1.net -fit hyper.labels -epochs 40 -fit-rate 0.3 -grow 256 -out 2.net
//
// A file of networks tells the commands that made it in its first line. What it
// is worth:
//
//	HOD_NETS=$PWD/3.net go test ./internal/games/nardy/bot -run LossOn -v
//	HOD_LADDER=500 HOD_GAIN=5000 HOD_VARIANTS=short go test ./internal/games/nardy/bot -run Ladder -timeout 0 -v
//	HOD_NETS=$PWD/3.net HOD_LADDER=1000 HOD_VARIANTS=short go test ./internal/games/nardy/bot -run Seeds -timeout 0 -v
//
// The last plays them against the networks of the program, without the luck of
// the throws: that tells two hundredths of a point apart in 2,000 games.
package train

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// Version names the way of training in the files. Whoever changes it so that
// the same settings give other networks gives it a new name.
const Version = "td-3"

// Settings decide a run.
type Settings struct {
	Variant string
	Hidden  [2]int // units of the networks for contact and race
	Games   int    // of the whole run
	Seed    uint64
	// Rate is the length of a step at the start and at the end; between, it
	// falls exponentially.
	Rate [2]float64
	// Lambda is what the end of the game counts against the next position, at
	// the start; it falls to nothing over the first half. With Ahead it stays.
	Lambda float64
	// Strays is the share of games that begin with turns at random, and Slips
	// the share of turns at random later.
	Strays, Slips float64
	// Ahead looks a ply ahead from every position and leaves the luck of the
	// dice out of what came of it. That takes some twenty times as long for a
	// game and teaches what no number of games does without.
	Ahead bool
}

// Defaults are the settings of a serious run.
func Defaults() Settings {
	return Settings{
		Variant: nardy.DefaultOptions().Variant, Hidden: [2]int{128, 64}, Games: 1_000_000, Seed: 1,
		Rate: [2]float64{0.05, 0.002}, Lambda: 0.7, Strays: 0.1,
	}
}

// batch is how many games are played before the networks change, and
// aheadBatch how many with lookahead, when the positions of all are learned in
// disorder.
const (
	batch      = 16
	aheadBatch = 128
)

func (t *Run) batch() int {
	if t.Ahead {
		return aheadBatch
	}
	return batch
}

// Run is a training under way.
type Run struct {
	Settings
	Done     int // games played so far
	Dropped  int // of them, games that took too long
	variant  nardy.Variant
	nets     bot.Nets
	learners [len(bot.Nets{})]*learner
	judge    *bot.Judge      // encodes for the learners
	players  []*bot.Searcher // one for each worker
	records  []record
	finished []bool
	lessons  []lesson
}

// New begins a run, from networks of an earlier one where from has them.
func New(s Settings, from bot.Nets) (*Run, error) {
	v, ok := nardy.VariantNamed(s.Variant)
	if !ok {
		return nil, fmt.Errorf("train: no variant %q", s.Variant)
	}
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	t := &Run{Settings: s, variant: v}
	for i := range bot.Phases(&v) {
		phase := bot.Phase(i)
		hidden := s.Hidden[0]
		if phase == bot.Race {
			hidden = s.Hidden[1]
		}
		switch {
		case from[i] != nil:
			t.nets[i] = from[i].Clone()
		case phase == bot.Locked && from[bot.Contact] != nil:
			t.nets[i] = from[bot.Contact].Clone() // it begins with what is known
		default:
			t.nets[i] = fresh(rand.New(rand.NewPCG(s.Seed, math.MaxUint64-uint64(i))), bot.Inputs(&v, phase), hidden, bot.Outcomes(&v))
		}
		t.learners[i] = newLearner(t.nets[i])
	}
	t.Hidden = [2]int{t.nets[bot.Contact].Hidden, t.nets[bot.Race].Hidden}
	return t, nil
}

// Nets are the networks as they stand.
func (t *Run) Nets() bot.Nets { return t.nets.Clone() }

// Continue takes a run up where a checkpoint was written.
func (t *Run) Continue(done int) { t.Done = done }

// Step plays a batch of games with so many workers and learns from them. It
// reports whether the run goes on.
func (t *Run) Step(workers int, tables *bot.Tables) bool {
	n := min(t.batch(), t.Games-t.Done)
	if n <= 0 {
		return false
	}
	t.prepare(workers, tables)
	t.playAll(n, workers)
	for i := range n {
		if !t.finished[i] {
			t.Dropped++
			continue
		}
		if t.Ahead {
			t.gather(&t.records[i])
		} else {
			t.learn(&t.records[i], t.rate(t.Done+i), t.lambda(t.Done+i))
		}
	}
	t.study()
	t.Done += n
	return t.Done < t.Games
}

func (t *Run) prepare(workers int, tables *bot.Tables) {
	for len(t.players) < workers {
		t.players = append(t.players, bot.NewSearcher(bot.NewJudge(&t.variant, t.nets, tables)))
	}
	if t.judge == nil {
		t.judge = bot.NewJudge(&t.variant, t.nets, tables)
		t.records, t.finished = make([]record, t.batch()), make([]bool, t.batch())
	}
}

// playAll plays the next n games; worker w plays every workers-th of them.
func (t *Run) playAll(n, workers int) {
	done := make(chan struct{})
	for w := range workers {
		go func() {
			defer func() { done <- struct{}{} }()
			for i := w; i < n; i += workers {
				r := rand.New(rand.NewPCG(t.Seed, uint64(t.Done+i)))
				p, rec := t.players[w], &t.records[i]
				t.finished[i] = play(&t.variant, p.Mover, r, wander{strays: t.Strays, slips: t.Slips}, rec)
				if t.Ahead && t.finished[i] {
					look(p, rec)
				}
			}
		}()
	}
	for range workers {
		<-done
	}
}

func (t *Run) rate(game int) float32 {
	part := float64(game) / float64(t.Games)
	return float32(t.Rate[0] * math.Pow(t.Rate[1]/t.Rate[0], part))
}

func (t *Run) lambda(game int) float32 {
	return float32(t.Lambda * max(0, 1-2*float64(game)/float64(t.Games)))
}

// learn goes through a game from its end to its beginning.
func (t *Run) learn(rec *record, rate, lambda float32) {
	target, side := rec.final, rec.last
	for i := len(rec.nodes) - 1; i >= 0; i-- {
		n := &rec.nodes[i]
		if n.Side != side {
			target, side = target.Flip(), n.Side
		}
		phase, x := t.judge.Inputs(n)
		if phase == bot.Exact {
			target = t.judge.Value(n)
			continue
		}
		l := t.learners[phase]
		value := l.forward(x)
		if rec.slipped[i] {
			target = value
			t.judge.Possible(&target, n)
			continue
		}
		l.learn(x, &target, rate)
		t.judge.Possible(&value, n)
		for o := range target {
			target[o] = lambda*target[o] + (1-lambda)*value[o]
		}
	}
}
