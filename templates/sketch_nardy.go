package templates

import (
	"slices"
	"strconv"
)

// Measures of a sketched board of nardy: of its points and what lies beside
// them.
const (
	drawnPoint  = 10.0
	drawnStore  = 10.0
	drawnMiddle = 12.0
	drawnRim    = 5.0
	drawnLong   = 48.0 // a point, from the rim
	drawnDisc   = 9.4  // a checker
	drawnWide   = 2*drawnStore + 12*drawnPoint + drawnMiddle
	drawnHigh   = 116.0
)

// drawnLeft is where a column 1 … 15 begins.
func drawnLeft(column int) float64 {
	switch {
	case column == 1:
		return 0
	case column < 8:
		return drawnStore + float64(column-2)*drawnPoint
	case column == 8:
		return drawnStore + 6*drawnPoint
	default:
		return drawnStore + 6*drawnPoint + drawnMiddle + float64(column-9)*drawnPoint
	}
}

// Sketch draws a position.
func (b NardyBoard) Sketch() Sketch {
	s := Sketch{Width: drawnWide, Height: drawnHigh, Defs: nardyDefs(), Label: b.Summary()}
	var ground, pieces sketcher
	ground.put("rect", "width", s.Width, "height", s.Height, "rx", 3, "fill", sketchTray)
	for _, column := range [...]int{2, 9} {
		ground.put("rect", "x", drawnLeft(column), "y", drawnRim, "width", 6*drawnPoint, "height", drawnHigh-2*drawnRim, "fill", sketchField)
	}
	for _, p := range b.Points() {
		at, err := strconv.Atoi(p.At)
		if err != nil {
			continue // Points makes numbers
		}
		column, row := b.Cell(at)
		b.sketchPoint(&ground, &pieces, p, drawnLeft(column), row)
	}
	for _, store := range b.Stores() {
		sketchStore(&ground, &pieces, store)
	}
	b.sketchDice(&pieces)
	b.sketchCube(&pieces)
	s.Ground, s.Pieces = ground.String(), pieces.String()
	return s
}

func (b NardyBoard) sketchPoint(ground, pieces *sketcher, p NardyPoint, x float64, row int) {
	edge, way, foot := drawnRim, 1.0, drawnRim-1.2
	if row == 2 {
		edge, way, foot = drawnHigh-drawnRim, -1, drawnHigh-1.2
	}
	wood := "#cba770"
	if p.Dark {
		wood = "#936a44"
	}
	tip := strconv.FormatFloat(edge+way*drawnLong*0.96, 'f', 1, 64)
	base := strconv.FormatFloat(edge, 'f', 1, 64)
	ground.put("path", "fill", wood, "d", "M"+ftoa(x+0.4)+" "+base+"H"+ftoa(x+9.6)+"L"+ftoa(x+5)+" "+tip+"Z")
	ground.words(x+5, foot, 3.6, sketchOnTray, p.No)
	middle, step := edge+way*drawnDisc/2, drawnDisc
	if p.Stack.Under != "" { // of a checker that is covered one sees the edge
		pieces.use(p.Stack.Under, x+5, middle)
		middle += way * 3
		step = (drawnLong - drawnDisc - 3) / 4
	}
	shown := min(p.Stack.N, 5)
	for i := range shown {
		pieces.use(p.Stack.Side, x+5, middle+way*float64(i)*step)
	}
	top := middle + way*float64(max(shown-1, 0))*step
	if p.Stack.N > 5 {
		ink := "#1c1815"
		if p.Stack.Side == "second" {
			ink = sketchIvory
		}
		pieces.words(x+5, top+1.5, 4.4, ink, strconv.Itoa(p.Stack.N))
	}
	if p.Last && shown > 0 {
		pieces.use("came", x+5, top)
	}
	for i := range min(p.Ghosts, 5-shown) {
		pieces.use("left", x+5, middle+way*float64(shown+i)*step)
	}
}

