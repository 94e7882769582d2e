package table

import (
	"context"
	"time"

	"github.com/hod-games/hod/internal/game"
)

// Presence is who is at a table now. It is news and not a fact: no log has it,
// and it may be a few seconds old.
type Presence struct {
	// Here tells, by seat, whether a page that has proved the seat is
	// connected, or was less than AbsentAfter ago: to load a page again is no
	// absence. A computer's seat has no page.
	Here [2]bool
	// Leaving tells, by seat, whether that is all that is known of it: its last
	// page has just gone, be it to be loaded again or for good.
	Leaving [2]bool
	// LastSeen is, by seat, when such a page was connected last: now while one
	// is, and the zero time where none was since Since.
	LastSeen [2]time.Time
	// Since is since when this process has looked at the table: before that it
	// knows nothing. The zero time where it does not look at all, since nobody
	// has used the table for a while.
	Since time.Time
	// Watchers is how many pages without a seat are connected.
	Watchers int
}

// AbsentAfter is how long somebody who has gone still counts as present.
const AbsentAfter = 10 * time.Second

// Presence returns who is at a table now.
func (h *Host) Presence(id ID) Presence {
	t := h.inMemory(id)
	if t == nil {
		return Presence{}
	}
	return t.attendance.presence()
}

// Passed notes that whoever has seat has just loaded a page of the table: it
// counts as there for AbsentAfter. Pages without a script have nothing else to
// show by.
func (h *Host) Passed(id ID, seat game.Side) {
	if t := h.inMemory(id); t != nil {
		t.attendance.pass(index(seat))
	}
}

// Here says that the page behind the feed is there: with the seat that secret
// opens, or as a watcher where secret is empty. A page with both seats says it
// for each. From then on the feed's wake is also called when its Presence has
// changed. The error is that of Host.Seat.
func (f *Feed) Here(ctx context.Context, secret string) error {
	role := watching
	if secret != "" {
		seat, err := f.host.Seat(ctx, f.t.id, secret)
		if err != nil {
			return err
		}
		role = index(seat)
	}
	f.t.attendance.arrive(f, role)
	return nil
}

// Presence returns who is at the table, as everybody was told last: it changes
// once a second at the most. It is nil as long as nobody has said Here, and is
// never changed itself.
func (f *Feed) Presence() *Presence { return f.t.attendance.told.Load() }
