package gametest_test

import (
	"encoding/json"
	"iter"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
)

// faults replace single answers of the toy game; nil leaves them as they are.
type faults struct {
	info      func(game.Info) game.Info
	normalize func([]byte) ([]byte, error)
	start     func(code string) string
	explain   func([]game.Clause) []game.Clause
	following func(options []byte, o game.Outcome) ([]byte, bool, error)

	toAct   func(toy.State) game.Side
	legal   func(toy.State) iter.Seq[game.Action]
	read    func(toy.State, string) (game.Action, error)
	apply   func(toy.State, game.Action) (game.State, error)
	outcome func(toy.State) (game.Outcome, bool)
	view    func(toy.State) any
	code    func(toy.State) string
	draw    func(toy.State) game.Draw
	throws  func(toy.State) game.Side
	roll    func(toy.State, []int) (game.State, error)
	concede func(toy.State, game.Side) game.Outcome
}

type brokenRules struct {
	toy.Rules
	f *faults
}

func (b brokenRules) Info() game.Info {
	if b.f.info != nil {
		return b.f.info(b.Rules.Info())
	}
	return b.Rules.Info()
}

func (b brokenRules) Normalize(options []byte) ([]byte, error) {
	if b.f.normalize != nil {
		return b.f.normalize(options)
	}
	return b.Rules.Normalize(options)
}

func (b brokenRules) Start(options []byte, code string) (game.State, error) {
	if b.f.start != nil {
		code = b.f.start(code)
	}
	return b.f.wrap(b.Rules.Start(options, code))
}

func (b brokenRules) Explain() []game.Clause {
	if b.f.explain != nil {
		return b.f.explain(b.Rules.Explain())
	}
	return b.Rules.Explain()
}

func (b brokenRules) Following(options []byte, o game.Outcome) ([]byte, bool, error) {
	if b.f.following != nil {
		return b.f.following(options, o)
	}
	return b.Rules.Following(options, o)
}

type brokenState struct {
	toy.State
	f *faults
}

func (f *faults) wrap(s game.State, err error) (game.State, error) {
	if inner, ok := s.(toy.State); ok && err == nil {
		return brokenState{inner, f}, nil
	}
	return s, err
}

func (b brokenState) ToAct() game.Side {
	if b.f.toAct != nil {
		return b.f.toAct(b.State)
	}
	return b.State.ToAct()
}

func (b brokenState) Legal() iter.Seq[game.Action] {
	if b.f.legal != nil {
		return b.f.legal(b.State)
	}
	return b.State.Legal()
}

func (b brokenState) Read(text string) (game.Action, error) {
	if b.f.read != nil {
		return b.f.read(b.State, text)
	}
	return b.State.Read(text)
}

func (b brokenState) Apply(a game.Action) (game.State, error) {
	if b.f.apply != nil {
		return b.f.wrap(b.f.apply(b.State, a))
	}
	return b.f.wrap(b.State.Apply(a))
}

func (b brokenState) Outcome() (game.Outcome, bool) {
	if b.f.outcome != nil {
		return b.f.outcome(b.State)
	}
	return b.State.Outcome()
}

func (b brokenState) View() any {
	if b.f.view != nil {
		return b.f.view(b.State)
	}
	return b.State.View()
}

func (b brokenState) String() string {
	if b.f.code != nil {
		return b.f.code(b.State)
	}
	return b.State.String()
}

func (b brokenState) Draw() game.Draw {
	if b.f.draw != nil {
		return b.f.draw(b.State)
	}
	return b.State.Draw()
}

func (b brokenState) Throwing() game.Side {
	if b.f.throws != nil {
		return b.f.throws(b.State)
	}
	return b.State.Throwing()
}

func (b brokenState) Roll(pips []int) (game.State, error) {
	if b.f.roll != nil {
		return b.f.wrap(b.f.roll(b.State, pips))
	}
	return b.f.wrap(b.State.Roll(pips))
}

func (b brokenState) Concede(s game.Side) game.Outcome {
	if b.f.concede != nil {
		return b.f.concede(b.State, s)
	}
	return b.State.Concede(s)
}

func phaseOf(s toy.State) string {
	phase, _, _ := strings.Cut(s.String(), " ")
	return phase
}

// editView changes the JSON object of the toy's view.
func editView(edit func(s toy.State, view map[string]any, turn *game.Turn)) func(toy.State) any {
	return func(s toy.State) any {
		view := s.View().(toy.View)
		data, err := json.Marshal(view)
		if err != nil {
			return err
		}
		var object map[string]any
		if err := json.Unmarshal(data, &object); err != nil {
			return err
		}
		turn := view.Turn
		edit(s, object, &turn)
		object["turn"] = turn
		return object
	}
}

// shared is memory that a broken game keeps between calls.
type shared struct{ n int }

func (s *shared) next() int { s.n++; return s.n }
