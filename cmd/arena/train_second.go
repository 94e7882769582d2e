package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
	"github.com/hod-games/hod/internal/games/nardy/bot/exact"
	"github.com/hod-games/hod/internal/games/nardy/bot/train"
)

// secondStage are the flags of "arena train" for learning from positions that
// were looked into.
type secondStage struct {
	label, fit       string
	truth            string
	positions, plies int
	siblings, throws int
	prune            string
	keep             int
	doubt, disputed  float64
	share            float64
	epochs, grow     int
	fitRate          [2]float64
}

func (s *secondStage) register(flags *flag.FlagSet) {
	l, f := train.DefaultLabels(), train.DefaultFit()
	flags.StringVar(&s.label, "label", "", "write labelled positions to this `file`, in place of a training")
	flags.IntVar(&s.positions, "positions", 100000, "how many positions to label")
	flags.IntVar(&s.plies, "plies", l.Plies, "of lookahead for a label, 1 or 2; 0 for labels that teach a small network (see -prune)")
	flags.IntVar(&s.siblings, "siblings", 0, "label so many of the best results of a throw from every position, in place of the position")
	flags.Float64Var(&s.doubt, "doubt", l.Doubt, "label every position that one ply changes by this much, and a share of the others")
	flags.Float64Var(&s.disputed, "disputed", l.Disputed, "with -siblings, label every throw whose choice loses this much by one ply, and a share of the others; 0 for all throws")
	flags.Float64Var(&s.share, "share", l.Share, "of the positions of a game that are looked at, so that labels come from more games")
	flags.IntVar(&s.throws, "throws", 0, "that a ply of a label looks at, spread over the pips; 0 for all")
	flags.StringVar(&s.prune, "prune", "", "judge of every throw only the results that a small network likes best, which learns from the labelled positions of this `file`")
	flags.IntVar(&s.keep, "keep", l.Keep, "with -prune, how many results")
	flags.StringVar(&s.truth, "truth", "", "take the equities of hyper from this `file` of exact values")
	flags.StringVar(&s.fit, "fit", "", "learn from the labelled positions of this `file`, in place of a training")
	flags.IntVar(&s.grow, "grow", 0, "with -fit, hidden `units` that the network for contact has at least")
	flags.IntVar(&s.epochs, "epochs", f.Epochs, "how often to go through the positions")
	flags.Float64Var(&s.fitRate[0], "fit-rate", f.Rate[0], "the length of the first step")
	flags.Float64Var(&s.fitRate[1], "fit-rate-end", f.Rate[1], "the length of the last step")
}

// labels is how the flags say that positions are labelled.
func (f *trainFlags) labels() train.Labels {
	l := train.DefaultLabels()
	l.Variant, l.Seed, l.Strays, l.Slips, l.Plies, l.Doubt = f.Variant, f.Seed, f.Strays, f.Slips, f.second.plies, f.second.doubt
	l.Siblings, l.Disputed, l.Share = f.second.siblings, f.second.disputed, f.second.share
	l.Throws, l.Keep = f.second.throws, f.second.keep
	return l
}

// fitting is how the flags say that networks learn from labels.
func (f *trainFlags) fitting() train.Fit {
	return train.Fit{Seed: f.Seed, Epochs: f.second.epochs, Rate: f.second.fitRate}
}

// label labels positions until there are enough of them.
func (f *trainFlags) label(ctx context.Context, stdout io.Writer) error {
	_, nets, err := readNets(f.from)
	if err != nil {
		return err
	}
	v, ok := nardy.VariantNamed(f.Variant)
	if !ok {
		return fmt.Errorf("label: no variant %q", f.Variant)
	}
	kept, samples, next, err := readLabels(&v, f.second.label)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(f.second.label, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("label: %w", err)
	}
	defer out.Close()
	// What was written last may be half a line.
	if err := out.Truncate(kept); err != nil {
		return fmt.Errorf("label: %w", err)
	}
	if _, err := out.Seek(kept, io.SeekStart); err != nil {
		return fmt.Errorf("label: %w", err)
	}
	l := f.labels()
	if f.second.truth != "" {
		if l.Truth, err = readTruth(f.Variant, f.second.truth); err != nil {
			return err
		}
	}
	tables := bot.NewTables()
	if f.second.prune != "" {
		_, known, _, err := readLabels(&v, f.second.prune)
		if err != nil {
			return err
		}
		if len(known) == 0 {
			return fmt.Errorf("label: no positions in %s", f.second.prune)
		}
		l.Pruner = train.Pruner(&v, known, f.Seed, tables)
	}
	workers := make([]*train.Labeller, f.workers)
	for i := range workers {
		if workers[i], err = train.NewLabeller(l, nets, tables); err != nil {
			return err
		}
	}
	found := len(samples)
	for batch := 0; found < f.second.positions; batch++ {
		games, err := labelGames(ctx, workers, next)
		if err != nil {
			return err
		}
		for _, g := range games {
			line, err := train.EncodeGame(&v, next, g)
			if err != nil {
				return err
			}
			if _, err := out.Write(line); err != nil {
				return fmt.Errorf("label: %w", err)
			}
			next++
			found += len(g)
		}
		if batch%16 == 0 && found < f.second.positions {
			if err := sayLabels(stdout, next, found); err != nil {
				return err
			}
		}
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("label: %w", err)
	}
	return sayLabels(stdout, next, found)
}

