package gametest

import (
	"errors"
	"fmt"
	"sync"

	"github.com/hod-games/hod/internal/game"
)

// checkConcurrent asks one position from several goroutines, as a table and
// its watchers do. Together with the race detector it finds a position that
// keeps notes.
func checkConcurrent(s Suite) error {
	for _, raw := range s.Options {
		options, err := s.Entry.Rules.Normalize(raw)
		if err != nil {
			return err
		}
		recording, err := Record(s.Entry.Rules, options, s.Seed, 12)
		if err != nil {
			return err
		}
		at, err := s.Entry.Rules.Start(options, "")
		for _, e := range recording.Events {
			if err != nil {
				return err
			}
			if err := askAtOnce(s.Entry.Rules, options, at, e); err != nil {
				return fmt.Errorf("options %s, in %q: %w", options, at, err)
			}
			at, err = e.Apply(at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func askAtOnce(rules game.Rules, options []byte, s game.State, e Event) error {
	fresh, err := rules.Start(options, s.String())
	if err != nil {
		return err
	}
	was, err := Snap(s)
	if err != nil {
		return err
	}
	errs := make([]error, 4)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() {
			// fresh has not been asked anything before.
			err := same(was, fresh)
			if err == nil {
				_, err = e.Apply(fresh)
			}
			if err == nil {
				_, err = rules.Start(options, was.Code)
			}
			errs[i] = err
		})
	}
	group.Wait()
	return errors.Join(errs...)
}
