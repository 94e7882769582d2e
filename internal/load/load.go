// Package load measures a server under many tables: it plays at random over
// sockets, sees to it that no event is lost, repeated or out of order, and says
// what a move costs beside a relay that does nothing but relay.
package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hod-games/hod/internal/cluster"
)

// Options say what to measure.
type Options struct {
	Tables   int           // two sockets each
	Duration time.Duration // of every run
	Warmup   time.Duration // before it, not counted
	Rate     float64       // moves a second at all tables together; 0 is a closed loop
	// Bots is how many games against the strongest computer are under way while
	// the tables are measured; each server is then measured without them first.
	// BotPause is how long whoever plays such a game waits before a command, on
	// average; it is up to half of that more or less.
	Bots     int
	BotPause time.Duration
	Idle     int // tables for the memory of idle connections; 0 leaves that out
	Seed     uint64
	// Rest is how long a server has to have computed next to nothing before it is
	// measured: ours prepares its computers for a while after its start. 0 means
	// three seconds.
	Rest time.Duration
	// Settle is how long a server is left alone before its memory is read; 0
	// means five seconds.
	Settle time.Duration
	// Quiet is how long nothing may come after the run before a socket is taken
	// to have got everything; 0 means three seconds.
	Quiet time.Duration
	// Relay is the command line of a relay and Hod that of a server of ours;
	// what is appended to the latter chooses the store.
	Relay, Hod []string
	// Node is a program that calls cluster.Child; it makes the NATS servers.
	Node     string
	Servers  []string // "relay", "memory", "sqlite", "jetstream" (one NATS server), "cluster" (three)
	Progress io.Writer
}

// Run is one server under load.
type Run struct {
	Server        string  `json:"server"`
	Tables        int     `json:"tables"`
	Seconds       float64 `json:"seconds"`
	Moves         int     `json:"moves"`
	MovesPerSec   float64 `json:"moves_per_second"`
	CPUPerMove    float64 `json:"cpu_us_per_move"`
	P50           float64 `json:"p50_ms"` // sent to seen by both
	P99           float64 `json:"p99_ms"`
	RSS           int     `json:"rss_kib"` // under load
	Events        int     `json:"events_checked"`
	Bots          int     `json:"games_against_bots,omitempty"`
	BotMoves      int     `json:"bot_moves,omitempty"`
	BotMean       float64 `json:"bot_mean_ms,omitempty"` // from the bot's turn to its move, its pause included
	BotP50        float64 `json:"bot_p50_ms,omitempty"`
	BotP99        float64 `json:"bot_p99_ms,omitempty"`
	IdleTables    int     `json:"idle_tables,omitempty"`
	IdlePerSocket float64 `json:"idle_kib_per_connection,omitempty"` // of memory that connecting took
	IdlePerTable  float64 `json:"idle_kib_per_table,omitempty"`      // all that the process has grown by
}

// ErrNoBotMoved is the error of a run that was too short for any answer of a
// computer.
var ErrNoBotMoved = errors.New("no computer has moved")

// Report is what Measure returns.
type Report struct {
	Runs []Run `json:"runs"`
	// CPU per move, as a multiple of the relay's in the same call.
	Ratios map[string]float64 `json:"cpu_ratio_to_relay"`
}

// Measure runs the servers one after the other. An error means that one failed
// or did not keep its events in order.
func Measure(ctx context.Context, o Options) (Report, error) {
	if o.Rest == 0 {
		o.Rest = 3 * time.Second
	}
	if o.Settle == 0 {
		o.Settle = 5 * time.Second
	}
	if o.Quiet == 0 {
		o.Quiet = 3 * time.Second
	}
	r := Report{Ratios: make(map[string]float64)}
	relay := 0.0
	for _, server := range o.Servers {
		run, err := o.measure(ctx, server, 0)
		if err != nil {
			return r, fmt.Errorf("%s: %w", server, err)
		}
		r.Runs = append(r.Runs, run)
		if o.Bots > 0 && server != "relay" {
			with, err := o.measure(ctx, server, o.Bots)
			if err != nil {
				return r, fmt.Errorf("%s with computers: %w", server, err)
			}
			r.Runs = append(r.Runs, with)
		}
		if server == "relay" {
			relay = run.CPUPerMove
		} else if relay > 0 {
			r.Ratios[server] = run.CPUPerMove / relay
		}
	}
	return r, nil
}

