package gametest

import (
	"errors"
	"testing"

	"github.com/hod-games/hod/internal/game"
)

// FuzzActions sends any text to positions of random games: Read and Apply
// refuse it by a listed rule, or it leads where a legal action leads. Without
// options it plays the defaults and every preset.
func FuzzActions(f *testing.F, rules game.Rules, options ...[]byte) {
	f.Helper()
	suite := Suite{Entry: game.Entry{Rules: rules}, Options: options}.withDefaults()
	for i, text := range noise() {
		f.Add(uint8(i), uint64(i), uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, seed uint64, events uint8, text string) {
		p, s := start(t, suite, which)
		r := source(seed)
		for at, err := range Play(s, r, int(events)) {
			if err != nil {
				t.Fatal(err)
			}
			s = at
		}
		was, err := Snap(s)
		if err != nil {
			t.Fatalf("in %q: %v", s, err)
		}
		successors, err := p.checkActions(s, was)
		if err != nil {
			t.Fatalf("in %q: %v", s, err)
		}
		a, err := s.Read(text)
		if err != nil {
			err = p.checkRefusal(err)
		} else if again, errAgain := s.Read(string(a)); errAgain != nil || again != a {
			t.Fatalf("in %q: %q is read as %q, and that as %q (error %v)", s, text, a, again, errAgain)
		} else {
			err = p.checkApplied(s, a, successors)
		}
		if err == nil {
			err = p.checkApplied(s, game.Action(text), successors)
		}
		if err == nil {
			err = same(was, s)
		}
		if err != nil {
			t.Fatalf("in %q, text %q: %v", s, text, err)
		}
	})
}

// seedCodes is about how many positions of a game FuzzCodes begins with. All
// seeds are tried before anything is mutated, so that a few, spread over the
// game, find more than all of them.
const seedCodes = 8

// FuzzCodes starts from any text: it is refused, or gives a sound position.
func FuzzCodes(f *testing.F, rules game.Rules, options ...[]byte) {
	f.Helper()
	suite := Suite{Entry: game.Entry{Rules: rules}, Options: options}.withDefaults()
	for which := range suite.Options {
		recording, err := Record(rules, suite.Options[which], uint64(which), suite.MaxEvents)
		if err != nil {
			f.Fatal(err)
		}
		s, err := rules.Start(recording.Options, "")
		every := max(1, len(recording.Events)/seedCodes)
		for i, e := range recording.Events {
			if err != nil {
				f.Fatal(err)
			}
			if i%every == 0 || i == len(recording.Events)-1 {
				f.Add(uint8(which), s.String())
			}
			s, err = e.Apply(s)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, code string) {
		p, _ := start(t, suite, which)
		if err := p.checkCode(code); err != nil {
			t.Fatalf("code %q: %v", code, err)
		}
	})
}

// FuzzOptions normalizes any bytes: the error is an *OptionError, or the result
// is canonical and starts a game.
func FuzzOptions(f *testing.F, rules game.Rules) {
	f.Helper()
	defaults, err := rules.Normalize(nil)
	if err != nil {
		f.Fatal(err)
	}
	fields, err := object(defaults)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(defaults)
	for _, p := range rules.Info().Presets {
		f.Add(p.Options)
	}
	for _, text := range noise() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, options []byte) {
		err := checkCanonical(rules, options, fields)
		if _, ok := errors.AsType[*game.OptionError](err); err != nil && !ok {
			t.Fatalf("normalize %q: %v", options, err)
		}
	})
}

func start(t *testing.T, suite Suite, which uint8) (*positions, game.State) {
	t.Helper()
	rules := suite.Entry.Rules
	options, err := rules.Normalize(suite.Options[int(which)%len(suite.Options)])
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules.Start(options, "")
	if err != nil {
		t.Fatal(err)
	}
	return newPositions(suite, options), s
}
