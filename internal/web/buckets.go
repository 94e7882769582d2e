package web

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// buckets are a limit for each of many clients. Those that have not used
// theirs for a while are forgotten. The nil value limits nobody.
//
// The machine itself is no client: its programs measure and check, and a proxy
// that does not say whom it speaks for would have all people share one limit.
type buckets struct {
	rate  rate.Limit
	burst int

	mu      sync.Mutex
	clients addresses[*rate.Limiter]
}

// newBuckets returns buckets of a size that fill again at a rate a second.
func newBuckets(perSecond, burst int) *buckets {
	return &buckets{rate: rate.Limit(perSecond), burst: burst, clients: newAddresses[*rate.Limiter]()}
}

// take takes one from the bucket of a client and reports whether there was one.
func (b *buckets) take(client string) bool {
	if b == nil || isThisMachine(client) {
		return true
	}
	return b.of(client).Allow()
}

// empty reports whether a client has used all it had.
func (b *buckets) empty(client string) bool {
	if b == nil || isThisMachine(client) {
		return false
	}
	b.mu.Lock()
	one, ok := b.clients.of[client]
	b.mu.Unlock()
	return ok && one.Tokens() < 1
}

func isThisMachine(client string) bool {
	address, err := netip.ParseAddr(client)
	return err == nil && address.IsLoopback()
}

func (b *buckets) of(client string) *rate.Limiter {
	b.mu.Lock()
	defer b.mu.Unlock()
	if one, ok := b.clients.of[client]; ok {
		return one
	}
	b.clients.sweep(time.Now(), func(one *rate.Limiter) bool { return one.Tokens() >= float64(b.burst) })
	one := rate.NewLimiter(b.rate, b.burst)
	b.clients.of[client] = one
	return one
}