func (o Options) measure(ctx context.Context, server string, games int) (run Run, err error) {
	o.Bots = games
	command := slices.Clone(o.Relay)
	if server != "relay" {
		data, err := os.MkdirTemp("", "hod-load")
		if err != nil {
			return Run{}, fmt.Errorf("make data folder: %w", err)
		}
		defer func() { _ = os.RemoveAll(data) }()
		store := []string{"-store", server, "-data", data}
		if nodes := natsServers(server); nodes > 0 {
			c, err := cluster.Start(ctx, cluster.Options{Program: o.Node, Dir: data, Nodes: nodes})
			if err != nil {
				return Run{}, err
			}
			defer func() { err = errors.Join(err, c.Stop()) }()
			store = []string{"-store", "jetstream", "-nats", c.URL(), "-nats-monitor", c.Monitors(), "-nats-replicas", strconv.Itoa(nodes)}
		}
		command = append(append(slices.Clone(o.Hod), store...), "-listen", "127.0.0.1:0", "-log-level", "WARN",
			"-max-sockets-per-address", "-1", "-max-tables-per-address", "-1", "-max-commands", "-1")
	}
	if len(command) == 0 {
		return Run{}, errors.New("no command line for it")
	}
	run = Run{Server: server, Tables: o.Tables}
	// Memory first, of a fresh process: what load leaves behind hides it.
	if o.Idle > 0 && games == 0 {
		if err := o.idle(ctx, &run, command); err != nil {
			return Run{}, fmt.Errorf("idle: %w", err)
		}
	}
	p, err := start(ctx, o.Progress, command[0], command[1:]...)
	if err != nil {
		return Run{}, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	if err := p.rest(ctx, o.Rest); err != nil {
		return Run{}, err
	}
	o.say("%s: opening %d tables at %s\n", server, o.Tables, p.url)
	targets, err := open(ctx, p.url, server, o.Tables)
	if err != nil {
		return Run{}, err
	}
	if games == 0 {
		return run, o.load(ctx, p, targets, &run)
	}
	leave, err := o.playBots(ctx, p.url)
	if err != nil {
		return Run{}, err
	}
	err = o.load(ctx, p, targets, &run)
	took, failed := leave()
	if err = errors.Join(err, failed); err != nil {
		return Run{}, err
	}
	if run.Bots, run.BotMoves = games, len(took); len(took) == 0 {
		return Run{}, ErrNoBotMoved
	}
	sum := 0.0
	for _, t := range took {
		sum += float64(t)
	}
	run.BotMean = sum / float64(len(took)) / 1000
	run.BotP50, run.BotP99 = float64(took[len(took)/2])/1000, float64(took[len(took)*99/100])/1000
	o.say("%s: %d games against computers, %d moves of theirs, mean %.0f ms, p50 %.0f ms, p99 %.0f ms\n", server, games, len(took), run.BotMean, run.BotP50, run.BotP99)
	return run, nil
}

// natsServers is how many NATS servers a store of that name needs.
func natsServers(server string) int {
	switch server {
	case "jetstream":
		return 1
	case "cluster":
		return 3
	default:
		return 0
	}
}

func (o Options) say(format string, args ...any) {
	if o.Progress != nil {
		_, _ = fmt.Fprintf(o.Progress, format, args...)
	}
}

// open opens tables, some at a time.
func open(ctx context.Context, url, server string, n int) ([]target, error) {
	targets := make([]target, n)
	return targets, each(n, 16, func(i int) error {
		if server == "relay" {
			targets[i] = relayTarget(url, i)
			return nil
		}
		var err error
		targets[i], err = openTable(ctx, url)
		return err
	})
}

// each does something for 0 … n-1, some at a time, and returns the first
// errors.
func each(n, atATime int, do func(i int) error) error {
	var (
		next    atomic.Int64
		running sync.WaitGroup
		errs    = make([]error, atATime)
	)
	for w := range atATime {
		running.Go(func() {
			for errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				errs[w] = do(i)
			}
		})
	}
	running.Wait()
	return errors.Join(errs...)
}

