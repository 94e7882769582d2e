package web

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
	"github.com/hod-games/hod/templates"
)

// Of a long round a page carries the end. What came before is a file of its own
// that browsers keep: its length is a multiple of earlierStep, so that it is
// seldom another one, and at least latestPlies stay with the page.
const (
	latestPlies = 18
	earlierStep = 32
)

// earlierPlies is how many of so many plies do not come with the page.
func earlierPlies(plies int) int { return max(0, plies-latestPlies) / earlierStep * earlierStep }

// putOff takes the earlier plies of a long round out of what a page hands to
// its script, and names the file with them.
func putOff(b *wire.Boot, page *templates.Page) error {
	n := earlierPlies(len(b.Plies))
	if n == 0 {
		return nil
	}
	_, tag, err := earlierFile(b.Plies[:n])
	if err != nil {
		return err
	}
	b.Earlier = "/api/tables/" + b.Table.Table + "/plies?" + url.Values{
		"round": {strconv.Itoa(b.Round)}, "to": {strconv.Itoa(n)}, "tag": {tag},
	}.Encode()
	b.Plies = b.Plies[n:]
	page.Preloads = append(page.Preloads, b.Earlier)
	return nil
}

// earlierFile is the file with the first plies of a round, and a name for its
// content: what has been played can be taken back and played otherwise.
func earlierFile(plies []wire.Ply) (content []byte, tag string, err error) {
	content, err = json.Marshal(wire.Earlier{Plies: plies})
	if err != nil {
		return nil, "", fmt.Errorf("write earlier plies: %w", err)
	}
	sum := sha256.Sum256(content)
	return content, base64.RawURLEncoding.EncodeToString(sum[:9]), nil
}

// apiPlies answers GET /api/tables/ID/plies?round=R&to=N&tag=T with the first N
// plies of the round that is played, if they are still those that T names.
func (s *Server) apiPlies(w http.ResponseWriter, r *http.Request) {
	content, err := s.earlierOf(r)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	_, _ = w.Write(content) // the client may be gone: its affair
}

func (s *Server) earlierOf(r *http.Request) ([]byte, error) {
	id, err := tableID(r)
	if err != nil {
		return nil, err
	}
	var snapshot *table.Snapshot
	if snapshot, err = s.host.Snapshot(r.Context(), id); err != nil {
		return nil, err
	}
	q := r.URL.Query()
	n, err := strconv.Atoi(q.Get("to"))
	if err != nil || n < 1 {
		return nil, badMessage("to")
	}
	message, err := tableMessage(snapshot)
	if err != nil {
		return nil, err
	}
	if n > len(message.Plies) || q.Get("round") != strconv.Itoa(message.Round) {
		return nil, notFound()
	}
	content, tag, err := earlierFile(message.Plies[:n])
	if err != nil {
		return nil, err
	}
	if tag != q.Get("tag") {
		return nil, notFound()
	}
	return content, nil
}
