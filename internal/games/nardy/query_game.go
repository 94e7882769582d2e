package nardy

import (
	"errors"
	"fmt"
	"slices"
)

// GameAnswer answers a query of type "game": the game played again, with what
// the rules say about every stage.
type GameAnswer struct {
	Starter string      `json:"starter"` // "L" or "D"
	Start   string      `json:"start"`   // position code
	Stages  []GameStage `json:"stages"`
	StatusAnswer
}

// GameStage is a stage of a game. A request gives its dice and its result; the
// rest of the answer is what the rules make of them.
type GameStage struct {
	Turn      string `json:"turn"`
	Throws    int    `json:"throws"` // own throws so far
	Dice      []int  `json:"dice"`
	First     bool   `json:"first"`
	HeadTaken int    `json:"head_taken"`
	HandOver  bool   `json:"handover"`
	Used      int    `json:"used"`
	Count     int    `json:"count"`
	Result    string `json:"result"`
}

// game plays the stages of a request in order. The error says which stage can
// not have happened.
func (q *query) game(v *Variant) (any, error) {
	o := DefaultOptions()
	o.Variant = v.ID
	s, err := New(o.JSON(), "")
	if err != nil {
		return nil, err
	}
	if s, err = s.roll(q.Opening); err != nil {
		return nil, fmt.Errorf("opening: %w", err)
	}
	if s.phase == PhaseDraw {
		return nil, errors.New("opening: equal dice are thrown again")
	}
	a := GameAnswer{Starter: s.side.Letter(), Start: v.Code(&s.pos), Stages: []GameStage{}}
	for i := range q.Stages {
		stage := &q.Stages[i]
		if s, err = s.replayed(stage); err != nil {
			return nil, fmt.Errorf("stage %d: %w", i+1, err)
		}
		a.Stages = append(a.Stages, *stage)
	}
	a.StatusAnswer = status(v, &s.pos)
	return a, nil
}

// replayed plays a stage and notes in it what the rules say.
func (s *State) replayed(stage *GameStage) (*State, error) {
	if s.phase == PhaseThrow {
		if len(stage.Dice) < s.set.Dice {
			return nil, fmt.Errorf("%d dice thrown, not %d", len(stage.Dice), s.set.Dice)
		}
		var err error
		if s, err = s.roll(stage.Dice[:s.set.Dice]); err != nil {
			return nil, err
		}
	}
	if s.phase != PhasePlay {
		return nil, errors.New("the game is over")
	}
	var dice []int
	for _, d := range s.dice.slice() {
		dice = append(dice, int(d))
	}
	if !slices.Equal(dice, stage.Dice) {
		return nil, fmt.Errorf("%v is to be played, not %v", dice, stage.Dice)
	}
	g := s.Graph()
	*stage = GameStage{
		Turn: s.side.Letter(), Throws: s.throws[s.side], Dice: dice,
		First: !s.handed && !s.extra && s.throws[s.side] == 1, HeadTaken: s.head, HandOver: s.handed,
		Used: g.Used, Result: stage.Result,
	}
	var next *State
	for _, i := range g.Finals() {
		stage.Count++
		if n := &g.Nodes[i]; s.set.Code(&n.Position) == stage.Result {
			next = s.played(&n.Position, s.dice.n-n.Left)
		}
	}
	if next == nil {
		return nil, fmt.Errorf("%s is no legal result", stage.Result)
	}
	return next, nil
}
