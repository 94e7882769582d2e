package web

import (
	"fmt"
	"net/http"
	"strings"

	"rsc.io/qr"

	"github.com/hod-games/hod/internal/table"
)

// Pictures of the links around a table, for the camera of another device. The
// links to seats hold secrets: they are made from the cookie of whoever asks,
// drawn into an answer that nothing keeps, and never part of an address.

// inviteCode answers GET /t/ID/join.svg: the link for the opponent.
func (s *Server) inviteCode(w http.ResponseWriter, r *http.Request) {
	s.showCode(w, r, func(base string, mine myTable) string {
		if mine.join == "" {
			return ""
		}
		return base + "/join#" + mine.join
	})
}

// seatCode answers GET /t/ID/seat.svg: the link to this browser's own seats.
func (s *Server) seatCode(w http.ResponseWriter, r *http.Request) {
	s.showCode(w, r, seatLink)
}

// watchCode answers GET /t/ID/watch.svg: the link for watchers.
func (s *Server) watchCode(w http.ResponseWriter, r *http.Request) {
	s.showCode(w, r, func(base string, _ myTable) string { return base })
}

// showCode draws the link that of makes of the table's address.
func (s *Server) showCode(w http.ResponseWriter, r *http.Request, of func(base string, mine myTable) string) {
	w.Header().Set("Cache-Control", "no-store")
	id, err := tableID(r)
	if err == nil {
		_, err = s.host.Snapshot(r.Context(), id)
	}
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	link := of(s.tableLink(r, id), tablesOf(r).of(id))
	if link == "" {
		s.failPage(w, r, table.ErrNoSeat)
		return
	}
	picture, err := codeOf(link)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
	_, _ = w.Write(picture)
}

// tableLink is the public address of a table, which is also the link for
// watchers.
func (s *Server) tableLink(r *http.Request, id table.ID) string {
	return s.publicOrigin(r) + s.path(r, "/t/"+string(id))
}

// quiet is the white margin around a QR code, in modules: readers need it.
const quiet = 4

// codeOf draws a text as a QR code, black on white in any theme, as SVG.
func codeOf(text string) ([]byte, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("draw QR code: %w", err)
	}
	side := code.Size + 2*quiet
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d" shape-rendering="crispEdges">`, -quiet, -quiet, side, side)
	fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#fff"/><path d="`, -quiet, -quiet, side, side)
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return []byte(b.String()), nil
}
