package web

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/hod-games/hod/templates"
)

// Colours of pictures: those of the light theme in web/css/tokens.css.
const (
	inkPaper  = 0xf6f1e7
	inkInk    = 0x211c17
	inkSoft   = 0x62584e
	inkTray   = 0x6f4b2d
	inkGroove = 0x573820
	inkMaple  = 0xd8bc8f
	inkGrain  = 0xb99763
	inkGreen  = 0x1f5f4e
	inkWalnut = 0x7a5433
	inkIvory  = 0xf6eddc
)

// canvas is an image with the few shapes that boards are made of.
type canvas struct {
	image *image.RGBA
	brush *vector.Rasterizer
}

func newCanvas(width, height int, background uint32) *canvas {
	c := &canvas{image: image.NewRGBA(image.Rect(0, 0, width, height)), brush: vector.NewRasterizer(width, height)}
	draw.Draw(c.image, c.image.Bounds(), ink(background), image.Point{}, draw.Src)
	return c
}

func ink(rgb uint32) image.Image {
	return image.NewUniform(color.RGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 0xff})
}

// bar fills a rectangle with round corners that leans by degrees around its
// middle.
func (c *canvas) bar(x, y, width, height, radius, degrees float64, colour uint32) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	middleX, middleY := x+width/2, y+height/2
	// Only the part of the image that the bar can touch is painted.
	reach := math.Hypot(width, height)/2 + 1
	field := image.Rect(int(middleX-reach), int(middleY-reach), int(middleX+reach)+1, int(middleY+reach)+1)
	if degrees == 0 {
		field = image.Rect(int(x)-1, int(y)-1, int(x+width)+2, int(y+height)+2)
	}
	field = field.Intersect(c.image.Bounds())
	at := func(px, py float64) (float32, float32) {
		dx, dy := px-middleX, py-middleY
		return float32(middleX + dx*cos - dy*sin - float64(field.Min.X)), float32(middleY + dx*sin + dy*cos - float64(field.Min.Y))
	}
	// How far the handles of a Bézier curve that is nearly a quarter circle
	// are from its ends.
	k := radius * 0.5523
	b := c.brush
	b.Reset(field.Dx(), field.Dy())
	curve := func(ax, ay, bx, by, cx, cy float64) {
		a1, a2 := at(ax, ay)
		b1, b2 := at(bx, by)
		c1, c2 := at(cx, cy)
		b.CubeTo(a1, a2, b1, b2, c1, c2)
	}
	right, bottom := x+width, y+height
	b.MoveTo(at(x+radius, y))
	b.LineTo(at(right-radius, y))
	curve(right-radius+k, y, right, y+radius-k, right, y+radius)
	b.LineTo(at(right, bottom-radius))
	curve(right, bottom-radius+k, right-radius+k, bottom, right-radius, bottom)
	b.LineTo(at(x+radius, bottom))
	curve(x+radius-k, bottom, x, bottom-radius+k, x, bottom-radius)
	b.LineTo(at(x, y+radius))
	curve(x, y+radius-k, x+radius-k, y, x+radius, y)
	b.ClosePath()
	b.Draw(c.image, field, ink(colour), image.Point{})
}

// polygon fills the shape whose corners stand one after another, x before y.
func (c *canvas) polygon(colour uint32, corners ...float64) {
	b := c.brush
	b.Reset(c.image.Rect.Dx(), c.image.Rect.Dy())
	for i := 0; i+1 < len(corners); i += 2 {
		px, py := float32(corners[i]), float32(corners[i+1])
		if i == 0 {
			b.MoveTo(px, py)
		} else {
			b.LineTo(px, py)
		}
	}
	b.ClosePath()
	b.Draw(c.image, c.image.Bounds(), ink(colour), image.Point{})
}

