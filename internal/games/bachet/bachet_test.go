package bachet_test

import (
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/bachet"
	bachetbot "github.com/hod-games/hod/internal/games/bachet/bot"
)

func TestContract(t *testing.T) {
	options := [][]byte{
		nil,
		[]byte(`{"sticks":1,"max":9}`),
		[]byte(`{"sticks":99,"max":9,"misere":true}`),
		[]byte(`{"sticks":99,"max":1}`),
		[]byte(`{"sticks":2,"max":1,"misere":true}`),
	}
	for _, p := range (bachet.Rules{}).Info().Presets {
		options = append(options, p.Options)
	}
	gametest.Run(t, gametest.Suite{
		Entry:        game.Entry{Rules: bachet.Rules{}, Bots: bachetbot.All()},
		Options:      options,
		Games:        10,
		Every:        3,
		MaxEvents:    bachet.MaxSticks, // each move takes at least one stick
		MaxViewBytes: 700,
	})
}

func TestGoldenGames(t *testing.T) { gametest.GoldenFolder(t, bachet.Rules{}, "testdata/golden") }

func TestEveryClauseIsTested(t *testing.T) { gametest.EveryClauseTested(t, ".") }

func FuzzActions(f *testing.F) {
	gametest.FuzzActions(f, bachet.Rules{}, nil, []byte(`{"sticks":99,"max":9,"misere":true}`), []byte(`{"sticks":3,"max":9}`))
}

func FuzzCodes(f *testing.F) {
	gametest.FuzzCodes(f, bachet.Rules{}, nil, []byte(`{"sticks":99,"max":9}`), []byte(`{"sticks":5,"max":1,"misere":true}`))
}

func FuzzOptions(f *testing.F) { gametest.FuzzOptions(f, bachet.Rules{}) }