// sayLabels says what stands in the file of labels.
func sayLabels(stdout io.Writer, games, positions int) error {
	if _, err := fmt.Fprintf(stdout, "%d games, %d positions\n", games, positions); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// readTruth reads the exact values of hyper, as the test of package exact keeps
// them.
func readTruth(variant, path string) (func(*bot.Node) (float32, bool), error) {
	if variant != "hyper" {
		return nil, fmt.Errorf("no exact values of %s", variant)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read exact values: %w", err)
	}
	solution := exact.New(3)
	if n, err := binary.Decode(data, binary.LittleEndian, solution.Values()); err != nil || n != len(data) {
		return nil, fmt.Errorf("read exact values: %s is no file of them", path)
	}
	return func(n *bot.Node) (float32, bool) {
		var sides [2][]uint8
		for k, side := range [...]nardy.Side{n.Side, n.Side.Other()} {
			for step, c := range n.Pos.N[side] {
				for range c {
					sides[k] = append(sides[k], uint8(step))
				}
			}
		}
		return solution.Value(sides[0], sides[1]), true
	}, nil
}

// labelGames plays a game with each worker, the first of them game number.
func labelGames(ctx context.Context, workers []*train.Labeller, number int) ([][]train.Sample, error) {
	games, errs := make([][]train.Sample, len(workers)), make([]error, len(workers))
	done := make(chan struct{})
	for i, w := range workers {
		go func() {
			games[i], errs[i] = w.Game(ctx, number+i)
			done <- struct{}{}
		}()
	}
	for range workers {
		<-done
	}
	return games, errors.Join(errs...)
}

// readLabels reads the whole lines of a file of labels: how many bytes they
// have, the samples, and the number of the game that comes next.
func readLabels(v *nardy.Variant, path string) (kept int64, samples []train.Sample, next int, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil, 0, nil
	}
	if err != nil {
		return 0, nil, 0, fmt.Errorf("read labels: %w", err)
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	lines := bufio.NewScanner(bytes.NewReader(whole))
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		number, more, err := train.DecodeGame(v, lines.Bytes())
		if err != nil {
			return 0, nil, 0, fmt.Errorf("%s: %w", path, err)
		}
		samples, next = append(samples, more...), number+1
	}
	if err := lines.Err(); err != nil {
		return 0, nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	return int64(len(whole)), samples, next, nil
}

// fit teaches networks by labelled positions.
func (f *trainFlags) fit(stdout io.Writer) error {
	h, nets, err := readNets(f.from)
	if err != nil {
		return err
	}
	v, _ := nardy.VariantNamed(h.Variant) // readNets has checked it
	_, samples, _, err := readLabels(&v, f.second.fit)
	if err != nil {
		return err
	}
	if len(samples) == 0 {
		return fmt.Errorf("fit: no positions in %s", f.second.fit)
	}
	nets = train.Grow(nets, f.second.grow, f.Seed)
	settings := f.fitting()
	nets = settings.Teach(&v, nets, samples, bot.NewTables(), func(epoch int, wrong float64) {
		// Who can not be told is not worth an hour of work.
		_, _ = fmt.Fprintf(stdout, "epoch %d: equities wrong by %.4f\n", epoch, wrong)
	})
	command := fmt.Sprintf("arena train -game %s -fit %s -epochs %d -fit-rate %g -fit-rate-end %g -seed %d",
		f.game, filepath.Base(f.second.fit), settings.Epochs, settings.Rate[0], settings.Rate[1], f.Seed)
	if f.second.grow > 0 {
		command += fmt.Sprintf(" -grow %d", f.second.grow)
	}
	h = bot.Header{
		Variant: h.Variant, Bits: 16, Trainer: train.Version, Seed: f.Seed, Earlier: history(&h), Command: command,
	}
	return writeNets(f.out, h, nets)
}
