package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/bot"
	"github.com/hod-games/hod/internal/games/nardy/bot/train"
)

const trainHelp = `
Usage: arena train -game GAME -variant VARIANT -out FILE [-games N] [-seed S] [-workers W]

Teaches the networks of the game's bots by games against themselves and writes
them to FILE. The same settings and seed give the same networks, however many
workers play and however often the run was stopped: with -checkpoint the state
is kept every -every games, FILE too, and a call with the same settings goes on
from there. With -from the run begins with the networks of another file.

A line every -every games says how far the run is.

The second stage learns from positions that were looked into. With -label the
networks of -from play games, and those of their positions about which a look
ahead changes the mind are written to a file with what -plies of lookahead find,
until there are -positions of them; a call with the same file goes on where it
ends. With -fit the networks of -from learn from such a file in -epochs.
`

// trainFlags are the flags of "arena train".
type trainFlags struct {
	train.Settings
	game                  string
	out, checkpoint, from string
	workers, every        int
	second                secondStage
	earlier               string // how the networks of from were made
}

func (f *trainFlags) register(flags *flag.FlagSet) {
	f.Settings = train.Defaults()
	flags.StringVar(&f.game, "game", "", "the `game`: "+strings.Join(trained(), ", "))
	flags.StringVar(&f.Variant, "variant", f.Variant, "the `variant`")
	flags.StringVar(&f.out, "out", "", "the `file` for the networks, in 16 bits, as the bots embed them")
	flags.StringVar(&f.checkpoint, "checkpoint", "", "the `file` for the state of the run, kept every -every games")
	flags.StringVar(&f.from, "from", "", "a `file` of networks to begin with")
	flags.IntVar(&f.Games, "games", f.Games, "how many games the whole run has")
	flags.Uint64Var(&f.Seed, "seed", f.Seed, "a `number` that decides all that is left to chance")
	flags.IntVar(&f.Hidden[0], "hidden", f.Hidden[0], "hidden `units` of the network for contact")
	flags.IntVar(&f.Hidden[1], "hidden-race", f.Hidden[1], "hidden `units` of the network for races")
	flags.Float64Var(&f.Rate[0], "rate", f.Rate[0], "the length of a step at the start")
	flags.Float64Var(&f.Rate[1], "rate-end", f.Rate[1], "the length of a step at the end")
	flags.Float64Var(&f.Lambda, "lambda", f.Lambda, "the weight of a game's end at the start; it falls to 0 over the first half")
	flags.Float64Var(&f.Strays, "strays", f.Strays, "the share of games that begin with turns at random")
	flags.Float64Var(&f.Slips, "slips", f.Slips, "the share of turns at random later in the games")
	flags.BoolVar(&f.Ahead, "ahead", f.Ahead, "look a ply ahead from every position and leave the luck of the dice out")
	flags.IntVar(&f.workers, "workers", 1, "how many games to play at the same time")
	flags.IntVar(&f.every, "every", 10000, "how many games lie between two checkpoints")
	f.second.register(flags)
}

// trained are the games that have a trainer.
func trained() []string { return []string{nardy.ID} }

func (f *trainFlags) check() error {
	switch {
	case f.game != nardy.ID:
		return fmt.Errorf("no trainer for the game %.40q; there is one for %s", f.game, strings.Join(trained(), ", "))
	case f.out == "" && f.second.label == "":
		return errors.New("-out is missing")
	case (f.second.label != "" || f.second.fit != "") && f.from == "":
		return errors.New("-from is missing")
	case f.workers < 1 || f.every < 1:
		return errors.New("-workers and -every are at least 1")
	}
	if _, ok := nardy.VariantNamed(f.Variant); !ok {
		var known []string
		for _, v := range nardy.Variants() {
			known = append(known, v.ID)
		}
		return fmt.Errorf("%s has no variant %.40q; there are %s", f.game, f.Variant, strings.Join(known, ", "))
	}
	return f.checkNumbers()
}

// checkNumbers names the flag whose number is out of range, among those that
// count for what is to be done.
func (f *trainFlags) checkNumbers() error {
	err := f.Check()
	switch {
	case f.second.label != "":
		l := f.labels()
		if err = l.Check(); err == nil && f.second.positions < 1 {
			err = &train.OutOfRangeError{Setting: "positions", Value: f.second.positions, Allowed: "1 or more"}
		}
	case f.second.fit != "":
		fit := f.fitting()
		if err = fit.Check(); err == nil && f.second.grow < 0 {
			err = &train.OutOfRangeError{Setting: "grow", Value: f.second.grow, Allowed: "0 or more"}
		}
	}
	if err != nil {
		return fmt.Errorf("-%w", err)
	}
	return nil
}