// start returns a position; no options mean the classic game.
func start(t *testing.T, options, code string) game.State {
	t.Helper()
	canonical, err := bachet.Rules{}.Normalize([]byte(options))
	if err != nil {
		t.Fatal(err)
	}
	s, err := bachet.Rules{}.Start(canonical, code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func apply(t *testing.T, s game.State, actions ...game.Action) game.State {
	t.Helper()
	for _, a := range actions {
		next, err := s.Apply(a)
		if err != nil {
			t.Fatalf("take %s of %s: %v", a, s, err)
		}
		s = next
	}
	return s
}

// refused plays what a person typed and wants the rule that forbids it.
func refused(t *testing.T, s game.State, text, rule string) {
	t.Helper()
	a, err := s.Read(text)
	if err == nil {
		_, err = s.Apply(a)
	}
	refusal, ok := err.(*game.Refusal) //nolint:errorlint // the contract: nothing is wrapped around it
	if !ok || refusal.Rule != rule {
		t.Errorf("%q in %s: %v, want a refusal by %s", text, s, err, rule)
	}
}

func TestClause1_1_OneToNinetyNineSticks(t *testing.T) {
	for options, want := range map[string]string{
		"":              "15 first",
		`{"sticks":1}`:  "1 first",
		`{"sticks":99}`: "99 first",
	} {
		if got := start(t, options, "").String(); got != want {
			t.Errorf("options %s start with %q, want %q", options, got, want)
		}
	}
	left := map[string]int{}
	for _, p := range (bachet.Rules{}).Info().Presets {
		left[p.ID] = start(t, string(p.Options), "").(bachet.State).Left()
		if p.SecondStarts != (p.ID == "classic") {
			t.Errorf("preset %s: the computer starts: %t", p.ID, p.SecondStarts)
		}
	}
	for id, want := range map[string]int{"classic": 15, "ten": 10, "twenty": 20, "twenty-one": 21, "misere": 15} {
		if left[id] != want {
			t.Errorf("preset %s has %d sticks, want %d", id, left[id], want)
		}
	}
}

func TestClause2_1_TakeAtLeastOne(t *testing.T) {
	for _, text := range []string{"0", "-1", "-0", "00", "+0", "−3", "-99999999999999999999"} {
		refused(t, start(t, "", ""), text, bachet.RuleAtLeastOne)
		refused(t, start(t, "", "0 first"), text, bachet.RuleAtLeastOne)
	}
}

func TestClause2_2_TakeAtMost(t *testing.T) {
	for _, text := range []string{"4", "15", "16", "99999999999999999999", "+4", "０４"} {
		refused(t, start(t, "", ""), text, bachet.RuleAtMost)
		refused(t, start(t, "", "2 first"), text, bachet.RuleAtMost)
	}
	s := start(t, `{"max":9}`, "")
	refused(t, s, "10", bachet.RuleAtMost)
	if got := apply(t, s, "9").String(); got != "6 second" {
		t.Errorf("nine of fifteen leave %q", got)
	}
}

func TestClause2_3_NotMoreThanAreLeft(t *testing.T) {
	s := start(t, "", "2 first")
	refused(t, s, "3", bachet.RuleNotEnough)
	if got := slices.Collect(s.Legal()); !slices.Equal(got, []game.Action{"1", "2"}) {
		t.Errorf("legal with two left: %q", got)
	}
	for _, text := range []string{"1", "2", "3"} {
		refused(t, start(t, "", "0 second"), text, bachet.RuleNotEnough)
	}
	// More than M of a heap that is even smaller breaks two clauses.
	refused(t, start(t, `{"sticks":3,"max":9}`, ""), "9", bachet.RuleNotEnough)
	refused(t, start(t, `{"sticks":3,"max":9}`, ""), "10", bachet.RuleAtMost)
}

func TestClause2_4_WholeNumbersOnly(t *testing.T) {
	s := start(t, "", "")
	for _, text := range []string{
		"", " ", "+", "-", "--1", "+-1", "1.0", "2,5", "1e1", "0x1", "three", "pass", "take 2", "1 2", "1-", "٣", "½", "²",
	} {
		refused(t, s, text, bachet.RuleNotANumber)
	}
	for text, want := range map[string]game.Action{
		"3": "3", " 3\n": "3", "+3": "3", "003": "3", "３": "3", "＋３": "3", "\u00a02\u00a0": "2", "－1": "-1",
		"123456789012345678901234567890": "123456789012345678901234567890",
	} {
		if got, err := s.Read(text); err != nil || got != want {
			t.Errorf("read %q: %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestClause3_1_TurnsAlternate(t *testing.T) {
	s := start(t, "", "")
	for i, want := range []game.Side{game.First, game.Second, game.First, game.Second} {
		if s.ToAct() != want {
			t.Errorf("after %d takes %v is to act, want %v", i, s.ToAct(), want)
		}
		s = apply(t, s, "2")
	}
}

func TestClause4_1_LastStickWins(t *testing.T) {
	s := apply(t, start(t, "", "4 second"), "1", "3")
	want := game.Outcome{Winner: game.First, Points: 1, Reason: bachet.ReasonLastStick}
	if got, over := s.Outcome(); !over || got != want || s.ToAct() != game.Nobody {
		t.Errorf("First took the last stick: %+v, over %t", got, over)
	}
}

func TestClause4_2_LastStickLosesInMisere(t *testing.T) {
	s := apply(t, start(t, `{"misere":true}`, "4 second"), "1", "3")
	want := game.Outcome{Winner: game.Second, Points: 1, Reason: bachet.ReasonLastStickLoses}
	if got, over := s.Outcome(); !over || got != want || s.ToAct() != game.Nobody {
		t.Errorf("First took the last stick: %+v, over %t", got, over)
	}
}

func TestClause4_3_NoDraw(t *testing.T) {
	for _, options := range []string{"", `{"misere":true}`} {
		for _, code := range []string{"0 first", "0 second"} {
			got, over := start(t, options, code).Outcome()
			if !over || !got.Winner.Player() || got.Points != 1 {
				t.Errorf("options %s, %s: %+v, over %t", options, code, got, over)
			}
		}
	}
}
