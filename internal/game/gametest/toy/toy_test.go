package toy_test

import (
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/game/gametest/toy"
)

func TestContract(t *testing.T) {
	gametest.Run(t, gametest.Suite{Entry: toy.Entry(), Games: 10, MaxEvents: 200, MaxViewBytes: 1500})
}

func TestGoldenGames(t *testing.T) {
	gametest.GoldenRandom(t, toy.Rules{}, "testdata/golden/raised.game", nil, 3, 200)
	gametest.GoldenRandom(t, toy.Rules{}, "testdata/golden/plain.game", []byte(`{"raise":false}`), 4, 200)
}

func FuzzActions(f *testing.F) { gametest.FuzzActions(f, toy.Rules{}) }
func FuzzCodes(f *testing.F)   { gametest.FuzzCodes(f, toy.Rules{}) }
func FuzzOptions(f *testing.F) { gametest.FuzzOptions(f, toy.Rules{}) }

func at(t *testing.T, code string) game.State {
	t.Helper()
	s, err := toy.Rules{}.Start(nil, code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestClause1_1_PiecesShareTheEndsOnly(t *testing.T) {
	at(t, "throw first 0,8 0,8 1 nobody")
	if s, err := (toy.Rules{}).Start(nil, "throw first 0,3 3,8 1 nobody"); err == nil {
		t.Errorf("both sides on square 3: %v", s)
	}
}

func TestClause1_2_HigherDieBegins(t *testing.T) {
	for code, pips := range map[string][]int{
		"decide first 0,0 0,0 1 nobody":  {3, 2},
		"decide second 0,0 0,0 1 nobody": {1, 4},
		"lot nobody 0,0 0,0 1 nobody":    {2, 2},
	} {
		s, err := at(t, "").(game.Dicer).Roll(pips)
		if err != nil || s.String() != code {
			t.Errorf("%v gives %v (error %v), want %s", pips, s, err, code)
		}
	}
}

func TestClause2_Turns(t *testing.T) {
	tests := []struct {
		name, code string
		want       []game.Action
	}{
		{"2.1 a hop beyond the end stops there", "play first 8,8 0,0 1 nobody 41", nil},
		{"2.1 one piece left", "play first 7,8 0,0 1 nobody 41", []game.Action{"7/8"}},
		{"2.1 two orders, one result", "play second 0,0 0,0 1 nobody 21", []game.Action{"0/2 0/1", "0/2 2/3"}},
		{"2.2 blocked for one die", "play first 0,0 3,8 1 nobody 32", []game.Action{"0/2 2/5"}},
		{"2.3 one die only", "play first 0,8 3,4 1 nobody 31", []game.Action{"0/1"}},
		{"2.3 none", "play first 0,8 3,4 1 nobody 43", []game.Action{game.Pass}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := toy.Rules{}.Start(nil, tt.code)
			if tt.want == nil {
				if err == nil {
					t.Errorf("accepted: %v", s)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Collect(s.Legal()); !slices.Equal(got, tt.want) {
				t.Errorf("legal: %q, want %q", got, tt.want)
			}
		})
	}
}

func TestClause3_2_OnlyTheTakerRaisesAgain(t *testing.T) {
	s := at(t, "decide first 0,0 0,0 1 nobody")
	for _, a := range []game.Action{"raise", "take"} {
		next, err := s.Apply(a)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	if s.String() != "throw first 0,0 0,0 2 second" {
		t.Errorf("after a raise that was taken: %s", s)
	}
	s = at(t, "play first 0,0 0,0 2 second 21")
	s, err := s.Apply("0/2 0/1")
	if err != nil || s.String() != "decide second 1,2 0,0 2 second" {
		t.Errorf("the taker's turn begins with %v (error %v)", s, err)
	}
	s = at(t, "play second 0,0 0,0 2 second 21")
	s, err = s.Apply("0/2 0/1")
	if err != nil || s.String() != "throw first 0,0 1,2 2 second" {
		t.Errorf("the raiser's turn begins with %v (error %v)", s, err)
	}
}

func TestClause4_2_PriceOfGivingUp(t *testing.T) {
	s := at(t, "throw first 0,8 0,3 2 second")
	for side, want := range map[game.Side]game.Outcome{
		game.First:  {Winner: game.Second, Points: 2, Reason: game.ReasonResigned},
		game.Second: {Winner: game.First, Points: 4, Reason: game.ReasonResigned},
	} {
		if got := game.Concede(s, side); got != want {
			t.Errorf("%v concedes: %+v, want %+v", side, got, want)
		}
	}
}

func TestPerft(t *testing.T) {
	// 12 of 16 lots decide and lead to two positions, the others to a third.
	// A side that decides has 2 actions; 10 throws differ; a raise has 2
	// answers, one of which ends the game: 2·(10+2) + 7 after another lot.
	for depth, want := range []game.Leaves{{Leaves: 1}, {Leaves: 3}, {Leaves: 7}, {Leaves: 31, Over: 2}} {
		got, err := game.Perft(at(t, ""), depth)
		if err != nil || got != want {
			t.Errorf("depth %d: %+v (error %v), want %+v", depth, got, err, want)
		}
	}
	got, err := game.Perft(at(t, "answer first 0,0 0,0 1 nobody"), 1)
	if want := (game.Leaves{Leaves: 2, Over: 1}); err != nil || got != want {
		t.Errorf("an answer: %+v (error %v), want %+v", got, err, want)
	}
	got, err = game.Perft(at(t, "answer first 0,0 0,0 1 nobody"), 2)
	if want := (game.Leaves{Leaves: 11, Over: 1}); err != nil || got != want {
		t.Errorf("an answer and a throw: %+v (error %v), want %+v", got, err, want)
	}
}
