package gametest_test

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/game/gametest/toy"
)

func suite(f *faults, bots ...game.Bot) gametest.Suite {
	return gametest.Suite{
		Entry:     game.Entry{Rules: brokenRules{f: f}, Bots: bots},
		Games:     4,
		MaxEvents: 200,
	}
}

// found runs one check and returns what it says.
func found(t *testing.T, check string, s gametest.Suite) error {
	t.Helper()
	for _, c := range gametest.Checks() {
		if c.Name == check {
			return c.Safely(s)
		}
	}
	t.Fatalf("no check is called %q", check)
	return nil
}

func TestSuiteAcceptsTheToyBehindAWrapper(t *testing.T) {
	for _, c := range gametest.Checks() {
		if err := c.Safely(suite(&faults{}, game.Random{}, toy.Eager{})); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

func TestSuiteFindsBrokenGames(t *testing.T) {
	var memory shared
	kept := []byte(`{"length":8,"raise":true}`)
	tests := []struct {
		name  string
		check string
		want  string // part of the error
		f     faults
	}{
		// Info.
		{"id in capitals", "info", "no word", faults{info: func(i game.Info) game.Info { i.ID = "Toy"; return i }}},
		{"version 0", "info", "version", faults{info: func(i game.Info) game.Info { i.Version = 0; return i }}},
		{"no reasons", "info", "missing", faults{info: func(i game.Info) game.Info { i.Reasons = nil; return i }}},
		{"info changes", "info", "asked twice", faults{info: func(i game.Info) game.Info { i.Version += memory.next(); return i }}},
		{"preset twice", "info", "twice", faults{info: func(i game.Info) game.Info {
			i.Presets = append(i.Presets, i.Presets[0])
			return i
		}}},
		{"bad preset", "info", "preset bad", faults{info: func(i game.Info) game.Info {
			i.Presets = append(i.Presets, game.Preset{ID: "bad", Options: []byte(`{"length":99}`)})
			return i
		}}},
		{"clause of another game", "info", "does not begin", faults{info: func(i game.Info) game.Info {
			i.Clauses = append(i.Clauses, "other.clause")
			return i
		}}},

		// Normalize and Start.
		{"unknown option accepted", "options", "no-such-option", faults{normalize: func(o []byte) ([]byte, error) {
			return toy.Rules{}.Normalize(bytes.ReplaceAll(o, []byte("no-such-option"), []byte("length")))
		}}},
		{"other error for an option", "options", "not an *OptionError", faults{normalize: func(o []byte) ([]byte, error) {
			n, err := toy.Rules{}.Normalize(o)
			if err != nil {
				return nil, errors.New("bad")
			}
			return n, nil
		}}},
		{"wrong field named", "options", "names field", faults{normalize: func(o []byte) ([]byte, error) {
			n, err := toy.Rules{}.Normalize(o)
			if wrong, ok := errors.AsType[*game.OptionError](err); ok {
				wrong.Field = "size"
			}
			return n, err
		}}},
		{"not idempotent", "options", "", faults{normalize: func(o []byte) ([]byte, error) {
			n, err := toy.Rules{}.Normalize(o)
			return append(bytes.Repeat([]byte(" "), memory.next()), n...), err
		}}},
		{"results share memory", "options", "share memory", faults{normalize: func(o []byte) ([]byte, error) {
			n, err := toy.Rules{}.Normalize(o)
			if bytes.Equal(n, []byte(`{"length":8,"raise":true}`)) && bytes.Equal(o, n) {
				return kept, nil
			}
			return n, err
		}}},
		{"field left out", "options", "other fields", faults{normalize: func(o []byte) ([]byte, error) {
			n, err := toy.Rules{}.Normalize(o)
			if bytes.Contains(n, []byte(`"length":4`)) {
				n = bytes.ReplaceAll(n, []byte(`,"raise":true`), nil)
			}
			return n, err
		}}},
		{"null accepted", "options", "null", faults{normalize: func(o []byte) ([]byte, error) {
			if string(o) == "null" {
				o = nil
			}
			return toy.Rules{}.Normalize(o)
		}}},

		// What a position says.
		{"nobody to act in a game that goes on", "random games", "outcome", faults{toAct: func(s toy.State) game.Side {
			if phaseOf(s) == "answer" {
				return game.Nobody
			}
			return s.ToAct()
		}}},
		{"outcome too early", "random games", "whether there is an outcome", faults{outcome: func(toy.State) (game.Outcome, bool) {
			return game.Outcome{Winner: game.First, Points: 1, Reason: toy.ReasonHome}, true
		}}},
		{"reason not listed", "random games", `reason "luck"`, faults{outcome: func(s toy.State) (game.Outcome, bool) {
			o, over := s.Outcome()
			o.Reason = "luck"
			return o, over
		}}},
		{"win of no points", "random games", "0 points", faults{outcome: func(s toy.State) (game.Outcome, bool) {
			o, over := s.Outcome()
			o.Points = 0
			return o, over
		}}},
		{"points of a draw", "random games", "a draw of", faults{outcome: func(s toy.State) (game.Outcome, bool) {
			o, over := s.Outcome()
			o.Winner = game.Nobody
			return o, over
		}}},
		{"nothing legal instead of a pass", "random games", "0 actions are legal", faults{legal: func(s toy.State) iter.Seq[game.Action] {
			return slices.Values(slices.DeleteFunc(slices.Collect(s.Legal()), func(a game.Action) bool { return a == game.Pass }))
		}}},
		{"legal while chance is to act", "random games", "chance is to act and 1", faults{legal: func(s toy.State) iter.Seq[game.Action] {
			if s.ToAct() == game.Chance {
				return slices.Values([]game.Action{"roll"})
			}
			return s.Legal()
		}}},
		{"pass beside other actions", "random games", "pass is legal beside", faults{legal: func(s toy.State) iter.Seq[game.Action] {
			actions := slices.Collect(s.Legal())
			if phaseOf(s) == "play" && len(actions) > 1 {
				actions = append(actions, game.Pass)
			}
			return slices.Values(actions)
		}}},
		{"order of legal changes", "random games", "asked twice", faults{legal: func(s toy.State) iter.Seq[game.Action] {
			actions := slices.Collect(s.Legal())
			if memory.next()%2 == 0 {
				slices.Reverse(actions)
			}
			return slices.Values(actions)
		}}},
		{"sequence does not stop", "random games", "panic", faults{legal: func(s toy.State) iter.Seq[game.Action] {
			return func(yield func(game.Action) bool) {
				for a := range s.Legal() {
					yield(a)
				}
			}
		}}},
		{"loser wins by conceding", "random games", "concedes", faults{concede: func(_ toy.State, s game.Side) game.Outcome {
			return game.Outcome{Winner: s, Points: 1, Reason: game.ReasonResigned}
		}}},
		{"giving up costs nothing", "random games", "concedes", faults{concede: func(_ toy.State, s game.Side) game.Outcome {
			return game.Outcome{Winner: s.Other(), Reason: game.ReasonResigned}
		}}},

		// Views.
		{"view is a list", "random games", "no JSON object", faults{view: func(toy.State) any { return []int{1} }}},
		{"view does not marshal", "random games", "view:", faults{view: func(toy.State) any { return map[string]any{"f": func() {}} }}},
		{"view fails in one phase", "random games", "panic", faults{view: func(s toy.State) any {
			if phaseOf(s) == "over" {
				panic("no view of an end")
			}
			return s.View()
		}}},
		{"view changes", "random games", "asked twice", faults{view: editView(func(_ toy.State, v map[string]any, _ *game.Turn) {
			v["at"] = memory.next()
		})}},
		{"turn lacks an action", "random games", "not the legal ones", faults{view: editView(func(_ toy.State, _ map[string]any, turn *game.Turn) {
			if len(turn.Nodes) > 2 {
				*turn = game.Choices([]game.Action{"roll"})
			}
		})}},
		{"turn with a dead end", "random games", "dead end", faults{view: editView(func(_ toy.State, _ map[string]any, turn *game.Turn) {
			turn.Nodes = slices.Clone(turn.Nodes)
			turn.Nodes[len(turn.Nodes)-1].Action = ""
		})}},
		{"turn in a circle", "random games", "leads back", faults{view: editView(func(_ toy.State, _ map[string]any, turn *game.Turn) {
			turn.Nodes = slices.Clone(turn.Nodes)
			turn.Nodes[len(turn.Nodes)-1].Hops = []game.Hop{{Next: 0}}
		})}},
		{"turn leads outside", "random games", "leads to node", faults{view: editView(func(_ toy.State, _ map[string]any, turn *game.Turn) {
			turn.Nodes = slices.Clone(turn.Nodes)
			turn.Nodes[0].Hops = []game.Hop{{Next: 99}}
		})}},
		{"turn with a lost node", "random games", "cannot be reached", faults{view: editView(func(_ toy.State, _ map[string]any, turn *game.Turn) {
			if len(turn.Nodes) > 1 {
				turn.Nodes = append(slices.Clone(turn.Nodes), game.Node{Action: "x"})
			}
		})}},

		// Position codes.
		{"code forgets the stake", "random games", "", faults{code: func(s toy.State) string {
			words := strings.Split(s.String(), " ")
			if len(words) > 5 {
				words[4], words[5] = "1", "nobody"
			}
			return strings.Join(words, " ")
		}}},
		{"code that Start refuses", "random games", "start from its own code", faults{code: func(s toy.State) string { return s.String() + "!" }}},
		{"start ignores the code", "random games", "start from its own code", faults{start: func(string) string { return "" }}},
		{"start accepts an impossible code", "random games", "start from", faults{
			start: func(code string) string {
				if _, err := (toy.Rules{}).Start(nil, code); err != nil && strings.HasPrefix(code, "1") {
					return "over first 8,8 0,0 1 nobody mars"
				}
				return code
			},
			outcome: func(s toy.State) (game.Outcome, bool) {
				o, over := s.Outcome()
				if s.String() == "over first 8,8 0,0 1 nobody mars" {
					o.Reason = "unheard-of"
				}
				return o, over
			},
		}},

		// Actions.
		{"legal action refused", "random games", "apply legal", faults{apply: func(s toy.State, a game.Action) (game.State, error) {
			if a == "drop" {
				return nil, &game.Refusal{Rule: toy.RuleNotNow}
			}
			return s.Apply(a)
		}}},
		{"legal action does not survive Read", "random games", "read legal", faults{read: func(s toy.State, text string) (game.Action, error) {
			a, err := s.Read(text)
			return a + " ", err
		}}},
		{"two actions with one result", "random games", "same position", faults{apply: func(s toy.State, a game.Action) (game.State, error) {
			if a == "raise" {
				a = "roll"
			}
			return s.Apply(a)
		}}},
		{"action with a result of its own", "random games", "where no legal action leads", faults{apply: func(s toy.State, a game.Action) (game.State, error) {
			if a == "resign" {
				return toy.Rules{}.Start(nil, "over first 0,0 0,0 1 nobody dropped")
			}
			return s.Apply(a)
		}, read: func(s toy.State, text string) (game.Action, error) {
			if text == "resign" {
				return "resign", nil
			}
			return s.Read(text)
		}}},
		{"result changes", "random games", "then to", faults{apply: func(s toy.State, a game.Action) (game.State, error) {
			if a == "take" && memory.next()%2 == 0 {
				a = "drop"
			}
			return s.Apply(a)
		}}},
		{"throw changes", "random games", "then to", faults{roll: func(s toy.State, pips []int) (game.State, error) {
			next, err := s.Roll(pips)
			if err == nil && phaseOf(s) == "throw" && memory.next()%2 == 0 {
				return s.Roll([]int{2, 2})
			}
			return next, err
		}}},
		{"no position and no error", "random games", "no position and no error", faults{apply: func(s toy.State, a game.Action) (game.State, error) {
			if phaseOf(s) == "play" {
				return nil, nil
			}
			return s.Apply(a)
		}}},
		{"plain error instead of a refusal", "random games", "not a *Refusal", faults{apply: func(s toy.State, a game.Action) (game.State, error) {
			next, err := s.Apply(a)
			if err != nil {
				return nil, fmt.Errorf("no: %s", a)
			}
			return next, nil
		}}},
		{"unlisted refusal", "random games", "not in Info.Clauses", faults{read: func(s toy.State, text string) (game.Action, error) {
			a, err := s.Read(text)
			if err != nil {
				return "", &game.Refusal{Rule: "toy.because"}
			}
			return a, nil
		}}},
		{"panics on strange text", "random games", "panic", faults{read: func(s toy.State, text string) (game.Action, error) {
			if strings.HasPrefix(text, "999") {
				panic("overflow")
			}
			return s.Read(text)
		}}},
		{"action accepted after the end", "random games", "where no legal action leads", faults{apply: func(s toy.State, a game.Action) (game.State, error) {
			if phaseOf(s) == "over" && a == "pass" {
				return s, nil
			}
			return s.Apply(a)
		}}},
		{"game without an end", "random games", "not over after", faults{apply: func(s toy.State, a game.Action) (game.State, error) {
			next, err := s.Apply(a)
			if err == nil && next.ToAct() == game.Nobody {
				return toy.Rules{}.Start(nil, "throw first 0,0 0,0 1 nobody")
			}
			return next, err
		}}},

		// Dice.
		{"throw accepted while a player is to act", "random games", "is accepted", faults{roll: func(s toy.State, pips []int) (game.State, error) {
			if s.ToAct() != game.Chance {
				return s, nil
			}
			return s.Roll(pips)
		}}},
		{"too many dice accepted", "random games", "is accepted", faults{roll: func(s toy.State, pips []int) (game.State, error) {
			return s.Roll(pips[:min(2, len(pips))])
		}}},
		{"pips beyond the faces accepted", "random games", "is accepted", faults{roll: func(s toy.State, pips []int) (game.State, error) {
			pips = slices.Clone(pips)
			for i := range pips {
				pips[i] = min(pips[i], toy.Faces)
			}
			return s.Roll(pips)
		}}},
		{"throw refused", "random games", "roll", faults{roll: func(s toy.State, pips []int) (game.State, error) {
			if slices.Equal(pips, []int{4, 4}) {
				return nil, errors.New("too lucky")
			}
			return s.Roll(pips)
		}}},
		{"no dice asked for", "random games", "draw", faults{draw: func(toy.State) game.Draw { return game.Draw{Dice: 1, Faces: 1} }}},
		{"throw of chance", "random games", "one of chance", faults{throws: func(toy.State) game.Side { return game.Chance }}},
		{"throw changes hands", "random games", "asked twice", faults{throws: func(toy.State) game.Side {
			return [...]game.Side{game.First, game.Second}[memory.next()%2]
		}}},

		// Matches.
		{"match without an end", "matches", "not over", faults{following: func(o []byte, _ game.Outcome) ([]byte, bool, error) {
			return bytes.Clone(o), false, nil
		}}},
		{"match that ends by chance", "matches", "asked again", faults{following: func(o []byte, _ game.Outcome) ([]byte, bool, error) {
			return bytes.Clone(o), memory.next()%2 == 0, nil
		}}},
		{"next game not canonical", "matches", "not canonical", faults{following: func([]byte, game.Outcome) ([]byte, bool, error) {
			return []byte(`{"length":8}`), true, nil
		}}},
		{"next game that can not be", "matches", "not canonical", faults{following: func([]byte, game.Outcome) ([]byte, bool, error) {
			return []byte(`{"length":99,"raise":true}`), true, nil
		}}},
		{"match refuses an outcome", "matches", "no such score", faults{following: func(o []byte, out game.Outcome) ([]byte, bool, error) {
			if out.Winner == game.Nobody {
				return nil, false, errors.New("no such score")
			}
			return bytes.Clone(o), true, nil
		}}},
		{"match writes into what it is given", "matches", "change", faults{following: func(o []byte, _ game.Outcome) ([]byte, bool, error) {
			next := bytes.Clone(o)
			o[0] = '['
			return next, true, nil
		}}},
		{"new match unlike the one before", "matches", "a new match begins", faults{following: func(o []byte, _ game.Outcome) ([]byte, bool, error) {
			if bytes.Contains(o, []byte("true")) {
				return []byte(`{"length":8,"raise":false}`), true, nil
			}
			return []byte(`{"length":8,"raise":true}`), true, nil
		}}},

		// Clauses.
		{"example refused", "explained clauses", "allowed", faults{explain: func(c []game.Clause) []game.Clause {
			c[0].Examples[0].Allowed = append(c[0].Examples[0].Allowed, "0/2 2/4")
			return c
		}}},
		{"example refused by another rule", "explained clauses", "not by", faults{explain: func(c []game.Clause) []game.Clause {
			c[0].Examples[0].Refused[0].Rule = toy.RuleBlocked
			return c
		}}},
		{"example allowed", "explained clauses", "is allowed", faults{explain: func(c []game.Clause) []game.Clause {
			c[0].Examples[0].Refused[0].Text = "0/3 3/4"
			return c
		}}},
		{"example with another outcome", "explained clauses", "outcome", faults{explain: func(c []game.Clause) []game.Clause {
			c[4].Examples[0].Outcome.Points = 3
			return c
		}}},
		{"example without its outcome", "explained clauses", "outcome", faults{explain: func(c []game.Clause) []game.Clause {
			c[4].Examples[0].Outcome = nil
			return c
		}}},
		{"clause without an example", "explained clauses", "produces it", faults{explain: func(c []game.Clause) []game.Clause {
			return slices.Delete(c, 1, 2)
		}}},
		{"example twice", "explained clauses", "id of its own", faults{explain: func(c []game.Clause) []game.Clause {
			c[1].Examples[1].ID = c[1].Examples[0].ID
			return c
		}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := found(t, tt.check, suite(&tt.f)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("check %q says %v, want something about %q", tt.check, err, tt.want)
			}
		})
	}
}
