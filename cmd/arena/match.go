package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/hod-games/hod/internal/game"
)

// maxEvents bounds one game. No game of two bots that know what they do is
// nearly as long.
const maxEvents = 100_000

// match is bot against bot; bots[0] is A.
type match struct {
	rules   game.Rules
	options []byte
	bots    [2]game.Bot
	seed    uint64
	think   time.Duration // for a decision, 0 without a limit
}

// tally is what came out of one or two games of a pair, or of many pairs.
type tally struct {
	games, draws int
	wins         [2]int
	points       int // of A, negative where B wins
	moves        [2]int
	thought      [2]time.Duration
}

// play plays a number of games, some pairs at the same time, and sums them up
// in the order of the pairs, so that only the times depend on the machine.
func (m *match) play(ctx context.Context, number, jobs int) (result, error) {
	pairs := make([]tally, (number+1)/2)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan int)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for i := range queue {
				if err := m.playPair(ctx, i, min(2, number-2*i), &pairs[i]); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := range pairs {
		select {
		case queue <- i:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(queue)
	workers.Wait()
	if err := context.Cause(ctx); err != nil {
		return result{}, err
	}
	return summary(pairs), nil
}

// playPair plays the games of one pair; A is First in the first of them.
func (m *match) playPair(ctx context.Context, pair, number int, t *tally) error {
	for n := range number {
		seats := [2]int{n, 1 - n} // which bot is First, which is Second
		if err := m.playGame(ctx, uint64(pair), seats, t); err != nil {
			return fmt.Errorf("game %d: %w", 2*pair+n+1, err)
		}
	}
	return nil
}

func (m *match) playGame(ctx context.Context, pair uint64, seats [2]int, t *tally) error {
	s, err := m.rules.Start(m.options, "")
	if err != nil {
		return err
	}
	// The dice and each side have a stream of their own, so that a bot that
	// uses more numbers than another one does not change the dice.
	streams := [...]*rand.Rand{
		rand.New(rand.NewPCG(m.seed, 3*pair)),
		rand.New(rand.NewPCG(m.seed, 3*pair+1)),
		rand.New(rand.NewPCG(m.seed, 3*pair+2)),
	}
	for range maxEvents {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch to := s.ToAct(); to {
		case game.Nobody:
			t.add(s, seats)
			return nil
		case game.Chance:
			s, err = roll(s, streams[0])
		default:
			side := to - game.First
			s, err = m.decide(ctx, s, seats[side], streams[1+side], t)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("not over after %d events, in %q", maxEvents, s)
}

func roll(s game.State, dice *rand.Rand) (game.State, error) {
	dicer, ok := s.(game.Dicer)
	if !ok {
		return nil, fmt.Errorf("chance is to act in %q, in a game without dice", s)
	}
	draw := dicer.Draw()
	pips := make([]int, draw.Dice)
	for i := range pips {
		pips[i] = 1 + dice.IntN(draw.Faces)
	}
	next, err := dicer.Roll(pips)
	if err != nil {
		return nil, fmt.Errorf("roll %v in %q: %w", pips, s, err)
	}
	return next, nil
}

// decide lets a bot act; a forced pass is not asked for.
func (m *match) decide(ctx context.Context, s game.State, bot int, r *rand.Rand, t *tally) (game.State, error) {
	for a := range s.Legal() {
		if a == game.Pass {
			return s.Apply(a)
		}
		break
	}
	if m.think > 0 {
		limited, cancel := context.WithTimeout(ctx, m.think)
		defer cancel()
		ctx = limited
	}
	began := time.Now()
	a, err := m.bots[bot].Choose(ctx, s, r)
	t.thought[bot] += time.Since(began)
	t.moves[bot]++
	if err != nil {
		return nil, fmt.Errorf("bot %s in %q: %w", m.bots[bot].Name(), s, err)
	}
	next, err := s.Apply(a)
	if err != nil {
		return nil, fmt.Errorf("bot %s chooses %q in %q: %w", m.bots[bot].Name(), a, s, err)
	}
	return next, nil
}

// add counts a game that has ended.
func (t *tally) add(s game.State, seats [2]int) {
	t.games++
	outcome, _ := s.Outcome()
	if !outcome.Winner.Player() {
		t.draws++
		return
	}
	winner := seats[outcome.Winner-game.First]
	t.wins[winner]++
	if winner == 0 {
		t.points += outcome.Points
	} else {
		t.points -= outcome.Points
	}
}

func summary(pairs []tally) result {
	var sum tally
	for _, p := range pairs {
		sum.games += p.games
		sum.draws += p.draws
		sum.points += p.points
		for i := range sum.wins {
			sum.wins[i] += p.wins[i]
			sum.moves[i] += p.moves[i]
			sum.thought[i] += p.thought[i]
		}
	}
	return result{
		Games:         sum.games,
		AWins:         sum.wins[0],
		BWins:         sum.wins[1],
		Draws:         sum.draws,
		APoints:       float64(sum.points) / float64(sum.games),
		StandardError: standardError(pairs),
		AMilliseconds: perMove(sum.thought[0], sum.moves[0]),
		BMilliseconds: perMove(sum.thought[1], sum.moves[1]),
	}
}

// standardError is that of the points a game, from the spread of the pairs: the
// two games of a pair are not independent, pairs are.
func standardError(pairs []tally) float64 {
	if len(pairs) < 2 {
		return 0
	}
	n := float64(len(pairs))
	mean := 0.0
	for _, p := range pairs {
		mean += float64(p.points) / float64(p.games) / n
	}
	squares := 0.0
	for _, p := range pairs {
		d := float64(p.points)/float64(p.games) - mean
		squares += d * d
	}
	return math.Sqrt(squares / (n - 1) / n)
}

func perMove(thought time.Duration, moves int) float64 {
	if moves == 0 {
		return 0
	}
	return float64(thought) / float64(time.Millisecond) / float64(moves)
}
