package jetstream

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/hod-games/hod/internal/table"
)

// seqHeader is the number of the event. It is a header because those who
// follow get headers alone.
const seqHeader = "Hod-Seq"

// head is the first line of a message, in JSON, for people who look into the
// stream. The bytes of body and private part follow it, as they are.
type head struct {
	Seq     uint64     `json:"seq"`
	At      int64      `json:"at"` // milliseconds since 1970, UTC
	Kind    table.Kind `json:"kind"`
	Key     string     `json:"key,omitempty"`
	Body    int        `json:"body,omitempty"`    // bytes
	Private int        `json:"private,omitempty"` // bytes
	Mark    string     `json:"mark"`              // of the append that made it
}

// stored is an event as it lies in the stream.
type stored struct {
	event  table.Event
	mark   string
	stream uint64 // its number in the stream
}

// newMessage is the message that keeps an event.
func newMessage(subject string, e table.Event, mark string) (*nats.Msg, error) {
	line, err := json.Marshal(head{
		Seq: e.Seq, At: e.At.UnixMilli(), Kind: e.Kind, Key: e.Key,
		Body: len(e.Body), Private: len(e.Private), Mark: mark,
	})
	if err != nil {
		return nil, fmt.Errorf("write the event: %w", err)
	}
	data := make([]byte, 0, len(line)+1+len(e.Body)+len(e.Private))
	data = append(append(append(append(data, line...), '\n'), e.Body...), e.Private...)
	m := nats.NewMsg(subject)
	m.Header[seqHeader] = []string{strconv.FormatUint(e.Seq, 10)}
	m.Data = data
	return m, nil
}

// parse reads a message. Its bytes become the event's.
func parse(data []byte, stream uint64) (stored, error) {
	line, rest, ok := bytes.Cut(data, []byte("\n"))
	if !ok {
		return stored{}, fmt.Errorf("message %d of the stream is no event", stream)
	}
	var h head
	if err := json.Unmarshal(line, &h); err != nil {
		return stored{}, fmt.Errorf("message %d of the stream is no event: %w", stream, err)
	}
	if h.Body < 0 || h.Private < 0 || h.Body+h.Private != len(rest) {
		return stored{}, fmt.Errorf("message %d of the stream is damaged", stream)
	}
	e := table.Event{Seq: h.Seq, At: time.UnixMilli(h.At).UTC(), Kind: h.Kind, Key: h.Key}
	if h.Body > 0 {
		e.Body = json.RawMessage(rest[:h.Body:h.Body])
	}
	if h.Private > 0 {
		e.Private = json.RawMessage(rest[h.Body:])
	}
	return stored{event: e, mark: h.Mark, stream: stream}, nil
}

// errNoNumber is the error for a message without the number it should have.
var errNoNumber = errors.New("a message has no number")

func headerNumber(h nats.Header, name string) (uint64, error) {
	values := h[name]
	if len(values) == 0 {
		return 0, fmt.Errorf("%w: %s is missing", errNoNumber, name)
	}
	n, err := strconv.ParseUint(values[0], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %s: %w", errNoNumber, name, err)
	}
	return n, nil
}
