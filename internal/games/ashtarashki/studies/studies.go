package studies

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/hod-games/hod/internal/game"
)

// Study is a position in which White is to move and wins.
type Study struct {
	ID       string `json:"id"`       // "3-07": its number among those of three moves, easy ones first
	Position string `json:"position"` // a position text
	// Moves is N: how many moves White makes until the game is won against the
	// longest defence. A last one of Black may end it.
	Moves int `json:"moves"`
	// Theme is what happens in Line.
	Theme Theme `json:"theme"`
	// Line is how White wins as soon as it can and Black loses as late as it
	// can. Its first move is the only one that wins.
	Line   []game.Action `json:"line"`
	Reason string        `json:"reason"` // of the outcome at the end of Line
	// Work is how many positions a complete search looks at to find the win: a
	// measure of difficulty.
	Work int `json:"work"`
}

// Solution is the first move, the only one that wins.
func (s Study) Solution() game.Action { return s.Line[0] }

//go:embed studies.json
var file []byte

// All returns the studies in the order of difficulty: by the number of moves,
// then by Work.
func All() []Study {
	var all []Study
	if err := json.Unmarshal(file, &all); err != nil {
		panic(fmt.Sprintf("the embedded studies: %v", err)) // a broken build
	}
	return all
}
