package ashtarashki

import (
	"fmt"
	"iter"

	"github.com/hod-games/hod/internal/game"
)

// State is a position as the contract of all games sees it: First is White.
type State struct{ position Position }

var _ game.State = State{}

// StateOf is the State of a position.
func StateOf(p Position) State { return State{p} }

// Position is the position of s, for bots and studies.
func (s State) Position() Position { return s.position }

// SideOf is the side of the contract that plays a colour.
func SideOf(c Colour) game.Side {
	if c == White {
		return game.First
	}
	return game.Second
}

// ToAct is the side to move; Nobody once the game is over.
func (s State) ToAct() game.Side {
	if _, over := s.position.Ending(); over {
		return game.Nobody
	}
	return SideOf(s.position.ToMove)
}

// Legal yields the legal moves sorted by bytes. Of moves that lead to the same
// position, such as the two third retreats of one stone, it yields the first.
func (s State) Legal() iter.Seq[game.Action] {
	return func(yield func(game.Action) bool) {
		seen := map[Position]bool{}
		for _, play := range s.position.Plays() {
			after := s.position.After(play.Move)
			if seen[after] {
				continue
			}
			seen[after] = true
			if !yield(play.Text) {
				return
			}
		}
	}
}

// Read turns what a person typed into the notation of a writer (clauses 5.4
// and 5.5). A move that is not legal keeps the departure it was typed with.
func (s State) Read(text string) (game.Action, error) {
	t, refusal := parseMove(text)
	if refusal != nil {
		return "", refusal
	}
	play, refusal := s.position.judge(t)
	switch {
	case refusal == nil:
		return play.Text, nil
	case refusal.Rule == RuleUnreadable:
		return "", refusal
	}
	return game.Action(s.position.withColons(t).String()), nil
}

// Apply returns the position after a move, in any spelling that Read accepts.
func (s State) Apply(a game.Action) (game.State, error) {
	play, err := s.play(string(a))
	if err != nil {
		return nil, err
	}
	return State{s.position.After(play.Move)}, nil
}

func (s State) play(text string) (Play, error) {
	t, refusal := parseMove(text)
	if refusal != nil {
		return Play{}, refusal
	}
	play, refusal := s.position.judge(t)
	if refusal != nil {
		return Play{}, refusal
	}
	return play, nil
}

// Outcome is the Ending of the position.
func (s State) Outcome() (game.Outcome, bool) {
	e, over := s.position.Ending()
	if !over {
		return game.Outcome{}, false
	}
	return game.Outcome{Winner: SideOf(e.Winner), Points: e.Points, Reason: e.Reason}, true
}

// String is the position text of clause 5.6.
func (s State) String() string { return s.position.String() }

// Text is the action of a legal move, as Legal yields it.
func (p Position) Text(m Move) (game.Action, error) {
	after := p.After(m)
	for _, play := range p.Plays() {
		if p.After(play.Move) == after {
			return play.Text, nil
		}
	}
	return "", fmt.Errorf("write the move from %s to %s: it is not legal in %s", m.From, m.To, p)
}
