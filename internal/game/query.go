package game

import (
	"context"
	"math/rand/v2"
)

// Querier is Rules that answer other people's programs: one JSON object in,
// one value that marshals to a JSON object out. The requests and answers of
// each game are part of the project's contract and are written down with it.
type Querier interface {
	Rules
	// Query answers a request such as {"type":"legal",…}. Its error says what
	// is wrong with the request; it keeps nothing between calls.
	Query(request []byte) (any, error)
}

// Advisor is a Bot that answers other people's programs in the same way: a
// position in, its choice out.
type Advisor interface {
	Bot
	// Advise answers a request of the game's bot protocol. It thinks until
	// ctx ends or the request's own budget is used up.
	Advise(ctx context.Context, request []byte, r *rand.Rand) (any, error)
}
