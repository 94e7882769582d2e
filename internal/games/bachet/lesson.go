package bachet

// Lesson is what the theory of the game says about a heap. It is a public fact
// about numbers, so a page may show it to anyone.
type Lesson struct {
	Modulus   int  `json:"modulus"`        // M+1
	Remainder int  `json:"remainder"`      // sticks left mod Modulus
	Won       bool `json:"won"`            // the side to move wins by force
	Take      int  `json:"take,omitempty"` // the only take that keeps the win, 0 where there is none
}

// LessonFor judges a heap for the side to move: left sticks, takes of 1 to
// most, and the ending. With nothing left it says whether the side that would
// be next has won. It needs left ≥ 0 and most ≥ 1.
func LessonFor(left, most int, misere bool) Lesson {
	modulus := most + 1
	lost := 0 // the remainder of a lost heap
	if misere {
		lost = 1
	}
	l := Lesson{Modulus: modulus, Remainder: left % modulus}
	l.Won = l.Remainder != lost
	if l.Won && left > 0 {
		l.Take = (l.Remainder - lost + modulus) % modulus
	}
	return l
}

// Lesson judges the position for the side to move.
func (s State) Lesson() Lesson { return LessonFor(s.left, s.options.Max, s.options.Misere) }
