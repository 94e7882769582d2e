// Command hod serves board games to play in a browser.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/hod-games/hod/internal/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	os.Exit(app.Main(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}
