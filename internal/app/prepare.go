package app

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/hod-games/hod/internal/bots"
	"github.com/hod-games/hod/internal/game"
)

// settle is how long a server runs before its computers prepare themselves: who
// starts one only to stop it again does not pay for that.
const settle = 2 * time.Second

// prepare lets the computers compute what their first moves would wait for.
// What they compute stays in these very entries: they must be the host's.
func prepare(ctx context.Context, entries []game.Entry) {
	select {
	case <-time.After(settle):
	case <-ctx.Done():
		return
	}
	bots.Aside(func() { // who comes back to a server that was restarted is served first
		for _, e := range entries {
			for _, b := range e.Bots {
				if p, ok := b.(game.Preparer); ok {
					p.Prepare(ctx)
				}
			}
		}
	})
	// Computing takes several times the memory of what is kept; a server that
	// idles would hold on to it for minutes.
	debug.FreeOSMemory()
}
