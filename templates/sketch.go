package templates

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// Sketch is a position as an SVG drawing. It needs no style sheet and no
// script, so that it looks the same in a page of anybody, in a file and as a
// picture. Its units are its own.
type Sketch struct {
	Width, Height int
	Defs          string // shapes that positions share
	Ground        string // the board, the same throughout a round
	Pieces        string // what stands on it
	Label         string // the position in words, for who does not see it
}

// ViewBox is the attribute of that name.
func (s Sketch) ViewBox() string { return fmt.Sprintf("0 0 %d %d", s.Width, s.Height) }

// SVG is the drawing as a document of its own.
func (s Sketch) SVG() string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s" width="800" height="%d" role="img"><title>%s</title><defs>%s</defs>%s%s</svg>`+"\n",
		s.ViewBox(), 800*s.Height/s.Width, html.EscapeString(s.Label), s.Defs, s.Ground, s.Pieces)
}

// Colours of sketches: those of the light theme in web/css/tokens.css.
const (
	sketchIvory     = "#f4ecdc"
	sketchIvoryEdge = "#5d4d33"
	sketchEbony     = "#2a2521"
	sketchEbonyEdge = "#0e0c0a"
	sketchTray      = "#6f4b2d"
	sketchGroove    = "#573820"
	sketchOnTray    = "#f6eddc"
	sketchField     = "#ead7b4"
	sketchGold      = "#f0b429"
)

// sketcher writes the elements of a drawing.
type sketcher struct{ strings.Builder }

// put writes an element without content; attributes are names and values in
// turn, values strings or numbers.
func (w *sketcher) put(name string, attributes ...any) {
	w.begin(name, attributes...)
	w.WriteString("/>")
}

// words writes a text that stands in the middle above its place.
func (w *sketcher) words(x, y, size float64, colour, text string) {
	w.begin("text", "x", x, "y", y, "font-size", size, "fill", colour, "text-anchor", "middle", "font-family", "system-ui, sans-serif", "font-weight", 600)
	w.WriteString(">" + html.EscapeString(text) + "</text>")
}

// use draws a shape of the defs.
func (w *sketcher) use(shape string, x, y float64, attributes ...any) {
	w.put("use", append([]any{"href", "#sk-" + shape, "x", x, "y", y}, attributes...)...)
}

// group writes elements as one shape of the defs.
func (w *sketcher) group(shape string, draw func()) {
	w.WriteString(`<g id="sk-` + shape + `">`)
	draw()
	w.WriteString("</g>")
}

func (w *sketcher) begin(name string, attributes ...any) {
	w.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		value := ""
		switch v := attributes[i+1].(type) {
		case float64:
			value = strconv.FormatFloat(v, 'f', -1, 32)
		default:
			value = html.EscapeString(fmt.Sprint(v))
		}
		fmt.Fprintf(w, ` %s="%s"`, attributes[i], value)
	}
}

// PlainSketch is a position of a game that nobody has drawn: its code.
func PlainSketch(code string) Sketch {
	var ground, pieces sketcher
	ground.put("rect", "width", 160, "height", 60, "rx", 4, "fill", sketchTray)
	pieces.words(80, 32, 6, sketchOnTray, code)
	return Sketch{Width: 160, Height: 60, Ground: ground.String(), Pieces: pieces.String(), Label: code}
}
