package jetstream

import (
	"context"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Over makes o about a server in this process.
func Over(s nats.InProcessConnProvider, o Options) Options {
	o.dial = s
	return o
}

// Leads is leads.
func Leads(c *jetstream.ClusterInfo) bool { return leads(c) }

// Leader is the name of the server that leads the stream.
func (l *Log) Leader(ctx context.Context) (string, error) {
	stream, err := l.js.Stream(ctx, l.stream)
	if err != nil {
		return "", err
	}
	return stream.CachedInfo().Cluster.Leader, nil
}