// load has all tables play and measures.
func (o Options) load(ctx context.Context, p *process, targets []target, run *Run) error {
	var going atomic.Bool
	going.Store(true)
	duels := make([]*duel, len(targets))
	defer func() {
		for _, d := range duels {
			if d != nil {
				d.leave()
			}
		}
	}()
	var running sync.WaitGroup
	failed := make(chan error, 4*len(targets))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for i, t := range targets {
		duels[i] = &duel{target: t, rng: rand.New(rand.NewPCG(o.Seed, uint64(i))), going: &going, quiet: o.Quiet, pace: o.pace(len(targets))}
	}
	if err := each(len(duels), 16, func(i int) error { return duels[i].join(ctx) }); err != nil {
		return err
	}
	report := func(err error) {
		if err != nil {
			failed <- err
		}
	}
	for i, d := range duels {
		for _, player := range d.players {
			running.Go(func() {
				if err := player.play(); err != nil {
					failed <- fmt.Errorf("table %d, side %d: %w", i, player.side, err)
				}
			})
		}
		if d.pace > 0 {
			running.Go(func() { report(d.keepPace(ctx, d.move)) })
		}
	}
	measured := o.window(ctx, p, duels, failed, run)
	going.Store(false)
	cancel() // ends what keeps the pace
	for range 2 {
		// Whoever waits with the long deadline gets the short one.
		for _, d := range duels {
			for _, player := range d.players {
				_ = player.conn.SetReadDeadline(time.Now().Add(o.Quiet))
			}
		}
		time.Sleep(o.Quiet / 2)
	}
	running.Wait()
	close(failed)
	errs := []error{measured}
	for err := range failed {
		if errs = append(errs, err); len(errs) == 5 {
			break
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return check(context.WithoutCancel(ctx), p.url, duels, run)
}

// pace is the time between the moves of one of so many tables in an open loop,
// 0 in a closed one.
func (o Options) pace(tables int) time.Duration {
	if o.Rate <= 0 {
		return 0
	}
	return time.Duration(float64(tables) / o.Rate * float64(time.Second))
}

// window measures between the end of the warm-up and the end of the run.
func (o Options) window(ctx context.Context, p *process, duels []*duel, failed chan error, run *Run) error {
	if err := wait(ctx, o.Warmup, failed); err != nil {
		return err
	}
	before, begin := make([]int, len(duels)), time.Now()
	for i, d := range duels {
		before[i] = d.count()
	}
	cpu, err := p.cpu()
	if err != nil {
		return err
	}
	if err := wait(ctx, o.Duration, failed); err != nil {
		return err
	}
	after, err := p.cpu()
	if err != nil {
		return err
	}
	if run.RSS, err = p.memory(); err != nil {
		return err
	}
	run.Seconds = time.Since(begin).Seconds()
	var all []uint32
	for i, d := range duels {
		all = append(all, d.since(before[i])...)
	}
	if len(all) == 0 {
		return errors.New("nobody moved")
	}
	slices.Sort(all)
	run.Moves = len(all)
	run.MovesPerSec = float64(run.Moves) / run.Seconds
	run.CPUPerMove = float64((after - cpu).Microseconds()) / float64(run.Moves)
	run.P50 = float64(all[len(all)/2]) / 1000
	run.P99 = float64(all[len(all)*99/100]) / 1000
	o.say("%s: %.0f moves/s, %.1f us a move, p50 %.2f ms, p99 %.2f ms, %d KiB\n",
		run.Server, run.MovesPerSec, run.CPUPerMove, run.P50, run.P99, run.RSS)
	return nil
}

func wait(ctx context.Context, d time.Duration, failed chan error) error {
	select {
	case <-time.After(d):
		return nil
	case err := <-failed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// count is how many moves both have seen.
func (d *duel) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.took)
}

// since is how long the moves after the first n took.
func (d *duel) since(n int) []uint32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.took[n:len(d.took):len(d.took)]
}

// check compares what the sockets got with each other and, at a server of
// ours, with what the log has.
func check(ctx context.Context, url string, duels []*duel, run *Run) error {
	events := make([]int, len(duels))
	err := each(len(duels), 8, func(i int) error {
		d := duels[i]
		a, b := d.players[0], d.players[1]
		if a.seq != b.seq || a.sum != b.sum {
			return fmt.Errorf("table %d: one socket got %d events, the other %d, or not the same ones", i, a.seq, b.seq)
		}
		events[i] = int(a.seq)
		if d.id == "" {
			return nil
		}
		last, err := d.lastEvent(ctx, url)
		if err != nil {
			return err
		}
		if last != a.seq {
			return fmt.Errorf("table %s has %d events, the sockets got %d", d.id, last, a.seq)
		}
		sum, err := d.replay(ctx, last)
		if err != nil {
			return err
		}
		if sum != a.sum {
			return fmt.Errorf("table %s: the log has other events than the sockets got", d.id)
		}
		return nil
	})
	for _, n := range events {
		run.Events += n
	}
	return err
}
