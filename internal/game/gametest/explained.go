package gametest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
)

// checkExplained runs the examples of an Explainer. Every id of Info.Clauses
// is explained by a clause and produced by an example of that clause.
func checkExplained(s Suite) error {
	explainer, ok := s.Entry.Rules.(game.Explainer)
	if !ok {
		return nil
	}
	info := explainer.Info()
	clauses := map[string]bool{}
	examples := map[string]bool{}
	produced := map[string]bool{}
	for _, c := range explainer.Explain() {
		if c.ID == "" || clauses[c.ID] {
			return fmt.Errorf("clause %q has no id of its own", c.ID)
		}
		clauses[c.ID] = true
		if slices.Contains(info.Clauses, c.ID) && !slices.Contains(c.Refusals, c.ID) {
			return fmt.Errorf("clause %s does not explain the refusal of its name", c.ID)
		}
		for _, rule := range c.Refusals {
			if !slices.Contains(info.Clauses, rule) {
				return fmt.Errorf("clause %s explains %s, which is not in Info.Clauses", c.ID, rule)
			}
		}
		for _, e := range c.Examples {
			if e.ID == "" || examples[e.ID] {
				return fmt.Errorf("example %q of clause %s has no id of its own", e.ID, c.ID)
			}
			examples[e.ID] = true
			if err := CheckExample(explainer, e); err != nil {
				return fmt.Errorf("clause %s, example %s: %w", c.ID, e.ID, err)
			}
			for _, refused := range e.Refused {
				if slices.Contains(c.Refusals, refused.Rule) {
					produced[refused.Rule] = true
				}
			}
		}
	}
	for _, rule := range info.Clauses {
		if !produced[rule] {
			return fmt.Errorf("no example of a clause that explains %s produces it", rule)
		}
	}
	return nil
}

// CheckExample reports how the rules differ from what an example says.
func CheckExample(rules game.Rules, e game.Example) error {
	options, err := rules.Normalize(e.Options)
	if err != nil {
		return err
	}
	s, err := rules.Start(options, e.Position)
	if err != nil {
		return err
	}
	if _, err := Snap(s); err != nil {
		return err
	}
	for _, a := range e.Allowed {
		if err := try(s, string(a)); err != nil {
			return fmt.Errorf("allowed %q: %w", a, err)
		}
	}
	for _, refused := range e.Refused {
		err := try(s, refused.Text)
		refusal, ok := errors.AsType[*game.Refusal](err)
		switch {
		case err == nil:
			return fmt.Errorf("%q is allowed, not refused by %s", refused.Text, refused.Rule)
		case !ok:
			return fmt.Errorf("%q: %w: %w", refused.Text, errNotRefusal, err)
		case refusal.Rule != refused.Rule:
			return fmt.Errorf("%q is refused by %s, not by %s", refused.Text, refusal.Rule, refused.Rule)
		}
	}
	var want, got *game.Outcome
	want = e.Outcome
	if outcome, over := s.Outcome(); over {
		got = &outcome
	}
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("outcome (-example +rules):\n%s", diff)
	}
	return nil
}

// try does what a host does with what a person typed.
func try(s game.State, text string) error {
	a, err := s.Read(text)
	if err != nil {
		return err
	}
	_, err = s.Apply(a)
	return err
}
