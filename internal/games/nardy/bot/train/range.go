package train

import (
	"cmp"
	"fmt"
	"math"
)

// OutOfRangeError is the error for a setting that makes no sense.
type OutOfRangeError struct {
	Setting string // named as the flag of "arena train"
	Value   any
	Allowed string // the range, in words
}

func (e *OutOfRangeError) Error() string {
	return fmt.Sprintf("%s: %v is not %s", e.Setting, e.Value, e.Allowed)
}

// Check returns an *OutOfRangeError for the first number that makes no sense.
func (s *Settings) Check() error {
	return cmp.Or(
		atLeast(1, "games", s.Games),
		atLeast(1, "hidden", s.Hidden[0]),
		atLeast(1, "hidden-race", s.Hidden[1]),
		positive("rate", s.Rate[0]),
		positive("rate-end", s.Rate[1]),
		share("lambda", s.Lambda),
		share("strays", s.Strays),
		share("slips", s.Slips),
	)
}

// Check returns an *OutOfRangeError for the first number that makes no sense.
func (l *Labels) Check() error {
	return cmp.Or(
		share("strays", l.Strays),
		share("slips", l.Slips),
		within(l.Plies >= 0 && l.Plies <= 2, "plies", l.Plies, "from 0 to 2"),
		positive("doubt", l.Doubt),
		within(l.Share > 0 && l.Share <= 1, "share", l.Share, "above 0 and at most 1"),
		atLeast(0, "siblings", l.Siblings),
		atLeast(0, "throws", l.Throws),
		atLeast(1, "keep", l.Keep),
		within(l.Disputed >= 0 && !math.IsInf(l.Disputed, 1), "disputed", l.Disputed, "0 or more"),
	)
}

// Check returns an *OutOfRangeError for the first number that makes no sense.
func (f *Fit) Check() error {
	return cmp.Or(
		atLeast(1, "epochs", f.Epochs),
		positive("fit-rate", f.Rate[0]),
		positive("fit-rate-end", f.Rate[1]),
	)
}

func atLeast(least int, setting string, n int) error {
	return within(n >= least, setting, n, fmt.Sprintf("%d or more", least))
}

func positive(setting string, x float64) error {
	return within(x > 0 && !math.IsInf(x, 1), setting, x, "above 0")
}

func share(setting string, x float64) error {
	return within(x >= 0 && x <= 1, setting, x, "from 0 to 1")
}

func within(ok bool, setting string, value any, allowed string) error {
	if ok {
		return nil
	}
	return &OutOfRangeError{Setting: setting, Value: value, Allowed: allowed}
}