// checkFiles finds out whether the files can be written, before hours of work.
func (f *trainFlags) checkFiles() error {
	paths := []string{f.out, f.checkpoint}
	if f.second.label != "" {
		paths = []string{f.second.label}
	}
	for _, path := range paths {
		if path == "" {
			continue
		}
		if at, err := os.Stat(path); err == nil && at.IsDir() {
			return fmt.Errorf("%s is a folder", path)
		}
		probe, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.try")
		if err != nil {
			if about, ok := errors.AsType[*fs.PathError](err); ok {
				err = about.Err // the path of the trial says nothing to anybody
			}
			return fmt.Errorf("%s can not be written: %w", path, err)
		}
		if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
			return fmt.Errorf("%s can not be written: %w", path, err)
		}
	}
	return nil
}

// command is the call that gives the same networks again.
func (f *trainFlags) command() string {
	c := fmt.Sprintf("arena train -game %s -variant %s -games %d -seed %d -hidden %d -hidden-race %d -rate %g -rate-end %g -lambda %g -strays %g",
		f.game, f.Variant, f.Games, f.Seed, f.Hidden[0], f.Hidden[1], f.Rate[0], f.Rate[1], f.Lambda, f.Strays)
	if f.Slips > 0 {
		c += fmt.Sprintf(" -slips %g", f.Slips)
	}
	if f.Ahead {
		c += " -ahead"
	}
	if f.from != "" {
		c += " -from " + filepath.Base(f.from)
	}
	return c
}

// runTrain teaches networks.
func runTrain(ctx context.Context, args []string, _ io.Reader, stdout io.Writer) error {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	var f trainFlags
	f.register(flags)
	if err := parse(flags, args, trainHelp); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return usageError{err}
	}
	if err := f.checkFiles(); err != nil {
		return err
	}
	switch {
	case f.second.label != "":
		return f.label(ctx, stdout)
	case f.second.fit != "":
		return f.fit(stdout)
	}
	run, err := f.begin()
	if err != nil {
		return err
	}
	return f.teach(ctx, run, stdout)
}

// begin is a new run, or the one of the checkpoint.
func (f *trainFlags) begin() (*train.Run, error) {
	var from bot.Nets
	if f.from != "" {
		h, nets, err := readNets(f.from)
		if err != nil {
			return nil, err
		}
		from, f.earlier = nets, history(&h)
	}
	done := 0
	if f.checkpoint != "" {
		h, kept, err := readNets(f.checkpoint)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case h.Command != f.command() || h.Trainer != train.Version || h.Earlier != f.earlier:
			return nil, fmt.Errorf("%s is of another run: %s (%s)", f.checkpoint, h.Command, h.Trainer)
		default:
			from, done = kept, h.Games
		}
	}
	run, err := train.New(f.Settings, from)
	if err != nil {
		return nil, err
	}
	run.Continue(done)
	return run, nil
}

// history is how networks were made.
func history(h *bot.Header) string {
	made := fmt.Sprintf("%s (%s, %d games)", h.Command, h.Trainer, h.Games)
	if h.Earlier != "" {
		made = h.Earlier + "; " + made
	}
	return made
}

func readNets(path string) (bot.Header, bot.Nets, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return bot.Header{}, bot.Nets{}, fmt.Errorf("read networks: %w", err)
	}
	h, nets, err := bot.Decode(data)
	if err != nil {
		return h, nets, fmt.Errorf("%s: %w", path, err)
	}
	return h, nets, nil
}

// teach runs to the end. When ctx ends before, the state is kept.
func (f *trainFlags) teach(ctx context.Context, run *train.Run, stdout io.Writer) error {
	tables := bot.NewTables()
	began, from := time.Now(), run.Done
	next := run.Done + f.every
	for goesOn := run.Done < run.Games; goesOn; {
		if ctx.Err() != nil {
			break
		}
		goesOn = run.Step(f.workers, tables)
		if run.Done >= next || !goesOn {
			next += f.every
			if err := f.keep(run); err != nil {
				return err
			}
			rate := float64(run.Done-from) / time.Since(began).Seconds()
			if _, err := fmt.Fprintf(stdout, "%d games, %d dropped, %.0f a second\n", run.Done, run.Dropped, rate); err != nil {
				return fmt.Errorf("report: %w", err)
			}
		}
	}
	if err := f.keep(run); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return f.write(f.out, run, 16)
}

func (f *trainFlags) keep(run *train.Run) error {
	if f.checkpoint == "" {
		return nil
	}
	if err := f.write(f.checkpoint, run, 32); err != nil {
		return err
	}
	return f.write(f.out, run, 16)
}

// write replaces a file, so that it is never half there.
func (f *trainFlags) write(path string, run *train.Run, bits int) error {
	return writeNets(path, bot.Header{
		Variant: f.Variant, Bits: bits, Trainer: train.Version, Command: f.command(), Seed: f.Seed, Games: run.Done,
		Earlier: f.earlier,
	}, run.Nets())
}

func writeNets(path string, h bot.Header, nets bot.Nets) error {
	data, err := bot.Encode(h, nets)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return fmt.Errorf("write networks: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("write networks: %w", err)
	}
	return nil
}
