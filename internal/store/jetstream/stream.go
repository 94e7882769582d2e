package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// startPatience is how long Open waits for a cluster that is just starting.
	startPatience = 15 * time.Second

	// enablePatience is how long it waits for a server that has no JetStream,
	// which lasts for a moment when it starts, and else for ever.
	enablePatience = 3 * time.Second
)

// Codes of answers at the start.
const (
	codeNotClustered jetstream.ErrorCode = 10074 // more than one replica, and one server
	codeNoPeers      jetstream.ErrorCode = 10005 // more replicas than servers
)

// config is the stream as it should be.
func config(name string, replicas int) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name:        name,
		Description: "Tables of Hod: a subject a table, a message an event.",
		Subjects:    []string{name + ".table.*"},
		Storage:     jetstream.FileStorage,
		Replicas:    replicas,
		Retention:   jetstream.LimitsPolicy,
		Discard:     jetstream.DiscardNew, // a full stream refuses; it never drops what is old
		MaxMsgs:     -1, MaxBytes: -1, MaxAge: 0, MaxMsgsPerSubject: -1, MaxMsgSize: -1,
		DenyDelete:  true,        // an event is never changed or removed; a table can be dropped as a whole
		AllowDirect: true,        // histories are read from any replica
		Duplicates:  time.Second, // not used: an event is known by its predecessor
		RePublish:   &jetstream.RePublish{Source: name + ".table.*", Destination: name + ".moved.{{wildcard(1)}}", HeadersOnly: true},
	}
}

// ensureStream finds the stream or makes it, and refuses one that would lose
// events.
func (l *Log) ensureStream(ctx context.Context, o Options) error {
	begun := time.Now()
	for {
		stream, err := l.findStream(ctx, o)
		if err == nil {
			return suits(stream.CachedInfo().Config, o)
		}
		patience := startPatience
		if notEnabled(err) {
			patience = enablePatience
		}
		if !isTransient(err) || time.Since(begun) > patience || ctx.Err() != nil {
			return explain(err, o)
		}
		if err := l.pause(ctx, maxPause, err); err != nil {
			return err
		}
	}
}

func (l *Log) findStream(ctx context.Context, o Options) (jetstream.Stream, error) {
	stream, err := l.lookUp(ctx, o.Stream)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return stream, err
	}
	l.logger.Info("making the stream", "stream", o.Stream, "replicas", o.Replicas)
	making, cancel := l.waiting(ctx, 2*askTimeout)
	defer cancel()
	stream, err = l.js.CreateStream(making, config(o.Stream, o.Replicas))
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return l.lookUp(ctx, o.Stream) // another process was faster
	}
	return stream, err
}

// lookUp does not wait for long: a cluster without a leader leaves questions
// without an answer, also when it has got one meanwhile.
func (l *Log) lookUp(ctx context.Context, name string) (jetstream.Stream, error) {
	ctx, cancel := l.waiting(ctx, askTimeout/2)
	defer cancel()
	return l.js.Stream(ctx, name)
}

// suits says what is wrong with the settings of a stream that is there.
func suits(have jetstream.StreamConfig, o Options) error {
	want := config(o.Stream, o.Replicas)
	var wrong []string
	complain := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	complain(len(have.Subjects) != 1 || have.Subjects[0] != want.Subjects[0], "its subjects are %q, not %q", have.Subjects, want.Subjects)
	complain(have.Storage != want.Storage, "it is kept in %s, not in files", have.Storage)
	complain(have.Replicas < want.Replicas, "it keeps %d of %d copies (change the stream, or -nats-replicas)", have.Replicas, want.Replicas)
	complain(have.Retention != want.Retention, "its retention is %s, not %s", have.Retention, want.Retention)
	complain(have.MaxAge != 0, "it forgets events after %s", have.MaxAge)
	complain(have.MaxMsgsPerSubject > 0, "it keeps %d events a table", have.MaxMsgsPerSubject)
	complain(have.Discard != want.Discard && (have.MaxMsgs > 0 || have.MaxBytes > 0), "it drops old events when it is full")
	complain(!have.AllowDirect, "it does not allow direct reads (allow_direct)")
	complain(have.RePublish == nil || have.RePublish.Source != want.RePublish.Source || have.RePublish.Destination != want.RePublish.Destination,
		"it does not republish %s to %s", want.RePublish.Source, want.RePublish.Destination)
	if len(wrong) > 0 {
		return fmt.Errorf("the stream %s can not be used: %s", o.Stream, strings.Join(wrong, "; "))
	}
	return nil
}

func notEnabled(err error) bool {
	return errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount)
}

// explain puts what keeps a start from succeeding into words.
func explain(err error, o Options) error {
	at := hidden(o.URL)
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok {
		switch refused.ErrorCode {
		case codeNotClustered:
			return fmt.Errorf("the NATS server at %s is not a cluster and can keep one copy only, not %d: give -nats-replicas 1 to try things out", at, o.Replicas)
		case codeNoPeers:
			return fmt.Errorf("the NATS cluster at %s has not %d servers that can keep a copy: start more, or lower -nats-replicas", at, o.Replicas)
		default:
		}
	}
	if notEnabled(err) {
		return fmt.Errorf("JetStream is not enabled at %s: start the server with -js or a jetstream block", at)
	}
	if isTransient(err) {
		return fmt.Errorf("JetStream at %s does not answer within %s: are most of the cluster's servers running? (%w)", at, startPatience, err)
	}
	return fmt.Errorf("use the stream %s at %s: %w", o.Stream, at, err)
}
