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

// keptAdopted is how many tables with adopted seats that have not played a
// browser remembers: a link to a seat takes effect without a tap, and the page
// of another site may lead to many of them.
const keptAdopted = 10

// fitting returns the tables for which the cookie has room. Where not all of
// them fit, the oldest of those that are over go first, then the oldest adopted
// ones, of these the ones that have not played first, and only then the oldest
// of all: no link that somebody is led to costs him a seat in a game of his own.
// Whoever has made such a link can have played with its seat before, so that an
// adopted seat that has played is not quite one's own. Lost reports whether a
// game went that was not over. The newest of his own stays.
func (all myTables) fitting(over func(table.ID) bool, played func(myTable) bool) (kept myTables, lost bool) {
	kept = slices.Clone(all)
	tooMuch := func() bool { return len(kept) > keptTables || len(kept.cookie()) > maxCookie }
	oldest := func(which func(myTable) bool) int {
		for i, m := range slices.Backward(kept) {
			if which(m) {
				return i
			}
		}
		return -1
	}
	adopted := func(m myTable) bool { return m.adopted }
	var unplayed []table.ID // of the adopted ones; looked up where one has to go
	idle := func(m myTable) bool { return m.adopted && slices.Contains(unplayed, m.id) }
	n := 0
	for _, m := range kept {
		n += boolInt(m.adopted)
	}
	if n > keptAdopted || n > 0 && tooMuch() {
		for _, m := range kept {
			if m.adopted && !played(m) {
				unplayed = append(unplayed, m.id)
			}
		}
	}
	for n = len(unplayed); n > keptAdopted; n-- {
		i := oldest(idle)
		lost = lost || !over(kept[i].id)
		kept = slices.Delete(kept, i, i+1)
	}
	for i := len(kept) - 1; i > 0 && tooMuch(); i-- {
		if !kept[i].mine() || over(kept[i].id) {
			kept = slices.Delete(kept, i, i+1)
		}
	}
	for len(kept) > 1 && tooMuch() {
		i := oldest(idle)
		if i < 0 {
			i = oldest(adopted)
		}
		if i < 0 {
			i = len(kept) - 1
		}
		kept, lost = slices.Delete(kept, i, i+1), true
	}
	return kept, lost
}

// overflowed reports whether this browser has had to forget a game that was not
// over.
func overflowed(r *http.Request) bool {
	c, err := r.Cookie(overflowCookie)
	return err == nil && c.Value != ""
}
