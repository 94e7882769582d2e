package jetstream

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/hod-games/hod/internal/table"
)

// Tables implements table.Index.
func (l *Log) Tables(ctx context.Context) iter.Seq2[table.Listed, error] {
	return func(yield func(table.Listed, error) bool) {
		words, err := l.words(ctx)
		if err != nil {
			yield(table.Listed{}, fmt.Errorf("list the tables of stream %s: %w", l.stream, err))
			return
		}
		for _, word := range words {
			id, ok := named(word)
			if !ok {
				continue // nothing of ours
			}
			last, found, err := l.lastOf(ctx, word)
			if err != nil {
				yield(table.Listed{}, fmt.Errorf("look at table %q: %w", id, err))
				return
			}
			if found && !yield(table.Listed{ID: id, Last: last.event}, nil) {
				return
			}
		}
	}
}

// words are the words of all tables in subjects.
func (l *Log) words(ctx context.Context) (words []string, err error) {
	err = l.use(func() error {
		stream, err := l.js.Stream(ctx, l.stream)
		if err != nil {
			return err
		}
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(l.subject("*")))
		if err != nil {
			return err
		}
		prefix := l.subject("")
		for subject := range info.State.Subjects {
			words = append(words, strings.TrimPrefix(subject, prefix))
		}
		return nil
	})
	slices.Sort(words)
	return words, err
}

func (l *Log) lastOf(ctx context.Context, word string) (last stored, found bool, err error) {
	err = l.use(func() error {
		last, found, err = l.last(ctx, word)
		return err
	})
	return last, found, err
}

// Drop implements table.Index.
func (l *Log) Drop(ctx context.Context, id table.ID, last uint64) error {
	if err := l.drop(ctx, id, last); err != nil {
		return fmt.Errorf("drop table %q: %w", id, err)
	}
	return nil
}

func (l *Log) drop(ctx context.Context, id table.ID, last uint64) error {
	word, err := token(id)
	if err != nil {
		return err
	}
	now, found, err := l.lastOf(ctx, word)
	if err != nil {
		return err
	}
	if !found || now.event.Seq != last {
		return table.ErrConflict
	}
	return l.use(func() error {
		ctx, cancel := l.waiting(ctx, askAgainFor)
		defer cancel()
		stream, err := l.js.Stream(ctx, l.stream)
		if err != nil {
			return err
		}
		l.heads.forget(id)
		return stream.Purge(ctx, jetstream.WithPurgeSubject(l.subject(word)))
	})
}

var _ table.Index = (*Log)(nil)
