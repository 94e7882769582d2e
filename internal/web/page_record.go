package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
	"github.com/hod-games/hod/templates"
)

// recordPage answers GET /t/ID/record: from here a game is taken away, as a
// file, as text, or as something to show on another site.
func (s *Server) recordPage(w http.ResponseWriter, r *http.Request) {
	id, err := tableID(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	rounds, err := s.host.Rounds(r.Context(), id)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	c := s.lang(r)
	last := rounds[len(rounds)-1]
	o := stranger(onlooker{c: c}, last)
	base := s.path(r, "/t/"+string(id))
	name := gameName(c, last.Game)
	p := templates.Record{
		Page:  s.page(r, "/t/"+string(id)+"/record", c.Text("record.title")+" — "+name, c.Text("record.description")),
		Table: base, Title: playersOf(o), Log: "/api/tables/" + string(id) + "/log",
	}
	p.Private = true
	p.Crumbs = []templates.Crumb{{Text: name, URL: s.path(r, "/"+last.Game)}, {Text: c.Text("record.title")}}
	p.Styles = append(p.Styles, s.assets.URL("article.css"), s.assets.URL("record.css"))
	p.Scripts = append(p.Scripts, s.assets.URL("record.js"))
	if last.Dice != nil {
		p.Check = s.path(r, "/dice")
	}
	for i, round := range slices.Backward(rounds) {
		if len(p.Rounds) == shownRounds {
			break
		}
		of := "?round=" + strconv.Itoa(i+1)
		row := templates.RecordRound{
			No: i + 1, Result: roundResult(stranger(o, round)), File: base + "/game.html" + of, Replay: base + "/embed" + of + "&ply=0",
		}
		row.Text, row.Ending = base+"/game.txt"+of, ".txt"
		if round.Game == nardyID {
			// A .mat file holds the match, whichever of its rounds one asks about.
			row.Text, row.Ending = "", ""
			if i == len(rounds)-1 {
				row.Text, row.Ending = base+"/game.mat", ".mat"
			}
		}
		p.Rounds = append(p.Rounds, row)
	}
	if last.Clock != nil {
		if p.Stood, err = s.stood(r.Context(), c, id); err != nil {
			s.failPage(w, r, err)
			return
		}
	}
	address := s.publicOrigin(r) + base
	p.Frame = base + "/embed"
	sketch, err := sketchOf(c, last, len(last.Plies))
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	high := frameHeight(sketch, frameWidth)
	p.Embed = fmt.Sprintf(`<iframe src="%s/embed" width="%d" height="%d" style="border:0;width:100%%;max-width:%[2]dpx;height:auto;aspect-ratio:%[2]d/%[3]d;min-height:%[4]dpx" title="%[5]s" loading="lazy"></iframe>`,
		html.EscapeString(address), frameWidth, high, frameHeight(sketch, frameNarrow), html.EscapeString(name))
	p.Image = fmt.Sprintf(`<a href="%s"><img src="%s/board.svg" width="480" alt="%s"></a>`,
		html.EscapeString(address), html.EscapeString(address), html.EscapeString(name))
	s.render(w, r, http.StatusOK, templates.RecordPage(p))
}

// A frame is so wide, in CSS pixels, where it has room, and what stands in it
// around the board so high: one line of names, three of a result, a move, the
// steps and the link. The board has a margin at its sides, and where the words
// are more it gives way. In a column of a phone the frame is narrower; it shrinks
// as a picture does, down to what it needs there.
const (
	frameWidth  = 480
	frameNarrow = 320
	frameMargin = 17
	frameRest   = 280
)

// frameHeight is how high a frame of some width is made for a board.
func frameHeight(board templates.Sketch, width int) int {
	return frameRest + (width-frameMargin)*board.Height/board.Width
}

// stood says when the clocks of a table stood still since the site was down.
func (s *Server) stood(ctx context.Context, c *lang.Catalogue, id table.ID) ([]string, error) {
	var all []string
	for e, err := range s.host.Events(ctx, id, 0) {
		if err != nil {
			return nil, fmt.Errorf("read the outages of table %s: %w", id, err)
		}
		if e.Kind != table.KindResumed {
			continue
		}
		var body table.ResumedBody
		if err := json.Unmarshal(e.Body, &body); err != nil {
			return nil, fmt.Errorf("read event %d of table %s: %w", e.Seq, id, err)
		}
		when := c.Day(e.At.UTC()) + e.At.UTC().Format(", 15:04 UTC")
		if body.To > 0 {
			from := time.UnixMilli(body.From).UTC()
			when = c.Day(from) + from.Format(", 15:04:05") + "–" + time.UnixMilli(body.To).UTC().Format("15:04:05 UTC")
		}
		all = append(all, when+": "+standstill(c, time.Duration(body.Gap)*time.Millisecond))
	}
	return all, nil
}

// shownRounds is how many rounds of a table the page lists.
const shownRounds = 200

// playersOf names who plays.
func playersOf(o onlooker) string { return o.name(game.First) + " — " + o.name(game.Second) }

// fileData is what a file with a game holds for its script.
type fileData struct {
	Ply    int               `json:"ply"`   // which frame is shown first
	Round  int               `json:"round"` // which of the rounds in the log it is, from 1; 0 is the last one
	Frames []templates.Frame `json:"frames"`
	Title  string            `json:"title"`
	Shown  string            `json:"shown"` // the page as HTML, so that the seal covers what is seen
	Style  string            `json:"style"` // SHA-256 of the style, which can show words, too
	Log    wire.Log          `json:"log"`
}

// gameFile answers GET /t/ID/game.html: a round as one file with its board, its
// moves, its log and the check of the dice inside. It needs neither the site
// nor a network.
func (s *Server) gameFile(w http.ResponseWriter, r *http.Request) {
	snap, err := s.roundAsked(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	file, err := s.gameFileModel(r, snap)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	var b bytes.Buffer
	if err := templates.GameFilePage(file).Render(r.Context(), &b); err != nil {
		s.failPage(w, r, fmt.Errorf("write table %s as a file: %w", snap.ID, err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "hod-"+snap.Game+"-"+string(snap.ID)+"-"+strconv.Itoa(snap.Round)+".html"))
	h.Set("Cache-Control", "no-store")
	_, _ = b.WriteTo(w) // the client may be gone: its affair
}

func (s *Server) gameFileModel(r *http.Request, snap *table.Snapshot) (templates.GameFile, error) {
	c := s.lang(r)
	o := stranger(onlooker{c: c}, snap)
	frames, sketch, err := framesOf(o)
	if err != nil {
		return templates.GameFile{}, fmt.Errorf("show table %s: %w", snap.ID, err)
	}
	round, _ := strconv.Atoi(r.URL.Query().Get("round")) // 0 where none is named; roundAsked has read it
	style, okStyle := s.assets.Content("game-file.css")
	script, okScript := s.assets.Content("game-file.js")
	if !okStyle || !okScript {
		return templates.GameFile{}, errors.New("the parts of a file with a game are not among the assets")
	}
	file := templates.GameFile{
		Page:  templates.Page{T: c},
		Title: gameName(c, snap.Game) + ": " + playersOf(o), Terms: terms(o), Result: roundResult(o),
		Written: snap.LastAt, Source: s.publicOrigin(r) + s.path(r, "/t/"+string(snap.ID)),
		Sketch: sketch, Rows: frameRows(frames), Dice: snap.Dice != nil,
		Style: string(style), Script: string(script),
		Policy: "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + sourceHash(style) + "'; script-src '" + sourceHash(script) + "'",
	}
	var shown strings.Builder
	if err := templates.GameFileMain(file).Render(r.Context(), &shown); err != nil {
		return templates.GameFile{}, fmt.Errorf("write the page of table %s: %w", snap.ID, err)
	}
	file.Shown = shown.String()
	styleSum := sha256.Sum256(style)
	data := fileData{
		Ply: len(frames) - 1, Round: round, Frames: frames, Log: wire.Log{Table: string(snap.ID)},
		Title: file.Title, Shown: file.Shown, Style: hex.EncodeToString(styleSum[:]),
	}
	for e, err := range s.host.Events(r.Context(), snap.ID, 0) {
		if err != nil {
			return templates.GameFile{}, err
		}
		data.Log.Events = append(data.Log.Events, wire.Event{Seq: e.Seq, At: e.At.UnixMilli(), Kind: string(e.Kind), Body: e.Body})
	}
	// It stands in a script element, which "<" could end; json.Marshal writes
	// that letter by its number.
	text, err := json.Marshal(data)
	if err != nil {
		return templates.GameFile{}, fmt.Errorf("write table %s: %w", snap.ID, err)
	}
	texts, err := c.Subset("dice.problem.", "dice.seat.", "dice.says.", "dice.counts", "fair.result.", "record.")
	if err != nil {
		return templates.GameFile{}, fmt.Errorf("texts for the file: %w", err)
	}
	seal := sha256.Sum256(text)
	file.Data, file.Seal, file.Texts = string(text), hex.EncodeToString(seal[:]), json.RawMessage(texts)
	return file, nil
}

// sourceHash is how a policy names a style or a script.
func sourceHash(source []byte) string {
	sum := sha256.Sum256(source)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// gameText answers GET /t/ID/game.txt: a round in the notation of its game.
func (s *Server) gameText(w http.ResponseWriter, r *http.Request) {
	snap, err := s.roundAsked(r)
	if err == nil && snap.Game == nardyID {
		err = notFound() // it has a format of its own
	}
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", snap.Game+"-"+string(snap.ID)+"-"+strconv.Itoa(snap.Round)+".txt"))
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(notation(stranger(onlooker{c: s.lang(r)}, snap)))) // the client may be gone: its affair
}

// notation is a round as text. Lines that begin with "#" say what it is; what
// reads the notation of Ashtarashki skips them.
func notation(o onlooker) string {
	var b strings.Builder
	line := func(key, value string) { fmt.Fprintf(&b, "# %s: %s\n", o.c.Text(key), value) }
	line("record.text.game", gameName(o.c, o.snap.Game))
	line("record.text.terms", terms(o))
	first := o.snap.SeatOf(game.First)
	line("record.text.first", o.name(first))
	line("record.text.second", o.name(first.Other()))
	line("record.text.day", o.snap.OpenedAt.UTC().Format("2006-01-02"))
	line("record.text.result", roundResult(o))
	switch o.snap.Game {
	case ashtarashkiID:
		usual := ""
		if start, err := o.snap.Rules.Start(o.snap.Options, ""); err == nil {
			usual = start.String()
		}
		b.WriteString(ashtarashkiRecord(o.snap, usual))
	default:
		if start, err := o.snap.Rules.Start(o.snap.Options, ""); err != nil || start.String() != o.snap.Begin {
			b.WriteString(o.snap.Begin + "\n")
		}
		for i := 0; i < len(o.snap.Plies); i += 2 {
			fmt.Fprintf(&b, "%d. %s", i/2+1, actionText(o.snap.Plies[i]))
			if i+1 < len(o.snap.Plies) {
				b.WriteString(" " + actionText(o.snap.Plies[i+1]))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// embedPolicy lets a page be shown in frames everywhere, and do nothing but
// show itself.
const embedPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

// embedPage answers GET /t/ID/embed: the table for a frame on another site, as
// it stands, or after ?ply= plies of ?round=. It reads no cookies and knows no
// seats.
func (s *Server) embedPage(w http.ResponseWriter, r *http.Request) {
	snap, err := s.roundAsked(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	c, ply := s.lang(r), plyAsked(r, snap)
	sketch, err := sketchOf(c, snap, ply)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	o := stranger(onlooker{c: c}, snap)
	q := r.URL.Query()
	at := func(n int) string {
		if n < 0 || n > len(snap.Plies) || n == ply {
			return ""
		}
		to := url.Values{}
		for _, name := range [...]string{"round", "theme"} {
			if v := q.Get(name); v != "" {
				to.Set(name, v)
			}
		}
		if n < len(snap.Plies) || q.Has("round") {
			to.Set("ply", strconv.Itoa(n))
		}
		return "?" + to.Encode()
	}
	headline, _ := o.headline()
	e := templates.Embed{
		Page:  templates.Page{T: c, Styles: []string{s.assets.URL("embed.css")}, Scripts: []string{s.assets.URL("embed.js")}},
		Title: gameName(c, snap.Game) + ": " + playersOf(o), Headline: headline, Caption: frameWords(o, ply).Words(), Sketch: sketch,
		Ply: ply, All: len(snap.Plies), Live: !q.Has("ply") && !q.Has("round"),
		First: at(0), Back: at(ply - 1), Forward: at(ply + 1), Last: at(len(snap.Plies)),
		Table: s.path(r, "/t/"+string(snap.ID)),
	}
	if theme := q.Get("theme"); theme == "light" || theme == "dark" {
		e.Theme = theme
	}
	if ply < len(snap.Plies) {
		e.Headline = c.Text("record.after", "n", ply)
	} else if snap.Over() {
		e.Headline = roundResult(o)
	}
	h := w.Header()
	h.Del("X-Frame-Options")
	h.Set("Content-Security-Policy", embedPolicy)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "public, max-age=2")
	s.render(w, r, http.StatusOK, templates.EmbedPage(e))
}
