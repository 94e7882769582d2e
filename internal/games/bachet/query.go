package bachet

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Heap is a position as other people's programs write it: without the initial
// heap and without sides, which decide nothing about the next take.
type Heap struct {
	Left   int  // sticks left, 0 to MaxSticks
	Max    int  // the most to take at once, MinTake to MaxTake
	Misere bool // whoever takes the last stick loses
}

// ParseHeap reads {"left":15,"max":3,"misere":false}. "left" is needed, the
// others have the defaults of the options, further fields are ignored.
func ParseHeap(request []byte) (Heap, error) {
	var r struct {
		Left   *int `json:"left"`
		Max    *int `json:"max"`
		Misere bool `json:"misere"`
	}
	if err := json.Unmarshal(request, &r); err != nil {
		return Heap{}, fmt.Errorf("read heap: %w", err)
	}
	if r.Left == nil {
		return Heap{}, errors.New(`"left" is missing`)
	}
	h := Heap{Left: *r.Left, Max: DefaultTake, Misere: r.Misere}
	if r.Max != nil {
		h.Max = *r.Max
	}
	if h.Left < 0 || h.Left > MaxSticks {
		return Heap{}, fmt.Errorf(`"left" is not from 0 to %d`, MaxSticks)
	}
	if h.Max < MinTake || h.Max > MaxTake {
		return Heap{}, fmt.Errorf(`"max" is not from %d to %d`, MinTake, MaxTake)
	}
	return h, nil
}

// Takes are the legal takes in ascending order; none when nothing is left.
func (h Heap) Takes() []int {
	takes := make([]int, 0, h.Max)
	for n := 1; n <= min(h.Max, h.Left); n++ {
		takes = append(takes, n)
	}
	return takes
}

// ErrHeapEmpty is the error of Best when nothing is left to take.
var ErrHeapEmpty = errors.New("no stick is left")

// Best is the take of perfect play. In a lost heap it is one stick: that leaves
// the most sticks and so the most room for a mistake, and against perfect play
// every take loses after the same number of moves.
func (h Heap) Best() (int, error) {
	if h.Left == 0 {
		return 0, ErrHeapEmpty
	}
	if l := LessonFor(h.Left, h.Max, h.Misere); l.Won {
		return l.Take, nil
	}
	return 1, nil
}

// Heap is the position without the initial heap and the sides.
func (s State) Heap() Heap {
	return Heap{Left: s.left, Max: s.options.Max, Misere: s.options.Misere}
}

// Takes answers a "legal" request.
type Takes struct {
	Legal []int `json:"legal"`
}

// Take answers a "best" request, and is what a bot advises.
type Take struct {
	Take int `json:"take"`
}

// Query answers the requests of the package comment.
func (Rules) Query(request []byte) (any, error) {
	var r struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(request, &r); err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	h, err := ParseHeap(request)
	if err != nil {
		return nil, err
	}
	switch r.Type {
	case "legal":
		return Takes{h.Takes()}, nil
	case "best":
		n, err := h.Best()
		return Take{n}, err
	default:
		return nil, fmt.Errorf("no such type of request: %.40q; there are legal and best", r.Type)
	}
}
