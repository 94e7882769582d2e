package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// The file in which somebody takes his games to another browser. It holds the
// secrets of seats: whoever has it plays in his stead.
type gamesFile struct {
	Hod     string      `json:"hod"` // gamesFileKind
	Version int         `json:"version"`
	Site    string      `json:"site"`
	Tables  []gamesSeat `json:"tables"`
}

// gamesSeat is what a browser holds of one table.
type gamesSeat struct {
	ID     string `json:"id"`
	First  string `json:"first,omitempty"`
	Second string `json:"second,omitempty"`
	Join   string `json:"join,omitempty"`
}

const (
	gamesFileKind    = "games"
	gamesFileVersion = 1
	// maxGamesFile bounds such a file in bytes, and maxImported the tables in
	// it: each of them is looked at.
	maxGamesFile = 200 << 10
	maxImported  = 1000
	// maxListed is how many tables are looked at for one answer.
	maxListed = 100
)

// myPage answers GET /my: the games of this browser.
func (s *Server) myPage(w http.ResponseWriter, r *http.Request) {
	s.showMine(w, r, http.StatusOK, tablesOf(r), "", false)
}

// showMine answers with the page; told, if not empty, is what has just been
// done, or why it was not.
func (s *Server) showMine(w http.ResponseWriter, r *http.Request, status int, all myTables, told string, problem bool) {
	c := s.lang(r)
	p := templates.My{
		Page: s.page(r, "/my", c.Text("my.title"), c.Text("my.description")),
		List: s.myList(r, all), Room: keptTables, Told: told, Problem: problem, Full: len(all) >= keptTables-4,
		Tables: seatsOf(all), Overflow: overflowed(r),
	}
	p.Private = true
	p.Crumbs = []templates.Crumb{{Text: c.Text("my.title")}}
	p.Styles = append(p.Styles, s.assets.URL("my.css"))
	p.Scripts = append(p.Scripts, s.assets.URL("my.js"))
	w.Header().Set("Cache-Control", "no-store") // it holds the secrets of seats
	s.render(w, r, status, templates.MyPage(p))
}

// seatsOf are the tables as the file and the script have them.
func seatsOf(all myTables) []gamesSeat {
	list := make([]gamesSeat, 0, len(all))
	for _, m := range all {
		list = append(list, gamesSeat{ID: string(m.id), First: m.seats[0], Second: m.seats[1], Join: m.join})
	}
	return list
}

// myListing answers POST /my/list: the same list of tables that the script
// names. It changes nothing; it is a POST because the list is long. Secrets are
// not asked for, since how a table stands is everybody's to see.
func (s *Server) myListing(w http.ResponseWriter, r *http.Request) {
	if err := readForm(w, r); err != nil {
		s.failPage(w, r, err)
		return
	}
	var all myTables
	for word := range strings.SplitSeq(r.PostFormValue("tables"), "~") {
		id, roles, _ := strings.Cut(word, ".")
		if !plainWord(id) || len(all) == maxListed {
			continue
		}
		m := myTable{id: table.ID(id)}
		for i, role := range []string{"f", "s"} {
			if strings.Contains(roles, role) {
				m.seats[i] = "-"
			}
		}
		all = append(all, m)
	}
	w.Header().Set("Cache-Control", "no-store")
	s.render(w, r, http.StatusOK, templates.MyLists(templates.Page{T: s.lang(r)}, s.myList(r, all)))
}

// myList looks at tables: those on which it is this browser's turn first, then
// those that wait for others, then those that are over, the newest first.
func (s *Server) myList(r *http.Request, all myTables) templates.MyList {
	c := s.lang(r)
	network := networkOf(s.address(r))
	var list templates.MyList
	for _, mine := range all {
		if s.guesses.empty(network) {
			break // a list of made-up tables is a way of guessing, too
		}
		snapshot, err := s.host.Snapshot(r.Context(), mine.id)
		if errors.Is(err, table.ErrNotFound) {
			s.noteGuess(network, err)
			list.Gone++
			continue
		}
		g := templates.MyGame{ID: string(mine.id), URL: s.path(r, "/t/"+string(mine.id))}
		if err != nil {
			g.Title, g.State = string(mine.id), c.Text("my.unread")
			list.Running = append(list.Running, g)
			continue
		}
		o := onlooker{c: c, snap: snapshot, mine: mine}
		headline, tone := o.headline()
		g.Game, g.Title, g.State = gameName(c, snapshot.Game), playersOf(o), headline
		g.Yours, g.At = tone == "turn", snapshot.LastAt
		g.Score = fmt.Sprintf("%d : %d", snapshot.Score[0], snapshot.Score[1])
		if snapshot.Over() {
			g.Record = g.URL + "/record"
			list.Over = append(list.Over, g)
		} else {
			list.Running = append(list.Running, g)
		}
	}
	newest := func(a, b templates.MyGame) int { return b.At.Compare(a.At) }
	slices.SortStableFunc(list.Running, func(a, b templates.MyGame) int {
		if a.Yours != b.Yours {
			return boolInt(b.Yours) - boolInt(a.Yours)
		}
		return newest(a, b)
	})
	slices.SortStableFunc(list.Over, newest)
	return list
}

