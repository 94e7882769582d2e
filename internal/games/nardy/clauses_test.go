package nardy_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

func TestExamples(t *testing.T) {
	for _, c := range (nardy.Rules{}).Explain() {
		for _, e := range c.Examples {
			t.Run(c.ID+"/"+e.ID, func(t *testing.T) {
				if err := gametest.CheckExample(nardy.Rules{}, e); err != nil {
					t.Error(err, "in", e.Position)
				}
			})
		}
	}
	if err := checkFollowing(nardy.Rules{}, (nardy.Rules{}).Explain()); err != nil {
		t.Error(err)
	}
}

// TestExamplesOfEveryVariant runs the examples that each variant has of its own.
func TestExamplesOfEveryVariant(t *testing.T) {
	ids := map[string]bool{}
	for _, c := range (nardy.Rules{}).Explain() {
		for _, e := range c.Examples {
			ids[e.ID] = true
		}
	}
	for _, v := range nardy.Variants() {
		clauses := (nardy.Rules{}).ExplainVariant(v.ID)
		if err := checkClauses(nardy.Rules{}, clauses); err != nil {
			t.Errorf("%s: %v", v.ID, err)
		}
		for _, c := range clauses {
			refused := map[string]bool{}
			for _, e := range c.Examples {
				for _, r := range e.Refused {
					refused[r.Rule] = true
				}
			}
			for _, rule := range c.Refusals {
				if !refused[rule] {
					t.Errorf("%s: the clause %s does not show %s", v.ID, c.ID, rule)
				}
			}
			for _, e := range c.Examples {
				if ids[e.ID] {
					t.Errorf("%s: the id %s is not its own", v.ID, e.ID)
				}
				ids[e.ID] = true
				if s, err := nardy.New(e.Options, e.Position); err != nil || s.Variant().ID != v.ID {
					t.Errorf("%s: the example %s is of another variant (%v)", v.ID, e.ID, err)
				}
			}
		}
	}
	if clauses := (nardy.Rules{}).ExplainVariant("chess"); clauses != nil {
		t.Errorf("chess has %d clauses", len(clauses))
	}
}

// checkClauses runs the examples of clauses, and those that follow others.
func checkClauses(rules game.Rules, clauses []game.Clause) error {
	for _, c := range clauses {
		for _, e := range c.Examples {
			if err := gametest.CheckExample(rules, e); err != nil {
				return fmt.Errorf("%s, %s: %w", c.ID, e.ID, err)
			}
		}
	}
	return checkFollowing(rules, clauses)
}

