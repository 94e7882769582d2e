package jetstream

import (
	"fmt"

	"github.com/nats-io/nats.go"

	"github.com/hod-games/hod/internal/table"
)

// maxNews and maxNewsBytes bound what may queue up here of what other
// processes tell. What does not fit is lost; they tell it again.
const (
	maxNews      = 4_096
	maxNewsBytes = 16 << 20
)

// Announce implements table.Herald. News are plain messages that no stream
// keeps.
func (l *Log) Announce(news []byte) error {
	return l.use(func() error {
		if err := l.conn.Publish(l.news(), news); err != nil {
			return fmt.Errorf("announce news: %w", err)
		}
		return nil
	})
}

// Hear implements table.Herald.
func (l *Log) Hear(heard func(news []byte)) (stop func(), err error) {
	err = l.use(func() error {
		sub, err := l.conn.Subscribe(l.news(), func(m *nats.Msg) { heard(m.Data) })
		if err != nil {
			return fmt.Errorf("hear news: %w", err)
		}
		if err := sub.SetPendingLimits(maxNews, maxNewsBytes); err != nil {
			return fmt.Errorf("hear news: %w", err)
		}
		stop = func() { _ = sub.Unsubscribe() } // it fails when the connection is closed, which does the same
		return nil
	})
	return stop, err
}

func (l *Log) news() string { return l.stream + ".news" }

var _ table.Herald = (*Log)(nil)
