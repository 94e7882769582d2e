package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/hod-games/hod/internal/table"
)

const (
	// askTimeout bounds the wait for one answer to a question.
	askTimeout = 2 * time.Second

	// askAgainFor bounds how long a question is repeated whose caller has set
	// no deadline: longer than it takes to elect a new leader.
	askAgainFor = 15 * time.Second

	// maxPause bounds the wait between two attempts.
	maxPause = 200 * time.Millisecond
)

// question is a request for one message: the first one at or after Seq with
// that subject, or the last one with it.
type question struct {
	Seq      uint64 `json:"seq,omitempty"`
	Next     string `json:"next_by_subj,omitempty"`
	Last     string `json:"last_by_subj,omitempty"`
	Batch    int    `json:"batch,omitempty"`
	MaxBytes int    `json:"max_bytes,omitempty"`
}

// last is the last event of a table.
func (l *Log) last(ctx context.Context, word string) (stored, bool, error) {
	return l.message(ctx, question{Last: l.subject(word)})
}

// next is the first event of a subject at or after a number of the stream.
func (l *Log) next(ctx context.Context, subject string, from uint64) (stored, bool, error) {
	return l.message(ctx, question{Seq: from, Next: subject})
}

// message asks the leader of the stream, which has all that was acknowledged.
// Other replicas would answer sooner, and might be behind. So may a server that
// led until a moment ago; see Last.
func (l *Log) message(ctx context.Context, q question) (found stored, ok bool, err error) {
	body, err := json.Marshal(q)
	if err != nil {
		return stored{}, false, fmt.Errorf("write a question: %w", err)
	}
	bounded, cancel := context.WithTimeout(ctx, askAgainFor)
	defer cancel()
	err = l.again(bounded, func(ctx context.Context) error {
		found, ok, err = l.askLeader(ctx, body)
		return err
	})
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w within %s: %w", table.ErrSilent, askAgainFor, err)
	}
	return found, ok, err
}

// again does f until it gets an answer or ctx ends.
func (l *Log) again(ctx context.Context, f func(context.Context) error) error {
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, maxPause) {
		if err := ctx.Err(); err != nil {
			return err
		}
		attempt, cancel := l.waiting(ctx, askTimeout)
		err := f(attempt)
		cancel()
		if err == nil || !isTransient(err) {
			return err
		}
		if err := l.pause(ctx, wait, err); err != nil {
			return err
		}
	}
}

func (l *Log) askLeader(ctx context.Context, body []byte) (stored, bool, error) {
	answer, err := l.conn.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+l.stream, body)
	if err != nil {
		return stored{}, false, err
	}
	var response struct {
		Error   *jetstream.APIError `json:"error"`
		Message *struct {
			Seq  uint64 `json:"seq"`
			Data []byte `json:"data"`
		} `json:"message"`
	}
	if err := json.Unmarshal(answer.Data, &response); err != nil {
		return stored{}, false, fmt.Errorf("read an answer of NATS: %w", err)
	}
	switch {
	case response.Error != nil && response.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return stored{}, false, nil
	case response.Error != nil:
		return stored{}, false, response.Error
	case response.Message == nil:
		return stored{}, false, nil
	}
	found, err := parse(response.Message.Data, response.Message.Seq)
	return found, err == nil, err
}

// waiting bounds the wait for an answer: it ends with ctx, after d, and when
// the connection is lost or the log closed.
func (l *Log) waiting(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeoutCause(ctx, d, errNoAnswer)
	stop := context.AfterFunc(l.session.Load().context, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// errNoAnswer is the cause of a wait that was long enough.
var errNoAnswer = errors.New("no answer in time")

// pause waits before the next attempt. Its error says why there is none, and
// what the last answer was.
func (l *Log) pause(ctx context.Context, d time.Duration, last error) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-l.alive.Done():
		return ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w; before that: %w", err, last)
	}
	return nil
}

// isTransient reports whether the same question may get an answer later.
func isTransient(err error) bool {
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok {
		return refused.Code == http.StatusServiceUnavailable
	}
	for _, passing := range []error{
		errAlone,
		context.DeadlineExceeded, context.Canceled, // of one attempt; the caller's own end is seen by pause
		nats.ErrNoResponders, jetstream.ErrNoStreamResponse, nats.ErrTimeout,
		nats.ErrDisconnected, nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, nats.ErrStaleConnection,
	} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}
