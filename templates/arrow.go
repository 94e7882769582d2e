package templates

import (
	"math"
	"strconv"
	"strings"
)

// arrow is a line through some dots with a head at its end, as the path of a
// drawing.
func arrow(dots [][2]float64) string {
	const head, short = 3.0, 2.5
	last := len(dots) - 1
	x, y := dots[last][0], dots[last][1]
	dx, dy := x-dots[last-1][0], y-dots[last-1][1]
	far := math.Hypot(dx, dy)
	if far == 0 {
		far = 1
	}
	dx, dy = dx/far, dy/far
	x, y = x-short*dx, y-short*dy // it ends where the checker begins
	var b strings.Builder
	put := func(word string, x, y float64) {
		b.WriteString(word + strconv.FormatFloat(x, 'f', 1, 64) + " " + strconv.FormatFloat(y, 'f', 1, 64))
	}
	for i, d := range dots[:last] {
		word := "L"
		if i == 0 {
			word = "M"
		}
		put(word, d[0], d[1])
	}
	put("L", x, y)
	put("M", x-head*(dx-0.7*dy), y-head*(dy+0.7*dx))
	put("L", x, y)
	put("L", x-head*(dx+0.7*dy), y-head*(dy-0.7*dx))
	return b.String()
}
