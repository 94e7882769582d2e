package templates

import "github.com/hod-games/hod/internal/lang"

// Sketch draws a heap; lastTake is how many sticks the last move took.
func (b Bachet) Sketch(t *lang.Catalogue, lastTake int) Sketch {
	const rowLength, step, tall, rim = 20, 7, 34, 6
	rows := max(1, (b.Sticks+rowLength-1)/rowLength)
	s := Sketch{Width: rowLength*step + 3*4 + 2*rim, Height: rows*(tall+rim) + rim, Label: t.Text("bachet.play.left", "n", b.Left)}
	var defs, ground, pieces sketcher
	defs.group("stick", func() {
		defs.put("rect", "width", 4.4, "height", tall, "rx", 2.2, "fill", "#d8bc8f", "stroke", "#3d2814", "stroke-width", 0.6)
	})
	ground.put("rect", "width", s.Width, "height", s.Height, "rx", 4, "fill", sketchTray)
	place := func(i int) (x, y float64) {
		column := i % rowLength
		// A heap of one row stands in the middle.
		inset := 0
		if b.Sticks < rowLength {
			inset = (s.Width - 2*rim - b.Sticks*step - (b.Sticks-1)/5*4) / 2
		}
		return float64(rim + inset + column*step + column/5*4 + 1), float64(rim + i/rowLength*(tall+rim))
	}
	for i, stick := range b.Heap(lastTake) {
		x, y := place(i)
		ground.put("rect", "x", x, "y", y, "width", 4.4, "height", tall, "rx", 2.2, "fill", sketchGroove)
		switch {
		case !stick.Taken:
			pieces.use("stick", x, y)
		case stick.Last:
			pieces.put("rect", "x", x, "y", y, "width", 4.4, "height", tall, "rx", 2.2, "fill", "none", "stroke", sketchGold, "stroke-width", 0.6, "stroke-dasharray", "2 1.5")
		}
	}
	s.Defs, s.Ground, s.Pieces = defs.String(), ground.String(), pieces.String()
	return s
}
