package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
)

const rulesHelp = `
Usage: arena rules < requests > answers

Answers questions about the rules. Each line of the input is one JSON object
that names its game; each line of the output is the answer to one line of the
input. "id" is repeated. A request that is wrong is answered with
{"error":"…"}, and with the "rule" where a rule forbids something.

  {"id":1,"game":"GAME","type":"legal", …}
  {"id":1,"legal":[…]}

What a game can be asked stands in the comment of its package:
"go doc ./internal/games/GAME".
`

// runRules is the rules as a filter.
func runRules(ctx context.Context, args []string, stdin io.Reader, stdout io.Writer) error {
	if err := parse(flag.NewFlagSet("rules", flag.ContinueOnError), args, rulesHelp); err != nil {
		return err
	}
	return filter(ctx, stdin, stdout, newQuestions().ask)
}

// questions knows the rules of every game. The list of games is made once: it
// brings all bots along.
type questions struct{ rules map[string]game.Rules }

func newQuestions() questions {
	q := questions{make(map[string]game.Rules)}
	for _, e := range games.All() {
		q.rules[e.Rules.Info().ID] = e.Rules
	}
	return q
}

// ask answers a request.
func (q questions) ask(_ context.Context, request []byte) (any, error) {
	var r struct {
		Game *string `json:"game"`
	}
	if err := json.Unmarshal(request, &r); err != nil {
		return nil, errors.New(`"game" is not a string`)
	}
	if r.Game == nil {
		return nil, errors.New(`"game" is missing`)
	}
	rules, ok := q.rules[*r.Game]
	if !ok {
		_, err := find(*r.Game) // it says which there are
		return nil, err
	}
	querier, ok := rules.(game.Querier)
	if !ok {
		return nil, fmt.Errorf("game %s %w", *r.Game, errNoRequests)
	}
	return querier.Query(request)
}
