package web

import (
	"net/http"
	"slices"
)

// overflowCookie says that the cookie of seats has had to forget a game that
// was not over: nothing is lost without a word.
const overflowCookie = "overflow"

// withTable returns the list with a table in it, the first one if it is new.
func (all myTables) withTable(m myTable) myTables {
	for i, had := range all {
		if had.id == m.id {
			next := slices.Clone(all)
			next[i] = m
			return next
		}
	}
	return append(myTables{m}, all...)
}

// fitting returns the tables for which the cookie has room. Where not all of
// them fit, the oldest of those that are over go first, and only then the
// oldest of all; lost reports whether one of these went. The newest one stays.
func (s *Server) fitting(r *http.Request, all myTables) (kept myTables, lost bool) {
	kept = slices.Clone(all)
	for len(kept) > keptTables || len(kept.cookie()) > maxCookie {
		over := -1
		for i := len(kept) - 1; i > 0 && over < 0; i-- {
			snapshot, err := s.host.Snapshot(r.Context(), kept[i].id)
			if err == nil && snapshot.Over() || !kept[i].mine() {
				over = i
			}
		}
		if over < 0 {
			over, lost = len(kept)-1, true
		}
		kept = slices.Delete(kept, over, over+1)
	}
	return kept, lost
}

// overflowed reports whether this browser has been told that a game fell out of
// its cookie.
func (s *Server) overflowed(r *http.Request) (*http.Cookie, bool) {
	c, err := r.Cookie(overflowCookie)
	return c, err == nil && c.Value != ""
}
