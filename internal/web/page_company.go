package web

import (
	"net/http"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// company fills in who is at the table: that somebody is connected shows where
// two play from afar, and at the seats that are not this browser's own. What is
// not known is not shown: the script learns it in a moment.
func (s *Server) company(o onlooker, t *templates.Table) {
	p := s.host.Presence(o.snap.ID)
	t.Watchers = p.Watchers
	if o.snap.Mode != table.Link {
		return
	}
	for _, strip := range []*templates.Seat{&t.Top, &t.Bottom} {
		seat, _ := seatNamed(strip.Seat)
		switch {
		case strip.Free, o.mine.secret(seat) != "", p.Leaving[seatIndex(seat)]:
		case p.Here[seatIndex(seat)]:
			strip.Here = "yes"
		case !p.LastSeen[seatIndex(seat)].IsZero():
			strip.Here = "no"
		}
	}
}

// passed notes that whoever offers a seat looks at the table: so does a page
// without script, which comes again every few seconds.
func (s *Server) passed(r *http.Request, id table.ID) {
	// Cookies can be made up: a secret that opens nothing proves nothing.
	seat, err := s.host.Seat(r.Context(), id, tablesOf(r).of(id).secret(game.First))
	if err == nil {
		s.host.Passed(id, seat)
	}
}
