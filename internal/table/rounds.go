package table

import "context"

// Rounds returns every round of a table as it stood when it was left, the
// running one last. It reads the whole log, and is meant for what people ask
// for now and then: a record to keep.
func (h *Host) Rounds(ctx context.Context, id ID) ([]*Snapshot, error) {
	var (
		rounds []*Snapshot
		last   *Update
	)
	keep := func() error {
		if last == nil {
			return nil
		}
		s, err := last.After()
		if err != nil {
			return err
		}
		rounds = append(rounds, s)
		return nil
	}
	for u, err := range h.replay(ctx, id) {
		if err != nil {
			return nil, err
		}
		if k := u.Event.Kind; k == KindNext || k == KindReset {
			if err := keep(); err != nil {
				return nil, err
			}
		}
		last = u
	}
	if last == nil {
		return nil, ErrNotFound
	}
	if err := keep(); err != nil {
		return nil, err
	}
	return rounds, nil
}
