package jetstream

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/hod-games/hod/internal/table"
)

// The note has a stream of its own, since nothing is ever removed from that of
// the tables. It is made with the first note, and only the last one is kept.

func (l *Log) notes() string { return l.stream + "_NOTES" }

func (l *Log) noteSubject() string { return l.stream + ".note" }

func (l *Log) notesConfig() jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name:              l.notes(),
		Description:       "The last time at which a site of Hod was up. It may be removed.",
		Subjects:          []string{l.noteSubject()},
		Storage:           jetstream.FileStorage,
		Replicas:          l.replicas,
		MaxMsgsPerSubject: 1,
		Discard:           jetstream.DiscardOld,
	}
}

// Note implements table.Diary. While the servers do not answer it goes on trying
// until ctx ends.
func (l *Log) Note(ctx context.Context, note []byte) error {
	err := l.use(func() error {
		if len(note) == 0 {
			return errors.New("it is empty")
		}
		return l.again(ctx, func(ctx context.Context) error { return l.keepNote(ctx, note) })
	})
	if err != nil {
		return fmt.Errorf("keep a note: %w", err)
	}
	return nil
}

// keepNote publishes once, and makes the stream where nobody takes the note.
func (l *Log) keepNote(ctx context.Context, note []byte) error {
	publish := func() error {
		_, err := l.js.Publish(ctx, l.noteSubject(), note, jetstream.WithRetryAttempts(0))
		return err
	}
	err := publish()
	if !errors.Is(err, jetstream.ErrNoStreamResponse) && !errors.Is(err, nats.ErrNoResponders) {
		return err
	}
	_, err = l.js.CreateStream(ctx, l.notesConfig())
	if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return fmt.Errorf("make the stream %s: %w", l.notes(), err)
	}
	return publish()
}

// LastNote implements table.Diary.
func (l *Log) LastNote(ctx context.Context) (note []byte, err error) {
	err = l.use(func() error {
		ctx, cancel := context.WithTimeout(ctx, askAgainFor)
		defer cancel()
		return l.again(ctx, func(ctx context.Context) error {
			note, err = l.lastNote(ctx)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read the last note: %w", err)
	}
	return note, nil
}

// lastNote asks the leader of the stream, as the stream allows no direct reads.
func (l *Log) lastNote(ctx context.Context) ([]byte, error) {
	stream, err := l.js.Stream(ctx, l.notes())
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m, err := stream.GetLastMsgForSubject(ctx, l.noteSubject())
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

var _ table.Diary = (*Log)(nil)
