package bachet

import (
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// View is what Bachet's board needs.
type View struct {
	Sticks int           `json:"sticks"` // N, the initial heap
	Left   int           `json:"left"`
	Max    int           `json:"max"` // M, the most to take at once
	Misere bool          `json:"misere"`
	Mover  game.Side     `json:"mover"`  // the side to move, "nobody" at the end
	Winner game.Side     `json:"winner"` // "nobody" until the end
	Legal  []game.Action `json:"legal"`
	Lesson Lesson        `json:"lesson"`
	Turn   game.Turn     `json:"turn"`
}

// View returns a View.
func (s State) View() any {
	legal := slices.AppendSeq([]game.Action{}, s.Legal())
	outcome, _ := s.Outcome()
	return View{
		Sticks: s.options.Sticks,
		Left:   s.left,
		Max:    s.options.Max,
		Misere: s.options.Misere,
		Mover:  s.ToAct(),
		Winner: outcome.Winner,
		Legal:  legal,
		Lesson: s.Lesson(),
		Turn:   game.Choices(legal),
	}
}
