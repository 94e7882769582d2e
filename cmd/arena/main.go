// Command arena plays and asks the games without a site: the rules and the
// bots as filters for other programs, bot against bot, counts of game trees.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/hod-games/hod/internal/cluster"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	if child, err := cluster.Child(ctx); child {
		stop()
		if err != nil {
			say(os.Stderr, "arena: %v\n", err)
			os.Exit(exitFailed)
		}
		return
	}
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
