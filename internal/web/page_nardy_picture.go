package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

// Colours of the board in pictures: those of the light theme in
// web/css/tokens.css.
const (
	inkField     = 0xead7b4
	inkWedge     = 0xcba770
	inkWedgeDark = 0x936a44
	inkOnTray    = 0xf6eddc
	inkEbonyRim  = 0xc0b09a
	inkIvoryRing = 0xb7a582
	inkEbonyRing = 0x85796b
	inkDie       = 0xfffaf0
)

// sharedNardy is what the picture of a position shows.
func sharedNardy(c *lang.Catalogue, b *templates.NardyBoard) shared {
	p := shared{title: gameName(c, nardyID), line: c.Text("nardy.variant." + b.View.Variant), nardy: b}
	if side := b.View.Mover; side != game.Nobody.String() && side != "" {
		p.more = c.Text("nardy.picture.mover." + side)
	}
	return p
}

// showsPosition makes the picture of a page that of a position of nardy.
func showsPosition(p *templates.Page, u *nardy.Setup) {
	c := p.T
	p.Picture = "/" + nardyID + "/picture.png?" + encoded(trainingFields(u))
	p.PictureAlt = c.Text("nardy.picture.position", "game", gameName(c, nardyID), "variant", c.Text("nardy.variant."+u.Variant().ID),
		"mover", c.Text("nardy.picture.mover."+map[nardy.Side]string{nardy.Light: "first", nardy.Dark: "second"}[u.Side]))
	if dice := diceText(u.Dice); dice != "" {
		p.PictureAlt += c.Text("nardy.picture.throw", "dice", dice)
	}
}

// diceText is a throw in a line: "6–5".
func diceText(dice []int) string {
	words := make([]string, len(dice))
	for i, d := range dice {
		words[i] = strconv.Itoa(d)
	}
	return strings.Join(words, "–")
}

// nardyPicture answers with the position before the first throw, or the one of
// the address (see Server.trainingPage).
func (s *Server) nardyPicture(w http.ResponseWriter, r *http.Request, rules game.Rules) {
	if r.URL.Query().Has("pos") {
		s.trainingPicture(w, r)
		return
	}
	state, err := rules.Start(nil, "")
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	c := s.lang(r)
	b, err := nardyBoard(c, state)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	picture := sharedNardy(c, &b)
	picture.line = c.Text("site.tagline")
	s.sharePicture(w, r, nardyID+"/"+c.Code, 86400, picture)
}

// nardyField is where the board lies in a picture and how large its parts are,
// in pixels: the proportions of web/css/nardy.css.
type nardyField struct {
	x, y, width, height  float64
	store, middle, rim   float64
	point, long, d, step float64
}

func newNardyField(x, y, width, height float64) nardyField {
	f := nardyField{x: x, y: y, width: width, height: height, store: width * 0.064, middle: width * 0.062, rim: 22}
	f.point = (width - 2*f.store - f.middle) / 12
	f.long = height/2 - f.rim - 0.56*f.point
	f.d = 0.94 * f.point
	f.step = min(f.d, (f.long-f.d)/4)
	return f
}

// left is where a column 1 … 15 begins.
func (f nardyField) left(column int) float64 {
	switch {
	case column == 1:
		return f.x
	case column < 8:
		return f.x + f.store + float64(column-2)*f.point
	case column == 8:
		return f.x + f.store + 6*f.point
	default:
		return f.x + f.store + 6*f.point + f.middle + float64(column-9)*f.point
	}
}

// drawNardy draws a board at the right, as high as the picture, and the words
// at its left.
func (p shared) drawNardy() (*canvas, error) {
	c := newCanvas(pictureWidth, pictureHeight, inkPaper)
	const margin = 36.0
	height := pictureHeight - 2*margin
	width := height * 1.35
	f := newNardyField(pictureWidth-margin-width, margin, width, height)
	drawMark(c, 56, 80, 110)
	for _, line := range [...]struct {
		y, size float64
		bold    bool
		colour  uint32
		text    string
	}{{300, 76, true, inkInk, p.title}, {356, 30, false, inkSoft, p.line}, {400, 30, false, inkSoft, p.more}} {
		if err := c.within(56, line.y, f.x-96, line.size, line.bold, line.colour, line.text); err != nil {
			return nil, err
		}
	}
	c.bar(f.x, f.y, f.width, f.height, 12, 0, inkTray)
	for _, column := range [...]int{2, 9} {
		c.bar(f.left(column)-2, f.y+f.rim-2, 6*f.point+4, f.height-2*f.rim+4, 0, 0, inkGroove)
		c.bar(f.left(column), f.y+f.rim, 6*f.point, f.height-2*f.rim, 0, 0, inkField)
	}
	c.bar(f.left(8)+f.middle/2-1, f.y+f.rim, 2, f.height-2*f.rim, 0, 0, inkGroove)
	for _, point := range p.nardy.Points() {
		if err := f.drawPoint(c, *p.nardy, point); err != nil {
			return nil, err
		}
	}
	for _, store := range p.nardy.Stores() {
		f.drawStore(c, store)
	}
	f.drawDice(c, *p.nardy)
	return c, nil
}