// exportMine answers POST /my/export: what the cookie holds, as a file. With
// its script the page writes the file itself, since it knows more.
func (s *Server) exportMine(w http.ResponseWriter, r *http.Request) {
	data, err := json.MarshalIndent(gamesFile{
		Hod: gamesFileKind, Version: gamesFileVersion, Site: s.publicOrigin(r), Tables: seatsOf(tablesOf(r)),
	}, "", " ")
	if err != nil {
		s.failPage(w, r, fmt.Errorf("write the file of games: %w", err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="hod-games-`+time.Now().UTC().Format("2006-01-02")+`.json"`)
	h.Set("Cache-Control", "no-store")
	if overflowed(r) {
		s.setCookie(w, r, overflowCookie, "") // whoever saves his games has read that one had to go
	}
	_, _ = w.Write(append(data, '\n')) // the client may be gone: its affair
}

// importMine answers POST /my/import: games from a file, added to those that
// this browser has.
func (s *Server) importMine(w http.ResponseWriter, r *http.Request) {
	c, have := s.lang(r), tablesOf(r)
	file, problem := readGamesFile(w, r)
	if problem != "" {
		s.showMine(w, r, http.StatusUnprocessableEntity, have, c.Text(problem), true)
		return
	}
	added, known, unknown, err := s.checkImport(r, have, file.Tables)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	merged := have
	for _, m := range slices.Backward(added) {
		merged = merged.withTable(m)
	}
	kept := s.keep(w, r, merged)
	told := c.Text("my.import.added", "n", len(added))
	if known > 0 {
		told += " " + c.Text("my.import.known", "n", known)
	}
	if unknown > 0 {
		told += " " + c.Text("my.import.unknown", "n", unknown)
	}
	if left := len(merged) - kept; left > 0 {
		told += " " + c.Text("my.import.left", "n", left)
	}
	status := http.StatusOK
	if len(added) == 0 && known == 0 {
		status = http.StatusUnprocessableEntity
	}
	s.showMine(w, r, status, merged, told, status != http.StatusOK)
}

// readGamesFile reads the file of a form; problem is the text that says why it
// can not be used.
func readGamesFile(w http.ResponseWriter, r *http.Request) (file gamesFile, problem string) {
	r.Body = http.MaxBytesReader(w, r.Body, maxGamesFile+8<<10)
	upload, _, err := r.FormFile("file")
	if _, tooBig := errors.AsType[*http.MaxBytesError](err); tooBig {
		return file, "my.import.big"
	}
	if err != nil {
		return file, "my.import.none"
	}
	defer func() { _ = upload.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(upload, maxGamesFile+1))
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // some editors put a mark before the text
	switch {
	case err != nil || len(data) == 0:
		return file, "my.import.none"
	case len(data) > maxGamesFile:
		return file, "my.import.big"
	case json.Unmarshal(data, &file) != nil || file.Hod != gamesFileKind:
		return file, "my.import.bad"
	case file.Version != gamesFileVersion:
		return file, "my.import.version"
	case len(file.Tables) > maxImported:
		return file, "my.import.big"
	case len(file.Tables) == 0:
		return file, "my.import.empty"
	}
	return file, ""
}

// checkImport tries the secrets of a file. Added are the tables of which it
// opens a seat that the browser did not have; what the browser has already is
// known, and what opens nothing here unknown.
func (s *Server) checkImport(r *http.Request, have myTables, tables []gamesSeat) (added myTables, known, unknown int, err error) {
	for _, t := range tables {
		was := have.of(table.ID(t.ID))
		now, opened := was, false
		for i, secret := range [...]string{t.First, t.Second} {
			if secret == "" || !plainWord(secret) || !plainWord(t.ID) {
				continue
			}
			seat, err := s.host.Seat(r.Context(), table.ID(t.ID), secret)
			if errors.Is(err, table.ErrNoSeat) || errors.Is(err, table.ErrNotFound) {
				continue
			}
			if err != nil {
				return nil, 0, 0, err
			}
			if seat == [...]game.Side{game.First, game.Second}[i] {
				now.seats[i], opened = secret, true
			}
		}
		switch {
		case !opened:
			unknown++
		case now == was:
			known++
		default:
			if now.join == "" && plainWord(t.Join) {
				now.join = t.Join
			}
			added = append(added, now)
		}
	}
	return added, known, unknown, nil
}
