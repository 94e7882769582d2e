package templates

// Bachet is the view of Bachet's game, as its State.View marshals it.
type Bachet struct {
	Sticks int          `json:"sticks"`
	Left   int          `json:"left"`
	Max    int          `json:"max"`
	Misere bool         `json:"misere"`
	Legal  []string     `json:"legal"`
	Lesson BachetLesson `json:"lesson"`
}

// BachetLesson is what theory says about a heap, for the side to move.
type BachetLesson struct {
	Modulus   int  `json:"modulus"`
	Remainder int  `json:"remainder"`
	Won       bool `json:"won"`
	Take      int  `json:"take"`
}

// Most is the largest take that is possible now, 0 at the end.
func (b Bachet) Most() int { return len(b.Legal) }

// Dense reports whether the heap is so big that its sticks have to stand
// closer together. It depends on the options alone: the heap looks the same
// through a whole round.
func (b Bachet) Dense() bool { return b.Sticks > 25 }

// Stick is one stick of the heap as it is drawn.
type Stick struct {
	No    int  // from 1
	Take  int  // how many go if it is chosen, 0 where it can not be
	Taken bool // it is gone
	Last  bool // it went in the last move
}

// Heap returns the sticks in order. The last ones are those that can be taken;
// lastTake is how many went in the last move.
func (b Bachet) Heap(lastTake int) []Stick {
	all := make([]Stick, b.Sticks)
	for i := range all {
		no := i + 1
		all[i] = Stick{No: no, Taken: no > b.Left, Last: no > b.Left && no <= b.Left+lastTake}
		if take := b.Left - i; !all[i].Taken && take <= b.Most() {
			all[i].Take = take
		}
	}
	return all
}
