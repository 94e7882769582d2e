package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/nats-io/nats.go"

	"github.com/hod-games/hod/internal/table"
)

const (
	// pageEvents and pageBytes bound what is read at once. Events are handed
	// out when their page is complete: a slow consumer holds up nobody.
	pageEvents = 256
	pageBytes  = 1 << 20
)

// Read implements table.Log.
func (l *Log) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	return func(yield func(table.Event, error) bool) {
		if err := l.read(ctx, id, after, yield); err != nil && !errors.Is(err, errEnough) {
			yield(table.Event{}, fmt.Errorf("read table %q: %w", id, err))
		}
	}
}

// errEnough ends a read whose consumer has gone.
var errEnough = errors.New("nobody reads on")

func (l *Log) read(ctx context.Context, id table.ID, after uint64, yield func(table.Event, error) bool) error {
	if id == "" {
		return nil
	}
	word, err := token(id)
	if err != nil {
		return err
	}
	// Before the leader is asked: what it says is at least as new.
	known, isKnown := l.heads.get(id)
	var end stored // the last event
	var found bool
	err = l.use(func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		end, found, err = l.last(ctx, word)
		return err
	})
	switch {
	case err != nil:
		return err
	case !found:
		l.heads.forget(id)
		return nil
	case end.event.Seq <= after:
		l.heads.set(id, position{end.event.Seq, end.stream})
		return nil
	}
	r := reader{log: l, word: word, after: after, end: end}
	if isKnown && known.seq <= after {
		r.seq, r.from = known.seq, known.stream+1
	}
	for r.seq < end.event.Seq {
		var page []stored
		err := l.use(func() error {
			page, err = r.page(ctx)
			return err
		})
		if err != nil {
			return err
		}
		for _, s := range page {
			if s.event.Seq > after && !yield(s.event, nil) {
				return errEnough
			}
		}
	}
	l.heads.set(id, position{end.event.Seq, end.stream})
	return nil
}

// reader reads the events of a table up to one that is known to be there.
type reader struct {
	log   *Log
	word  string
	after uint64 // nobody wants those up to this one
	end   stored // the last event to read
	seq   uint64 // the last one that was read
	from  uint64 // where in the stream the next one may be
}

// page returns the next events, at least one.
func (r *reader) page(ctx context.Context) ([]stored, error) {
	if r.end.event.Seq == r.seq+1 {
		r.seq++
		return []stored{r.end}, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	page, err := r.log.batch(ctx, question{
		Seq: max(r.from, 1), Next: r.log.subject(r.word), Batch: pageEvents, MaxBytes: pageBytes,
	})
	if err != nil && !isTransient(err) {
		return nil, err
	}
	if len(page) == 0 {
		// The replica that answered is behind, or none did: the leader has it.
		next, found, err := r.log.next(ctx, r.log.subject(r.word), max(r.from, 1))
		if err != nil {
			return nil, err
		}
		if found {
			page = append(page, next)
		}
	}
	for i, s := range page {
		if s.event.Seq != r.seq+1 {
			return nil, fmt.Errorf("event %d is missing in stream %s, where %d follows", r.seq+1, r.log.stream, s.event.Seq)
		}
		r.seq, r.from = s.event.Seq, s.stream+1
		if r.seq == r.end.event.Seq {
			return page[:i+1], nil // more may have come since; they are not asked for
		}
	}
	if len(page) == 0 {
		return nil, fmt.Errorf("event %d is missing in stream %s", r.seq+1, r.log.stream)
	}
	return page, nil
}

// batch asks any replica for many messages at once. If the answer breaks off
// it returns what has come, which is without gaps, and an error.
func (l *Log) batch(ctx context.Context, q question) (page []stored, err error) {
	body, err := json.Marshal(q)
	if err != nil {
		return nil, fmt.Errorf("write a question: %w", err)
	}
	ctx, cancel := l.waiting(ctx, askTimeout)
	defer cancel()
	inbox := l.conn.NewRespInbox()
	answers := make(chan *nats.Msg, q.Batch+1)
	sub, err := l.conn.ChanSubscribe(inbox, answers)
	if err != nil {
		return nil, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := l.conn.PublishRequest("$JS.API.DIRECT.GET."+l.stream, inbox, body); err != nil {
		return nil, err
	}
	for {
		select {
		case m := <-answers:
			switch status := m.Header.Get("Status"); {
			case status == "204" || status == "404": // that was all; there is none
				return page, nil
			case status == "503":
				return page, nats.ErrNoResponders
			case status != "":
				return page, fmt.Errorf("NATS answers %s %s", status, m.Header.Get("Description"))
			}
			stream, err := headerNumber(m.Header, "Nats-Sequence")
			if err != nil {
				return page, err
			}
			s, err := parse(m.Data, stream)
			if err != nil {
				return page, err
			}
			page = append(page, s)
		case <-ctx.Done():
			return page, ctx.Err()
		}
	}
}
