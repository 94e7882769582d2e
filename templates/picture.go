package templates

import "fmt"

// pictureTransform places stick i of a drawn heap: groups of five, each stick
// a little askew as sticks lie, the last up of them lifted.
func pictureTransform(i, sticks, up int) string {
	const step, group, width = 25.0, 14.0, 420.0
	total := float64(sticks-1)*step + float64((sticks-1)/5)*group + 24
	x := (width-total)/2 + float64(i)*step + float64(i/5)*group
	y, turn := 34.0, Askew(i)
	if i >= sticks-up {
		y, turn = 14.0, Askew(i)+4
	}
	return fmt.Sprintf("translate(%.1f %.1f) rotate(%.1f 12 50)", x, y, turn)
}

// Askew is by how many degrees stick i leans, from 0: the same in every
// picture of a heap.
func Askew(i int) float64 {
	leans := [...]float64{-1.5, 0.8, -0.6, 1.8, -1.1, 0.4, 1.2}
	return leans[i%len(leans)]
}
