package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/hod-games/hod/internal/load"
)

// runLoad measures a server under many tables beside a bare relay.
func runLoad(ctx context.Context, args []string, _ io.Reader, stdout io.Writer) error {
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	var (
		tables  = flags.Int("tables", 1000, "tables, two sockets each")
		seconds = flags.Float64("seconds", 60, "length of every run")
		rate    = flags.Float64("rate", 0, "moves a second at all tables together; 0 has a move in flight at every table all the time")
		bots    = flags.Int("bots", 0, "games against a computer that has much to think about, under way meanwhile; the servers are then measured without and with them")
		pause   = flags.Duration("bots-wait", time.Second, "how long whoever plays such a game waits before a command, on average: half of that more or less")
		idle    = flags.Int("idle", 0, "tables for the memory of idle connections, 0 for none; more than 9900 need more than 20000 descriptors")
		servers = flags.String("servers", "relay,memory,sqlite", "what to measure, in this order; jetstream is one NATS server, cluster is three")
		hod     = flags.String("hod", "", "the server's program; empty builds cmd/hod")
		profile = flags.String("profile", "", "host:port for runtime profiles of the server")
		seed    = flags.Uint64("seed", 1, "of the random moves")
	)
	err := parse(flags, args, `
arena load plays at random at many tables, sees to it that no event is lost,
repeated or out of order, and prints what a move costs, as JSON: beside a
bare WebSocket relay, with the store in memory, with SQLite, and with one or
three NATS servers, whose own work is not in the figures of CPU.`)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	if *hod == "" {
		folder, err := os.MkdirTemp("", "hod-build")
		if err != nil {
			return fmt.Errorf("build the server: %w", err)
		}
		defer func() { _ = os.RemoveAll(folder) }()
		if *hod, err = buildHod(ctx, folder); err != nil {
			return err
		}
	}
	server := []string{*hod}
	if *profile != "" {
		server = append(server, "-profile", *profile)
	}
	report, err := load.Measure(ctx, load.Options{
		Tables: *tables, Duration: time.Duration(*seconds * float64(time.Second)), Warmup: 2 * time.Second,
		Rate: *rate, Bots: *bots, BotPause: *pause, Idle: *idle, Seed: *seed, Servers: strings.Split(*servers, ","),
		Relay: []string{self, "relay"}, Hod: server, Node: self, Progress: os.Stderr,
	})
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(report)
}

// runRelay serves the relay that load measures against, until it is stopped.
func runRelay(ctx context.Context, args []string, _ io.Reader, stdout io.Writer) error {
	flags := flag.NewFlagSet("relay", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:0", "host:port to serve on")
	err := parse(flags, args, `
arena relay serves a bare WebSocket relay, the floor that arena load measures
servers against.`)
	if err != nil {
		return err
	}
	return load.ServeRelay(ctx, *listen, func(url string) { say(stdout, "relay is ready at %s\n", url) })
}
