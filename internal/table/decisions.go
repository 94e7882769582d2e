package table

import (
	"fmt"
	"iter"
	"strconv"

	"github.com/hod-games/hod/internal/game"
)

// Decision is a choice that a bot made at a table, as the log tells.
type Decision struct {
	Event  uint64 // that played it
	Bot    game.Bot
	State  game.State // in which it chose
	Played game.Choice
	// Seed, which the log tells when the round is over, and Seq are the seeds
	// of the choice, as in Thinking. Where the round was given up before its
	// end there is no seed, and Known is false.
	Seed  uint64
	Seq   uint64
	Known bool
}

// Decisions returns what bots chose at a table, from the public part of its
// log, so that anybody can have them choose again. entries finds games, as
// Host.Game does.
func Decisions(id ID, events iter.Seq2[Event, error], entries func(id string) (game.Entry, bool)) ([]Decision, error) {
	f := &fold{now: Snapshot{ID: id}}
	var all []Decision
	round := 0 // where its decisions begin
	for e, err := range events {
		if err != nil {
			return nil, fmt.Errorf("read table %s: %w", id, err)
		}
		switch e.Kind {
		case KindActed:
			if err := f.decided(e, &all); err != nil {
				return nil, fmt.Errorf("event %d: %w", e.Seq, err)
			}
		case KindEnded:
			body, err := bodyOf[EndedBody](e, nil)
			if err != nil {
				return nil, fmt.Errorf("event %d: %w", e.Seq, err)
			}
			if body.Seed == "" {
				break
			}
			seed, err := strconv.ParseUint(body.Seed, 16, 64)
			if err != nil {
				return nil, fmt.Errorf("event %d: seed: %w", e.Seq, err)
			}
			for i := round; i < len(all); i++ {
				all[i].Seed, all[i].Known = seed, true
			}
		case KindNext, KindReset:
			round = len(all)
		default: // nothing that a bot has to do with
		}
		if err := f.apply(e, nil, nil, entries); err != nil {
			return nil, fmt.Errorf("table %s: %w", id, err)
		}
	}
	return all, nil
}

// decided adds the decision of an acted event that follows, if it is one of a
// bot.
func (f *fold) decided(e Event, all *[]Decision) error {
	body, err := bodyOf[ActedBody](e, nil)
	if err != nil {
		return err
	}
	if f.bot == nil || !body.Seat.Player() || f.now.Seat(body.Seat).Bot == "" {
		return nil
	}
	state, err := f.now.Rules.Start(f.now.Options, f.now.Position)
	if err != nil {
		return fmt.Errorf("position %q: %w", f.now.Position, err)
	}
	if body.Action == game.Pass {
		before := *f
		before.now.State = state
		if before.mustPass() {
			return nil // the table has passed, nobody was asked
		}
	}
	*all = append(*all, Decision{
		Event: e.Seq, Bot: f.bot, State: state, Seq: f.position, Played: game.Choice{Action: body.Action, Depth: body.Depth},
	})
	return nil
}