// checkFollowing plays what an example allows, or a draw of six and one, and
// comes to the example that shows what follows.
func checkFollowing(rules game.Rules, clauses []game.Clause) error {
	examples := map[string]game.Example{}
	for _, c := range clauses {
		for _, e := range c.Examples {
			examples[e.ID] = e
		}
	}
	for id, then := range examples {
		name, follows := strings.CutSuffix(id, "-then")
		if !follows {
			continue
		}
		before := examples[name]
		s, err := rules.Start(before.Options, before.Position)
		if err != nil {
			return err
		}
		switch {
		case s.ToAct() == game.Chance:
			s, err = s.(game.Dicer).Roll([]int{6, 1})
		case len(before.Allowed) > 0:
			s, err = s.Apply(before.Allowed[0])
		default:
			err = errors.New("it follows nothing")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		if s.String() != then.Position {
			return fmt.Errorf("%s: %s comes, not %s", id, s, then.Position)
		}
	}
	return nil
}

// otherRules are the rules with a changed row of parameters.
type otherRules struct {
	nardy.Rules
	v nardy.Variant
}

func (r otherRules) Start(options []byte, code string) (game.State, error) {
	return nardy.StartOf(r.v, options, code)
}

// changes are rows that differ from v in one parameter, by what was changed.
// Parameters that mean nothing in the variant are left alone.
func changes(v nardy.Variant) map[string]nardy.Variant {
	all := map[string]nardy.Variant{}
	change := func(name string, f func(v *nardy.Variant)) {
		c := v
		f(&c)
		if c != v {
			all[name] = c
		}
	}
	change("route", func(v *nardy.Variant) { v.Route = 1 - v.Route })
	change("setup", func(v *nardy.Variant) { v.Setup[1]--; v.Setup[4]++ })
	change("checkers", func(v *nardy.Variant) { v.Setup[1]++ })
	for n := 2; n <= 4; n++ {
		change(fmt.Sprint("dice ", n), func(v *nardy.Variant) { v.Dice = n })
	}
	for _, c := range []nardy.Contact{nardy.Blocking, nardy.Hitting, nardy.Covering} {
		change(fmt.Sprint("contact ", c), func(v *nardy.Variant) { v.Contact = c })
	}
	for n := range 3 {
		change(fmt.Sprint("head ", n), func(v *nardy.Variant) { v.Head = n })
	}
	change("runner", func(v *nardy.Variant) { v.Runner = !v.Runner })
	for _, b := range []nardy.BlockRule{nardy.FreeBlocks, nardy.EnemyAhead, nardy.FevgaBlocks} {
		if v.Checkers() >= 6 {
			change(fmt.Sprint("block ", b), func(v *nardy.Variant) { v.Block = b })
		}
	}
	change("exact", func(v *nardy.Variant) { v.Exact = !v.Exact })
	if v.Contact == nardy.Hitting {
		change("hit-and-run", func(v *nardy.Variant) { v.NoRun = !v.NoRun })
	}
	change("reuse", func(v *nardy.Variant) { v.Reuse = !v.Reuse })
	change("koks", func(v *nardy.Variant) { v.Koks = !v.Koks })
	if !v.Doubles() {
		return all
	}
	if v.Head > 0 {
		for n := 1; n <= 6; n++ {
			change(fmt.Sprint("two off on ", n), func(v *nardy.Variant) { v.TwoOff ^= 1 << n })
		}
		if v.TwoOff != 0 {
			change("second", func(v *nardy.Variant) { v.SecondTo = !v.SecondTo })
		}
	}
	for _, d := range []nardy.DoubleRule{nardy.FourHops, nardy.ExtraThrow, nardy.Progression} {
		change(fmt.Sprint("double ", d), func(v *nardy.Variant) { v.Double = d })
	}
	change("hand-over", func(v *nardy.Variant) { v.HandOver = !v.HandOver })
	return all
}

// TestExamplesShowEveryParameter changes every parameter of every variant, one
// at a time, and an example of that variant must notice: the page of a variant
// can not go on telling what is no longer so.
func TestExamplesShowEveryParameter(t *testing.T) {
	tried := 0
	for _, v := range nardy.Variants() {
		clauses := (nardy.Rules{}).ExplainVariant(v.ID)
		for name, c := range changes(v) {
			tried++
			if err := checkClauses(otherRules{v: c}, clauses); err == nil {
				t.Errorf("%s: no example shows %s", v.ID, name)
			}
		}
	}
	if tried < 17*14 {
		t.Errorf("only %d changes", tried)
	}
}

// TestFamilyExamplesNoticeChanges changes the variants that the examples of the
// family are about.
func TestFamilyExamplesNoticeChanges(t *testing.T) {
	of := map[string][]game.Clause{}
	for _, c := range (nardy.Rules{}).Explain() {
		for _, e := range c.Examples {
			s, err := nardy.New(e.Options, e.Position)
			if err != nil {
				t.Fatal(err)
			}
			id := s.Variant().ID
			of[id] = append(of[id], game.Clause{ID: c.ID, Examples: []game.Example{e}})
		}
	}
	for _, id := range []string{"classic", "short", "crazy", "fevga", "plakoto", "caucasian"} {
		v, _ := nardy.VariantNamed(id)
		var noticed []string
		for name, c := range changes(v) {
			if checkClauses(otherRules{v: c}, of[id]) != nil {
				noticed = append(noticed, name)
			}
		}
		if slices.Sort(noticed); len(noticed) < 5 {
			t.Errorf("the examples of %s notice only %v", id, noticed)
		}
	}
}

// TestEveryClauseIsExplained finds for each numbered clause of the package
// comment the paragraphs of the rules page that show it.
func TestEveryClauseIsExplained(t *testing.T) {
	shownBy := map[string][]string{
		"1.1": {"nardy.board", nardy.RuleWrongDirection},
		"2.1": {"nardy.draw"},
		"2.2": {"nardy.hop", nardy.RuleNoSuchDie, nardy.RuleNoChecker},
		"2.3": {nardy.RuleMustPlay, nardy.RulePlayMoreDice, nardy.RuleLargerDie},
		"2.4": {"nardy.double", nardy.RuleThrowFirst, nardy.RulePlayFirst},
		"2.5": {nardy.RuleOver, "nardy.dead"},
		"3.1": nil, // ExplainVariant shows it
		"4.1": {nardy.RuleHeadOnce, nardy.RuleHeadTwoOnlyOn},
		"4.2": {nardy.RuleBlockOfSix, nardy.RuleFirstQuarter, nardy.RuleLetOut},
		"4.3": {nardy.RuleRunnerFirst},
		"4.4": {nardy.RuleClosedPoint, "nardy.hit", nardy.RuleBarFirst, "nardy.cover", nardy.RuleCovered, nardy.RuleHitAndRun},
		"4.5": {"nardy.bear-off", nardy.RuleNotAllHome, nardy.RuleBearOffHighest, nardy.RuleBearOffExact},
		"4.6": {"nardy.extra-throw"},
		"4.7": {"nardy.progression"},
		"4.8": {"nardy.remainder"},
		"4.9": {"nardy.mother"},
		"6.1": {"nardy.oyn", "nardy.mars", "nardy.koks"},
		"6.2": {
			"nardy.cube", nardy.RuleCubeNone, nardy.RuleCubeNotNow, nardy.RuleCubeOwner, nardy.RuleCubeLimit,
		},
		"6.3": {nardy.RuleCubeCrawford},
		"7.1": {"nardy.auto-bear-off"},
		"8.1": {nardy.RuleNotation, nardy.RuleSayTheWay},
	}
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	numbers := regexp.MustCompile(`(?m)^// (\d+\.\d+) `).FindAllStringSubmatch(string(doc), -1)
	if len(numbers) != len(shownBy) {
		t.Errorf("the package comment has %d clauses, the table %d", len(numbers), len(shownBy))
	}
	left := map[string]bool{}
	for _, c := range (nardy.Rules{}).Explain() {
		left[c.ID] = true
		if len(c.Examples) == 0 {
			t.Errorf("%s has no example", c.ID)
		}
	}
	for _, n := range numbers {
		ids, known := shownBy[n[1]]
		if !known {
			t.Errorf("nothing shows clause %s", n[1])
		}
		for _, id := range ids {
			if !left[id] {
				t.Errorf("clause %s is to be shown by %s", n[1], id)
			}
			delete(left, id)
		}
	}
	for id := range left {
		t.Errorf("%s shows no clause of the package comment", id)
	}
}
