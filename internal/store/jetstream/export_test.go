package jetstream

import "github.com/nats-io/nats.go"

// Over makes o about a server in this process.
func Over(s nats.InProcessConnProvider, o Options) Options {
	o.dial = s
	return o
}
