package web

import (
	"net/http"
	"strconv"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

// Colours of the board in pictures: those of the light theme in
// web/css/tokens.css and web/css/ashtarashki.css.
const (
	inkBoardDark  = 0x9a7148
	inkBoardLight = 0xead7b4
	inkBoardLast  = 0xb4946e
	inkEbony      = 0x2a2521
	inkIvoryEdge  = 0x5d4d33
	inkEbonyEdge  = 0x0e0c0a
	inkNumeral    = 0x1c1815
)

// sharedAshtarashki is what the picture of a position shows; before, if not
// nil, is the one that the last move was made in.
func sharedAshtarashki(c *lang.Catalogue, state, before game.State) (shared, error) {
	b := templates.AshtarashkiBoard{T: c, Code: state.String()}
	if err := viewInto(state, &b.View); err != nil {
		return shared{}, err
	}
	if before != nil {
		b.Last = templates.ChangedSquares(before.String(), b.Code)
	}
	p := shared{title: gameName(c, ashtarashkiID), line: c.Text("ashtarashki.play.mover." + b.View.Mover), board: &b}
	if b.View.Winner != game.Nobody.String() {
		p.line = c.Text("ashtarashki.won." + b.View.Winner)
	}
	return p, nil
}

// ashtarashkiPicture answers with the initial position.
func (s *Server) ashtarashkiPicture(w http.ResponseWriter, r *http.Request, rules game.Rules) {
	state, err := rules.Start(nil, "")
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	c := s.lang(r)
	picture, err := sharedAshtarashki(c, state, nil)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	picture.line = c.Text("site.tagline")
	s.sharePicture(w, r, ashtarashkiID+"/"+c.Code, 86400, picture)
}

// drawBoard draws a board of Ashtarashki at the right, as high as the picture,
// and the words at its left.
func (p shared) drawBoard() (*canvas, error) {
	c := newCanvas(pictureWidth, pictureHeight, inkPaper)
	const margin, rim = 36.0, 14.0
	side := pictureHeight - 2*margin
	left := pictureWidth - margin - side
	drawMark(c, 64, 80, 110)
	for _, line := range [...]struct {
		y, size float64
		bold    bool
		colour  uint32
		text    string
	}{{300, 84, true, inkInk, p.title}, {370, 40, false, inkSoft, p.line}} {
		if _, err := c.text(64, line.y, line.size, line.bold, line.colour, line.text); err != nil {
			return nil, err
		}
	}
	c.bar(left, margin, side, side, 12, 0, inkTray)
	square := (side - 2*rim) / 8
	c.bar(left+rim, margin+rim, 8*square, 8*square, 0, 0, inkBoardLight)
	for i, cell := range p.board.Cells() {
		if cell.At == "" {
			continue
		}
		x, y := left+rim+square*float64(i%8), margin+rim+square*float64(i/8)
		colour := uint32(inkBoardDark)
		if cell.Last {
			colour = inkBoardLast
		}
		if cell.Stone != nil && cell.Stone.Finished {
			colour = inkTray
		}
		c.bar(x, y, square, square, 0, 0, colour)
		if cell.Stone == nil {
			continue
		}
		if err := drawStone(c, *cell.Stone, x, y, square, colour); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// drawStone draws a stone into a square of a colour, in the shapes of
// templates.AshtarashkiSymbols.
func drawStone(c *canvas, s templates.AshtarashkiStone, x, y, square float64, under uint32) error {
	body, edge, mark := uint32(inkIvory), uint32(inkIvoryEdge), uint32(inkNumeral)
	if s.Side == game.Second.String() {
		body, edge, mark = inkEbony, inkEbonyEdge, inkIvory
	}
	unit := square / 100
	disc := func(radius float64, colour uint32) {
		c.bar(x+(50-radius)*unit, y+(50-radius)*unit, 2*radius*unit, 2*radius*unit, radius*unit, 0, colour)
	}
	disc(44, edge)
	disc(41, body)
	at := func(colour uint32, corners ...float64) {
		for i := range corners {
			corners[i] = corners[i]*unit + [...]float64{x, y}[i%2]
		}
		c.polygon(colour, corners...)
	}
	size, foot := 56.0, 70.0
	switch s.State {
	case "M":
		disc(34, edge)
		disc(32, body)
	case "V":
		at(under, 29, 5, 71, 5, 50, 41)
		size, foot = 48, 82
	case "W":
		at(under, 29, 5, 71, 5, 50, 37)
		at(under, 29, 95, 71, 95, 50, 63)
		c.bar(x+17*unit, y+40*unit, 66*unit, 20*unit, 3*unit, 0, mark)
		return nil
	}
	if err := c.centred(x+50*unit, y+foot*unit, size*unit, mark, strconv.Itoa(s.Rank)); err != nil {
		return err
	}
	if s.Finished {
		at(inkIvory, 57, 80, 65, 72, 74, 81, 92, 57, 100, 63, 75, 97)
	}
	return nil
}
