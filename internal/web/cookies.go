package web

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// Names of the cookies, and how long a browser keeps them.
const (
	seatsCookie = "seats"
	// closedPrefix stands before the names of cookies that open something:
	// browsers take such a cookie from this host alone, over https, for all
	// its paths, so that no neighbour under the same domain can put one in.
	closedPrefix = "__Host-"
	themeCookie  = "theme"
	cookieAge    = 365 * 24 * time.Hour
)

// keptTables is how many tables a browser remembers; their secrets have to fit
// into the 4 KB of a cookie.
const keptTables = 40

// maxCookie bounds the cookie, in bytes: browsers refuse more than 4 KB.
const maxCookie = 3800

// myTable is what this browser holds of one table: the secrets of its seats,
// and of the invitation while nobody has followed it.
type myTable struct {
	id    table.ID
	seats [2]string // secrets of the first and the second seat, empty where it has none
	join  string
	// adopted is true where the seats came by a link that may have been
	// anybody's, and no form was sent with them here yet. See keptAdopted.
	adopted bool
}

// mine reports whether the browser holds any seat of the table.
func (m myTable) mine() bool { return m.seats[0] != "" || m.seats[1] != "" }

// secret returns the secret of a seat, "" if the browser does not hold it.
func (m myTable) secret(seat game.Side) string {
	switch seat {
	case game.First:
		return m.seats[0]
	case game.Second:
		return m.seats[1]
	default:
		return ""
	}
}

// myTables is what a browser holds, newest first. In the cookie every secret
// is one word, "ID.f.SECRET", "ID.s.SECRET" or "ID.j.SECRET", with a capital for
// adopted tables; words of one table stand together.
type myTables []myTable

// maxWords is how many words of the cookie are looked at: the seats and the
// invitation of every table.
const maxWords = 3 * keptTables

// tablesOf reads the cookie of a request. Words that are none are skipped:
// whoever edits his cookies loses his seats and nothing else. The cookie
// without the prefix is that of a site without https, and of the time before a
// site had it.
func tablesOf(r *http.Request) myTables {
	c, err := r.Cookie(closedPrefix + seatsCookie)
	if err != nil {
		if c, err = r.Cookie(seatsCookie); err != nil {
			return nil
		}
	}
	var all myTables
	words := 0
	for word := range strings.SplitSeq(c.Value, "~") {
		if words++; words > maxWords {
			break
		}
		id, rest, _ := strings.Cut(word, ".")
		role, secret, ok := strings.Cut(rest, ".")
		if !ok || id == "" || !plainWord(id) || !plainWord(secret) {
			continue
		}
		if lower := strings.ToLower(role); lower != role {
			all = all.adopt(table.ID(id), lower, secret)
		} else {
			all = all.with(table.ID(id), role, secret)
		}
	}
	slices.Reverse(all) // each new table comes first
	return all
}

// of returns what the browser holds of one table.
func (all myTables) of(id table.ID) myTable {
	for _, m := range all {
		if m.id == id {
			return m
		}
	}
	return myTable{id: id}
}

// with returns the list with one secret more; a table that was not there
// becomes the first.
func (all myTables) with(id table.ID, role, secret string) myTables {
	i := slices.IndexFunc(all, func(m myTable) bool { return m.id == id })
	if i < 0 {
		all, i = append(myTables{{id: id}}, all...), 0
	}
	all[i].adopted = false
	switch role {
	case "f":
		all[i].seats[0] = secret
	case "s":
		all[i].seats[1] = secret
	case "j":
		all[i].join = secret
	}
	return all
}

// adopt returns the list with one secret more, which came by a link. Where the
// browser has a seat of its own at the table, it stays one of its own.
func (all myTables) adopt(id table.ID, role, secret string) myTables {
	had := all.of(id)
	all = all.with(id, role, secret)
	if i := slices.IndexFunc(all, func(m myTable) bool { return m.id == id }); !had.mine() || had.adopted {
		all[i].adopted = true
	}
	return all
}