// sketchStore draws half of the bar, or a tray.
func sketchStore(ground, pieces *sketcher, s NardyStore) {
	x, way := drawnLeft(s.Column), -1.0
	if s.Row == 2 {
		way = 1
	}
	if s.At == "bar" {
		for i := range min(s.N, 5) {
			pieces.use(s.Side, x+drawnMiddle/2, drawnHigh/2+way*(11+6*float64(i)))
		}
		if s.N > 5 {
			pieces.words(x+drawnMiddle/2, drawnHigh/2+way*11+1.5, 4.4, sketchGold, strconv.Itoa(s.N))
		}
		return
	}
	top := drawnRim
	if way > 0 {
		top = drawnHigh - drawnRim - drawnLong
	}
	ground.put("rect", "x", x+1, "y", top, "width", drawnStore-2, "height", drawnLong, "rx", 1, "fill", sketchGroove)
	for i := range s.N {
		y := top + 1.5 + 3*float64(i)
		if way > 0 {
			y = top + drawnLong - 4.5 - 3*float64(i)
		}
		pieces.use(s.Side+"-off", x+1.5, y)
	}
}

func (b NardyBoard) sketchDice(w *sketcher) {
	left := drawnLeft(9)
	if b.DiceFar() {
		left = drawnLeft(2)
	}
	x := left + 3*drawnPoint - (float64(len(b.Dice))*11-2)/2
	for _, die := range b.Dice {
		if die.Used {
			w.use("die-"+strconv.Itoa(die.Pips), x, drawnHigh/2-4.5, "opacity", 0.6)
		} else {
			w.use("die-"+strconv.Itoa(die.Pips), x, drawnHigh/2-4.5)
		}
		x += 11
	}
}

func (b NardyBoard) sketchCube(w *sketcher) {
	if b.View.Cube.Kind == "" || b.View.Cube.Kind == "none" {
		return
	}
	y := drawnHigh/2 - 4.5
	switch b.cubeAt() {
	case "near":
		y = drawnHigh - drawnRim - 10
	case "far":
		y = drawnRim + 1
	}
	x := drawnLeft(8) + drawnMiddle/2
	w.put("rect", "x", x-4.5, "y", y, "width", 9, "height", 9, "rx", 1, "fill", "#fffaf0", "stroke", sketchIvoryEdge, "stroke-width", 0.4)
	price := strconv.Itoa(b.View.Cube.Price)
	size := min(5, 13/float64(len(price))) // a figure is 0.6 as wide as it is high
	w.words(x, y+4.5+0.38*size, size, "#1c1815", price)
}

// nardyDefs are checkers, dice and marks.
func nardyDefs() string {
	var w sketcher
	for _, side := range [...]struct{ name, body, edge, ring string }{
		{"first", sketchIvory, sketchIvoryEdge, "#b7a582"},
		{"second", sketchEbony, sketchEbonyEdge, "#85796b"},
	} {
		w.group(side.name, func() {
			w.put("circle", "r", 4.5, "fill", side.body, "stroke", side.edge, "stroke-width", 0.4)
			w.put("circle", "r", 3.3, "fill", "none", "stroke", side.ring, "stroke-width", 0.4)
		})
		w.group(side.name+"-off", func() {
			w.put("rect", "width", 7, "height", 2.6, "rx", 0.5, "fill", side.body, "stroke", side.ring, "stroke-width", 0.4)
		})
	}
	for n := 1; n <= 6; n++ {
		w.group("die-"+strconv.Itoa(n), func() {
			w.put("rect", "width", 9, "height", 9, "rx", 1.6, "fill", "#fffaf0", "stroke", sketchIvoryEdge, "stroke-width", 0.4)
			for _, at := range diePips(n) {
				w.put("circle", "cx", at[0], "cy", at[1], "r", 0.9, "fill", "#1c1815")
			}
		})
	}
	w.group("came", func() { w.put("circle", "r", 1.5, "fill", sketchGold, "stroke", "#3d2814", "stroke-width", 0.3) })
	w.group("left", func() {
		w.put("circle", "r", 4.2, "fill", "none", "stroke", "#3d2814", "stroke-width", 0.4, "stroke-dasharray", "1.2 1.2")
	})
	return w.String()
}

// diePips are the middles of the pips of a face that is nine wide.
func diePips(n int) [][2]float64 {
	const low, mid, high = 2.2, 4.5, 6.8
	pips := [][2]float64{{low, low}, {high, high}, {high, low}, {low, high}, {low, mid}, {high, mid}}[:n-n%2]
	if n%2 == 1 {
		pips = append(slices.Clip(pips), [2]float64{mid, mid})
	}
	return pips
}

func ftoa(x float64) string { return strconv.FormatFloat(x, 'f', -1, 32) }
