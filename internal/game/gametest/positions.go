package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/hod-games/hod/internal/game"
)

// checkGames plays random games and checks every position on the way.
func checkGames(s Suite) error {
	for _, raw := range s.Options {
		options, err := s.Entry.Rules.Normalize(raw)
		if err != nil {
			return fmt.Errorf("normalize %s: %w", raw, err)
		}
		initial, err := s.Entry.Rules.Start(options, "")
		if err != nil {
			return fmt.Errorf("start %s: %w", options, err)
		}
		p := newPositions(s, options)
		for n := range s.Games {
			if err := p.checkGame(initial, rand.New(rand.NewPCG(s.Seed, uint64(n)))); err != nil {
				return fmt.Errorf("options %s, game %d: %w", options, n, err)
			}
		}
	}
	return nil
}

func (p *positions) checkGame(s game.State, r *rand.Rand) error {
	events := 0
	var last game.State
	for at, err := range Play(s, r, p.suite.MaxEvents) {
		if err != nil {
			return fmt.Errorf("after %d events: %w", events, err)
		}
		if err := p.check(at, r, r.IntN(p.suite.Every) == 0); err != nil {
			return fmt.Errorf("after %d events, in %q: %w", events, at, err)
		}
		events++
		last = at
	}
	if last.ToAct() != game.Nobody {
		return fmt.Errorf("not over after %d events, in %q", p.suite.MaxEvents, last)
	}
	return nil
}

// positions checks single positions of one game with one set of options.
type positions struct {
	suite   Suite
	info    game.Info
	options []byte
	// texts are actions and position codes seen so far, as material for
	// input that is legal elsewhere.
	texts []string
}

func newPositions(s Suite, options []byte) *positions {
	return &positions{suite: s, info: s.Entry.Rules.Info(), options: options}
}

func (p *positions) check(s game.State, r *rand.Rand, costly bool) error {
	was, err := Snap(s)
	if err != nil {
		return err
	}
	if err := same(was, s); err != nil {
		return fmt.Errorf("asked twice: %w", err)
	}
	if err := p.checkSaid(s, was); err != nil {
		return err
	}
	back, err := p.suite.Entry.Rules.Start(p.options, was.Code)
	if err != nil {
		return fmt.Errorf("start from its own code: %w", err)
	}
	if err := same(was, back); err != nil {
		return fmt.Errorf("start from its own code: %w", err)
	}
	if !costly {
		return nil
	}
	successors, err := p.checkActions(s, was)
	if err != nil {
		return err
	}
	if err := p.checkDice(s, was); err != nil {
		return err
	}
	if err := p.checkTexts(s, successors, r); err != nil {
		return err
	}
	if err := p.checkCodes(was.Code, r); err != nil {
		return err
	}
	if err := same(was, s); err != nil {
		return fmt.Errorf("the receiver changed: %w", err)
	}
	return nil
}

// checkSaid checks that what a position says fits together.
func (p *positions) checkSaid(s game.State, was Snapshot) error {
	if was.ToAct < game.Nobody || was.ToAct > game.Chance {
		return fmt.Errorf("%v is to act", was.ToAct)
	}
	if was.Over != (was.ToAct == game.Nobody) {
		return fmt.Errorf("%v is to act, but whether there is an outcome is %t", was.ToAct, was.Over)
	}
	if was.Over {
		if err := checkOutcome(was.Outcome, p.info.Reasons); err != nil {
			return fmt.Errorf("outcome: %w", err)
		}
	}
	if was.ToAct.Player() != (len(was.Legal) > 0) {
		return fmt.Errorf("%v is to act and %d actions are legal", was.ToAct, len(was.Legal))
	}
	if slices.Contains(was.Legal, game.Pass) && len(was.Legal) > 1 {
		return fmt.Errorf("pass is legal beside other actions: %q", was.Legal)
	}
	for range s.Legal() {
		break // a sequence that goes on after this panics
	}
	if limit := p.suite.MaxViewBytes; limit > 0 && len(was.View) > limit {
		return fmt.Errorf("the view has %d bytes, more than %d", len(was.View), limit)
	}
	if err := checkTurn(was); err != nil {
		return fmt.Errorf("turn of the view: %w", err)
	}
	for i, price := range was.Prices {
		side := [...]game.Side{game.First, game.Second}[i]
		if price.Winner != side.Other() {
			return fmt.Errorf("%v concedes and the winner is %v", side, price.Winner)
		}
		if err := checkOutcome(price, append([]string{game.ReasonResigned}, p.info.Reasons...)); err != nil {
			return fmt.Errorf("%v concedes: %w", side, err)
		}
	}
	return nil
}

