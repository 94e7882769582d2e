package web

import (
	"maps"
	"time"
)

// addresses hold something for each of many addresses.
type addresses[T any] struct {
	of    map[string]T
	swept time.Time
}

const (
	// sweepEvery is how often what has become idle is looked for.
	sweepEvery = time.Minute
	// maxAddresses bounds the memory that clients with many addresses can take:
	// some 10 MB. Past it all begin anew.
	maxAddresses = 100_000
)

func newAddresses[T any]() addresses[T] { return addresses[T]{of: make(map[string]T)} }

// sweep forgets, now and then, those with something idle, which is as good as
// nothing.
func (a *addresses[T]) sweep(now time.Time, idle func(T) bool) {
	if now.Sub(a.swept) < sweepEvery && len(a.of) < maxAddresses {
		return
	}
	a.swept = now
	maps.DeleteFunc(a.of, func(_ string, one T) bool { return idle(one) })
	if len(a.of) >= maxAddresses {
		clear(a.of)
	}
}
