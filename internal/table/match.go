package table

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/hod-games/hod/internal/game"
)

// outcome is the result of the round in the words of the rules.
func (s *Snapshot) outcome() game.Outcome {
	return game.Outcome{Winner: s.SideOf(s.Result.Winner), Points: s.Result.Points, Reason: s.Result.Reason}
}

// following returns the options of the round after one that has ended, and
// whether a match begins with it. Games that know no matches keep theirs.
func (s *Snapshot) following() (options json.RawMessage, fresh bool, err error) {
	rules, ok := s.Rules.(game.Match)
	if !ok || s.Result == nil {
		return s.Options, false, nil
	}
	next, over, err := rules.Following(s.Options, s.outcome())
	if err != nil {
		return nil, false, fmt.Errorf("what follows in the match: %w", err)
	}
	return next, over, nil
}

// orderFixed is the rule by which no other seat than NextStarts may begin the
// round that follows, "" where another one may: not where somebody far away has
// a say in it, and not in the middle of a match, in which the seats keep their
// sides.
func (f *fold) orderFixed(fresh bool) string {
	s := &f.now
	_, match := s.Rules.(game.Match)
	switch {
	case s.Mode == Link && !match:
		return RuleOrderFixed
	case s.Mode == Link:
		return RuleSidesFixed
	case match && !fresh && (s.Result != nil || !bytes.Equal(s.Options, f.options)):
		return RuleSidesFixed
	}
	return ""
}

// begin begins a round with canonical options.
func (f *fold) begin(kind Kind, body NextBody, options json.RawMessage) (step, error) {
	if !bytes.Equal(options, f.now.Options) {
		body.Options = options
	}
	state, err := f.now.Rules.Start(options, f.first)
	if err != nil {
		// The position that the first game began from may be none of this one:
		// in it the price may have been raised already.
		if state, err = f.now.Rules.Start(options, ""); err != nil {
			return step{}, fmt.Errorf("begin a round: %w", err)
		}
		body.Position = state.String()
	}
	return step{kind: kind, body: body, after: state}, nil
}
