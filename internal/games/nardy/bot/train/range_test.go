package train

import (
	"errors"
	"math"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// TestTheSettingOutOfRangeIsNamed changes one setting at a time.
func TestTheSettingOutOfRangeIsNamed(t *testing.T) {
	settings := func(change func(*Settings)) func() error {
		s := short(1)
		change(&s)
		return func() error { _, err := New(s, bot.Nets{}); return err }
	}
	labels := func(change func(*Labels)) func() error {
		l := DefaultLabels()
		change(&l)
		return func() error { _, err := NewLabeller(l, bot.Nets{}, tables); return err }
	}
	fit := func(change func(*Fit)) func() error {
		f := DefaultFit()
		change(&f)
		return f.Check
	}
	for want, check := range map[string]func() error{
		"games: 0 is not 1 or more":             settings(func(s *Settings) { s.Games = 0 }),
		"hidden: -1 is not 1 or more":           settings(func(s *Settings) { s.Hidden[0] = -1 }),
		"hidden-race: 0 is not 1 or more":       settings(func(s *Settings) { s.Hidden[1] = 0 }),
		"rate: -4 is not above 0":               settings(func(s *Settings) { s.Rate[0] = -4 }),
		"rate-end: +Inf is not above 0":         settings(func(s *Settings) { s.Rate[1] = math.Inf(1) }),
		"lambda: NaN is not from 0 to 1":        settings(func(s *Settings) { s.Lambda = math.NaN() }),
		"strays: 1.5 is not from 0 to 1":        settings(func(s *Settings) { s.Strays = 1.5 }),
		"slips: -0.1 is not from 0 to 1":        settings(func(s *Settings) { s.Slips = -0.1 }),
		"strays: 2 is not from 0 to 1":          labels(func(l *Labels) { l.Strays = 2 }),
		"slips: 2 is not from 0 to 1":           labels(func(l *Labels) { l.Slips = 2 }),
		"plies: 3 is not from 0 to 2":           labels(func(l *Labels) { l.Plies = 3 }),
		"doubt: 0 is not above 0":               labels(func(l *Labels) { l.Doubt = 0 }),
		"share: 0 is not above 0 and at most 1": labels(func(l *Labels) { l.Share = 0 }),
		"siblings: -1 is not 0 or more":         labels(func(l *Labels) { l.Siblings = -1 }),
		"throws: -1 is not 0 or more":           labels(func(l *Labels) { l.Throws = -1 }),
		"keep: 0 is not 1 or more":              labels(func(l *Labels) { l.Keep = 0 }),
		"disputed: -0.5 is not 0 or more":       labels(func(l *Labels) { l.Disputed = -0.5 }),
		"epochs: 0 is not 1 or more":            fit(func(f *Fit) { f.Epochs = 0 }),
		"fit-rate: 0 is not above 0":            fit(func(f *Fit) { f.Rate[0] = 0 }),
		"fit-rate-end: -0.001 is not above 0":   fit(func(f *Fit) { f.Rate[1] = -0.001 }),
	} {
		err := check()
		if out, ok := errors.AsType[*OutOfRangeError](err); !ok || out.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for about, check := range map[string]func() error{
		"settings": settings(func(*Settings) {}), "fit": fit(func(*Fit) {}),
		"labels": func() error { l := DefaultLabels(); return l.Check() },
	} {
		if err := check(); err != nil {
			t.Errorf("the defaults of %s: %v", about, err)
		}
	}
}
