package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/hod-games/hod/internal/cluster"
)

// runCluster serves a site of many processes on this machine until it is
// stopped.
func runCluster(ctx context.Context, args []string, _ io.Reader, stdout io.Writer) (err error) {
	flags := flag.NewFlagSet("cluster", flag.ContinueOnError)
	var (
		nodes = flags.Int("nodes", 3, "NATS servers; 1 stands alone")
		hods  = flags.Int("hods", 2, "processes of hod that serve the same tables; 0 for none")
		port  = flags.Int("port", 8081, "port of the first hod, the others take the next ones; 0 takes free ones")
		data  = flags.String("data", "", "folder of the NATS servers; empty makes one and removes it at the end")
		hod   = flags.String("hod", "", "the server's program; empty builds cmd/hod")
	)
	err = parse(flags, args, `
arena cluster runs NATS servers and some processes of hod on this machine, all
serving the same tables, and prints their addresses. End a process by its
number to see what happens: nothing that was acknowledged may be lost.`)
	if err != nil {
		return err
	}
	if *nodes < 1 || *hods < 0 {
		return usageError{errors.New("-nodes is at least 1 and -hods at least 0")}
	}
	folder, err := os.MkdirTemp("", "hod-cluster")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if *data == "" {
		*data = folder
	}
	if *hods > 0 && *hod == "" {
		if *hod, err = buildHod(ctx, folder); err != nil {
			return err
		}
	}
	c, err := cluster.Start(ctx, cluster.Options{Dir: *data, Nodes: *nodes})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Stop()) }()
	for i := range c.Len() {
		say(stdout, "NATS server %d is process %d\n", i+1, c.Pid(i))
	}
	say(stdout, "-nats %s\n-nats-monitor %s\n", c.URL(), c.Monitors())

	var running sync.WaitGroup
	defer running.Wait()
	for i := range *hods {
		listen := "localhost:0"
		if *port != 0 {
			listen = fmt.Sprintf("localhost:%d", *port+i)
		}
		cmd := exec.CommandContext(ctx, *hod, "-listen", listen, "-store", "jetstream", "-nats", c.URL(),
			"-nats-monitor", c.Monitors(), "-nats-replicas", fmt.Sprint(min(*nodes, 3)), "-log-level", "WARN")
		cmd.Stdout, cmd.Stderr = stdout, os.Stderr
		cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
		cmd.WaitDelay = 20 * time.Second
		if err := cmd.Start(); err != nil {
			return fmt.Errorf("start hod %d: %w", i+1, err)
		}
		say(stdout, "hod %d is process %d\n", i+1, cmd.Process.Pid)
		running.Go(func() {
			if err := cmd.Wait(); err != nil && ctx.Err() == nil {
				say(os.Stderr, "hod %d has ended: %v\n", i+1, err)
			}
		})
	}
	<-ctx.Done()
	return nil
}

// buildHod builds the server into a folder and returns its name.
func buildHod(ctx context.Context, folder string) (string, error) {
	name := filepath.Join(folder, "hod")
	build := exec.CommandContext(ctx, "go", "build", "-o", name, "github.com/hod-games/hod/cmd/hod")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("build the server: %w", err)
	}
	return name, nil
}