func checkOutcome(o game.Outcome, reasons []string) error {
	switch {
	case o.Winner == game.Chance || o.Winner < 0 || o.Winner > game.Chance:
		return fmt.Errorf("%v wins", o.Winner)
	case o.Winner.Player() && o.Points < 1:
		return fmt.Errorf("%v wins %d points", o.Winner, o.Points)
	case !o.Winner.Player() && o.Points != 0:
		return fmt.Errorf("a draw of %d points", o.Points)
	case !slices.Contains(reasons, o.Reason):
		return fmt.Errorf("reason %q is not one of %q", o.Reason, reasons)
	}
	return nil
}

// checkActions applies every legal action and returns the codes of the
// successors.
func (p *positions) checkActions(s game.State, was Snapshot) (map[string]game.Action, error) {
	successors := make(map[string]game.Action, len(was.Legal))
	for _, a := range was.Legal {
		read, err := s.Read(string(a))
		if err != nil {
			return nil, fmt.Errorf("read legal %q: %w", a, err)
		}
		if read != a {
			return nil, fmt.Errorf("read legal %q as %q", a, read)
		}
		next, err := s.Apply(a)
		if err != nil {
			return nil, fmt.Errorf("apply legal %q: %w", a, err)
		}
		if next == nil {
			return nil, fmt.Errorf("apply legal %q: no position and no error", a)
		}
		code := next.String()
		if other, taken := successors[code]; taken {
			return nil, fmt.Errorf("%q and %q lead to the same position %q", other, a, code)
		}
		successors[code] = a
		again, err := s.Apply(a)
		if err != nil || again.String() != code {
			return nil, fmt.Errorf("%q leads to %q, then to %v (%s)", a, code, again, told(err))
		}
		p.remember(string(a), code)
	}
	return successors, nil
}

// remember keeps some texts, not all.
func (p *positions) remember(texts ...string) {
	const enough = 400
	if len(p.texts) < enough {
		p.texts = append(p.texts, texts...)
	}
}

// checkDice throws every throw where chance is to act, and wrong ones.
func (p *positions) checkDice(s game.State, was Snapshot) error {
	dicer, ok := s.(game.Dicer)
	if !ok {
		return nil // Snap has seen that chance is not to act
	}
	if was.ToAct != game.Chance {
		for _, pips := range [][]int{nil, {1}, {1, 1}, {1, 2, 3}, {1, 1, 1, 1}} {
			if _, err := dicer.Roll(pips); err == nil {
				return fmt.Errorf("%v is to act and the throw %v is accepted", was.ToAct, pips)
			}
		}
		return nil
	}
	if was.Draw.Dice < 1 || was.Draw.Faces < 2 {
		return fmt.Errorf("asks for a draw of %+v", was.Draw)
	}
	if was.Throws != game.Nobody && !was.Throws.Player() {
		return fmt.Errorf("the throw is one of %v", was.Throws)
	}
	for _, pips := range wrongThrows(was.Draw) {
		if _, err := dicer.Roll(pips); err == nil {
			return fmt.Errorf("the throw %v of %+v is accepted", pips, was.Draw)
		}
	}
	for pips := range was.Draw.All() {
		next, err := dicer.Roll(pips)
		if err != nil {
			return fmt.Errorf("roll %v: %w", pips, err)
		}
		if next == nil {
			return fmt.Errorf("roll %v: no position and no error", pips)
		}
		code := next.String()
		again, err := dicer.Roll(slices.Clone(pips))
		if err != nil || again.String() != code {
			return fmt.Errorf("roll %v leads to %q, then to %v (%s)", pips, code, again, told(err))
		}
		kept := slices.Clone(pips)
		for i := range pips {
			pips[i] = -1
		}
		if next.String() != code {
			return fmt.Errorf("roll %v: the position changes with the slice it was given", kept)
		}
	}
	return nil
}

func wrongThrows(d game.Draw) [][]int {
	ones := slices.Repeat([]int{1}, d.Dice)
	low, high, negative := slices.Clone(ones), slices.Clone(ones), slices.Clone(ones)
	low[0], high[d.Dice-1], negative[0] = 0, d.Faces+1, -1
	return [][]int{nil, ones[1:], append(slices.Clone(ones), 1), low, high, negative}
}

var errNotRefusal = errors.New("not a *Refusal")