// text writes a line with its foot at y, and returns how wide it is.
func (c *canvas) text(x, y float64, size float64, bold bool, colour uint32, line string) (float64, error) {
	source := goregular.TTF
	if bold {
		source = gobold.TTF
	}
	parsed, err := opentype.Parse(source)
	if err != nil {
		return 0, fmt.Errorf("parse font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return 0, fmt.Errorf("make font: %w", err)
	}
	pen := font.Drawer{Dst: c.image, Src: ink(colour), Face: face, Dot: fixed.P(int(x), int(y))}
	pen.DrawString(line)
	width := float64(pen.Dot.X)/64 - x
	return width, face.Close()
}

// within writes a line no wider than a width: smaller where that is needed.
func (c *canvas) within(x, y, width, size float64, bold bool, colour uint32, line string) error {
	const hidden = -1 << 20 // where nothing of it shows
	wide, err := c.text(hidden, 0, size, bold, colour, line)
	if err != nil {
		return err
	}
	if wide > width {
		size *= width / wide
	}
	_, err = c.text(x, y, size, bold, colour, line)
	return err
}

// centred writes a bold line with its foot at y and its middle at x.
func (c *canvas) centred(x, y float64, size float64, colour uint32, line string) error {
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return fmt.Errorf("parse font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return fmt.Errorf("make font: %w", err)
	}
	half := float64(font.MeasureString(face, line)) / 64 / 2
	if err := face.Close(); err != nil {
		return fmt.Errorf("close font: %w", err)
	}
	_, err = c.text(x-half, y, size, true, colour, line)
	return err
}

// shared is what a share picture shows.
type shared struct {
	title, line string
	heap        templates.Bachet // nothing where it has no sticks
	last        int              // how many went in the last move
	board       *templates.AshtarashkiBoard
	nardy       *templates.NardyBoard
	more        string // a second line, where there is room for one
}

func (p shared) draw() (*canvas, error) {
	if p.board != nil {
		return p.drawBoard()
	}
	if p.nardy != nil {
		return p.drawNardy()
	}
	c := newCanvas(pictureWidth, pictureHeight, inkPaper)
	const margin, top = 64.0, 200.0
	drawMark(c, margin, 62, 84)
	width, err := c.text(margin+112, 132, 76, true, inkInk, p.title)
	if err != nil {
		return nil, err
	}
	if _, err := c.text(margin+112+width+36, 132, 44, false, inkSoft, p.line); err != nil {
		return nil, err
	}
	c.bar(margin, top, pictureWidth-2*margin, pictureHeight-top-margin, 24, 0, inkTray)
	p.drawHeap(c, margin+40, top+36, pictureWidth-2*margin-80, pictureHeight-top-margin-72)
	return c, nil
}

// drawHeap draws the sticks and the empty grooves into a field.
func (p shared) drawHeap(c *canvas, x, y, width, height float64) {
	if p.heap.Sticks == 0 {
		return
	}
	inRow := 15
	if p.heap.Sticks > 30 {
		inRow = 25
	}
	inRow = min(inRow, p.heap.Sticks)
	rows := (p.heap.Sticks + inRow - 1) / inRow
	const gap = 0.55 // more room after five, in steps
	step := min(width/(float64(inRow)+gap*float64((inRow-1)/5)), 66)
	tall := min(height/float64(rows)*0.9, 300)
	thick := min(tall*0.14, step*0.62)
	used := step * (float64(inRow) + gap*float64((inRow-1)/5))
	left := x + (width-used)/2
	for _, s := range p.heap.Heap(p.last) {
		i := s.No - 1
		column, row := i%inRow, i/inRow
		stickX := left + step*(float64(column)+gap*float64(column/5)) + (step-thick)/2
		stickY := y + height/float64(rows)*float64(row) + (height/float64(rows)-tall)/2
		c.bar(stickX, stickY, thick, tall, thick/2, 0, inkGroove)
		if s.Taken {
			if s.Last {
				c.bar(stickX+thick/2-5, stickY+tall+4, 10, 10, 1, 45, inkIvory)
			}
			continue
		}
		lean := templates.Askew(i)
		c.bar(stickX, stickY, thick, tall, thick/2, lean, inkMaple)
		c.bar(stickX+thick*0.3, stickY+tall*0.14, max(thick*0.07, 1), tall*0.45, 0.5, lean, inkGrain)
		c.bar(stickX+thick*0.66, stickY+tall*0.3, max(thick*0.07, 1), tall*0.52, 0.5, lean, inkGrain)
	}
}

// drawMark draws the sign of the site into a square.
func drawMark(c *canvas, x, y, size float64) {
	unit := size / 24
	c.bar(x+2*unit, y+4*unit, 4.4*unit, 18*unit, 2.2*unit, 0, inkWalnut)
	c.bar(x+9*unit, y+4*unit, 4.4*unit, 18*unit, 2.2*unit, 0, inkWalnut)
	c.bar(x+16.5*unit, y+1.5*unit, 4.4*unit, 18*unit, 2.2*unit, 14, inkGreen)
}

// drawIcon is the sign with enough paper around it for any shape that phones
// cut out.
func drawIcon(size int) *canvas {
	c := newCanvas(size, size, inkPaper)
	drawMark(c, float64(size)*0.24, float64(size)*0.24, float64(size)*0.52)
	return c
}