func (f nardyField) drawPoint(c *canvas, b templates.NardyBoard, p templates.NardyPoint) error {
	at, err := strconv.Atoi(p.At)
	if err != nil {
		return err
	}
	column, row := b.Cell(at)
	x, edge, way := f.left(column), f.y+f.rim, 1.0
	foot := f.y + f.rim*0.75
	if row == 2 {
		edge, way = f.y+f.height-f.rim, -1
		foot = f.y + f.height - f.rim*0.25
	}
	wood := uint32(inkWedge)
	if p.Dark {
		wood = inkWedgeDark
	}
	c.polygon(wood, x+0.04*f.point, edge, x+0.96*f.point, edge, x+f.point/2, edge+way*f.long*0.96)
	if err := c.centred(x+f.point/2, foot, 15, inkOnTray, p.No); err != nil {
		return err
	}
	middle := edge + way*f.d/2
	if p.Stack.Under != "" {
		body, rim, _ := nardyInks(p.Stack.Under)
		thick := f.d * 0.42
		top := edge
		if way < 0 {
			top -= thick
		}
		c.bar(x+f.point*0.03, top, f.d, thick, 4, 0, rim)
		c.bar(x+f.point*0.03+2, top+2, f.d-4, thick-4, 3, 0, body)
		middle += way * thick
	}
	for i := range min(p.Stack.N, 5) {
		drawChecker(c, p.Stack.Side, x+f.point/2, middle+way*float64(i)*f.step, f.d)
	}
	if p.Stack.N > 5 {
		_, _, mark := nardyInks(p.Stack.Side)
		y := middle + way*4*f.step
		return c.centred(x+f.point/2, y+f.d*0.16, f.d*0.44, mark, strconv.Itoa(p.Stack.N))
	}
	return nil
}

// nardyInks are the colours of a side: of its checkers, their edge, and what is
// written on them.
func nardyInks(side string) (body, edge, mark uint32) {
	if side == game.Second.String() {
		return inkEbony, inkEbonyEdge, inkIvory
	}
	return inkIvory, inkIvoryEdge, inkNumeral
}

func drawChecker(c *canvas, side string, x, y, d float64) {
	body, edge, _ := nardyInks(side)
	ring := uint32(inkIvoryRing)
	if side == game.Second.String() {
		ring = inkEbonyRing
	}
	for _, disc := range [...]struct {
		radius float64
		colour uint32
	}{{d / 2, edge}, {d/2 - 1.5, body}, {d * 0.36, ring}, {d*0.36 - 1.5, body}} {
		c.bar(x-disc.radius, y-disc.radius, 2*disc.radius, 2*disc.radius, disc.radius, 0, disc.colour)
	}
}

// drawStore draws half of the bar, or a tray.
func (f nardyField) drawStore(c *canvas, s templates.NardyStore) {
	x, low := f.left(s.Column), s.Row == 2
	half := f.height/2 - f.rim
	if s.At == "bar" {
		for i := range min(s.N, 5) {
			y := f.y + f.height/2 - f.d*(0.7+0.6*float64(i))
			if low {
				y = f.y + f.height/2 + f.d*(0.7+0.6*float64(i))
			}
			drawChecker(c, s.Side, x+f.middle/2, y, f.middle*0.9)
		}
		return
	}
	tall := half * 0.88
	top := f.y + f.rim
	if low {
		top = f.y + f.height - f.rim - tall
	}
	c.bar(x+0.14*f.store, top, 0.72*f.store, tall, 4, 0, inkGroove)
	body, edge, _ := nardyInks(s.Side)
	if s.Side == game.Second.String() {
		edge = inkEbonyRim
	}
	thick := (tall - 6) / 15
	for i := range s.N {
		y := top + 3 + float64(i)*thick
		if low {
			y = top + tall - 3 - float64(i+1)*thick
		}
		c.bar(x+0.21*f.store, y, 0.58*f.store, thick, 2, 0, edge)
		c.bar(x+0.21*f.store+1, y+1, 0.58*f.store-2, thick-2, 2, 0, body)
	}
}

func (f nardyField) drawDice(c *canvas, b templates.NardyBoard) {
	size := f.point * 0.98
	left := f.left(9)
	if b.DiceFar() {
		left = f.left(2)
	}
	total := float64(len(b.Dice))*size*1.16 - size*0.16
	x, y := left+3*f.point-total/2, f.y+f.height/2-size/2
	for _, die := range b.Dice {
		face, edge := uint32(inkDie), uint32(inkIvoryEdge)
		if die.Used {
			face, edge = inkField, inkWedgeDark
		}
		c.bar(x, y, size, size, size*0.18, 0, edge)
		c.bar(x+2, y+2, size-4, size-4, size*0.16, 0, face)
		for _, pip := range diePips(die.Pips) {
			r := size * 0.095
			c.bar(x+size*pip[0]-r, y+size*pip[1]-r, 2*r, 2*r, r, 0, inkNumeral)
		}
		x += size * 1.16
	}
}

// diePips are the middles of the pips of a face, in parts of its side.
func diePips(n int) [][2]float64 {
	const low, mid, high = 0.25, 0.5, 0.75
	pips := [][2]float64{{low, low}, {high, high}, {high, low}, {low, high}, {low, mid}, {high, mid}}[:n-n%2]
	if n%2 == 1 {
		pips = append(slices.Clip(pips), [2]float64{mid, mid})
	}
	return pips
}
