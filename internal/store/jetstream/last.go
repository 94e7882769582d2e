package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/hod-games/hod/internal/table"
)

// heardWithin is how recently a leader must have heard from most servers for
// its answers to count: less than the four seconds, at the least, that a server
// goes without a word of its leader before it asks to be elected, and more than
// the two that may pass between two heartbeats. Whoever leads instead was
// elected by servers that the old leader has not heard from for longer.
const heardWithin = 3 * time.Second

// Last implements table.Follower. It goes on asking until ctx ends.
//
// Questions for a message are answered by whoever believes that it leads, and a
// server that was halted, or is cut off from the others, believes it until it
// hears of the next leader: what was acknowledged meanwhile is not in its
// answers. The description of the stream has the number of a subject's messages,
// which is that of the table's last event, together with how long ago the
// leader heard from each other server, so that such an answer is known and
// thrown away. It costs the servers somewhat more than a message does.
func (l *Log) Last(ctx context.Context, id table.ID) (seq uint64, err error) {
	if id == "" {
		return 0, nil
	}
	err = l.use(func() error {
		word, err := token(id)
		if err != nil {
			return err
		}
		return l.again(ctx, func(ctx context.Context) error {
			seq, err = l.count(ctx, l.subject(word))
			return err
		})
	})
	if err != nil {
		return 0, fmt.Errorf("ask for the last event of table %q: %w", id, err)
	}
	return seq, nil
}

// count is the number of messages with a subject, or errAlone.
func (l *Log) count(ctx context.Context, subject string) (uint64, error) {
	question, err := json.Marshal(map[string]string{"subjects_filter": subject})
	if err != nil {
		return 0, fmt.Errorf("write a question: %w", err)
	}
	answer, err := l.conn.RequestWithContext(ctx, "$JS.API.STREAM.INFO."+l.stream, question)
	if err != nil {
		return 0, err
	}
	var response struct {
		Error *jetstream.APIError `json:"error"`
		State struct {
			Subjects map[string]uint64 `json:"subjects"`
		} `json:"state"`
		Cluster *jetstream.ClusterInfo `json:"cluster"`
	}
	if err := json.Unmarshal(answer.Data, &response); err != nil {
		return 0, fmt.Errorf("read an answer of NATS: %w", err)
	}
	switch {
	case response.Error != nil:
		return 0, response.Error
	case !leads(response.Cluster):
		return 0, errAlone
	}
	return response.State.Subjects[subject], nil
}

// errAlone is the error of an answer whose server may not lead any more.
var errAlone = errors.New("the server that answers has not heard from most of the others")

// leads reports whether whoever describes the cluster so is certain to lead it.
func leads(c *jetstream.ClusterInfo) bool {
	if c == nil {
		return true // a server on its own
	}
	heard := 1 // of itself
	for _, replica := range c.Replicas {
		if replica.Active > 0 && replica.Active < heardWithin { // 0 stands for never
			heard++
		}
	}
	return c.Leader != "" && 2*heard > 1+len(c.Replicas)
}
