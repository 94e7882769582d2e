package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/hod-games/hod/internal/table"
)

// patience is how long an attempt waits for its answer. A disk may stand still
// for longer, and the repetition then is for nothing; but an answer that went
// down with a server never comes, nor does one of a stream without a leader.
const patience = 2 * time.Second

// Append implements table.Log. A table must have a name. While the servers do
// not answer it goes on trying until ctx ends.
func (l *Log) Append(ctx context.Context, id table.ID, e table.Event) error {
	err := l.use(func() error { return l.append(ctx, id, e) })
	if err != nil {
		return fmt.Errorf("append event %d of table %q: %w", e.Seq, id, err)
	}
	return nil
}

func (l *Log) append(ctx context.Context, id table.ID, e table.Event) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	word, err := token(id)
	if err != nil {
		return err
	}
	if e.Seq == 0 {
		return table.ErrConflict
	}
	after, err := l.predecessor(ctx, id, word, e.Seq)
	if err != nil {
		return err
	}
	mark := l.mark + "/" + strconv.FormatUint(l.appends.Add(1), 36)
	m, err := newMessage(l.subject(word), e, mark)
	if err != nil {
		return err
	}
	if most := l.conn.MaxPayload(); most > 0 && int64(len(m.Data)) > most-1024 {
		return fmt.Errorf("the event has %d bytes, more than the server's max_payload of %d allows", len(m.Data), most)
	}
	return l.publish(ctx, id, m, e.Seq, after, mark)
}

// predecessor is the number in the stream of the event before seq, which must
// be the table's last one; 0 if seq is 1.
func (l *Log) predecessor(ctx context.Context, id table.ID, word string, seq uint64) (uint64, error) {
	known, ok := l.heads.get(id)
	switch {
	case ok && known.seq >= seq:
		return 0, table.ErrConflict
	case ok && known.seq == seq-1:
		return known.stream, nil
	case seq == 1:
		return 0, nil // the server knows
	}
	last, found, err := l.last(ctx, word)
	if err != nil {
		return 0, err
	}
	if !found || last.event.Seq != seq-1 {
		return 0, table.ErrConflict
	}
	l.heads.set(id, position{last.event.Seq, last.stream})
	return last.stream, nil
}

// publish has the message stored after message number after of the stream.
func (l *Log) publish(ctx context.Context, id table.ID, m *nats.Msg, seq, after uint64, mark string) error {
	wait := 5 * time.Millisecond
	for {
		stream, err := l.attempt(ctx, m, after)
		switch {
		case err == nil:
			l.heads.set(id, position{seq, stream})
			return nil
		case isConflict(err):
			// Something follows already: perhaps this very event, from an
			// attempt whose answer got lost; perhaps one that is still on its
			// way and may come to nothing.
			next, found, err := l.next(ctx, m.Subject, after+1)
			if err != nil {
				return err
			}
			if found {
				l.heads.set(id, position{next.event.Seq, next.stream})
				if next.mark == mark {
					return nil
				}
				return table.ErrConflict
			}
			if gone, err := l.gone(ctx, m.Subject, after); gone || err != nil {
				l.heads.forget(id)
				return errors.Join(table.ErrConflict, err)
			}
		case !isTransient(err):
			return err
		}
		if err := l.pause(ctx, wait, err); err != nil {
			return err
		}
		wait = min(2*wait, maxPause)
	}
}

// attempt publishes once and returns the message's number in the stream.
func (l *Log) attempt(ctx context.Context, m *nats.Msg, after uint64) (uint64, error) {
	ctx, cancel := l.waiting(ctx, patience)
	defer cancel()
	ack, err := l.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(after), jetstream.WithRetryAttempts(0))
	if err != nil {
		return 0, err
	}
	if ack.Stream != l.stream {
		return 0, fmt.Errorf("stream %s has taken what is meant for %s: two streams share a subject", ack.Stream, l.stream)
	}
	return ack.Sequence, nil
}

// gone reports whether message number after of the stream, the last one of the
// subject, has been removed: the table was dropped.
func (l *Log) gone(ctx context.Context, subject string, after uint64) (bool, error) {
	if after == 0 {
		return false, nil
	}
	m, found, err := l.next(ctx, subject, after)
	return err == nil && (!found || m.stream != after), err
}

// isConflict reports whether another message is the last one, or, on streams
// with replicas, is about to be.
func isConflict(err error) bool {
	refused, ok := errors.AsType[*jetstream.APIError](err)
	return ok && (refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}