// cookie is the list as the cookie has it.
func (all myTables) cookie() string {
	var words []string
	for _, m := range all {
		for _, part := range [...]struct{ role, secret string }{{"f", m.seats[0]}, {"s", m.seats[1]}, {"j", m.join}} {
			if part.secret == "" {
				continue
			}
			role := part.role
			if m.adopted {
				role = strings.ToUpper(role)
			}
			words = append(words, string(m.id)+"."+role+"."+part.secret)
		}
	}
	return strings.Join(words, "~")
}

// keep sends as many tables back to the browser as the cookie has room for, and
// returns how many these are. A browser that has to forget a game that is not
// over is told.
func (s *Server) keep(w http.ResponseWriter, r *http.Request, all myTables) int {
	kept, lost := all.fitting(func(id table.ID) bool {
		snapshot, err := s.host.Snapshot(r.Context(), id)
		return err == nil && snapshot.Over()
	}, func(m myTable) bool { return s.played(r.Context(), m) })
	name := seatsCookie
	if s.secure(r) {
		name = closedPrefix + seatsCookie
	}
	s.setCookie(w, r, name, kept.cookie())
	if lost {
		s.setCookie(w, r, overflowCookie, "1")
	}
	return len(kept)
}

// playedWithin is how many events of a table are looked at for the first move
// of a seat. Before it there are at the most the two commitments to the dice,
// names, a few phrases, and the other one's moves of one turn.
const playedWithin = 100

// played reports whether a seat of a table that the browser holds has played
// there: scripts play past the cookie.
func (s *Server) played(ctx context.Context, m myTable) bool {
	n := 0
	for e, err := range s.host.Events(ctx, m.id, 0) {
		if n++; err != nil || n > playedWithin {
			return false
		}
		switch e.Kind {
		case table.KindActed, table.KindCalled, table.KindResigned:
		default:
			continue
		}
		var by struct {
			Seat game.Side `json:"seat"`
		}
		if json.Unmarshal(e.Body, &by) == nil && m.secret(by.Seat) != "" {
			return true
		}
	}
	return false
}

func (s *Server) setCookie(w http.ResponseWriter, r *http.Request, name, value string) {
	c := &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(cookieAge / time.Second),
		HttpOnly: true, Secure: s.secure(r), SameSite: http.SameSiteLaxMode,
	}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// theme is what this browser has chosen, "" for what its system has.
func theme(r *http.Request) string {
	if c, err := r.Cookie(themeCookie); err == nil && (c.Value == "light" || c.Value == "dark") {
		return c.Value
	}
	return ""
}

// setPrefs keeps what somebody chose at the foot of a page and goes back
// there.
func (s *Server) setPrefs(w http.ResponseWriter, r *http.Request) {
	back := s.localPath(r, r.PostFormValue("back"))
	if choice := r.PostFormValue("flip"); choice != "" {
		s.setFlip(w, r, choice)
		http.Redirect(w, r, back, http.StatusSeeOther)
		return
	}
	if choice := r.PostFormValue("orient"); choice != "" {
		s.setOrient(w, r, choice)
		http.Redirect(w, r, back, http.StatusSeeOther)
		return
	}
	if choice := r.PostFormValue("mute"); choice != "" {
		s.setMute(w, r, choice)
		http.Redirect(w, r, back, http.StatusSeeOther)
		return
	}
	chosen := r.PostFormValue("theme")
	if chosen != "light" && chosen != "dark" {
		chosen = ""
	}
	s.setCookie(w, r, themeCookie, chosen)
	http.Redirect(w, r, back, http.StatusSeeOther)
}

// localPath returns where if it is an address on this site, the home page
// otherwise: no form here sends people elsewhere.
func (s *Server) localPath(r *http.Request, where string) string {
	if !strings.HasPrefix(where, "/") || strings.HasPrefix(where, "//") || strings.ContainsAny(where, "\\\r\n\t") {
		return s.path(r, "/")
	}
	return where
}

// plainWord reports whether a word holds only letters and digits of ASCII.
func plainWord(word string) bool {
	if word == "" || len(word) > 64 {
		return false
	}
	for i := range len(word) {
		c := word[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}
