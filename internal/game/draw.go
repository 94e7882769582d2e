package game

import "iter"

// Draw asks for independent fair dice.
type Draw struct {
	Dice  int // how many, at least 1
	Faces int // each shows 1 … Faces with equal chances
}

// All yields every ordered throw, each as likely as any other, in
// lexicographic order. The slice is fresh for every throw.
func (d Draw) All() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		pips := make([]int, d.Dice)
		for i := range pips {
			pips[i] = 1
		}
		for {
			if !yield(append([]int(nil), pips...)) {
				return
			}
			i := d.Dice - 1
			for i >= 0 && pips[i] == d.Faces {
				pips[i] = 1
				i--
			}
			if i < 0 {
				return
			}
			pips[i]++
		}
	}
}
