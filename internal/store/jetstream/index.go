package jetstream

import (
	"context"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/hod-games/hod/internal/table"
)

// Tables returns every table with the number of its events.
func (l *Log) Tables(ctx context.Context) (map[table.ID]uint64, error) {
	tables := make(map[table.ID]uint64)
	err := l.use(func() error {
		stream, err := l.js.Stream(ctx, l.stream)
		if err != nil {
			return err
		}
		prefix := l.subject("")
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(l.subject("*")))
		if err != nil {
			return err
		}
		for subject, n := range info.State.Subjects {
			if id, ok := named(strings.TrimPrefix(subject, prefix)); ok {
				tables[id] = n
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the tables of stream %s: %w", l.stream, err)
	}
	return tables, nil
}

// Drop removes a table with all its events, for good.
func (l *Log) Drop(ctx context.Context, id table.ID) error {
	word, err := token(id)
	if err != nil {
		return fmt.Errorf("drop table %q: %w", id, err)
	}
	err = l.use(func() error {
		ctx, cancel := l.waiting(ctx, askAgainFor)
		defer cancel()
		stream, err := l.js.Stream(ctx, l.stream)
		if err != nil {
			return err
		}
		return stream.Purge(ctx, jetstream.WithPurgeSubject(l.subject(word)))
	})
	if err != nil {
		return fmt.Errorf("drop table %q: %w", id, err)
	}
	l.heads.forget(id)
	return nil
}
