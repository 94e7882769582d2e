package web

import (
	"net/http"
	"slices"

	"github.com/hod-games/hod/internal/table"
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
func (all myTables) fitting(over func(table.ID) bool) (kept myTables, lost bool) {
	kept = slices.Clone(all)
	tooMuch := func() bool { return len(kept) > keptTables || len(kept.cookie()) > maxCookie }
	for i := len(kept) - 1; i > 0 && tooMuch(); i-- {
		if !kept[i].mine() || over(kept[i].id) {
			kept = slices.Delete(kept, i, i+1)
		}
	}
	for len(kept) > 1 && tooMuch() {
		kept, lost = kept[:len(kept)-1], true
	}
	return kept, lost
}

// overflowed reports whether this browser has had to forget a game that was not
// over.
func overflowed(r *http.Request) bool {
	c, err := r.Cookie(overflowCookie)
	return err == nil && c.Value != ""
}
