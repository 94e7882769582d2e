package web

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// muteCookie keeps that a browser does not want to read what others say.
const muteCookie = "mute"

func muted(r *http.Request) bool {
	c, err := r.Cookie(muteCookie)
	return err == nil && c.Value == "on"
}

// setMute keeps that choice.
func (s *Server) setMute(w http.ResponseWriter, r *http.Request, choice string) {
	if choice != "on" {
		choice = ""
	}
	s.setCookie(w, r, muteCookie, choice)
}

// saidFor is how long a page without script shows what was said.
const saidFor = 40 * time.Second

// talkAround fills in what a table page has of phrases and sounds.
func (s *Server) talkAround(r *http.Request, o onlooker, t *templates.Table) {
	t.Muted = muted(r)
	t.Later = s.assets.URL(extrasFile(o.c.Code)) + " " + s.assets.URL("talk.css")
	if o.snap.Mode == table.Link && o.me().Player() {
		t.Phrases = strings.Join(table.Phrases(), " ")
	}
	for _, strip := range [...]*templates.Seat{&t.Top, &t.Bottom} {
		seat := sideNamed(strip.Seat)
		said := o.snap.Said[seatIndex(seat)]
		if said.Phrase == "" || time.Since(said.At) > saidFor || t.Muted && o.mine.secret(seat) == "" {
			continue
		}
		strip.Said = textOr(o.c, "talk.phrase."+said.Phrase, "")
	}
}

// talks reports whether this browser can say something here.
func (o onlooker) talks() bool {
	return o.snap.Mode == table.Link && o.me().Player() && !o.waiting()
}

// talkPage answers GET /t/ID/talk: phrases as forms, for browsers without
// script.
func (s *Server) talkPage(w http.ResponseWriter, r *http.Request) {
	snapshot, err := s.snapshotOf(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	id, c := snapshot.ID, s.lang(r)
	o := onlooker{c: c, snap: snapshot, mine: tablesOf(r).of(id)}
	p := templates.Talk{
		Page: s.page(r, "/t/"+string(id)+"/talk", c.Text("talk.title"), c.Text("talk.description")), Address: s.path(r, "/t/"+string(id)), Muted: muted(r),
	}
	p.Private = true
	p.Crumbs = []templates.Crumb{{Text: gameName(c, snapshot.Game), URL: p.Address}, {Text: c.Text("talk.title")}}
	p.Styles = append(p.Styles, s.assets.URL("article.css"))
	p.Table = templates.Table{Seq: snapshot.Seq, Key: rand.Text()[:16], Seat: o.me().String()}
	if o.talks() {
		for _, phrase := range table.Phrases() {
			p.Phrases = append(p.Phrases, templates.Phrase{ID: phrase, Text: c.Text("talk.phrase." + phrase)})
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	s.render(w, r, http.StatusOK, templates.TalkPage(p))
}

// extrasFile is the plain name of the script that a table loads when it has
// nothing better to do, with its texts in a language.
func extrasFile(code string) string { return "extras-" + code + ".js" }

// addExtras makes that script for all languages.
func (s *Server) addExtras() error {
	script, ok := s.assets.Content("extras.js")
	if !ok {
		return errors.New("the script with phrases and sounds is not among the assets")
	}
	for _, code := range lang.Languages() {
		texts, err := s.languages[code].Subset("talk.", "company.")
		if err != nil {
			return fmt.Errorf("texts for phrases: %w", err)
		}
		if err := s.assets.Add(extrasFile(code), fmt.Appendf(nil, "var hodExtras=%s;\n%s", texts, script)); err != nil {
			return err
		}
	}
	return nil
}
