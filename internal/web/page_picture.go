package web

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// The size that those who show shared links ask for, in pixels.
const (
	pictureWidth  = 1200
	pictureHeight = 630
)

// keptPictures is how many drawn pictures a server keeps: messengers ask for
// the same one again and again, and each takes some milliseconds to draw.
const keptPictures = 64

// pictures keeps what was drawn. Its zero value is empty and ready.
type pictures struct {
	mu    sync.Mutex
	drawn map[string][]byte
}

// get returns the picture of that name, drawn now if it is not at hand. One is
// drawn at a time: it is never urgent.
func (p *pictures) get(name string, draw func() ([]byte, error)) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if data, ok := p.drawn[name]; ok {
		return data, nil
	}
	data, err := draw()
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", name, err)
	}
	if p.drawn == nil || len(p.drawn) >= keptPictures {
		p.drawn = make(map[string][]byte)
	}
	p.drawn[name] = data
	return data, nil
}

// sitePicture answers GET /picture.png: what a link to the site looks like.
func (s *Server) sitePicture(w http.ResponseWriter, r *http.Request) {
	c := s.lang(r)
	s.sharePicture(w, r, "site/"+c.Code, 86400, shared{
		title: c.Text("site.name"), line: c.Text("site.tagline"), heap: templates.Bachet{Sticks: 15, Left: 12}, last: 3,
	})
}

// gamePicture answers GET /GAME/picture.png.
func (s *Server) gamePicture(w http.ResponseWriter, r *http.Request) {
	entry, ok := s.game(chi.URLParam(r, "game"))
	if !ok {
		s.failPage(w, r, notFound())
		return
	}
	c, id := s.lang(r), entry.Rules.Info().ID
	if id == ashtarashkiID {
		s.ashtarashkiPicture(w, r, entry.Rules)
		return
	}
	if id == nardyID {
		s.nardyPicture(w, r, entry.Rules)
		return
	}
	s.sharePicture(w, r, id+"/"+c.Code, 86400, shared{
		title: gameName(c, id), line: c.Text("site.name") + " — " + c.Text("site.tagline"),
		heap: templates.Bachet{Sticks: 15, Left: 15},
	})
}

// showsGame makes the picture of a page that of a game: the position that it
// begins with.
func showsGame(p *templates.Page, id string) {
	p.Picture = "/" + id + "/picture.png"
	p.PictureAlt = textOr(p.T, id+".picture", p.T.Text("table.picture", "game", gameName(p.T, id)))
}

// tablePicture answers GET /t/ID/picture.png: the position on the table.
func (s *Server) tablePicture(w http.ResponseWriter, r *http.Request) {
	snapshot, err := s.snapshotOf(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	c := s.lang(r)
	picture, err := sharedTable(c, snapshot)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	if n := len(snapshot.Plies); n > 0 {
		if taken, err := strconv.Atoi(string(snapshot.Plies[n-1].Action)); err == nil {
			picture.last = taken
		}
	}
	name := fmt.Sprintf("%s/%s/%s/%s/%d", snapshot.Game, c.Code, snapshot.Options, snapshot.Position, picture.last)
	if picture.board != nil {
		name += "/" + strings.Join(picture.board.Last, "")
	}
	s.sharePicture(w, r, name, 60, picture)
}

// sharedTable is what the picture of a table shows.
func sharedTable(c *lang.Catalogue, snap *table.Snapshot) (shared, error) {
	id, state := snap.Game, snap.State
	p := shared{title: gameName(c, id)}
	if id == ashtarashkiID {
		var before game.State
		if n := len(snap.Plies); n > 0 {
			var err error
			if before, err = snap.Rules.Start(snap.Options, codeAfter(snap, n-1)); err != nil {
				return shared{}, fmt.Errorf("position before the last move: %w", err)
			}
		}
		return sharedAshtarashki(c, state, before)
	}
	if id == nardyID {
		b, err := nardyBoard(c, state)
		if err != nil {
			return shared{}, err
		}
		nardyLast(&b, snap, len(snap.Plies))
		return sharedNardy(c, &b), nil
	}
	if id != bachetID {
		p.line = state.String()
		return p, nil
	}
	if err := viewInto(state, &p.heap); err != nil {
		return shared{}, err
	}
	p.line = c.Text("bachet.play.left", "n", p.heap.Left)
	return p, nil
}

// icon answers GET /icon-SIZE.png: the sign of the site for home screens.
func (s *Server) icon(size int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.writePicture(w, r, "icon/"+strconv.Itoa(size), 86400, func() ([]byte, error) {
			return encodePicture(drawIcon(size))
		})
	}
}

func (s *Server) sharePicture(w http.ResponseWriter, r *http.Request, name string, age int, p shared) {
	s.writePicture(w, r, name, age, func() ([]byte, error) {
		drawn, err := p.draw()
		if err != nil {
			return nil, err
		}
		return encodePicture(drawn)
	})
}

// writePicture answers with a picture that browsers may keep for age seconds.
func (s *Server) writePicture(w http.ResponseWriter, r *http.Request, name string, age int, draw func() ([]byte, error)) {
	data, err := s.pictures.get(name, draw)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(age))
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(data) // the client may be gone: its affair
}

func encodePicture(c *canvas) ([]byte, error) {
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&b, c.image); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return b.Bytes(), nil
}
