package templates

import "strconv"

// Sketch draws a position in the shapes of AshtarashkiSymbols; label says it in
// words.
func (b AshtarashkiBoard) Sketch(label string) Sketch {
	const rim, square = 44, 100
	s := Sketch{Width: 8*square + 2*rim, Height: 8*square + 2*rim, Label: label}
	var ground, pieces sketcher
	ground.put("rect", "width", s.Width, "height", s.Height, "rx", 16, "fill", sketchTray)
	ground.put("rect", "x", rim, "y", rim, "width", 8*square, "height", 8*square, "fill", sketchField)
	files, ranks := b.Files(), b.Ranks()
	for i := range 8 {
		middle := float64(rim + i*square + square/2)
		for _, far := range [...]float64{0, 8*square + rim} {
			ground.words(middle, far+32, 28, sketchOnTray, files[i])
			ground.words(far+22, middle+10, 28, sketchOnTray, ranks[i])
		}
	}
	for i, cell := range b.Cells() {
		if cell.At == "" {
			continue
		}
		x, y := float64(rim+i%8*square), float64(rim+i/8*square)
		ground.put("rect", "x", x, "y", y, "width", square, "height", square, "fill", "#9a7148")
		if cell.Stone != nil && cell.Stone.Finished {
			pieces.put("rect", "x", x, "y", y, "width", square, "height", square, "fill", sketchTray)
		}
		if cell.Last {
			pieces.put("rect", "x", x+5, "y", y+5, "width", square-10, "height", square-10, "fill", "none", "stroke", sketchGold, "stroke-width", 6)
		}
		if cell.Stone != nil {
			drawStone(&pieces, *cell.Stone, x, y)
		}
	}
	s.Defs, s.Ground, s.Pieces = ashtarashkiDefs(), ground.String(), pieces.String()
	return s
}

// ashtarashkiDefs are the stones: "first-M" for a full stone of White.
func ashtarashkiDefs() string {
	var w sketcher
	for _, side := range [...]struct{ name, body, edge, mark string }{
		{"first", sketchIvory, sketchIvoryEdge, "#1c1815"},
		{"second", sketchEbony, "#c0b09a", sketchIvory},
	} {
		path := func(d string) {
			w.put("path", "d", d, "fill", side.body, "stroke", side.edge, "stroke-width", 3)
		}
		w.group(side.name+"-M", func() {
			w.put("circle", "cx", 50, "cy", 50, "r", 42, "fill", side.body, "stroke", side.edge, "stroke-width", 3)
			w.put("circle", "cx", 50, "cy", 50, "r", 34, "fill", "none", "stroke", side.edge, "stroke-width", 2)
		})
		w.group(side.name+"-V", func() { path("M70 13.07A42 42 0 1 1 30 13.07L50 41Z") })
		w.group(side.name+"-W", func() {
			path("M70 13.07A42 42 0 0 1 70 86.93L50 63 30 86.93A42 42 0 0 1 30 13.07L50 37Z")
			w.put("rect", "x", 17, "y", 40, "width", 66, "height", 20, "rx", 3, "fill", side.mark)
		})
		for i, d := range [...]string{
			"M39 40 53 31V69M40 70H66", "M36 42C36 26 63 26 63 42C63 52 48 58 37 69.5H65",
			"M36 37C40 27 62 28 62 40C62 48 54 49.5 47 49.5C56 49.5 64 52 64 60C64 73 41 74 35 63",
		} {
			w.group(side.name+"-"+strconv.Itoa(i+1), func() {
				w.put("path", "d", d, "fill", "none", "stroke", side.mark, "stroke-width", 8, "stroke-linecap", "round", "stroke-linejoin", "round")
			})
		}
	}
	w.group("home", func() {
		w.put("path", "d", "M62 78 74 90 96 62", "fill", "none", "stroke", sketchGold, "stroke-width", 9)
	})
	return w.String()
}

func drawStone(w *sketcher, s AshtarashkiStone, x, y float64) {
	w.use(s.Side+"-"+s.State, x, y)
	switch s.State {
	case "M":
		w.use(s.Side+"-"+strconv.Itoa(s.Rank), x, y)
	case "V":
		w.use(s.Side+"-"+strconv.Itoa(s.Rank), x, y+12)
	}
	if s.Finished {
		w.use("home", x, y)
	}
}
